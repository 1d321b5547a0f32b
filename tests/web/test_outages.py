"""Servers that are killed, ended, stopped, or whose computer's clock is set: no player pays."""

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from subprocess import Popen

import msgspec
import pytest
from event_players import serving
from servers import free_port

from outflank.play.remote.client import RemoteServer

OUTAGE = 3.0  # seconds without a server
MOST = 1.0 + 0.9  # seconds that such a thing may change a clock by, and requests may take


class Hall:
    """Servers on one database, and a timed game of two people in which Black is to move."""

    def __init__(self, folder: Path, database: str, exits: ExitStack) -> None:
        self.folder, self.exits = folder, exits
        self.options = ("--database", database) if database else ()
        self.port, self.other_port = free_port(), free_port()
        self.offset = folder / "offset"
        self.set_clock("+0")
        self.server = self.start(self.port)
        address = f"http://127.0.0.1:{self.port}"
        self.ann, self.bob = (exits.enter_context(closing(RemoteServer(address))) for _ in "ab")

    def begin(self) -> None:
        made = self.ann.post("/api/club/tables", name="Ann", color="black", clock="10+0")
        self.game = msgspec.json.decode(made)["id"]
        self.bob.post(f"/api/club/tables/{self.game}/seat", name="Bob")
        for player, square in ((self.ann, "f5"), (self.bob, "d6")):
            player.post(f"/api/games/{self.game}/moves", square=square)
        assert self.clocks() == "black"

    def start(self, port: int) -> "Popen[str]":
        [library] = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
        return self.exits.enter_context(
            serving(
                self.folder,
                port,
                *self.options,
                LD_PRELOAD=str(library),
                FAKETIME_TIMESTAMP_FILE=str(self.offset),
                FAKETIME_NO_CACHE="1",
                DONT_FAKE_MONOTONIC="1",
            )
        )

    def set_clock(self, offset: str) -> None:
        draft = self.offset.with_suffix(".new")
        draft.write_text(offset)
        draft.replace(self.offset)

    def table(self, asked: RemoteServer | None = None) -> dict[str, float]:
        found: dict[str, float] = msgspec.json.decode(
            (asked or self.ann).get(f"/api/games/{self.game}")
        )["clock"]
        return found

    def clocks(self) -> object:
        return self.table()["running"]

    def left(self, asked: RemoteServer | None = None) -> tuple[float, float]:
        """What Black has left, and when that was so."""
        return self.table(asked)["black"], time.monotonic()


@pytest.fixture(params=["sqlite", "postgresql"])
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    url = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with ExitStack() as exits:
        hall = Hall(tmp_path, url, exits)
        hall.begin()
        yield hall


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_who_is_to_move_does_not_pay_for_an_outage(hall: Hall, by: signal.Signals) -> None:
    left, at = hall.left()
    hall.server.send_signal(by)
    hall.server.wait(120)
    ended = time.monotonic()
    time.sleep(OUTAGE)
    hall.server = hall.start(hall.port)
    back = time.monotonic()
    now_left, now = hall.left()
    assert left - now_left <= (ended - at) + (now - back) + MOST
    assert now - at > OUTAGE


def test_nor_for_a_server_that_is_stopped_or_a_clock_that_is_set(hall: Hall) -> None:
    left, at = hall.left()
    hall.server.send_signal(signal.SIGSTOP)
    time.sleep(OUTAGE)
    hall.server.send_signal(signal.SIGCONT)
    now_left, now = hall.left()
    assert left - now_left <= now - at - OUTAGE + MOST
    for offset in ("+1h", "-1d", "+400d"):
        left, at = hall.left()
        hall.set_clock(offset)
        now_left, now = hall.left()
        assert abs(left - now_left - (now - at)) <= MOST
    assert hall.clocks() == "black"
    hall.ann.post(f"/api/games/{hall.game}/moves", square="c3")
    assert hall.clocks() == "white"


def test_two_servers_have_one_time(hall: Hall) -> None:
    hall.start(hall.other_port)
    with closing(RemoteServer(f"http://127.0.0.1:{hall.other_port}")) as elsewhere:
        (left, at), (there, then) = hall.left(), hall.left(elsewhere)
        assert abs(left - there - (then - at)) <= MOST
        hall.server.kill()  # the other one goes on, and so does the time
        hall.server.wait()
        time.sleep(OUTAGE)
        still, now = hall.left(elsewhere)
        assert abs(there - still - (now - then)) <= MOST
        hall.start(hall.port)
        (left, at), (there, then) = hall.left(), hall.left(elsewhere)
        assert abs(left - there - (then - at)) <= MOST
