"""`outflank match`, `tournament`, `ladder`, `tune` and `learn`, as a person uses them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.entrants import make_entrants
from outflank.arena.log import GameLog
from outflank.arena.openings import load_openings
from outflank.arena.records import PlayedGame
from outflank.arena.runs import RunSettings
from outflank.board import Color
from outflank.cli.main import main
from outflank.cli.shared.arena_run import new_log, newest_log
from outflank.players.ratings import RATINGS_FILE

BOT = '''
import time

class Bot:
    """Plays the last legal move, slowly."""
    def choose(self, board):
        time.sleep(0.01)
        return list(board.legal_moves)[-1]
'''


GATED = '''
import pathlib, time

FOLDER = pathlib.Path(__file__).parent

def closed():
    """Whether the log has as many lines as the gate lets through."""
    try:
        lines = int((FOLDER / "gate").read_text())
    except FileNotFoundError:
        return False
    return (FOLDER / "log.jsonl").read_bytes().count(b"\\n") >= lines

class Bot:
    """Plays the last legal move, slowly, and waits where the gate is closed."""
    def choose(self, board):
        time.sleep(0.01)
        while closed():
            time.sleep(0.01)
        return list(board.legal_moves)[-1]
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_match_prints_its_answer_and_writes_its_reports(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reports = ["--html", "m.html", "--csv", "m.csv", "--json", "m.json"]
    assert main(["match", "positional", "random", "--games", "20", "--workers", "2", *reports]) == 0
    out = capsys.readouterr().out
    assert "20: won" in out
    assert "positional is stronger than random" in out
    assert "f5" in (folder / "m.html").read_text() or "d3" in (folder / "m.html").read_text()
    assert json.loads((folder / "m.json").read_text())["games"] == 20
    assert (folder / "m.csv").read_text().count("\n") == 3
    logs = list((folder / "data" / "arena").glob("match-*.jsonl"))
    assert len(logs) == 1
    # Nothing is left to play, so resuming prints the same table at once.
    assert main(["review", "last", "--depth", "1", "--exact-from", "2"]) == 0
    assert "Black – " in capsys.readouterr().out
    assert main(["match", "--resume", "last"]) == 0
    again = capsys.readouterr().out
    assert "Continuing after 20 games" in again
    assert again.splitlines()[-3:-1] == out.splitlines()[-6:-4]


def test_a_test_stops_a_match_by_itself_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "positional", "random", "--sprt", "elo0=0,elo1=50"]) == 0
    out = capsys.readouterr().out
    assert "SPRT stopped, the hypothesis of 50 Elo is accepted" in out


def test_a_test_takes_games_as_the_most_and_says_that_it_is_undecided(
    capsys: pytest.CaptureFixture[str],
) -> None:
    test = ["match", "greedy", "random", "--sprt", "elo0=0,elo1=30", "--workers", "1"]
    assert main([*test, "--games", "4", "--log", "a.jsonl"]) == 0
    out = capsys.readouterr().out
    assert "4 games; the limit is reached; SPRT undecided" in out
    assert "outflank match --resume a.jsonl --games 8" in out
    # Far more than it takes: it stops by itself, and a log made longer ends alike.
    assert main(["match", "--resume", "a.jsonl", "--games", "20000", "--workers", "1"]) == 0
    longer = capsys.readouterr().out
    assert main([*test, "--games", "20000", "--log", "b.jsonl"]) == 0
    for said in (longer, capsys.readouterr().out):
        assert "SPRT stopped, the hypothesis of 30 Elo is accepted" in said
        assert "--resume" not in said
    played = [len(GameLog.read(Path(name)).records) for name in ("a.jsonl", "b.jsonl")]
    assert max(played) < 1000


def test_a_tournament_on_a_small_board_with_limits(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--games", "4", "--size", "6", "--depth", "1", "--format", "swiss"]
    assert main(["tournament", "lookahead", "greedy", "random", "learned", *options]) == 0
    out = capsys.readouterr().out
    assert "lookahead:depth=1" in out
    assert "16 games; all games are played" in out


def test_a_time_binds_players_that_cannot_be_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = BOT.replace("0.01", "3600 * (len(board.empties) < 60)")
    (folder / "bot.py").write_text(slow)
    options = ["--games", "2", "--time", "0.5", "--workers", "1", "--log", "log.jsonl"]
    assert main(["match", "./bot.py", "first", *options]) == 1
    assert "./bot.py forfeited all 2 games: " in capsys.readouterr().out
    assert GameLog.read(folder / "log.jsonl").settings["limits"]["seconds"] == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("format", "sentence"),
    [
        ("swiss", r"positional wins the Swiss tournament with [\d.]+ of 16 points\."),
        ("knock-out", r"positional wins the knock-out\."),
    ],
)
def test_a_tournament_that_has_a_winner_says_who(
    format: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--games", "8", "--format", format, "--html", "t.html"]
    assert main(["tournament", "random", "positional", "first", *options]) == 0
    assert re.search(sentence, capsys.readouterr().out)
    assert re.search(sentence, Path("t.html").read_text())


def test_two_who_always_answer_alike_are_told_that_they_repeat_themselves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--games", "8", "--workers", "1", "--json", "m.json"]
    assert main(["match", "greedy", "first", *options, "--openings", "start"]) == 0
    assert "6 of 8 games repeat another game" in capsys.readouterr().out
    assert json.loads(Path("m.json").read_text())["repeated_games"] == 6
    assert main(["match", "greedy", "first", *options]) == 0
    assert "repeat" not in capsys.readouterr().out


@pytest.mark.parametrize("openings", ["balanced", "random:6"])
def test_a_longer_run_goes_on_from_a_shorter_one(folder: Path, openings: str) -> None:
    begin = ["tournament", "random", "greedy", "--openings", openings]
    assert main([*begin, "--games", "4", "--log", "a.jsonl"]) == 0
    assert main(["tournament", "--resume", "a.jsonl", "--games", "10"]) == 0
    assert main([*begin, "--games", "10", "--log", "b.jsonl"]) == 0
    one, two = (GameLog.read(folder / name).records for name in ("a.jsonl", "b.jsonl"))
    key = {record.game: record.moves for record in two}
    assert {record.game: record.moves for record in one} == key


@pytest.mark.parametrize(
    ("begin", "again", "sentence"),
    [
        (["match"], ["--seed", "0"], "--seed"),
        (["match"], ["--size", "6", "--time", "1"], "--size, --time"),
        (["match"], ["--openings", "start"], "--openings"),
        (["match"], ["--memory", "0"], "--memory"),
        (["match"], ["--log", "b.jsonl"], "--log"),
        (["match"], ["--games", "3"], "--games must be an even number"),
        (["match"], ["--games", "0"], "--games must be an even number"),
        (["match"], ["--games", "2"], "has 4 games already"),
        (["tournament"], ["--format", "swiss"], "--format"),
        (["tournament"], ["--rounds", "2"], "--rounds"),
        (["tournament", "--format", "swiss"], ["--games", "6"], "stays at 4 games"),
        (["tournament", "--format", "knock-out"], ["--games", "6"], "stays at 4 games"),
        (["ladder", "--write", "r.json"], ["--seed", "2"], "--seed"),
    ],
)
def test_what_a_log_fixed_cannot_be_chosen_again(
    begin: list[str], again: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log = ["--games", "4", "--workers", "1", "--log", "a.jsonl"]
    assert main([*begin, "random", "first" if begin[0] != "ladder" else "greedy", *log]) == 0
    before = Path("a.jsonl").read_bytes()
    assert main([begin[0], "--resume", "a.jsonl", *again]) == 2
    assert sentence in capsys.readouterr().err
    assert Path("a.jsonl").read_bytes() == before


def test_a_tuning_keeps_to_its_log_and_can_prove_more(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--against", "greedy", "--games", "40", "--proof", "4", "--workers", "1"]
    assert main(["tune", "positional", *options, "--log", "a.jsonl"]) == 0
    said = capsys.readouterr().out
    assert "2 steps of 16 games are 32 games" in said
    assert "--games 40" in said
    for again, sentence in (
        (["--by-result", "--seed", "3"], "--by-result, --seed"),
        (["--proof", "2"], "has 4 games"),
        (["--proof", "5"], "--proof must be an even number"),
    ):
        assert main(["tune", "--resume", "a.jsonl", *again]) == 2
        assert sentence in capsys.readouterr().err
    assert main(["match", "--resume", "a.jsonl"]) == 2
    assert "outflank tune" in capsys.readouterr().err
    first = GameLog.read(Path("a.jsonl")).records
    assert main(["tune", "--resume", "a.jsonl", "--proof", "10", "--workers", "1"]) == 0
    assert "Last match: 10 games" in capsys.readouterr().out
    longer = GameLog.read(Path("a.jsonl")).records
    assert longer[: len(first)] == first
    assert sorted(record.game for record in longer) == list(range(42))


WEIGHING = """
from outflank.players import Parameter

