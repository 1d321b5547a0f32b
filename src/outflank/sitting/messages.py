"""What a screen tells a sitting (events) and what a sitting tells a screen (instructions)."""

from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Color, Square
from outflank.game import Outcome

# --- Events: what happened -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SquareChosen:
    """A person clicked or typed a square; with a clock, after so many seconds."""

    square: Square
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A computer player answered the question with this ticket."""

    ticket: int
    square: Square
    seconds: float | None = None
    claimed: bool = False
    """Whether the time is what a machine elsewhere says: it counts up to what passed here."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A computer player could not answer the question with this ticket."""

    ticket: int
    problem: str


@dataclass(frozen=True, slots=True)
class Undo:
    """A person wants to take back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """A person wants to make again what was taken back."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """A person wants to see the position after so many plies, perhaps to go on from there."""

    ply: int


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """The players change sides, in the middle of the game."""


@dataclass(frozen=True, slots=True)
class ChangeSeat:
    """Somebody else takes over one side: ``human``, or the text of an opponent."""

    color: Color
    seat: str


@dataclass(frozen=True, slots=True)
class Resign:
    """A person gives up."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of this side has run out; without effect if it is not its turn any more."""

    color: Color


@dataclass(frozen=True, slots=True)
class Stop:
    """A person stops the thinking computer, or pauses a game between computers."""


@dataclass(frozen=True, slots=True)
class Resume:
    """A person lets the computer go on."""


Event: TypeAlias = (
    SquareChosen
    | Answered
    | Failed
    | Undo
    | Redo
    | GoTo
    | SwapSeats
    | ChangeSeat
    | Resign
    | TimeOut
    | Stop
    | Resume
)

# --- Instructions: what to do now ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask this computer player for a move and report ``Answered`` or ``Failed`` with the ticket."""

    ticket: int
    color: Color
    seat: str
    board: Board
    way: tuple[Square, ...] | None = None
    """The moves from the usual start, for players that take games and not positions."""


@dataclass(frozen=True, slots=True)
class StopAsking:
    """The answer with this ticket is no longer wanted; a late one does no harm."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Redraw:
    """The position, the seats or whose turn it is changed: show them anew."""


@dataclass(frozen=True, slots=True)
class AnnouncePass:
    """Tell that this side had no move and passed."""

    color: Color

    @property
    def sentence(self) -> str:
        """How it is told."""
        return f"{self.color} has no move and passes; {self.color.opponent} moves again."


@dataclass(frozen=True, slots=True)
class Refuse:
    """Tell the person, in this sentence, why nothing happened."""

    sentence: str
    name: str = "refused"
    """What kind of refusal it is, for programs."""


@dataclass(frozen=True, slots=True)
class ReportFailure:
    """Tell that a computer player failed; the game waits as it was."""

    color: Color
    seat: str
    problem: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Tell how the game ended."""

    outcome: Outcome


Instruction: TypeAlias = (
    Ask | StopAsking | Redraw | AnnouncePass | Refuse | ReportFailure | Finished
)
