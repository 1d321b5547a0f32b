"""The FFO endgame suite: everybody's yardstick, with known exact scores."""

import pytest
from shared_data import shared_data

from outflank.board import Board, parse_square
from outflank.cli.shared.positions import read_positions
from outflank.engine import Engine


@pytest.mark.data
def test_every_move_of_ffo_1_to_19_has_its_known_score() -> None:
    engine = Engine(memory=64)
    for puzzle in read_positions(str(shared_data("suites/fforum-1-19.obf"))):
        found = {result.move: result.score for result in engine.solve_all(puzzle.board)}
        assert found == puzzle.scores, puzzle.name


@pytest.mark.data
def test_ffo_20_to_39_have_their_known_scores() -> None:
    engine = Engine(memory=64)
    for puzzle in read_positions(str(shared_data("suites/fforum-20-39.obf"))):
        assert engine.solve(puzzle.board).score == puzzle.best_score, puzzle.name


@pytest.mark.data
@pytest.mark.parametrize(
    "number",
    [pytest.param(n, marks=[pytest.mark.slow] if n > 4 else []) for n in range(10)],
    ids=lambda number: f"ffo-{number + 40}",
)
def test_ffo_40_to_49_have_their_known_scores(number: int) -> None:
    puzzle = read_positions(str(shared_data("suites/fforum-40-49.obf")))[number]
    assert Engine(memory=256).solve(puzzle.board).score == puzzle.best_score


def test_a_position_solved_by_hand() -> None:
    # One empty square: Black fills h8 and turns the whole diagonal.
    board = Board.from_text("XOOOOOOO " + "OOOOOOOO " * 6 + "OOOOOOO- X")
    result = Engine(memory=1).solve(board)
    assert result.move == parse_square("h8")
    assert result.score == 2 * 8 - 64
