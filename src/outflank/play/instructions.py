"""What a session asks its caller to do: redraw, ask a computer, announce, refuse."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Color, Square
from outflank.game import Game, Outcome
from outflank.play.seat import Seat
from outflank.translation import _


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask this computer for a move; bring it to ``answer`` or ``fail`` with the ticket."""

    ticket: int
    color: Color
    player: str
    board: Board
    moves: tuple[Square, ...] | None = None
    """From the usual start, for players that take games and not positions."""


@dataclass(frozen=True, slots=True)
class StopAsking:
    """The answer with this ticket is no longer needed; a late one does no harm."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Redraw:
    """The position, the seats or whose turn it is changed."""


@dataclass(frozen=True, slots=True)
class AnnouncePass:
    """This side had no move and passed."""

    color: Color

    @property
    def sentence(self) -> str:
        return _(
            "{color} has no legal move and passes. {opponent} moves again.",
            color=self.color,
            opponent=self.color.opponent,
        )


@dataclass(frozen=True, slots=True)
class Refuse:
    """Nothing happened; the sentence says why."""

    sentence: str
    code: str = "refused"  # what kind of refusal it is, for programs


@dataclass(frozen=True, slots=True)
class ReportFailure:
    """A computer failed; the game waits as it was."""

    color: Color
    player: str
    problem: str


@dataclass(frozen=True, slots=True)
class Finished:
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class BeginAnother:
    """Both players agreed to a rematch: the same terms, colors exchanged."""

    game: Game
    seats: Mapping[Color, Seat]


Instruction: TypeAlias = (
    Ask | StopAsking | Redraw | AnnouncePass | Refuse | ReportFailure | Finished | BeginAnother
)
Instructions: TypeAlias = list[Instruction]
