"""Turning and mirroring the board changes nothing about the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import any_discs, boards

from outflank.board import Board, Symmetry


@given(boards(), st.sampled_from(Symmetry))
def test_the_rules_commute_with_every_symmetry(board: Board, symmetry: Symmetry) -> None:
    turned = board.transformed(symmetry)
    assert turned.legal_moves.bits == symmetry.bits(board.legal_moves.bits, board.size)
    for move in board.legal_moves:
        moved = symmetry.square(move, board.size)
        assert turned.play(moved) == board.play(move).transformed(symmetry)


@given(any_discs(), st.sampled_from(Symmetry))
def test_the_inverse_brings_a_board_back(board: Board, symmetry: Symmetry) -> None:
    assert board.transformed(symmetry).transformed(symmetry.inverse) == board


@given(any_discs(), st.sampled_from(Symmetry))
def test_the_canonical_board_is_the_same_for_all_symmetric_ones(
    board: Board, symmetry: Symmetry
) -> None:
    assert board.transformed(symmetry).canonical() == board.canonical()
    assert board.canonical() in {board.transformed(each) for each in Symmetry}


def test_the_eight_symmetries_differ() -> None:
    board = Board.from_discs(black=["a1", "b1"], white=["a3"])
    assert len({board.transformed(symmetry) for symmetry in Symmetry}) == 8


@pytest.mark.parametrize(("symmetry", "square"), [("ROTATE_90", 7), ("ROTATE_270", 56)])
def test_a_quarter_turn_clockwise_takes_a1_to_the_top_right(symmetry: str, square: int) -> None:
    assert Symmetry[symmetry].square(0) == square
