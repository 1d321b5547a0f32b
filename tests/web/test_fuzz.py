"""A hundred thousand random requests to all routes, on both databases: none breaks the server."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from archives import fill
from flask import Flask

from outflank.web.api.openapi import routes
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

REQUESTS = 100_000
STREAM = "/api/events"  # answered by the event loop
TEXTS = (
    "", "f5", "f5d6c3", "pass", "8", "-1", "1e999", "5+3", "3d", "human", "greedy", "engine:1",
    "file:/etc/passwd", "black", "a\0b", "\0", "é" * 30, "\u202ex", "x" * 300, "#join=x",
    "' OR 1=1 --", "<b>", "~4.lr@2", "0" * 32, "f" * 12, "daily", "{}", "[[[[",
)  # fmt: skip
VALUES: tuple[Any, ...] = (None, True, False, 0, 1, -1, 8, 64, 1e308, 2**63, [], {}, ["f5"], [[]])


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    fill(tmp_path)
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else ""
    app = create_app(Settings(tmp_path, database=url, thinkers=1, budgets=0, local_saves=True))
    yield app
    close_app(app)


def value(dice: Random, known: list[str]) -> Any:
    kind = dice.random()
    if kind < 0.2:
        return dice.choice(known)
    return dice.choice(TEXTS) if kind < 0.7 else dice.choice(VALUES)


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_no_random_request_breaks_the_server(server: Flask) -> None:
    dice = Random(38)
    known = ["0" * 32]
    places = [
        (path, method.upper(), msgspec.structs.fields(route.takes) if route.takes else ())
        for path, method, route in routes(server)
        if path != STREAM
    ]
    clients = [server.test_client() for _ in range(20)]
    answered: set[int] = set()
    for number in range(REQUESTS):
        client = dice.choice(clients)
        path, method, fields = dice.choice(places)
        for name in [part for part in path.split("/") if part.startswith("{")]:
            path = path.replace(name, quote(str(value(dice, known))[:400], safe="") or "x")
        names = [field.name for field in fields if field.required or dice.random() < 0.4]
        body = {name: value(dice, known) for name in names}
        if dice.random() < 0.05:
            body[str(dice.choice(TEXTS))] = 1
        response = client.open(path, method=method, json=body if method != "GET" else None)
        assert response.status_code < 500 or response.status_code in (501, 503, 507), (
            number, method, path, body, response.get_data()[:300],
        )  # fmt: skip
        answered.add(response.status_code)
        found = response.get_json(silent=True) if response.is_json else None
        if isinstance(found, dict) and isinstance(found.get("id"), str) and len(known) < 400:
            known.append(found["id"])
    assert {200, 201, 400, 404, 409, 422} <= answered
