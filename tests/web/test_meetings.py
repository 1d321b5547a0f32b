"""Shared tables over HTTP: two persons play, everybody else watches, and nobody gets in."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from outflank.board import Color
from outflank.play.session import GONE
from outflank.storage.club.personal_data import forget_person
from outflank.web.games.game_service import GAMES, GameService
from outflank.web.settings import SETTINGS

Answer = dict[str, Any]
Visitor = Any
FIRST = ("f5", "d6", "c3")  # legal in turn


@pytest.fixture
def eve(new_visitor: Callable[[], Visitor]) -> Visitor:
    return new_visitor()


@pytest.fixture
def room(app: Flask) -> GameService:
    found = app.extensions[GAMES]
    assert isinstance(found, GameService)
    return found


def table(host: Visitor, **wanted: Any) -> Answer:
    made: Answer = host.post("/api/games/shared", {"name": "Ann", "color": "black", **wanted}, 201)
    return made


def invitation(host: Visitor, game: Answer) -> str:
    path = f"/api/games/{game['id']}/invitation"
    link: str = host.post(path, {"address": "http://localhost/"}, 201)["link"]
    assert link.startswith("http://localhost/#join=")
    return link.partition("=")[2]


def joined(ann: Visitor, bob: Visitor, **wanted: Any) -> Answer:
    game = table(ann, **wanted)
    seen: Answer = bob.post(
        "/api/invitations/take", {"token": invitation(ann, game), "name": "Bob"}
    )
    return seen


def do(who: Visitor, game: Answer, deed: str, status: int = 200, **body: Any) -> Any:
    return who.post(f"/api/games/{game['id']}/{deed}", body, status)


def play(game: Answer, *players: Visitor, moves: int) -> None:
    for number, square in enumerate(FIRST[:moves]):
        do(players[number % 2], game, "moves", square=square)


def test_two_friends_play_and_a_third_watches(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    game = joined(ann, bob)
    assert game["shared"]["you"] == "white"
    assert game["seats"]["black"]["title"] == "Ann (guest)"
    assert game["legal"] == {}  # Black is to move
    after = do(ann, game, "moves", square="f5", ply=0)
    assert after["legal"] == {}
    seen = bob.get(f"/api/games/{game['id']}")
    assert set(seen["legal"]) == {"d6", "f6", "f4"}
    watched = eve.get(f"/api/games/{game['id']}")
    assert watched["shared"]["you"] is None
    assert watched["board"] == seen["board"]
    assert not any(watched["shared"]["may"].values())
    assert (watched["legal"], watched["record"], watched["can"]["study"]) == ({}, None, False)


def test_a_request_is_done_once_and_a_late_one_sees_where_the_game_is(
    ann: Visitor, bob: Visitor
) -> None:
    game = joined(ann, bob)
    asked: Answer = {"square": "f5", "request": "first-move", "ply": 0}
    once = do(ann, game, "moves", **asked)
    assert do(ann, game, "moves", **asked)["version"] == once["version"]
    late = do(bob, game, "moves", 409, square="d6", ply=0)
    assert (late["code"], late["game"]["ply"]) == ("moved-on", 1)


def test_the_end_a_rematch_and_the_study_of_it(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    game = joined(ann, bob, size=6, clock="5+3")
    over = do(bob, game, "resign")
    assert over["outcome"]["winner"] == "black"
    assert do(eve, game, "proposal", 403, wish="rematch")["code"] == "watching"
    do(ann, game, "proposal", wish="rematch")
    again = do(bob, game, "proposal/answer", yes=True)
    another = eve.get(f"/api/games/{again['shared']['another']}")
    assert another["seats"]["black"]["title"] == "Bob (guest)"
    assert (another["size"], another["clock"]["control"]) == (6, "5+3")
    assert ann.get(f"/api/games/{another['id']}")["shared"]["you"] == "white"
    assert eve.get(f"/api/games/{game['id']}")["record"].startswith("~")
    shown = eve.get(f"/api/games/{over['record']}")
    assert shown["kind"] == "link"


def test_take_backs_phrases_absence_and_time(
    ann: Visitor, bob: Visitor, room: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(room.time, "now", lambda: now)
    game = joined(ann, bob, clock="1")
    play(game, ann, bob, moves=3)
    do(ann, game, "proposal", wish="take-back")
    assert do(bob, game, "proposal/answer", yes=True)["ply"] == 2
    said = do(bob, game, "phrase", phrase="well-played")["shared"]["said"]
    assert [one["text"] for one in said] == ["Well played"]
    assert do(bob, game, "phrase", 409, phrase="rude")["code"] == "no-such-phrase"
    room.present(game["id"], Color.BLACK, False)
    now += GONE - 1
    assert do(bob, game, "claim", 409)["code"] == "not-gone"
    assert do(bob, game, "time")["outcome"] is None
    now += 2
    assert do(bob, game, "time")["outcome"]["reason"] == "time"


def test_both_find_the_game_among_theirs(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    game = joined(ann, bob)
    for who in (ann, bob):
        [entry] = who.get("/api/games")["games"]
        assert (entry["id"], entry["title"], entry["shared"]) == (
            game["id"],
            "Ann – Bob",
            True,
        )
    assert eve.get("/api/games")["games"] == []


# --- Nobody gets in where they do not belong -----------------------------------------------------


def test_a_link_gives_exactly_one_seat_to_who_takes_it_first(
    ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    game = table(ann)
    token = invitation(ann, game)
    for _ in range(2):  # to look is not to sit down: a preview of a link takes nothing
        assert eve.post("/api/invitations/look", {"token": token})["free"]
    bob.post("/api/invitations/take", {"token": token, "name": "Bob"})
    stolen = eve.post("/api/invitations/take", {"token": token, "name": "Bob"}, 409)
    assert stolen["code"] == "seat-taken"
    assert stolen["game"]["shared"]["you"] is None
    later = eve.post("/api/invitations/look", {"token": token})
    assert (later["free"], later["game"]["shared"]["you"]) == (False, None)
    back = bob.post("/api/invitations/take", {"token": token, "name": "Other"})
    assert (back["shared"]["you"], back["seats"]["white"]["title"]) == ("white", "Bob (guest)")
    assert ann.post("/api/invitations/take", {"token": token, "name": "Ann"})["shared"]["you"] == (
        "black"
    )


def test_who_watches_cannot_act_for_anybody(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    game = joined(ann, bob)
    for deed, body in (
        ("moves", {"square": "f5"}),
        ("resign", {}),
        ("claim", {}),
        ("phrase", {"phrase": "hello"}),
        ("proposal", {"wish": "abort"}),
        ("proposal/answer", {"yes": True}),
    ):
        assert do(eve, game, deed, 403, **body)["code"] == "watching"
    path = f"/api/games/{game['id']}/invitation"
    assert eve.post(path, {"address": "http://x/"}, 403)["code"] == "not-host"
    assert eve.raw("DELETE", path).status_code == 403
    assert bob.raw("DELETE", path).status_code == 403


def test_a_request_is_carried_out_once_for_each_player(ann: Visitor, bob: Visitor) -> None:
    game = joined(ann, bob)
    assert do(bob, game, "moves", 409, square="f5")["code"] == "not-your-turn"
    done = do(ann, game, "moves", square="f5", request="the-request")
    repeated = do(ann, game, "moves", square="d6", request="the-request")
    assert (repeated["ply"], repeated["version"]) == (1, done["version"])
    assert do(bob, game, "moves", square="d6", request="the-request")["ply"] == 2


def test_the_host_cannot_go_around_the_table_by_the_plain_routes(
    ann: Visitor, bob: Visitor
) -> None:
    """The game is the host's own row: neither a change nor a hint nor a copy may come at it."""
    game = joined(ann, bob)
    moved = do(ann, game, "moves", square="f5")
    for action, body in (
        ("redo", {}),
        ("swap", {}),
        ("goto", {"ply": 0}),
        ("seats", {"color": "white", "seat": "greedy"}),
    ):
        assert do(ann, game, action, 409, **body)["code"] == "shared-game"
    assert do(ann, game, "moves", 409, square="d6")["code"] == "not-your-turn"
    for action in ("stop", "resume", "reply"):
        assert do(ann, game, action)["version"] == moved["version"]
    do(ann, game, "open", 404)
    do(ann, game, "save", 404, name="copy")
    for path in ("hint", "save", "review"):
        assert ann.raw("GET", f"/api/games/{game['id']}/{path}").status_code in (404, 405)
    asked = do(ann, game, "undo")
    assert (asked["ply"], asked["shared"]["proposal"]["wish"]) == (1, "take-back")


