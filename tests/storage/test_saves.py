"""Named saves: kept whole, found again, and never outside their folder."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outflank.formats import InvalidSave, read_transcript
from outflank.game import Game
from outflank.storage.files.saves import LONGEST_NAME, InvalidSaveName, NoSuchSave, Saves


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "data" / "saves")


def test_a_saved_game_comes_back_and_can_be_replaced_and_deleted(saves: Saves) -> None:
    assert saves.names() == []
    saves.save("Club night", Game())
    game = read_transcript("f5d6")
    saves.save("Club night", game)
    assert saves.load("club night" if os.name == "nt" else "Club night") == game
    assert saves.names() == ["Club night"]
    saves.delete("Club night")
    assert saves.names() == []
    with pytest.raises(NoSuchSave):
        saves.delete("Club night")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "..", ".", "a/b", "C:\\x", "%2F"]
)
def test_a_name_that_looks_like_a_path_is_just_a_name(saves: Saves, name: str) -> None:
    game = read_transcript("f5")
    saves.save(name, game)
    assert saves.load(name) == game
    assert saves.names() == [name]
    inside = {path.parent for path in saves.folder.parent.parent.rglob("*") if path.is_file()}
    assert inside == {saves.folder}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(min_size=1, max_size=80))
def test_any_name_is_kept_or_refused_with_a_sentence(saves: Saves, name: str) -> None:
    try:
        saves.save(name, Game())
    except InvalidSaveName as error:
        assert "name" in str(error)
    else:
        assert saves.load(name) == Game()
        assert name.strip() in saves.names()
        saves.delete(name)
    assert saves.names() == []


@pytest.mark.parametrize(
    "name", ["", "   ", "a\nb", "x" * (LONGEST_NAME + 1), "\N{HIRAGANA LETTER A}" * 40]
)
def test_names_nobody_can_have_are_refused(saves: Saves, name: str) -> None:
    with pytest.raises(InvalidSaveName):
        saves.save(name, Game())


def test_an_unknown_name_lists_what_there_is(saves: Saves) -> None:
    with pytest.raises(NoSuchSave, match=r"named 'x'$"):
        saves.load("x")
    saves.save("mine", Game())
    with pytest.raises(NoSuchSave, match="Saves: 'mine'"):
        saves.load("x")


def test_a_damaged_save_is_named(saves: Saves) -> None:
    saves.save("mine", Game())
    (saves.folder / "mine.json").write_text('{"format": ')
    with pytest.raises(InvalidSave, match=r"The save 'mine' is damaged: .* Line 1, column"):
        saves.load("mine")


def test_a_save_that_fails_half_way_leaves_the_old_one(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = read_transcript("f5")
    saves.save("mine", game)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        saves.save("mine", Game())
    assert saves.load("mine") == game
    assert [path.name for path in saves.folder.iterdir()] == ["mine.json"]


def test_interrupted_games_are_kept_beside_each_other(saves: Saves) -> None:
    with pytest.raises(NoSuchSave, match="no interrupted game"):
        saves.last_kept()
    assert saves.keep(read_transcript("f5d6")) == "interrupted"
    assert saves.keep(read_transcript("c4")) == "interrupted 2"
    assert saves.keep(read_transcript("f5d6c3")) == "interrupted"  # the first one, gone on with
    assert saves.load("interrupted 2").transcript == "c4"
    os.utime(saves.folder / "interrupted.json", (0, 0))
    assert saves.last_kept() == "interrupted 2"


def test_a_damaged_slot_is_left_alone(saves: Saves) -> None:
    saves.keep(read_transcript("f5"))
    (saves.folder / "interrupted.json").write_text("damage")
    assert saves.keep(read_transcript("f5")) == "interrupted 2"


def test_the_folder_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", "elsewhere")
    assert Saves().folder == Path("elsewhere/saves")
