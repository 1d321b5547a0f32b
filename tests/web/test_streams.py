"""Streams of shared tables: told at once, in order, resumable, without a thread; who is there."""

import http.client
import importlib.util
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from flask import Flask
from servers import running

from outflank import translation
from outflank.storage.database import Database
from outflank.web.app import close_app, create_app
from outflank.web.games.game_service import GAMES
from outflank.web.http.change_bus import PollingBus, usual_bulletin
from outflank.web.http.club_feed import batched
from outflank.web.http.server import Server
from outflank.web.settings import Settings

Answer = dict[str, Any]
PATIENCE = 120  # seconds; reached only by a test that fails


class Tab:
    """A browser tab: a cookie, requests, and one stream."""

    opened: ClassVar[list["Tab"]] = []

    def __init__(self, url: str) -> None:
        self.opened.append(self)
        self.host = urlsplit(url).netloc
        self.cookie = ""
        self.language = "en"
        self.stream: http.client.HTTPResponse | None = None
        self.line: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Answer | None = None) -> Answer:
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        head = {"Content-Type": "application/json", "Cookie": self.cookie}
        head["Accept-Language"] = self.language
        line.request(method, path, None if body is None else json.dumps(body), head)
        answer = line.getresponse()
        self._remember(answer)
        told: Answer = json.loads(answer.read() or b"{}")
        line.close()
        assert answer.status < 300, told
        return told

    def listen(
        self, game: str, last: int | None = None, *, token: str = "", club: bool = False
    ) -> http.client.HTTPResponse:
        self.line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        head = {"Cookie": self.cookie} | ({} if last is None else {"Last-Event-ID": str(last)})
        if token:
            head = {"Authorization": f"Bearer {token}"}
        head["Accept-Language"] = self.language
        self.line.request("GET", f"/api/events?table={game}{'&club=1' * club}", headers=head)
        self.stream = self.line.getresponse()
        self._remember(self.stream)
        return self.stream

    def heard(self, kind: str = "") -> tuple[str, Any]:
        """The next event of a kind: its id, and what it carries."""
        assert self.stream is not None
        id_ = name = data = ""
        while True:
            line = self.stream.readline().decode().rstrip("\n")
            key, _, value = line.partition(": ")
            if key == "id":
                id_ = value
            elif key == "event":
                name = value
            elif key == "data":
                data = value
            elif not line:
                if name == kind and data:
                    return id_, json.loads(data)
                id_ = name = data = ""

    def until(self, wanted: Callable[[Answer], bool]) -> Answer:
        """Listen until the table is as it shall be; versions only go up."""
        last = 0
        while True:
            id_, state = self.heard()
            assert int(id_) == state["version"] > last
            last = state["version"]
            if wanted(state):
                found: Answer = state
                return found

    def cut(self) -> None:
        if self.stream is not None and self.line is not None:
            self.stream.close()
            self.line.close()

    def _remember(self, answer: http.client.HTTPResponse) -> None:
        if cookie := answer.headers["set-cookie"]:
            self.cookie = cookie.partition(";")[0]


@pytest.fixture
def served(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, str]]:
    monkeypatch.setattr("outflank.web.http.streams.COUNT_PAUSE", 0.01)
    with running(app) as (server, url):
        server.hub.presence.grace = 0.05
        yield server, url
        while Tab.opened:
            Tab.opened.pop().cut()


def sit_down(url: str, **wanted: Any) -> tuple[Tab, Tab, str]:
    ann, bob = Tab(url), Tab(url)
    begun = ann.ask("POST", "/api/games/shared", {"name": "Ann", "color": "black", **wanted})
    game: str = begun["id"]
    where = {"address": f"{url}/"}
    link = ann.ask("POST", f"/api/games/{game}/invitation", where)["link"]
    bob.ask("POST", "/api/invitations/take", {"token": link.partition("=")[2], "name": "Bob"})
    return ann, bob, game


def move(who: Tab, game: str, square: str) -> Answer:
    return who.ask("POST", f"/api/games/{game}/moves", {"square": square})


