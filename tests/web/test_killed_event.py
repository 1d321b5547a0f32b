"""Servers that are killed in the middle of an event: it goes on, nothing is lost or doubled."""

import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from event_players import Follower, Player, host_of, serving
from servers import free_port

from outflank.play.remote.client import RemoteServer

PATIENCE = 400  # seconds; reached only by a test that fails


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players ask again until a server is back, however long a busy machine takes."""
    monkeypatch.setattr("outflank.play.remote.client.PATIENCE", PATIENCE)


def new_event(host: RemoteServer, **wanted: Any) -> str:
    made = msgspec.json.decode(host.post("/api/club/host/events", name="Cup", **wanted))
    id_: str = made["id"]
    return id_


def expect_every_game_once(folder: Path, games: int) -> None:
    with sqlite3.connect(folder / "games.sqlite3") as rows:
        tables = rows.execute("SELECT count(*), count(result) FROM games WHERE kind = 'shared'")
        assert tables.fetchone() == (games, games)
        numbers = rows.execute("SELECT number FROM club_event_games WHERE record IS NOT NULL")
        assert sorted(number for (number,) in numbers) == list(range(games))
    rows.close()


def test_a_killed_server_goes_on_with_an_event(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with serving(tmp_path, port):
        host = host_of(tmp_path, address)
        event = new_event(host, format="round-robin", size=4, clock="5+0")
        players = [Player(address, event, f"Player {number}") for number in range(3)]
        host.post("/api/club/host/events/start", event=event)
        for player in players:
            player.start()
        while players[0].look()["played"] < 2:
            pass
    # It was killed while everybody was sending moves.
    with serving(tmp_path, port):
        for player in players:
            player.join(PATIENCE)
        seen = players[0].look()
    assert (seen["state"], seen["played"], seen["games"]) == ("over", 6, 6)
    assert all(line["games"] == 4 for line in seen["table"])
    assert not any(line["forfeits"] for line in seen["table"])
    expect_every_game_once(tmp_path, 6)


def test_one_of_two_server_processes_is_killed_in_the_middle_of_an_event(tmp_path: Path) -> None:
    """`--workers 2` on SQLite: who plays is at either process, and nobody notices."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with serving(tmp_path, port, "--workers", "2") as crew:
        host = host_of(tmp_path, address)
        event = new_event(host, format="round-robin", size=4, clock="5+0")
        players = [Follower(address, event, f"Player {number}") for number in range(4)]
        before = workers(crew.pid)
        assert len(before) == 2
        host.post("/api/club/host/events/start", event=event)
        for player in players:
            player.start()
        while players[0].look()["played"] < 3:
            pass
        os.kill(before[0], signal.SIGKILL)
        for player in players:
            player.join(PATIENCE)
        seen = players[0].look()
        after = workers(crew.pid)
    assert (seen["state"], seen["played"], seen["games"]) == ("over", 12, 12)
    assert not any(line["forfeits"] for line in seen["table"])
    assert before[0] not in after
    assert before[1] in after
    expect_every_game_once(tmp_path, 12)


def workers(crew: int) -> list[int]:
    """The server processes of a crew."""
    children = Path(f"/proc/{crew}/task/{crew}/children").read_text().split()
    commands = {int(one): Path(f"/proc/{one}/cmdline").read_bytes() for one in children}
    return sorted(
        pid for pid, command in commands.items() if b"outflank.web.http.supervisor" in command
    )
