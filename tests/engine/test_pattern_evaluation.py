"""The trained evaluation: symmetric, incremental equal to fresh, SIMD equal to portable."""

from random import Random

import numpy as np
import pytest

from outflank import _native
from outflank.batch import Positions
from outflank.board import Board, Symmetry
from outflank.engine import weights
from outflank.engine.bench import BENCH_POSITIONS
from outflank.learning import trained_weights


@pytest.fixture(scope="module")
def noise() -> _native.Weights:
    """Weights that differ wherever they may, so that a wrong index cannot hide."""
    rng = np.random.default_rng(7)
    made = trained_weights.Parameters.ignorant()
    for part in (made.rows, made.start, made.worth):
        part[:] = rng.uniform(-1, 1, part.shape)
    return _native.Weights(trained_weights.block(made))


def random_boards(seed: int, count: int) -> list[Board]:
    """Positions after a random number of random moves, none of them finished."""
    random = Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        board = Board()
        for _ in range(random.randrange(55)):
            board = board.pass_turn() if board.must_pass else board
            if board.is_over:
                break
            board = board.play(random.choice(list(board.legal_moves)))
        if not board.is_over:
            boards.append(board)
    return boards


def evaluations(known: _native.Weights, boards: list[Board]) -> list[int]:
    positions = Positions.of(boards)
    return [
        int(value) for value in known.evaluate_all(positions.mover_bits, positions.opponent_bits)
    ]


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_turned_and_mirrored_positions_are_worth_the_same(
    noise: _native.Weights, symmetry: Symmetry
) -> None:
    boards = random_boards(seed=3, count=100)
    turned = [board.transformed(symmetry) for board in boards]
    assert evaluations(noise, boards) == evaluations(noise, turned)


def test_features_kept_move_by_move_equal_fresh_ones(noise: _native.Weights) -> None:
    assert _native.check_features(noise, seed=5, games=300) > 15_000


def test_a_won_position_is_worth_more_than_a_lost_one() -> None:
    won = Board.from_rows(
        [
            "XXXXXXXX",
            "XXXXXXXX",
            "XXXXXXX.",
            "XXXXXX..",
            "XXXXX...",
            "XXXXO...",
            "XXO.O...",
            "X....O..",
        ]
    )
    lost = Board.from_discs(black=list(won.white), white=list(won.black))
    value, opposite = evaluations(weights.default(), [won, lost])
    assert value > 20 * 256
    assert opposite < -20 * 256


def test_kept_features_give_what_fresh_ones_do() -> None:
    """Three moves on, every position is worth what it is worth when it is met alone."""
    known = weights.default()
    board = Board.from_text(BENCH_POSITIONS[4])
    boards = [board]
    for _ in range(3):
        boards = [after.play(move) for after in boards for move in after.legal_moves]
    mover = np.array([after.mover_bits for after in boards], np.uint64)
    opponent = np.array([after.opponent_bits for after in boards], np.uint64)
    alone = known.evaluate_all(mover, opponent)
    found = known.evaluate_leaves(board.mover_bits, board.opponent_bits, 3)
    assert found == (len(boards), int(alone.sum()))
    assert len(boards) > 500
