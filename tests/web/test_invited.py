"""Programs that the owner invites: visitors play them by name, and never see a command."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_programs import GTP, NBOARD, fake_program
from processes import wait_until_ended

from outflank.cli.main import main
from outflank.web.app import close_app, create_app
from outflank.web.games.game_service import GAMES
from outflank.web.settings import InvalidSettings, Settings

Sit = Callable[..., Any]


@pytest.fixture
def sit(tmp_path: Path, visit: Callable[..., Any]) -> Iterator[Sit]:
    """A visitor of a server with these invited opponents; all such servers share a database."""
    apps = []

    def start(*opponents: str, **more: Any) -> Any:
        settings = Settings(
            folder=tmp_path, thinkers=1, secret_key="k" * 32, opponents=opponents, **more
        )
        apps.append(create_app(settings))
        return visit(apps[-1])

    yield start
    for app in apps:
        close_app(app)


def reply_failed(visitor: Any, game: Any) -> str:
    """The sentence of the failed reply; the game waits as it was."""
    told = visitor.act(game, "reply")
    assert (told["ply"], told["paused"]) == (game["ply"], True)
    (notice,) = told["notices"]
    assert notice["kind"] == "failure"
    return str(notice["sentence"])


def test_an_invited_program_is_listed_by_name_and_says_nothing_of_its_command(
    sit: Sit, tmp_path: Path
) -> None:
    ann = sit(f"GRhino=gtp:{fake_program(tmp_path, GTP)}")
    listed = ann.get("/api/opponents")["opponents"][-1]
    assert listed == {
        "name": "GRhino",
        "title": "GRhino",
        "sentence": "Fake, a program that uses GTP.",
        "strength": "",
        "levels": [],
        "friendly": False,
        "sizes": [8],
        "parameters": [],
    }
    assert ann.new(white="GRhino")["seats"]["white"]["title"] == "GRhino"


@pytest.mark.parametrize(("protocol", "text"), [("gtp", GTP), ("nboard", NBOARD)])
def test_a_whole_game_is_played_though_its_thinker_is_ended_in_the_middle(
    sit: Sit, tmp_path: Path, protocol: str, text: str
) -> None:
    ann = sit(f"other={protocol}:{fake_program(tmp_path, text)}")
    room = ann.client.application.extensions[GAMES].thinkers
    game = ann.new(white="other")
    while game["outcome"] is None:
        if game["thinking"]:
            game = ann.act(game, "reply")
            assert game["notices"] == [] or game["notices"][0]["kind"] != "failure"
        else:
            game = ann.move(game, next(iter(game["legal"])))
        if game["ply"] == 25:
            # Another one, as with several thinkers, knows no moves so far.
            (thinker,) = room._quick.idle or room._long.idle
            thinker.process.kill()
            thinker.process.wait()
    assert game["counts"]["empty"] == 0 or game["outcome"]["reason"] == "no moves"


def test_a_program_that_crashes_is_started_again(sit: Sit, tmp_path: Path) -> None:
    ann = sit(f"other=gtp:{fake_program(tmp_path, GTP, 'crash once')}")
    assert ann.act(ann.move(ann.new(white="other"), "f5"), "reply")["ply"] == 2


def test_a_program_that_always_crashes_is_told_and_may_try_again(
    sit: Sit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ann = sit(f"other=gtp:{fake_program(tmp_path, GTP, 'crash always')}")
    game = ann.move(ann.new(white="other"), "f5")
    assert "It failed: the program ended with code 1." in reply_failed(ann, game)
    details = [getattr(record, "details", "") for record in caplog.records]
    assert any("it said: out of luck" in one for one in details)  # for the owner
    fake_program(tmp_path, GTP.replace('"crash always"', '"never"'))
    assert ann.act(game, "resume")["thinking"] is not None
    assert ann.act(game, "reply")["ply"] == 2


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        ("hang", "It failed: the program did not respond in time and was stopped."),
        (
            "illegal",
            "It failed: the program answered 'a1', but the legal moves of White are f4 d6 f6.",
        ),
        ("refuse", "It failed: the program rejected 'genmove white': not today."),
    ],
)
def test_a_program_that_misbehaves_is_told_in_a_sentence(
    sit: Sit, tmp_path: Path, trouble: str, sentence: str
) -> None:
    seconds = "seconds=1 " if trouble == "hang" else ""
    ann = sit(f"other=gtp:{seconds}{fake_program(tmp_path, GTP, trouble)}")
    assert sentence in reply_failed(ann, ann.move(ann.new(white="other"), "f5"))


def test_a_program_that_went_away_is_told_without_its_path(sit: Sit, tmp_path: Path) -> None:
    script = tmp_path / "engine"
    script.write_text(f"#!/bin/sh\nexec {fake_program(tmp_path, GTP)}\n")
    script.chmod(0o755)
    ann = sit(f"other=gtp:{script}")
    script.unlink()
    told = reply_failed(ann, ann.move(ann.new(white="other"), "f5"))
    assert told.startswith("other")
    assert "no longer on the server" in told


STUBBORN = """
import os, pathlib, sys, time
with pathlib.Path(sys.argv[1]).open("a") as note:
    note.write(f"{os.getpid()}\\n")
