"""Events of a club: made by the host, entered, paired, played at tables, and what one sees."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from api import play_rated
from flask import Flask

from outflank.arena import GameLog, Ranking
from outflank.arena.runs import result_of_log
from outflank.board import Board
from outflank.storage.club.club_events import EventStep
from outflank.web.club.club_events import EventService
from outflank.web.context import CLUB, HOSTING
from outflank.web.http.rate_limits import ADDRESS, ENTRIES
from outflank.web.settings import SETTINGS
from outflank.workers.token_buckets import TokenBuckets

Answer = dict[str, Any]
Visitor = Any


@pytest.fixture
def room(app: Flask) -> EventService:
    found = app.extensions[HOSTING].events
    assert isinstance(found, EventService)
    return found


@pytest.fixture
def host(app: Flask, new_visitor: Callable[[], Visitor]) -> Callable[..., Answer]:
    """Whoever holds the host's key."""
    key = app.extensions[CLUB].club.make_key()
    visitor = new_visitor()

    def do(path: str, status: int = 200, **body: Any) -> Answer:
        response = visitor.raw(
            "POST",
            f"/api/club/host{path}",
            headers={"Authorization": f"Bearer {key}"},
            json=body,
        )
        assert response.status_code == status, response.get_data(as_text=True)
        answer: Answer = response.get_json()
        return answer

    return do


@pytest.fixture
def players(new_visitor: Callable[[], Visitor]) -> list[Visitor]:
    return [new_visitor() for _ in range(5)]


def entered(event: Answer, players: Iterable[Visitor]) -> None:
    for number, one in enumerate(players):
        one.post(f"/api/club/events/{event['id']}/entry", {"name": f"Player {number}"})


def look(who: Visitor, event: Answer) -> Answer:
    found: Answer = who.get(f"/api/club/events/{event['id']}")
    return found


def give_up(players: list[Visitor], board: Answer, color: str) -> None:
    """A side resigns; a visitor who has no seat there is refused, so all may be asked."""
    name = board[color]["name"]
    loser = players[int(name.removeprefix("Player "))]
    loser.post(f"/api/games/{board['game']}/resign")


def test_a_swiss_is_entered_paired_played_and_logged(
    players: list[Visitor], host: Callable[..., Answer], tmp_path: Any
) -> None:
    event = host("/events", 201, name="Class cup", clock="5+0", rounds=2)
    assert (event["state"], event["format"], event["table"]) == ("open", "swiss", [])
    entered(event, players)
    assert [one["name"] for one in look(players[0], event)["entrants"]] == [
        f"Player {number}" for number in range(5)
    ]
    assert players[0].get("/api/club")["events"][0]["entrants"] != []
    seen = host("/events/start", event=event["id"])
    assert (seen["state"], seen["round"], seen["rounds"], seen["games"]) == ("running", 1, 2, 8)
    assert len(seen["boards"]) == 2
    assert len(seen["resting"]) == 1
    late = players[0].post(f"/api/club/events/{event['id']}/entry")  # who is in may ask again
    assert late["state"] == "running"
    while seen["state"] == "running":
        board = seen["boards"][0]
        give_up(players, board, "white" if board["number"] % 3 else "black")
        seen = look(players[0], event)
        assert seen["results"][0]["discs"] in ([64, 0], [0, 64])
        points = [line["points"] for line in seen["table"]]
        assert points == sorted(points, reverse=True)  # also in the middle of a round
        if seen["state"] == "running":
            names = [one[side]["name"] for one in seen["boards"] for side in ("black", "white")]
            assert len(names) == len(set(names))
    assert (seen["played"], seen["round"], seen["boards"]) == (8, 2, [])
    assert "Swiss" in seen["verdict"]
    assert sum(line["byes"] for line in seen["table"]) == 2
    assert all(line["low"] < line["elo"] < line["high"] for line in seen["table"] if line["games"])
    log = players[0].raw("GET", f"/api/club/events/{event['id']}/log").get_data(as_text=True)
    (tmp_path / "log.jsonl").write_text(log)
    result = result_of_log(GameLog.read(tmp_path / "log.jsonl"))
    assert [line["who"]["name"] for line in seen["table"]] == Ranking.of_result(result).names
    assert len(result.records) == 8
    openings = [(one.pair, one.opening) for one in result.records]
    assert all(openings.count(one) == 2 for one in openings)  # both ways


