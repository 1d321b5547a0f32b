"""What makes a player: numbers, which can be set, shown and tuned, and files it reads."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

Value = int | float
Setting = Value | str
"""What somebody chose: a number, or the name of a file."""


class InvalidSetting(ValueError):
    """A setting a player does not have, or a value outside its range."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of a player: its name, usual value, range, and what it means."""

    name: str
    default: Value
    low: Value
    high: Value
    meaning: str
    names: tuple[str, ...] = ()
    """What the values are called, if they have names: the first is 0, the next 1, and so on."""

    def shown(self, value: Value) -> str:
        """A value as people write it."""
        return self.names[int(value)] if self.names else f"{value:g}"

    @property
    def range(self) -> str:
        """The values there are, for people."""
        return " or ".join(self.names) if self.names else f"{self.low} to {self.high}"

    def parse(self, text: str) -> Value:
        """Read a value, whole where the usual one is whole."""
        if text.lower() in self.names:
            return self.names.index(text.lower())
        kind = type(self.default)
        try:
            return self.checked(kind(text))
        except (ValueError, OverflowError) as error:
            if isinstance(error, InvalidSetting):
                raise
            raise InvalidSetting(f"{self.name} must be {self._expected}; got {text!r}") from None

    def checked(self, value: Value) -> Value:
        """The value itself, if it is within the range."""
        if not self.low <= value <= self.high:
            expected = self.range if self.names else f"from {self.range}"
            raise InvalidSetting(f"{self.name} must be {expected}; got {value}")
        return value

    @property
    def _expected(self) -> str:
        if self.names:
            return self.range
        return (
            f"{'a whole number' if isinstance(self.default, int) else 'a number'} from {self.range}"
        )


@dataclass(frozen=True, slots=True)
class FileParameter:
    """A file that a player reads: the setting's name, and what the file is.

    Only whoever may read files here names one: a server refuses it from its visitors.
    """

    name: str
    meaning: str

    def parse(self, text: str) -> str:
        """The file's name; whoever opens it says what is wrong with it."""
        if not text:
            raise InvalidSetting(f"{self.name} is the name of a file; got nothing")
        return text


def parse_settings(
    text: str, parameters: Sequence[Parameter | FileParameter]
) -> dict[str, Setting]:
    """Read settings such as ``corner=40,edge=3``; a value without a name sets the first parameter.

    >>> depth = Parameter("depth", 3, 1, 12, "plies looked ahead")
    >>> parse_settings("depth=5", [depth]), parse_settings("5", [depth])
    ({'depth': 5}, {'depth': 5})
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    settings: dict[str, Setting] = {}
    for position, part in enumerate(text.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and position == 0 and parameters:
            name, value = parameters[0].name, name
        if name not in by_name:
            raise InvalidSetting(_unknown(name, list(by_name)))
        if name in settings:
            raise InvalidSetting(f"{name} is set twice in {text!r}")
        settings[name] = by_name[name].parse(value)
    return settings


def _unknown(name: str, known: list[str]) -> str:
    if not known:
        return f"this player has no settings; got {name!r}"
    nearest = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {nearest[0]}?" if nearest else ""
    return f"a setting is one of {', '.join(known)}; got {name!r}{hint}"
