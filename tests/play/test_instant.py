"""Who need not think answers where it is asked, and plays as it does anywhere."""

import pytest

from outflank.board import SIZES, Board
from outflank.play.thinkers.instant import NAMES, instant_answer
from outflank.players import find_opponent, make_player


@pytest.mark.parametrize("name", sorted(NAMES - {"random"}))
@pytest.mark.parametrize("size", SIZES)
def test_the_answer_is_the_one_it_always_gives(name: str, size: int) -> None:
    board = Board(size)
    for _ in range(6):
        square = instant_answer(name, board)
        assert square == make_player(name).choose(board)
        board = board.play(square)


def test_settings_count_and_others_have_to_think() -> None:
    board = Board.from_text("XXO- XOO- XXXO --O- X")
    assert instant_answer("random:seed=3", board) in board.legal_moves
    with_corner, without = (f"positional:corner={bonus},danger=0,mobility=0" for bonus in (200, 0))
    assert instant_answer(with_corner, board) == make_player(with_corner).choose(board)
    assert instant_answer(without, board) == make_player(without).choose(board)
    for other in ("engine:1", "lookahead:1", "learned", "gentle", "close", "./greedy.py", "gtp:x"):
        assert instant_answer(other, board) is None
    assert all(find_opponent(name)[0].name == name for name in NAMES)
