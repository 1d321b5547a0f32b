"""The state of a shared game besides the game itself: terms, proposals, messages, absences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from outflank.board import Color
from outflank.players import FailureKind
from outflank.translation import N_

Wish = Literal["take-back", "rematch", "abort"]  # the proposals that a player can make
WISHES: tuple[Wish, ...] = ("take-back", "rematch", "abort")

LONGEST_TEXT = 140  # characters of a chat message
PHRASES: Mapping[str, str] = {
    "hello": N_("Hello"),
    "luck": N_("Good luck"),
    "moment": N_("One moment"),
    "back": N_("I am back"),
    "nice": N_("Nice move"),
    "oops": N_("Oops"),
    "well-played": N_("Well played"),
    "thanks": N_("Thank you"),
    "bye": N_("Goodbye"),
}
"""The preset phrases by name; translated when shown."""
FAILED: Mapping[FailureKind, str] = {
    "crash": N_("{player} crashed."),
    "illegal": N_("{player} played an illegal move."),
    "memory": N_("{player} used too much memory."),
    "time": N_("{player} ran out of time."),
}
"""The failure messages for other players; the owner sees the details."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A program's failure, with a message for its owner."""

    kind: FailureKind
    message: str


@dataclass(frozen=True, slots=True)
class Terms:
    """The host's choices besides board and clock, which are part of the game."""

    takebacks: bool = True
    early_study: bool = False  # the game may be studied before it is over
    rated: bool = False
    """The result changes the ratings of both players, who are members of the club."""
    club: bool = False  # visible to the whole club
    event: str = ""
    """The club event of the game: clocks run from the first move, proposals are disabled."""


@dataclass(frozen=True, slots=True)
class Proposal:
    wish: Wish
    by: Color


@dataclass(frozen=True, slots=True)
class Said:
    """A player's phrase or message; numbers increase by one."""

    number: int
    color: Color
    phrase: str
    text: str = ""
    """A chat message, visible only to the two players; ``phrase`` is then empty."""


@dataclass(frozen=True, slots=True)
class SharedState:
    """The state of a shared game besides the game and its seats; stored as JSON."""

    terms: Terms = Terms()
    proposal: Proposal | None = None
    declined: tuple[Proposal, ...] = ()
    """Proposals declined since the last move; they can be repeated after the next one."""
    gone_black: float | None = None  # when Black left; None while present
    gone_white: float | None = None
    returned_black: float = 0.0  # when Black last came back
    returned_white: float = 0.0
    said: tuple[Said, ...] = ()
    called_off: bool = False
    another: str | None = None  # the id of the rematch
    failure: Failure | None = None  # the failure of a program that forfeited the game

    def gone(self, color: Color) -> float | None:
        """Return the time at which a side left; None while it is present."""
        return self.gone_black if color is Color.BLACK else self.gone_white

    def returned(self, color: Color) -> float:
        """Return when a side last came back; 0 if it never left."""
        return self.returned_black if color is Color.BLACK else self.returned_white
