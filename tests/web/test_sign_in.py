"""Signing in with a password, where the host wants it; and what nobody can do with one."""

import itertools
import json
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask import Flask
from servers import running
from sqlalchemy import select

from outflank.storage.club.passwords import Passwords, WrongPassword
from outflank.storage.club.personal_data import everything_of
from outflank.storage.database import Database
from outflank.storage.models import PasswordRow
from outflank.web.app import close_app, create_app
from outflank.web.context import CLUB, PASSWORDS
from outflank.web.games.game_service import GAMES
from outflank.web.http import rate_limits
from outflank.web.settings import InvalidSettings, Settings

PASSWORD = "correct horse 8"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a password takes to guess does not matter here."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("outflank.storage.club.passwords.hasher", lambda: cheap)


@pytest.fixture
def app(settings: Settings, quick: None) -> Iterator[Flask]:
    app = create_app(replace(settings, sign_in=True))
    yield app
    close_app(app)


def member(visitor: Any, name: str, password: str = "") -> None:
    visitor.post("/api/club/you", {"name": name})
    if password:
        assert visitor.post("/api/club/password", {"password": password})["password"]


def name_of(visitor: Any) -> str | None:
    who = visitor.get("/api/club/you")["who"]
    return None if who is None else str(who["name"])


def sign_in(visitor: Any, name: str, password: str, status: int = 200) -> Any:
    return visitor.post("/api/club/sign-in", {"name": name, "password": password}, status)


def test_a_member_is_the_same_in_another_browser_and_a_guests_games_come_along(
    ann: Any, bob: Any
) -> None:
    member(ann, "Ann", PASSWORD)
    here, there = ann.new(white="human"), bob.new(white="human")
    ann.move(here, "f5")
    bob.move(there, "f5")
    assert not bob.get("/api/club/you")["password"]
    assert sign_in(bob, "ANN", PASSWORD)["who"]["name"] == "Ann"  # as names are compared here
    for browser in (ann, bob):
        assert name_of(browser) == "Ann"
        browser.get(f"/api/games/{here['id']}")
        browser.get(f"/api/games/{there['id']}")


def test_a_shared_computer_gives_no_member_to_another(
    ann: Any, bob: Any, new_visitor: Callable[[], Any]
) -> None:
    member(ann, "Ann", PASSWORD)
    game = ann.new(white="human")
    ann.move(game, "f5")
    member(bob, "Bob", PASSWORD + "!")
    sign_in(ann, "Bob", PASSWORD + "!")
    assert name_of(ann) == "Bob"
    ann.get(f"/api/games/{game['id']}", 404)  # Ann's games are still hers
    elsewhere = new_visitor()
    sign_in(elsewhere, "Ann", PASSWORD)
    elsewhere.get(f"/api/games/{game['id']}")


def test_signing_out_leaves_nobody_behind_and_nobody_is_lost(ann: Any, bob: Any) -> None:
    member(ann, "Ann")
    member(bob, "Bob", PASSWORD)
    for refused in (
        ann.raw("DELETE", "/api/club/sign-in"),
        ann.raw("POST", "/api/club/sign-in", json={"name": "Bob", "password": PASSWORD}),
    ):
        assert refused.status_code == 409
        assert "You are Ann here" in refused.get_json()["error"]
    assert name_of(ann) == "Ann"
    assert bob.raw("DELETE", "/api/club/sign-in").status_code == 200
    assert name_of(bob) is None
    sign_in(bob, "Bob", PASSWORD)
    assert name_of(bob) == "Bob"


def test_a_wrong_name_or_password_changes_nothing_and_says_no_more(ann: Any, bob: Any) -> None:
    member(ann, "Ann", PASSWORD)
    bob.raw("GET", "/")
    said = {
        sign_in(bob, name, password, 403)["error"]
        for name, password in (
            ("Ann", PASSWORD + " "),
            ("Ann", ""),
            ("Nobody", PASSWORD),
            ("Ann", "' OR '1'='1"),
            ("Ann", "\x01" * 8),
        )
    }
    assert len(said) == 1  # it does not tell which of the two was wrong
    assert name_of(bob) is None
    ann.post("/api/club/password", {"password": "quite another"})
    sign_in(bob, "Ann", PASSWORD, 403)
    sign_in(bob, "Ann", "quite another")


def test_a_dropped_password_opens_nothing_and_a_guest_has_none(ann: Any, bob: Any) -> None:
    bob.post("/api/club/password", {"password": PASSWORD}, 409)
    member(ann, "Ann", PASSWORD)
    assert not ann.raw("DELETE", "/api/club/password").get_json()["password"]
    sign_in(bob, "Ann", PASSWORD, 403)
    for wrong in ("short", "x" * 201):
        said = ann.post("/api/club/password", {"password": wrong}, 422)["error"]
        assert said == "A password must have 8 to 200 characters."


def test_only_a_digest_is_kept_and_it_leaves_the_server_in_no_export(app: Flask, ann: Any) -> None:
    member(ann, "Ann", PASSWORD)
    database: Database = app.extensions[GAMES].games.database
    with database.reading() as session:
        row = session.scalars(select(PasswordRow)).one()
    assert row.digest.startswith("$argon2id$")
    assert PASSWORD not in row.digest
    (exported,) = everything_of(database, row.visitor)["passwords"]
    assert "digest" not in exported


