"""No request makes a mistake of the server: whatever cannot be used is refused in a sentence."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from archives import fill
from flask import Flask
from postgres import postgres, programs
from werkzeug.test import TestResponse

from outflank.formats import save_game
from outflank.game import Game
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

NESTED = "[" * 100_000
BODIES = [NESTED, '{"name": ' + NESTED, '{"x": ' * 40_000, "{", "", "9" * 9999, "\ufeff{}"]
ODD = ["\0", "f5\0", "\ud800", "f5\udfff", "\n", "12345678\n", "\x1b[2J"]
# Every route that takes a text, and the texts it takes.
TEXTS: dict[str, dict[str, Any]] = {
    "/api/games": {"name": "", "white": "", "start": "", "transcript": "", "request": "12345678"},
    "/api/games/import": {"save": "", "name": ""},
    "/api/games/{game}/moves": {"square": "f5", "request": "12345678"},
    "/api/games/{game}/undo": {"request": "12345678"},
    "/api/games/{game}/seats": {"color": "white", "seat": "greedy"},
    "/api/games/{game}/save": {"name": ""},
    "/api/practice": {"event": "choose", "square": "f5"},
    "/api/archive/search": {"player": "", "event": "", "opening": "", "position": ""},
    "/api/read": {"text": ""},
}
PLACES = [
    (path, field) for path, body in TEXTS.items() for field in body if isinstance(body[field], str)
]


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with postgres() as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("hostile")
    fill(folder)
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    app = create_app(Settings(folder=folder, thinkers=1, database=database, local_saves=True))
    yield app
    close_app(app)


def refused(response: TestResponse) -> str:
    """The sentence of a refusal."""
    assert 400 <= response.status_code < 500, response.get_data(as_text=True)
    sentence = response.get_json()["error"]
    assert sentence.endswith(".")
    return str(sentence)


def send(server: Flask, path: str, raw: str) -> TestResponse:
    client = server.test_client()
    game = client.post("/api/games", json={}).get_json()["id"]
    return client.post(path.format(game=game), data=raw, content_type="application/json")


@pytest.mark.parametrize(("path", "field"), PLACES)
def test_half_characters_and_control_characters(server: Flask, path: str, field: str) -> None:
    for text in ODD:
        response = send(server, path, json.dumps({**TEXTS[path], field: text}))
        assert response.status_code < 500, response.get_data(as_text=True)
        if "\ud800" in text or "\udfff" in text:
            assert "UTF-8" in refused(response)


@pytest.mark.parametrize("text", ODD)
def test_positions_to_practise_that_nobody_has(server: Flask, text: str) -> None:
    body = {"event": "choose", "square": "f5", "round": {"keys": [text], "at": 0}}
    refused(send(server, "/api/practice", json.dumps(body)))


@pytest.mark.parametrize("path", TEXTS)
def test_a_body_nested_without_end_or_cut_off(server: Flask, path: str) -> None:
    for raw in BODIES:
        response = send(server, path, raw)
        assert response.status_code < 500, response.get_data(as_text=True)
        if raw:
            refused(response)


def test_a_name_of_a_request_ends_where_it_ends(server: Flask) -> None:
    for name in ("a" * 64 + "\n", "a" * 8 + "\n", "a" * 65, "a" * 7):
        response = send(server, "/api/games", json.dumps({"request": name}))
        assert "request must be 8 to 64 letters and digits" in refused(response)


def hostile_saves() -> Iterator[str]:
    for text in ("\ud800", "\0", "\udfff"):
        yield save_game(Game(info={"black": "x"})).replace('"x"', json.dumps(text))
        yield save_game(Game(info={"black": "x"})).replace('"black"', json.dumps(text))
    yield save_game(Game()).replace('"moves": []', '"moves": ["\\ud800"]')
    yield '{"format": "\\ud800"}'
    yield NESTED


def test_a_save_that_hides_them(server: Flask) -> None:
    for save in hostile_saves():
        for path, field in (("/api/games/import", "save"), ("/api/read", "text")):
            response = send(server, path, json.dumps({field: save}))
            assert response.status_code < 500, response.get_data(as_text=True)
            if "\\ud" in save:
                refused(response)


@pytest.mark.parametrize("odd", ["%00", "%ED%A0%80", "%0a", "%ff", "~4%00", "~4.%0a", "x" * 5000])
def test_odd_addresses(server: Flask, odd: str) -> None:
    client = server.test_client()
    for place in ("/api/games", "/api/archive/games", f"/assets/{odd}", ""):
        assert client.get(f"{place}/{odd}").status_code in (302, 404)
    assert client.delete(f"/api/games/{'a' * 32}?forever={odd}").status_code in (400, 404)
    assert client.get(f"/move?x={odd}&y=1").status_code == (404 if "%00" in odd else 200)


def test_nul_characters_are_refused_wherever_they_are(server: Flask) -> None:
    """PostgreSQL cannot store or compare them."""
    client = server.test_client()
    for method, path in (
        ("GET", "/api/club/events/%00"),
        ("DELETE", "/api/club/challenges/a%00b"),
        ("DELETE", "/api/club/programs/a%00b"),
        ("GET", "/api/club/ladder?pace=%00"),
    ):
        assert client.open(path, method=method).status_code == 404
    for name in ("\0", "a\0b"):
        assert client.post("/api/club/seek", json={"name": name}).status_code == 400
        assert client.post("/api/games", json={"name": name}).status_code == 400
    response = client.post("/api/read", json={"text": r"\u0000"})  # a backslash, not a NUL
    assert response.get_json()["code"] != "invalid-request"


@pytest.mark.parametrize("path", ["/save", "/load"])
@pytest.mark.parametrize("raw", [b"\0", b"\xff", b"\xed\xa0\x80", b"\n", b"a\0b"])
def test_names_of_the_classic_routes(server: Flask, path: str, raw: bytes) -> None:
    response = server.test_client().post(path, data=raw)
    assert response.status_code == 200
    assert response.get_json()["message"].endswith(".")
