"""Files with a game a line: the same reader and the same sentences, whoever reads them."""

import lzma
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.game_lines import read_game_lines


def test_plain_and_compressed_files_have_the_same_games(tmp_path: Path) -> None:
    games = "f5d6c3 +12 W\n\nf5f6 -2 S\n"
    plain, packed = tmp_path / "games.txt", tmp_path / "games.xz"
    plain.write_text(games)
    packed.write_bytes(lzma.compress(games.encode()))
    assert read_game_lines(plain) == ["f5d6c3 +12 W\n", "f5f6 -2 S\n"]
    assert read_game_lines(packed) == read_game_lines(plain)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.txt", b"\n \n", "empty.txt has no game"),
        ("damaged.xz", lzma.compress(b"f5d6\n")[:-9], "damaged.xz must have one game per line"),
        ("plain.xz", b"f5d6\n", "plain.xz must have one game per line"),
        ("letters.txt", "Zürich\n".encode(), "letters.txt must have one game per line"),
    ],
)
def test_other_files_are_refused_in_a_sentence(
    tmp_path: Path, name: str, content: bytes, sentence: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(UsageError, match=sentence):
        read_game_lines(file)


@pytest.mark.parametrize("command", [["puzzles", "make"], ["book", "build"]], ids=" ".join)
def test_a_file_of_something_else_is_refused_by_who_wants_games(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann,\n")
    assert main([*command, str(tmp_path / "out"), "--from", str(tmp_path / "letter.txt")]) == 2
    assert "letter.txt must have one game per line" in capsys.readouterr().err
