"""Programs in shared games: ours, and those that the page about them shows."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from distant import Friend, club

from outflank.board import Color
from outflank.cli.main import main
from outflank.play.remote.client import Refused, RemoteServer, Unreachable
from outflank.play.remote.club_program import ClubProgram
from outflank.play.remote.links import Link, shared_part, visit
from outflank.play.remote.program import RemoteProgram
from outflank.play.thinkers.processes import ProcessThinkers
from outflank.web.club.club_events import EventPlan
from outflank.web.club.hosting import HostService

PAGE = Path(__file__).parents[2] / "docs" / "programs.md"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with club(tmp_path_factory.mktemp("club")) as found:
        yield found.url


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a program takes its time to start."""
    monkeypatch.setattr("outflank.play.remote.program.LONGEST", 240.0)


def block(language: str, beginning: str) -> str:
    """A piece of code of the page."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return next(one for one in blocks if one.startswith(beginning))


def play_to_the_end(ann: Friend) -> None:
    while not (now := ann.sees_that(lambda view: view.can.move or view.over)).over:
        ann.moves(next(iter(now.legal)))


def test_a_program_plays_agrees_and_plays_again(url: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Bot:\n"
        "    def choose(self, board):\n"
        "        if len(board.empties) < 10:\n"
        "            raise RuntimeError('boom')\n"
        "        return next(iter(board.legal_moves))\n"
    )
    ann = Friend(url)
    link = Link.parse(ann.invites(size=4, clock="5+0"))
    told: list[str] = []
    with closing(ProcessThinkers(1, seconds=240, patience=240, waiting=1)) as thinkers:
        program = RemoteProgram(RemoteServer(link.address), str(bot), thinkers, told.append)
        seat = program.join(link, "Cautious")
        assert seat.you is Color.WHITE
        assert ann.sees().seats.white.program
        thread = threading.Thread(target=program.play, args=[seat])
        thread.start()
        play_to_the_end(ann)
        outcome = ann.sees().outcome
        assert outcome is not None
        assert outcome.winner is Color.BLACK  # a program that fails gives up
        assert "RuntimeError: boom. " in told[1]
        assert "line 4, in choose" in told[2]  # its owner is told where
        again = ann.does("proposal", wish="rematch")
        rematch = ann.sees_that(lambda view: shared_part(view).another)
        ann.game = shared_part(rematch).another or again.id
        ann.sees_that(lambda view: view.can.move)
        ann.does("proposal", wish="abort")
        thread.join(240)
        assert not thread.is_alive()
    assert told[-1] == "Game aborted."
    with pytest.raises(LookupError, match="The seat is taken"):
        RemoteProgram(RemoteServer(link.address), str(bot), thinkers).join(link, "Late")


BOTS = """
import os, time
class Illegal:
    def choose(self, board):
        return "a1"
class Wrong:
    def choose(self, board):
        return {}["nothing"]
class Greedy:
    def choose(self, board):
        return bytearray(1 << 60)
class Gone:
    def choose(self, board):
        os._exit(3)
class Endless:
    def choose(self, board):
        while True:
            time.sleep(1)
