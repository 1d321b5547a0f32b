"""Board: the start, moves, flips, passes, the end, and what is refused."""

import gc
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from oracle import oracle_of, start_oracle
from random_positions import any_discs, boards, plain

from outflank.board import (
    SIZES,
    Board,
    Color,
    IllegalMove,
    InvalidPosition,
    InvalidSquare,
    SquareSet,
)


@pytest.mark.parametrize("size", SIZES)
def test_the_start_has_white_on_the_main_diagonal_and_black_to_move(size: int) -> None:
    assert oracle_of(Board(size)) == start_oracle(size)


@pytest.mark.parametrize("size", [0, 2, 3, 5, 18, -8])
def test_odd_and_unheard_of_sizes_are_refused(size: int) -> None:
    with pytest.raises(InvalidPosition, match=f"^{size} .* 4 .* 16"):
        Board(size)


@given(boards())
def test_moves_and_flips_are_those_of_the_slow_rules(board: Board) -> None:
    slow = oracle_of(board)
    assert list(board.legal_moves) == slow.legal_moves()
    for square in range(board.size**2):
        assert list(board.flips(square)) == slow.flips(square)
    for move in board.legal_moves:
        assert oracle_of(board.play(move)) == slow.play(move)


@given(any_discs())
def test_positions_that_no_game_reaches_obey_the_slow_rules_too(board: Board) -> None:
    slow = oracle_of(board)
    assert list(board.legal_moves) == slow.legal_moves()
    assert list(board.opponent_moves) == slow.pass_turn().legal_moves()
    for move in board.legal_moves:
        assert oracle_of(board.play(move)) == slow.play(move)


@given(any_discs())
def test_a_side_passes_when_only_the_other_can_move_and_the_game_ends_when_none_can(
    board: Board,
) -> None:
    slow = oracle_of(board)
    own, other = slow.legal_moves(), slow.pass_turn().legal_moves()
    assert board.must_pass == (not own and bool(other))
    assert board.is_over == (not own and not other)
    if board.must_pass:
        assert oracle_of(board.pass_turn()) == slow.pass_turn()
    else:
        with pytest.raises(IllegalMove):
            board.pass_turn()


@given(any_discs())
def test_the_native_board_does_what_the_plain_one_does(board: Board) -> None:
    other = plain(board)
    assert board.to_text() == other.to_text()
    assert board.legal_moves == other.legal_moves
    assert board.opponent_moves == other.opponent_moves
    assert (board.must_pass, board.is_over) == (other.must_pass, other.is_over)
    assert (board.turn, board.score) == (other.turn, other.score)
    for move in board.legal_moves:
        assert board.flips(move) == other.flips(move)
        assert board.play(move).to_text() == other.play(move).to_text()


@given(boards())
def test_equal_boards_are_one_key_and_survive_pickling(board: Board) -> None:
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert hash(copy) == hash(board)
    assert len({board, copy}) == 1
    for move in board.legal_moves:
        assert board.play(move) != board


def test_whose_turn_it_is_makes_a_difference() -> None:
    board = Board.from_discs(black=["c1"], white=["d1"])
    other = Board.from_discs(black=["c1"], white=["d1"], turn=Color.WHITE)
    swapped = Board.from_discs(black=["d1"], white=["c1"], turn=Color.WHITE)
    assert len({board, other, swapped}) == 3
    assert board != object()


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("a1", "Black cannot play a1: it flips no discs. Legal moves: d3, c4, f5, e6"),
        (27, "Black cannot play d4: it is occupied. Legal moves: d3, c4, f5, e6"),
    ],
)
@pytest.mark.parametrize("native", [True, False])
def test_an_illegal_move_says_why_and_what_is_legal(
    move: int | str, sentence: str, native: bool
) -> None:
    board = Board() if native else plain(Board())
    with pytest.raises(IllegalMove) as error:
        board.play(move)
    assert str(error.value) == sentence


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("move", ["i1", "a9", "", "d33", 64, -1, 2**80, None, 3.0])
def test_what_is_not_a_square_is_refused(move: object, native: bool) -> None:
    board = Board() if native else plain(Board())
    with pytest.raises(InvalidSquare):
        board.play(move)  # type: ignore[arg-type]
    with pytest.raises(InvalidSquare):
        board.flips(move)  # type: ignore[arg-type]


