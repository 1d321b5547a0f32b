"""The ladder: ratings of all members at each pace, updated game by game.

It depends only on the games and their order, so it can be recalculated at any time.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from outflank.club.fair_play import DAY
from outflank.club.glicko import GlickoRating, after, aged
from outflank.game import TimeControl

Pace = Literal["blitz", "rapid", "slow", "untimed"]
"""The class of a time control; each has its own ratings."""
PACES: tuple[Pace, ...] = get_args(Pace)
MOVES = 30  # of one player in a game
BLITZ, RAPID = 7 * 60.0, 20 * 60.0  # longest time per player, in seconds
PERIOD = 7 * 24 * 3600.0  # the Glicko rating period, in seconds
AGAIN = 0.5  # the worth of another game of the same two players within a day

UNKNOWN = GlickoRating()


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game with its end time and Black's score: 1, 0.5 or 0."""

    black: str
    white: str
    pace: Pace
    at: float
    points: float


@dataclass(frozen=True, slots=True)
class Counted:
    """A player's rating at one pace, the number of games, and the time of the last game."""

    rating: GlickoRating = UNKNOWN
    games: int = 0
    at: float = 0.0

    def now(self, at: float) -> GlickoRating:
        """Return the rating at a later time, with a larger deviation."""
        return aged(self.rating, self._periods(at))

    def after(self, opponent: GlickoRating, points: float, at: float, worth: float) -> "Counted":
        rating = after(self.rating, [(opponent, points)], self._periods(at), worth)
        return Counted(rating, self.games + 1, max(at, self.at))

    def _periods(self, at: float) -> float:
        return max(0.0, at - self.at) / PERIOD if self.games else 0.0


class Ladder:
    """The ratings of all players who have played a rated game.

    >>> ladder = Ladder()
    >>> black, white = ladder.count(RatedGame("ann", "ben", "blitz", 0.0, 1.0))
    >>> round(black.rating.value), round(white.rating.value), black.games
    (1662, 1338, 1)
    """

    def __init__(self, known: dict[tuple[str, Pace], Counted] | None = None) -> None:
        self.known = known or {}
        self._met: dict[frozenset[str], list[float]] = {}  # when pairs of players played

    def of(self, who: str, pace: Pace) -> Counted:
        return self.known.get((who, pace), Counted())

    def remember(self, game: RatedGame) -> None:
        """Note a game that was counted before: the next ones of this pair are worth less."""
        self._met.setdefault(_pair(game), []).append(game.at)

    def count(self, game: RatedGame) -> tuple[Counted, Counted]:
        """Rate a game and return the new ratings of both players."""
        black, white = self.of(game.black, game.pace), self.of(game.white, game.pace)
        worth = AGAIN ** sum(at > game.at - DAY for at in self._met.get(_pair(game), ()))
        self.remember(game)
        both = (
            black.after(white.now(game.at), game.points, game.at, worth),
            white.after(black.now(game.at), 1 - game.points, game.at, worth),
        )
        for who, counted in zip((game.black, game.white), both, strict=True):
            self.known[who, game.pace] = counted
        return both


def _pair(game: RatedGame) -> frozenset[str]:
    return frozenset((game.black, game.white))


def pace_of(clock: TimeControl | None) -> Pace:
    """Return the pace of a time control, from a player's estimated time for a whole game."""
    if clock is None:
        return "untimed"
    seconds = clock.seconds + MOVES * clock.increment  # days per move are slow anyway
    return "blitz" if seconds <= BLITZ else "rapid" if seconds <= RAPID else "slow"