for line in sys.stdin:
    if line.startswith("list_commands"):
        print("= genmove", end="\\n\\n", flush=True)
    elif line.startswith("genmove"):
        while True:
            time.sleep(1)
    else:
        print("=", end="\\n\\n", flush=True)
"""


def test_a_program_that_does_not_listen_is_ended_with_its_thinker(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    note = tmp_path / "note"
    ann = sit(
        f"other=gtp:'{sys.executable}' '{tmp_path / 'stubborn.py'}' '{note}'", thinking_seconds=4
    )
    told = reply_failed(ann, ann.move(ann.new(white="other"), "f5"))
    assert told == "other cannot move. It did not answer within 4 seconds."
    programs = [int(line) for line in note.read_text().split()]
    assert programs  # the one the server met at its start, and the one that was asked
    for program in programs:  # killed with its group
        wait_until_ended(program)


def test_a_program_no_longer_offered_leaves_its_games_as_they_were(
    sit: Sit, tmp_path: Path
) -> None:
    ann = sit(f"other=gtp:{fake_program(tmp_path, GTP)}")
    game = ann.move(ann.new(white="other"), "f5")
    cookie = ann.client.get_cookie("outflank")
    assert cookie is not None
    later = sit()
    later.client.set_cookie("outflank", cookie.value)
    assert reply_failed(later, game).startswith("other cannot move.")
    assert later.act(game, "seats", color="white", seat="first")["thinking"] is not None


@pytest.mark.parametrize("seat", ["other:seconds=60", "gtp:ls", "Other", "other=gtp:ls"])
def test_a_visitor_chooses_the_name_and_nothing_else(sit: Sit, tmp_path: Path, seat: str) -> None:
    ann = sit(f"other=gtp:{fake_program(tmp_path, GTP)}")
    refused = ann.post("/api/games", {"white": seat}, 422)
    assert refused["code"] == "unknown-opponent"
    assert refused["error"].endswith("other.")
    assert "program.py" not in refused["error"]


def test_an_invited_program_plays_on_its_own_board_alone(sit: Sit, tmp_path: Path) -> None:
    ann = sit(f"other=gtp:{fake_program(tmp_path, GTP)}")
    refused = ann.post("/api/games", {"size": 6, "white": "other"}, 422)
    assert refused["error"].startswith("Other does not play on 6×6")


def test_a_player_file_can_be_invited_too(sit: Sit, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        'class Bot:\n    "Takes the last."\n'
        "    def choose(self, board):\n        return list(board.legal_moves)[-1]\n"
    )
    ann = sit(f"bot={bot}")
    assert ann.get("/api/opponents")["opponents"][-1]["sentence"] == "Takes the last."
    assert ann.act(ann.move(ann.new(white="bot"), "f5"), "reply")["last"]["square"] == "f6"


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [
        ("edax", "'edax' is not an opponent. Write NAME=gtp:COMMAND"),
        ("a b=gtp:x", "'a b' in 'a b=gtp:x' is not a name for an opponent"),
        ("Greedy=gtp:x", "Greedy is a built-in opponent"),
        ("human=gtp:x", "human is a built-in opponent"),
        ("x=gtp:no-such-program", "there is no program 'no-such-program'; install it"),
        ("x=gtp:seconds=0 true", "seconds must be a number from 0.1 to 86400"),
        ("x=gtp:true", "The opponent x cannot be offered: 'true' ended with code 0"),
        ("x=nboard:true", "The opponent x cannot be offered: 'true' ended with code 0"),
        ("x=./missing.py", "missing.py"),
        ("x=nobody", "'nobody'"),
    ],
)
def test_what_cannot_be_offered_is_refused_when_the_server_starts(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    opponent: str,
    sentence: str,
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    assert main(["serve", "--no-open", "--port", "0", "--opponent", opponent]) == 2
    told = capsys.readouterr().err
    assert told.startswith("outflank serve: ")
    assert sentence in told


def test_two_opponents_of_one_name_are_refused(sit: Sit, tmp_path: Path) -> None:
    one = f"other=gtp:{fake_program(tmp_path, GTP)}"
    with pytest.raises(InvalidSettings, match="Two opponents have the name other"):
        sit(one, one)


def test_the_environment_names_opponents_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_OPPONENTS", "a=gtp:x y\n\n  b=nboard:z\n")
    assert Settings().opponents == ("a=gtp:x y", "b=nboard:z")
    monkeypatch.delenv("OUTFLANK_OPPONENTS")
    assert Settings().opponents == ()
