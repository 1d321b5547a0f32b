"""Challenges in the club, and tokens for programs: who may what with them, and for how long."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from outflank.storage.club.challenges import PATIENCE
from outflank.web.api.routing import Route
from outflank.web.club.club_service import ClubService
from outflank.web.context import CLUB
from outflank.web.games.game_service import GAMES
from outflank.web.settings import SETTINGS

Answer = dict[str, Any]
Visitor = Any


@pytest.fixture
def room(app: Flask) -> ClubService:
    found = app.extensions[CLUB]
    assert isinstance(found, ClubService)
    return found


class Program:
    """Somebody who comes with a token, and without a cookie."""

    def __init__(self, app: Flask, token: str) -> None:
        self.client = app.test_client(use_cookies=False)
        self.head = {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: Answer | None = None, status: int = 200) -> Any:
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = self.client.open(path, method=method, headers=self.head, buffered=True, **more)
        assert answer.status_code == status, answer.get_data(as_text=True)
        assert "Set-Cookie" not in answer.headers or status == 401
        return answer.get_json(silent=True)


def named(who: Visitor, name: str) -> Any:
    return who.post("/api/club/you", {"name": name})["who"]


def token_of(owner: Visitor) -> str:
    made: str = owner.post("/api/club/programs", {}, 201)["token"]
    return made


@pytest.fixture
def program(app: Flask, ann: Visitor) -> Program:
    """A program of Ann's."""
    found = Program(app, token_of(ann))
    found.ask("POST", "/api/club/you", {"name": "Cautious"})
    return found


def challenge(who: Visitor, other: str, status: int = 201, **wanted: Any) -> Any:
    return who.post(f"/api/club/players/{other}/challenge", wanted, status)


def test_members_challenge_each_other(ann: Visitor, bob: Visitor, new_visitor: Any) -> None:
    named(ann, "Ann")
    other = named(bob, "Bob")["id"]
    eve = new_visitor()
    [sent] = challenge(ann, other, color="black", clock="5+0", rated=True)["challenges"]
    assert (sent["sent"], sent["who"]["name"], sent["color"]) == (True, "Bob", "black")
    [received] = bob.get("/api/club/yours")["challenges"]
    assert (received["sent"], received["who"]["name"]) == (False, "Ann")
    assert (received["color"], received["control"], received["rated"]) == ("white", "5+0", True)
    assert eve.get("/api/club/yours") == {"games": [], "challenges": []}
    assert [who.get("/api/today")["challenges"] for who in (ann, bob)] == [0, 1]
    path = f"/api/club/challenges/{received['id']}"
    for who in (eve, ann):  # only who was asked answers
        assert who.post(f"{path}/answer", {"yes": True}, 404)["code"] == "no-such-challenge"
    assert eve.raw("DELETE", path).status_code == 204  # nothing of theirs: nothing happens
    game = bob.post(f"{path}/answer", {"yes": True})["game"]
    assert bob.post(f"{path}/answer", {"yes": True}, 404)["code"] == "no-such-challenge"
    assert ann.get("/api/club/yours")["challenges"][0]["game"] == game
    assert ann.raw("DELETE", path).status_code == 204
    for who, color, opponent in ((ann, "black", "Bob"), (bob, "white", "Ann")):
        [mine] = who.get("/api/club/yours")["games"]
        assert (mine["game"], mine["color"], mine["who"]["name"]) == (game, color, opponent)
    table = ann.get(f"/api/games/{game}")
    assert (table["shared"]["you"], table["shared"]["terms"]["rated"]) == ("black", True)
    ann.post(f"/api/games/{game}/resign")
    assert ann.get("/api/club/yours")["games"] == []