def test_tokens_are_kept_hashed_can_be_revoked_and_are_not_guessed(
    app: Flask, ann: Visitor, bob: Visitor
) -> None:
    game = table(ann)
    old, token = invitation(ann, game), invitation(ann, game)
    assert bob.post("/api/invitations/look", {"token": old}, 404)["code"] == "no-such-invitation"
    database = app.extensions[GAMES].games.database
    digest = database.fetch("SELECT digest FROM invitations")[0]
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert token not in digest
    bob.post("/api/invitations/take", {"token": digest, "name": "Bob"}, 404)
    assert ann.raw("DELETE", f"/api/games/{game['id']}/invitation").status_code == 204
    bob.post("/api/invitations/take", {"token": token, "name": "Bob"}, 404)


def test_a_view_tells_nobody_who_anybody_is(
    app: Flask, ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    game = joined(ann, bob)
    token = invitation(ann, table(ann))
    fetch = app.extensions[GAMES].games.database.fetch
    asked = "SELECT visitor FROM seats WHERE game = ? AND color = ?"
    keys = [fetch(asked, game["id"], color)[0] for color in ("black", "white")]
    for who in (ann, bob, eve):
        answer = json.dumps(who.get(f"/api/games/{game['id']}"))
        stream = who.raw("GET", f"/api/events?table={game['id']}").get_data(as_text=True)
        for secret in (*keys, token):
            assert secret not in answer
            assert secret not in stream


def test_a_seat_goes_along_with_who_takes_the_games_to_another_browser(
    app: Flask, ann: Visitor, bob: Visitor, eve: Visitor
) -> None:
    game = joined(ann, bob)
    code = bob.post("/api/recovery/code", {}, 201)["code"]
    eve.post("/api/recovery", {"code": code})
    assert eve.get(f"/api/games/{game['id']}")["shared"]["you"] == "white"


def test_own_words_are_for_the_two_players_where_the_host_allows_them(
    ann: Visitor, bob: Visitor, eve: Visitor, room: GameService
) -> None:
    game = joined(ann, bob)
    assert not game["shared"]["may"]["write"]
    assert do(ann, game, "text", 403, text="Shall we?")["code"] == "no-chat"  # by default
    room.chat = True
    assert do(ann, game, "text", text=" Shall we? ")["shared"]["may"]["write"]
    do(bob, game, "phrase", phrase="hello")
    texts = [one["text"] for one in bob.get(f"/api/games/{game['id']}")["shared"]["said"]]
    assert texts == ["Shall we?", "Hello"]
    seen = eve.get(f"/api/games/{game['id']}")
    assert [one["text"] for one in seen["shared"]["said"]] == ["Hello"]
    assert not seen["shared"]["may"]["write"]
    assert do(eve, game, "text", 403, text="Me too")["code"] == "watching"
    for text, status in ((" ", 422), ("x" * 141, 400), ("a\nb", 400), ("\u202e", 422)):
        do(ann, game, "text", status, text=text)
    assert len(do(bob, game, "text", text="I am Bob")["shared"]["said"]) == 3
    with bob.client.session_transaction() as cookie:
        forget_person(room.games.database, cookie["visitor"])
    left = ann.get(f"/api/games/{game['id']}")["shared"]["said"]
    assert [one["text"] for one in left] == ["Shall we?", "Hello"]  # his words went with him


def test_invitations_names_and_phrases_are_limited(
    app: Flask, ann: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = joined(ann, bob)
    open_table = table(ann)

    monkeypatch.setitem(app.extensions, SETTINGS, replace(app.extensions[SETTINGS], budgets=1.0))

    def refused_after(send: Callable[[], int], at_most: int) -> bool:
        return 429 in {send() for _ in range(at_most + 1)}

    path = f"/api/games/{game['id']}/phrase"
    assert refused_after(lambda: bob.raw("POST", path, json={"phrase": "hello"}).status_code, 8)
    path = f"/api/games/{open_table['id']}/invitation"
    body = {"address": "http://x/"}
    assert refused_after(lambda: ann.raw("POST", path, json=body).status_code, 30)
    guess = {"token": "a" * 27}
    path = "/api/invitations/look"
    assert refused_after(lambda: bob.raw("POST", path, json=guess).status_code, 30)
