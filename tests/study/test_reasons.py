"""Why a move is bad or good: what each kind says of real games, and that all of it is true."""

import random
import re
from pathlib import Path

import pytest
from claims import check
from game_strategies import games
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Board, Color, SquareSet, parse_square, square_name
from outflank.game import Game
from outflank.study.judging import Judgement, judge
from outflank.study.why.explaining import DETECTORS, FAR, explain
from outflank.study.why.good import praise
from outflank.study.why.lines import HORIZON, Comparison, Line, follow
from outflank.study.why.reason import ReasonKind
from outflank.study.why.shapes import frontier, regions, safe_moves, stable_discs
from outflank.study.words import say
from study import finished_game

SQUARE = "[a-h][1-8]"
# White can play g2, which opens the corner h1.
OPENING = "------------OX------OX----XXX-----OXO------X-------------------- O"


def line(board: Board, moves: str) -> Line:
    return follow(board, [parse_square(move) for move in moves.split()])


# Of tournament games: a kind of reason, the position, what followed the move played and the best
# one, the sentence and its squares.
ROWS = (Path(__file__).parent / "reasons.tsv").read_text().splitlines()
EXAMPLES = [row.split("\t") for row in ROWS]


@pytest.mark.parametrize(
    ("kind", "text", "made", "best", "sentence", "squares"),
    EXAMPLES,
    ids=[f"{each[0]} {number}" for number, each in enumerate(EXAMPLES)],
)
def test_each_kind_of_reason_is_found_in_games(
    kind: str, text: str, made: str, best: str, sentence: str, squares: str
) -> None:
    board = Board.from_text(text)
    pair = Comparison(board, line(board, made), line(board, best))
    found = [reason for detector in DETECTORS for reason in detector(pair)]
    reason = next(reason for reason in found if reason.sentence == sentence)
    assert reason.kind is ReasonKind[kind]
    assert " ".join(square_name(square) for square in reason.squares) == squares
    assert reason.replay in (
        pair.played.squares[: len(reason.replay)],
        pair.best.squares[: len(reason.replay)],
    )
    check(board, pair.played.squares, pair.best.squares, sentence)


@pytest.mark.parametrize(
    ("kind", "text", "made", "best", "sentence", "squares"),
    EXAMPLES,
    ids=[f"{each[0]} {number}" for number, each in enumerate(EXAMPLES)],
)
def test_the_checker_refuses_the_sentence_about_the_other_side(
    kind: str, text: str, made: str, best: str, sentence: str, squares: str
) -> None:
    board = Board.from_text(text)
    swapped = sentence.replace("Black", "?").replace("White", "Black").replace("?", "White")
    with pytest.raises((AssertionError, IndexError)):
        check(board, line(board, made).squares, line(board, best).squares, swapped)


def test_where_nothing_accounts_for_the_loss_the_lines_are_shown() -> None:
    board = Board()
    made, best = (Line(line(board, moves).steps, (0, 0, 0)) for moves in ("f5 d6 c3", "d3 c3 c4"))
    (shown,) = explain(board, made, best, 4)
    assert shown.kind is ReasonKind.LINE
    assert not shown.kind.explains
    assert re.findall(SQUARE, shown.sentence) == ["f5", "d6", "c3", "d3", "c3", "c4"]
    assert shown.replay == made.squares
    (untold,) = explain(board, made, best, 4, tell_best=False)
    assert re.findall(SQUARE, untold.sentence) == ["f5", "d6", "c3"]


@pytest.mark.parametrize("example", EXAMPLES, ids=[str(n) for n, _ in enumerate(EXAMPLES)])
def test_a_reason_is_told_where_the_loss_shows(example: list[str]) -> None:
    kind, text, *moves, sentence, _ = example
    board = Board.from_text(text)
    made, best = (line(board, each) for each in moves)
    pair = Comparison(board, made, best)
    found = [reason for detector in DETECTORS for reason in detector(pair)]
    at = next(len(reason.replay) - 1 for reason in found if reason.sentence == sentence)
    still = Line(best.steps, (0,) * len(best.steps))
    drop = Line(made.steps, tuple(-24 * (ply >= at) for ply in range(len(made.steps))))
    told = {reason.sentence: reason.worth for reason in explain(board, drop, still, 24)}
    if kind == "SQUARE_LOST":
        assert set(told) == {sentence} or sentence not in told  # only where nothing else is told
    elif pair.certain or at <= FAR:
        assert told[sentence] == 24
    (shown,) = explain(board, Line(made.steps, still.seen), still, 24)
    assert shown.kind is ReasonKind.LINE


def test_what_says_little_is_told_where_nothing_else_is() -> None:
    lost = [each for each in EXAMPLES if each[0] == "SQUARE_LOST"]
    told = []
    for _, text, *moves, _, _ in lost:
        board = Board.from_text(text)
        made, best = (line(board, each) for each in moves)
        worse = Line(made.steps, (-24,) * len(made.steps))
        still = Line(best.steps, (0,) * len(best.steps))
        told.append(
            {reason.kind is ReasonKind.SQUARE_LOST for reason in explain(board, worse, still, 4)}
        )
    assert sorted(told, key=list) == [{False}, {True}]  # never beside another reason


