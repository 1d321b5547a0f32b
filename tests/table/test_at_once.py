"""Who need not think answers where it is asked, and plays as it does anywhere."""

import pytest

from outflank.board import SIZES, Board
from outflank.players import find_opponent, make_player
from outflank.table.at_once import NAMES, answer_at_once


@pytest.mark.parametrize("name", sorted(NAMES - {"random"}))
@pytest.mark.parametrize("size", SIZES)
def test_the_answer_is_the_one_it_always_gives(name: str, size: int) -> None:
    board = Board(size)
    for _ in range(6):
        square = answer_at_once(name, board)
        assert square == make_player(name).choose(board)
        board = board.play(square)


def test_settings_count_and_others_have_to_think() -> None:
    board = Board.from_text("XXO- XOO- XXXO --O- X")
    assert answer_at_once("random:seed=3", board) in board.legal_moves
    with_corner, without = (f"positional:corner={bonus},danger=0,mobility=0" for bonus in (200, 0))
    assert answer_at_once(with_corner, board) == make_player(with_corner).choose(board)
    assert answer_at_once(without, board) == make_player(without).choose(board)
    for other in ("engine:1", "lookahead:1", "learned", "gentle", "close", "./greedy.py", "gtp:x"):
        assert answer_at_once(other, board) is None
    assert all(find_opponent(name)[0].name == name for name in NAMES)
