"""Maintenance of a database: its size, deletion of old visitors, integrity checks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, select
from sqlalchemy.orm import Session

from outflank.formats import InvalidSave, load_game
from outflank.storage.database import Database
from outflank.storage.metadata import metadata
from outflank.storage.models import EVERYBODY, EventRow, GameRow, VisitorRow
from outflank.storage.study.game_reviews import reviews
from outflank.storage.study.lesson_answers import answers
from outflank.storage.study.opening_cards import opening_answers
from outflank.storage.study.practice_cards import cards
from outflank.storage.study.puzzle_cards import tries
from outflank.translation import _

DAY = 24 * 3600.0
VISITORS_AT_ONCE = 50  # per transaction, to keep the lock short
ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class TableSize:
    name: str
    rows: int
    bytes: int | None  # None if SQLite was built without `dbstat`


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The number of deleted visitors, games and cards."""

    visitors: int = 0
    games: int = 0
    cards: int = 0

    def __add__(self, other: "Forgotten") -> "Forgotten":
        return Forgotten(
            self.visitors + other.visitors, self.games + other.games, self.cards + other.cards
        )


def sizes(database: Database) -> list[TableSize]:
    """Return every table with its rows and bytes, including indexes, largest first."""
    with database.snapshot() as connection:
        used = _bytes_of_tables(connection)
        found = [
            TableSize(
                name,
                connection.execute(select(func.count()).select_from(table)).scalar_one(),
                used.get(name),
            )
            for name, table in metadata.tables.items()
        ]
    return sorted(found, key=lambda table: (-(table.bytes or 0), -table.rows, table.name))


def would_forget(database: Database, before: float) -> Forgotten:
    gone = _absent(before).subquery()
    ids = select(gone.c.id)
    counts = (
        select(func.count()).select_from(gone),
        select(func.count()).select_from(GameRow).where(GameRow.visitor.in_(ids)),
        select(func.count()).select_from(cards).where(cards.c.owner.in_(ids)),
    )
    with database.snapshot() as connection:
        return Forgotten(*(connection.execute(count).scalar_one() for count in counts))


def sweep(
    database: Database,
    before: float,
    progress: Callable[[Forgotten], None] = lambda done: None,
    wanted: Callable[[], bool] = lambda: True,
) -> Forgotten:
    """Delete visitors who were absent since a time, a few per transaction.

    It continues while ``wanted`` returns true. Several servers may sweep concurrently.
    """
    done = Forgotten()
    while wanted():
        with database.writing() as session:
            chosen = _absent(before).limit(VISITORS_AT_ONCE).with_for_update(skip_locked=True)
            ids = list(session.scalars(chosen))
            if not ids:
                break
            done += forget(session, ids)
        progress(done)
    return done


def forget(session: Session, ids: Sequence[str]) -> Forgotten:
    """Delete visitors and all their data within a transaction."""
    theirs = select(GameRow.id).where(GameRow.visitor.in_(ids))
    session.execute(delete(EventRow).where(EventRow.game.in_(theirs)))
    games = session.execute(delete(GameRow).where(GameRow.visitor.in_(ids)))
    old = session.execute(delete(cards).where(cards.c.owner.in_(ids)))
    for table in (answers, opening_answers, reviews, tries):
        session.execute(delete(table).where(table.c.owner.in_(ids)))
    session.execute(
        delete(VisitorRow).where(VisitorRow.id.in_(ids))
    )  # also deletes rows that refer to it
    return Forgotten(len(ids), _count(games), _count(old))


def _count(result: Any) -> int:
    return int(result.rowcount)


def _absent(before: float) -> Select[str]:
    """Select visitors who neither visited nor played since a time."""
    played = select(GameRow.id).where(GameRow.visitor == VisitorRow.id, GameRow.updated >= before)
    return (
        select(VisitorRow.id)
        .where(VisitorRow.seen < before, VisitorRow.id != EVERYBODY, ~played.exists())
        .order_by(VisitorRow.id)
    )


def shrink(database: Database) -> None:
    """Return free space to the disk; other requests wait until it is done."""
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if database.is_sqlite:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        else:
            connection.exec_driver_sql(f"VACUUM (FULL) {', '.join(metadata.tables)}")


# --- Integrity -----------------------------------------------------------------------------------


def problems(database: Database, progress: Callable[[int], None]) -> Iterator[str]:
    """Describe every defect: in the file, between tables, in a game."""
    with database.snapshot() as connection:
        if database.is_sqlite:
            for (told,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                if told != "ok":
                    yield f"SQLite: {told}"
        yield from _lost_rows(connection)
        last = (
            select(func.max(EventRow.version), func.count())
            .where(EventRow.game == GameRow.id)
            .correlate(GameRow)
        )
        newest = last.with_only_columns(func.max(EventRow.version)).scalar_subquery()
        count = last.with_only_columns(func.count()).scalar_subquery()
        rows = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(
            select(
                GameRow.id, GameRow.document, GameRow.board, GameRow.version, newest, count
            ).order_by(GameRow.id)
        )
        for number, (game, document, board, version, event, events) in enumerate(rows, 1):
            progress(number)
            if (event, events) != (version, version):
                yield _(
                    "Game {game} has {found} of {count} events, and the last one is {last}.",
                    game=game,
                    found=events,
                    count=version,
                    last=event,
                )
            try:
                found = load_game(document).board.to_text()
            except InvalidSave as error:
                yield _("Game {game} cannot be read: {error}.", game=game, error=error)
                continue
            if found != board:
                yield _(
                    "Game {game} has the position {found}, but its row has {board}.",
                    game=game,
                    found=found,
                    board=board,
                )


def _lost_rows(connection: Connection) -> Iterator[str]:
    """Describe rows whose parent row is missing."""
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            column, parent = key.parent, key.column.table.alias()
            missing = (
                select(func.count())
                .select_from(table.outerjoin(parent, column == parent.c[key.column.name]))
                .where(and_(column.is_not(None), parent.c[key.column.name].is_(None)))
            )
            if lost := connection.execute(missing).scalar_one():
                yield _(
                    "{table} has {count} rows whose row in {parent} is missing.",
                    table=table.name,
                    count=lost,
                    parent=key.column.table.name,
                )


def _bytes_of_tables(connection: Connection) -> dict[str, int]:
    if connection.dialect.name == "postgresql":
        asked = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'"
    elif connection.exec_driver_sql(
        "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'"
    ).scalar():
        asked = (
            "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name) "
            "WHERE aggregate = TRUE GROUP BY tbl_name"
        )
    else:
        return {}
    return {name: int(size) for name, size in connection.exec_driver_sql(asked)}
