"""Self-play games of the engine from random openings, as additional training data."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from random import Random

from outflank import _native
from outflank.engine import weights
from outflank.game import Game
from outflank.learning.accuracy import EVERYWHERE, SEARCH_MEGABYTES
from outflank.learning.labels import Report
from outflank.learning.recipe import InvalidTraining
from outflank.translation import _
from outflank.workers.lines import LineFile

BATCH = 50  # games per task and checkpoint
START_EMPTIES = 60
EXACT_FROM = 10  # number of empties from which play is perfect
SOURCE = "S"  # source marker at the end of the line, see Recipe.weigh


def play_batch(seed: int, count: int, depth: int, opening: int) -> list[str]:
    """Play games and return lines `f5d6… +12 S`, determined by the seed; runs in a worker."""
    random = Random(seed)
    engine = _native.SearchEngine(1, SEARCH_MEGABYTES, weights=weights.default())
    return [_play(engine, random, depth, opening) for _game in range(count)]


def _play(engine: _native.SearchEngine, random: Random, depth: int, opening: int) -> str:
    engine.clear()
    limit = _native.SearchLimit(depth=depth, exact_from=EXACT_FROM)
    game = Game()
    while not game.is_over:
        board = game.board
        if START_EMPTIES - len(board.empties) < opening:
            game.play(random.choice(list(board.legal_moves)))
        else:
            sides = (board.mover_bits, board.opponent_bits)
            best = engine.analyse(*sides, EVERYWHERE, limit, 1, _native.Stop())[0]
            game.play(best.move)
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
    """Append games to a file until it has `games` lines; resumes where it stopped.

    An incomplete last batch is played again. Games are reproducible, so a few of those in the file
    verify that it was made with the same settings and weights.
    """
    with LineFile(path) as file:
        done = len(file.lines) // BATCH
        for number in sorted({0, max(done - 1, 0)}) if file.lines else ():
            again = executor.submit(play_batch, _seed(seed, number), 1, depth, opening)
            if again.result() != [file.lines[number * BATCH]]:
                raise InvalidTraining(
                    _(
                        "{path} has games with other settings or weights (line {line}). Use the "
                        "same ones to continue it, or another file.",
                        path=path,
                        line=number * BATCH + 1,
                    )
                )
        if len(file.lines) >= games:
            return
        file.keep(done * BATCH)
        tasks = [
            executor.submit(
                play_batch, _seed(seed, first // BATCH), min(BATCH, games - first), depth, opening
            )
            for first in range(done * BATCH, games, BATCH)
        ]
        # In order of number, so that the file depends only on the settings.
        for number, task in enumerate(tasks, start=done + 1):
            file.append(task.result())
            report(_("{done} of {total} games", done=min(number * BATCH, games), total=games))


def _seed(seed: int, number: int) -> int:
    return seed * 1_000_003 + number
