"""What somebody at a shared table does (events), and what a meeting tells besides a sitting."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from outflank.board import Color, Square
from outflank.game import Game
from outflank.players import FailureKind

Wish = Literal["take-back", "rematch", "abort"]
"""What one player may propose and the other answers."""
WISHES: tuple[Wish, ...] = ("take-back", "rematch", "abort")

LONGEST_TEXT = 140  # characters of what is said in words of one's own
PHRASES: Mapping[str, str] = {
    "hello": "Hello",
    "luck": "Good luck",
    "moment": "One moment",
    "back": "I am back",
    "nice": "Nice move",
    "oops": "Oops",
    "well-played": "Well played",
    "thanks": "Thank you",
    "bye": "Goodbye",
}
"""What one can say at a table, by its name."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who holds a seat: a key that nobody else knows or is shown, and a name."""

    key: str
    name: str
    program: bool = False
    member: str = ""
    """In the club, as others know them; empty for a guest."""
    face: str = ""
    rating: int | None = None
    """When they sat down; None where nothing is known."""


FAILED: Mapping[FailureKind, str] = {
    "crash": "crashed",
    "illegal": "played an illegal square",
    "memory": "wanted too much memory",
    "time": "ran out of time",
}
"""What is told of a program that failed; what it says itself is its owner's affair."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a program did wrong, in its owner's words."""

    kind: FailureKind
    message: str


# --- Events: what somebody did -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Somebody sits down on a free seat."""

    color: Color
    person: Person


@dataclass(frozen=True, slots=True)
class Play:
    """A player chose a square, after so many seconds as measured on the player's side."""

    square: Square
    thought: float | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """A player would like something that needs the other one's consent."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class Answer:
    """A player agrees to what the other one proposed, or does not; who proposed takes it back."""

    yes: bool


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A player resigns; a program that failed says how, and forfeits."""

    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Somebody noticed that the side to move has no time left; the clock says if that is so."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A player wants the game, as the other one has been away for long."""


@dataclass(frozen=True, slots=True)
class Say:
    """A player says one of ``PHRASES``."""

    phrase: str


@dataclass(frozen=True, slots=True)
class Write:
    """A player says something in words of their own; whoever runs the table allows it or not."""

    text: str


@dataclass(frozen=True, slots=True)
class Come:
    """A player is here (again)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player is not here any more; perhaps the line was cut."""


MeetingEvent: TypeAlias = (
    TakeSeat | Play | Propose | Answer | GiveUp | TimeUp | Claim | Say | Write | Come | Leave
)

# --- Instructions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BeginAnother:
    """Both want to play again: a game with the same terms, each with the other colour."""

    game: Game
    seats: Mapping[Color, Person]
