"""Both databases, each test on fresh tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.storage.database import Database, file_url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without any table."""
    if request.param == "sqlite":
        database = Database(file_url(tmp_path / "games.sqlite3"))
    else:
        database = Database(request.getfixturevalue("postgres_url"))
    yield database
    database.close()


@pytest.fixture
def database(empty_database: Database) -> Database:
    empty_database.migrate()
    return empty_database
