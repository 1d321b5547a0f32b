"""Openings from which both sides have equal chances, as the book sees them."""

from outflank.board import Board, square_name
from outflank.book.book import Book
from outflank.book.graph import Key, key_of

PLIES = 8
LEVEL = 2  # discs that a balanced position may be from even
FIRST_MOVE = "f5"  # all four first moves are the same; this is the one most books show


def balanced_lines(book: Book, *, plies: int = PLIES, level: int = LEVEL) -> list[str]:
    """A line to every position after so many moves that the book calls level, in order.

    Each position is there once, however it is turned and whatever the order of its moves; where
    several ways lead to it the first is given. Only moves that were looked at deeply count, and
    where the book has several opinions all must be level.
    """
    lines: dict[Key, str] = {key_of(Board())[0]: ""}
    boards: dict[Key, Board] = {key_of(Board())[0]: Board()}
    for ply in range(plies):
        following: dict[Key, str] = {}
        after: dict[Key, Board] = {}
        values: dict[Key, set[int]] = {}
        for key, line in sorted(lines.items(), key=lambda item: item[1]):
            for move in sorted(book.moves(boards[key]), key=lambda move: move.move):
                name = square_name(move.move)
                board = boards[key].play(move.move)
                if (not line and name != FIRST_MOVE) or not board.legal_moves:
                    continue
                if move.depth <= book.making.quick_depth < book.making.depth:
                    continue
                reached = key_of(board)[0]
                values.setdefault(reached, set()).add(move.value)
                if reached not in following:
                    following[reached], after[reached] = line + name, board
        if ply == plies - 1:
            return sorted(
                line
                for key, line in following.items()
                if all(abs(value) <= level for value in values[key])
            )
        lines, boards = following, after
    return [""]


def balanced_document(book: Book, *, plies: int = PLIES, level: int = LEVEL) -> str:
    """The list as a file: what it is, then a line an opening."""
    lines = balanced_lines(book, plies=plies, level=level)
    header = (
        f"# {len(lines)} positions after {plies} moves, within {level} discs of level by the book.",
        "# Made by `outflank book openings`; outflank.arena.openings reads it.",
    )
    return "\n".join((*header, *lines)) + "\n"
