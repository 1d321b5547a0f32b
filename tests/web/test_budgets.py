"""Beyond a budget: 429, when to come back, a sentence; others and games that are begun go on."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from outflank.web.api.openapi import document, routes
from outflank.web.app import close_app, create_app
from outflank.web.http import rate_limits
from outflank.web.http.addresses import network_of
from outflank.web.settings import Settings
from outflank.workers.token_buckets import Budget, TokenBuckets


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def start(settings: Settings, clock: Clock) -> Iterator[Callable[..., Flask]]:
    """An application with so small a part of the budgets that a test reaches their ends."""
    apps = []

    def start(**more: Any) -> Flask:
        app = create_app(replace(settings, **{"budgets": 3 / rate_limits.GAMES[1].burst, **more}))
        app.extensions[rate_limits._TOKEN_BUCKETS] = TokenBuckets(clock)
        apps.append(app)
        return app

    yield start
    for app in apps:
        close_app(app)


def test_new_games(start: Callable[..., Flask], visit: Any, clock: Clock) -> None:
    app = start()
    ann, bob = visit(app), visit(app)
    ann.raw("GET", "/")
    games = [ann.new(white="human") for _ in range(3)]
    refused = ann.raw("POST", "/api/games", json={})
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "100"
    assert refused.get_json()["code"] == "too-many-requests"
    assert "100 seconds" in refused.get_json()["error"]
    assert ann.move(games[0], "f5")["ply"] == 1  # a move is none
    bob.new()
    clock.now += 100
    ann.new()


def test_other_ways_to_begin_a_game_count_too(start: Callable[..., Flask], visit: Any) -> None:
    app = start()
    ann = visit(app)
    ann.raw("GET", "/")
    link = ann.get(f"/api/games/{ann.new()['id']}/about")["link"]
    path = f"/api/games/~{link}/moves"
    ann.post(path, {"square": "f5"})
    ann.post(path, {"square": "f5"})
    assert ann.post(path, {"square": "f5"}, 429)["code"] == "too-many-requests"
    told = ann.raw("POST", "/restart").get_json()
    assert "Too many requests" in str(told)


def test_without_a_cookie_the_address_counts(start: Callable[..., Flask], visit: Any) -> None:
    app = start()
    here = {"REMOTE_ADDR": "192.0.2.7"}

    def begin(**where: str) -> int:
        stranger = visit(app)
        code: int = stranger.raw(
            "POST", "/api/games", json={"white": "human"}, environ_overrides=where
        ).status_code
        return code

    most = 3 * rate_limits.ADDRESS
    assert [begin(**here) for _ in range(most + 1)] == [201] * most + [429]
    assert begin(REMOTE_ADDR="192.0.2.8") == 201
    forged = {**here, "HTTP_X_FORWARDED_FOR": "198.51.100.1"}
    assert begin(**forged) == 429  # what anybody can write is not believed


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("192.0.2.7:1234", "192.0.2.7:1234"),
        ("", ""),
    ],
)
def test_an_address_of_ipv6_is_a_network(address: str, counts_as: str) -> None:
    assert network_of(address) == counts_as


@pytest.mark.parametrize(
    ("kind", "method", "path", "body"),
    [
        ("PASTES", "POST", "/api/read", {"text": "f5"}),
        ("PICTURES", "GET", "/api/games/~4.lr@2/picture.png", None),
        ("PICTURES", "GET", "/api/games/~4.lr@2/picture.svg", None),
        ("PICTURES", "GET", "/api/games/~4.lr@2/film.gif", None),
        ("SEARCHES", "POST", "/api/archive/search", {}),
        ("REVIEWS", "POST", "/api/games/~4.lr@2/review", {"event": "stop"}),
        ("IMPORTS", "POST", "/api/games/import", {"save": "nothing"}),
    ],
)
def test_what_there_is_only_so_much_of(
    start: Callable[..., Flask],
    visit: Any,
    kind: str,
    method: str,
    path: str,
    body: dict[str, str] | None,
) -> None:
    budget: Budget = getattr(rate_limits, kind)[1]
    app = start(budgets=1 / budget.burst)
    ann = visit(app)
    ann.raw("GET", "/")
    assert ann.raw(method, path, json=body).status_code in (200, 404, 422)
    refused = ann.raw(method, path, json=body)
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == str(int(budget.seconds * budget.burst))


def test_a_class_with_one_game_has_the_budget_of_its_address(
    start: Callable[..., Flask], visit: Any
) -> None:
    pupils = visit(start(one_game=True))
    for _ in range(6):  # twice what one visitor has
        pupils.new()


def test_only_the_moves_of_a_game_have_no_budget(app: Flask) -> None:
    free = {(method, path) for path, method, route in routes(app) if route.budget is None}
    assert free == {
        ("post", f"/api/games/{{game}}/{action}") for action in ("moves", "reply", "answer", "time")
    }


def test_the_description_of_the_api_has_it(app: Flask) -> None:
    described = document(app)["paths"]
    for path, method in (
        ("/api/games", "post"),
        ("/api/games/import", "post"),
        ("/api/read", "post"),
        ("/api/games/{game}/film.gif", "get"),
        ("/api/archive/search", "post"),
        ("/api/games/{game}/review", "post"),
        ("/api/games/{game}/moves", "post"),
    ):
        assert "429" in described[path][method]["responses"]
