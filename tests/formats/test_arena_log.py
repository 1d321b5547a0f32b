"""Logs of matches and tournaments, read as games."""

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.log import GameLog
from outflank.arena.playing.referee import play_game
from outflank.arena.records import Assignment, Entrant, PlayedGame
from outflank.arena.runs import RunSettings
from outflank.cli.main import main
from outflank.formats import InvalidRecord, read_anything, read_file
from outflank.formats.arena_log import FORMAT, VERSION, read_arena_log
from outflank.formats.sgf import read_sgf, write_sgf
from outflank.players import make_player

ANN, BOB = Entrant("ann", "random"), Entrant("./bob.py", "greedy")
HEADER = json.dumps({"format": FORMAT, "version": VERSION, "settings": {}})


def _played(game: int, size: int) -> PlayedGame:
    black, white = (ANN, BOB) if game % 2 == 0 else (BOB, ANN)
    return play_game(
        Assignment(game, 0, game // 2, black, white, "", size, 1),
        lambda spec, seed, size: make_player(spec, seed=seed, size=size),
    )


def _log(path: Path, records: list[PlayedGame]) -> Path:
    with GameLog.create(path, RunSettings((ANN, BOB)).to_json()) as log:
        log.append(records)
    return path


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_games_of_a_log_come_in_the_order_of_the_schedule(tmp_path: Path, size: int) -> None:
    played = [_played(game, size) for game in range(6)]
    finished = random.Random(size).sample(played, 6)
    path = _log(tmp_path / "log.jsonl", finished)
    read = list(read_file(path))
    assert [record.transcript for record in read] == [record.moves for record in played]
    for record, wanted in zip(read, played, strict=True):
        outcome = record.game().outcome
        assert outcome is not None
        assert (outcome.black, outcome.white) == wanted.discs
        assert (record.black, record.white, record.size) == (wanted.black, wanted.white, size)
        assert record.extra["game"] == str(wanted.number)
    pasted = read_anything(path.read_text())
    assert pasted.format == "arena log"
    assert [game.transcript for game in pasted.games] == [record.moves for record in played]
    assert pasted.game.info["white"] == "./bob.py"


def test_a_killed_run_is_read_without_its_torn_line_and_a_gap(tmp_path: Path) -> None:
    played = [_played(game, 6) for game in (3, 0, 4)]
    path = _log(tmp_path / "log.jsonl", played)
    with path.open("a") as file:
        file.write(json.dumps(played[0].to_json())[:50])
    read = [record.transcript for record in read_file(path)]
    assert read == [played[1].moves, played[0].moves, played[2].moves]


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("time", "Black ran out of time"),
        ("crash", "Black forfeited"),
    ],
)
def test_a_forfeit_is_lost_and_says_why(kind: str, result: str) -> None:
    line = _line(winner="white", fault={"kind": kind, "message": "it went wrong"})
    record = next(read_arena_log(io.StringIO(f"{HEADER}\n{line}\n")))
    game = record.game()
    assert str(game.outcome).startswith(result)
    assert str(next(read_sgf(io.StringIO(write_sgf(record)))).game().outcome).startswith(result)
    assert game.info["forfeit"] == f"{kind}: it went wrong"


def _line(**changed: Any) -> str:
    game = {"game": 0, "black": "ann", "white": "bob", "size": 8, "moves": "f5d6", "winner": None}
    return json.dumps({**game, **changed})


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["{}"], 'line 1: An arena log begins with "format": "outflank-arena"'),
        ([HEADER.replace("1", "2")], "line 1: .* version 1, not '2'"),
        ([HEADER, "f5d6"], "line 2: .* JSON object .*'f5d6"),
        ([HEADER, "[1]"], r"line 2: .* JSON object .*'\[1\]"),
        (
            [HEADER, _line(), _line(game=-1)],
            "line 3: \"game\" must be a number, 0 or greater, not '-1'",
        ),
        ([HEADER, _line(), _line()], 'line 3: "game" 0 occurs twice'),
        ([HEADER, _line(game=5), _line(game=5)], 'line 3: "game" 5 occurs twice'),
        ([HEADER, _line(size=7)], "line 2: \"size\" must be .* from 4 to 16, not '7'"),
        (
            [HEADER, _line(black=None)],
            'line 2: "black" must be the name of the player, not nothing',
        ),
        ([HEADER, _line(moves=3)], "line 2: \"moves\" must be .* f5d6c3, not '3'"),
        ([HEADER, _line(moves="f5a1")], r'line 2, "moves", .*White cannot play a1'),
        ([HEADER, _line(fault={"kind": "time"})], 'line 2: "winner" must be black'),
        ([HEADER, _line(fault=1, winner="black")], 'line 2: "fault" must be .*"kind"'),
    ],
)
def test_what_is_wrong_with_a_log_is_said_with_its_line(lines: list[str], sentence: str) -> None:
    with pytest.raises(InvalidRecord, match=sentence):
        list(read_arena_log(io.StringIO("".join(f"{line}\n" for line in lines))))


def test_a_log_is_reviewed_converted_and_refused_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))
    log = tmp_path / "log.jsonl"
    forfeit = _line(game=1, winner="white", fault={"kind": "illegal", "message": "answered z9"})
    log.write_text(f"{HEADER}\n{forfeit}\n{_line()}\n")
    quick = ["--depth", "2", "--exact-from", "2"]
    assert main(["review", str(log), "--number", "2", *quick]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Players: ann (Black), bob (White)\nOpening: Perpendicular\n")
    assert "Result: Black forfeited." in out
    assert "\nForfeit: illegal: answered z9\n\n" in out
    assert "game 2 of 2" in err
    for target in ("games.ggf", "games.jsonl"):
        assert main(["convert", str(log), str(tmp_path / target)]) == 0
        first, second = read_file(tmp_path / target)
        assert (first.transcript, first.black, first.white) == ("f5d6", "ann", "bob")
        assert second.score == -64
    log.write_text(f"{HEADER}\n{_line(moves='f5f5')}\n")
    assert main(["convert", str(log), str(tmp_path / "bad.ggf")]) == 2
    assert 'log.jsonl: line 2, "moves", ' in capsys.readouterr().err
    assert not (tmp_path / "bad.ggf").exists()


def test_a_game_that_was_solved_says_so() -> None:
    [record] = read_arena_log(io.StringIO(f"{HEADER}\n{_line(adjudicated=12, discs=[40, 24])}\n"))
    assert record.game().outcome is None
    assert (record.game().info["score"], record.extra["adjudicated"]) == (
        "+16",
        "solved with 12 empty squares",
    )
    with pytest.raises(InvalidRecord, match='line 2: "adjudicated, discs" must be'):
        list(read_arena_log(io.StringIO(f"{HEADER}\n{_line(adjudicated=12)}\n")))
