"""Many positions at once give what one board at a time gives."""

import pickle
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_positions import any_discs, boards

from outflank.batch import NOT_OVER, PASS, Positions
from outflank.board import SIZES, Board, Color, Symmetry

eight = st.just(8)
others = st.sampled_from([size for size in SIZES if size != 8])
many = st.lists(boards(eight) | any_discs(eight), max_size=20)


@given(many)
def test_legal_moves_are_those_of_the_boards(several: list[Board]) -> None:
    positions = Positions.of(several)
    assert positions.legal_moves.tolist() == [board.legal_moves.bits for board in several]
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
    assert after.mover_bits.tolist() == [board.mover_bits for board in expected]
    assert after.opponent_bits.tolist() == [board.opponent_bits for board in expected]


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
    assert positions.mover_bits.tolist() == [1]
    with pytest.raises(ValueError, match="read-only"):
        positions.mover_bits[0] = 4


def test_a_pass_is_refused_where_the_game_is_over() -> None:
    full = Positions(np.array([2**64 - 1], np.uint64), np.array([0], np.uint64))
    with pytest.raises(ValueError, match="position 0: -1 is not a legal move"):
        full.play([PASS])


def test_boards_go_in_and_come_out() -> None:
    several = [Board(), Board().play("f5").play("d6")]
    assert list(Positions.of(several)) == several
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
    with pytest.raises(ValueError, match="on the same square in position 0"):
        Positions(one, one)
    with pytest.raises(ValueError, match="mover_bits has 1 entries, opponent_bits has 2"):
        Positions(one, np.array([2, 4], dtype=np.uint64))
    with pytest.raises(ValueError, match="mover_bits must be a one-dimensional array"):
        Positions(np.zeros((2, 2), np.uint64), np.zeros(2, np.uint64))
    with pytest.raises(ValueError, match="mover_bits must be numbers from 0 to"):
        Positions(np.array([-1]), one)
    with pytest.raises(ValueError, match="of one size; got 6×6 and 8×8"):
        Positions.of([Board(6), Board()])
    with pytest.raises(ValueError, match=r"16 rows of whole numbers each, \(N, 16\); got \(1,\)"):
        Positions(one, one, size=10)
    outside = np.zeros((1, 16), np.uint16)
    outside[0, 9] = 1 << 10
    with pytest.raises(ValueError, match="outside the board of 10×10"):
        Positions(outside, np.zeros((1, 16), int), size=10)


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


@settings(max_examples=30)
@given(many)
def test_what_a_board_says_is_said_of_all(several: list[Board]) -> None:
    positions = Positions.of(several)
    assert list(positions) == several
    for name in ("mover_bits", "opponent_bits", "black_bits", "white_bits", "must_pass", "is_over"):
        assert getattr(positions, name).tolist() == [getattr(board, name) for board in several]
    for name in ("empties", "opponent_moves"):
        assert getattr(positions, name).tolist() == [getattr(board, name).bits for board in several]
    assert positions.score.tolist() == [board.score for board in several]
    for color in Color:
        assert positions.count(color).tolist() == [board.count(color) for board in several]
        sign = [1 if board.turn is color else -1 for board in several]
        scores = [
            board.score * sign[i] if board.is_over else NOT_OVER for i, board in enumerate(several)
        ]
        assert positions.scores(color).tolist() == scores
        results = [0 if score == NOT_OVER else (score > 0) - (score < 0) for score in scores]
        assert positions.results(color).tolist() == results
    assert (
        positions.results().tolist()
        == np.sign(np.where(positions.is_over, positions.score, 0)).tolist()
    )


@settings(max_examples=30)
@given(many, st.sampled_from(Symmetry))
def test_symmetries_are_those_of_the_boards(several: list[Board], symmetry: Symmetry) -> None:
    positions = Positions.of(several)
    assert list(positions.transformed(symmetry)) == [
        board.transformed(symmetry) for board in several
    ]
    assert list(positions.canonical()) == [board.canonical() for board in several]
    assert positions.transformed(symmetry).canonical() == positions.canonical()
    assert positions.symmetries()[list(Symmetry).index(symmetry)] == positions.transformed(symmetry)


@settings(max_examples=30)
@given(many)
def test_planes_and_masks_are_the_squares_of_the_boards(several: list[Board]) -> None:
    positions = Positions.of(several)
    planes, mask = positions.planes(), positions.legal_mask()
    assert planes.shape == (len(several), 3, 8, 8)
    assert planes.dtype == np.float32
    assert mask.shape == (len(several), 64)
    for board, seen, legal in zip(several, planes.reshape(-1, 3, 64), mask, strict=True):
        mover, opponent = (
            (board.black, board.white) if board.turn is Color.BLACK else (board.white, board.black)
        )
        for squares, plane in zip((mover, opponent, board.legal_moves), seen, strict=True):
            assert np.flatnonzero(plane).tolist() == list(squares)
        assert np.flatnonzero(legal).tolist() == list(board.legal_moves)
    assert Positions.from_planes(planes, positions.turn) == positions
    assert positions.planes(bool, legal=False).shape == (len(several), 2, 8, 8)


@settings(max_examples=30)
@given(many, st.integers(0, 2**64 - 1))
def test_a_step_passes_by_itself_and_leaves_finished_games(several: list[Board], seed: int) -> None:
    positions = Positions.of(several)
    squares = positions.random_moves(seed)
    expected = []
    for board, square in zip(several, squares.tolist(), strict=True):
        assert (square == PASS) == (not board.legal_moves)
        then = board if square == PASS else board.play(square)
        expected.append(then.pass_turn() if then.must_pass else then)
    after = positions.step(squares)
    assert list(after) == expected
    assert after.legal_moves.tolist() == [board.legal_moves.bits for board in expected]
    over = after[after.is_over]
    assert over.step(np.full(len(over), 63)) == over


