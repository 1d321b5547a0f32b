"""Exact scores: against a plain search, against each other, with every technique on and off."""

import pytest
from engine_positions import plain_score, random_boards

from outflank import _native
from outflank.board import Board, Symmetry
from outflank.engine import Engine, Limit

TECHNIQUES = (
    "transpositions",
    "stability",
    "child_transpositions",
    "probcut",
    "local_transpositions",
)


@pytest.mark.parametrize("empties", range(1, 8))
def test_the_score_of_a_position_is_that_of_a_plain_search(empties: int) -> None:
    engine = Engine(memory=1)
    for board in random_boards(seed=empties, empties=empties, number=8 if empties < 6 else 3):
        result = engine.solve(board)
        assert result.exact
        assert result.score == plain_score(board), board.to_text()


def test_a_native_negamax_agrees_on_positions_with_up_to_14_empties() -> None:
    engine = Engine(memory=8)
    for empties, number in ((8, 40), (9, 40), (10, 30), (11, 15), (12, 6), (13, 2), (14, 1)):
        for board in random_boards(seed=empties, empties=empties, number=number):
            assert engine.solve(board).score == _native.plain_score(
                board.mover_bits, board.opponent_bits
            ), board.to_text()


def test_the_line_of_a_solved_position_leads_to_its_score() -> None:
    engine = Engine(memory=4)
    for board in random_boards(seed=5, empties=13, number=10):
        result = engine.solve(board)
        end, sign = board, 1
        for move in result.line:
            if end.must_pass:
                end, sign = end.pass_turn(), -sign
            end, sign = end.play(move), -sign
        assert end.is_over
        assert sign * end.score == result.score


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_without_a_technique_the_scores_are_the_same(technique: str) -> None:
    full = Engine(memory=4)
    reduced = Engine(memory=4, techniques=_native.Techniques(**{technique: False}))
    for board in random_boards(seed=8, empties=14, number=8):
        assert reduced.solve(board).score == full.solve(board).score, board.to_text()


def test_with_no_technique_at_all_the_scores_are_the_same() -> None:
    full = Engine(memory=4)
    bare = Engine(memory=1, techniques=_native.Techniques(**dict.fromkeys(TECHNIQUES, False)))
    for board in random_boards(seed=9, empties=12, number=8):
        assert bare.solve(board).score == full.solve(board).score, board.to_text()


def test_two_threads_find_the_scores_of_one() -> None:
    one, two = Engine(memory=8), Engine(memory=8, threads=2)
    for board in random_boards(seed=10, empties=17, number=6):
        assert two.solve(board).score == one.solve(board).score, board.to_text()


def test_a_turned_or_mirrored_position_has_the_same_score() -> None:
    engine = Engine(memory=4)
    for board in random_boards(seed=11, empties=13, number=2):
        scores = {engine.solve(board.transformed(symmetry)).score for symmetry in Symmetry}
        assert len(scores) == 1


def test_every_move_is_scored_as_the_position_after_it() -> None:
    engine = Engine(memory=4)
    for board in random_boards(seed=12, empties=7, number=4):
        results = engine.solve_all(board)
        assert {result.move for result in results} == set(board.legal_moves)
        assert [result.score for result in results] == sorted(
            (result.score for result in results), reverse=True
        )
        for result in results:
            assert result.score == -plain_score(board.play(result.move)), board.to_text()


def test_the_4x4_board_is_lost_by_10_for_black() -> None:
    result = Engine(memory=1).solve(Board(4))
    assert (result.score, result.exact) == (-10, True)


@pytest.mark.parametrize(("size", "empties"), [(4, 6), (6, 7)])
def test_small_boards_have_the_scores_of_a_plain_search(size: int, empties: int) -> None:
    engine = Engine(memory=1)
    for board in random_boards(seed=13, empties=empties, number=8, size=size):
        assert engine.solve(board).score == plain_score(board), board.to_text()


def test_6x6_positions_in_mid_game_agree_with_and_without_cut_offs() -> None:
    full = Engine(memory=4)
    bare = Engine(memory=4, techniques=_native.Techniques(stability=False, probcut=False))
    for board in random_boards(seed=14, empties=14, number=8, size=6):
        assert full.solve(board).score == bare.solve(board).score, board.to_text()


def test_mirror_images_of_a_move_are_listed_though_one_of_them_is_searched() -> None:
    engine = Engine(memory=4)
    results = engine.analyze(Board(), Limit(depth=6), lines=9)
    assert {each.move for each in results} == set(Board().legal_moves)
    assert len({each.score for each in results}) == 1
    engine.clear()
    one = engine.choose(Board(), Limit(depth=8)).nodes
    engine.clear()
    after = engine.choose(Board().play(results[0].move), Limit(depth=7)).nodes
    assert one < 2 * after  # not four times the work of one of the moves


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_6x6_board_is_won_by_white_by_4() -> None:
    result = Engine(memory=1024, threads=2).solve(Board(6))
    assert (result.score, result.exact) == (-4, True)
