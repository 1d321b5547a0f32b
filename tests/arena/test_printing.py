"""What players print is kept for each of them, and shown without disturbing the table."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from outflank.arena.playing.guard import Guard
from outflank.arena.playing.printing import CUT, KEPT, shown
from outflank.arena.records import Assignment, Entrant, PlayedGame
from outflank.arena.reports.live import PRINTED, LiveView
from outflank.arena.reports.page import to_html
from outflank.arena.runs import RunEnding, RunResult, RunSettings
from outflank.board import Color
from outflank.cli.main import main

CHATTY = """
import logging, sys

print("loaded")

class Chatty:
    def __init__(self):
        print("sits down", file=sys.stderr)

    def choose(self, board):
        if len(board.empties) > 50:
            logging.warning("%d moves", len(board.legal_moves))
        sys.stdout.buffer.write(b"")
        sys.stdout.flush()
        return list(board.legal_moves)[-1]

class Flood(Chatty):
    def choose(self, board):
        for number in range(300):
            print(number, "is a number")
        return super().choose(board)
"""


@pytest.fixture
def chatty(tmp_path: Path) -> Path:
    path = tmp_path / "chatty.py"
    path.write_text(CHATTY)
    return path


@pytest.fixture
def guard() -> Iterator[Guard]:
    guard = Guard()
    yield guard
    guard.close()


def _game(black: str, white: str) -> Assignment:
    return Assignment(0, 0, 0, Entrant("ann", black), Entrant("bob", white), "f5d6c3d3", 8, 1)


def test_what_players_print_is_kept_for_each_of_them(guard: Guard, chatty: Path) -> None:
    one = guard.play(_game("first", f"{chatty}:Chatty"))
    assert one.fault is None
    assert one.printed[0] == ""
    words = one.printed[1].splitlines()
    assert words[:2] == ["loaded", "sits down"]
    assert [re.sub(r"\d+", "N", line) for line in words[2:]] == ["WARNING:root:N moves"] * 3
    both = guard.play(_game(f"{chatty}:Chatty", f"{chatty}:Chatty"))
    assert all("sits down\n" in text for text in both.printed)
    assert guard.play(_game("first", "first")).printed == ("", "")
    assert PlayedGame.from_json(json.loads(json.dumps(both.to_json()))) == replace(
        both, seconds=PlayedGame.from_json(both.to_json()).seconds
    )


def test_of_a_flood_the_end_is_kept(guard: Guard, chatty: Path) -> None:
    black, white = guard.play(_game(f"{chatty}:Flood", "first")).printed
    assert black.startswith(CUT)
    assert black.endswith("298 is a number\n299 is a number\n")
    assert len(black) == len(CUT) + KEPT
    assert white == ""


def test_nothing_that_is_printed_moves_the_cursor() -> None:
    assert shown("a\x1b[2Jb\rc\n\td\n") == ["a·[2Jb", "c", "        d"]


class Terminal(io.StringIO):
    """Says that it is one."""

    def isatty(self) -> bool:
        return True


RECORD = PlayedGame(
    6, 0, 3, "ann", "./bob.py", 8, "f5", "f5d6", Color.WHITE, (0, 64), printed=("", "hm\n" * 15)
)
SETTINGS = RunSettings((Entrant("ann", "first"), Entrant("./bob.py", "first")))


def _view(errors: io.StringIO, console: Console, monkeypatch: pytest.MonkeyPatch) -> LiveView:
    monkeypatch.setattr("sys.stderr", errors)
    view = LiveView(console)
    view.began(SETTINGS, [], 8)
    return view


def test_a_file_gets_all_that_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    out, errors = io.StringIO(), io.StringIO()
    _view(errors, Console(file=out), monkeypatch).finished([RECORD, RECORD])
    assert errors.getvalue() == "game 7, ./bob.py: hm\n" * 30
    assert out.getvalue() == ""


@pytest.mark.parametrize("live", [True, False])
def test_a_terminal_gets_the_first_lines_and_the_way_to_the_others(
    live: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above the table, through whoever draws it; by itself where the table goes to a file."""
    out, errors = io.StringIO(), Terminal()
    console = Console(file=out, force_terminal=live, color_system=None, width=100)
    view = _view(errors, console, monkeypatch)
    view.finished([RECORD])
    view.finished([RECORD, RECORD])
    with_lines, without = (out, errors) if live else (errors, out)
    assert with_lines.getvalue().splitlines() == [
        *["game 7, ./bob.py: hm"] * PRINTED,
        "The players printed more. See the log, or use 2>FILE.",
    ]
    assert without.getvalue() == ""


def test_the_page_has_what_was_printed() -> None:
    nasty = replace(RECORD, printed=("</script><b>", "x" * 5000 + "the end"))
    page = to_html(RunResult(SETTINGS, [nasty], RunEnding.COMPLETE), "a match")
    (data,) = re.findall(r'id="data">(.*?)</script>', page)
    black, white = json.loads(data)["games"][0]["p"]
    assert black == "</script><b>"
    assert white == CUT + "x" * 993 + "the end"


def test_a_match_shows_what_a_bot_prints_and_its_log_keeps_it(
    chatty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = chatty.with_name("log.jsonl")
    players = [f"{chatty}:Chatty", "first"]
    assert main(["match", *players, "--games", "2", "--workers", "1", "--log", str(log)]) == 0
    out, errors = capsys.readouterr()
    assert f"game 2, {players[0]}: sits down\n" in errors
    assert "sits down" not in out
    games = log.read_text().partition("\n")[2]
    assert games.count("sits down") == 2
