"""Boards and batches are used by several threads at once, with and without Python's lock."""

import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import numpy as np
import pytest

from outflank.batch import Positions
from outflank.board import SIZES, Board

THREADS = 8


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """What the threads made that were let go together; the first error of one is raised."""
    gate = Barrier(THREADS)

    def one(number: int) -> Any:
        gate.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(THREADS)))


def played(board: Board, seed: int, games: int) -> list[tuple[str, int]]:
    """Random games from one board: where each ended, and its score."""
    choices = random.Random(seed)
    ends = []
    for _ in range(games):
        at = board
        while not at.is_over:
            at = at.play(choices.choice(list(at.legal_moves))) if at.legal_moves else at.pass_turn()
        assert hash(Board.from_text(at.to_text())) == hash(at)
        ends.append((at.to_text(), at.score))
    return ends


@pytest.mark.parametrize("size", SIZES)
def test_threads_play_from_one_board(size: int) -> None:
    board = Board(size=size)
    games = 2000 // size**2
    alone = [played(board, seed, games) for seed in range(THREADS)]
    assert in_threads(lambda seed: played(board, seed, games)) == alone


@pytest.mark.parametrize("size", SIZES)
def test_threads_share_a_batch(size: int) -> None:
    positions = Positions.start(500, size)
    for seed in range(size):
        positions = positions.step(positions.random_moves(seed))

    def work(seed: int) -> list[np.ndarray[Any, Any]]:
        after = positions
        for ply in range(10):
            after = after.step(after.random_moves(100 * seed + ply))
        return [
            positions.playouts(seed),
            positions.legal_moves,
            positions.canonical().mover_bits,
            positions.planes(),
            after.scores(),
            after.legal_mask(),
        ]

    alone = [work(seed) for seed in range(THREADS)]
    for together, before in zip(in_threads(work), alone, strict=True):
        for got, expected in zip(together, before, strict=True):
            np.testing.assert_array_equal(got, expected)


def test_importing_does_not_bring_the_lock_back() -> None:
    """Of free-threaded Python; every other has it before and after."""
    ask = "getattr(sys, '_is_gil_enabled', lambda: True)()"
    code = (
        f"import sys; print({ask}); import outflank, outflank.batch, outflank._native; print({ask})"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = told.stdout.split()
    assert after == before
