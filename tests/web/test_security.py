"""Safe by default: headers, other sites refused, cookies that cannot be made up, sizes bounded."""

import logging
import time
from typing import Any

import pytest
from flask import Flask

from outflank.web.app import close_app, create_app
from outflank.web.settings import InvalidSettings, Settings


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/nothing", "/move?x=1&y=1"])
def test_every_answer_carries_the_security_headers(ann: Any, path: str) -> None:
    headers = ann.raw("GET", path).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
    ],
)
@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/games"), ("GET", "/move?x=4&y=3"), ("POST", "/save"), ("POST", "/restart")],
)
def test_what_another_site_sends_is_refused(
    ann: Any, method: str, path: str, headers: dict[str, str]
) -> None:
    response = ann.raw(method, path, headers=headers)
    assert (response.status_code, response.get_json()["code"]) == (403, "other-site")
    assert ann.get("/api/games")["games"] == []


def test_our_own_page_and_programs_are_not_refused(ann: Any) -> None:
    for headers in ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, {}):
        assert ann.raw("POST", "/api/games", json={}, headers=headers).status_code == 201


def test_a_body_that_is_not_json_is_refused(ann: Any) -> None:
    response = ann.raw("POST", "/api/games", data="size=8", content_type="text/plain")
    assert (response.status_code, response.get_json()["code"]) == (415, "not-json")
    response = ann.raw("POST", "/api/games", data="{", content_type="application/json")
    assert response.status_code == 400


def test_a_request_too_large_is_refused(ann: Any) -> None:
    response = ann.raw("POST", "/api/games/import", json={"save": "x" * 300_000})
    assert response.status_code == 413
    assert response.get_json()["code"] == "too-large"
    assert "256 KB" in response.get_json()["error"]
    assert ann.raw("POST", "/save", data="x" * 300_000).status_code == 413


def test_the_cookie_is_signed_and_hidden_from_scripts(ann: Any, app: Flask) -> None:
    response = ann.raw("GET", "/")
    assert "HttpOnly" in response.headers["Set-Cookie"]
    assert "SameSite=Lax" in response.headers["Set-Cookie"]
    game = ann.new()
    cookie = ann.client.get_cookie("outflank").value
    forger = app.test_client()
    forger.set_cookie("outflank", cookie[:-3] + ("AAA" if cookie[-3:] != "AAA" else "BBB"))
    assert forger.get(f"/api/games/{game['id']}").status_code == 404


@pytest.mark.parametrize("seconds", [1, 3600, 30 * 24 * 3600, -800 * 24 * 3600])
def test_a_cookie_of_ours_is_believed_whatever_the_clocks_say(
    ann: Any, app: Flask, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    stamped = time.time() + seconds
    with monkeypatch.context() as patch:
        patch.setattr("itsdangerous.timed.time.time", lambda: stamped)
        game = ann.new()
    for path in ("/", "/api/games/current", f"/api/games/{game['id']}"):
        assert ann.raw("GET", path).status_code == 200
    assert ann.get("/api/games/current")["id"] == game["id"]


def test_a_local_server_answers_to_its_own_names_only(settings: Settings) -> None:
    from dataclasses import replace

    app = create_app(replace(settings, hosts=("localhost",)))
    client = app.test_client()
    assert client.get("/api/games").status_code == 200
    assert client.get("/api/games", headers={"Host": "rebound.example"}).status_code == 400
    close_app(app)


def test_the_log_says_who_did_what_without_secrets(
    ann: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "outflank.web"):
        game = ann.new()
        ann.move(game, "f5")
    cookie = ann.client.get_cookie("outflank").value
    lines = [record.getMessage() for record in caplog.records]
    assert any("POST /api/games 201" in line for line in lines)
    assert len({line.split()[0] for line in lines}) == 1
    assert not any(cookie in line or "kkkk" in line for line in lines)


def test_a_mistake_of_the_server_is_told_without_its_cause(
    ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("outflank.storage.games.games.Games.shelf", broken)
    response = ann.raw("GET", "/api/games")
    assert response.status_code == 500
    assert "secret detail" not in response.get_data(as_text=True)
    assert response.get_json()["code"] == "server-error"


@pytest.mark.parametrize(
    "wrong", [{"thinkers": 0}, {"thinking_seconds": 0}, {"patience_seconds": 9999}, {"waiting": -1}]
)
def test_settings_are_checked_before_anything_starts(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidSettings, match="must be"):
        Settings(**wrong)
