"""What the server's log tells, and what cannot get into it."""

import logging
from pathlib import Path
from typing import Any

import pytest

from outflank import Board
from outflank.play.thinkers.process_main import choose
from outflank.web.games import game_log
from outflank.web.http.request_log import LineFormatter, LogOptions, configure
from outflank.web.settings import InvalidSettings

BROKEN = "class Broken:\n    def choose(self, board):\n        raise OSError('out of paper')\n"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.INFO)
    return lambda: [
        record.getMessage().partition(" ")[2]
        for record in caplog.records
        if record.name == "outflank.events"
    ]


def test_a_game_is_told_from_its_beginning_to_its_result(ann: Any, lines: Any) -> None:
    game = ann.new(start="XO-- ---- ---- XO-- X", black="human", white="first")
    game = ann.move(game, "c1")
    ann.raw("POST", "/save", data="half", content_type="text/plain")
    ann.move(game, "c4")
    ann.raw("POST", "/load", data="half", content_type="text/plain")
    assert lines() == [
        "game started: You against first on 4×4",
        "first (White) has no move and passes",
        "game saved as 'half'",
        "You beat first 16–0 after 2 moves "
        "(Black wins 6–0 (scored 16–0: the winner gets the 10 empty squares))",
        "game loaded, saved as 'half'",
    ]


def test_moves_are_told_on_request(ann: Any, lines: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, game_log.logger.name)
    ann.new(black="human", white="first")
    ann.get("/move?x=6&y=5")
    assert lines()[1:] == ["You (Black) played f5", "first (White) played f4"]


def test_resigning_is_a_result(ann: Any, lines: Any) -> None:
    ann.act(ann.new(black="human", white="greedy"), "resign")
    assert lines()[-1] == (
        "greedy beat you after 0 moves "
        "(Black resigned. White wins (scored 64–0; on the board Black 2, White 2))"
    )


def test_control_characters_are_spelt_out_and_a_traceback_is_indented() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 1, "GET %s", ("/a\nb\x1b[2J",), None)
    assert LineFormatter().format(record).endswith("x GET /a\\nb\\x1b[2J")
    record.details = "Traceback:\n  in choose\x07"
    assert LineFormatter().format(record).splitlines()[1:] == [
        "    Traceback:",
        "      in choose\\x07",
    ]


def test_a_player_s_traceback_is_for_the_owner(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    told = choose(str(tmp_path / "broken.py"), Board().to_text(), None, None)
    assert told["problem"].endswith("OSError: out of paper")
    assert "in choose" in told["details"]


@pytest.fixture
def root_logger() -> Any:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield root
    for handler in root.handlers:
        handler.close()
    root.handlers[:], root.level = before
    game_log.logger.setLevel(logging.NOTSET)


def test_the_file_has_everything_while_the_console_is_quiet(
    root_logger: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log"
    configure(LogOptions(file, quiet=True))
    logging.getLogger("outflank.web").info("a request")
    logging.getLogger("outflank.web").error("a problem", extra={"details": "where\nwhy"})
    assert [
        line.partition("outflank.web ")[2] or line for line in file.read_text().splitlines()
    ] == [
        "a request",
        "a problem",
        "    where",
        "    why",
    ]
    assert "a request" not in (told := capsys.readouterr().err)
    assert "a problem" in told


def test_the_file_is_begun_anew_at_its_size(root_logger: Any, tmp_path: Path) -> None:
    configure(LogOptions(tmp_path / "log", megabytes=0.001, quiet=True))
    for number in range(200):
        logging.getLogger("outflank.web").info("request %d", number)
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["log", "log.1", "log.2", "log.3", "log.4", "log.5"]
    assert "request 199" in (tmp_path / "log").read_text()


def test_a_file_that_cannot_be_written_is_refused(root_logger: Any, tmp_path: Path) -> None:
    with pytest.raises(InvalidSettings, match=r"log file .* cannot be written"):
        configure(LogOptions(tmp_path / "none" / "log"))
