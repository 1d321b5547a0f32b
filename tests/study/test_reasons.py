"""Why a move is bad or good: what each kind says of real games, and that all of it is true."""

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from claims import CLAIMS, check
from game_strategies import games
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Board, Color, SquareSet, parse_square, square_name
from outflank.game import Game
from outflank.study.judging import Judgement, judge
from outflank.study.why.explaining import DETECTORS, explain, proven_end
from outflank.study.why.good import merit, praise
from outflank.study.why.lines import HORIZON, Comparison, Line, follow
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.sentences import SENTENCES, say
from outflank.study.why.shapes import frontier, regions, safe_moves, stable_discs
from study import finished_game

SQUARE = "[a-h][1-8]"
# White can play g2, which opens the corner h1.
OPENING = "------------OX------OX----XXX-----OXO------X-------------------- O"


def line(board: Board, moves: str) -> Line:
    return follow(board, [parse_square(move) for move in moves.split()])


# Of tournament games: a claim, the kind of its reason, the position, what followed the move played
# and the best one, and the marked squares.
ROWS = (Path(__file__).parent / "reasons.tsv").read_text().splitlines()
EXAMPLES = [row.split("\t") for row in ROWS]
IDS = [f"{each[0]} {number}" for number, each in enumerate(EXAMPLES)]


def found_in(example: list[str]) -> tuple[Comparison, MoveReason]:
    claim, _, text, made, best, _ = example
    board = Board.from_text(text)
    pair = Comparison(board, line(board, made), line(board, best))
    found = [reason for detector in DETECTORS for reason in detector(pair)]
    return pair, next(reason for reason in found if reason.claim == claim)


def told(reason: MoveReason) -> dict[str, Any]:
    return {**reason.facts, "count": int(reason.facts["count"])}


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_each_claim_is_found_in_games_and_true(example: list[str]) -> None:
    pair, reason = found_in(example)
    assert reason.kind is ReasonKind[example[1]]
    assert " ".join(square_name(square) for square in reason.squares) == example[5]
    lines = pair.played.squares, pair.best.squares
    assert reason.replay in [each[: len(reason.replay)] for each in lines]
    check(pair.board, *lines, reason)


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_the_checker_refuses_every_wrong_fact_of_a_sentence(example: list[str]) -> None:
    pair, reason = found_in(example)
    texts = [
        one
        for text in SENTENCES[reason.claim]
        for one in ([text] if isinstance(text, str) else text)
    ]
    for name in set(re.findall(r"{(\w+)}", " ".join(texts))):
        value = reason.facts[name]
        wrong = {"Black": "White", "White": "Black", "e5": "d5"}.get(value, "e5")
        if value.isdigit():
            wrong = str(int(value) + 1)
        elif len(value) > 2 and value not in wrong and "–" in value:
            wrong = "e5–d5" if value[0].isalpha() else f"{value}1"
        false = replace(reason, facts={**reason.facts, name: wrong})
        with pytest.raises((AssertionError, LookupError)):
            check(pair.board, pair.played.squares, pair.best.squares, false)


def test_a_sentence_that_says_more_than_was_checked_is_refused() -> None:
    pair, reason = found_in(EXAMPLES[0])
    for more in (" It also loses 77 discs.", " Then comes e5."):
        with pytest.raises(AssertionError):
            check(
                pair.board,
                pair.played.squares,
                pair.best.squares,
                replace(reason, sentence=reason.sentence + more),
            )


def test_there_is_an_example_or_a_test_of_every_sentence() -> None:
    praise_or_proof = {"quiet move", "sacrifice"} | {
        name for name in SENTENCES if name.startswith("only move")
    }
    tested_below = {name for name in CLAIMS if name.startswith(("proven", "hint"))}
    assert {each[0] for each in EXAMPLES} | tested_below | praise_or_proof == set(SENTENCES)
    assert set(CLAIMS) | praise_or_proof == set(SENTENCES)


