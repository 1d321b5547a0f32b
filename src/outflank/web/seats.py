"""Who may sit at a table on the web: people, the opponents of the catalogue, and invited ones."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from outflank.board import Color
from outflank.game import Game
from outflank.players import (
    RATED_SIZE,
    InvalidSetting,
    Opponent,
    UnknownOpponent,
    find_opponent,
    opponents,
    strength,
)
from outflank.sitting import HUMAN, SeatView
from outflank.web.invited import Invited
from outflank.web.settings import FRIENDLY, InvalidSettings

ADVISERS = ("engine", "lookahead", "positional", FRIENDLY)  # who is asked for a hint, best first
# Settings that spend the server's own means, not a visitor's: a level of the engine is enough.
OWNERS = {"engine": {"threads", "memory", "depth", "nodes", "seconds"}}
LONGEST = 200  # characters of a seat's text
_SEAT = re.compile(r"[A-Za-z0-9_-]+(:[A-Za-z0-9_=.,+ -]*)?")


@dataclass(frozen=True, slots=True)
class ParameterView:
    """What can be set of an opponent."""

    name: str
    default: float
    choices: Sequence[str]
    low: float
    high: float
    meaning: str


@dataclass(frozen=True, slots=True)
class OpponentView:
    """An opponent as the New Game dialog shows it."""

    name: str
    title: str
    sentence: str
    friendly: bool
    strength: str
    levels: Sequence[str]
    """How strong each of its levels is, from the first on."""
    sizes: Sequence[int]
    parameters: Sequence[ParameterView]


class Seats:
    """The seats of one server: what visitors may choose, and what is told about it."""

    def __init__(
        self,
        invited: Mapping[str, Invited] | None = None,
        black: str = HUMAN,
        white: str = FRIENDLY,
    ) -> None:
        self._invited = dict(invited or {})
        self.usual: dict[Color, str] = {}
        """Who sits where, in a game of which nothing is said."""
        for color, text in ((Color.BLACK, black), (Color.WHITE, white)):
            try:
                self.usual[color] = self.checked(text, RATED_SIZE)
            except ValueError as error:
                raise InvalidSettings(
                    f"{color.value} of a visitor's first game: {error} (a program or a file is "
                    "invited first, under a name: --opponent NAME=FILE.py)"
                ) from None

    @property
    def invited_names(self) -> list[str]:
        """The names of the opponents that the owner invited."""
        return list(self._invited)

    def checked(self, text: str, size: int) -> str:
        """The text of a seat, if a visitor may choose it for such a board.

        Players from Python files and other programs (``gtp:COMMAND``) run what their text says. A
        visitor gets those the owner invited, by name; any text that is not a name of ours is
        refused before anything looks at it.
        """
        text = text.strip()
        if text == HUMAN:
            return text
        if text in self._invited:
            sizes = self._invited[text].sizes
        else:
            sizes = self._of_the_catalogue(text, size)
        if size not in sizes:
            raise UnknownOpponent(
                f"{text.partition(':')[0]} does not play on {size}×{size}; "
                f"these do: {self._names(size)}"
            )
        return text

    def of_game(self, game: Game, usual: Mapping[Color, str] | None = None) -> dict[Color, str]:
        """Who sat at a loaded game, where it says so and they may sit here; else the usual ones."""
        seats = {}
        for color, otherwise in (usual or self.usual).items():
            seats[color] = HUMAN
            for text in (otherwise, game.info.get(color.value, otherwise)):
                with suppress(ValueError):
                    seats[color] = self.checked(text, game.size)
        return seats

    def player_text(self, seat: str) -> str:
        """The text that makes the player of a seat."""
        return self._invited[seat].text if seat in self._invited else seat

    def title(self, text: str) -> str:
        """What a seat is called."""
        if text == HUMAN:
            return "Human"
        if text in self._invited:
            return text
        name, _, settings = text.partition(":")
        return _title(name) + (f" ({settings})" if settings else "")

    def view(self, text: str, size: int) -> SeatView:
        """A seat at a board as the page shows it."""
        human = text == HUMAN
        description = "A person." if human else "An opponent that is not installed here."
        if text in self._invited:
            description = self._invited[text].sentence
        elif known := opponents().get(text.partition(":")[0].strip()):
            description = f"{known.sentence} {strength(text, size)}".strip()
        return SeatView(text, human, self.title(text), description)

    def opponent_views(self) -> list[OpponentView]:
        """The opponents as the New Game dialog shows them."""
        return [
            *(_opponent_view(one) for one in opponents().values()),
            *(_invited_view(one) for one in self._invited.values()),
        ]

    def _of_the_catalogue(self, text: str, size: int) -> tuple[int, ...]:
        """The sizes that one of the catalogue plays on, if its settings are a visitor's."""
        listed = text.partition(":")[0] in opponents()
        if not listed or len(text) > LONGEST or not _SEAT.fullmatch(text) or ".py" in text.lower():
            raise UnknownOpponent(
                f"a seat is {HUMAN} or one of {self._names(size)}; got {text[:60]!r}"
            )
        opponent, settings = find_opponent(text)
        owned = OWNERS.get(opponent.name, set()) | {file.name for file in opponent.files}
        if taken := sorted(owned & set(settings)):
            raise InvalidSetting(
                f"{' and '.join(taken)} of {opponent.name} are for the server to decide; "
                "leave them out"
            )
        return opponent.sizes

    def _names(self, size: int) -> str:
        listed = [name for name, one in opponents().items() if size in one.sizes]
        invited = [name for name, one in self._invited.items() if size in one.sizes]
        return ", ".join([*listed, *invited])


def adviser(size: int) -> str:
    """The opponent that gives hints on such a board."""
    known = opponents()
    return next(name for name in ADVISERS if name in known and size in known[name].sizes)


def _opponent_view(opponent: Opponent) -> OpponentView:
    return OpponentView(
        name=opponent.name,
        title=_title(opponent.name),
        sentence=opponent.sentence,
        friendly=opponent.name == FRIENDLY,
        strength=strength(opponent.name, RATED_SIZE),
        levels=_levels(opponent),
        sizes=opponent.sizes,
        parameters=[
            ParameterView(
                parameter.name,
                parameter.default,
                parameter.names,
                parameter.low,
                parameter.high,
                parameter.meaning,
            )
            for parameter in opponent.parameters
            if parameter.name not in OWNERS.get(opponent.name, set())
        ],
    )


def _levels(opponent: Opponent) -> list[str]:
    """How strong each level is, where an opponent has levels."""
    level = next((one for one in opponent.parameters if one.name == "level"), None)
    if level is None:
        return []
    numbers = range(int(level.low), int(level.high) + 1)
    return [strength(f"{opponent.name}:{number}", RATED_SIZE) for number in numbers]


def _invited_view(invited: Invited) -> OpponentView:
    return OpponentView(
        name=invited.name,
        title=invited.name,
        sentence=invited.sentence,
        friendly=False,
        strength="",
        levels=(),
        sizes=invited.sizes,
        parameters=(),
    )


def _title(name: str) -> str:
    return name.strip().replace("-", " ").replace("_", " ").capitalize()
