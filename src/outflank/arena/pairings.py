"""Tournament formats: the pairings of each round.

A format computes each round only from the results so far, so a resumed run has the same pairings.
Events of a club use them too (``club_event.py``).
"""

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.translation import N_

TIEBREAK_PAIRS = 1  # a tied knock-out match continues by one opening …
TIEBREAK_ROUNDS = 8  # … up to this many times; then discs and the order of entry decide


@dataclass(frozen=True)
class Pairing:
    """Two players (by number) and their number of game pairs."""

    first: int
    second: int
    pairs: int


@dataclass(frozen=True)
class Meeting:
    pairing: Pairing
    points: tuple[float, float]
    margin: int = 0  # disc difference, first minus second


Round = Sequence[Meeting]


class TournamentFormat(ABC):
    name: str
    summary: str
    can_grow = True  # True if a longer run contains the games of a shorter one

    def __init__(
        self, players: int, pairs: int, seed: int = 0, rounds: int = 0, most: Sequence[int] = ()
    ) -> None:
        self.players = players
        self.pairs = pairs
        self.seed = seed
        self.rounds = rounds
        self.most = most  # maximum pairs per player in a pairing, if limited

    @abstractmethod
    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        """Return the pairings of the next round; empty when the tournament is over."""

    def finish(self, played: Sequence[Round]) -> list[float]:
        """Return each player's placement score, higher being better; ties are broken by Elo."""
        return [0.0] * self.players

    def games_known(self) -> int | None:
        """Return the total number of games, if it is known in advance."""
        return 2 * sum(pairing.pairs for pairing in self.next_round([]))


class RoundRobin(TournamentFormat):
    """Every player meets every other player."""

    name = "round-robin"
    summary = N_("each player meets all others")

    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        if played:
            return []
        return [
            Pairing(first, second, self.pairs)
            for first in range(self.players)
            for second in range(first + 1, self.players)
        ]


class Gauntlet(TournamentFormat):
    """The first player meets all others, who do not meet each other."""

    name = "gauntlet"
    summary = N_("the first player meets all others")

    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        if played:
            return []
        return [Pairing(0, other, self.pairs) for other in range(1, self.players)]


class Neighbours(TournamentFormat):
    """Each player meets the next two in the list, so few games rate a wide range of strengths.

    Games between players of similar strength give the most information; lopsided ones give little.
    """

    name = "neighbours"
    summary = N_("each player meets the next two in a list sorted by strength")
    reach = 2

    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        if played:
            return []
        return [
            Pairing(first, second, self._pairs(first, second))
            for first in range(self.players)
            for second in range(first + 1, min(first + self.reach + 1, self.players))
        ]

    def _pairs(self, first: int, second: int) -> int:
        if not self.most:
            return self.pairs
        return min(self.pairs, self.most[first], self.most[second])