def test_a_move_where_one_must_pass_says_so() -> None:
    board = Board.from_rows(["OX--", "----", "----", "----"], Color.BLACK)
    assert board.must_pass
    with pytest.raises(IllegalMove, match="must pass"):
        board.play("d4")
    assert board.pass_turn().turn is Color.WHITE


def test_a_move_or_pass_after_the_end_says_so() -> None:
    board = Board.from_rows(["XX--", "----", "----", "----"])
    with pytest.raises(IllegalMove, match="The game is over"):
        board.play("d4")
    with pytest.raises(IllegalMove, match="The game is over"):
        board.pass_turn()


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        (["XXX-", "----", "----", "----"], 16),
        (["OOX-", "----", "----", "----"], -15 + 1),
        (["XO--", "----", "----", "----"], 0),
    ],
)
def test_the_empties_go_to_the_winner(rows: list[str], score: int) -> None:
    assert Board.from_rows(rows).score == score
    assert Board.from_rows(rows, Color.WHITE).score == -score


@pytest.mark.parametrize("size", [6, 8, 10])
def test_squares_may_be_any_kind_of_whole_number(size: int) -> None:
    board = Board(size)
    move = next(iter(board.legal_moves))
    number: Any = np.int64
    assert board.play(number(move)) == board.play(move)
    assert np.uint8(move) in board.legal_moves
    assert SquareSet.of(np.array([move]), size) == SquareSet.of([move], size)
    black = Board.from_bits(number(1), number(2), size=size)
    assert black.legal_moves.names == ["c1"]


def test_the_side_to_move_is_a_color() -> None:
    turn: Any = "white"
    sentence = r"Color\.BLACK or Color\.WHITE; got 'white'"
    with pytest.raises(InvalidPosition, match=sentence):
        Board.from_discs(black=["d4"], white=["e4"], turn=turn)
    with pytest.raises(InvalidPosition, match=sentence):
        Board.from_bits(1, 2, turn)
    with pytest.raises(InvalidPosition, match=sentence):
        Board.from_rows(["----"] * 4, turn)


@pytest.mark.parametrize("size", [8, 10])
def test_boards_are_no_burden_for_the_garbage_collector(size: int) -> None:
    assert not gc.is_tracked(Board(size))
    assert not gc.is_tracked(Board(size).legal_moves)


@pytest.mark.parametrize("size", SIZES)
def test_the_edges_of_every_size_are_where_the_plain_board_has_them(size: int) -> None:
    """Lines of discs along, into and across every edge: what would wrap round, or reach beyond."""
    last, squares = size - 1, range(size * size)
    for mover_at in (0, last, size * last, size * size - 1, size // 2, size * (size // 2)):
        opponent = sum(1 << square for square in squares if square not in (mover_at, size + 1))
        for kept in (opponent, opponent & ~sum(1 << row * size for row in range(size))):
            board = Board.from_bits(1 << mover_at, kept & ~(1 << mover_at), size=size)
            assert board.legal_moves.bits == plain(board).legal_moves.bits
            for square in squares:
                assert board.flips(square).bits == plain(board).flips(square).bits


def test_a_board_from_overlapping_or_stray_bits_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="a1 c1"):
        Board.from_bits(0b101, 0b111)
    with pytest.raises(InvalidPosition, match="d4"):
        Board.from_discs(black=["d4"], white=["d4"])
    with pytest.raises(ValueError, match="a number of 16 bits"):
        Board.from_bits(1 << 16, 0, size=4)
    with pytest.raises(ValueError, match="a number of 64 bits"):
        Board.from_bits(-1, 0)
