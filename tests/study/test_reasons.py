"""Why a move is bad: one sentence with its squares, for each kind of reason."""

import pytest
from game_strategies import games
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Board, SquareSet, parse_square, square_name
from outflank.game import Game
from outflank.study.judging import Judgement, judge
from outflank.study.reasons import Kind, Reason, explain, frontier, regions


def reason(board: Board, played: str, best: str, answer: str | None = None) -> Reason:
    found = explain(
        board,
        parse_square(played, board.size),
        parse_square(best, board.size),
        None if answer is None else parse_square(answer, board.size),
        4,
    )
    assert found is not None
    return found


# A position of a game, the move made, the better one, and what is to be said and drawn.
EXAMPLES = [
    (
        Kind.CORNER_GIVEN,
        "-XXXXXXX--XOOOXXXOOOXXOXXOOOXXOXXOXOOXOXXOXXOOOX-XXXXOOX-XXXXXX- X",
        ("a7", "a2"),
        "a7 gives White the corner a8; a2 does not",
        ["a8"],
    ),
    (
        Kind.CORNER_MISSED,
        "---XO-O--X--XO----X-OXO---OOX-X---OXX----O-XX---O--------------- O",
        ("c1", "a1"),
        "a1 takes a corner, which nobody can turn again; c1 leaves it",
        ["a1"],
    ),
    (
        Kind.FORCED_PASS,
        "XOOOO-OXXOOOOOXXXOXXOXOXXOXOXOXXXOXXOOOXXOXOOO-OXOOXXXOOXOOOOOOO X",
        ("f1", "g6"),
        "g6 leaves White without a move, so Black moves twice; after f1 it has 1 move",
        ["g6"],
    ),
    (
        Kind.X_SQUARE,
        "---X--O-----XO------OOO---XXX-----OXO------X-------------------- X",
        ("g2", "b4"),
        "g2 is the X-square of the empty corner h1, which it opens to White",
        ["g2", "h1"],
    ),
    (
        Kind.PARITY,
        "--OOO-O-OOOOOO-X-OXXOOOXXXXOXXXXOXXXXX---OXXX---O-OOOX-----OOOOO X",
        ("a1", "f1"),
        "a1 plays into a region of 2 empty squares, where White gets the last move; the region of "
        "f1 has 3, and there Black gets it",
        ["a1", "b1"],
    ),
    (
        Kind.MOBILITY,
        "-------------X------X-----XXO------XO--------------------------- O",
        ("c3", "c6"),
        "c3 leaves Black 7 moves; after c6 there are only 4",
        ["c2", "d3", "f3", "c5", "f5"],
    ),
    (
        Kind.FRONTIER,
        "---XO-O--X--OO----X-OOO---OOX-----OXX----O-XX---O--------------- X",
        ("b4", "d3"),
        "b4 leaves 12 discs of Black beside empty squares; d3 leaves 9, and so fewer moves to "
        "White later",
        ["b4", "c4", "d4", "c5"],
    ),
]


@pytest.mark.parametrize(
    ("kind", "text", "moves", "sentence", "squares"),
    EXAMPLES,
    ids=[each[0].value for each in EXAMPLES],
)
def test_each_kind_of_reason_is_told_with_its_squares(
    kind: Kind, text: str, moves: tuple[str, str], sentence: str, squares: list[str]
) -> None:
    found = reason(Board.from_text(text), *moves)
    assert (found.kind, found.sentence) == (kind, sentence)
    assert [square_name(square) for square in found.squares] == squares


def test_where_nothing_stands_out_the_answer_is_shown() -> None:
    board = Board()
    found = reason(board, "f5", "d3", "f6")
    assert found == Reason(
        Kind.ANSWER, "White answers f6 and is 4 discs better off than after d3", (45,)
    )
    assert reason(board, "f5", "d3", "d3").sentence == (
        "d3 is where both sides want to play, and now White does"
    )
    assert explain(board, 37, 19, None, 4) is None


def test_regions_are_groups_of_touching_empties() -> None:
    board = Board.from_rows(["XX--", "XXX-", "-XXX", "--XX"])
    assert [str(region) for region in sorted(regions(board), key=len)] == ["c1 d1 d2", "a3 a4 b4"]


def test_the_frontier_touches_empties() -> None:
    board = Board.from_rows(["XXXX", "XXXX", "XXXX", "XXX-"])
    assert str(frontier(board, board.black)) == "c3 d3 c4"


@given(games((8,), 56), st.data())
@settings(max_examples=60, deadline=None)
def test_every_pair_of_moves_gets_a_sentence_about_squares_of_the_board(
    game: Game, data: st.DataObject
) -> None:
    board = game.board
    if len(board.legal_moves) < 2:
        return
    played, best = data.draw(
        st.lists(st.sampled_from(list(board.legal_moves)), min_size=2, max_size=2, unique=True)
    )
    after = board.play(played)
    answer = next(iter(after.legal_moves), None)
    found = explain(board, played, best, answer, 4)
    if found is None:
        assert answer is None
        return
    assert found.squares
    assert SquareSet.of(found.squares)
    assert not found.sentence.endswith(".")
    if found.kind is Kind.CORNER_GIVEN:
        assert set(found.squares) <= set(after.legal_moves) & {0, 7, 56, 63}


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