def test_one_address_enters_a_class_and_no_more(
    app: Flask, new_visitor: Callable[[], Visitor], host: Callable[..., Answer]
) -> None:
    app.extensions[SETTINGS] = replace(app.extensions[SETTINGS], budgets=0.25)
    app.extensions["outflank.token_buckets"] = TokenBuckets(
        lambda: 0.0
    )  # a clock that stands still
    path = f"/api/club/events/{host('/events', 201, name='Cup')['id']}/entry"
    few = round(0.25 * ENTRIES[1].burst * ADDRESS)
    visitors = [new_visitor() for _ in range(few + 1)]
    for one in visitors:
        one.raw("GET", "/api/club")  # each has a cookie
    tries = [
        one.raw("POST", path, json={"name": f"Name {number}"}).status_code
        for number, one in enumerate(visitors)
    ]
    assert tries == [200] * few + [429]
    for _ in range(2 * few):  # who is in comes again as often as wanted
        visitors[0].post(path)
    assert "event entries" in visitors[-1].post(path, {"name": "Late"}, 429)["error"]


def test_time_absence_and_leaving_by_the_arenas_rules(
    players: list[Visitor],
    host: Callable[..., Answer],
    room: EventService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = host("/events", 201, name="Cup", format="round-robin", clock="1+0")
    entered(event, players[:3])
    seen = host("/events/start", event=event["id"])
    [board] = seen["boards"]
    assert board["running"]
    assert {board["black"]["name"], board["white"]["name"]} == {"Player 0", "Player 1"}
    now = room.service.time.now()
    for later in range(5, 66, 5):  # nobody comes, and no page looks on
        monkeypatch.setattr(room.service.time, "now", lambda later=later: now + later)
        room.tend()
    seen = look(players[0], event)
    assert seen["results"][0]["forfeit"] == f"{board['black']['name']} did not show up."
    assert seen["played"] == 1
    assert players[2].raw("DELETE", f"/api/club/events/{event['id']}/entry").status_code == 204
    seen = look(players[0], event)  # all games of who left are lost, none waited for
    assert seen["played"] == 5
    assert [line["left"] for line in seen["table"]].count(True) == 1
    give_up(players, seen["boards"][0], "white")
    seen = look(players[0], event)
    assert seen["state"] == "over"
    best = max(line["points"] for line in seen["table"])
    assert seen["verdict"].endswith(f" Points: {best:g}.")


def test_a_game_that_the_host_calls_off_is_played_again(
    players: list[Visitor], host: Callable[..., Answer]
) -> None:
    event = host("/events", 201, name="Cup", format="gauntlet")
    entered(event, players[:2])
    [before] = host("/events/start", event=event["id"])["boards"]
    host("/close", game=before["game"])
    [after] = look(players[0], event)["boards"]
    assert (after["number"], after["game"] == before["game"]) == (before["number"], False)
    host("/events/close", event=event["id"])
    seen = look(players[0], event)
    assert (seen["state"], seen["boards"], seen["played"]) == ("closed", [], 0)


def test_what_an_event_refuses(players: list[Visitor], host: Callable[..., Answer]) -> None:
    ann = players[0]
    assert host("/events", 422, name="Cup", clock="soon")["code"] == "invalid-clock"
    assert host("/events", 422, name="Cup", openings="/etc/passwd")["code"] == "invalid-openings"
    assert host("/events", 422, name="Cup", size=6, rated=True)["code"] == "not-rated"
    event = host("/events", 201, name="Cup")
    assert host("/events/start", 409, event=event["id"])["code"] == "event-refused"
    assert ann.raw("GET", "/api/club/events/" + "0" * 32).status_code == 404
    assert ann.raw("GET", "/api/events?event=" + "0" * 32).status_code == 404
    entered(event, players[:2])
    taken = players[2].post(f"/api/club/events/{event['id']}/entry", {"name": "player-1"}, 409)
    assert taken["code"] == "name-taken"
    board = host("/events/start", event=event["id"])["boards"][0]
    late = players[2].post(f"/api/club/events/{event['id']}/entry", {"name": "Late"}, 409)
    assert late["code"] == "event-refused"
    for wish in ("take-back", "abort"):
        refused = ann.post(f"/api/games/{board['game']}/proposal", {"wish": wish}, 409)
        assert refused["code"] == "event"


@pytest.mark.parametrize("path", ["", "/start", "/close", "/expel"])
def test_only_the_host_makes_and_ends_events(
    players: list[Visitor], host: Callable[..., Answer], path: str
) -> None:
    event = host("/events", 201, name="Cup")["id"]
    body = {"": {"name": "Mine"}, "/expel": {"event": event, "player": "0" * 12}}
    wanted = body.get(path, {"event": event})
    assert players[0].post(f"/api/club/host/events{path}", wanted, 401)["code"] == "no-host"
    assert look(players[0], {"id": event})["state"] == "open"


def test_a_program_that_answers_illegally_forfeits_with_its_reason(
    players: list[Visitor], host: Callable[..., Answer]
) -> None:
    event = host("/events", 201, name="Cup", openings="start")
    for number, one in enumerate(players[:2]):
        entry = {"name": f"Player {number}", "program": True}
        one.post(f"/api/club/events/{event['id']}/entry", entry)
    [board] = host("/events/start", event=event["id"])["boards"]
    assert board["black"]["program"]
    black = players[int(board["black"]["name"].removeprefix("Player "))]
    black.post(f"/api/games/{board['game']}/moves", {"square": "a1"})
    seen = look(black, event)
    name = board["black"]["name"]
    assert seen["results"][0]["forfeit"] == f"{name} played an illegal move."
    [board] = seen["boards"]
    failed = {"failure": "crash", "message": "ZeroDivisionError"}
    black.post(f"/api/games/{board['game']}/resign", failed)
    # What it says of itself is for the log; on a projector it would be a way to write anything.
    assert look(black, event)["results"][0]["forfeit"] == f"{name} crashed."
    lines = black.raw("GET", f"/api/club/events/{event['id']}/log").get_data(as_text=True)
    faults = [json.loads(line)["fault"] for line in lines.splitlines()[1:]]
    assert [(one["kind"], one["message"][:4]) for one in faults] == [
        ("illegal", "Blac"),
        ("crash", "Zero"),
    ]


def test_seeds_are_by_rating_and_equals_by_entry(
    players: list[Visitor], host: Callable[..., Answer], room: EventService
) -> None:
    for number, one in enumerate(players):
        one.post("/api/club/you", {"name": f"Player {number}"})

    def seeds(**wanted: Any) -> list[int]:
        event = host("/events", 201, name="Cup", clock="5+0", **wanted)
        entered(event, players)
        host("/events/start", event=event["id"])
        log = players[0].raw("GET", f"/api/club/events/{event['id']}/log").get_data(as_text=True)
        head = json.loads(log.splitlines()[0])["settings"]
        return [int(one["name"].removeprefix("Player ")) for one in head["entrants"]]

    assert seeds(format="knock-out") == [0, 1, 2, 3, 4]
    for _ in range(3):  # the third one wins, the second one loses
        game = play_rated(players[1], players[2])["id"]
        players[1].post(f"/api/games/{game}/resign")
    assert seeds(format="knock-out") == [2, 0, 3, 4, 1]  # as on the ladder
    assert seeds(format="gauntlet") == [0, 1, 2, 3, 4]


def test_a_name_that_changes_does_so_in_the_event(
    players: list[Visitor], host: Callable[..., Answer]
) -> None:
    event = host("/events", 201, name="Cup")
    entered(event, players[:2])
    players[0].post("/api/club/you", {"name": "Rude"})
    players[2].post("/api/club/you", {"name": "Player 0"})  # which is free now
    players[2].post(f"/api/club/events/{event['id']}/entry")
    names = [one["name"] for one in look(players[0], event)["entrants"]]
    assert names == ["Rude", "Player 1", "Player 0"]
    seen = host("/events/start", event=event["id"])
    assert len(seen["table"]) == 3
    rude = next(one["id"] for one in seen["entrants"] if one["name"] == "Rude")
    host("/rename", player=rude, name="Guest17")  # the host takes a name from everybody's sight
    log = players[1].raw("GET", f"/api/club/events/{event['id']}/log").get_data(as_text=True)
    seen = look(players[1], event)
    assert "Rude" not in json.dumps(seen) + log
    for board in seen["boards"]:
        table = players[1].raw("GET", f"/api/games/{board['game']}").get_data(as_text=True)
        assert "Rude" not in table


def test_a_name_that_was_given_up_is_free_in_an_open_event(
    players: list[Visitor], host: Callable[..., Answer]
) -> None:
    event = host("/events", 201, name="Cup")
    entered(event, players[:2])
    players[0].raw("DELETE", "/api/club/you")
    players[2].post(f"/api/club/events/{event['id']}/entry", {"name": "Player 0"})
    seen = host("/events/start", event=event["id"])
    assert sorted(one["who"]["name"] for one in seen["table"]) == ["Player 0", "Player 1"]


@pytest.mark.parametrize("deed", ["ban", "remove", "delete"])
def test_who_is_not_wanted_any_more_gives_up_the_game_in_an_event(
    players: list[Visitor], host: Callable[..., Answer], deed: str
) -> None:
    event = host("/events", 201, name="Cup", format="gauntlet")
    entered(event, players[:3])
    [board] = host("/events/start", event=event["id"])["boards"]
    who = board["black"]
    host(f"/{deed}", player=who["id"])
    seen = look(players[0], event)
    assert board["game"] not in [one["game"] for one in seen["boards"]]
    assert [one["number"] for one in seen["results"]].count(board["number"]) == 1
    assert sum(line["left"] for line in seen["table"]) == 1
    others = {"Player 0", "Player 1", "Player 2"} - {who["name"]}
    assert {one[side]["name"] for one in seen["boards"] for side in ("black", "white")} <= others


def test_who_comes_to_another_browser_plays_on_there(
    players: list[Visitor], host: Callable[..., Answer]
) -> None:
    event = host("/events", 201, name="Cup", format="gauntlet")
    entered(event, players[:2])
    elsewhere = players[3]
    elsewhere.post("/api/games", {"black": "human", "white": "greedy"}, 201)
    code = elsewhere.post("/api/recovery/code", status=201)["code"]
    players[0].post("/api/recovery", {"code": code})  # whose name goes to that visitor
    [board] = host("/events/start", event=event["id"])["boards"]
    color = "black" if board["black"]["name"] == "Player 0" else "white"
    assert players[0].get(f"/api/games/{board['game']}")["shared"]["you"] == color


def test_events_that_go_on_are_listed_before_those_that_are_over(
    players: list[Visitor], host: Callable[..., Answer], room: EventService
) -> None:
    first = host("/events", 201, name="The first")
    for number in range(21):
        later = host("/events", 201, name=f"Cup {number}")
        room.events.step(later["id"], lambda event: EventStep("over"))
    listed = players[0].get("/api/club")["events"]
    assert (len(listed), listed[0]["id"]) == (20, first["id"])


def test_who_is_forgotten_has_no_name_in_the_log(
    players: list[Visitor], host: Callable[..., Answer]
) -> None:
    event = host("/events", 201, name="Cup")
    entered(event, players[:2])
    [board] = host("/events/start", event=event["id"])["boards"]
    give_up(players, board, "black")
    who = next(one for one in look(players[0], event)["entrants"] if one["name"] == "Player 0")
    host("/delete", player=who["id"])
    seen = json.dumps(look(players[1], event))
    log = players[1].raw("GET", f"/api/club/events/{event['id']}/log").get_data(as_text=True)
    assert "Player 0" not in seen + log
    assert "Deleted player 1" in log


def test_the_host_sees_which_players_solved_a_lesson(
    players: list[Visitor], host: Callable[..., Answer]
) -> None:
    event = host("/events", 201, name="Class", clock="5+0")
    entered(event, players[:2])
    document = {
        "title": "One",
        "steps": [
            {"position": Board().to_text()},
            {"position": Board().to_text(), "expected": ["c4"]},
            {"position": Board().to_text(), "expected": ["d3"]},
        ],
    }
    packed = players[0].post("/api/lessons/pack", {"document": json.dumps(document)})["packed"]
    for at, square in ((1, "c4"), (2, "c4")):
        body = {"packed": packed, "event": "choose", "state": {"at": at}, "square": square}
        players[0].post("/api/lessons", body)
    for link in (packed, f"http://host/#lesson={packed}"):
        found = host("/events/lesson", event=event["id"], lesson=link)
        assert (found["title"], found["results"]) == (
            "One",
            [
                {"name": "Player 0", "marks": ["right", "wrong"]},
                {"name": "Player 1", "marks": ["", ""]},
            ],
        )
    wedge = host("/events/lesson", event=event["id"], lesson="http://host/#learn=wedge")
    assert [len(one["marks"]) for one in wedge["results"]] == [8, 8]
    host("/events/lesson", 422, event=event["id"], lesson="no lesson")
    host("/events/lesson", 404, event="none", lesson="wedge")
    players[0].post("/api/club/host/events/lesson", {"event": "x", "lesson": "wedge"}, 401)