def test_everybody_sees_each_move_and_a_cut_stream_goes_on(served: tuple[Server, str]) -> None:
    server, url = served
    ann, bob, game = sit_down(url)
    eve = Tab(url)
    for tab in (ann, bob, eve):
        assert tab.listen(game).status == 200
        tab.heard()
    assert ann.heard("watchers") == ("", 1)
    move(ann, game, "f5")
    seen = [tab.until(lambda state: state["ply"] == 1) for tab in (ann, bob, eve)]
    assert [bool(state["legal"]) for state in seen] == [False, True, False]
    assert len({state["board"] for state in seen}) == 1
    last = seen[1]["version"]
    bob.cut()
    ann.until(lambda state: state["seats"]["white"]["gone"] is not None)
    for who, square in ((bob, "d6"), (ann, "c3")):
        move(who, game, square)
    bob.listen(game, last)  # and is complete with the first event
    assert bob.heard()[1]["ply"] == 3
    ann.until(lambda state: state["seats"]["white"]["gone"] is None)
    now = ann.ask("GET", f"/api/games/{game}")["version"]
    eve.cut()
    assert ann.heard("watchers") == ("", 0)
    eve.listen(game, now)  # who has missed nothing is not told again
    assert move(bob, game, "d3")["ply"] == 4
    assert eve.heard()[1]["ply"] == 4
    assert server.hub.count == 3


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language of accented English in brackets, en_XA."""
    path = Path(__file__).parents[2] / "tools" / "catalogues.py"
    spec = importlib.util.spec_from_file_location("catalogues", path)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    monkeypatch.setattr(tool, "FOLDER", tmp_path / "locale")
    tool.pseudo()
    monkeypatch.setattr(translation, "FOLDER", tool.FOLDER)
    monkeypatch.setattr("outflank.web.page.page.FOLDER", tool.FOLDER)
    translation._catalogue.cache_clear()
    yield
    translation._catalogue.cache_clear()


def test_two_players_read_one_game_in_two_languages(
    pseudo: None, served: tuple[Server, str]
) -> None:
    _, url = served
    ann, bob, game = sit_down(url)
    eve = Tab(url)
    bob.language = eve.language = "en-XA"
    for tab in (ann, bob, eve):
        tab.listen(game)
        tab.heard()
    assert move(ann, game, "f5")["status"] == "White to move"  # the response is in her language
    status = [tab.until(lambda now: now["ply"] == 1)["status"] for tab in (ann, bob, eve)]
    assert status[0] == "White to move"
    assert status[1] == status[2]
    assert "Whíté" in status[1]
    bob.ask("POST", f"/api/games/{game}/proposal", {"wish": "abort"})
    for tab, aborted in ((ann, "Game aborted"), (bob, "[Gámé ábórtéd"), (eve, "[Gámé ábórtéd")):
        seen = tab.until(lambda now: now["shared"]["called_off"])
        assert seen["status"].startswith(aborted)
        assert seen["shared"]["news"][0]["sentence"].startswith("[" * (tab is not ann))


def test_a_stream_tells_nobody_what_is_anothers_affair(
    served: tuple[Server, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.web.http.club_feed.CLUB_PAUSE", 0.01)
    _, url = served
    ann, bob, game = sit_down(url)
    eve = Tab(url)
    for tab, name in ((ann, "Ann"), (bob, "Bob"), (eve, "Eve")):
        tab.ask("POST", "/api/club/you", {"name": name})
        tab.listen(game, club=tab is not bob)
    for tab in (ann, eve):
        assert tab.heard("yours")[1]["challenges"] == []
    who = {one["name"]: one["id"] for one in eve.ask("GET", "/api/club")["here"]}
    ann.ask("POST", f"/api/club/players/{who['Bob']}/challenge", {})
    [asked] = bob.heard("yours")[1]["challenges"]  # who follows a table alone is called, too
    assert asked["who"]["name"] == "Ann"
    seen: list[str] = []
    answered = False
    move(ann, game, "f5")
    while not seen or '"square":"d6"' not in seen[-1]:  # all that a watcher is sent until then
        assert eve.stream is not None
        seen.append(eve.stream.readline().decode())
        if '"square":"f5"' in seen[-1] and not answered:
            answered = bool(move(bob, game, "d6"))
    text = "".join(seen)
    assert asked["id"] not in text
    assert '"legal":{}' in text
    assert '"move":true' not in text
    for secret in ("visitor", ann.cookie.partition("=")[2], bob.cookie.partition("=")[2]):
        assert secret not in text


def test_time_runs_out_by_the_servers_clock_though_nobody_says_so(
    served: tuple[Server, str],
) -> None:
    _, url = served
    ann, bob, game = sit_down(url, clock="0:0.2")
    ann.listen(game)
    move(ann, game, "f5")
    move(bob, game, "d6")
    over = ann.until(lambda state: state["outcome"] is not None)
    assert over["outcome"]["reason"] == "time"
    assert over["outcome"]["winner"] == "white"


def test_a_stream_of_no_table_is_refused_as_any_request(served: tuple[Server, str]) -> None:
    _, url = served
    tab = Tab(url)
    answer = tab.listen("f" * 32)
    assert (answer.status, json.loads(answer.read())["code"]) == (404, "no-such-game")


def test_streams_hold_no_thread_and_end_with_the_server(served: tuple[Server, str]) -> None:
    server, url = served
    ann, _, game = sit_down(url)
    tabs = [Tab(url) for _ in range(40)]  # more than a lane has threads
    for tab in tabs:
        tab.listen(game)
        tab.heard()
    assert sum(lane.here for lane in server.lanes.all.values()) == 0
    assert move(ann, game, "f5")["ply"] == 1
    for tab in tabs:
        assert tab.heard()[1]["ply"] == 1
    server.should_exit = True
    for tab in tabs:
        assert tab.stream is not None
        tab.stream.read()  # comes to its end


def test_servers_behind_a_pooler_look_themselves_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pooled = Database("postgresql://nobody@127.0.0.1:1/none?pooler=transaction")
    assert isinstance(usual_bulletin(pooled), PollingBus)
    pooled.close()
    monkeypatch.setattr("outflank.web.http.change_bus.LOOK", 0.05)
    settings = Settings(tmp_path, "", "k" * 32, budgets=0, thinkers=1)
    apps = [create_app(settings) for _ in range(2)]
    with ExitStack() as stack:
        (_, one), (_, other) = (
            stack.enter_context(running(app, bulletin=PollingBus())) for app in apps
        )
        ann, bob, game = sit_down(one)
        bob.host = urlsplit(other).netloc
        bob.listen(game)
        bob.heard()
        move(ann, game, "f5")
        bob.until(lambda state: state["ply"] == 1)
        while Tab.opened:
            Tab.opened.pop().cut()
    for app in apps:
        close_app(app)
    assert "does not forward notifications" in caplog.text


@pytest.mark.parametrize("kind", ["workers", "sqlite", "postgresql"])
def test_servers_that_share_a_database_tell_each_other(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each friend meets another server: a worker of the same crew, or another host."""
    monkeypatch.setattr("outflank.web.http.streams.COUNT_PAUSE", 0.01)
    monkeypatch.setattr("outflank.web.http.club_feed.CLUB_PAUSE", 0.01)
    url = request.getfixturevalue("postgres_url") if kind == "postgresql" else ""
    settings = Settings(tmp_path, url, "k" * 32, budgets=0, thinkers=1)
    apps = [create_app(settings) for _ in range(2)]
    folder = tmp_path if kind == "workers" else None
    with ExitStack() as stack:
        (_, one), (_, other) = (
            stack.enter_context(
                running(app, bulletin=usual_bulletin(app.extensions[GAMES].games.database, folder))
            )
            for app in apps
        )
        ann, bob, game = sit_down(one)
        bob.host = urlsplit(other).netloc
        eve = Tab(other)
        for tab in (ann, bob, eve):
            tab.listen(game)
            tab.heard()
        assert ann.heard("watchers") == ("", 1)  # though she looks on elsewhere
        assert move(ann, game, "f5")["ply"] == 1
        bob.until(lambda state: state["ply"] == 1)
        move(bob, game, "d6")
        ann.until(lambda state: state["ply"] == 2)
        eve.until(lambda state: state["ply"] == 2)
        # The club: who comes, who is challenged, and a token that is revoked.
        eve.cut()
        eve.ask("POST", "/api/club/you", {"name": "Eve"})
        eve.listen("", club=True)
        ann.ask("POST", "/api/club/you", {"name": "Ann"})
        while not any(who["name"] == "Ann" for who in eve.heard("club")[1]["here"]):
            pass
        program = Tab(other)
        token = ann.ask("POST", "/api/club/programs", {})["token"]
        program.listen("", token=token, club=True)
        program.heard("club")
        here = {who["name"]: who["id"] for who in ann.ask("GET", "/api/club")["here"]}
        ann.ask("POST", f"/api/club/players/{here['Eve']}/challenge", {})
        while not (challenges := eve.heard("yours")[1]["challenges"]):
            pass
        assert challenges[0]["who"]["name"] == "Ann"
        [invited] = ann.ask("GET", "/api/club/programs")["programs"]
        ann.ask("DELETE", f"/api/club/programs/{invited['id']}")
        assert program.stream is not None
        program.stream.read()  # comes to its end
        program.cut()
        assert program.listen("", token=token, club=True).status == 401
        while Tab.opened:
            Tab.opened.pop().cut()
    for app in apps:
        close_app(app)


def test_everybody_who_is_called_is_named_to_other_servers() -> None:
    """A large event begins fifteen games at once; one message has no room for thirty players."""
    called = [f"{number:032}" for number in range(45)]
    messages = list(batched(called))
    assert [len(some) for some in messages] == [20, 20, 5]
    assert [one for some in messages for one in some] == called
    assert [list(some) for some in batched([])] == [[]]  # the club is another all the same


def test_a_look_at_the_club_is_not_sent_after_a_later_one(served: tuple[Server, str]) -> None:
    server, _ = served
    feed = server.hub.feed
    feed._club_look = feed._events_look = 7
    feed._send_club(6, {}, {}, {})
    feed._send_events(6, {})
    assert (feed._club_look, feed._events_look) == (7, 7)
    feed._send_club(8, {}, {}, {})
    feed._send_events(9, {})
    assert (feed._club_look, feed._events_look) == (8, 9)