@pytest.mark.parametrize("kind", ["TEMPO", "COULD_WAIT", "NOW_OR_NEVER", "EXCHANGE"])
def test_a_puzzle_does_not_draw_the_square_it_asks_for(kind: str) -> None:
    for _, text, *moves, _, _ in (each for each in EXAMPLES if each[0] == kind):
        board = Board.from_text(text)
        made, best = (line(board, each) for each in moves)
        for reason in explain(board, made, best, 8, tell_best=False):
            assert reason.kind is not ReasonKind[kind]
            assert moves[1][:2] not in reason.sentence or reason.kind is ReasonKind.LINE


def test_a_good_move_gets_a_word_if_the_next_best_is_worse() -> None:
    game = finished_game()
    game.go_to(57)
    board, a1 = game.board, parse_square("a1")
    best = line(board, "h8 a2")
    only = praise(board, best, 10, a1, -8, exact=True)
    assert only is not None
    assert only.kind is ReasonKind.ONLY_MOVE
    assert only.sentence == say("only move wins, next loses", second="a1")
    far = praise(board, best, 30, a1, 10, exact=True)
    assert far is not None
    assert far.kind is ReasonKind.QUIET_MOVE
    assert far.sentence == say("quiet move", 20, second="a1", opponent=Color.BLACK)
    assert praise(board, best, 10, a1, 8, exact=True) is None


def test_a_corner_that_was_open_before_is_not_given_by_the_move() -> None:
    text = "-O--------OO-------OO-----XOO----XXOO----XOX----OX-XXX---------- X"
    board = Board.from_text(text)
    assert parse_square("a8") in board.opponent_moves
    given = explain(board, line(board, "d1 a8"), line(board, "f3 g3"), 10)
    told = [reason.sentence for reason in given if reason.kind is ReasonKind.CORNER_GIVEN]
    assert told == [say("corner left", 1, opponent=Color.WHITE, corner="a8", best="f3")]


def test_a_corner_opened_by_a_good_move_is_a_sacrifice() -> None:
    board = Board.from_text(OPENING)
    best = line(board, "g2 h1")
    word = praise(board, best, 8, parse_square("c3"), -6, exact=True)
    assert word is not None
    assert word.kind is ReasonKind.SACRIFICE
    assert word.sentence == say("sacrifice", 14, corner="h1", second="c3")
    assert [square_name(square) for square in word.replay] == ["g2", "h1"]


def test_regions_are_groups_of_touching_empties() -> None:
    board = Board.from_rows(["XX--", "XXX-", "-XXX", "--XX"])
    assert [str(region) for region in sorted(regions(board), key=len)] == ["c1 d1 d2", "a3 a4 b4"]


def test_the_frontier_touches_empties() -> None:
    board = Board.from_rows(["XXXX", "XXXX", "XXXX", "XXX-"])
    assert str(frontier(board, board.black)) == "c3 d3 c4"


@given(games((6, 8), 60), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_stable_discs_are_never_turned(game: Game, seed: int) -> None:
    board, choose = game.board, random.Random(seed).choice
    kept = {color: stable_discs(board, color) for color in Color}
    while not board.is_over:
        board = board.pass_turn() if board.must_pass else board.play(choose(board.legal_moves))
        for color, discs in kept.items():
            assert not discs - stable_discs(board, color)
            assert all(board[square] is color for square in discs)


def test_a_safe_move_opens_no_corner() -> None:
    board = Board.from_text(OPENING)
    assert (board.legal_moves - safe_moves(board)).names == SquareSet.of(["g2"]).names


@given(games((8,), 56), st.data())
@settings(max_examples=60, deadline=None)
def test_every_claim_about_any_two_lines_is_true(game: Game, data: st.DataObject) -> None:
    board = game.board
    if len(board.legal_moves) < 2:
        return
    moves = data.draw(
        st.lists(st.sampled_from(list(board.legal_moves)), min_size=2, max_size=2, unique=True)
    )
    choose = random.Random(data.draw(st.integers(0, 2**32))).choice
    lines = []
    for move in moves:
        squares, after = [move], board.play(move)
        while len(squares) <= HORIZON and not after.is_over:
            if after.must_pass:
                after = after.pass_turn()
            squares.append(choose(after.legal_moves))
            after = after.play(squares[-1])
        lines.append(follow(board, squares))
    found = explain(board, lines[0], lines[1], 4)
    for reason in found:
        assert SquareSet.of(reason.squares)
        assert reason.sentence.endswith(".")
        check(board, lines[0].squares, lines[1].squares, reason.sentence)


@pytest.mark.parametrize(
    ("best", "played", "exact", "expected"),
    [
        (10, 10, True, Judgement.FINE),
        (2, 0, True, Judgement.BLUNDER),
        (0, -2, True, Judgement.BLUNDER),
        (64, 2, True, Judgement.MISTAKE),
        (-2, -64, True, Judgement.MISTAKE),
        (10, 6, True, Judgement.INACCURACY),
        (10, 8, True, Judgement.FINE),
        (1, -1, False, Judgement.FINE),
        (0, -5, False, Judgement.INACCURACY),
        (3, -3, False, Judgement.BLUNDER),
    ],
)
def test_a_blunder_flips_the_result_and_the_rest_goes_by_discs(
    best: int, played: int, exact: bool, expected: Judgement
) -> None:
    assert judge(best, played, exact=exact) is expected