"""


@pytest.mark.parametrize(
    ("bot", "kind", "sentence"),
    [
        ("Illegal", "illegal", " a1 "),
        ("Wrong", "crash", "KeyError: 'nothing'"),
        ("Greedy", "memory", "MemoryError"),
        ("Gone", "crash", "exit code 3"),
        ("Endless", "time", "0.5 "),
    ],
)
def test_a_program_says_how_it_failed(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, kind: str, sentence: str
) -> None:
    if kind == "time":
        monkeypatch.setattr("outflank.play.remote.program.LONGEST", 0.5)
    (tmp_path / "bots.py").write_text(BOTS)
    ann = Friend(url)
    link = Link.parse(ann.invites(size=4, color="white"))
    told: list[str] = []
    sent: list[tuple[str, Any]] = []

    class Heard(RemoteServer):
        def do(self, path: str, **body: Any) -> bytes:
            sent.append((path.rpartition("/")[2], body.get("failure")))
            return super().do(path, **body)

    with closing(ProcessThinkers(1, seconds=240, patience=240, waiting=1)) as thinkers:
        server = Heard(link.address)
        program = RemoteProgram(server, f"{tmp_path / 'bots.py'}:{bot}", thinkers, told.append)
        thread = threading.Thread(target=program.play, args=[program.join(link, bot)])
        thread.start()
        ann.sees_that(lambda view: view.over)
        program.leave()
        thread.join(240)
        assert not thread.is_alive()
    assert sent == [("resign", kind)]
    assert sentence in told[1]


def test_a_program_goes_on_when_the_connection_was_lost(url: str) -> None:
    ann = Friend(url)
    link = Link.parse(ann.invites(size=4, color="white"))
    told: list[str] = []

    class Cut(RemoteServer):
        times = 2

        def do(self, path: str, **body: Any) -> bytes:
            if self.times:
                self.times -= 1
                raise Unreachable("the connection is lost")
            return super().do(path, **body)

    with closing(ProcessThinkers(1, seconds=240, patience=240, waiting=1)) as thinkers:
        program = RemoteProgram(Cut(link.address), "first", thinkers, told.append)
        seat = program.join(link, "Patient")
        thread = threading.Thread(target=program.play, args=[seat])
        thread.start()
        play_to_the_end(ann)
        assert ann.sees().over
        program.leave()
        thread.join(240)
        assert not thread.is_alive()
    assert told[0] == "Playing Black: Patient (program) vs. Ann (guest)."


def test_a_program_is_told_what_its_clock_has(url: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Bot:\n"
        "    def choose(self, board):\n"
        "        raise RuntimeError('there is a clock')\n"
        "    def choose_in_time(self, board, left):\n"
        f"        with open({str(tmp_path / 'told')!r}, 'a') as told:\n"
        "            print(left.seconds, left.increment, file=told)\n"
        "        return next(iter(board.legal_moves))\n"
    )
    ann = Friend(url)
    link = Link.parse(ann.invites(size=4, clock="2+1"))
    with closing(ProcessThinkers(1, seconds=240, patience=240, waiting=1)) as thinkers:
        program = RemoteProgram(RemoteServer(link.address), str(bot), thinkers)
        seat = program.join(link, "Punctual")
        thread = threading.Thread(target=program.play, args=[seat])
        thread.start()
        play_to_the_end(ann)
        program.leave()
        thread.join(240)
        assert not thread.is_alive()
    told = [
        tuple(map(float, line.split())) for line in (tmp_path / "told").read_text().splitlines()
    ]
    assert told
    assert all(60 < seconds <= 120 + len(told) - 0.5 for seconds, _ in told)  # some for the line
    assert {increment for _, increment in told} == {1.0}


class Member(Friend):
    """Somebody with a name in the club."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, name)
        self.server.post("/api/club/you", name=name)

    def asks(self, path: str) -> Any:
        return json.loads(self.server.get(path))

    def sees_coming(self, name: str) -> None:
        """Wait until somebody is here."""
        line = self.server.stream("/api/events", club="1")
        for event in line.events():
            if event.kind == "club":
                here = [one["name"] for one in json.loads(event.data)["here"]]
                if name in here:
                    break
        line.close()

    def challenges(self, name: str, **body: Any) -> Any:
        """Challenge a member, and wait for the answer."""
        here = {one["name"]: one["id"] for one in self.asks("/api/club")["here"]}
        path = f"/api/club/players/{here[name]}/challenge"
        [mine] = json.loads(self.server.post(path, **body))["challenges"]
        line = self.server.stream("/api/events", club="1")
        for event in line.events():
            if event.kind == "yours":
                [mine] = json.loads(event.data)["challenges"]
            if mine["game"] or mine["declined"]:
                line.close()
                break
        self.game = mine["game"] or ""
        return mine


def test_a_program_in_the_club_plays_several_at_once_and_finds_its_seats_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.web.http.club_feed.CLUB_PAUSE", 0.02)
    ann, ben, cid = (Member(url, name) for name in ("Ann M", "Ben M", "Cid M"))
    made = json.loads(ann.server.post("/api/club/programs"))
    told: list[str] = []
    ended: list[Exception] = []

    with closing(ProcessThinkers(2, seconds=240, patience=240, waiting=4)) as thinkers:

        def come() -> tuple[ClubProgram, threading.Thread]:
            program = ClubProgram(
                RemoteServer(url, token=made["token"]),
                "first",
                thinkers,
                most=2,
                accepts="casual",
                plays_on=lambda size: size < 10,
                report=told.append,
            )
            program.enter_club("Cautious")

            def stay() -> None:
                try:
                    program.stay()
                except Refused as refusal:
                    ended.append(refusal)

            thread = threading.Thread(target=stay)
            thread.start()
            return program, thread

        program, thread = come()
        assert cid.challenges("Cautious", rated=True)["declined"]
        assert cid.challenges("Cautious", size=10)["declined"]
        for who in (ann, ben):
            assert who.challenges("Cautious", size=4, color="black")["game"]
            assert who.sees().seats.white.program
        assert cid.challenges("Cautious", size=4)["declined"]  # two at once are enough
        assert "already plays" in " ".join(told)
        for who in (ann, ben):
            who.moves(next(iter(who.sees().legal)))
            who.sees_that(lambda view: view.can.move)  # it has answered at both
        program.leave()  # as one that crashes: it keeps nothing
        thread.join(240)
        ann.moves(next(iter(ann.sees().legal)))
        program, thread = come()
        for who in (ann, ben):
            play_to_the_end(who)
        assert not ended
        [listed] = ann.asks("/api/club/programs")["programs"]
        assert (listed["name"], listed["here"]) == ("Cautious", True)
        ann.server.delete(f"/api/club/programs/{listed['id']}")
        thread.join(240)  # the stream ends at once, and is not opened again
        program.leave()
    assert [error.code for error in ended if isinstance(error, Refused)] == ["no-such-token"]


