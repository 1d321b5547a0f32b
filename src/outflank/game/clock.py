"""Time controls. Nothing here reads a clock: the time of a move is always an argument."""

from dataclasses import dataclass

from outflank.translation import _

LONGEST = 10**9
"""The maximum seconds of a move or clock, about thirty years; larger values are invalid."""


class InvalidTimeControl(ValueError):
    """A text that is not a time control."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time for each side, and the increment per move."""

    seconds: float
    increment: float = 0.0

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
        return f"{_minutes(self.seconds)}+{self.increment:g}"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time a side has left when its turn begins."""

    seconds: float
    increment: float = 0.0
    """Seconds added per move."""


def parse_time_control(text: str) -> TimeControl:
    """Parse a time control such as ``5+3`` (minutes, increment in seconds), ``10`` or ``1:30+0``.

    >>> parse_time_control("1:30+2")
    TimeControl(seconds=90.0, increment=2.0)
    """
    main, _plus, increment = text.strip().partition("+")
    minutes, _colon, seconds = main.partition(":")
    try:
        numbers = float(minutes), float(seconds or 0), float(increment or 0)
        if min(numbers) < 0:
            raise ValueError
        return TimeControl(60 * numbers[0] + numbers[1], numbers[2])
    except ValueError:
        raise InvalidTimeControl(
            _(
                "{text} is not a time control. Write minutes and seconds per move, such as 5+3 or "
                "1:30+0",
                text=repr(text),
            )
        ) from None


def _minutes(seconds: float) -> str:
    whole, rest = divmod(seconds, 60)
    return f"{whole:g}" if not rest else f"{whole:g}:{rest:04.1f}".removesuffix(".0")
