"""The proven line is a whole legal game that ends in a draw, and is found from every side."""

import pytest

from outflank.board import Board, Symmetry
from outflank.book.proven import LINE, proven_draw
from outflank.cli.main import main
from outflank.engine import Engine
from outflank.game import Game


def test_the_line_is_a_drawn_game() -> None:
    game = Game(LINE)
    assert game.outcome is not None
    assert (game.outcome.black, game.outcome.white) == (32, 32)
    assert len(game.history) == 60


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_each_position_has_its_move_in_every_orientation(symmetry: Symmetry) -> None:
    game = Game(LINE)
    boards = [game.start, *(ply.board for ply in game.history)]
    for ply, board in zip(game.history, boards, strict=False):
        turned = board.transformed(symmetry)
        assert ply.square is not None
        assert symmetry.square(ply.square) in proven_draw(turned)
        assert set(proven_draw(turned)) <= set(turned.legal_moves)


def test_the_end_of_the_line_is_solved_as_a_draw() -> None:
    game = Game(LINE)
    engine = Engine(memory=8)
    for ply in range(40, 60):
        result = {one.move: one.score for one in engine.solve_all(game.history[ply - 1].board)}
        assert max(result.values()) == 0 == result[game.history[ply].square or 0]


def test_beside_the_line_nothing_is_said() -> None:
    assert proven_draw(Game("f5f4").board) == ()
    assert proven_draw(Board(6)) == ()
    assert len(proven_draw(Board())) == 4


@pytest.mark.parametrize("command", ["book show", "explore"])
def test_it_is_shown(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "f5d6"]) == 0
    assert "arXiv 2310.19387" in capsys.readouterr().out
    assert main([*command.split(), "f5d6c5"]) == 0
    assert "arXiv" not in capsys.readouterr().out
