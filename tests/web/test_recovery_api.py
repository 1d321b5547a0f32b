"""Taking games along over HTTP, and trying to steal them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from outflank.web.app import close_app, create_app
from outflank.web.http import rate_limits
from outflank.web.settings import Settings


def code_of(visitor: Any) -> str:
    code: str = visitor.post("/api/recovery/code", status=201)["code"]
    return code


def test_another_browser_has_the_games_of_both(ann: Any, bob: Any) -> None:
    here, there = ann.new(white="human"), bob.new(white="human")
    ann.move(here, "f5")
    bob.move(there, "f5")
    assert bob.post("/api/recovery", {"code": code_of(ann)})["games"] == 2
    for browser in (ann, bob):
        assert {game["id"] for game in browser.get("/api/games")["games"]} == {
            here["id"],
            there["id"],
        }
    assert bob.move(here, "d6")["ply"] == 2
    assert ann.get(f"/api/games/{here['id']}")["ply"] == 2


def test_the_new_cookie_lasts_as_long_as_any(ann: Any, bob: Any) -> None:
    ann.new()
    answer = bob.raw("POST", "/api/recovery", json={"code": code_of(ann)})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "Expires" in cookie


@pytest.mark.parametrize(
    "spoil",
    [
        lambda code: code[:-1] + ("0" if code[-1] != "0" else "2"),
        lambda code: code[::-1],
        lambda code: "0" * 20,
        lambda code: "%" * 20,
        lambda code: "' OR '1'='1' -- 12345",
        lambda code: code + "0",
        lambda code: "\x01" + code,
        lambda code: "é" * 20,
    ],
)
def test_a_wrong_code_brings_nothing(ann: Any, bob: Any, spoil: Callable[[str], str]) -> None:
    game = ann.new(white="human")
    code = code_of(ann)
    told = bob.post("/api/recovery", {"code": spoil(code)}, 404)
    assert told["code"] == "no-such-code"
    bob.get(f"/api/games/{game['id']}", 404)
    assert bob.post("/api/recovery", {"code": code})["games"] == 0  # without a move none is shown
    bob.get(f"/api/games/{game['id']}")


def test_a_code_is_used_once(ann: Any, bob: Any, new_visitor: Callable[[], Any]) -> None:
    game = ann.new()
    code = code_of(ann)
    thief = new_visitor()
    bob.post("/api/recovery", {"code": code})
    assert thief.post("/api/recovery", {"code": code}, 404)["code"] == "no-such-code"
    thief.get(f"/api/games/{game['id']}", 404)


def test_a_failed_try_leaves_everybody_who_they_are(ann: Any, bob: Any) -> None:
    mine = bob.new(white="human")
    answer = bob.raw("POST", "/api/recovery", json={"code": "0" * 20})
    assert "Set-Cookie" not in answer.headers
    bob.get(f"/api/games/{mine['id']}")


def test_nobody_tries_for_long(ann: Any, new_visitor: Callable[[], Any]) -> None:
    """Also where the host has no other budget; a new cookie each time helps little."""
    ann.new()
    code = code_of(ann)
    ann.raw("GET", "/")
    most = int(rate_limits.CODES[1].burst)
    for _ in range(most - 1):
        ann.post("/api/recovery", {"code": "0" * 20}, 404)
    refused = ann.raw("POST", "/api/recovery", json={"code": code})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) <= rate_limits.CODES[1].seconds
    codes = [
        new_visitor().raw("POST", "/api/recovery", json={"code": "0" * 20}).status_code
        for _ in range(most * rate_limits.ADDRESS)
    ]
    assert codes[-1] == 429


def test_another_site_can_neither_make_nor_enter_one(ann: Any) -> None:
    ann.new()
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    for path, body in (("/api/recovery/code", {}), ("/api/recovery", {"code": "0" * 20})):
        assert ann.raw("POST", path, json=body, headers=foreign).status_code == 403


def test_no_code_is_in_the_log(ann: Any, bob: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ann.new()
    code = code_of(ann)
    bob.post("/api/recovery", {"code": code})
    assert code not in caplog.text


def test_who_has_no_games_is_told(ann: Any) -> None:
    assert ann.post("/api/recovery/code", status=409)["code"] == "no-games"


def test_one_game_for_everybody_needs_no_code(settings: Settings, visit: Any) -> None:
    app: Flask = create_app(replace(settings, one_game=True))
    pupil = visit(app)
    assert pupil.post("/api/recovery/code", status=409)["code"] == "one-game"
    assert pupil.post("/api/recovery", {"code": "0" * 20}, 409)["code"] == "one-game"
    close_app(app)
