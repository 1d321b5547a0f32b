"""A class of thirty on one server: people and programs in a Swiss, over HTTP, to its end."""

import threading
from pathlib import Path

import msgspec
import pytest
from event_players import Follower, Player, host_of, serving
from servers import free_port

PEOPLE, PROGRAMS = 6, 24
PATIENCE = 900  # seconds; reached only by a test that fails


@pytest.mark.slow
def test_a_class_of_thirty_plays_a_swiss(tmp_path: Path) -> None:
    """All behind one address, with the budgets that strangers have, and a theatre that looks on."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with serving(tmp_path, port, "--budget", "1"):
        host = host_of(tmp_path, address)
        wanted = {"name": "Class cup", "format": "swiss", "clock": "10+5"}
        event = msgspec.json.decode(host.post("/api/club/host/events", **wanted))["id"]
        players: list[Player] = [
            *(Player(address, event, f"Person {number}") for number in range(PEOPLE)),
            *(
                Follower(address, event, f"Program {number}", program=True)
                for number in range(PROGRAMS)
            ),
        ]
        shown: list[int] = []
        theatre = host.stream("/api/events", event=event)

        def look_on() -> None:
            news = (told.data for told in theatre.events() if told.kind == "event")
            shown.extend(msgspec.json.decode(one)["played"] for one in news)

        looker = threading.Thread(target=look_on, daemon=True)
        looker.start()
        host.post("/api/club/host/events/start", event=event)
        for player in players:
            player.start()
        for player in players:
            player.join(PATIENCE)
        seen = players[0].look()
        theatre.close()
        looker.join(PATIENCE)
    pairs = len(players) // 2
    assert seen["state"] == "over"
    assert (seen["rounds"], seen["played"]) == (5, 5 * pairs * 2)
    assert not any(line["forfeits"] for line in seen["table"])
    assert all(line["games"] == 10 for line in seen["table"])
    assert len(seen["table"]) == len(players)
    assert shown == sorted(shown)  # and never went back
    assert shown[-1] == seen["played"]
    assert seen["verdict"]