def test_programs_play_an_event_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.web.http.club_feed.CLUB_PAUSE", 0.02)
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "programs"))
    told: list[str] = []
    with (
        club(tmp_path) as server,
        closing(ProcessThinkers(1, seconds=240, patience=240, waiting=4)) as thinkers,
    ):
        events = HostService.of(server.games.games.database).events  # as `outflank club` does
        event = events.make(EventPlan("Cup", "round-robin", size=4))
        threads = []
        for name in ("Cautious", "Bold", "Cautious"):  # who comes again is the same
            program = ClubProgram(
                visit(server.url, tmp_path, name=name), "first", thinkers, most=1, accepts="none",
                report=told.append,
            )  # fmt: skip
            program.enter_event(event, name)
            threads.append(threading.Thread(target=program.stay))
        for thread in threads[1:]:
            thread.start()
        events.start(event)
        for thread in threads[1:]:
            thread.join(240)
            assert not thread.is_alive()
        seen = events.look(event)
    assert (seen.state, seen.played) == ("over", 2)
    assert [(one.who.program, one.games, one.forfeits) for one in seen.table] == 2 * [(True, 2, 0)]


def test_a_program_leaves_an_event_that_is_closed_or_that_it_was_expelled_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.web.http.club_feed.CLUB_PAUSE", 0.02)
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "programs"))
    with (
        club(tmp_path) as server,
        closing(ProcessThinkers(1, seconds=240, patience=240, waiting=4)) as thinkers,
    ):
        hosting = HostService.of(server.games.games.database)
        for name, sentence in (("Bold", "removed"), ("Cautious", "closed the event")):
            event = hosting.events.make(EventPlan(f"Cup of {name}", "round-robin", size=4))
            told: list[str] = []
            program = ClubProgram(
                visit(server.url, tmp_path, name=name), "first", thinkers, most=1, accepts="none",
                report=told.append,
            )  # fmt: skip
            program.enter_event(event, name)
            thread = threading.Thread(target=program.stay)
            thread.start()
            if sentence == "removed":
                hosting.events.leave(event, hosting.called(name))
            else:
                hosting.events.close(event)
            server.games.bus.club_changed()  # as the server does that the host asks
            thread.join(240)
            assert not thread.is_alive()
            assert sentence in told[-1]


@pytest.mark.parametrize("kind", ["python", "curl"])
def test_the_clients_of_the_page_are_challenged_and_play(
    url: str, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.web.http.club_feed.CLUB_PAUSE", 0.02)
    dan = Member(url, f"Dan {kind}")
    token = json.loads(dan.server.post("/api/club/programs"))["token"]
    name, command = "Curl", ["sh", "-c", block("sh", "umask")]
    if kind == "python":
        code = block("python", "import http.client")
        assert len([line for line in code.splitlines() if line.strip()]) <= 40
        name, command = "First square", [sys.executable, "-c", code, url, "First square"]
    program = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "OUTFLANK_TOKEN": token, "SERVER": url},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        dan.sees_coming(name)
        game = dan.challenges(name, size=4, color="black")["game"]
        play_to_the_end(dan)
        assert dan.sees().outcome is not None
        assert dan.asks(f"/api/games/{game}")["seats"]["white"]["program"]
        [listed] = dan.asks("/api/club/programs")["programs"]
        dan.server.delete(f"/api/club/programs/{listed['id']}")
        _, said = program.communicate(timeout=240)  # told that it is not wanted any more
    finally:
        program.kill()
    assert kind == "curl" or "incomplete or revoked" in said


def test_joining_says_what_is_wrong(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OUTFLANK_TOKEN", raising=False)
    for more, sentence in (
        ([], "OUTFLANK_TOKEN"),
        (["--token", "outflank-wrong"], "This token is not valid"),
        (["--token", "without-its-beginning"], "This token is not valid"),
        (["--games", "0"], "--games must be from 1 to 100"),
        (["--accept", "easy"], "--accept must be one of all, casual, rated, none"),
    ):
        assert main(["join", url, "first", *more]) == 2
        assert sentence in capsys.readouterr().err
    assert main(["join", f"{url}/#join={'x' * 27}", "first", "--games", "2"]) == 2
    assert "--games works only in a club" in capsys.readouterr().err
