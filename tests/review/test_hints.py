"""Hints: every legal move, exact ones told apart, refined and stopped."""

from threading import Event

from outflank.board import Board
from outflank.book import default_book
from outflank.engine import Engine, Limit
from outflank.formats import read_transcript
from outflank.review import Fate, hints, truth
from outflank.review.hints import Hints

ENDGAME = Board.from_text("-XXXXXXX--XOOOXXXOOOXXOXXOOOXXOXXOXOOXOXXOXXOOOX-XXXXOOX-XXXXXX- X")


def test_every_legal_move_gets_a_value_that_is_refined() -> None:
    board = read_transcript("f5d6c3").board
    seen: list[Hints] = list(hints(Engine(hash_mb=4), board, Limit(depth=3)))
    assert [max(hint.depth for hint in each.values()) for each in seen] == [1, 2, 3]
    for each in seen:
        assert set(each) == set(board.legal_moves)
        scores = [hint.score for hint in each.values()]
        assert scores == sorted(scores, reverse=True)
        assert all(hint.best == (hint.score == scores[0]) for hint in each.values())
        assert all(hint.fate is None and "[" not in hint.text for hint in each.values())
        assert all(hint.line[0] == move for move, hint in each.items())


def test_hints_stop_when_told() -> None:
    stop = Event()
    stop.set()
    assert len(list(hints(Engine(hash_mb=4), Board(), Limit(depth=30), stop))) == 1


def test_the_truth_marks_won_drawn_and_lost_moves() -> None:
    found = truth(Engine(hash_mb=4), ENDGAME)
    assert set(found) == set(ENDGAME.legal_moves)
    assert {hint.fate for hint in found.values()} == {Fate.WON, Fate.LOST}
    assert next(iter(found.values())).text.startswith("[+")
    assert len({fate.mark for fate in Fate}) == 3


def test_the_truth_is_silent_where_it_would_take_long_or_nothing_can_be_played() -> None:
    engine = Engine(hash_mb=4)
    assert truth(engine, Board()) == {}
    over = Board.from_rows(["XXXX"] * 4)
    assert truth(engine, over) == {}
    assert list(hints(engine, over)) == []


def test_a_position_of_the_book_is_looked_up_and_says_so() -> None:
    board = read_transcript("f5d6c3").board
    (found,) = hints(Engine(hash_mb=1), board)
    assert set(found) == set(board.legal_moves)
    assert all(hint.book and not hint.exact for hint in found.values())
    assert [(move, hint.score) for move, hint in found.items()] == [
        (move.move, move.value) for move in default_book().moves(board)
    ]
    searched = list(hints(Engine(hash_mb=1), board, Limit(depth=2)))
    assert not any(hint.book for each in searched for hint in each.values())
