"""The lines of openings: how a game goes on from them when both sides play their best moves.

Where several moves are equally good all of them are followed.
"""

from collections.abc import Iterable, Sequence

from outflank.board import Board
from outflank.book.graph import Entries, Key, best_moves, by_plies, following, key_of, plies


def positions_along(openings: Iterable[str]) -> list[Key]:
    """Every position on the way to some openings (``f5d6c3``), each once, the nearest first."""
    found: dict[Key, None] = {}
    for moves in openings:
        board = Board()
        for at in range(0, len(moves), 2):
            board = board.play(moves[at : at + 2]).after_forced_pass
            found[key_of(board)[0]] = None
    return by_plies(found)


def ends_of_lines(book: Entries, openings: Iterable[Key], last_ply: int) -> list[Key]:
    """The positions outside the book where the lines of openings break off too early, in order.

    A line is as long as it should be when its position after ``last_ply`` moves is in the book.
    """
    seen: set[Key] = {key for key in openings if plies(key) <= last_ply}
    waiting = list(seen)
    ends: list[Key] = []
    while waiting:
        key = waiting.pop()
        if key not in book:
            ends.append(key)
            continue
        for at in best_moves(book[key]):
            after = following(key)[at]
            if after is not None and after.key not in seen and plies(after.key) <= last_ply:
                seen.add(after.key)
                waiting.append(after.key)
    return by_plies(ends)


def whole_lines(book: Entries, openings: Sequence[Key], last_ply: int) -> int:
    """Of how many of the openings every line is in the book to the last ply."""
    return sum(not ends_of_lines(book, [key], last_ply) for key in openings)
