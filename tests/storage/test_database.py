"""The database: tables made by migrations, writers that take turns, URLs checked at once."""

import sqlite3
import threading
import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from outflank.storage.database import (
    VERSION_TABLE,
    Database,
    InvalidDatabase,
    create_tables,
    file_url,
    revisions,
    upgrade,
    version_of,
)
from outflank.storage.metadata import metadata
from outflank.storage.models import VisitorRow

FIRST_SCHEMA = Path(__file__).parent / "schema_0001.sql"


def differences(database: Database) -> list[object]:
    """What distinguishes the tables of a database from the models."""
    with database.engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))


def test_a_new_database_has_the_tables_of_the_models(database: Database) -> None:
    assert {"games", "practice_cards", "archive_chunks"} <= set(metadata.tables)
    assert differences(database) == []
    assert database.is_current


def test_the_migrations_bring_the_first_tables_to_those_of_the_models(
    empty_database: Database,
) -> None:
    bytes_are = "BLOB" if empty_database.is_sqlite else "BYTEA"
    statements = FIRST_SCHEMA.read_text().replace("BLOB", bytes_are).split(";\n")
    with empty_database.alone() as connection:
        for statement in filter(str.strip, statements):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32))")
        connection.exec_driver_sql(f"INSERT INTO {VERSION_TABLE} VALUES ('0001')")
    empty_database.migrate()
    assert empty_database.is_current
    assert differences(empty_database) == []


def test_the_migrations_can_be_undone_and_done_again(empty_database: Database) -> None:
    with empty_database.alone() as connection:
        create_tables(connection, revisions()[0])
        assert version_of(connection) == revisions()[0]
        upgrade(connection)
    assert empty_database.is_current
    assert differences(empty_database) == []


def test_migrating_twice_changes_nothing(database: Database) -> None:
    with database.writing() as session:
        session.add(VisitorRow(id="a" * 32, created=1.0, seen=1.0))
    database.migrate()
    with database.reading() as session:
        assert session.get(VisitorRow, "a" * 32) is not None


def test_a_database_of_a_newer_version_is_refused_and_left_alone(database: Database) -> None:
    with database.writing() as session:
        session.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(InvalidDatabase, match=r"version 9999.*Update Outflank"):
        database.migrate()


def test_a_database_of_version_0_2_is_refused_and_left_alone(empty_database: Database) -> None:
    with empty_database.writing() as session:
        session.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        session.execute(text("INSERT INTO alembic_version VALUES ('0001')"))
    with pytest.raises(InvalidDatabase, match=r"Outflank 0.2 or older.*Move it away"):
        empty_database.migrate()


def test_who_is_late_when_all_is_closed_leaves_no_connection_open(database: Database) -> None:
    with database.engine.connect() as late:
        connection = late.connection.dbapi_connection
        assert connection is not None
        database.close()
    with pytest.raises(Exception, match="closed"):
        connection.cursor().execute("SELECT 1")


def test_several_servers_may_migrate_at_the_same_time(empty_database: Database) -> None:
    problems: list[BaseException] = []

    def migrate() -> None:
        try:
            empty_database.migrate()
        except BaseException as problem:
            problems.append(problem)
            raise

    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_a_new_file_that_somebody_else_writes_to_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite3"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(time, "sleep", lambda seconds: other.rollback())
    database = Database(file_url(path))
    database.migrate()
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    database.close()
    other.close()


def test_a_block_that_fails_leaves_nothing_behind(database: Database) -> None:
    def half_way() -> None:
        with database.writing() as session:
            session.add(VisitorRow(id="b" * 32, created=1.0, seen=1.0))
            session.flush()
            raise RuntimeError("half-way")

    with pytest.raises(RuntimeError, match="half-way"):
        half_way()
    with database.reading() as session:
        assert session.get(VisitorRow, "b" * 32) is None


def test_sqlite_waits_for_the_disk_and_lets_readers_go_on(tmp_path: Path) -> None:
    database = Database(file_url(tmp_path / "games.sqlite3"))
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    database.close()


@pytest.mark.parametrize("url", ["nonsense", "mysql://user:secret@host/name", ""])
def test_a_url_that_leads_nowhere_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(InvalidDatabase, match="Use sqlite") as told:
        Database(url)
    assert "secret" not in str(told.value)


def test_a_question_is_asked_again_when_postgresql_has_begun_anew(postgres_url: str) -> None:
    database, other = Database(postgres_url), Database(postgres_url)
    assert database.fetch("SELECT 1")[0] == 1
    with other.writing() as session:
        session.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    assert database.fetch("SELECT 2")[0] == 2
    database.close()
    other.close()
