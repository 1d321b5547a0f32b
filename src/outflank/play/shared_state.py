"""What two players at a distance have besides the game: terms, proposals, phrases, absences.

``GameSession`` decides what they mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from outflank.board import Color
from outflank.players import FailureKind
from outflank.translation import N_

Wish = Literal["take-back", "rematch", "abort"]  # what one player may propose and the other answers
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
"""What a player can say without writing, by name; translate it where it is shown."""
FAILED: Mapping[FailureKind, str] = {
    "crash": N_("{player} crashed."),
    "illegal": N_("{player} played an illegal move."),
    "memory": N_("{player} used too much memory."),
    "time": N_("{player} ran out of time."),
}
"""What other players read about a program that failed; its own message is for its owner."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a program did wrong, in its owner's words."""

    kind: FailureKind
    message: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What the host chose besides board and clock, which belong to the game."""

    takebacks: bool = True
    early_study: bool = False  # whether the game may be studied before it is over
    rated: bool = False
    """Whether it counts for the ratings of both players, who are members of the club."""
    club: bool = False  # whether the whole club sees it
    event: str = ""
    """The club event it belongs to: clocks run from the first move, nothing can be proposed."""


@dataclass(frozen=True, slots=True)
class Proposal:
    wish: Wish
    by: Color


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase or a message of a player; numbers go up by one."""

    number: int
    color: Color
    phrase: str
    text: str = ""
    """A message in the player's own words, for the two players alone; then phrase is empty."""


@dataclass(frozen=True, slots=True)
class SharedState:
    """Everything of a shared game besides the game and its seats; stored as JSON."""

    terms: Terms = Terms()
    proposal: Proposal | None = None
    declined: tuple[Proposal, ...] = ()
    """Declined since the last move; they cannot be proposed again before the next."""
    gone_black: float | None = None  # since when Black is away; None while present
    gone_white: float | None = None
    returned_black: float = 0.0  # when Black was last away and came back
    returned_white: float = 0.0
    said: tuple[Said, ...] = ()
    called_off: bool = False
    another: str | None = None  # the id of the rematch
    failure: Failure | None = None  # how a program failed that forfeited the game

    def gone(self, color: Color) -> float | None:
        """Since when a side is away."""
        return self.gone_black if color is Color.BLACK else self.gone_white

    def returned(self, color: Color) -> float:
        """When a side last came back; 0 where it was always here."""
        return self.returned_black if color is Color.BLACK else self.returned_white
