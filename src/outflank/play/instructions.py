"""The instructions that a session returns: redraw, ask a computer player, announce, refuse."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Color, Square
from outflank.game import Game, Outcome
from outflank.play.seat import Seat
from outflank.translation import _


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask this computer player for a move, then call ``answer`` or ``fail`` with the ticket."""

    ticket: int
    color: Color
    player: str
    board: Board
    moves: tuple[Square, ...] | None = None
    """The moves from the usual start, for players that accept games but not positions."""


@dataclass(frozen=True, slots=True)
class StopAsking:
    """Cancel the request with this ticket; a late answer is ignored."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Redraw:
    """The position, the seats or the side to move changed."""


@dataclass(frozen=True, slots=True)
class AnnouncePass:
    """This side had no legal move and passed."""

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
    """The action was refused and nothing changed; the sentence gives the reason."""

    sentence: str
    code: str = "refused"  # the kind of refusal, for programs


@dataclass(frozen=True, slots=True)
class ReportFailure:
    """A computer player failed; the game waits."""

    color: Color
    player: str
    problem: str


@dataclass(frozen=True, slots=True)
class Finished:
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class BeginAnother:
    """Both players agreed to a rematch on the same terms with colors swapped."""

    game: Game
    seats: Mapping[Color, Seat]


Instruction: TypeAlias = (
    Ask | StopAsking | Redraw | AnnouncePass | Refuse | ReportFailure | Finished | BeginAnother
)
Instructions: TypeAlias = list[Instruction]
