"""``outflank review``, ``practice`` and ``export`` from the outside."""

import io
import json
from pathlib import Path

import pytest

from outflank.board import Color
from outflank.cli.first_game import PORT
from outflank.cli.main import main
from outflank.formats import read_transcript, unpack_game
from outflank.storage.files.saves import Saves
from outflank.study.judging import Judgement, rule
from outflank.study.why.sentences import say
from outflank.study.words import moves_summed_up, turned

TRANSCRIPT = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)
QUICK = ["--depth", "2", "--exact-from", "8"]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))


def test_a_review_lists_the_errors_the_totals_and_the_turning_point(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["review", TRANSCRIPT, *QUICK]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Opening: Tiger family\nResult: Black wins 36–28\n")
    why = say("corner left", opponent="White", corner="a8", best="a2", played="a7")
    assert f" 55. Black a7     -6   a2  +18       24  blunder: {why}\n" in shown
    assert rule() in shown
    assert turned(58, "a1", 10, -8) in shown
    assert "White – " in shown


def test_a_report_is_a_page_or_a_picture(tmp_path: Path) -> None:
    page, picture = tmp_path / "game.html", tmp_path / "game.png"
    short = ["--depth", "2", "--exact-from", "8"]
    assert main(["review", TRANSCRIPT, *short, "--report", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "58. a1?? (White): -18" in text
    assert text.count("<svg") > 2
    assert "<h1>Black – White</h1>" in text
    assert "overflow-wrap:anywhere" in text  # the moves are one long word
    assert main(["review", TRANSCRIPT, *short, "--report", str(picture)]) == 0
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert main(["review", TRANSCRIPT, *short, "--report", "game.doc"]) == 2


def test_a_review_without_errors_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "f5", "--depth", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "There are no errors. --all shows all moves." in lines
    assert not any(line.startswith("move  ") for line in lines)


def test_a_review_as_json_and_of_a_save_and_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Saves().save("my game", read_transcript("f5d6c3d3"))
    file = tmp_path / "two.ggf"
    file.write_text("(;GM[Othello]B[E6];)\n(;GM[Othello]B[F5]W[D6]B[C3]W[D3];)\n")
    for words in (["my game"], [str(file), "--number", "2"], ["1. F5 d6 2. C3 d3"]):
        assert main(["review", *words, "--json", *QUICK]) == 0
        document = json.loads(capsys.readouterr().out)
        assert [move["move"] for move in document["moves"]] == ["f5", "d6", "c3", "d3"]


def test_several_games_are_read_alike_from_a_file_and_from_the_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = f"{TRANSCRIPT}\nf5d6 +4\n\n% the third\nf5f6\n"
    (tmp_path / "games.txt").write_text(games)
    for given in (str(tmp_path / "games.txt"), "-"):
        for number, last in ((1, "h8"), (2, "d6"), (3, "f6")):
            monkeypatch.setattr("sys.stdin", io.StringIO(games))
            assert main(["review", given, "--number", str(number), "--json", *QUICK]) == 0
            shown = capsys.readouterr()
            assert json.loads(shown.out)["moves"][-1]["move"] == last
            assert f"game {number} of 3" in shown.err
        monkeypatch.setattr("sys.stdin", io.StringIO(games))
        assert main(["review", given, "--number", "4", *QUICK]) == 2
        assert "3 games" in capsys.readouterr().err


def test_a_file_without_games_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none.txt").write_text("% nothing\n")
    assert main(["review", str(tmp_path / "none.txt")]) == 2
    assert "none.txt: There is no game" in capsys.readouterr().err


def test_a_damaged_game_does_not_spoil_those_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.ggf"
    file.write_text("(;GM[Othello]B[F5];)(;GM[Othello]B[A1];)")
    assert main(["review", str(file), "--json", *QUICK]) == 0
    said = capsys.readouterr().err
    assert "game 1 of 1 that can be read" in said
    assert "games.ggf: GGF, line 1, column 34: Black cannot play a1" in said


def test_ctrl_c_shows_what_was_found_by_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("outflank.cli.commands.review._progress", interrupted)
    assert main(["review", TRANSCRIPT, "--all", "--practice", "both", *QUICK]) == 130
    shown = capsys.readouterr()
    assert [line[:3] for line in shown.out.splitlines() if ". " in line[:5]] == [
        " 58",
        " 59",
        " 60",
    ]
    assert "to practice" not in shown.out
    assert "the last 3 of 60 moves" in shown.err


def test_the_moves_of_each_side_are_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "f5d6", "--depth", "2"]) == 0
    shown = capsys.readouterr().out
    for color in Color:
        errors = dict.fromkeys(Judgement, 0)
        assert moves_summed_up(color, 0, 1, 1, errors) in shown


def test_errors_are_practiced_until_right(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["practice"]) == 2
    assert "--practice" in capsys.readouterr().err
    assert main(["review", TRANSCRIPT, "--practice", "white", *QUICK]) == 0
    assert "new positions to practice" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("zz\na1\nh8\n?\nq\n"))
    assert main(["practice", "--limit", "3"]) == 0
    shown = capsys.readouterr().out
    assert "Position 1 of 3" in shown
    assert "10 minutes" in shown
    assert "Goodbye." in shown


@pytest.mark.parametrize("ending", ["svg", "png", "gif", "txt", "ggf", "json", "link"])
def test_a_game_is_exported(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / f"game.{ending}"
    assert main(["export", "f5d6c3d3", str(target), "--ply", "2", "--square", "16"]) == 0
    content = target.read_bytes()
    begins = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a", "txt": b"f5d6\n", "ggf": b"(;GM"}
    assert content.startswith(begins.get(ending, b""))
    if ending == "link":
        game = unpack_game(content.decode())
        assert (game.ply, len(game.future)) == (2, 2)
    assert main(["export", "f5d6", str(target)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_link_opens_the_game_on_a_server_and_is_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "game.link"
    for words, address in (
        ([], f"http://127.0.0.1:{PORT}/#game=4.lr@2"),
        (["--server", "https://othello.example/"], "https://othello.example/#game=4.lr@2"),
    ):
        assert main(["export", "f5d6", str(target), "--force", *words]) == 0
        assert target.read_text() == f"{address}\n"
        assert capsys.readouterr().out == f"{target}: {address}\n"
        assert main(["review", str(target), "--json", *QUICK]) == 0
        assert [m["move"] for m in json.loads(capsys.readouterr().out)["moves"]] == ["f5", "d6"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["review", "nonsense"], "GAME is not a game"),
        (["review", "nofile.ggf"], "outflank review: There is no file nofile.ggf."),
        (["export", "no/file", "x.png"], "no file no/file"),
        (["review", "https://example.org/no-game"], "GAME is not a game"),
        (["review", "/dev/null/games.txt"], "no file /dev/null/games.txt"),
        (["review", "f5", "--depth", "99"], "1 to 60 plies"),
        (["review", "f5", "--number", "2"], "1 game in it"),
        (["export", "f5", "x.bmp"], ".svg, .png"),
        (["export", "f5", "x.png", "--ply", "9"], "this game has plies 0 to 1"),
        (["export", "f5", "x.png", "--square", "2"], "from 8 to 128"),
        (["export", "f5", "x.svg", "--square", "0"], "from 8 to 128"),
        (["export", "f5", "x.link", "--server", "my host"], "--server"),
        (["practice", "--limit", "0"], "--limit must be 1 or more"),
        (["practice", "--limit", "-2"], "not -2"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
