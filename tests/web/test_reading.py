"""What visitors send is read apart from the server, and what would hold it up is given up."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import catalogues
import pytest
from api import transcript
from flask import Flask

from outflank.formats import read_transcript, save_game
from outflank.formats.lines import TRANSCRIPT
from outflank.translation import speaking
from outflank.web.games.paste_sandbox import reading_room, start_reader
from outflank.workers.pool import Pool
from outflank.workers.service_process import ServiceProcess

# Readers that are busy for ever in native code, that do nothing, and that break.
BUSY = """
import re
from outflank.web.games import paste_worker as reader
def read(text): re.match("(a+)+$", "a" * 60 + "b")
reader.main(dict.fromkeys(reader.READERS, read), seconds=0.05)
"""
HANGS = "import time; time.sleep(3600)"
BREAKS = "import sys; sys.stdin.readline(); raise SystemExit('out of paper')"
GAVE_UP = "took longer than 1 s"
FAILED = "failed to read"

Use = Callable[[str], None]


@pytest.fixture
def use(app: Flask) -> Use:
    """Let the application's first reader be a stand-in."""

    def use(code: str) -> None:
        starts = [lambda: ServiceProcess(["-c", code]), start_reader]
        reading_room(app).readers = Pool(lambda: starts.pop(0)())

    return use


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/read", {"text": "f5d6"}, 200, "cannot-read"),
        (
            "/api/games/import",
            {"save": save_game(read_transcript("f5d6"))},
            201,
            "invalid-save",
        ),
    ],
)
@pytest.mark.parametrize(
    ("reader", "sentence"), [(BUSY, GAVE_UP), (HANGS, GAVE_UP), (BREAKS, FAILED)]
)
def test_a_text_that_is_not_read_is_refused_and_the_next_one_read(
    ann: Any,
    app: Flask,
    use: Use,
    caplog: pytest.LogCaptureFixture,
    path: str,
    body: dict[str, str],
    status: int,
    code: str,
    reader: str,
    sentence: str,
) -> None:
    use(reader)
    if reader == HANGS:
        reading_room(app).latest = 0.01
    refused = ann.post(path, body, 422)
    assert refused["code"] == code
    assert sentence in refused["error"]
    details = [getattr(record, "details", "") for record in caplog.records]
    assert any("out of paper" in one for one in details) == (reader == BREAKS)
    reading_room(app).latest = 120
    read = ann.post(path, body, status)
    assert (read["games"][0]["transcript"] if "games" in read else transcript(read)) == "f5d6"


def test_a_reader_is_used_again(ann: Any, app: Flask) -> None:
    readers = reading_room(app).readers
    assert ann.post("/api/read", {"text": "f5"})["format"] == "transcript"
    first = list(readers.idle)
    assert ann.post("/api/read", {"text": "nothing of ours"}, 422)["code"] == "cannot-read"
    assert readers.idle == first != []


def test_a_text_is_read_in_the_language_of_the_request(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.pseudo()
    code = (
        "from pathlib import Path; from outflank import translation;"
        f"translation.FOLDER = Path({str(tmp_path)!r});"
        "from outflank.web.games.paste_worker import main; main()"
    )
    room = reading_room(app)
    room.readers = Pool(lambda: ServiceProcess(["-c", code]))
    with speaking("en"):
        english = room.paste("f5d6").format
    with speaking("en_XA"):
        assert room.paste("f5d6").format.startswith("[")
    assert english == TRANSCRIPT.name