def test_a_challenge_is_declined_withdrawn_or_forgotten(
    ann: Visitor, bob: Visitor, room: ClubService, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = named(bob, "Bob")["id"]
    [sent] = challenge(ann, other, name="Guest Ann")["challenges"]
    assert bob.get("/api/club/yours")["challenges"][0]["who"]["name"] == "Guest Ann (guest)"
    bob.post(f"/api/club/challenges/{sent['id']}/answer", {"yes": False})
    assert bob.get("/api/club/yours")["challenges"] == []
    assert ann.get("/api/club/yours")["challenges"][0]["declined"]
    [again] = challenge(ann, other, size=6)["challenges"]  # in the place of the other one
    assert (again["size"], again["declined"]) == (6, False)
    ann.raw("DELETE", f"/api/club/challenges/{again['id']}")
    assert bob.get("/api/club/yours")["challenges"] == []
    [late] = challenge(ann, other)["challenges"]
    now = room.now
    monkeypatch.setattr(room.service, "now", lambda: now + PATIENCE + 1)
    path = f"/api/club/challenges/{late['id']}/answer"
    assert bob.post(path, {"yes": True}, 404)["code"] == "no-such-challenge"
    assert challenge(ann, other, 409)["code"] == "not-here"  # nobody asks who has gone


def test_challenges_that_cannot_be(ann: Visitor, bob: Visitor, room: ClubService) -> None:
    me, other = named(ann, "Ann")["id"], named(bob, "Bob")["id"]
    assert challenge(ann, me, 409)["code"] == "yourself"
    assert challenge(ann, "0" * 12, 404)["code"] == "no-such-member"
    assert challenge(ann, other, 422, size=6, rated=True)["code"] == "not-rated"
    assert challenge(ann, other, 422, clock="soon")["code"] == "invalid-clock"
    challenge(ann, other)
    member = room.club.called("ann")
    assert member is not None
    room.club.ban(member)
    assert bob.get("/api/club/yours")["challenges"] == []
    assert challenge(ann, other, 403)["code"] == "banned"
    assert challenge(bob, me, 409)["code"] == "not-here"


# --- Tokens --------------------------------------------------------------------------------------


def test_a_program_is_a_member_of_its_own_and_is_marked(
    ann: Visitor, bob: Visitor, program: Program, room: ClubService
) -> None:
    named(ann, "Ann")
    [seen] = [one for one in bob.get("/api/club")["here"] if one["name"] == "Cautious"]
    assert seen["program"]
    [listed] = ann.get("/api/club/programs")["programs"]
    assert (listed["name"], listed["here"]) == ("Cautious", True)
    assert bob.get("/api/club/programs")["programs"] == []
    challenge(ann, seen["id"], clock="1+0")
    [asked] = program.ask("GET", "/api/club/yours")["challenges"]
    path = f"/api/club/challenges/{asked['id']}/answer"
    game = program.ask("POST", path, {"yes": True})["game"]
    table = bob.get(f"/api/games/{game}")
    color = program.ask("GET", f"/api/games/{game}")["shared"]["you"]
    assert table["seats"][color]["program"]
    assert table["seats"][color]["description"] == "A program."
    ann.post(f"/api/games/{game}/resign")
    [result] = bob.get("/api/club")["results"]
    assert result[color]["program"]  # also when it is over
    other = "white" if color == "black" else "black"
    assert not result[other]["program"]
    program.ask("POST", "/api/club/you", {"name": "Bold"})  # another name, and still a program
    member = room.club.called("boid")
    assert member is not None
    assert member.program


def test_a_token_carries_only_the_right_to_play(app: Flask, program: Program) -> None:
    opened, refused = 0, 0
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "page.asset":
            continue
        view = app.view_functions[rule.endpoint]
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            path = rule.rule.replace("<", "").replace(">", "").replace("path:", "")
            answer = program.client.open(path, method=method, headers=program.head, buffered=True)
            if isinstance(view, Route) and view.programs:
                opened += 1
                assert answer.status_code not in (401, 403), path
            else:
                refused += 1
                assert answer.get_json()["code"] == "only-playing", path
    assert opened < 25 < refused


def test_tokens_are_hashed_told_once_and_nobody_elses_to_revoke(
    app: Flask, ann: Visitor, bob: Visitor
) -> None:
    token = token_of(ann)
    [listed] = ann.get("/api/club/programs")["programs"]
    assert ann.get("/api/club/programs")["token"] is None
    digest = app.extensions[GAMES].games.database.fetch("SELECT digest FROM tokens")[0]
    assert len(digest) == 64
    assert token not in digest
    for wrong in (digest, f"outflank-{digest}", token[:-1], listed["id"], f"outflank-{'a' * 27}"):
        head = {"Authorization": f"Bearer {wrong}"}
        answer = bob.client.get("/api/club/you", headers=head)
        assert answer.status_code == 401 or answer.get_json()["who"] is None
    assert bob.raw("DELETE", f"/api/club/programs/{listed['id']}").status_code == 404
    program = Program(app, token)
    program.ask("GET", "/api/club/you")
    assert ann.raw("DELETE", f"/api/club/programs/{listed['id']}").status_code == 204
    assert program.ask("GET", "/api/club/you", status=401)["code"] == "no-such-token"
    assert ann.get("/api/club/programs")["programs"] == []


def test_who_is_banned_has_no_programs(
    ann: Visitor, bob: Visitor, program: Program, room: ClubService
) -> None:
    named(ann, "Ann")
    member = room.club.called("ann")
    assert member is not None
    room.club.ban(member)
    assert program.ask("GET", "/api/club/you", status=401)["code"] == "no-such-token"
    assert ann.post("/api/club/programs", {}, 403)["code"] == "banned"


def test_challenges_and_tokens_are_limited(
    app: Flask, ann: Visitor, bob: Visitor, new_visitor: Callable[[], Visitor]
) -> None:
    other = named(bob, "Bob")["id"]
    for _ in range(10):
        token_of(ann)
    assert ann.post("/api/club/programs", {}, 409)["code"] == "too-many-tokens"
    app.extensions[SETTINGS] = replace(app.extensions[SETTINGS], budgets=1)
    eve = new_visitor()
    paths = (f"/api/club/players/{other}/challenge", "/api/club/programs")
    for path in paths:
        assert 429 in {eve.raw("POST", path, json={}).status_code for _ in range(25)}, path
