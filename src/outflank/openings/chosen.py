"""An opening that a computer player plays: as long as its opponent follows."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from outflank.board import Board, Color, Square, Symmetry
from outflank.game import Game
from outflank.openings.names import Opening, local_name, openings
from outflank.translation import _


@lru_cache(maxsize=16)
def _moves_by_position(name: str) -> dict[Board, Square]:
    """Return the next move in each position of an opening, in canonical orientation."""
    opening, board, found = openings().by_slug[name], Board(), dict[Board, Square]()
    for at in range(0, len(opening.moves), 2):
        square = board.square(opening.moves[at : at + 2])
        symmetry = _to_canonical(board)
        found[board.canonical()] = symmetry.square(square)
        board = board.play(square)
    return found


def _to_canonical(board: Board) -> Symmetry:
    canonical = board.canonical()
    return next(one for one in Symmetry if board.transformed(one) == canonical)


def move_of_opening(board: Board, name: str) -> Square | None:
    """Return the move that leads to an opening; None outside its line.

    >>> move_of_opening(Board().play("d3"), "diagonal") == Board().square("c3")
    True
    >>> move_of_opening(Board(6), "tiger") is None
    True
    """
    if board.size != 8:
        return None
    move = _moves_by_position(name).get(board.canonical())
    return None if move is None else _to_canonical(board).inverse.square(move)


@dataclass(frozen=True, slots=True)
class ChosenOpening:
    """How far a game has come in an opening that a computer player is set to play."""

    opening: Opening
    state: Literal["forced", "left", "over"]
    number: int  # of the next move, or of the move that left it
    color: Color  # the side to move, or the one that left it

    @property
    def sentence(self) -> str:
        name = local_name(self.opening.name)
        if self.state == "over":
            return _("{name} is complete", name=name)
        if self.state == "left":
            return _(
                "{color} left {name} with move {number}",
                color=self.color,
                name=name,
                number=self.number,
            )
        count = len(self.opening.moves) // 2
        return _(
            "Playing {name}: move {number} of {count}",
            name=name,
            number=self.number,
            count=count,
        )


def chosen_opening(game: Game, name: str) -> ChosenOpening:
    """Return how far a game has come in an opening."""
    opening = openings().by_slug[name]
    board, number = game.start, 1
    for ply in game.history:
        if board.canonical() == opening.board:
            break
        if ply.square is None:
            board = ply.board
            continue
        next_move = move_of_opening(board, name)
        if next_move is None or ply.board.canonical() != board.play(next_move).canonical():
            return ChosenOpening(opening, "left", number, board.turn)
        board, number = ply.board, number + 1
    if board.canonical() == opening.board:
        return ChosenOpening(opening, "over", number, board.turn)
    if move_of_opening(board, name) is None:  # the game begins elsewhere
        return ChosenOpening(opening, "left", number, board.turn)
    return ChosenOpening(opening, "forced", number, board.turn)
