"""Settings of players: tunable numbers, and files."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.translation import _

MOST_NAMES = 20  # values of a setting that are listed one by one
Value = int | float
Setting = Value | str
"""The value of a setting: a number or a file path."""


class InvalidSetting(ValueError):
    """An unknown setting, or a value outside its range."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A numeric setting: its name, default, range and description."""

    name: str
    default: Value
    low: Value
    high: Value
    meaning: str
    names: tuple[str, ...] = ()
    """The names of the values, if any, starting at 0."""

    def shown(self, value: Value) -> str:
        """Format a value for users."""
        return self.names[int(value)] if self.names else f"{value:g}"

    @property
    def range(self) -> str:
        """The range of values, for users."""
        if len(self.names) > MOST_NAMES:
            return _("{first}, or a name such as {name}", first=self.names[0], name=self.names[-1])
        if self.names:
            return ", ".join(self.names)
        return _("{low} to {high}", low=self.low, high=self.high)

    def parse(self, text: str) -> Value:
        """Parse a value; an integer if the default is one."""
        if text.lower() in self.names:
            return self.names.index(text.lower())
        kind = type(self.default)
        try:
            return self.checked(kind(text))
        except (ValueError, OverflowError) as error:
            if isinstance(error, InvalidSetting):
                raise
            raise self._refusal(text) from None

    def checked(self, value: Value) -> Value:
        """Return the value, or raise an error if it is out of range."""
        if not self.low <= value <= self.high:
            raise self._refusal(value)
        return value

    def _refusal(self, got: Value | str) -> InvalidSetting:
        if len(self.names) > MOST_NAMES:
            text = _("{name} must be {values}, not {got}.")
        elif self.names:
            text = _("{name} must be one of {values}, not {got}.")
        elif not isinstance(got, str):
            text = _("{name} must be from {values}, not {got}.")
        elif isinstance(self.default, int):
            text = _("{name} must be a whole number from {values}, not {got}.")
        else:
            text = _("{name} must be a number from {values}, not {got}.")
        return InvalidSetting(text.format(name=self.name, values=self.range, got=repr(got)))


@dataclass(frozen=True, slots=True)
class FileParameter:
    """A file setting: its name and the description of the file.

    A server does not allow visitors to set one.
    """

    name: str
    meaning: str

    def parse(self, text: str) -> str:
        """Return the path; errors are found when the file is opened."""
        if not text:
            raise InvalidSetting(_("{name} must be the name of a file.", name=self.name))
        return text


def parse_settings(
    text: str, parameters: Sequence[Parameter | FileParameter]
) -> dict[str, Setting]:
    """Parse settings such as ``corner=40,edge=3``; an unnamed value sets the first parameter.

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
            raise InvalidSetting(_("{name} is set twice in {text}.", name=name, text=repr(text)))
        settings[name] = by_name[name].parse(value)
    return settings


def _unknown(name: str, known: list[str]) -> str:
    if not known:
        return _("This player has no settings, so {name} cannot be set.", name=repr(name))
    nearest = difflib.get_close_matches(name, known, n=1)
    text = _(
        "There is no setting {name}. Settings: {known}.", name=repr(name), known=", ".join(known)
    )
    return text + " " + _("Did you mean {name}?", name=nearest[0]) if nearest else text
