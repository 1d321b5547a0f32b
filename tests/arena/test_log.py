"""The durable log."""

from pathlib import Path

import pytest

from outflank.arena.log import GameLog
from outflank.arena.records import Fault, FaultKind, PlayedGame
from outflank.board import Color
from outflank.workers.lines import LinesError


def _record(game: int) -> PlayedGame:
    return PlayedGame(
        game=game,
        round=0,
        pair=game // 2,
        black="a",
        white="b",
        size=8,
        opening="f5",
        moves="f5d6",
        winner=Color.BLACK,
        discs=(40, 24),
        seconds=(0.5, 0.25),
    )


def test_games_come_back_as_they_were_written(tmp_path: Path) -> None:
    fault = Fault("b", FaultKind.ILLEGAL, "position", "'z9'", "no", "Traceback …")
    records = [
        _record(0),
        PlayedGame(1, 0, 0, "b", "a", 8, "", "f5", Color.WHITE, None, fault=fault),
        PlayedGame(2, 0, 1, "b", "a", 8, "", "f5", None, (32, 32)),
    ]
    with GameLog.create(tmp_path / "run" / "log.jsonl", {"seed": 3}) as log:
        log.append(records[:2])
        log.append(records[2:])
    again = GameLog.read(log.path)
    assert again.records == records
    assert again.settings == {"seed": 3}


def test_a_log_cut_at_any_byte_is_resumed_without_losing_a_whole_line(tmp_path: Path) -> None:
    with GameLog.create(tmp_path / "whole.jsonl", {"seed": 3}) as log:
        log.append([_record(0), _record(1), _record(2)])
    whole = log.path.read_bytes()
    header = whole.index(b"\n") + 1
    for cut in range(header, len(whole) + 1):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(whole[:cut])
        kept = whole[:cut].count(b"\n") - 1
        with GameLog.resume(path) as resumed:
            assert [record.game for record in resumed.records] == list(range(kept))
            resumed.append([_record(game) for game in range(kept, 3)])
        assert path.read_bytes() == whole


def test_no_game_is_written_twice(tmp_path: Path) -> None:
    with GameLog.create(tmp_path / "log.jsonl", {}) as log:
        log.append([_record(0)])
        with pytest.raises(LinesError, match="0"):
            log.append([_record(0)])
    log.path.write_bytes(log.path.read_bytes() + log.path.read_bytes().split(b"\n")[1] + b"\n")
    with pytest.raises(LinesError, match=r"line 3: .* 0 "):
        GameLog.read(log.path)


def test_an_existing_file_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text("mine")
    with pytest.raises(LinesError, match="already exists"):
        GameLog.create(tmp_path / "log.jsonl", {})
    assert (tmp_path / "log.jsonl").read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no complete first line"),
        ("{}\n", "not an arena log"),
        ('{"format":"outflank-arena","version":9,"settings":{}}\n', "version 9"),
        ('{"format":"outflank-arena","version":1,"settings":{}}\nrubbish\n', "line 2: .*rubbish"),
        (
            '{"format":"outflank-arena","version":1,"settings":{}}\n{"game":1}\n',
            "line 2: .*KeyError|line 2: .*TypeError",
        ),
    ],
)
def test_a_foreign_or_damaged_log_is_refused_by_line(
    tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "log.jsonl").write_text(text)
    with pytest.raises(LinesError, match=sentence):
        GameLog.read(tmp_path / "log.jsonl")
