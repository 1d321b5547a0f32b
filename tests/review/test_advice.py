"""Advice in one line, for the terminal and the window."""

from outflank.board import Board
from outflank.book import default_book
from outflank.review.advice import advice
from outflank.table import Hint, first_adviser, opponent_as_adviser

ENDGAME = Board.from_text("-XXXXXXX--XOOOXXXOOOXXOXXOOOXXOXXOXOOXOXXOXXOOOX-XXXXOOX-XXXXXX- X")


def test_an_endgame_is_told_exactly() -> None:
    square, sentence = advice(ENDGAME)
    assert (square, sentence) == (8, "a2 wins by 18, exactly; b2 [+10], a7 [-6].")


def test_an_estimate_says_so_and_shows_the_line() -> None:
    _, sentence = advice(Board(6))
    assert "is worth about" in sentence
    assert ", then " in sentence
    assert "book" not in sentence


def test_advice_from_the_book_says_so() -> None:
    square, sentence = advice(Board())
    best = default_book().moves(Board())[0]
    assert square == best.move
    assert f"is worth about {best.value:+d} by the book, then " in sentence


def test_boards_too_large_for_the_engine_get_another_adviser() -> None:
    adviser = first_adviser(lambda board: (19, "the engine's"), (8,), opponent_as_adviser("greedy"))
    assert adviser(Board()) == Hint(19, "the engine's")
    assert adviser(Board(10)).sentence.startswith("greedy would play")