class KnockOut(TournamentFormat):
    """The loser of a match is out. Players are seeded by order of entry; the best get byes.

    A tied match continues by one opening at a time, up to a limit; then discs decide, then the
    seed.
    """

    name = "knock-out"
    summary = N_("the loser of a match is out; players are seeded in the given order")
    can_grow = False

    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        return self._follow(played)[0]

    def finish(self, played: Sequence[Round]) -> list[float]:
        """Return the stage in which each player was eliminated; remaining players rank first."""
        out = self._follow(played)[1]
        return [out.get(player, math.inf) for player in range(self.players)]

    def _follow(self, played: Sequence[Round]) -> tuple[list[Pairing], dict[int, int]]:
        """Return the pairings of the next round and the stage of each elimination."""
        field = self._first_field()
        rounds = list(played)
        out: dict[int, int] = {}
        stage = 0
        while len(field) > 1:
            stage += 1
            places = [(field[i], field[-1 - i]) for i in range(len(field) // 2)]
            matches = [(a, b) for a, b in places if a is not None and b is not None]
            if not rounds:
                return [Pairing(a, b, self.pairs) for a, b in matches], out
            winners = self._settle(matches, rounds)
            out |= {b if winner == a else a: stage for (a, b), winner in winners.items()}
            level = [match for match in matches if match not in winners]
            if level:
                return [Pairing(a, b, TIEBREAK_PAIRS) for a, b in level], out
            # Each place goes to the match winner or to the seed with a bye.
            field = [a if b is None else b if a is None else winners[a, b] for a, b in places]
        return [], out

    def _first_field(self) -> list[int | None]:
        places = 1
        while places < self.players:
            places *= 2
        return [seed if seed < self.players else None for seed in range(places)]

    def _settle(
        self, matches: Sequence[tuple[int, int]], rounds: list[Round]
    ) -> dict[tuple[int, int], int]:
        """Return the winners of a stage and remove its rounds and tie-breaks from ``rounds``."""
        points = {match: [0.0, 0.0, 0.0] for match in matches}  # points of both players, discs
        winners: dict[tuple[int, int], int] = {}
        for number in range(TIEBREAK_ROUNDS + 1):
            if not rounds or len(winners) == len(matches):
                break
            for meeting in rounds.pop(0):
                tally = points[meeting.pairing.first, meeting.pairing.second]
                tally[0] += meeting.points[0]
                tally[1] += meeting.points[1]
                tally[2] += meeting.margin
            for (a, b), (first, second, margin) in points.items():
                if first != second:
                    winners[a, b] = a if first > second else b
                elif number == TIEBREAK_ROUNDS:
                    winners[a, b] = b if margin < 0 else a
        return winners

    def games_known(self) -> int | None:
        return None


class Swiss(TournamentFormat):
    """Each round pairs players with similar points who have not met yet."""

    name = "swiss"
    summary = N_("each round pairs players with similar points who have not met")
    can_grow = False

    def __init__(
        self, players: int, pairs: int, seed: int = 0, rounds: int = 0, most: Sequence[int] = ()
    ) -> None:
        super().__init__(players, pairs, seed, rounds, most)
        enough = max(1, (players - 1).bit_length())  # enough for a single winner, as in a knock-out
        possible = players - 1 + players % 2  # more would cause rematches
        self.rounds = min(rounds or enough, possible)

    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        if len(played) >= self.rounds:
            return []
        points = swiss_points(self.players, self.pairs, played)
        met: set[frozenset[int]] = set()
        sat_out: set[int] = set()
        for one in played:
            busy: set[int] = set()
            for meeting in one:
                first, second = meeting.pairing.first, meeting.pairing.second
                met.add(frozenset((first, second)))
                busy |= {first, second}
            sat_out |= set(range(self.players)) - busy
        # Ties in points are broken by a draw that is the same every time.
        lot = list(range(self.players))
        random.Random(f"swiss/{self.seed}/{len(played)}").shuffle(lot)
        order = sorted(range(self.players), key=lambda player: (-points[player], lot[player]))
        if self.players % 2:
            # The lowest-ranked player without a bye gets one.
            for resting in [p for p in reversed(order) if p not in sat_out]:
                pairs = _pair_up([p for p in order if p != resting], met)
                if pairs is not None:
                    break
            else:
                return []
        else:
            pairs = _pair_up(order, met)
            if pairs is None:
                return []
        return [Pairing(first, second, self.pairs) for first, second in pairs]

    def finish(self, played: Sequence[Round]) -> list[float]:
        return swiss_points(self.players, self.pairs, played)

    def games_known(self) -> int | None:
        return self.rounds * (self.players // 2) * 2 * self.pairs


def swiss_points(players: int, pairs: int, played: Sequence[Round]) -> list[float]:
    """Return the points in a Swiss; a bye counts as winning all games of the round."""
    points = [2.0 * pairs * byes for byes in swiss_byes(players, played)]
    for meeting in (meeting for one in played for meeting in one):
        for player, own in zip(
            (meeting.pairing.first, meeting.pairing.second), meeting.points, strict=True
        ):
            points[player] += own
    return points


def swiss_byes(players: int, played: Sequence[Round]) -> list[int]:
    met = [{p for m in one for p in (m.pairing.first, m.pairing.second)} for one in played]
    return [sum(player not in busy for busy in met) for player in range(players)]


def _pair_up(order: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Pair neighbors in the standings without rematches, with backtracking."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    for place, second in enumerate(rest):
        if frozenset((first, second)) not in met:
            others = _pair_up([*rest[:place], *rest[place + 1 :]], met)
            if others is not None:
                return [(first, second), *others]
    return None


FORMATS: dict[str, type[TournamentFormat]] = {
    format.name: format for format in (RoundRobin, Gauntlet, Neighbours, KnockOut, Swiss)
}
