"""A game writes itself in every format, by the ending of the file."""

from pathlib import Path

import pytest

from outflank import Game
from outflank.formats import WRITE_FORMATS, InvalidRecord, read_file, read_game
from outflank.storage.files.export import EXPORTS


@pytest.fixture
def game() -> Game:
    game = Game(info={"black": "Ann", "white": "Bo"})
    for move in ("f5", "d6", "c3"):
        game.play(move)
    game.resign()  # a WTHOR file has finished games only
    return game


@pytest.mark.parametrize("format", sorted({*EXPORTS, *WRITE_FORMATS}))
def test_a_game_writes_every_format(game: Game, format: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.{format}"
    game.write(path)
    written = path.read_bytes()
    if format in ("png", "gif", "wtb"):
        assert written[:3] in (b"\x89PN", b"GIF") or format == "wtb"
    else:
        assert game.to_text(format).encode() == written
    if format in WRITE_FORMATS:
        (record,) = read_file(path)
        assert record.transcript == "f5d6c3" or record.start == game.board
    if format == "link":
        assert read_game(game.to_text("link")).transcript == "f5d6c3"


def test_a_notebook_shows_the_position_with_the_last_move(game: Game) -> None:
    assert game._repr_svg_() == game.board.to_svg(last_move="c3")
    assert Game()._repr_svg_() == Game().board.to_svg()


def test_what_cannot_be_written_is_refused(game: Game, tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match=r"^'pgn' .*svg, png"):
        game.to_text("pgn")
    with pytest.raises(InvalidRecord, match=r"'pgn'"):
        game.write(tmp_path / "game.pgn")
    with pytest.raises(InvalidRecord, match=r"'ggf' .* game\.ggf"):
        game.write("ggf")
    with pytest.raises(InvalidRecord, match="a picture"):
        game.to_text("png")
    assert not list(tmp_path.iterdir())
