"""The archive: published games in SQL, searched by player, event, date, opening and position."""

import hashlib
import io
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Select, and_, func, insert, or_, select
from sqlalchemy.sql import ColumnElement

from outflank.board import Board, Color, listed
from outflank.formats import (
    MOST_MOVES,
    READ_FORMATS,
    UNKNOWN_SCORE,
    GameRecord,
    GameTable,
    InvalidRecord,
    packed,
    read_stream,
    with_score,
)
from outflank.openings import local_name, names_like, openings
from outflank.storage.archive.archive_tables import chunks, games, names, sources
from outflank.storage.database import Database, file_url
from outflank.storage.files.data_dir import own_folder
from outflank.study.explorer import NextMove, merged
from outflank.translation import _

CHUNK = 2048  # games per chunk; small enough for its blob to be read into reusable memory
ARCHIVE_FILE = "archive.sqlite3"  # in the data directory


class AlreadyImported(ValueError):
    """The archive already has the games of this file."""


class NotInArchive(LookupError):
    """No game or file in the archive has this number."""


@dataclass(frozen=True, slots=True)
class Imported:
    games: int
    left_out: int
    """Games with another start position or size, which the archive does not store."""


LATEST_FIRST = (games.c.year.desc().nulls_last(), games.c.id)


@dataclass(frozen=True, slots=True)
class Query:
    """Search conditions, all of which must match."""

    player: str = ""  # part of either player's name, case-insensitive
    black: str = ""
    white: str = ""
    event: str = ""
    opening: str = ""
    years: tuple[int, int] | None = None  # the first and the last year
    board: Board | None = None  # a position of the game, in any orientation

    @property
    def has_words(self) -> bool:
        """True if there are conditions besides the position."""
        texts = (self.player, self.black, self.white, self.event, self.opening)
        return any(texts) or self.years is not None


@dataclass(frozen=True, slots=True)
class FoundGame:
    id: int
    black: str
    white: str
    event: str
    opening: str
    year: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class Found:
    total: int
    games: list[FoundGame]
    next_moves: list[NextMove] = field(default_factory=list)
    ended: int = 0  # games that ended at the position


def open_archive(url: str | None = None) -> "Archive":
    """Open the archive at a database URL or in the data directory; create it if missing."""
    if url is None:
        url = file_url(own_folder() / ARCHIVE_FILE)
    database = Database(url)
    database.migrate()
    return Archive(database)


