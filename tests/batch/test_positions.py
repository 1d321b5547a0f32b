"""Many positions at once give what one board at a time gives."""

import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import any_discs, boards

from outflank.batch import NOT_OVER, PASS, Positions
from outflank.board import Board

eight = st.just(8)
many = st.lists(boards(eight) | any_discs(eight), max_size=20)


@given(many)
def test_legal_moves_are_those_of_the_boards(several: list[Board]) -> None:
    positions = Positions.of(several)
    assert positions.legal_moves().tolist() == [board.legal_moves.bits for board in several]
    assert list(positions.legal_lists()) == [list(board.legal_moves) for board in several]


@given(many, st.randoms(use_true_random=False))
def test_play_makes_the_moves_of_the_boards(
    several: list[Board], choices: "np.random.Generator"
) -> None:
    going = [board for board in several if not board.is_over]
    moves = [choices.choice(list(board.legal_moves) or [PASS]) for board in going]
    after = Positions.of(going).play(moves)
    expected = [
        board.pass_turn() if move == PASS else board.play(move)
        for board, move in zip(going, moves, strict=True)
    ]
    assert after.mover.tolist() == [board.mover_bits for board in expected]
    assert after.opponent.tolist() == [board.opponent_bits for board in expected]


@given(many)
def test_scores_are_those_of_the_boards(several: list[Board]) -> None:
    expected = [board.score if board.is_over else NOT_OVER for board in several]
    assert Positions.of(several).scores().tolist() == expected


def test_playouts_are_finished_games_and_repeatable() -> None:
    positions = Positions.start(2000)
    scores = positions.playouts(seed=7)
    assert (scores == positions.playouts(seed=7)).all()
    assert (scores != positions.playouts(seed=8)).any()
    assert (scores % 2 == 0).all()
    assert np.abs(scores).max() <= 64
    # Between random players White is slightly ahead: the mean is near −2 with a spread of about 18.
    assert -4 < scores.mean() < 0
    assert 14 < scores.std() < 22


@given(boards(eight))
def test_a_playout_of_a_finished_game_is_its_score(board: Board) -> None:
    if board.is_over:
        assert Positions.of([board]).playouts(seed=1).tolist() == [board.score]
    elif len(board.empties) == 1 and len(board.legal_moves) == 1:
        end = board.play(next(iter(board.legal_moves)))
        assert Positions.of([board]).playouts(seed=1).tolist() == [-end.score]


def test_a_playout_from_one_empty_square_is_exact_from_the_movers_view() -> None:
    rows = ["-OOOOOOX", *["XXXXXXXX"] * 7]
    board = Board.from_rows(rows)
    assert Positions.of([board]).playouts(seed=3).tolist() == [64]
    assert Positions(
        np.array([board.opponent_bits], np.uint64), np.array([board.mover_bits], np.uint64)
    ).playouts(seed=3).tolist() == [-64]


def test_positions_do_not_change_with_the_array_they_came_from() -> None:
    mover, opponent = np.array([1], np.uint64), np.array([2], np.uint64)
    positions = Positions(mover, opponent)
    mover[0] = 4
    assert positions.mover.tolist() == [1]
    with pytest.raises(ValueError, match="read-only"):
        positions.mover[0] = 4


def test_a_pass_is_refused_where_the_game_is_over() -> None:
    full = Positions(np.array([2**64 - 1], np.uint64), np.array([0], np.uint64))
    with pytest.raises(ValueError, match="position 0: -1 is not a legal move"):
        full.play([PASS])


def test_boards_go_in_and_come_out() -> None:
    several = [Board(), Board().play("f5").play("d6")]
    assert Positions.of(several).boards() == several
    assert len(Positions.of(several).repeated(3)[1:3]) == 2


@pytest.mark.parametrize(
    ("squares", "sentence"),
    [
        ([0], "position 0: 0 is not a legal move there"),
        ([64], "squares must be numbers from -1 to 63"),
        ([19 + 256], "squares must be numbers from -1 to 63"),
        ([19.0], "a one-dimensional array of whole numbers; got 1 dimensions of float64"),
        ([[19]], "a one-dimensional array of whole numbers; got 2 dimensions of int64"),
        ([-1], "position 0: -1 is not a legal move"),
        ([19, 19], "equally long: mover has 1 entries, squares has 2"),
    ],
)
def test_nonsense_is_refused_with_the_position(squares: list[int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Positions.start(1).play(squares)


def test_arrays_that_are_no_positions_are_refused() -> None:
    one = np.array([1], dtype=np.uint64)
    with pytest.raises(ValueError, match="both sides claim one in position 0"):
        Positions(one, one)
    with pytest.raises(ValueError, match="mover has 1 entries, opponent 2"):
        Positions(one, np.array([2, 4], dtype=np.uint64))
    with pytest.raises(ValueError, match="mover must be a one-dimensional array"):
        Positions(np.zeros((2, 2), np.uint64), np.zeros(2, np.uint64))
    with pytest.raises(ValueError, match="mover must be numbers from 0 to"):
        Positions(np.array([-1]), one)
    with pytest.raises(ValueError, match="are 8×8; got a 6×6"):
        Positions.of([Board(6)])


def test_other_threads_run_while_a_batch_is_played_out() -> None:
    positions = Positions.start(300_000)
    done = threading.Event()
    counted = 0

    def work() -> None:
        positions.playouts(seed=1)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    worker.join()
    assert counted > 3  # without the GIL released this thread would not have run at all
