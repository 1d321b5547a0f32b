"""Games of the engine against itself from random openings: more positions to learn from."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from random import Random

from outflank import _native
from outflank.board import Board, Square
from outflank.engine import weights
from outflank.training.accuracy import SEARCH_MEGABYTES
from outflank.training.labels import Report
from outflank.training.playing import best_move, play_out

BATCH = 50  # games per task and checkpoint
START_EMPTIES = 60
EXACT_FROM = 10  # empties from which the games are played perfectly
SOURCE = "S"  # the word at the end of the line, see Recipe.weigh


def play_batch(seed: int, count: int, depth: int, opening: int) -> list[str]:
    """Some games as lines `f5d6… +12 S`; the same seed gives the same games. Runs in a worker."""
    random = Random(seed)
    engine = _native.SearchEngine(1, SEARCH_MEGABYTES, weights=weights.default())
    return [_play(engine, random, depth, opening) for _ in range(count)]


def _play(engine: _native.SearchEngine, random: Random, depth: int, opening: int) -> str:
    engine.clear()
    limit = _native.SearchLimit(depth=depth, exact_from=EXACT_FROM)

    def choose(board: Board) -> Square:
        if START_EMPTIES - len(board.empties) < opening:
            return random.choice(list(board.legal_moves))
        return best_move(engine, board, limit)

    game = play_out(choose)
    assert game.outcome is not None
    return f"{game.transcript} {game.outcome.score:+} {SOURCE}"


def self_play(
    path: Path,
    games: int,
    *,
    depth: int,
    opening: int,
    seed: int,
    executor: Executor,
    report: Report,
) -> None:
    """Adds games to a file until it has `games` lines; goes on where it stopped."""
    have = len(path.read_text(encoding="ascii").splitlines()) if path.exists() else 0
    if have % BATCH:
        raise ValueError(
            f"{path} has {have} games, which is not a multiple of {BATCH}: it was not written by "
            "this command, or was cut off; give another file"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    numbers = range(have // BATCH, -(-games // BATCH))
    tasks = [
        executor.submit(play_batch, seed * 1_000_003 + number, BATCH, depth, opening)
        for number in numbers
    ]
    for task in tasks:  # in the order of their numbers, so that the file depends on the seed alone
        lines = task.result()
        with path.open("a", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")
        have += len(lines)
        report(f"{have} games of {games}")
