"""What the moves of a position are worth, found by searching; in tasks for any executor."""

from collections.abc import Sequence
from functools import cache

from outflank.board import Board, Square
from outflank.book.graph import Entry, Key, Worth, following, squares_of
from outflank.engine import Engine, Limit

MEMORY_MB = 16


def evaluate(keys: Sequence[Key], depth: int, quick_depth: int, near: int) -> list[Entry]:
    """What all moves of some positions are worth; runs in a worker.

    Every position is looked at by an engine that remembers no other one, so the answer does not
    depend on who is asked and when.
    """
    engine = _engine()
    entries = []
    for key in keys:
        engine.clear()
        entries.append(evaluate_one(engine, key, depth, quick_depth, near))
    return entries


def evaluate_one(engine: Engine, key: Key, depth: int, quick_depth: int, near: int) -> Entry:
    """All moves at the quick depth, and those within ``near`` discs of the best at the depth.

    A move that the deeper search did not come to is worth no more than the last one it did, and
    moves that are mirror images of each other are worth the same.
    """
    board = Board.from_bits(*key)
    quick = engine.analyse(board, Limit(depth=quick_depth), lines=len(board.legal_moves))
    good = sum(result.score >= quick[0].score - near for result in quick)
    deep = engine.analyse(board, Limit(depth=depth), lines=good)
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
    """What single moves of some positions are worth at the depth; runs in a worker.

    None of them may end the game.
    """
    engine = _engine()
    worths = []
    for key, square in moves:
        engine.clear()
        after = following(key)[squares_of(key).index(square)]
        assert after is not None
        result = engine.analyse(Board.from_bits(*after.key), Limit(depth=depth - 1))[0]
        score = result.score if after.same_mover else -result.score
        worths.append(Worth(score, result.depth + 1))
    return worths


@cache
def _engine() -> Engine:
    return Engine(memory=MEMORY_MB)
