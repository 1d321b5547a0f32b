"""The continuations of openings with best play by both sides.

If several moves are equally good, all of them are followed.
"""

from collections.abc import Iterable, Sequence

from outflank.board import Board
from outflank.book.graph import Entries, Key, best_moves, by_plies, following, key_of, plies


def positions_along(openings: Iterable[str]) -> list[Key]:
    """Return the distinct positions of these openings (``f5d6c3``), earliest ply first."""
    found: dict[Key, None] = {}
    for moves in openings:
        board = Board()
        for at in range(0, len(moves), 2):
            board = board.play(moves[at : at + 2]).after_forced_pass
            found[key_of(board)[0]] = None
    return by_plies(found)


def ends_of_lines(book: Entries, openings: Iterable[Key], last_ply: int) -> list[Key]:
    """Return the positions outside the book where lines of openings end too early.

    A line is complete when its position after ``last_ply`` moves is in the book.
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
    """Count the openings whose lines are all in the book up to the last ply."""
    return sum(not ends_of_lines(book, [key], last_ply) for key in openings)
