"""Points, pairs, discs and ratings of a tournament in progress, independent of display."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from outflank.arena.records import PlayedGame
from outflank.arena.statistics.elo import Estimate, PairResult, Pentanomial, Ratings
from outflank.board import Color


@dataclass
class Tally:
    """A player's results in total or against one opponent."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    margin: int = 0  # disc difference over games without forfeits
    finished: int = 0  # number of those games
    forfeits: int = 0  # of this player
    as_black: float = 0.0  # points
    seconds: float = 0.0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """Points: 1 per win, ½ per draw."""
        return self.won + self.drawn / 2

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def says_strength(self) -> bool:
        """True if at most a tenth of the games were forfeits."""
        return self.finished > 0 and self.finished >= 0.9 * self.games

    @property
    def mean_margin(self) -> float | None:
        """Mean disc difference without forfeits; None if every game was a forfeit."""
        return self.margin / self.finished if self.finished else None

    def add(self, record: PlayedGame, player: str) -> None:
        points = record.points(player)
        self.won += points == 1
        self.drawn += points == 0.5
        self.lost += points == 0
        margin = record.margin(player)
        if margin is not None:
            self.margin += margin
            self.finished += 1
        if record.black == player:
            self.as_black += points
        self.seconds += record.seconds[0 if record.black == player else 1]
        if record.fault and record.fault.player == player:
            self.forfeits += 1


@dataclass
class Standings:
    """The results so far; games may be added in any order."""

    players: Sequence[str]
    total: dict[str, Tally] = field(init=False)
    against: dict[tuple[str, str], Tally] = field(init=False)
    games: int = 0
    draws: int = 0
    black_points: float = 0.0

    def __post_init__(self) -> None:
        self.total = {name: Tally() for name in self.players}
        self.against = {}
        self._half: dict[int, PlayedGame] = {}
        self._pairs: Counter[tuple[str, str, float]] = Counter()

    @classmethod
    def of(cls, players: Sequence[str], records: Iterable[PlayedGame]) -> "Standings":
        standings = cls(players)
        for record in records:
            standings.add(record)
        return standings

    def add(self, record: PlayedGame) -> None:
        self.games += 1
        self.draws += record.winner is None
        self.black_points += {Color.BLACK: 1.0, Color.WHITE: 0.0, None: 0.5}[record.winner]
        for player, opponent in ((record.black, record.white), (record.white, record.black)):
            self.total[player].add(record, player)
            self.against.setdefault((player, opponent), Tally()).add(record, player)
        other = self._half.pop(record.pair, None)
        if other is None:
            self._half[record.pair] = record
        else:
            first, second = sorted((record.black, record.white), key=self.players.index)
            self._pairs[first, second, record.points(first) + other.points(first)] += 1

    def pairs(self, first: str, second: str) -> Pentanomial:
        """Return the complete pairs of games between two players, from the view of the first."""
        if self.players.index(first) > self.players.index(second):
            return self.pairs(second, first).reversed
        counts = [self._pairs[first, second, half / 2] for half in range(5)]
        return Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))

    def ratings(self) -> Ratings:
        """Return the Bradley–Terry ratings; an incomplete pair counts as one game.

        Players who only forfeited have no rating, and their games do not count for the others.
        """
        results = [
            PairResult(first, second, points, times=times)
            for (first, second, points), times in self._pairs.items()
        ]
        results += [
            PairResult(record.black, record.white, record.points(record.black), games=1)
            for record in self._half.values()
        ]
        from outflank.arena.statistics.bradley_terry import fit  # needs numpy

        failed = {name for name, tally in self.total.items() if tally.forfeits == tally.games > 0}
        counted = [each for each in results if not failed & {each.first, each.second}]
        found = fit([name for name in self.players if name not in failed], counted)
        unknown = dict.fromkeys(failed, Estimate(0.0, -math.inf, math.inf))
        return Ratings({**found.of, **unknown}, found.imagined)

    def ranking(self, ratings: Ratings) -> list[str]:
        """Sort the players from best to worst by rating; those without a rating come last."""
        return sorted(ratings.ranking(), key=lambda name: not self.total[name].finished)

    @property
    def draw_rate(self) -> float:
        return self.draws / self.games if self.games else 0.0

    @property
    def black_score(self) -> float:
        """Points per game of the side with the black discs."""
        return self.black_points / self.games if self.games else 0.0
