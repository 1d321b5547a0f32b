"""``outflank archive`` from the outside."""

from pathlib import Path

import pytest

from outflank.cli.main import main

GAMES = (
    "(;GM[Othello]PB[Ann]PW[Bo]PC[Cup]DT[1987]RE[+12.000]B[F5]W[D6]B[C3];)\n"
    "(;GM[Othello]PB[Cy]PW[Ann]PC[Cup]DT[1988]RE[-2.000]B[F5]W[F6];)\n"
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    (tmp_path / "games.ggf").write_text(GAMES)
    return f"sqlite:///{tmp_path / 'archive.sqlite3'}"


def archive(database: str, *words: object) -> int:
    return main(["archive", "--database", database, *map(str, words)])


def test_games_are_imported_searched_shown_and_removed(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert archive(database, "import", tmp_path) == 0
    assert capsys.readouterr().out == "games.ggf: 2 games\n2 games imported\n"
    assert archive(database, "search", "--player", "bo") == 0
    assert capsys.readouterr().out == (
        "1 game\n      1  1987  Ann – Bo  38–26, Cup · Tiger family\n"
    )
    assert archive(database, "search", "--position", "f5", "--limit", "0") == 0
    assert capsys.readouterr().out == (
        "2 games\n\n"
        "White          games     won   drawn    lost  average\n"
        "d6                 1   0.0 %   0.0 % 100.0 %   -12.00\n"
        "f6                 1 100.0 %   0.0 %   0.0 %    +2.00\n\n"
    )
    assert archive(database, "search", "--limit", "1") == 0
    latest = capsys.readouterr().out
    assert "--limit 2" in latest.splitlines()[-1]
    assert archive(database, "search", "--position", "f5", "--limit", "1") == 0
    assert capsys.readouterr().out.splitlines()[-2:] == latest.splitlines()[-2:]
    assert archive(database, "show", 2) == 0
    assert capsys.readouterr().out.endswith("\nf5f6\n")
    assert archive(database, "import", tmp_path / "games.ggf") == 0
    assert "already has the games of games.ggf" in capsys.readouterr().err
    assert archive(database, "remove", 1) == 0
    assert archive(database, "list") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("search", "--year", "soon"), "--year"),
        (("search", "--year", "2025-2020"), "2025-2020"),
        (("search", "--position", "f5f5"), "at character 3"),
        (("show", "7"), "has no game 7"),
        (("import", "nothing.ggf"), "There is no file nothing.ggf"),
        (("import", "games.xyz"), "unknown extension"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: tuple[str, ...], message: str, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert archive(database, *words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_shares_are_of_the_games_with_a_result(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.txt").write_text("f5d6c5f4e3f6g5e6e7\nf5d6c5\nf5d6c4\n")
    assert archive(database, "import", tmp_path / "games.txt") == 0
    capsys.readouterr()
    assert archive(database, "search", "--position", "f5d6", "--limit", "0") == 0
    assert capsys.readouterr().out == (
        "3 games\n\n"
        "Black          games     won   drawn    lost  average\n"
        "c5                 2 100.0 %   0.0 %   0.0 %   +64.00\n"
        "c4                 1       –       –       –        –\n\n"
    )
