"""Time controls. Nothing here reads a clock: the time of a move is always an argument."""

from dataclasses import dataclass

from outflank.translation import _

LONGEST = 10**9
"""The maximum seconds of a move or clock, about thirty years; larger values are invalid."""


class InvalidTimeControl(ValueError):
    """A text that is not a time control."""


DAY = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time for each side, and the increment per move; or the time for each move."""

    seconds: float
    increment: float = 0.0
    per_move: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= LONGEST or not 0 <= self.increment <= LONGEST:
            raise ValueError(
                _(
                    "A clock needs more than 0 seconds and an increment of 0 or more, at most "
                    "{most}. This one has {seconds} and {increment}",
                    most=LONGEST,
                    seconds=repr(self.seconds),
                    increment=repr(self.increment),
                )
            )

    def __str__(self) -> str:
        if self.per_move:
            return f"{self.seconds / DAY:g}d"
        return f"{_minutes(self.seconds)}+{self.increment:g}"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time a side has left when its turn begins."""

    seconds: float
    increment: float = 0.0
    """Seconds added per move."""


def parse_time_control(text: str) -> TimeControl:
    """Parse a time control: ``5+3`` (minutes, increment in seconds), ``10``, ``1:30+0``, ``3d``.

    >>> parse_time_control("1:30+2")
    TimeControl(seconds=90.0, increment=2.0, per_move=False)
    >>> parse_time_control("3d")  # three days for each move
    TimeControl(seconds=259200.0, increment=0.0, per_move=True)
    """
    main, _plus, increment = text.strip().partition("+")
    minutes, _colon, seconds = main.partition(":")
    try:
        if text.strip().endswith("d"):
            return TimeControl(DAY * float(text.strip()[:-1]), per_move=True)
        numbers = float(minutes), float(seconds or 0), float(increment or 0)
        if min(numbers) < 0:
            raise ValueError
        return TimeControl(60 * numbers[0] + numbers[1], numbers[2])
    except ValueError:
        raise InvalidTimeControl(
            _(
                "{text} is not a time control. Write minutes and seconds per move, such as 5+3 or "
                "1:30+0, or days per move, such as 3d",
                text=repr(text),
            )
        ) from None


def _minutes(seconds: float) -> str:
    whole, rest = divmod(seconds, 60)
    return f"{whole:g}" if not rest else f"{whole:g}:{rest:04.1f}".removesuffix(".0")