def test_where_nothing_can_be_said_nothing_is_said() -> None:
    board = Board()
    best = line(board, "d3 c3 c4")
    assert explain(board, best, best, 0) == ()


def test_no_reason_looks_further_than_four_plies_or_comes_first_out_of_order() -> None:
    order = list(CLAIMS)
    corners = order[: order.index("X-square")]
    for example in EXAMPLES:
        pair, _ = found_in(example)
        found = explain(pair.board, pair.played, pair.best, 4)
        assert all(len(reason.replay) <= HORIZON + 1 for reason in found)
        ranks = [reason.claim in corners for reason in found]
        assert "Stoner trap" in example[0] or ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize(
    ("moves", "best_score", "score", "claim"),
    [("a1", 10, -8, "proven win lost"), ("a1", 10, 0, "proven win drawn")],
)
def test_a_proven_end_says_what_was_given_away(
    moves: str, best_score: int, score: int, claim: str
) -> None:
    game = finished_game()
    game.go_to(57)
    made, best = line(game.board, f"{moves} a2"), line(game.board, "h8 a1")
    (reason,) = proven_end(game.board, made, best, best_score, score)
    assert (reason.claim, reason.kind) == (claim, ReasonKind.PROVEN_END)
    if score == -8:
        check(game.board, made.squares, best.squares, reason)
    else:
        with pytest.raises(AssertionError):  # a1 loses by 8
            check(game.board, made.squares, best.squares, reason)
    assert proven_end(game.board, made, best, 10, 8) == ()


def test_the_reason_for_a_hint_is_true_and_every_kind_occurs() -> None:
    seen, choose = set(), random.Random(3).choice
    boards = [Board.from_text(example[2]) for example in EXAMPLES]
    for _ in range(30):
        board = Board()
        while not board.is_over:
            boards.append(board)
            board = board.play(choose(board.legal_moves))
            board = board.pass_turn() if board.must_pass else board
    for board in boards:
        for move in board.legal_moves:
            reason = merit(board, move)
            if reason is not None:
                check(board, (move,), (move,), reason)
                seen.add(reason.claim)
    assert seen == {name for name in CLAIMS if name.startswith("hint")}


def test_a_wrong_try_is_explained_without_the_best_move() -> None:
    said = 0
    for example in EXAMPLES:
        pair, _ = found_in(example)
        for reason in explain(pair.board, pair.played, pair.best, 8, tell_best=False):
            said += 1
            assert reason.replay[0] == pair.played.steps[0].square
            text = SENTENCES[reason.claim][0]
            assert "{best}" not in (text if isinstance(text, str) else "".join(text))
            assert reason.sentence == say(reason.claim, compared=False, **told(reason))
    assert said > 30


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
    assert "corner opened" not in [reason.claim for reason in given]


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
    made, best = (Line(each.steps[: HORIZON + 1]) for each in lines)
    for reason in explain(board, made, best, 4):
        assert SquareSet.of(reason.squares)
        assert reason.sentence.endswith(".")
        check(board, made.squares, best.squares, reason)


@pytest.mark.parametrize(
    ("best", "played", "exact", "expected"),
    [
        (10, 10, True, Judgement.FINE),
        (2, 0, True, Judgement.BLUNDER),
        (0, -2, True, Judgement.BLUNDER),
        (64, 2, True, Judgement.BLUNDER),
        (30, 19, True, Judgement.MISTAKE),
        (-2, -14, False, Judgement.BLUNDER),
        (10, 6, True, Judgement.INACCURACY),
        (10, 8, True, Judgement.FINE),
        (1, -1, False, Judgement.FINE),
        (0, -5, False, Judgement.INACCURACY),
        (3, -3, False, Judgement.MISTAKE),
    ],
)
def test_a_blunder_gives_a_proven_result_away_and_the_rest_goes_by_discs(
    best: int, played: int, exact: bool, expected: Judgement
) -> None:
    assert judge(best, played, exact=exact) is expected