def test_nobody_guesses_for_long(ann: Any, bob: Any) -> None:
    member(ann, "Ann", PASSWORD)
    bob.raw("GET", "/")
    tries = [
        bob.raw("POST", "/api/club/sign-in", json={"name": "Ann", "password": f"{n}"}).status_code
        for n in range(int(rate_limits.SIGN_INS[1].burst) + 1)
    ]
    assert set(tries[:-1]) == {403}
    assert tries[-1] == 429
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    body = {"name": "Ann", "password": PASSWORD}
    assert ann.raw("POST", "/api/club/sign-in", json=body, headers=foreign).status_code == 403


def test_an_address_that_signs_in_without_end_keeps_nobody_out(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty sign-ins without cookies: two wait for the only thread, the page and health do not."""
    go_on, begun = threading.Event(), threading.Event()

    def slow(self: Passwords, *_: str) -> str:
        begun.set()
        assert go_on.wait(120)
        raise WrongPassword("wrong")

    monkeypatch.setattr(Passwords, "sign_in", slow)
    body = json.dumps({"name": "Ann", "password": PASSWORD}).encode()

    def ask(path: str, data: bytes | None = None) -> int:
        request = urllib.request.Request(f"{url}{path}", data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=100) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code

    with running(app) as (_, url), ThreadPoolExecutor(40) as attackers:
        tries = [attackers.submit(ask, "/api/club/sign-in", body) for _ in range(40)]
        assert begun.wait(120)
        refused = [done.result() for done in itertools.islice(as_completed(tries), 38)]
        assert set(refused) == {503}
        assert [ask(path) for path in ("/readyz", "/healthz", "/", "/api/club")] == [200] * 4
        go_on.set()
        assert {one.result() for one in tries} == {503, 403}


def test_an_address_has_few_sign_ins(ann: Any, visit: Callable[[Flask], Any], app: Flask) -> None:
    member(ann, "Ann", PASSWORD)
    most = int(rate_limits.SIGN_INS[1].burst) * rate_limits.SIGN_INS_ADDRESS
    body = {"name": "Ann", "password": "wrong one"}
    tries = [
        visit(app).raw("POST", "/api/club/sign-in", json=body).status_code for _ in range(most)
    ]
    assert tries == [403] * (most - 1) + [429]  # setting the password counted, too


def test_where_the_host_wants_none_there_is_none(
    settings: Settings, visit: Callable[[Flask], Any]
) -> None:
    app = create_app(settings)
    try:
        ann = visit(app)
        member(ann, "Ann")
        assert not ann.get("/api/club/you")["sign_in"]
        said = ann.post("/api/club/password", {"password": PASSWORD}, 403)["error"]
        assert "no passwords" in said
        sign_in(ann, "Ann", PASSWORD, 403)
    finally:
        close_app(app)


def test_without_the_library_the_server_says_what_to_install(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "argon2", None)
    with pytest.raises(InvalidSettings, match=r"pip install 'outflank\[sign-in\]'"):
        create_app(replace(settings, sign_in=True))


def test_the_host_lets_somebody_back_who_forgot_the_password(
    app: Flask, ann: Any, bob: Any, new_visitor: Callable[[], Any]
) -> None:
    member(ann, "Ann", PASSWORD)
    key = app.extensions[CLUB].club.make_key()
    ann_id = ann.get("/api/club/you")["who"]["id"]

    def code(status: int = 201, key: str = key, **wanted: str) -> Any:
        head = {"Authorization": f"Bearer {key}"}
        answer = bob.raw("POST", "/api/club/host/code", headers=head, json=wanted)
        assert answer.status_code == status
        return answer.get_json()

    assert code(401, key="guessed", player=ann_id)["code"] == "no-host"
    assert code(404, player="0" * 12)["code"] == "no-such-member"
    made = code(player=ann_id)["code"]
    sign_in(bob, "Ann", PASSWORD, 403)  # which is void from then on
    elsewhere = new_visitor()
    elsewhere.post("/api/recovery", {"code": made})
    assert name_of(elsewhere) == "Ann"
    assert not elsewhere.get("/api/club/you")["password"]
    elsewhere.post("/api/club/password", {"password": "another one 9"})
    assert sign_in(bob, "Ann", "another one 9")["who"]["name"] == "Ann"
    assert new_visitor().post("/api/recovery", {"code": made}, 404)["code"] == "no-such-code"


def test_a_name_without_a_password_is_refused_like_one_with_another(
    app: Flask, ann: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    member(ann, "Ann")
    passwords = app.extensions[PASSWORDS]
    looked: list[str] = []
    is_right = passwords._is_right

    def look(digest: str, password: str) -> bool:
        looked.append(password)
        return bool(is_right(digest, password))

    monkeypatch.setattr(passwords, "_is_right", look)
    for name in ("Ann", "Nobody"):
        sign_in(bob, name, PASSWORD, 403)
    assert len(looked) == 2  # each took as long as a wrong password does