def test_a_step_refuses_what_is_not_legal() -> None:
    for square in (0, 27, PASS):
        with pytest.raises(ValueError, match=f"position 1: {square} is not a legal move"):
            Positions.start(2).step([19, square])
    must_pass = Board.from_rows(["XO------", *["--------"] * 7], Color.WHITE)
    assert must_pass.must_pass
    assert list(Positions.of([must_pass]).step([PASS])) == [must_pass.pass_turn()]
    with pytest.raises(ValueError, match="position 0: 5 is not a legal move"):
        Positions.of([must_pass]).step([5])


def test_random_games_are_played_to_their_end_in_steps() -> None:
    positions = Positions.start(500)
    for seed in range(60):
        positions = positions.step(positions.random_moves(seed))
    assert positions.is_over.all()
    assert -6 < positions.scores(Color.BLACK).mean() < 2
    assert positions == positions.step(positions.random_moves(1))


def test_some_are_taken_by_place_slice_or_mask() -> None:
    several = [Board(), Board().play("f5"), Board().play("f5").play("d6")]
    positions = Positions.of(several)
    assert positions[1] == positions[-2] == several[1]
    assert positions[np.int64(2)] == several[2]
    assert list(positions[::2]) == several[::2]
    assert list(positions[[2, 0]]) == [several[2], several[0]]
    assert list(positions[positions.turn == 1]) == [several[1]]
    assert list(positions[[True, False, True]]) == several[::2]
    with pytest.raises(IndexError):
        positions[3]
    assert Positions.joined([positions[:1], positions[1:]]) == positions
    assert len(Positions.joined([])) == 0


def test_positions_are_saved_and_loaded(tmp_path: Path) -> None:
    positions = Positions.start(100).step(Positions.start(100).random_moves(1))
    positions.save(tmp_path / "some.npz")
    assert Positions.load(tmp_path / "some.npz") == positions
    assert pickle.loads(pickle.dumps(positions)) == positions
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    with pytest.raises(ValueError, match="has no positions"):
        Positions.load(tmp_path / "other.npz")


def test_positions_never_change() -> None:
    positions = Positions.start(2)
    with pytest.raises(AttributeError, match="are immutable"):
        positions.turn = np.zeros(2, np.uint8)
    for array in (positions.turn, positions.mover_bits, positions[:1].opponent_bits):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert repr(positions) == "<2 positions of 8×8>"
    with pytest.raises(ValueError, match="turn must be numbers from 0 to 1"):
        Positions([1], [2], [2])
    with pytest.raises(ValueError, match="turn has 2"):
        Positions([1], [2], [0, 1])
    with pytest.raises(ValueError, match=r"planes have the shape \(N, 2 or more, size, size\)"):
        Positions.from_planes(np.zeros((1, 2, 6, 8)))


@st.composite
def of_one_size(draw: st.DrawFn) -> list[Board]:
    """Boards of one size that is not 8×8."""
    size = st.just(draw(others))
    return draw(st.lists(boards(size) | any_discs(size), min_size=1, max_size=6))


@given(of_one_size(), st.sampled_from(Symmetry), st.randoms(use_true_random=False))
def test_on_every_size_they_say_what_the_boards_say(
    several: list[Board], symmetry: Symmetry, dice: "np.random.Generator"
) -> None:
    positions, size = Positions.of(several), several[0].size
    assert list(positions) == several
    assert positions[0] == several[0]
    assert list(positions.legal_lists()) == [list(board.legal_moves) for board in several]
    assert positions.must_pass.tolist() == [board.must_pass for board in several]
    assert positions.is_over.tolist() == [board.is_over for board in several]
    assert positions.score.tolist() == [board.score for board in several]
    for color in Color:
        assert positions.count(color).tolist() == [board.count(color) for board in several]
    over = [board.score if board.is_over else NOT_OVER for board in several]
    assert positions.scores().tolist() == over
    assert list(positions.transformed(symmetry)) == [one.transformed(symmetry) for one in several]
    assert list(positions.canonical()) == [board.canonical() for board in several]
    assert Positions.from_planes(positions.planes(), positions.turn) == positions
    assert pickle.loads(pickle.dumps(positions)) == positions
    empty = [
        set(np.flatnonzero(~mask)) for mask in positions.planes()[:, :2].any(1).reshape(-1, size**2)
    ]
    assert empty == [set(board.empties) for board in several]

    going = [board for board in several if not board.is_over]
    moves = [dice.choice(list(board.legal_moves) or [PASS]) for board in going]
    if going:
        assert list(Positions.of(going).play(moves)) == [
            board.pass_turn() if move == PASS else board.play(move)
            for board, move in zip(going, moves, strict=True)
        ]


@pytest.mark.parametrize("size", [6, 10, 16])
def test_random_games_of_every_size_end_and_are_repeatable(size: int) -> None:
    positions = Positions.start(50, size)
    scores = positions.playouts(seed=7)
    assert (scores == positions.playouts(seed=7)).all()
    assert (scores % 2 == 0).all()
    assert size < np.abs(scores).max() <= size**2
    while positions.legal_mask().any():
        positions = positions.step(positions.random_moves(seed=1))
        assert not positions.must_pass.any()
    assert positions.is_over.all()
    with pytest.raises(ValueError, match=f"from 0 to {size * size - 1}, or -1"):
        positions.play([0] * 50)
