"""What an opponent is likely to play: as people do in tournaments, and as the book does."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from outflank.board import Board, Square
from outflank.book import default_book
from outflank.book.graph import Key, key_of
from outflank.openings.statistics import opening_statistics

BOOK_GAMES = 20  # the book counts like this many games
SPREAD = 1.5  # discs; a reply that loses this much more is e times less likely


@dataclass(frozen=True, slots=True)
class LikelyReply:
    """A move of the opponent and its probability."""

    move: Square
    share: float
    loss: int  # discs, by the book; 0 if the book does not have the position


@lru_cache(maxsize=4096)
def likely_replies(board: Board) -> tuple[LikelyReply, ...]:
    """Return the moves that people and the book play here, most likely first.

    The frequencies in tournaments count, and the book like 20 more games: its best moves often,
    a move that loses discs less. Equivalent moves are one move.

    >>> [round(reply.share, 1) for reply in likely_replies(Board())]
    [1.0]
    """
    figures = opening_statistics().at(board)
    games: Counter[Key] = Counter()
    moves: dict[Key, Square] = {}
    for square in board.legal_moves:
        moves.setdefault(key_of(board.play(square))[0], square)
    for square, count, *_results in () if figures is None else figures.moves:
        games[key_of(board.play(square))[0]] += count
    losses = book_losses(board)
    weights = {key: exp(-losses[square] / SPREAD) for key, square in moves.items() if losses}
    total = sum(games.values()) + (BOOK_GAMES if weights else 0)
    replies = [
        LikelyReply(
            square,
            (games[key] + BOOK_GAMES * weights.get(key, 0.0) / (sum(weights.values()) or 1))
            / total,
            losses.get(square, 0),
        )
        for key, square in moves.items()
        if total
    ]
    return tuple(sorted(replies, key=lambda reply: (-reply.share, reply.move)))


def book_losses(board: Board) -> dict[Square, int]:
    """Return what each move loses by the book; empty if it does not have the position."""
    moves = default_book().moves(board)
    return {move.move: moves[0].value - move.value for move in moves}
