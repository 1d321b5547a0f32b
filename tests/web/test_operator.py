"""What the owner of a server can rely on: lanes, health, numbers, a good end, a database away."""

import gc
import json
import logging
import re
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from api import transcript
from endless_player import ENDLESS
from flask import Flask
from postgres import stopped
from servers import running
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from outflank.web.app import add_routes, close_app, create_app
from outflank.web.games.game_service import GAMES
from outflank.web.http import request_log, server
from outflank.web.http.thread_pools import ThreadPools, in_lane
from outflank.web.settings import Settings


@pytest.fixture
def gate(app: Flask) -> Iterator[threading.Event]:
    """Lets requests for ``/gate``, which are slow, be answered."""
    event = threading.Event()

    @app.get("/gate/<number>")
    @in_lane("slow")
    def wait(number: str) -> str:
        event.wait(120)
        return "open"

    yield event
    event.set()


def ask(url: str, body: object = None, **headers: str) -> tuple[int, str, dict[str, str]]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        url, data, {"Content-Type": "application/json", **headers}, method="POST" if data else "GET"
    )
    try:
        with urllib.request.urlopen(request, timeout=100) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode(), dict(refused.headers)


def begun(url: str) -> tuple[str, dict[str, str]]:
    """A new game's address, and the header that makes it one's own."""
    _, made, headers = ask(f"{url}/api/games", {"white": "human"})
    game = json.loads(made)["id"]
    return f"{url}/api/games/{game}", {"Cookie": headers["set-cookie"].split(";")[0]}


