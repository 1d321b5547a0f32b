"""The real server: what it answered is kept, also when it is killed in the middle."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, TextIO

import pytest
from api import transcript
from fake_programs import GTP, fake_program
from processes import wait_until_ended
from servers import running

from outflank.cli.main import main
from outflank.web.app import close_app, create_app
from outflank.web.http.server import is_local
from outflank.web.settings import Settings


@contextmanager
def server(
    folder: Path, *arguments: str, log: TextIO | None = None
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run ``outflank serve`` on a free port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "serve", "--no-open", "--port", "0", *arguments],
        env={"OUTFLANK_DATA": str(folder), "PATH": ""},
        stdout=subprocess.PIPE,
        stderr=log or subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Outflank is at http://127.0.0.1:"), line
    try:
        yield process, line.split()[3].rstrip("/")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class Browser:
    """A visitor who talks to a real server."""

    def __init__(self, jar: CookieJar | None = None) -> None:
        self.jar = CookieJar() if jar is None else jar
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def send(self, method: str, url: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(
            url,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with self.opener.open(request) as response:
            return json.loads(response.read() or b"null")


def test_every_acknowledged_move_survives_a_kill(tmp_path: Path) -> None:
    visitor = Browser()
    acknowledged = ""
    with server(tmp_path) as (process, url):
        game = visitor.send("POST", f"{url}/api/games", {"black": "human", "white": "human"})
        path = f"/api/games/{game['id']}"
        for _ in range(12):
            game = visitor.send("POST", f"{url}{path}/moves", {"square": next(iter(game["legal"]))})
            acknowledged = transcript(game)
        process.send_signal(signal.SIGKILL)
        process.wait()
    jar = CookieJar()
    for cookie in visitor.jar:
        jar.set_cookie(cookie)
    with server(tmp_path) as (_, url):
        assert transcript(Browser(jar).send("GET", f"{url}{path}")) == acknowledged


def test_a_computer_answers_and_its_process_ends_with_the_server(tmp_path: Path) -> None:
    visitor = Browser()
    with server(tmp_path) as (process, url):
        game = visitor.send("POST", f"{url}/api/games", {})
        path = f"{url}/api/games/{game['id']}"
        visitor.send("POST", f"{path}/moves", {"square": "f5"})
        assert visitor.send("POST", f"{path}/reply", {})["ply"] == 2
        thinkers = _children(process.pid)
        assert thinkers
        process.kill()
        process.wait()
    for thinker in thinkers:  # they end when nobody can ask any more
        wait_until_ended(thinker)


def _children(process: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may end at any time
            found += map(int, (task / "children").read_text().split())
    return found


def test_a_local_server_refuses_other_names(tmp_path: Path) -> None:
    with server(tmp_path) as (_, url):
        request = urllib.request.Request(f"{url}/", headers={"Host": "rebound.example"})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        assert refused.value.code == 400
        refused.value.close()


def test_the_first_start_tells_a_player_nothing_of_its_tables(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log, server(tmp_path / "data", log=log) as (_, url):
        Browser().send("GET", f"{url}/api/opponents")
    told = (tmp_path / "log").read_text()
    assert "GET /api/opponents 200" in told
    assert "alembic" not in told


def test_invited_opponents_are_announced_and_play(tmp_path: Path) -> None:
    invited = f"Fake=gtp:{fake_program(tmp_path, GTP)}"
    with server(tmp_path / "data", "--opponent", invited) as (process, url):
        assert process.stdout is not None
        assert process.stdout.readline() == "Additional opponents: Fake.\n"
        visitor = Browser()
        game = visitor.send("POST", f"{url}/api/games", {"black": "Fake", "white": "human"})
        assert visitor.send("POST", f"{url}/api/games/{game['id']}/reply", {})["ply"] == 1
        children = _children(process.pid)
        process.terminate()
        assert process.wait(240) == 0  # in good order
    for child in children:
        wait_until_ended(child)


def test_a_request_too_large_gets_a_sentence_from_the_real_server(tmp_path: Path) -> None:
    app = create_app(Settings(folder=tmp_path))  # for visitors: one's own takes whole files
    with running(app) as (_, url):
        with pytest.raises(urllib.error.HTTPError) as refused:
            Browser().send("POST", f"{url}/api/games/import", {"save": "x" * 400_000})
        answer = json.loads(refused.value.read())
        refused.value.close()
    close_app(app)
    assert (refused.value.code, answer["code"]) == (413, "too-large")
    assert "256 KB" in answer["error"]


def test_a_crew_shares_a_port_and_thinkers_and_ends_together(tmp_path: Path) -> None:
    guests = tmp_path / "guests"
    guests.write_text("# nobody yet\n")
    arguments = ("--workers", "2", "--opponents-file", str(guests))
    log = (tmp_path / "log").open("w")
    with log, server(tmp_path / "data", *arguments, log=log) as (process, url):
        visitor = Browser()
        game = visitor.send("POST", f"{url}/api/games", {})
        path = f"{url}/api/games/{game['id']}"
        visitor.send("POST", f"{path}/moves", {"square": "f5"})
        assert visitor.send("POST", f"{path}/reply", {})["ply"] == 2
        while 'outflank_events_total{kind="reply"} 1' not in _read(f"{url}/metrics"):
            assert process.poll() is None  # the sum of both comes after a moment

        guests.write_text(f"Fake=gtp:{fake_program(tmp_path, GTP)}\n")
        process.send_signal(signal.SIGHUP)
        met = 0  # in a row, by whichever worker answers
        while met < 10:
            names = [
                one["name"] for one in Browser().send("GET", f"{url}/api/opponents")["opponents"]
            ]
            met = met + 1 if "Fake" in names else 0

        workers = _workers(process.pid)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        while len(_workers(process.pid)) < 2 or workers[0] in _workers(process.pid):
            assert visitor.send("GET", path)["ply"] == 2
        process.send_signal(signal.SIGHUP)  # while the new worker starts, which must survive it
        os.kill(workers[1], signal.SIGKILL)
        while workers[1] in _workers(process.pid):
            assert process.poll() is None
        assert visitor.send("GET", path)["ply"] == 2  # answered by a worker that has started
        everybody = _children(process.pid)
        process.terminate()
        assert process.wait(240) == 0
    for one in everybody:
        wait_until_ended(one)
    assert (tmp_path / "log").read_text().count("is replaced") == 2  # those that were killed


def _read(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        return str(answer.read().decode())


def _workers(process: int) -> list[int]:
    found = []
    for one in _children(process):
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended just now
            if b"outflank.web.http.supervisor" in Path(f"/proc/{one}/cmdline").read_bytes():
                found.append(one)
    return found


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--database", "mysql://user:secret@host/x"], "'mysql' is not a supported database"),
        (["--database", "sqlite:////nowhere/at/all/x.db"], "unable to open database file"),
        (["--port", "70000"], "70000 is not a port"),
        (["--thinkers", "0"], "thinkers must be 1 or more, not 0"),
        (["--opponents-file", "/nowhere"], "The file of opponents /nowhere cannot be read"),
        (["--host", "192.0.2.1", "--port", "0"], "cannot listen on 192.0.2.1 port 0"),
    ],
)
def test_what_a_server_cannot_start_with_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    assert main(["serve", "--no-open", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("outflank serve: ")
    assert sentence in told
    assert "secret" not in told
    assert told.count("\n") == 1


def test_which_addresses_are_this_machine_alone() -> None:
    assert all(is_local(host) for host in ("127.0.0.1", "localhost", "::1", "[::1]", "127.8.8.8"))
    assert not any(is_local(host) for host in ("0.0.0.0", "::", "192.168.1.5", "example.org", ""))
