"""Databases made before practice and archive had migrations: upgraded, with all that is in them.

The files in ``old/`` are what the code of that time wrote: those of SQLite its ``.dump``.
"""

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from outflank.board import parse_square
from outflank.formats import read_transcript
from outflank.storage import archive_tables, practice
from outflank.storage.archive import Archive, Query
from outflank.storage.database import Database, InvalidDatabase, file_url
from outflank.storage.games import Games
from outflank.storage.models import Base
from outflank.storage.practice import PracticeCards
from outflank.study import Card

OLD = Path(__file__).parent / "old"
VISITOR = "a" * 32
CARD = Card(
    read_transcript("f5d6c3").board,
    parse_square("f4"),
    (parse_square("d3"), parse_square("c4")),
    6,
    False,
    "f4 opens the centre",
    "my game",
    due=86500.0,
    interval=86400.0,
    ease=2.55,
    streak=1,
)


def made_before(name: str, database: Database) -> None:
    """Fill an empty database with the tables and rows of an old one."""
    if database.is_sqlite:
        file = database.engine.url.database
        assert file is not None
        with sqlite3.connect(file) as connection:
            connection.executescript((OLD / f"{name}.sqlite.sql").read_text(encoding="utf-8"))
        connection.close()
        return
    script = (OLD / f"{name}.postgresql.sql").read_text(encoding="utf-8")
    with database.engine.begin() as session:
        session.exec_driver_sql(script)


def assert_newest(database: Database) -> None:
    assert archive_tables.games.metadata is practice.cards.metadata is Base.metadata
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_old_cards_are_kept(empty_database: Database) -> None:
    made_before("practice", empty_database)
    empty_database.migrate()
    assert_newest(empty_database)
    owner = "" if empty_database.is_sqlite else VISITOR
    assert PracticeCards(empty_database, owner).due(1e6) == [CARD]


def test_an_old_archive_is_kept_and_takes_more(empty_database: Database) -> None:
    made_before("archive", empty_database)
    empty_database.migrate()
    assert_newest(empty_database)
    archive = Archive(empty_database)
    assert archive.search(Query(board=read_transcript("f5d6c3").board)).total == 2
    record = archive.game(2)
    assert (record.transcript, record.black, record.score) == ("e6f4c3c4d3", "Bo", -4)
    if not empty_database.is_sqlite:  # the rows were put in with their numbers
        with empty_database.writing() as session:
            session.execute(text("SELECT setval('archive_sources_id_seq', 1)"))
    archive.import_games([record], name="more", digest="2")
    assert archive.search(Query(board=read_transcript("f5d6c3").board)).total == 3


def test_an_old_server_keeps_games_and_cards(tmp_path: Path) -> None:
    database = Database(file_url(tmp_path / "games.sqlite3"))
    made_before("games", database)
    database.migrate()
    assert_newest(database)
    games = Games(database)
    [entry] = games.shelf(VISITOR)
    assert (entry.name, games.get(VISITOR, entry.id).standing.game.transcript) == ("old", "f5d6c3")
    assert PracticeCards(database, VISITOR).due(1e6) == [CARD]
    database.close()


def test_a_database_of_the_future_is_refused_and_left_alone(database: Database) -> None:
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InvalidDatabase, match=r"newer Outflank .version 9999.*update Outflank"):
        database.migrate()
