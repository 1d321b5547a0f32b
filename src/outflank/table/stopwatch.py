"""How long the side to move has been thinking, for games with a clock."""

from collections.abc import Callable

from outflank.board import Color
from outflank.sitting import HUMAN, Sitting, TimeLeft


class Stopwatch:
    """Follows a sitting and measures the turn; what time it is comes from the function given.

    >>> from outflank.game import Game, TimeControl
    >>> time = 100.0
    >>> game = Game(clock=TimeControl(60))
    >>> watch = Stopwatch(lambda: time)
    >>> watch.follow(Sitting(game, {Color.BLACK: "human", Color.WHITE: "human"}))
    >>> time = 112.5
    >>> watch.elapsed, watch.remaining(Color.BLACK), watch.remaining(Color.WHITE)
    (12.5, 47.5, 60.0)
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._sitting: Sitting | None = None
        self._ply = -1
        self._spent = 0.0  # on this turn, before the watch was last started
        self._since: float | None = None  # when it was last started; None while it stands

    def resume(self, sitting: Sitting, spent: float, since: float | None) -> None:
        """Go on with a turn that was begun elsewhere: so long before, and running since."""
        self._sitting, self._ply = sitting, sitting.game.ply
        self._spent, self._since = spent, since

    @property
    def turn(self) -> tuple[float, float | None]:
        """What ``resume`` takes."""
        return self._spent, self._since

    def follow(self, sitting: Sitting) -> None:
        """Note what changed: another turn starts at zero; a pause or the end stops the watch."""
        if sitting is not self._sitting or sitting.game.ply != self._ply:
            self._sitting, self._ply = sitting, sitting.game.ply
            self._spent, self._since = 0.0, None
        runs = not sitting.game.is_over and not (sitting.paused and sitting.seat_to_move != HUMAN)
        if runs and self._since is None:
            self._since = self._now()
        elif not runs and self._since is not None:
            self._spent, self._since = self.elapsed, None

    @property
    def elapsed(self) -> float:
        """The seconds the side to move has taken so far."""
        return self._spent + (0.0 if self._since is None else self._now() - self._since)

    def remaining(self, color: Color) -> float | None:
        """The seconds a side has left now, never below zero; None in a game without a clock."""
        if self._sitting is None or self._sitting.game.clock is None:
            return None
        game = self._sitting.game
        running = self.elapsed if color is game.turn and not game.is_over else 0.0
        return max(0.0, game.remaining(color) - running)

    def left(self, color: Color) -> TimeLeft | None:
        """What a side that begins to think now has; None in a game without a clock."""
        seconds = self.remaining(color)
        if seconds is None or self._sitting is None or self._sitting.game.clock is None:
            return None
        return TimeLeft(seconds, self._sitting.game.clock.increment)
