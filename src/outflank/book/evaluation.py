"""Evaluate the moves of positions by search, as tasks for any executor."""

from collections.abc import Sequence
from functools import cache

from outflank.board import Board, Square
from outflank.book.graph import Entry, Key, Worth, following, squares_of
from outflank.engine import Engine, Limit

MEMORY_MB = 16


def evaluate(keys: Sequence[Key], depth: int, quick_depth: int, near: int) -> list[Entry]:
    """Evaluate all moves of some positions; runs in a worker.

    Each position is searched with an empty transposition table, so results do not depend on the
    worker or the order.
    """
    engine = _engine()
    entries = []
    for key in keys:
        engine.clear()
        entries.append(evaluate_one(engine, key, depth, quick_depth, near))
    return entries


def evaluate_one(engine: Engine, key: Key, depth: int, quick_depth: int, near: int) -> Entry:
    """Search all moves to the quick depth, and those within ``near`` discs of the best deeply.

    A move that the deeper search did not reach is valued at most like the last one that it did.
    Mirror images have the same value.
    """
    board = Board.from_bits(*key)
    quick = engine.analyze(board, Limit(depth=quick_depth), lines=len(board.legal_moves))
    good = sum(result.score >= quick[0].score - near for result in quick)
    deep = engine.analyze(board, Limit(depth=depth), lines=good)
    least = deep[-1].score
    worth = {result.move: Worth(min(result.score, least), result.depth) for result in quick}
    worth |= {result.move: Worth(result.score, result.depth) for result in deep}
    images: dict[Key, Worth] = {}
    for square, after in zip(squares_of(key), following(key), strict=True):
        if after is not None:
            images[after.key] = max(worth[square], images.get(after.key, worth[square]))
    return tuple(
        worth[square] if after is None else images[after.key]
        for square, after in zip(squares_of(key), following(key), strict=True)
    )


def look_deeper(moves: Sequence[tuple[Key, Square]], depth: int) -> list[Worth]:
    """Search single moves of some positions to the depth; runs in a worker.

    No move may end the game.
    """
    engine = _engine()
    worths = []
    for key, square in moves:
        engine.clear()
        after = following(key)[squares_of(key).index(square)]
        assert after is not None
        result = engine.analyze(Board.from_bits(*after.key), Limit(depth=depth - 1), lines=1)[0]
        score = result.score if after.same_mover else -result.score
        worths.append(Worth(score, result.depth + 1))
    return worths


@cache
def _engine() -> Engine:
    return Engine(memory=MEMORY_MB)
