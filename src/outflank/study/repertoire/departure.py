"""Where a game left a repertoire, and who left it."""

from dataclasses import dataclass
from typing import Literal

from outflank.board import Board, Color, Square, square_name
from outflank.game import Game
from outflank.study.repertoire.repertoire import Line, Repertoire, after_line, same_move
from outflank.study.repertoire.replies import book_losses
from outflank.translation import _


@dataclass(frozen=True, slots=True)
class Departure:
    """The first position of a game that the repertoire does not cover, or was not followed in."""

    color: Color  # of the repertoire
    by: Literal["you", "opponent", "end"]
    number: int  # of the move that left it, or after which it ends
    line: Line  # the moves to the position in which the color is to move
    played: Square | None  # the move of the color in the game there
    answer: Square | None  # the move of the repertoire
    suggested: Square | None  # the move to add: the book's best one, or else the one played

    @property
    def sentence(self) -> str:
        move = "" if self.played is None else square_name(self.played)
        if self.by == "you":
            assert self.answer is not None
            return _(
                "{color} left the repertoire with move {number}, {move}. The move there is {own}.",
                color=self.color,
                number=self.number,
                move=move,
                own=square_name(self.answer),
            )
        if self.by == "opponent":
            return _(
                "{color} left your repertoire with move {number}, {move}.",
                color=self.color.opponent,
                number=self.number,
                move=square_name(self.line[-1]),
            )
        return _(
            "The game followed your repertoire to its end, after move {number}.", number=self.number
        )


def departure(game: Game, repertoire: Repertoire) -> Departure | None:
    """Return where a game left a repertoire; None if it never did, or nothing applies."""
    board, line, covered = game.start, list[Square](), 0
    if board != Board() or not repertoire.answers:
        return None
    for ply in game.history:
        if ply.square is None:
            continue
        board = board.after_forced_pass
        if board.turn is repertoire.color:
            answer = repertoire.answer(board)
            if answer is None:
                return _uncovered(repertoire, board, line, covered, ply.square)
            if not same_move(board, answer, ply.square):
                number, way = len(line) + 1, tuple(line)
                return Departure(
                    repertoire.color, "you", number, way, ply.square, answer, ply.square
                )
            covered = len(line) + 1
        board = board.play(ply.square)
        line.append(ply.square)
    return None


def _uncovered(
    repertoire: Repertoire, board: Board, line: list[Square], covered: int, played: Square
) -> Departure:
    """Tell whether the opponent left the repertoire, or it ended."""
    before, way = after_line(line[:covered]), tuple(line)
    prepared = any(
        repertoire.answer(before.play(move).after_forced_pass) is not None
        for move in before.legal_moves
    )
    losses = book_losses(board)
    suggested = min(losses, key=lambda move: losses[move]) if losses else played
    by: Literal["opponent", "end"] = "opponent" if prepared else "end"
    number = len(line) if prepared else covered
    return Departure(repertoire.color, by, number, way, played, None, suggested)
