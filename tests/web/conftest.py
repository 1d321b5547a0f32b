"""An application on a fresh database, and visitors who each keep a cookie of their own."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from outflank.storage.database import Database, file_url
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

Answer = dict[str, Any]


class Visitor:
    """Somebody with a browser: remembers the cookie, and reads JSON."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def raw(self, method: str, path: str, **more: Any) -> TestResponse:
        return self.client.open(path, method=method, buffered=True, **more)

    def get(self, path: str, status: int = 200) -> Any:
        return self._read(self.raw("GET", path), status)

    def post(self, path: str, body: Answer | None = None, status: int | None = 200) -> Any:
        return self._read(self.raw("POST", path, json=body or {}), status)

    def new(self, **wanted: Any) -> Answer:
        made: Answer = self.post("/api/games", wanted, 201)
        return made

    def act(self, game: Answer, action: str, status: int = 200, **body: Any) -> Any:
        return self.post(f"/api/games/{game['id']}/{action}", body, status)

    def move(self, game: Answer, square: str, status: int = 200, **more: Any) -> Any:
        return self.act(game, "moves", status, square=square, **more)

    @staticmethod
    def _read(response: TestResponse, status: int | None) -> Any:
        assert status in (None, response.status_code), response.get_data(as_text=True)
        return response.get_json(silent=True)


@pytest.fixture(scope="session")
def fresh_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without any game, made once and copied for each test."""
    path = tmp_path_factory.mktemp("fresh") / "games.sqlite3"
    database = Database(file_url(path))
    database.migrate()
    database.close()
    return path


@pytest.fixture
def settings(tmp_path: Path, fresh_tables: Path) -> Settings:
    shutil.copy(fresh_tables, tmp_path)
    return Settings(folder=tmp_path, thinkers=1, secret_key="k" * 32, budgets=0)


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings)
    yield app
    close_app(app)


@pytest.fixture
def visit() -> Callable[[Flask], Visitor]:
    """Somebody new at any application."""
    return Visitor


@pytest.fixture
def new_visitor(app: Flask) -> Callable[[], Visitor]:
    return lambda: Visitor(app)


@pytest.fixture
def ann(new_visitor: Callable[[], Visitor]) -> Visitor:
    return new_visitor()


@pytest.fixture
def bob(new_visitor: Callable[[], Visitor]) -> Visitor:
    return new_visitor()
