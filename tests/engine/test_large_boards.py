"""The engine on boards larger than 8×8: exact scores, limits, and what it looks at."""

import random
import threading
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_positions import boards

from outflank import _native
from outflank.arena import play_match
from outflank.board import SIZES, Board, Symmetry
from outflank.engine import Engine, Limit, Result, perft
from outflank.players import make_player

LARGE = [size for size in SIZES if size > 8]


def position(size: int, empties: int, seed: int) -> Board:
    """A position of a random game with so many empties, in which there is a move."""
    dice = random.Random(seed)
    while True:
        board = Board(size)
        while not board.is_over and len(board.empties) > empties:
            moves = board.legal_moves
            board = board.play(dice.choice(moves)) if moves else board.pass_turn()
        if board.legal_moves:
            return board


def plain_score(board: Board) -> int:
    """The score with perfect play, by trying everything."""
    if board.is_over:
        return board.score
    if board.must_pass:
        return -plain_score(board.pass_turn())
    return max(-plain_score(board.play(move)) for move in board.legal_moves)


@pytest.mark.parametrize("size", LARGE)
def test_the_exact_score_of_every_move_is_that_of_trying_everything(size: int) -> None:
    engine = Engine(memory=1)
    for seed in range(4):
        board = position(size, 5, seed)
        results = engine.solve_all(board)
        assert all(result.exact for result in results)
        scores = {move: -plain_score(board.play(move)) for move in board.legal_moves}
        assert {result.move: result.score for result in results} == scores
        assert [result.score for result in results] == sorted(scores.values(), reverse=True)


def test_on_8x8_it_finds_the_exact_scores_that_the_other_search_finds() -> None:
    engine, wide = Engine(memory=1), _native.WideEngine(1)
    for seed in range(12):
        board = position(8, 12, seed)
        found = wide.analyse(board, _native.SearchLimit(), 1, _native.Stop())[0]
        assert (found.exact, found.score) == (True, engine.solve(board).score)


@pytest.mark.parametrize("size", LARGE)
def test_the_line_of_a_solved_position_ends_the_game_with_its_score(size: int) -> None:
    board = position(size, 10, seed=size)
    result = Engine(memory=1).solve(board)
    after = board
    for move in result.line:
        after = after.play(move)
        after = after.pass_turn() if after.must_pass else after
    assert after.is_over
    assert (after.score if after.turn is board.turn else -after.score) == result.score


@settings(max_examples=30)
@given(boards(st.sampled_from(LARGE)), st.sampled_from(Symmetry))
def test_a_turned_board_looks_the_same_and_the_other_side_sees_the_opposite(
    board: Board, symmetry: Symmetry
) -> None:
    features = _native.wide_features(board)
    assert _native.wide_features(board.transformed(symmetry)) == features
    other = Board.from_bits(board.opponent_bits, board.mover_bits, board.turn, board.size)
    *opposite, last_move = _native.wide_features(other)
    assert [-one for one in opposite] == features[:-1]
    assert last_move == features[-1]


@pytest.mark.parametrize("size", LARGE)
def test_limits_hold_and_better_answers_come_on_the_way(size: int) -> None:
    board, engine = Board(size).play(Board(size).legal_moves[0]), Engine(memory=1)
    seen = []

    def note(found: Sequence[Result]) -> bool:
        seen.append(found[0].depth)
        return True

    result = engine.analyze(board, Limit(depth=4), lines=3, progress=note)
    assert seen == [1, 2, 3, 4]
    assert len({one.move for one in result}) == 3
    assert not result[0].exact
    engine.clear()
    assert engine.analyze(board, Limit(depth=4), lines=3)[0].nodes == result[0].nodes
    engine.clear()
    assert engine.choose(board, Limit(nodes=5000)).nodes <= 5001
    assert engine.choose(board, Limit(nodes=1)).move in board.legal_moves


def test_it_stops_when_told() -> None:
    engine = Engine(memory=1)
    threading.Timer(0.05, engine.stop).start()
    assert engine.solve(Board(10)).move in Board(10).legal_moves


def test_perft_counts_on_every_size_as_plain_moves_do() -> None:
    assert [perft(Board(size), 7) for size in LARGE] == [55180] * 4


@pytest.mark.parametrize("opponent", ["positional", "lookahead"])
def test_it_beats_who_looks_less_far(opponent: str) -> None:
    match = play_match(make_player("engine:depth=5"), make_player(opponent), games=4, size=10)
    assert match.score.value == 1