class Weighing:
    PARAMETERS = (
        Parameter("flips", 1.0, -5.0, 5.0, "for each disc turned"),
        Parameter("moves", 1.0, 0.0, 10.0, "for each move the opponent does not have"),
    )

    def __init__(self, *, flips=1.0, moves=1.0):
        self.flips, self.moves = flips, moves

    def choose(self, board):
        def worth(move):
            mine, theirs = len(board.flips(move)), len(board.play(move).legal_moves)
            return self.flips * mine - self.moves * theirs

        return max(board.legal_moves, key=worth)
"""


def test_a_tuning_begins_at_the_values_it_is_given_and_says_how_to_go_on_from_what_it_found(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "bot.py").write_text(WEIGHING)
    (folder / "rival.py").write_text(BOT)
    options = ["--games", "16", "--proof", "2", "--workers", "1", "--log", "a.jsonl"]
    begin = ["tune", "./bot.py:Weighing:flips=2,moves=3", "--parameters", "flips,"]
    assert main([*begin, *options, "--against", "./rival.py"]) == 0
    out = capsys.readouterr().out
    assert f"Before: {folder / 'bot.py'}:Weighing:moves=3,flips=2\n" in out
    assert "forfeit" not in out
    (folder / "elsewhere").mkdir()
    with monkeypatch.context() as elsewhere:
        elsewhere.chdir(folder / "elsewhere")
        assert main(["tune", "--resume", "../a.jsonl", "--games", "16", "--proof", "4"]) == 0
    assert not any(record.fault for record in GameLog.read(Path("a.jsonl")).records)
    (tuned,) = re.findall(r"^Tuned: (.+)$", out, re.M)
    before = Path("a.jsonl").read_bytes()
    capsys.readouterr()
    assert main(["tune", "--resume", "a.jsonl", "--games", "64"]) == 2
    said = capsys.readouterr().err
    against = f"--against {folder / 'rival.py'}"
    command = f"outflank tune {tuned} {against} --parameters flips --games 64 --seed 2"
    assert "a.jsonl get smaller toward its 16 games" in said
    assert command in said
    assert Path("a.jsonl").read_bytes() == before


def test_a_player_without_parameters_is_told_how_to_declare_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bot.py").write_text(BOT)
    assert main(["tune", "./bot.py"]) == 2
    said = capsys.readouterr().err
    assert "bot:Bot declares no PARAMETERS" in said
    # The lines it shows work where they are put: in the class.
    shown = "\n".join(re.findall(r"^    .*$", said, re.M))
    assert shown.count("\n") == 1
    (folder / "bot.py").write_text(
        f"from outflank.players import Parameter\n\nclass Bot:\n{shown}\n\n"
        "    def choose(self, board):\n        return list(board.legal_moves)[0]\n"
    )
    assert main(["tune", "./bot.py", "--games", "8", "--proof", "2", "--workers", "1"]) == 0
    assert f"did not change: {folder / 'bot.py'}:corner=30" in capsys.readouterr().out


def test_a_tuning_tells_forfeits_and_stops_where_nobody_plays_a_game(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, options = folder / "bot.py", ["--proof", "2", "--workers", "1", "--log"]
    bot.write_text(WEIGHING.replace("self, *, flips", "self, *, flip"))
    assert main(["tune", "./bot.py", "--games", "800", *options, "a.jsonl"]) == 2
    assert "forfeits. plus" in capsys.readouterr().err
    assert len(GameLog.read(Path("a.jsonl")).records) == 8
    as_white = "        assert board.turn.name == 'BLACK', 'I am never White'\n"
    bot.write_text(WEIGHING.replace("        def worth", as_white + "        def worth"))
    against = ["--games", "16", "--against", "random"]
    assert main(["tune", "./bot.py", *against, *options, "b.jsonl"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"plus forfeited 4 games \(crash\), .*I am never White", out)


def test_a_player_that_changed_is_not_tuned_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = folder / "bot.py"
    bot.write_text(WEIGHING)
    options = ["--games", "8", "--proof", "2", "--workers", "1", "--log", "a.jsonl"]
    assert main(["tune", "./bot.py", *options]) == 0
    resume = ["tune", "--resume", "a.jsonl", "--workers", "1"]
    for text, way, code, sentence in (
        (WEIGHING + "\n", [], 2, str(bot)),
        (WEIGHING + "\n", ["--allow-changed"], 0, ""),
        (WEIGHING.replace('"flips"', '"f"'), ["--allow-changed"], 2, "flips"),
    ):
        bot.write_text(text)
        capsys.readouterr()
        assert main([*resume, *way]) == code
        assert sentence in capsys.readouterr().err
    bot.unlink()
    assert main(resume) == 2
    assert f"no file '{bot}'" in capsys.readouterr().err


def test_a_tuning_that_changed_nothing_says_so_and_proves_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bot.py").write_text(WEIGHING.replace("return self.flips * mine", "return mine"))
    options = ["--games", "16", "--workers", "1", "--log", "a.jsonl", "--parameters", "flips"]
    assert main(["tune", "./bot.py", *options]) == 0
    out = capsys.readouterr().out
    assert f"did not change: {folder / 'bot.py'}:flips=1\n" in out
    assert "in 2 steps" in out
    assert "Playing the last match" not in out
    assert len(GameLog.read(Path("a.jsonl")).records) == 16


def test_a_report_that_cannot_be_written_in_the_end_costs_no_game(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, text: str, encoding: str) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    options = ["--games", "2", "--workers", "1", "--log", "a.jsonl", "--csv", "a.csv"]
    assert main(["match", "greedy", "first", *options]) == 2
    said = capsys.readouterr()
    assert "2 games; all games are played" in said.out
    assert "a.csv cannot be written: No space left on device. No game is lost" in said.err


def test_who_forgets_that_a_player_is_a_file_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "mybot.py").write_text(BOT)
    assert main(["match", "mybot", "first"]) == 2
    assert "write ./mybot.py" in (capsys.readouterr().err)


def test_runs_of_one_second_have_logs_of_their_own_and_the_last_is_the_newest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        time, "strftime", lambda form: f"{form[: form.index('-')]}-2026-01-02-030405"
    )
    for number in range(1, 12):
        with new_log(None, {"run": number}, "match") as log:
            assert newest_log("match") == log.path
    with new_log(None, {}, "tune") as log:
        assert log.path.name == "tune-2026-01-02-030405.jsonl"
    names = {path.name for path in (folder / "data" / "arena").glob("match-*")}
    assert len(names) == 11
    assert {"match-2026-01-02-030405.jsonl", "match-2026-01-02-030405-2.jsonl"} <= names
    monkeypatch.setattr(time, "strftime", lambda form: "match-2026-01-02-030406")
    with new_log(None, {}, "match") as log:
        assert newest_log("match") == log.path


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "greedy"], "two players, not 1"),
        (["match", "greedy", "gredy"], "Did you mean greedy"),
        (["match", "greedy", "first", "--games", "7"], "--games must be an even number"),
        (["match", "greedy", "first", "--sprt", "elo0=99"], "--sprt"),
        (["match", "greedy", "first", "--depth", "3"], "None of greedy, first has one"),
        (["match", "greedy", "first", "--time", "0"], "--time must be above 0"),
        (["match", "lookahead", "first", "--depth", "99"], "depth must be from"),
        (["match", "greedy", "first", "--html", "no/where.html"], "there is no folder no"),
        (["match", "greedy", "first", "--csv", "."], ". cannot be written: it is a folder"),
        (["match", "greedy", "first", "--log", "."], ". is a folder; choose a file"),
        (["match", "greedy", "first", "--log", "/dev/null/x"], "cannot write /dev/null/x"),
        (["tune", "positional", "--plot", "."], ". cannot be written: it is a folder"),
        (["learn", ".", "--games", "8"], ". cannot be written: it is a folder"),
        (["learn", "w.json", "--batch", "0"], "--batch must be 1 or more"),
        (["learn", "w.json", "--against", "nobody"], "'nobody'"),
        (["match", "greedy", "first", "--size", "6", "--openings", "balanced"], "random:4"),
        (["match", "--resume", "nowhere.jsonl"], "cannot read"),
        (["match", "--resume", "last"], "no log of `outflank match`"),
        (["match", "greedy", "--resume", "last"], "Leave them out"),
        (["match", "greedy", "first", "--workers", "0"], "--workers must be 1 or more"),
        (["match", "greedy", "first", "--cluster", "x", "--workers", "2"], "--workers"),
        (["tournament", "greedy"], "two or more players"),
        (["tournament", "greedy", "first", "--rounds", "3"], "--format swiss"),
        (["ladder", "greedy"], "not only greedy"),
        (["ladder", "greedy", "gredy"], "Did you mean greedy"),
        (["ladder", "lookahead:4", "lookahead:5"], "Add random"),
        (["ladder", "--games", "7"], "--games must be an even number"),
        (["ladder", "--write", "no/where.json"], "there is no folder no"),
        (["ladder", "--docs", "."], "a place for the ladder"),
        (["ladder", "greedy", "--resume", "last"], "Leave them out"),
        (["ladder", "--count", "nowhere.jsonl"], "cannot read"),
        (["tune"], "Name a player"),
        (["tune", "greedy"], "lookahead, positional"),
        (["tune", "positional", "--parameters", "cornr"], "corner, edge, danger, mobility"),
        (["tune", "positional", "--games", "2"], "8 games"),
        (["learn", "w.json", "--from", "nowhere.txt"], "nowhere.txt"),
        (["learn", "--resume", "w.json"], "w.json"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_starts(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err
    assert not list(folder.glob("data/arena/*.jsonl"))


def test_a_player_that_changed_is_not_mixed_in(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = folder / "bot.py"
    bot.write_text(BOT.replace("0.01", "0"))
    assert main(["match", "./bot.py", "first", "--games", "2", "--log", "log.jsonl"]) == 0
    bot.write_text(BOT.replace("[-1]", "[0]"))
    resume = ["match", "--resume", "log.jsonl", "--games", "4"]
    assert main(resume) == 2
    assert "changed since log.jsonl was started: ./bot.py" in capsys.readouterr().err
    assert main([*resume, "--allow-changed"]) == 0


def test_a_run_goes_on_from_another_folder_and_without_the_file(folder: Path) -> None:
    (folder / "bot.py").write_text(BOT.replace("0.01", "0"))
    assert main(["match", "./bot.py", "first", "--games", "2", "--log", "log.jsonl"]) == 0
    (folder / "else").mkdir()
    os.chdir(folder / "else")
    (folder / "bot.py").unlink()
    assert main(["match", "--resume", "../log.jsonl", "--games", "4"]) == 0
    log = GameLog.read(folder / "log.jsonl")
    assert [record.fault for record in log.records] == [None] * 4


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("return 1 // 0", "ZeroDivisionError: .* \\(bot.py:8\\)"),
        ("return 'z9'", "'z9'"),
        ("return super()", "<super"),
    ],
)
def test_who_cannot_make_a_first_move_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str, told: str
) -> None:
    (folder / "bot.py").write_text(BOT.replace("return list(board.legal_moves)[-1]", code))
    assert main(["match", "./bot.py", "first", "--workers", "1", "--log", "log.jsonl"]) == 2
    assert re.search(f"./bot.py cannot play.*{told}", capsys.readouterr().err)
    assert not (folder / "log.jsonl").exists()


def test_who_never_answers_is_refused_before_the_first_game(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bot.py").write_text(BOT.replace("0.01", "3600"))
    assert main(["match", "./bot.py", "first", "--workers", "1", "--patience", "1"]) == 2
    told = capsys.readouterr().err
    assert re.search(r"\./bot\.py cannot play.* 1 s", told)


def test_a_file_that_cannot_be_loaded_is_told_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bot.py").write_text(f"1 // 0\n{BOT}")
    assert main(["match", "./bot.py", "first"]) == 2
    assert "bot.py cannot be loaded: ZeroDivisionError" in (told := capsys.readouterr().err)
    assert "(bot.py:1)" in told


def _start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "outflank", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )


def _wait_for_lines(path: Path, lines: int, run: "subprocess.Popen[str]") -> None:
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert run.poll() is None, f"it ended too early: {run.communicate()[0]}"
        time.sleep(0.01)


def _read_until(run: "subprocess.Popen[str]", words: str) -> str:
    """What a run printed, to the line with these words."""
    assert run.stdout is not None
    lines = [run.stdout.readline()]
    while words not in lines[-1]:
        assert lines[-1], f"it ended without saying {words!r}: {''.join(lines)}"
        lines.append(run.stdout.readline())
    return "".join(lines)


def test_ctrl_c_finishes_the_running_games_and_a_resumed_run_ends_alike(folder: Path) -> None:
    (folder / "bot.py").write_text(GATED)
    whole, log, gate = folder / "whole.jsonl", folder / "log.jsonl", folder / "gate"
    arguments = ["match", "./bot.py", "random", "--games", "16", "--workers", "2"]
    first = _start(*arguments, "--log", str(whole))
    first.communicate()
    assert first.returncode == 0
    gate.write_text("3")
    run = _start(*arguments, "--log", str(log))
    _wait_for_lines(log, 3, run)
    run.send_signal(signal.SIGINT)
    _read_until(run, "Finishing the running games")
    gate.unlink()
    out, _ = run.communicate()
    assert run.returncode == 130
    assert f"outflank match --resume {log}" in out
    played = len(GameLog.read(log).records)
    assert 2 <= played < 16
    assert f"{played} games; stopped" in out
    # Killed without warning the second time, at any moment.
    gate.write_text(str(played + 3))
    run = _start("match", "--resume", str(log))
    _wait_for_lines(log, played + 3, run)
    run.kill()
    run.communicate()
    gate.unlink()
    assert len(GameLog.read(log).records) < 16
    final = _start("match", "--resume", str(log))
    out, _ = final.communicate()
    assert final.returncode == 0
    one, two = (
        {r.game: (r.moves, r.discs) for r in GameLog.read(path).records} for path in (whole, log)
    )
    assert one == two


def test_ctrl_c_twice_stops_at_once(folder: Path) -> None:
    asked = 'open("asked", "w").close(); time.sleep(3600)'
    (folder / "bot.py").write_text(BOT.replace("time.sleep(0.01)", asked))
    log = folder / "log.jsonl"
    run = _start(
        "match", "./bot.py", "random", "--games", "4", "--patience", "7200", "--log", str(log)
    )
    while not (folder / "asked").exists():
        assert run.poll() is None
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _read_until(run, "Finishing")
    run.send_signal(signal.SIGINT)
    out, _ = run.communicate()
    assert run.returncode == 130
    assert "Stopped." in out
    assert GameLog.read(log).records == []


def test_a_tuning_that_is_told_to_end_finishes_its_step(folder: Path) -> None:
    (folder / "bot.py").write_text(GATED)
    log, gate = folder / "log.jsonl", folder / "gate"
    gate.write_text("3")  # in the middle of the first step, which is of two pairs twice
    run = _start(
        "tune", "positional", "--against", "./bot.py", "--games", "80", "--pairs", "2",
        "--size", "4", "--workers", "1", "--log", str(log),
    )  # fmt: skip
    _wait_for_lines(log, 3, run)
    run.send_signal(signal.SIGTERM)
    _read_until(run, "Finishing this step")
    gate.unlink()
    out, _ = run.communicate()
    assert run.returncode == 130
    assert f"outflank tune --resume {log}" in out
    assert len(GameLog.read(log).records) == 8


def test_tuning_ends_with_a_proof_and_a_picture(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["tune", "positional", "--against", "greedy", "--games", "64", "--proof", "20"]
    assert main([*arguments, "--plot", "t.svg", "--parameters", "corner,mobility"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"Tuned: positional:corner=[\d.]+,mobility=[\d.]+", out)
    assert "Last match: 20 games" in out
    assert (folder / "t.svg").read_text().count("<polyline") == 2
    assert main(["tune", "--resume", "last"]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == [
        line for line in out.splitlines()[-5:] if "Wrote" not in line
    ]


def test_learning_writes_weights_and_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--size", "4", "--games", "160", "--batch", "8", "--workers", "1"]
    assert main(["learn", "w.json", *arguments, "--plot", "c.svg", "--against", "random"]) == 0
    assert "160 games:" in capsys.readouterr().out
    assert (folder / "c.svg").read_text().startswith("<svg")
    assert main(["learn", "w.json"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["learn", "--resume", "w.json", "--workers", "1"]) == 0
    (folder / "games.txt").write_text("f5d6c3d3c4\n")
    assert main(["learn", "i.json", "--from", "games.txt", "--start", "w.json"]) == 0
    assert "5 positions" in capsys.readouterr().out
    match = ["match", "greedy", "first", "--games", "2", "--workers", "1", "--log", "m.jsonl"]
    assert main(match) == 0
    assert main(["learn", "m.json", "--from", "m.jsonl", "--most", "1"]) == 0
    assert "more than one legal move" in capsys.readouterr().out
    (folder / "games.txt").write_text("# mine\nc2\nc2a1\n")
    for source, sentence in (("games.txt", "games.txt: Line 3: "), ("m.jsonl", "no games on 6×6")):
        assert main(["learn", "n.json", "--from", source, "--size", "6"]) == 2
        assert sentence in capsys.readouterr().err


def test_a_ladder_writes_its_table_and_goes_on_where_it_was(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "docs" / "images").mkdir(parents=True)
    guide = folder / "docs" / "strength.md"
    guide.write_text("# It\n<!-- ladder -->\n<!-- ladder -->\n")
    players = ["engine:6", "random", "greedy", "positional"]
    options = ["--write", "r.json", "--plot", "l.svg", "--docs", ".", "--workers", "1"]
    assert main(["ladder", *players, "--games", "8", "--log", "l.jsonl", *options]) == 0
    out = capsys.readouterr().out
    assert "Ladder (" in out
    assert "Wrote r.json" in out
    table = json.loads((folder / "r.json").read_text())
    assert table["players"]["random"]["elo"] == 0
    assert table["players"]["positional"]["elo"] > table["players"]["random"]["elo"]
    assert table["players"]["greedy"]["games"] == 24
    assert "lookahead" in table["players"], "who did not play keeps the rating"
    assert "lookahead" in table["about"]
    assert "| `priority` |" in guide.read_text()
    assert (folder / "docs" / "images" / "ladder.svg").read_text() == (folder / "l.svg").read_text()
    assert main(["ladder", "--resume", "l.jsonl", "--games", "10", *options]) == 0
    longer = json.loads((folder / "r.json").read_text())["players"]
    assert longer["greedy"]["games"] == 30
    part = ["ladder", "greedy", "random", "--games", "2", "--count", "l.jsonl"]
    assert main([*part, "--write", "s.json"]) == 0
    table = json.loads((folder / "s.json").read_text())
    assert table["players"]["greedy"]["games"] == 32
    assert table["players"]["engine:6"]["games"] == longer["engine:6"]["games"]


def _ladder_log(path: Path, opening: str, *, size: int = 8, digest: str | None = None) -> Path:
    """A log of two games that engine:2 and greedy won a time each."""
    entrants = make_entrants(["engine:2", "greedy"], size)
    if digest is not None:
        entrants = (replace(entrants[0], digest=digest), entrants[1])
    with GameLog.create(
        path, RunSettings(entrants, size=size, openings=(opening,)).to_json()
    ) as log:
        log.append(
            [
                PlayedGame(
                    0, 0, 0, "engine:2", "greedy", size, opening, opening, Color.BLACK, None
                ),
                PlayedGame(
                    1, 0, 0, "greedy", "engine:2", size, opening, opening, Color.BLACK, None
                ),
            ]
        )
    return path


@pytest.mark.parametrize(
    ("log", "sentence", "way_out"),
    [
        ({"digest": "0123456789abcdef"}, "l.jsonl was started: engine:2", True),
        ({"opening": "f5d6c4d3"}, "openings that are not in the list", True),
        ({"opening": "c3", "size": 6}, "l.jsonl are on 6×6", False),
    ],
)
def test_games_that_are_no_part_of_the_measurement_are_not_counted(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    log: dict[str, Any],
    sentence: str,
    way_out: bool,
) -> None:
    balanced = load_openings("balanced", 8, 1, 1)[0]
    _ladder_log(Path("l.jsonl"), **{"opening": balanced, **log})
    run = ["ladder", "random", "greedy", "--games", "2", "--count", "l.jsonl", "--write", "r.json"]
    assert main(run) == 2
    assert sentence in capsys.readouterr().err
    assert not (folder / "r.json").exists()
    assert main([*run, "--allow-changed"]) == (0 if way_out else 2)
    assert (folder / "r.json").exists() == way_out


def test_openings_of_the_list_count_however_they_are_turned(folder: Path) -> None:
    balanced = load_openings("balanced", 8, 1, 1)[0]
    mirrored = "".join(
        "abcdefgh"[int(balanced[at + 1]) - 1] + str("abcdefgh".index(balanced[at]) + 1)
        for at in range(0, len(balanced), 2)
    )
    _ladder_log(Path("l.jsonl"), mirrored)
    run = ["ladder", "random", "greedy", "--games", "2", "--count", "l.jsonl", "--write", "r.json"]
    assert main(run) == 0


@pytest.mark.parametrize("way", ["--count", "--resume"])
def test_a_log_that_does_not_say_what_the_levels_were_counts_with_a_note(
    folder: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    _ladder_log(Path("l.jsonl"), load_openings("balanced", 8, 1, 1)[0], digest="")
    run = ["ladder", way, "l.jsonl", "--games", "2", "--write", "r.json"]
    assert main([*run, *(["random", "greedy"] if way == "--count" else [])]) == 0
    out = capsys.readouterr().out
    assert "may have changed since: engine:2" in out
    assert json.loads((folder / "r.json").read_text())["players"]["engine:2"]["games"] == 2


def test_a_ladder_of_a_level_that_changed_is_not_gone_on_with(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _ladder_log(Path("l.jsonl"), load_openings("balanced", 8, 1, 1)[0], digest="0123456789abcdef")
    run = ["ladder", "--resume", "l.jsonl", "--games", "2", "--write", "r.json"]
    assert main(run) == 2
    assert "l.jsonl was started: engine:2" in capsys.readouterr().err
    assert main([*run, "--allow-changed"]) == 0


def test_a_ladder_that_was_stopped_leaves_the_table_alone(folder: Path) -> None:
    log = folder / "log.jsonl"
    (folder / "bot.py").write_text(BOT)
    run = _start(
        "ladder", "./bot.py", "random", "greedy", "--games", "100", "--workers", "1",
        "--log", str(log), "--write", str(folder / "r.json"),
    )  # fmt: skip
    _wait_for_lines(log, 3, run)
    run.send_signal(signal.SIGINT)
    out, _ = run.communicate()
    assert run.returncode == 130
    assert "the table was not written" in out
    assert not (folder / "r.json").exists()


def test_a_ladder_says_where_somebodys_own_player_stands_and_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bot.py").write_text(BOT.replace("0.01", "0"))
    before = RATINGS_FILE.read_bytes()
    assert main(["ladder", "./bot.py", "random", "greedy", "--games", "4"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^\./bot\.py +−?\d+ ± \d+ ", out, re.M)
    assert "Wrote" not in out
    assert RATINGS_FILE.read_bytes() == before
