"""Names that people guess: they work, or an error says the right one."""

import pickle
from pathlib import Path

import pytest

import outflank
from outflank import Board, Color, Engine, Game, IllegalMove, InvalidPosition, InvalidSquare, Limit
from outflank.formats import read_file


@pytest.mark.parametrize("name", ["push", "play_pass", "is_game_over", "winner", "copy", "moves"])
def test_a_wrong_name_of_a_board_says_the_right_one(name: str) -> None:
    board = Board()
    assert not hasattr(board, name)
    assert name not in dir(board)
    with pytest.raises(AttributeError, match=r"Write "):
        getattr(board, name)


@pytest.mark.parametrize("name", ["push", "legal_moves", "score", "pass_turn", "load"])
def test_a_wrong_name_of_a_game_says_the_right_one(name: str) -> None:
    assert name not in dir(Game())
    with pytest.raises(AttributeError, match=r"Write "):
        getattr(Game(), name)


def test_an_unknown_name_is_unknown_as_usual() -> None:
    with pytest.raises(AttributeError, match="'frobnicate'"):
        Board().frobnicate  # type: ignore[attr-defined]  # noqa: B018


def test_a_game_begins_with_moves_a_size_or_a_board() -> None:
    assert Game("f5 d6, C3").transcript == "f5d6c3" == Game.from_transcript("f5d6c3").transcript
    assert Game(6).size == Game(size=6).size == Game("c2", size=6).size == 6
    assert Game(Board(4)).size == 4
    with pytest.raises(IllegalMove):
        Game("f5f5")
    for wrong in ("hello", "f5z9", Board().to_text()):
        with pytest.raises(InvalidSquare):
            Game(wrong)
    with pytest.raises(TypeError, match=r"3\.5"):
        Game(3.5)  # type: ignore[arg-type]


def test_a_board_of_moves_says_how_to_get_it() -> None:
    with pytest.raises(InvalidPosition, match=r"Game\('f5d6'\)\.board"):
        Board("f5d6")  # type: ignore[arg-type]


def test_a_score_is_for_the_side_that_is_asked() -> None:
    board = Board().play("f5")
    assert board.score_for(Color.BLACK) == -board.score_for(Color.WHITE) > 0


def test_the_engine_rates_all_moves_and_names_them() -> None:
    engine = Engine(memory=1)
    results = engine.analyze(Board().play("f5"), Limit(depth=2))
    assert {result.name for result in results} == {"d6", "f4", "f6"}
    move = pickle.loads(pickle.dumps(results[0])).move
    assert move.name == results[0].name
    assert Board().play("f5").play(move)
    with pytest.raises(TypeError, match=r"game\.board"):
        engine.choose(Game())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Limit\(seconds=1\)"):
        engine.choose(Board(), 5)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match=r"engine\.analyze"):
        engine.analyse(Board())


def test_the_package_lists_its_public_names_only() -> None:
    assert dir(outflank) == sorted(outflank.__all__)
    assert all(hasattr(outflank, name) for name in dir(outflank))


def test_a_path_may_be_text(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    Game("f5d6").write(path)
    assert [record.game().transcript for record in read_file(path)] == ["f5d6"]
