"""How much a visitor may keep, and for how long, as the page and programs are told."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from outflank.formats import save_game
from outflank.game import Game
from outflank.storage.limits import StorageLimits
from outflank.web.app import close_app, create_app
from outflank.web.games.game_service import GAMES
from outflank.web.http import upkeep
from outflank.web.settings import Settings


@pytest.fixture
def start(settings: Settings) -> Iterator[Callable[..., Flask]]:
    """An application with other settings."""
    apps = []

    def start(**other: Any) -> Flask:
        apps.append(create_app(replace(settings, **other)))
        return apps[-1]

    yield start
    for app in apps:
        close_app(app)


def test_a_full_server_begins_no_game_and_goes_on_with_those_begun(
    start: Callable[..., Flask], visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.storage.limits.LOOK_AGAIN", 0.0)
    app = start(quota=1000)
    ann = visit(app)
    game = ann.new(white="human")
    app.extensions[GAMES].games._room._limits = StorageLimits(total_mb=0.01)
    refused = ann.post("/api/games", {}, 507)
    assert refused["code"] == "storage-full"
    assert ann.move(game, "f5")["ply"] == 1


def test_a_save_that_carries_a_book_is_refused(ann: Any) -> None:
    def save(length: int) -> dict[str, str]:
        return {"save": save_game(Game(info={"event": "x" * length}))}

    told = ann.post("/api/games/import", save(190_000), 422)
    assert told["code"] == "invalid-save"
    assert "10000 characters" in told["error"]
    assert "190005" in told["error"]
    assert ann.post("/api/games/import", save(9_000), 201)["ply"] == 0


def test_undo_and_redo_are_not_kept_without_end(app: Flask, ann: Any) -> None:
    app.extensions[GAMES].games.limits = StorageLimits(events=4)
    game = ann.new(black="human", white="human")
    ann.move(game, "f5")
    ann.act(game, "undo")
    ann.act(game, "redo")
    told = ann.act(game, "undo", 409)
    assert told["code"] == "too-many-events"
    assert "limit of 4 actions" in told["error"]


def test_opening_the_page_forgets_who_never_came_back(
    start: Callable[..., Flask], visit: Any
) -> None:
    app = start(forget_after=30)
    ann, bob, cem = visit(app), visit(app), visit(app)
    for visitor in (ann, bob):
        visitor.new(white="human")
    games = app.extensions[GAMES].games
    with games.database.writing() as session:
        session.execute(text("UPDATE visitors SET seen = 0"))
        session.execute(text("UPDATE games SET updated = 0"))
    bob.raw("GET", "/")
    sweeper = app.extensions[upkeep._SWEEPER]
    sweeper._thread.join()
    assert ann.raw("GET", "/api/games/current").status_code == 204
    assert bob.get("/api/games/current")["ply"] == 0
    swept = sweeper._thread
    cem.raw("GET", "/")
    assert sweeper._thread is swept  # not again within the hour


def test_a_server_that_forgets_nobody(start: Callable[..., Flask], visit: Any) -> None:
    app = start(forget_after=0)
    visit(app).raw("GET", "/")
    assert app.extensions[upkeep._SWEEPER]._thread is None
