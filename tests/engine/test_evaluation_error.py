"""How far the shipped evaluation is from exact scores: a floor under what training reached."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank import _native
from outflank.batch import Positions
from outflank.board import Board
from outflank.engine import Engine, weights

POSITIONS = Path(__file__).with_name("solved-positions.txt")
ERROR = 6.8  # discs; measured 5.92, and 15 % to spare
ERROR_OF_A_PLY = 6.1  # discs; measured 5.33, the modest evaluation 10.23
EVERYWHERE = 2**64 - 1


@pytest.fixture(scope="module")
def solved() -> list[tuple[Board, int]]:
    """The positions of the file and the exact scores of the side to move."""
    lines = POSITIONS.read_text(encoding="ascii").splitlines()
    words = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
    return [(Board.from_text(text), int(score)) for text, score in words]


def mean_error(found: NDArray[np.float64], solved: list[tuple[Board, int]]) -> float:
    return float(np.abs(found - [score for _, score in solved]).mean())


def a_ply_ahead(known: _native.Weights | None, solved: list[tuple[Board, int]]) -> float:
    """The error of the best move's evaluation; of the modest one where nothing is known."""
    engine = _native.SearchEngine(1, 1, weights=known)
    limit = _native.SearchLimit(depth=1)
    found = []
    for board, _ in solved:
        engine.clear()
        discs = board.mover_bits, board.opponent_bits
        found.append(engine.analyse(*discs, EVERYWHERE, limit, 1, _native.Stop())[0].score)
    return mean_error(np.array(found, float), solved)


def test_the_positions_are_solved_and_differ(solved: list[tuple[Board, int]]) -> None:
    assert len({board for board, _ in solved}) == 120
    assert {len(board.empties) for board, _ in solved} == {14, 15, 16, 17, 18}
    engine = Engine(memory=4)
    for board, score in solved:
        if len(board.empties) == 14:
            assert engine.solve(board).score == score, board.to_text()


def test_the_evaluation_is_as_near_as_it_was(solved: list[tuple[Board, int]]) -> None:
    positions = Positions.of([board for board, _ in solved])
    found = weights.default().evaluate_all(positions.mover_bits, positions.opponent_bits) / 256
    assert mean_error(found, solved) < ERROR


def test_the_evaluation_is_far_nearer_than_the_modest_one(solved: list[tuple[Board, int]]) -> None:
    ours, modest = a_ply_ahead(weights.default(), solved), a_ply_ahead(None, solved)
    assert ours < ERROR_OF_A_PLY
    assert ours < 0.65 * modest