def test_moves_never_wait_behind_what_is_slow(
    app: Flask, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.web.http.thread_pools.WAITING", 5)
    with running(app) as (here, url), ThreadPoolExecutor(40) as visitors:
        path, mine = begun(url)
        slow = here.lanes.all["slow"]
        asked = [visitors.submit(ask, f"{url}/gate/{n}") for n in range(slow.threads + 5)]
        while not slow.is_full:
            assert ask(f"{url}/healthz")[:2] == (200, "alive\n")
        status, told, headers = ask(f"{url}/gate/99")
        assert (status, json.loads(told)["code"], headers["retry-after"]) == (503, "busy", "5")
        assert ask(f"{path}/moves", {"square": "f5"}, **mine)[0] == 200
        assert ask(f"{url}/api/opponents")[0] == 200
        gate.set()
        assert {one.result()[0] for one in asked} == {200}


def test_which_lane_a_route_is_in() -> None:
    app = Flask("outflank.web", static_folder=None)
    add_routes(app)
    lanes = ThreadPools(app, replies=1)
    for path, name in {
        "/api/games/abc/moves": "moves",
        "/api/games/abc/undo": "moves",
        "/api/games/abc/reply": "replies",
        "/move": "replies",
        "/api/games/abc/picture.png": "slow",
        "/api/games/abc/review": "slow",
        "/api/games/import": "slow",
        "/api/archive/search": "slow",
        "/api/read": "slow",
        "/api/games": "other",
        "/": "other",
        "/nowhere": "other",
    }.items():
        assert lanes.of(path) is lanes.all[name], path


def test_health_and_numbers(app: Flask) -> None:
    with running(app) as (here, url):
        path, mine = begun(url)
        assert ask(f"{path}/moves", {"square": "f5"}, **mine)[0] == 200
        assert ask(f"{url}/readyz")[:2] == (200, "ready\n")
        told = ask(f"{url}/metrics")[1].splitlines()
        for line in (
            "# TYPE outflank_requests_total counter",
            'outflank_requests_total{lane="moves",status="200"} 1',
            'outflank_events_total{kind="moves"} 1',
            "outflank_database_commits_total 1",
            "outflank_thoughts 0",
        ):
            assert line in told
        assert ask(f"{url}/metrics", **{"X-Forwarded-For": "192.0.2.9"})[0] == 403
        here.operator.draining = True
        assert ask(f"{url}/readyz")[0] == 503


def test_what_runs_is_answered_at_the_end_and_late_thoughts_are_stopped(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "THOUGHT_SECONDS", 0.1)
    app = create_app(replace(settings, opponents=(f"endless={ENDLESS}",)))
    thinkers = app.extensions[GAMES].thinkers
    with running(app) as (here, url), ThreadPoolExecutor(1) as visitor:
        wanted = {"black": "endless", "white": "human"}
        _, made, headers = ask(f"{url}/api/games", wanted)
        path = f"{url}/api/games/{json.loads(made)['id']}"
        mine = {"Cookie": headers["set-cookie"].split(";")[0]}
        reply = visitor.submit(ask, f"{path}/reply", {}, **mine)
        while not thinkers.numbers().thinking:
            assert not reply.done()
        here.should_exit = True
        status, told, _ = reply.result(100)
    assert (status, json.loads(told)["ply"]) == (200, 0)
    close_app(app)


def test_a_full_disk_is_told_once_and_gone_when_there_is_room(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    client = app.test_client()
    made = client.post("/api/games", json={"white": "human"}).get_json()
    path = f"/api/games/{made['id']}"
    engine = app.extensions[GAMES].games.database.engine

    def most_pages(count: int) -> None:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {count}")

    most_pages(1)  # SQLite takes as many as there are
    ended: list[int] = []
    while 503 not in ended:
        answer = client.post("/api/games", json={"name": "x" * 60})
        ended.append(answer.status_code)
    for _ in range(3):
        answer = client.post("/api/games", json={})
        assert (answer.status_code, answer.get_json()["code"]) == (503, "storage-away")
        assert answer.headers["Retry-After"] == "5"
    errors = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert [one.exc_info for one in errors] == [None]
    assert "disk is full" in errors[0].getMessage()
    most_pages(1_000_000)
    assert client.post(f"{path}/moves", json={"square": "f5"}).status_code == 200


def test_postgresql_may_go_away_and_come_back(
    settings: Settings, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(replace(settings, database=postgres_url))
    client = app.test_client()
    made = client.post("/api/games", json={"white": "greedy"}).get_json()
    path = f"/api/games/{made['id']}"
    moved = client.post(f"{path}/moves", json={"square": "f5", "answer": True}).get_json()
    known = moved
    with stopped(postgres_url):
        for method, where, body in (
            ("POST", f"{path}/moves", {"square": next(iter(known["legal"]))}),
            ("GET", path, None),
            ("POST", "/api/games", {}),
        ):
            answer = client.open(where, method=method, json=body)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        errors = [one for one in caplog.records if one.levelno >= logging.ERROR]
        assert [one.exc_info for one in errors] == [None]
    assert transcript(client.get(path).get_json()) == transcript(known)
    body = {"square": next(iter(known["legal"])), "answer": True}
    assert client.post(f"{path}/moves", json=body).get_json()["ply"] == 4
    assert client.post("/api/games", json={}).status_code == 201
    close_app(app)


def test_a_database_away_makes_a_server_unready(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("SELECT 1", None, OSError("nobody listens"))

    database = app.extensions[GAMES].games.database
    with running(app) as (_, url):
        path, mine = begun(url)
        monkeypatch.setattr(database.engine, "raw_connection", away)
        assert ask(f"{url}/readyz")[0] == 503
        assert ask(f"{path}/moves", {"square": "f5"}, **mine)[0] == 503
        assert ask(f"{url}/healthz")[0] == 200
        monkeypatch.undo()
        assert ask(f"{url}/readyz")[0] == 200
        assert ask(f"{path}/moves", {"square": "f5"}, **mine)[0] == 200


def test_a_disk_that_takes_no_writes_makes_a_server_unready(app: Flask) -> None:
    engine = app.extensions[GAMES].games.database.engine

    read_only = 1

    @event.listens_for(engine, "checkout")
    def checkout(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA query_only = {read_only}")

    with running(app) as (_, url):
        assert ask(f"{url}/readyz")[0] == 503
        assert ask(f"{url}/healthz")[0] == 200
        read_only = 0
        assert ask(f"{url}/readyz")[0] == 200


def test_an_outage_is_one_line_and_its_end_another(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("SELECT 1", None, OSError("nobody listens"))

    database = app.extensions[GAMES].games.database
    with running(app) as (_, url):
        with monkeypatch.context() as outage:
            outage.setattr(database.engine, "raw_connection", away)
            for _ in range(5):
                assert ask(f"{url}/readyz")[0] == 503
        assert ask(f"{url}/readyz")[0] == 200
    lines = [one for one in caplog.records if one.name == "outflank.storage"]
    assert [one.levelname for one in lines] == ["ERROR", "WARNING"]
    assert [one.exc_info for one in lines] == [None, None]


def test_a_quiet_server_stays_quiet_after_an_error(
    app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    file = tmp_path / "log"
    try:
        request_log.configure(request_log.LogOptions(file=file, megabytes=0.001, quiet=True))
        app.logger.error("an error, which makes Flask look for handlers")
        client = app.test_client()
        for _ in range(50):
            client.get("/api/today")
        shown = capsys.readouterr().err
        assert (shown.count("an error"), shown.count("GET")) == (1, 0)
        logs = list(tmp_path.glob("log*"))
        assert len(logs) > 1  # it was rotated
        if sys.platform != "win32":
            assert {one.stat().st_mode & 0o777 for one in logs} == {0o600}
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers, root.level = before


def test_a_body_is_kept_only_up_to_the_limit_of_its_route(app: Flask) -> None:
    most = app.config["MAX_CONTENT_LENGTH"]
    kept: list[int] = []
    wsgi = app.wsgi_app

    def seen(environ: Any, start: Any) -> Any:
        kept.append(len(environ["wsgi.input"].getvalue()))
        return wsgi(environ, start)

    app.wsgi_app = seen  # type: ignore[method-assign,assignment]
    with running(app) as (_, url):
        for size in (most - 20, most + 1):
            status = ask(f"{url}/api/read", {"text": "x" * size})[0]
            assert status == (400 if size < most else 413)
    assert kept[0] > most - 20
    assert kept[1] == 0


def test_a_server_below_a_path(settings: Settings) -> None:
    app = create_app(replace(settings, prefix="/club/othello"))
    with running(app) as (_, url):
        assert ask(f"{url}/club/othello")[0] == 200  # redirected to the page
        status, page, headers = ask(f"{url}/club/othello/")
        assert status == 200
        assert "path=/club/othello/" in headers["set-cookie"].lower()
        addresses = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        assert addresses
        assert all(one.startswith("/club/othello/") for one in addresses)
        assert {ask(f"{url}{one}")[0] for one in addresses} == {200}
        path, mine = begun(f"{url}/club/othello")
        assert ask(f"{path}/moves", {"square": "f5"}, **mine)[0] == 200
        assert ask(f"{url}/club/othello/readyz")[0] == ask(f"{url}/readyz")[0] == 200
        assert ask(f"{url}/club/othellos/")[0] == 404
    close_app(app)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "[::1]:8001"])
def test_a_local_server_has_three_names(settings: Settings, host: str) -> None:
    app = create_app(replace(settings, hosts=server.LOCAL_NAMES))
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200
    assert app.test_client().get("/", headers={"Host": "[::2]"}).status_code == 400
    close_app(app)


def test_a_log_in_json_has_a_line_a_record() -> None:
    record = logging.LogRecord(
        "outflank.web", logging.ERROR, "", 0, "GET %s", ("/\x1b[2J\n",), None
    )
    record.details = "two\nlines"
    line = request_log.JsonFormatter().format(record)
    assert "\n" not in line
    assert "\x1b" not in line
    told = json.loads(line)
    assert (told["level"], told["message"]) == ("error", "GET /\x1b[2J\n")
    assert told["details"] == "two\nlines"


def test_what_stays_anyway_is_not_looked_through_for_garbage(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It held everybody up for a tenth of a second, every few seconds."""
    seen: list[Any] = []
    one = server.Server(app)
    monkeypatch.setattr(one, "run", lambda sockets: seen.append(gc.get_freeze_count()))
    before = gc.get_threshold()
    try:
        one.run_to_the_end([])
        assert gc.get_threshold() == server.GARBAGE
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
    assert seen[0] > 10_000
