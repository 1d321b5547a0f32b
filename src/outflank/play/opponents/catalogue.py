"""The catalogue of opponents as the new-game screens show it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from outflank.play.opponents.characters import character_of
from outflank.play.seat import HUMAN
from outflank.players import RATED_SIZE, Opponent, opponents, strength
from outflank.translation import _

FRIENDLY = "greedy"  # a beginner can beat it


@dataclass(frozen=True, slots=True)
class ParameterView:
    """One setting of an opponent."""

    name: str
    default: float
    choices: Sequence[str]
    low: float
    high: float
    meaning: str


@dataclass(frozen=True, slots=True)
class OpponentView:
    """An opponent and its settings."""

    name: str
    title: str
    sentence: str
    friendly: bool
    strength: str
    levels: Sequence[str]  # the strength of each level, from the first
    sizes: Sequence[int]
    parameters: Sequence[ParameterView]

    @property
    def settings(self) -> str:
        """The default settings, such as ``corner=30,edge=5``; empty if there are none."""
        return ",".join(
            f"{p.name}={p.choices[int(p.default)] if p.choices else f'{p.default:g}'}"
            for p in self.parameters
        )

    def without(self, settings: set[str]) -> "OpponentView":
        """Return this opponent without the given settings."""
        return replace(self, parameters=[p for p in self.parameters if p.name not in settings])


def offered_opponents() -> dict[str, OpponentView]:
    """Return the opponents by name, in the order of the catalogue.

    >>> offered_opponents()["greedy"].settings
    ''
    """
    return {
        name: OpponentView(
            name=name,
            title=_title(name),
            sentence=opponent.sentence,
            friendly=name == FRIENDLY,
            strength=strength(name, RATED_SIZE),
            levels=_levels(opponent),
            sizes=opponent.sizes,
            parameters=[
                ParameterView(one.name, one.default, one.names, one.low, one.high, one.meaning)
                for one in opponent.parameters
            ],
        )
        for name, opponent in opponents().items()
    }


def about(seat: str, size: int) -> str:
    """Describe an opponent of the catalogue and its strength on this board size.

    For a character, describe its style. Return "" if the catalogue has no such name.
    """
    known = opponents().get(_name(seat))
    if known is None:
        return ""
    character = character_of(seat)
    plays = known.sentence if character is None else f"{character.name}: {character.line}"
    return f"{plays} {strength(seat, size)}".strip()


def seat_title(seat: str) -> str:
    """Return the display name of a seat: ``Greta``, ``Positional (corner=40)``.

    Invited opponents, player files and other programs keep their own names.
    """
    if seat == HUMAN:
        return _("Human")
    name = _name(seat)
    if name not in opponents():
        return seat
    if character := character_of(seat):
        return character.name
    settings = seat.partition(":")[2]
    return _title(name) + (f" ({settings})" if settings else "")


def _name(seat: str) -> str:
    return seat.partition(":")[0].strip()


def _title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def _levels(opponent: Opponent) -> list[str]:
    """Return the strength of each level, for opponents with levels."""
    level = next((one for one in opponent.parameters if one.name == "level"), None)
    if level is None:
        return []
    numbers = range(int(level.low), int(level.high) + 1)
    return [strength(f"{opponent.name}:{number}", RATED_SIZE) for number in numbers]