class Archive:
    """The games of many files in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._table = GameTable()
        self._order = array("I")  # indices into the table, newest game first
        self._ids = array("I")  # the ids of the games in the table, ascending
        self._loaded: list[tuple[int, int]] = []
        """The chunks in the table: the id of the first game, and the number of games."""

    def close(self) -> None:
        self.database.close()

    # --- Import ----------------------------------------------------------------------------------

    def import_games(
        self,
        records: Iterable[GameRecord],
        *,
        name: str,
        digest: str,
        progress: Callable[[int], None] = lambda games: None,
    ) -> Imported:
        """Add games to the archive, all or none; ``digest`` identifies files imported before."""
        with self._alone() as connection:
            known = select(sources.c.name).where(sources.c.digest == digest)
            before = connection.execute(known).scalar()
            if before is not None:
                raise AlreadyImported(
                    _(
                        "The archive already has the games of {name}, imported as {before}",
                        name=name,
                        before=before,
                    )
                )
            row = {"name": name[:200], "digest": digest, "games": 0, "imported": time.time()}
            key = connection.execute(insert(sources).values(row)).inserted_primary_key
            assert key is not None
            source: int = key[0]
            writer = _Writer(connection, source)
            for batch in _batches(records, CHUNK):
                writer.write(batch)
                progress(writer.games)
            row_of_file = sources.c.id == source
            if writer.games:
                connection.execute(sources.update().where(row_of_file).values(games=writer.games))
            else:  # a file without usable games is not listed
                connection.execute(sources.delete().where(row_of_file))
        return Imported(writer.games, writer.left_out)

    def import_upload(
        self,
        content: bytes,
        *,
        name: str,
        beside: Mapping[str, bytes],
        progress: Callable[[int], None] = lambda games: None,
    ) -> Imported:
        """Add the games of an uploaded file to the archive, all or none.

        The extension of its ``name`` determines the format; ``beside`` has the files with names
        that accompany a WTHOR file, by extension.
        """
        ending = Path(name).suffix.lstrip(".").lower()
        if ending not in READ_FORMATS:
            raise InvalidRecord(
                _(
                    "{name} is not a game file. Its extension must be one of {endings}",
                    name=repr(name),
                    endings=listed(READ_FORMATS),
                )
            )
        with TemporaryDirectory() as folder:  # an uploaded file's name is never used as a path
            for kind, names_in_it in beside.items():
                Path(folder, f"games.{kind}").write_bytes(names_in_it)
            beside_it = Path(folder, "games.wtb")
            records = read_stream(io.BytesIO(content), ending, beside=beside_it)
            digest = hashlib.sha256(content).hexdigest()
            return self.import_games(records, name=name, digest=digest, progress=progress)

    def remove(self, source: int) -> None:
        with self._alone() as connection:
            for table in (games, chunks):
                connection.execute(table.delete().where(table.c.source == source))
            if not connection.execute(sources.delete().where(sources.c.id == source)).rowcount:
                raise NotInArchive(_("The archive has no file {number}", number=source))

    # --- Search ----------------------------------------------------------------------------------

    def list_sources(self) -> list[tuple[int, str, int]]:
        """List the imported files: number, name, number of games."""
        with self.database.snapshot() as connection:
            rows = connection.execute(select(sources).order_by(sources.c.id))
            return [(row.id, row.name, row.games) for row in rows]

    def search(self, query: Query, limit: int = 20, offset: int = 0) -> Found:
        """Return the matching games, newest first, and the next moves from the position."""
        with self.database.snapshot() as connection:
            if query.board is None:
                return self._by_words(connection, query, limit, offset)
            return self._by_position(connection, query, query.board, limit, offset)

    def game(self, number: int) -> GameRecord:
        with self.database.snapshot() as connection:
            found = self._shown(connection, [number])
            before = select(chunks).where(chunks.c.first <= number)
            chunk = connection.execute(before.order_by(chunks.c.first.desc()).limit(1)).first()
            if not found or chunk is None:
                raise NotInArchive(_("The archive has no game {number}", number=number))
            row = connection.execute(select(games).where(games.c.id == number)).one()
        begin = (number - chunk.first) * MOST_MOVES
        moves = bytes(chunk.squares[begin : begin + MOST_MOVES]).rstrip(b"\xff")
        game = found[0]
        return GameRecord(
            moves,
            black=game.black,
            white=game.white,
            event=game.event,
            date=row.date,
            score=row.score,
            theoretical=row.theoretical,
        )

    # --- Internals -------------------------------------------------------------------------------

    @contextmanager
    def _alone(self) -> Iterator[Connection]:
        """Yield a connection with exclusive write access to the archive."""
        with self.database.writing() as session:
            connection = session.connection()
            if not self.database.is_sqlite:  # ids must be consecutive
                connection.exec_driver_sql(f"LOCK TABLE {sources.name} IN EXCLUSIVE MODE")
            yield connection

    def _by_words(self, connection: Connection, query: Query, limit: int, offset: int) -> Found:
        condition = _condition(query)
        count = select(func.count()).select_from(games).where(condition)
        total = connection.execute(count).scalar() or 0
        chosen = (
            select(games.c.id).where(condition).order_by(*LATEST_FIRST).limit(limit).offset(offset)
        )
        ids = list(connection.execute(chosen).scalars())
        return Found(total, self._shown(connection, ids))

    def _by_position(
        self, connection: Connection, query: Query, board: Board, limit: int, offset: int
    ) -> Found:
        if board.size != 8:
            raise ValueError(
                _("The archive has only 8×8 games, not {size}×{size}", size=board.size)
            )
        if board.must_pass:
            board = board.pass_turn()
        self._load(connection)
        wanted = self._mask(connection, query) if query.has_words else None
        next_moves, ended, found = self._table.find(
            board.mover_bits, board.opponent_bits, board.turn is Color.WHITE, wanted
        )
        indices = array("I", found)
        fits = bytearray(len(self._table))
        for index in indices:
            fits[index] = 1
        chosen = islice((index for index in self._order if fits[index]), offset, offset + limit)
        shown = self._shown(connection, [self._ids[index] for index in chosen])
        return Found(len(indices), shown, merged(board, next_moves), ended)

    def _load(self, connection: Connection) -> None:
        """Load all new chunks into memory."""
        present = [
            (row.first, row.games)
            for row in connection.execute(select(chunks.c.first, chunks.c.games).order_by("first"))
        ]
        if present[: len(self._loaded)] != self._loaded:
            self._table, self._ids, self._loaded = GameTable(), array("I"), []  # a file was removed
        if len(present) == len(self._loaded):
            return
        last = self._loaded[-1][0] if self._loaded else -1
        for row in connection.execute(
            select(chunks).where(chunks.c.first > last).order_by(chunks.c.first)
        ):
            self._table.append(bytes(row.squares), bytes(row.scores))
            self._ids.extend(range(row.first, row.first + row.games))
            self._loaded.append((row.first, row.games))
        latest = connection.execute(select(games.c.id).order_by(*LATEST_FIRST)).scalars()
        self._order = array("I", (bisect_left(self._ids, number) for number in latest))

    def _mask(self, connection: Connection, query: Query) -> bytes:
        """Return one byte per game of the table: 1 if its names and year match."""
        wanted = bytearray(len(self._table))
        for number in connection.execute(select(games.c.id).where(_condition(query))).scalars():
            wanted[bisect_left(self._ids, number)] = 1
        return bytes(wanted)

    def _shown(self, connection: Connection, ids: list[int]) -> list[FoundGame]:
        named = [names.alias() for _ in range(4)]
        wanted = (
            select(games.c.id, *(one.c.name for one in named))
            .add_columns(games.c.year, games.c.score)
            .join(named[0], games.c.black == named[0].c.id)
            .join(named[1], games.c.white == named[1].c.id)
            .join(named[2], games.c.event == named[2].c.id)
            .join(named[3], games.c.opening == named[3].c.id)
            .where(games.c.id.in_(ids))
        )
        found = {
            id_: FoundGame(id_, black, white, event, local_name(opening), *rest)
            for id_, black, white, event, opening, *rest in connection.execute(wanted)
        }
        return [found[number] for number in ids if number in found]


class _Writer:
    """Writes the games of one source in chunks."""

    def __init__(self, connection: Connection, source: int) -> None:
        self.connection = connection
        self.source = source
        self.games = 0
        self.left_out = 0
        self.known = {(row.kind, row.name): row.id for row in connection.execute(select(names))}
        self.next_name = max(self.known.values(), default=0) + 1
        last = connection.execute(select(func.max(games.c.id))).scalar()
        self.next_game = (last or 0) + 1

    def write(self, batch: list[GameRecord]) -> None:
        kept = [with_score(record) for record in batch if record.start is None]
        self.left_out += len(batch) - len(kept)
        if not kept:
            return
        squares = b"".join(packed(record.moves) for record in kept)
        table = openings().table
        found = openings().of_games(squares)
        new: list[dict[str, object]] = []
        rows = [
            {
                "id": self.next_game + at,
                "source": self.source,
                "black": self._name("player", record.black, new),
                "white": self._name("player", record.white, new),
                "event": self._name("event", record.event, new),
                "opening": self._name("opening", table[number].name if number >= 0 else "", new),
                "year": record.year,
                "date": _plain(record.date)[:40],
                "score": record.score,
                "theoretical": record.theoretical,
            }
            for at, (record, number) in enumerate(zip(kept, found, strict=True))
        ]
        if new:
            self.connection.execute(insert(names), new)
        self.connection.execute(insert(games), rows)
        scores = array("b", [_byte(record.score) for record in kept])
        self.connection.execute(
            insert(chunks).values(
                first=self.next_game,
                source=self.source,
                games=len(kept),
                squares=squares,
                scores=scores.tobytes(),
            )
        )
        self.next_game += len(kept)
        self.games += len(kept)

    def _name(self, kind: str, text: str, new: list[dict[str, object]]) -> int:
        key = (kind, _plain(text)[:200])
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = self.next_name
            self.next_name += 1
            new.append({"id": number, "kind": kind, "name": key[1]})
        return number


def _plain(text: str) -> str:
    """Remove NUL characters, which PostgreSQL cannot store."""
    return text.replace("\0", "")


def _byte(score: int | None) -> int:
    return UNKNOWN_SCORE if score is None else max(-64, min(64, score))


def _batches(records: Iterable[GameRecord], size: int) -> Iterator[list[GameRecord]]:
    iterator = iter(records)
    while batch := list(islice(iterator, size)):
        yield batch


def _condition(query: Query) -> ColumnElement[bool]:
    parts: list[ColumnElement[bool]] = []
    if query.player:
        found = _named("player", query.player)
        parts.append(or_(games.c.black.in_(found), games.c.white.in_(found)))
    for column, kind, text in (
        (games.c.black, "player", query.black),
        (games.c.white, "player", query.white),
        (games.c.event, "event", query.event),
    ):
        if text:
            parts.append(column.in_(_named(kind, text)))
    if query.opening:
        is_like = (names.c.kind == "opening") & names.c.name.in_(names_like(query.opening))
        parts.append(games.c.opening.in_(select(names.c.id).where(is_like)))
    if query.years is not None:
        parts.append(games.c.year.between(*query.years))
    return and_(True, *parts)


def _named(kind: str, text: str) -> Select[tuple[int]]:
    """Select the ids of names that contain a text, ignoring case."""
    contains = names.c.name.icontains(text, autoescape=True)
    return select(names.c.id).where(names.c.kind == kind, contains)
