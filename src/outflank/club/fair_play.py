"""Fair play in rated games: which series of games look arranged."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

DAY = 24 * 3600.0
SERIES = 4  # rated games of two players within a day that are looked at
ONE_SIDED = 0.8  # of the points of a series for one player
SHORT = 40  # moves on average


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A rated game: its players, its end, Black's score of 1, 0.5 or 0, and its moves."""

    black: str
    white: str
    at: float
    points: float
    moves: int


@dataclass(frozen=True, slots=True)
class Series:
    """Rated games of two players within a day; the winner comes first."""

    winner: str
    loser: str
    games: int
    points: float  # of the winner
    moves: float  # per game
    since: float
    until: float


def suspicious(games: Iterable[SeriesGame]) -> list[Series]:
    """Return the series that look arranged, latest first: one-sided, or of short games.

    >>> day = [SeriesGame("ann", "ben", 60.0 * hour, 1.0, 24) for hour in range(4)]
    >>> [(one.winner, one.games, one.points) for one in suspicious(day)]
    [('ann', 4, 4.0)]
    >>> suspicious(day[:3])
    []
    """
    pairs: dict[frozenset[str], list[SeriesGame]] = defaultdict(list)
    for game in games:
        pairs[frozenset((game.black, game.white))].append(game)
    found = []
    for played in pairs.values():
        played.sort(key=lambda game: game.at)
        first = 0
        for place in range(1, len(played) + 1):
            if place == len(played) or played[place].at - played[first].at > DAY:
                if (series := _series(played[first:place])) is not None:
                    found.append(series)
                first = place
    return sorted(found, key=lambda series: -series.until)


def _series(played: Sequence[SeriesGame]) -> Series | None:
    one, other = played[0].black, played[0].white
    points = sum(game.points if game.black == one else 1 - game.points for game in played)
    if points < len(played) / 2:
        one, other, points = other, one, len(played) - points
    moves = sum(game.moves for game in played) / len(played)
    if len(played) < SERIES or (points < ONE_SIDED * len(played) and moves >= SHORT):
        return None
    return Series(one, other, len(played), points, moves, played[0].at, played[-1].at)
