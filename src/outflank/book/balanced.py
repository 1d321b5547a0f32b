"""Generate openings with equal chances for both sides from the book."""

from outflank.board import Board, square_name
from outflank.book.book import Book
from outflank.book.graph import Key, key_of

PLIES = 8
LEVEL = 2  # maximum value of a balanced position, in discs
FIRST_MOVE = "f5"  # all first moves are equivalent; this is the usual one in books


def balanced_lines(book: Book, *, plies: int = PLIES, level: int = LEVEL) -> list[str]:
    """Return a line to every position after ``plies`` moves that the book values as even.

    Positions are distinct up to symmetry; of several lines to one, the first is returned. Only
    deeply searched moves count, and if the book has several values for a position, all must be
    even.
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
    """Return the list as a file: a header, then one opening per line."""
    lines = balanced_lines(book, plies=plies, level=level)
    header = (
        f"# {len(lines)} positions after {plies} moves, within {level} discs of level by the book.",
        "# Made by `outflank book openings`; outflank.arena.openings reads it.",
    )
    return "\n".join((*header, *lines)) + "\n"
