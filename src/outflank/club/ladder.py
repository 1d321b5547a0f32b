"""The ladder: everybody's strength at each pace, counted game by game.

What it says follows from the games and their order alone, so it can be counted anew at any time.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from outflank.club.glicko import GlickoRating, after, aged
from outflank.game import TimeControl

Pace = Literal["blitz", "rapid", "slow", "untimed"]
"""How quickly one plays; strength is measured for each by itself."""
PACES: tuple[Pace, ...] = get_args(Pace)
MOVES = 30  # that a player has to make in a game
BLITZ, RAPID = 7 * 60.0, 20 * 60.0  # seconds up to which a player's time for a game is called so
PERIOD = 7 * 24 * 3600.0  # seconds in which one who does not play becomes as unsure as by Glicko


UNKNOWN = GlickoRating()


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts: between whom, when it ended, and Black's points, 1, 0.5 or 0."""

    black: str
    white: str
    pace: Pace
    at: float
    points: float


@dataclass(frozen=True, slots=True)
class Counted:
    """Somebody's strength at one pace, after so many games, the last of them at a time."""

    rating: GlickoRating = UNKNOWN
    games: int = 0
    at: float = 0.0

    def now(self, at: float) -> GlickoRating:
        """The strength at a later time, of which one is less sure."""
        return aged(self.rating, self._periods(at))

    def after(self, opponent: GlickoRating, points: float, at: float) -> "Counted":
        rating = after(self.rating, [(opponent, points)], self._periods(at))
        return Counted(rating, self.games + 1, max(at, self.at))

    def _periods(self, at: float) -> float:
        return max(0.0, at - self.at) / PERIOD if self.games else 0.0


class Ladder:
    """Everybody's strength; whoever has not played is not in it yet.

    >>> ladder = Ladder()
    >>> black, white = ladder.count(RatedGame("ann", "ben", "blitz", 0.0, 1.0))
    >>> round(black.rating.value), round(white.rating.value), black.games
    (1662, 1338, 1)
    """

    def __init__(self, known: dict[tuple[str, Pace], Counted] | None = None) -> None:
        self.known = known or {}

    def of(self, who: str, pace: Pace) -> Counted:
        return self.known.get((who, pace), Counted())

    def count(self, game: RatedGame) -> tuple[Counted, Counted]:
        """Count a game; both as they stand then."""
        black, white = self.of(game.black, game.pace), self.of(game.white, game.pace)
        both = (
            black.after(white.now(game.at), game.points, game.at),
            white.after(black.now(game.at), 1 - game.points, game.at),
        )
        for who, counted in zip((game.black, game.white), both, strict=True):
            self.known[who, game.pace] = counted
        return both


def pace_of(clock: TimeControl | None) -> Pace:
    """The pace of a time control, by what a player has for a whole game."""
    if clock is None:
        return "untimed"
    seconds = clock.seconds + MOVES * clock.increment
    return "blitz" if seconds <= BLITZ else "rapid" if seconds <= RAPID else "slow"
