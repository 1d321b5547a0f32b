"""Who meets whom, and when.

A format is asked for one round after the other and is shown what happened so far; it answers from
that alone, so a run that was killed and resumed pairs exactly as it would have.
"""

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.translation import N_

TIEBREAK_PAIRS = 1  # a level knock-out match goes on by one opening at a time …
TIEBREAK_ROUNDS = 8  # … so often, before discs and then the order of entry decide


@dataclass(frozen=True)
class Pairing:
    """Two players (by number) who meet over some pairs of games."""

    first: int
    second: int
    pairs: int


@dataclass(frozen=True)
class Meeting:
    """A pairing that was played."""

    pairing: Pairing
    points: tuple[float, float]
    margin: int = 0  # discs, first minus second


Round = Sequence[Meeting]


class TournamentFormat(ABC):
    """A way to run a tournament."""

    name: str
    summary: str
    can_grow = True  # whether more pairs leave the games of a shorter run as they are

    def __init__(
        self, players: int, pairs: int, seed: int = 0, rounds: int = 0, most: Sequence[int] = ()
    ) -> None:
        self.players = players
        self.pairs = pairs
        self.seed = seed
        self.rounds = rounds
        self.most = most  # pairs a player plays of one pairing, where that is limited

    @abstractmethod
    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        """The pairings of the next round; none when the tournament is over."""

    def finish(self, played: Sequence[Round]) -> list[float]:
        """How far everybody got by the format's own measure, more being better; by Elo if level."""
        return [0.0] * self.players

    def games_known(self) -> int | None:
        """How many games there will be, where that is known beforehand."""
        return 2 * sum(pairing.pairs for pairing in self.next_round([]))


class RoundRobin(TournamentFormat):
    """Everybody meets everybody."""

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
    """The first player meets all the others, who do not meet each other."""

    name = "gauntlet"
    summary = N_("the first player meets all others")

    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        if played:
            return []
        return [Pairing(0, other, self.pairs) for other in range(1, self.players)]


class Neighbours(TournamentFormat):
    """Each player meets the next two in the list: few games make one scale of many strengths.

    Players far apart tell little about each other, as one wins everything; those next to each
    other tell most.
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
    """Who loses a match is out. Seeded by the order of entry; the best get the free places.

    A level match goes on by one opening at a time; if that does not end, discs decide, and then
    the better seed goes through.
    """

    name = "knock-out"
    summary = N_("the loser of a match is out; players are seeded in the given order")
    can_grow = False

    def next_round(self, played: Sequence[Round]) -> list[Pairing]:
        return self._follow(played)[0]

    def finish(self, played: Sequence[Round]) -> list[float]:
        """The stage in which a player went out; who is still in comes before all of them."""
        out = self._follow(played)[1]
        return [out.get(player, math.inf) for player in range(self.players)]

    def _follow(self, played: Sequence[Round]) -> tuple[list[Pairing], dict[int, int]]:
        """The pairings of the next round, and in which stage each of the losers went out."""
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
            # Each place goes to its winner, or to the seed nobody was drawn against.
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
        """Winners of one stage; takes its main round and its tie-breaks off the list of rounds."""
        points = {match: [0.0, 0.0, 0.0] for match in matches}  # first, second, discs
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
    """Each round pairs players with about the same points who have not met yet."""

    name = "swiss"
    summary = N_("each round pairs players with similar points who have not met")
    can_grow = False

    def __init__(
        self, players: int, pairs: int, seed: int = 0, rounds: int = 0, most: Sequence[int] = ()
    ) -> None:
        super().__init__(players, pairs, seed, rounds, most)
        enough = max(1, (players - 1).bit_length())  # for one winner, as in a knock-out
        possible = players - 1 + players % 2  # more would repeat a meeting
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
        # Ties in points are broken by lot, the same lot whenever the run is looked at.
        lot = list(range(self.players))
        random.Random(f"swiss/{self.seed}/{len(played)}").shuffle(lot)
        order = sorted(range(self.players), key=lambda player: (-points[player], lot[player]))
        if self.players % 2:
            # The last in the table who has not sat out yet does.
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
        """The points, with those for sitting out."""
        return swiss_points(self.players, self.pairs, played)

    def games_known(self) -> int | None:
        return self.rounds * (self.players // 2) * 2 * self.pairs


def swiss_points(players: int, pairs: int, played: Sequence[Round]) -> list[float]:
    """Everybody's points in a Swiss; who sits a round out gets as many as for winning it all."""
    points = [2.0 * pairs * byes for byes in swiss_byes(players, played)]
    for meeting in (meeting for one in played for meeting in one):
        for player, own in zip(
            (meeting.pairing.first, meeting.pairing.second), meeting.points, strict=True
        ):
            points[player] += own
    return points


def swiss_byes(players: int, played: Sequence[Round]) -> list[int]:
    """In how many rounds everybody sat out."""
    met = [{p for m in one for p in (m.pairing.first, m.pairing.second)} for one in played]
    return [sum(player not in busy for busy in met) for player in range(players)]


def _pair_up(order: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Pair neighbors in the standings without rematches, backtracking when stuck."""
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
