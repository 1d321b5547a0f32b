"""Backups: a file of lines from either database into either, whole or not at all."""

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Column, Integer, MetaData, select, text

from outflank.board import Color, parse_square
from outflank.formats import read_file, read_transcript
from outflank.game import Game
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.archive.archive import Archive, Query
from outflank.storage.backup import InvalidBackup, back_up, look_into, restore
from outflank.storage.database import (
    MIGRATIONS,
    Database,
    InvalidDatabase,
    file_url,
    revisions,
)
from outflank.storage.games.games import Games
from outflank.storage.metadata import metadata
from outflank.storage.study.practice_cards import PracticeCards
from outflank.study.practice import Card

ANN = "a" * 32
SEATS = {Color.BLACK: Seat(), Color.WHITE: Seat("greedy")}


def fill(database: Database, folder: Path) -> None:
    games = Games(database)
    kept = games.create(ANN, GameSession(Game(info={"event": "Tōkyō ✓"}), SEATS, paused=True))
    games.save(ANN, kept.id, "saved")
    board = read_transcript("f5d6c3").board
    card = Card(board, parse_square("f4"), (parse_square("d3"),), 6, False, "", "mine", due=0.1)
    PracticeCards(database, ANN).add([card])
    (folder / "games.txt").write_text("f5d6c3d3c4f4f6f3e6e7\n")
    Archive(database).import_games(read_file(folder / "games.txt"), name="games", digest="d")


def content(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as session:
        return {
            table.name: sorted(tuple(row) for row in session.execute(select(table)))
            for table in metadata.sorted_tables
        }


@pytest.fixture
def other(tmp_path: Path) -> Database:
    return Database(file_url(tmp_path / "other.sqlite3"))


def test_there_and_back_again(database: Database, other: Database, tmp_path: Path) -> None:
    """From each database into a SQLite file, and from that into the first, emptied."""
    fill(database, tmp_path)
    before = content(database)
    told: list[int] = []
    rows = back_up(database, tmp_path / "one.lines", told.append)
    assert rows == told[-1] == sum(map(len, before.values()))
    assert (tmp_path / "one.lines").stat().st_mode & 0o077 == 0
    assert restore(other, tmp_path / "one.lines") == rows
    assert content(other) == before
    back_up(other, tmp_path / "two.lines.gz")
    with database.alone() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
    restore(database, tmp_path / "two.lines.gz")
    assert content(database) == before
    games = Games(database)  # and it goes on: new rows get numbers of their own
    games.create(ANN, GameSession(Game(), SEATS))
    Archive(database).import_games(read_file(tmp_path / "games.txt"), name="again", digest="e")
    assert Archive(database).search(Query(), limit=5).total == 2
    other.close()


MIGRATION = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9998", "{revisions()[-1]}"


def upgrade() -> None:
    op.add_column("visitors", sa.Column("shoes", sa.Integer, server_default="42"))


def downgrade() -> None:
    op.drop_column("visitors", "shoes")
"""


def test_a_backup_of_older_tables_comes_up_to_date(
    backup: Path, other: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, newer)
    (newer / "versions" / "9998_shoes.py").write_text(MIGRATION)
    monkeypatch.setattr("outflank.storage.database.MIGRATIONS", newer)
    monkeypatch.setattr("outflank.storage.database.VERSIONS", newer / "versions")
    models = MetaData()
    for table in metadata.tables.values():
        table.to_metadata(models)
    models.tables["visitors"].append_column(Column("shoes", Integer, server_default="42"))
    monkeypatch.setattr("outflank.storage.metadata.metadata", models)
    restore(other, backup)
    assert other.is_current
    with other.reading() as session:
        assert session.execute(text("SELECT id, shoes FROM visitors")).all() == [(ANN, 42)]
    other.close()


def test_a_backup_sees_one_moment(database: Database, other: Database, tmp_path: Path) -> None:
    games = Games(database)
    for _ in range(3):
        games.create(ANN, GameSession(Game(), SEATS))

    def somebody_plays(rows: int) -> None:
        if rows == 1:
            games.create(ANN, GameSession(Game(), SEATS))

    assert back_up(database, tmp_path / "b.lines", somebody_plays) == 7
    restore(other, tmp_path / "b.lines")
    assert [len(content(other)[name]) for name in ("games", "events")] == [3, 3]
    other.close()


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    source = Database(file_url(tmp_path / "source.sqlite3"))
    source.migrate()
    fill(source, tmp_path)
    back_up(source, tmp_path / "b.lines")
    source.close()
    return tmp_path / "b.lines"


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def cut_off_after_a_line(file: Path) -> None:
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))


def changed(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"greedy", b"random"))


def another(file: Path) -> None:
    file.write_text('{"format": "outflank-game"}\n')


def newer(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(f'"{revisions()[-1]}"'.encode(), b'"9999"'))


def older(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"version":2', b'"version":1'))


def nested(file: Path) -> None:
    file.write_bytes(b"[" * 200_000)


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (cut_off, "is not JSON"),
        (nested, "is not JSON"),
        (cut_off_after_a_line, "is damaged"),
        (changed, "is damaged"),
        (another, "is not a backup of Outflank"),
        (newer, "Update Outflank"),
        (older, "written by Outflank 0.2 or older"),
        (empty, "is damaged"),
    ],
)
def test_a_damaged_backup_does_nothing(
    backup: Path, other: Database, damage: Callable[[Path], None], told: str
) -> None:
    damage(backup)
    with pytest.raises(InvalidBackup, match=told):
        restore(other, backup)
    other.migrate()
    assert not any(content(other).values())
    other.close()


def test_a_packed_backup_that_was_cut_off(backup: Path, other: Database) -> None:
    packed = backup.with_name("b.lines.gz")
    packed.write_bytes(gzip.compress(backup.read_bytes())[:-50])
    with pytest.raises(InvalidBackup, match="cannot be decompressed"):
        look_into(packed)
    shutil.copy(backup, packed)
    with pytest.raises(InvalidBackup, match="cannot be decompressed"):
        look_into(packed)


def test_a_restore_that_is_stopped_leaves_nothing(backup: Path, other: Database) -> None:
    def stop(rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(other, backup, stop)
    with other.engine.connect() as connection:
        there = connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar()
    other.close()
    assert there == 0


def test_only_an_empty_database_is_filled(backup: Path, other: Database) -> None:
    restore(other, backup)
    before = content(other)
    with pytest.raises(InvalidDatabase, match=r"already has .* rows in [a-z_]+"):
        restore(other, backup)
    assert content(other) == before
    other.close()


def test_a_backup_that_is_stopped_or_has_its_name_taken_leaves_nothing(
    backup: Path, database: Database
) -> None:
    before = backup.read_bytes()
    with pytest.raises(FileExistsError, match="Choose another name"):
        back_up(database, backup)
    assert backup.read_bytes() == before

    def stop(rows: int) -> None:
        raise KeyboardInterrupt

    Games(database).create(ANN, GameSession(Game(), SEATS))
    names = sorted(backup.parent.iterdir())
    with pytest.raises(KeyboardInterrupt):
        back_up(database, backup.with_name("another.lines"), stop)
    assert [path for path in sorted(backup.parent.iterdir()) if path not in names] == []
