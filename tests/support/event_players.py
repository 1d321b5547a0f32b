"""An event on a real server: its process, and threads that play in it as people and programs do."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from outflank.play.remote.client import EventStream, Refused, RemoteServer
from outflank.storage.club.members import Club
from outflank.storage.database import Database, file_url


@contextmanager
def serving(
    folder: Path, port: int, *options: str, **variables: str
) -> Iterator["subprocess.Popen[str]"]:
    """A server on the data of a folder; it is killed in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "serve", "--no-open", "--port", str(port), *options],
        env={"OUTFLANK_DATA": str(folder), "PATH": os.environ["PATH"], **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Outflank is at")
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def host_of(folder: Path, address: str) -> RemoteServer:
    """Whoever looks after the club of a server."""
    database = Database(file_url(folder / "games.sqlite3"))
    try:
        return RemoteServer(address, token=Club(database).make_key())
    finally:
        database.close()


class Player(threading.Thread):
    """Somebody who plays the first legal square wherever it is their turn, until it is over."""

    def __init__(self, address: str, event: str, name: str, *, program: bool = False) -> None:
        super().__init__(daemon=True)
        self.server = RemoteServer(address)
        self.event = event
        self.moves = 0
        self.server.post(f"/api/club/events/{event}/entry", name=name, program=program)

    def look(self) -> Any:
        """The event as it stands."""
        return msgspec.json.decode(self.server.get(f"/api/club/events/{self.event}"))

    def run(self) -> None:
        """Look at the boards again and again, as a page without a stream would."""
        while (seen := self.look())["state"] != "over":
            for board in seen["boards"]:
                self.play(board["game"])

    def play(self, game: str) -> None:
        """Move, if it is this player's turn."""
        table = msgspec.json.decode(self.server.get(f"/api/games/{game}"))
        if not table["can"]["move"]:
            return
        square = next(iter(table["legal"]))
        try:
            self.server.do(f"/api/games/{game}/moves", square=square, ply=table["ply"])
            self.moves += 1
        except Refused as refusal:
            assert refusal.status == 409  # it had arrived before a kill


class Follower(Player):
    """A player who is told by streams what happens, as pages and `outflank join` are."""

    def run(self) -> None:
        """Sit down wherever the club says, until the event is over."""
        line = self.server.stream("/api/events", club="1")
        for event in line.events():
            if event.kind == "yours":
                for one in msgspec.json.decode(event.data)["games"]:
                    self._play_out(one["game"])
            elif event.kind == "club":
                events = msgspec.json.decode(event.data)["events"]
                if {one["id"]: one["state"] for one in events}[self.event] == "over":
                    line.close()

    def _play_out(self, game: str) -> None:
        line: EventStream = self.server.stream("/api/events", table=game)
        for event in line.events():
            if event.kind != "message":
                continue
            table = msgspec.json.decode(event.data)
            if table["outcome"] or table["shared"]["called_off"]:
                line.close()
            elif table["can"]["move"]:
                self.play(game)
