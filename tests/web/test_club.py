"""The club over HTTP: names, tables for all, an opponent by strength, ratings; and who may what."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from api import play_moves, play_rated
from flask import Flask

from outflank.board import Color
from outflank.web.app import close_app, create_app
from outflank.web.club.club_service import HOUSE_AFTER, LEFT, ClubService
from outflank.web.context import CLUB
from outflank.web.settings import SETTINGS, Settings

Answer = dict[str, Any]
Visitor = Any


@pytest.fixture
def eve(new_visitor: Callable[[], Visitor]) -> Visitor:
    return new_visitor()


@pytest.fixture
def room(app: Flask) -> ClubService:
    found = app.extensions[CLUB]
    assert isinstance(found, ClubService)
    return found


def named(who: Visitor, name: str, face: str = "user", status: int = 200) -> Any:
    return who.post("/api/club/you", {"name": name, "face": face}, status)


def rated_game(black: Visitor, white: Visitor, **wanted: Any) -> Answer:
    """A rated game that White gives up."""
    game = play_rated(black, white, **wanted)
    over: Answer = white.post(f"/api/games/{game['id']}/resign")
    assert over["outcome"]["winner"] == "black"
    return over


def test_a_name_is_taken_once(ann: Visitor, bob: Visitor) -> None:
    you = named(ann, "Ann B.", "duck")
    assert (you["who"]["name"], you["who"]["face"], you["strengths"]) == ("Ann B.", "duck", [])
    for name in ("Ann B.", "ANN B", "annb", "Ａnn b"):
        assert named(bob, name, status=409)["code"] == "name-taken"
    assert named(bob, "x", status=422)["code"] == "invalid-name"
    assert named(bob, "Bob", "me.png", status=422)["code"] == "no-such-face"
    assert named(ann, "Anna")["who"]["id"] == you["who"]["id"]  # the same member, another name
    assert named(bob, "Ann B.")["who"]["name"] == "Ann B."
    assert bob.raw("DELETE", "/api/club/you").status_code == 204
    assert bob.get("/api/club/you")["who"] is None


def test_nobody_sits_anywhere_under_a_members_name(
    ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    named(ann, "Ann", "palm")
    wanted = {"name": "aNN", "color": "black"}
    assert eve.post("/api/games/shared", wanted, 409)["code"] == "name-taken"
    game = ann.post("/api/club/tables", {"name": "Whoever", "color": "black"}, 201)
    refused = eve.post(f"/api/club/tables/{game['id']}/seat", {"name": "A.n.n."}, 409)
    assert refused["code"] == "name-taken"
    seen = bob.post(f"/api/club/tables/{game['id']}/seat", {"name": "Bob"})
    assert (seen["seats"]["black"]["title"], seen["seats"]["white"]["title"]) == (
        "Ann",
        "Bob (guest)",
    )
    black, white = seen["seats"]["black"], seen["seats"]["white"]
    assert (black["face"], black["rating"], white["member"]) == ("palm", None, None)
    assert black["member"] == ann.get("/api/club/you")["who"]["id"]


@pytest.mark.parametrize("name", ["Аnna Pope", "Anna Pope\u3164", "Аппа Роре", "Admin"])
def test_a_guest_cannot_look_like_a_member_or_the_host(
    ann: Visitor, bob: Visitor, name: str
) -> None:
    named(ann, "Anna Pope")
    table = ann.post("/api/club/tables", {"color": "black"}, 201)["id"]
    refused = bob.post(f"/api/club/tables/{table}/seat", {"name": name}, None)
    assert refused["code"] in ("invalid-name", "name-taken")
    asked = bob.post("/api/club/seek", {"name": name}, None)
    assert asked["code"] in ("invalid-name", "name-taken")
    assert named(bob, name, status=None)["code"] in ("invalid-name", "name-taken")  # type: ignore[arg-type]


def test_a_seat_is_taken_with_one_click_and_the_board_is_seen(
    ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    game = ann.post("/api/club/tables", {"name": "Ann", "color": "white", "clock": "5+3"}, 201)
    [offer] = bob.get("/api/club")["seats"]
    assert (offer["game"], offer["color"], offer["control"]) == (game["id"], "black", "5+3")
    assert offer["who"] == {
        "id": None, "name": "Ann (guest)", "face": None, "program": False, "rating": None
    }  # fmt: skip
    bob.post(f"/api/club/tables/{game['id']}/seat", {"name": "Bob"})
    late = eve.post(f"/api/club/tables/{game['id']}/seat", {"name": "Eve"}, 409)
    assert late["code"] == "seat-taken"
    bob.post(f"/api/games/{game['id']}/moves", {"square": "f5"})
    club = eve.get("/api/club")
    assert (club["seats"], club["seats_count"]) == ([], 0)
    [live] = club["games"]
    assert (live["moves"], live["board"].count("X"), live["black"]["name"]) == (1, 4, "Bob (guest)")
    bob.post(f"/api/games/{game['id']}/resign")
    club = eve.get("/api/club")
    assert (club["games"], club["games_count"]) == ([], 0)
    [result] = club["results"]
    assert (result["score"], result["reason"], result["rated"]) == (-64, "resignation", False)
    assert result["white"]["name"] == "Ann (guest)"


def test_a_table_is_offered_no_longer_when_its_host_has_gone(
    ann: Visitor, bob: Visitor, room: ClubService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.post("/api/club/tables", {"color": "black"}, 201)
    room.service.present(game["id"], Color.BLACK, False)
    assert len(bob.get("/api/club")["seats"]) == 1
    now = room.service.time.now() + LEFT + 1
    monkeypatch.setattr(room.service.time, "now", lambda: now)
    assert bob.get("/api/club")["seats"] == []


def test_a_game_that_both_have_left_is_shown_no_longer(
    ann: Visitor, bob: Visitor, room: ClubService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.post("/api/club/tables", {"color": "black"}, 201)["id"]
    bob.post(f"/api/club/tables/{game}/seat", {"name": "Bob"})
    now = room.service.time.now() + LEFT + 1
    room.service.present(game, Color.BLACK, False)
    with monkeypatch.context() as later:
        later.setattr(room.service.time, "now", lambda: now)
        assert len(bob.get("/api/club")["games"]) == 1  # who is there may claim it
    room.service.present(game, Color.WHITE, False)
    both_left = room.service.time.now() + LEFT + 1
    monkeypatch.setattr(room.service.time, "now", lambda: both_left)
    seen = bob.get("/api/club")
    assert (seen["games"], seen["games_count"]) == ([], 0)


def test_a_friends_table_is_nobody_elses_affair(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    game = ann.post("/api/games/shared", {"name": "Ann", "color": "black"}, 201)
    assert eve.get("/api/club")["seats"] == []
    refused = eve.post(f"/api/club/tables/{game['id']}/seat", {"name": "Eve"}, 404)
    assert refused["code"] == "no-such-table"


def test_rated_games_count_and_can_be_counted_anew(
    ann: Visitor, bob: Visitor, eve: Visitor, room: ClubService
) -> None:
    assert ann.post("/api/club/tables", {"rated": True}, 409)["code"] == "no-member"
    named(ann, "Ann")
    assert ann.post("/api/club/tables", {"rated": True, "size": 6}, 422)["code"] == "not-rated"
    table = ann.post("/api/club/tables", {"rated": True, "clock": "5+0"}, 201)
    refused = bob.post(f"/api/club/tables/{table['id']}/seat", {"name": "Bob"}, 409)
    assert refused["code"] == "no-member"  # who sits down agrees, and must be somebody
    named(bob, "Bob")
    bob.post(f"/api/club/tables/{table['id']}/seat")
    ann.post(f"/api/games/{table['id']}/proposal", {"wish": "abort"})
    assert eve.get("/api/club")["results"] == []  # called off: does not count
    rated_game(ann, bob)
    rated_game(bob, ann, clock="25")
    [first, second] = eve.get("/api/club/ladder?pace=blitz")["rungs"]
    assert (first["who"]["name"], second["who"]["name"]) == ("Ann", "Bob")
    assert (first["strength"]["rating"], first["strength"]["games"]) == (1662, 1)
    assert 500 < first["strength"]["uncertainty"] < 700
    assert eve.get("/api/club/ladder?pace=slow")["rungs"][0]["who"]["name"] == "Bob"
    assert eve.get("/api/club/ladder?pace=now", 400)["code"] == "invalid-request"
    page = eve.get(f"/api/club/players/{first['who']['id']}")
    assert page["record"] == {"won": 1, "drawn": 0, "lost": 1}
    assert [curve["pace"] for curve in page["curves"]] == ["blitz", "slow"]
    assert len(page["recent"]) == 2
    before = room.club.ratings_of([first["who"]["id"], second["who"]["id"]])
    assert room.club.recount() == 2
    assert room.club.ratings_of([first["who"]["id"], second["who"]["id"]]) == before
    again = rated_game(ann, bob)
    assert again["seats"]["black"]["rating"] == 1662  # as they sat down


def test_a_game_by_invitation_is_rated_only_if_both_are_members_and_agree(
    ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    wanted = {"name": "Ann", "color": "black", "rated": True}
    assert ann.post("/api/games/shared", wanted, 409)["code"] == "no-member"
    named(ann, "Ann")
    assert ann.post("/api/games/shared", {**wanted, "size": 6}, 422)["code"] == "not-rated"
    game = ann.post("/api/games/shared", wanted, 201)
    path = f"/api/games/{game['id']}/invitation"
    link = ann.post(path, {"address": "http://localhost/"}, 201)["link"]
    seat = {"token": link.partition("=")[2], "name": "Bob"}
    looked = bob.post("/api/invitations/look", {"token": seat["token"]})
    assert looked["game"]["shared"]["terms"]["rated"]  # told before one agrees by sitting down
    assert bob.post("/api/invitations/take", seat, 409)["code"] == "no-member"
    named(bob, "Bob")
    bob.post("/api/invitations/take", seat)
    play_moves(ann, bob, game["id"])
    bob.post(f"/api/games/{game['id']}/resign")
    rungs = eve.get("/api/club/ladder?pace=untimed")["rungs"]
    assert [rung["who"]["name"] for rung in rungs] == ["Ann", "Bob"]


def test_who_asks_is_paired_with_somebody_near(
    ann: Visitor, bob: Visitor, eve: Visitor, room: ClubService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ann.post("/api/club/seek", {"rated": True}, 409)["code"] == "no-member"
    assert ann.post("/api/club/seek", {"clock": "soon"}, 422)["code"] == "invalid-clock"
    waiting = ann.post("/api/club/seek", {"name": "Ann", "clock": "5+0"})
    assert (waiting["game"], waiting["control"]) == (None, "5+0")
    assert eve.get("/api/club")["seeking"] == 1
    other = eve.post("/api/club/seek", {"name": "Eve", "clock": "10+0"})
    assert other["game"] is None  # wants something else
    found = bob.post("/api/club/seek", {"name": "Bob", "clock": "5"})
    assert found["game"] is not None
    assert ann.get("/api/club/you")["seek"]["game"] == found["game"]
    table = ann.get(f"/api/games/{found['game']}")
    assert table["shared"]["you"] in ("black", "white")
    assert {seat["title"] for seat in table["seats"].values()} == {"Ann (guest)", "Bob (guest)"}
    assert eve.get(f"/api/games/{found['game']}")["shared"]["you"] is None
    for who in (ann, bob):
        assert who.raw("DELETE", "/api/club/seek").status_code == 204
    assert ann.get("/api/club/you")["seek"] is None
    now = room.now + 60
    monkeypatch.setattr(room.service, "now", lambda: now)
    assert eve.get("/api/club")["seeking"] == 0  # who does not ask on has gone


def test_a_computer_plays_with_a_player_who_finds_nobody(
    settings: Settings, visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(replace(settings, house=True))
    room, ann = app.extensions[CLUB], visit(app)
    assert ann.post("/api/club/seek", {"name": "Ann", "clock": "5+0"})["game"] is None
    for seconds in (HOUSE_AFTER / 2, HOUSE_AFTER):
        now = time.time() + seconds
        monkeypatch.setattr(room.service, "now", lambda now=now: now)
        found = ann.post("/api/club/seek", {"name": "Ann", "clock": "5+0"})
        assert (found["game"] is None) == (seconds < HOUSE_AFTER)
    game = ann.get(f"/api/games/{found['game']}")
    assert sorted(seat["human"] for seat in game["seats"].values()) == [False, True]
    assert (game["shared"], game["clock"]["control"]) == (None, "5+0")  # so it is not rated
    assert ann.post("/api/club/seek", {"name": "Ann", "clock": "5+0"})["game"] == found["game"]
    close_app(app)


def test_slow_games_wait_for_your_move(ann: Visitor, bob: Visitor) -> None:
    game = ann.post("/api/games/shared", {"name": "Ann", "color": "black", "clock": "3d"}, 201)
    link = ann.post(f"/api/games/{game['id']}/invitation", {"address": "http://x/"}, 201)["link"]
    token = link.partition("#join=")[2]
    bob.post("/api/invitations/take", {"token": token, "name": "Bob"})
    for first, second, square in ((ann, bob, "f5"), (bob, ann, "d6"), (ann, bob, "c3")):
        assert (first.get("/api/today")["your_turn"], second.get("/api/today")["your_turn"]) == (
            1,
            0,
        )
        assert [one["your_turn"] for one in first.get("/api/club/yours")["games"]] == [True]
        view = first.post(f"/api/games/{game['id']}/moves", {"square": square})
    assert (view["clock"]["control"], view["clock"]["running"]) == ("3d", "white")


# --- Nobody gets in where they do not belong -----------------------------------------------------


def test_the_club_and_pairing_tell_nobody_who_somebody_is(
    ann: Visitor, bob: Visitor, eve: Visitor, app: Flask
) -> None:
    named(ann, "Ann")
    named(bob, "Bob")
    game = rated_game(ann, bob)
    for who in (ann, bob):
        who.post("/api/club/seek", {"rated": True, "clock": "5+0"})
    ann.post("/api/club/tables", {"color": "black"}, 201)
    secret = []
    for who in (ann, bob):
        with who.client.session_transaction() as cookie:
            secret.append(cookie["visitor"])
    member = ann.get("/api/club/you")["who"]["id"]
    for path in (
        "/api/club",
        "/api/club/you",
        "/api/club/ladder",
        f"/api/club/players/{member}",
        f"/api/games/{game['id']}",
        "/api/events?club=1",
    ):
        for asker in (ann, bob, eve):
            text = asker.raw("GET", path).get_data(as_text=True)
            own = asker.client.get_cookie("outflank")
            assert own is None or own.value not in text
            for visitor in secret:
                assert visitor not in text, path
    assert all(member not in visitor for visitor in secret)
    assert eve.get(f"/api/club/players/{secret[0]}", 404)["code"] == "no-such-member"


def test_names_and_requests_for_opponents_are_limited(ann: Visitor, app: Flask) -> None:
    app.extensions[SETTINGS] = replace(app.extensions[SETTINGS], budgets=1)
    codes = {
        path: {ann.raw("POST", path, json=body).status_code for _ in range(35)}
        for path, body in (
            ("/api/club/you", {"name": "Ann"}),
            ("/api/club/seek", {"name": "Ann"}),
            ("/api/club/tables/" + "0" * 32 + "/seat", {"name": "Ann"}),
        )
    }
    assert all(429 in found for found in codes.values()), codes


def test_whom_the_host_bans_meets_nobody(ann: Visitor, bob: Visitor, room: ClubService) -> None:
    named(bob, "Bob")
    named(ann, "Ann")
    game = rated_game(ann, bob)
    table = ann.post("/api/club/tables", {"color": "black"}, 201)
    code = bob.post("/api/recovery/code", status=201)["code"]
    bob.post("/api/club/seek")
    member = room.club.called("bob")
    assert member is not None
    room.club.ban(member)
    assert ann.get("/api/club")["seeking"] == 0
    for path, body in (
        ("/api/club/you", {"name": "Robert"}),
        ("/api/club/tables", {}),
        (f"/api/club/tables/{table['id']}/seat", {}),
        ("/api/club/seek", {}),
        ("/api/games/shared", {"name": "Bob"}),
        (f"/api/games/{game['id']}/proposal", {"wish": "rematch"}),
    ):
        answer = bob.raw("POST", path, json=body)
        if answer.status_code == 200:  # proposed; it is agreed to in vain
            answer = ann.raw("POST", f"/api/games/{game['id']}/proposal/answer", json={"yes": True})
        assert (answer.status_code, json.loads(answer.data)["code"]) == (403, "banned"), path
    with bob.client.session_transaction() as cookie:
        cookie.clear()
    bob.post("/api/recovery", {"code": code})  # comes back as who they were
    assert bob.post("/api/club/seek", {}, 403)["code"] == "banned"


def test_the_hosts_key_opens_what_the_host_does_and_nothing_else_does(
    ann: Visitor, bob: Visitor, room: ClubService
) -> None:
    named(ann, "Ann")
    named(bob, "Bob")
    game = ann.post("/api/club/tables", {"color": "black"}, 201)
    running = rated_game(ann, bob)["id"]

    def host(path: str, key: str, **body: str) -> tuple[int, Any]:
        method = "POST" if path else "GET"
        more = {"json": body} if path else {}
        answer = bob.raw(
            method, f"/api/club/host{path}", headers={"Authorization": f"Bearer {key}"}, **more
        )
        return answer.status_code, answer.get_json(silent=True)

    old, key = room.club.make_key(), room.club.make_key()
    member = ann.get("/api/club/you")["who"]["id"]
    for wrong in ("", old, key[:-1], member):
        assert host("", wrong)[0] in (401, 429)  # wrong ones are counted
        for path in ("rename", "remove", "ban", "export", "delete"):
            body = {"player": member, **({"name": "X Y"} if path == "rename" else {})}
            assert host(f"/{path}", wrong, **body)[0] in (401, 429)
    assert ann.get("/api/club/you")["who"]["name"] == "Ann"
    status, seen = host("", key)
    assert (status, [one["name"] for one in seen["members"]]) == (200, ["Ann", "Bob"])
    with ann.client.session_transaction() as cookie:
        assert cookie["visitor"] not in json.dumps(seen)
    assert host("/rename", key, player=member, name="Anna")[0] == 200
    assert host("/rename", key, player=member, name="bob")[0] == 409
    assert host("/close", key, game=running)[0] == 409
    assert host("/ban", key, player=member)[1]["banned"] == ["Anna"]
    assert ann.get(f"/api/games/{game['id']}")["shared"]["called_off"]  # the table they opened
    assert bob.get("/api/club")["seats"] == []
    assert host("/unban", key, name="Anna")[1]["banned"] == []
    status, everything = host("/export", key, player=member)
    assert (status, len(everything["games"])) == (200, 2)
    assert host("/delete", key, player=member)[0] == 200
    assert host("/delete", key, player=member)[0] == 404


def test_a_rematch_is_rated_only_between_members(
    ann: Visitor, bob: Visitor, room: ClubService
) -> None:
    """A result of a guest among the rated ones once ended all counting of ratings."""
    named(ann, "Ann")
    named(bob, "Bob")
    game = rated_game(ann, bob)
    ann.post(f"/api/games/{game['id']}/proposal", {"wish": "rematch"})
    assert bob.raw("DELETE", "/api/club/you").status_code == 204
    refused = bob.post(f"/api/games/{game['id']}/proposal/answer", {"yes": True}, 409)
    assert refused["code"] == "no-member"
    assert ann.get(f"/api/games/{game['id']}")["shared"]["another"] is None
    room.club.settle()


def test_a_game_that_ended_meanwhile_is_called_off_without_a_fuss(
    ann: Visitor, bob: Visitor, room: ClubService
) -> None:
    named(ann, "Ann")
    named(bob, "Bob")
    over = rated_game(ann, bob)
    assert not room.service.call_off(over["id"])
    running = ann.post("/api/club/tables", {"color": "black"}, 201)
    assert room.service.call_off(running["id"])
    assert not room.service.call_off(running["id"])
