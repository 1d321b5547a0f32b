"""The Umigame number: how many lines one must memorize to play an opening by the book.

It is the number of lines in which the opponent plays any of the book's best moves and the player
always chooses the best move that leads to the fewest lines. A line ends where the book ends.
Positions are the same up to symmetry; the name is the one that Japanese players use.
"""

from functools import cache

from outflank.board import Board, Color
from outflank.book import default_book
from outflank.book.graph import Key, best_moves, following, key_of


def umigame_number(board: Board, color: Color) -> int:
    """Return the number of lines from a position of the book for the player of a color.

    >>> umigame_number(Board(), Color.BLACK) < umigame_number(Board().play("f5"), Color.BLACK) + 1
    True
    """
    return count_lines(key_of(board)[0], mine=board.turn is color)


@cache
def count_lines(key: Key, *, mine: bool) -> int:
    """Return the Umigame number of a position for the side to move (``mine``) or the other one."""
    entry = default_book().entries.get(key)
    if entry is None:
        return 1
    after = {following(key)[at] for at in best_moves(entry)}
    counts = [
        1 if to is None else count_lines(to.key, mine=mine if to.same_mover else not mine)
        for to in after
    ]
    return min(counts) if mine else sum(counts)
