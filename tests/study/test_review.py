"""Reviews: losses add up, exact ones are proven, and the list is the only one."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from threading import Event

import pytest
from game_strategies import games
from hypothesis import given, settings

from outflank.board import Board, Color
from outflank.engine import CannotThink, Engine, Limit, Result
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.study.document import review_document
from outflank.study.judging import Judgement
from outflank.study.practice import cards_of
from outflank.study.review import analyze_move, judged, moves_of, review_game
from outflank.study.values import SCREEN, Effort
from outflank.study.why.reason import ReasonKind
from study import Plain, last_moves

# A game of the WTHOR archive's years that was won, thrown away and won again at its end.
TRANSCRIPT = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)
QUICK = Effort(depth=4, exact_from=10)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(memory=16)


def solved(board: Board) -> int:
    """The exact score by plain search, for positions with few empties."""
    if board.is_over:
        return board.score
    if board.must_pass:
        return -solved(board.pass_turn())
    return max(-solved(board.play(move)) for move in board.legal_moves)


def test_the_end_of_a_game_is_reviewed_exactly(engine: Engine) -> None:
    game = read_transcript(TRANSCRIPT)
    review = review_game(game, engine, QUICK)
    assert review.complete
    assert len(review.moves) == 60
    last = [move for move in review.moves if len(move.board.empties) <= 6]
    assert len(last) == 6
    for move in last:
        assert move.exact
        assert move.best_score == solved(move.board)
        assert move.score == -solved(move.board.play(move.move))
        assert move.loss >= 0


def test_the_turning_point_is_where_the_won_game_was_thrown_away(engine: Engine) -> None:
    turning = review_game(read_transcript(TRANSCRIPT), engine, QUICK).turning_point
    assert turning is not None
    assert (turning.number, turning.name, turning.color) == (58, "a1", Color.WHITE)
    assert (turning.best_score, turning.score) == (10, -8)
    assert turning.judgement is Judgement.BLUNDER
    assert turning.reason is not None
    assert turning.reason.kind is ReasonKind.EDGE
    assert (turning.reason.facts["best"], turning.reason.facts["many"]) == ("h8", "8")


def test_the_graph_and_the_totals_tell_the_same_story(engine: Engine) -> None:
    game = read_transcript(TRANSCRIPT)
    review = review_game(game, engine, QUICK)
    assert game.outcome is not None
    final = review.points[-1]
    assert (final.ply, final.score, final.exact) == (60, game.outcome.score, True)
    assert final.lost == {color: review.totals(color).discs_lost for color in Color}
    assert [point.ply for point in review.points] == list(range(61))
    for color in Color:
        totals = review.totals(color)
        assert totals.moves == 30 == sum(totals.judgements.values())
    # In the exact part the value after a move is the value before it, minus its loss.
    pairs = [each for each in pairwise(review.moves) if all(move.exact for move in each)]
    assert len(pairs) >= 9
    for before, after in pairs:
        same = 1 if before.color is after.color else -1
        assert before.score == same * after.best_score


def test_a_review_reports_its_progress_and_can_be_stopped(engine: Engine) -> None:
    stop = Event()
    seen = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 5:
            stop.set()

    review = review_game(read_transcript(TRANSCRIPT), engine, QUICK, progress=progress, stop=stop)
    assert seen == [(done, 60) for done in range(1, 6)]
    assert not review.complete
    assert [move.number for move in review.moves] == [56, 57, 58, 59, 60]
    assert [point.ply for point in review.points] == [55, 56, 57, 58, 59, 60]


def test_the_list_of_errors_is_what_practice_asks(engine: Engine) -> None:
    review = review_game(read_transcript(TRANSCRIPT), engine, QUICK)
    errors = [move for move in review.errors if move.color is Color.WHITE]
    cards = cards_of(errors, engine, QUICK, source="the game", now=7.0)
    boards = [card.board for card in cards]
    assert all(error.reason is None or error.reason.squares for error in errors)
    # An error is left out only where the values of all moves say that it lost nothing.
    assert set(boards) <= {error.board for error in errors}
    exact = [error.board for error in errors if error.exact]
    assert set(exact) <= set(boards)
    for card in cards:
        assert card.played not in card.good
        assert card.due == 7.0


def test_the_opening_is_named_and_the_document_is_json(engine: Engine) -> None:
    review = review_game(read_transcript("f5d6c3d3c4f4"), engine, QUICK)
    assert review.opening == "Tiger"
    document = json.loads(json.dumps(review_document(review)))
    assert document["opening"] == "Tiger"
    assert [move["move"] for move in document["moves"]] == ["f5", "d6", "c3", "d3", "c4", "f4"]
    assert len(document["graph"]) == 7


@given(games((4, 6), 40))
@settings(max_examples=15, deadline=None)
def test_any_game_on_a_small_board_is_reviewed(game: Game) -> None:
    review = review_game(game, Engine(memory=1), Effort(depth=2, exact_from=6))
    made = [ply for ply in game.history if not ply.is_pass]
    assert [move.move for move in review.moves] == [ply.square for ply in made]
    assert all(move.loss >= 0 for move in review.moves)
    assert all(move.best in move.board.legal_moves for move in review.moves)
    assert all((move.loss == 0) or move.best != move.move for move in review.moves)


def test_a_game_on_a_large_board_is_reviewed_too(engine: Engine) -> None:
    game = Game(size=10)
    for _ in range(6):
        game.play(next(iter(game.board.legal_moves)))
    review = review_game(game, engine, QUICK)
    assert [move.move for move in review.moves] == [ply.square for ply in game.history]
    assert any(move.loss for move in review.moves)
    assert not any(move.exact for move in review.moves)


def test_an_effort_is_within_a_game() -> None:
    with pytest.raises(CannotThink, match=r"1 to 60 .* 0 to 60"):
        Effort(depth=0)


def test_a_good_move_that_a_quick_look_finds_gets_no_word() -> None:
    class Hasty(Plain):
        """Takes the last of the legal moves where it is asked for a quick look."""

        def analyze(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
            found = super().analyze(board, limit, lines=60)
            return found[-1:] if limit.depth == 2 else found[:lines]

    def praised(analyst: Plain) -> list[int]:
        moves = review_game(last_moves(8), analyst, SCREEN).moves
        return [move.number for move in moves if move.loss == 0 and move.reasons]

    assert not praised(Plain())
    assert praised(Hasty())


def test_an_error_is_looked_at_again_and_dropped_if_it_was_none() -> None:
    deep = set()

    class Hasty(Plain):
        """Is wrong about moves unless it searches deeply."""

        def analyze(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
            found = list(super().analyze(board, limit, lines=60))
            if limit.depth is not None and limit.depth >= 15:
                deep.add(board)
            else:
                found = [replace(one, score=one.score + 40 * (one.move % 2)) for one in found]
            return sorted(found, key=lambda one: -one.score)[:lines]

    game = last_moves(8)
    listed = review_game(game, Hasty(), SCREEN).errors
    losses = {move.number: move.loss for move in review_game(game, Plain(), SCREEN).errors}
    assert listed
    assert all(losses[move.number] == move.loss for move in listed)
    refuted = deep & {made.board for made in moves_of(game)} - {move.board for move in listed}
    assert refuted


def test_a_review_does_not_depend_on_what_was_analyzed_before(engine: Engine) -> None:
    game = read_transcript(TRANSCRIPT)
    first = review_game(game, Engine(memory=16), SCREEN)
    game.go_to(31)
    engine.analyze(game.board, Limit(depth=16), lines=1)
    for made in moves_of(game)[20:31]:  # in another order, with another past
        again = judged(made, analyze_move(made, engine, SCREEN))
        assert again == next(move for move in first.moves if move.ply == made.ply)
