"""Games in the database: made, found, listed, kept after each event, put in the bin."""

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.orm import Session

from outflank.board import Color
from outflank.formats import load_game, save_game
from outflank.game import Game
from outflank.storage.commits import Execute, Row
from outflank.storage.database import Database, run
from outflank.storage.limits import Limits, Room
from outflank.storage.models import EventRow, GameRow, SeatRow, VisitorRow
from outflank.storage.ways import Ways
from outflank.study import Way

Kind = Literal["game", "save", "link", "meeting"]  # a link carries a game that is not stored
NOT_YOURS = "you have no such game; My Games lists the ones you have"
UNPLAYED_KEPT = 24 * 3600.0  # seconds a game without a move stays


class NoSuchGame(LookupError):
    """A game that this visitor does not have."""


class TooManyGames(ValueError):
    """A visitor's shelf is full."""


class TooManyEvents(ValueError):
    """So much has happened in a game that no more is kept."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A game and who sits where: what a screen needs to go on with it."""

    game: Game
    seats: Mapping[Color, str]
    paused: bool = False
    pending: int | None = None
    next_ticket: int = 1
    spent: float = 0.0
    """Seconds that the side to move had used before its clock was last started."""
    since: float | None = None
    """When that was; None while no clock runs."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: who sat where, and Black's discs minus White's."""

    black: str
    white: str
    score: int


@dataclass(frozen=True, slots=True)
class Branch:
    """How it goes on in a new game, where the old one is to stay as it is."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class Exchange:
    """A move and the answer to it, kept at once: how the game stands after both."""

    standing: Standing
    kind: str
    """Of the second event."""
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game on the shelf, without its moves."""

    id: str
    kind: str
    name: str | None
    black: str
    white: str
    size: int
    board: str
    moves: int
    result: str | None
    created: float
    updated: float
    deleted: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored game as it stands."""

    id: str
    kind: Kind
    name: str | None
    version: int
    deleted: bool
    standing: Standing


class RecentGames:
    """Games as they stood lately, so that their moves are not read and played for each request.

    Any server may have moved on in a game since, so the database has the word: a version that it
    names is taken from here, and a guess counts only if what follows from it could be written.
    """

    def __init__(self, most: int = 2000) -> None:
        self._most = most
        self._games: OrderedDict[str, tuple[str, Kept]] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, visitor: str, kept: Kept) -> None:
        """Remember a game as it stands in the database."""
        mine = _copy(kept)
        with self._lock:
            self._games[kept.id] = visitor, mine
            self._games.move_to_end(kept.id)
            if len(self._games) > self._most:
                self._games.popitem(last=False)

    def game(self, id_: str, version: int) -> Game | None:
        """A game at the version that the database has, to go on with."""
        with self._lock:
            known = self._games.get(id_)
        return known[1].standing.game.copy() if known and known[1].version == version else None

    def guess(self, visitor: str, id_: str) -> Kept | None:
        """How a running game of a visitor may stand now; it may have moved on elsewhere."""
        with self._lock:
            owner, kept = self._games.get(id_, ("", None))
        if kept is None or (owner, kept.kind) != (visitor, "game"):
            return None
        return None if kept.standing.game.final_outcome is not None else _copy(kept)


def _copy(kept: Kept) -> Kept:
    return replace(kept, standing=replace(kept.standing, game=kept.standing.game.copy()))


class Games:
    """The games of all visitors. Every call names the visitor, and sees only that one's games."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float] = time.time,
        limits: Limits = Limits(),  # noqa: B008 — frozen
    ) -> None:
        self.database = database
        self.recent = RecentGames()
        self._ways = Ways()
        self.limits = limits
        self._now = now
        self._room = Room(limits)

    # --- Making ----------------------------------------------------------------------------------

    def create(
        self,
        visitor: str,
        standing: Standing,
        *,
        name: str | None = None,
        data: Mapping[str, Any] | None = None,
        request: str | None = None,
    ) -> Kept:
        """Start a game; it becomes the visitor's current one. ``data`` says where it comes from."""
        with self.database.writing() as session:
            kept = self._start(session, visitor, standing, name, data or {}, request)
        self.recent.keep(visitor, kept)
        return kept

    def save(self, visitor: str, game: str, name: str) -> Entry:
        """Put a copy of a game under a name, replacing the copy that has it."""
        with self.database.writing() as session:
            standing = _kept(self._own(session, visitor, game)).standing
            return self._save(session, visitor, standing, name, game)

    def save_standing(self, visitor: str, standing: Standing, name: str, source: str) -> Entry:
        """Put a game that is not kept here, such as one in a link, under a name."""
        with self.database.writing() as session:
            self._visitor(session, visitor)
            return self._save(session, visitor, standing, name, source)

    def seen(self, visitor: str) -> None:
        """Note that a visitor is here, at most once a day: who plays is known to be by that."""
        before = self._now() - 24 * 3600
        with self.database.reading() as session:
            last = session.scalar(select(VisitorRow.seen).where(VisitorRow.id == visitor))
        if last is not None and last < before:
            with self.database.writing() as session:
                session.execute(
                    update(VisitorRow).where(VisitorRow.id == visitor).values(seen=self._now())
                )

    # --- Finding ---------------------------------------------------------------------------------

    def get(self, visitor: str, game: str) -> Kept:
        """One game."""
        return self._look(visitor, game)[0]

    def current(self, visitor: str) -> str | None:
        """The game the visitor plays now, if it is still there."""
        with self.database.reading() as session:
            return session.scalar(
                select(GameRow.id)
                .join(VisitorRow, VisitorRow.current_game == GameRow.id)
                .where(VisitorRow.id == visitor, GameRow.deleted.is_(None))
            )

    def save_named(self, visitor: str, name: str) -> str | None:
        """The save with a name."""
        with self.database.reading() as session:
            return session.scalar(
                select(GameRow.id).where(
                    GameRow.visitor == visitor,
                    GameRow.kind == "save",
                    GameRow.name == name,
                    GameRow.deleted.is_(None),
                )
            )

    def shelf(self, visitor: str) -> list[Entry]:
        """All games of a visitor, the latest first; those without a move only under a name.

        Games at shared tables are there for both who play them.
        """
        seated = select(SeatRow.game).where(SeatRow.visitor == visitor)
        with self.database.reading() as session:
            rows = session.scalars(
                select(GameRow)
                .where((GameRow.visitor == visitor) | GameRow.id.in_(seated))
                .where((GameRow.moves > 0) | (GameRow.kind == "save") | GameRow.name.is_not(None))
                .order_by(GameRow.updated.desc())
                .limit(self.limits.games)
            )
            return [_entry(row) for row in rows]

    def finished(self, visitor: str) -> list[Finished]:
        """How the visitor's games ended, the latest first; those in the bin too."""
        with self.database.reading() as session:
            rows = session.execute(
                select(GameRow.black, GameRow.white, GameRow.score)
                .where(GameRow.visitor == visitor, GameRow.kind == "game")
                .where(GameRow.score.is_not(None))
                .order_by(GameRow.updated.desc())
            )
            return [Finished(black, white, score or 0) for black, white, score in rows]

    def ways(self, visitor: str, size: int) -> list[Way]:
        """How a visitor's games of a size went that are not thrown away, the latest first.

        A game is read and replayed only if it has changed since somebody asked.
        """
        with self.database.reading() as session:
            keys = session.execute(
                select(GameRow.id, GameRow.version)
                .where(GameRow.visitor == visitor, GameRow.size == size, GameRow.moves > 0)
                .where(GameRow.deleted.is_(None))
                .order_by(GameRow.updated.desc())
                .limit(self.limits.games)
            )
            found = {(id_, version): self._ways.known((id_, version)) for id_, version in keys}
            missing = [id_ for (id_, _), way in found.items() if way is None]
            rows = session.execute(
                select(GameRow.id, GameRow.version, GameRow.document).where(GameRow.id.in_(missing))
            )
            for id_, version, document in rows if missing else ():
                found[id_, version] = self._ways.add((id_, version), load_game(document))
        return [way for way in found.values() if way is not None]

    # --- Changing --------------------------------------------------------------------------------

    def change(
        self,
        visitor: str,
        game: str,
        kind: str,
        data: Mapping[str, Any],
        step: Callable[[Kept], Standing | Exchange | Branch | None],
        *,
        request: str | None = None,
    ) -> tuple[Kept, bool]:
        """Let one event happen to a game, or two at once, alone and durably.

        ``step`` is given the game as it stands and returns how it stands afterwards, or how a new
        game begins that goes on from it, or None when nothing happened; it may be asked again, if
        somebody else was quicker. A request that was carried out before is not carried out again.
        Returns the game that goes on, and whether this call changed anything.
        """
        guess = self.recent.guess(visitor, game)
        if guess is not None:
            try:
                after = step(guess)
            except Exception:  # noqa: BLE001 — if it is no mistake of ours, it is raised again below
                after = None
            if isinstance(after, Standing | Exchange):
                kept = self._advance(visitor, guess, after, kind, data, request)
                if kept is not None:
                    return kept, True
        while True:
            before, seen = self._look(visitor, game, request)
            if seen:
                return before, False
            after = step(before)
            if after is None:
                return before, False
            if isinstance(after, Branch):
                origin = {"from": game, "kind": kind, **data}
                made = self.create(visitor, after.standing, data=origin, request=request)
                return made, True
            kept = self._advance(visitor, before, after, kind, data, request)
            if kept is not None:
                return kept, True
            # Somebody else was quicker: look what it is like now.

    def check_notes(self, game: Game) -> None:
        """Refuse a game that carries more words than a host allows."""
        self._room.check_notes(game)

    def open(self, visitor: str, game: str) -> Kept:
        """Make a game the visitor's current one; a save is copied first, so it stays as it is."""
        with self.database.writing() as session:
            row = self._own(session, visitor, game)
            standing = _kept(row).standing
            if row.kind == "save":
                row = self._add(session, visitor, "game", standing, row.name)
                self._log(session, row, "loaded", {"from": game}, None)
            self._visitor(session, visitor).current_game = row.id
            return _kept(row, standing)

    def rename(self, visitor: str, game: str, name: str | None) -> Entry:
        """Give a game another name."""
        with self.database.writing() as session:
            row = self._row(session, visitor, game)
            row.name = name
            return _entry(row)

    def delete(self, visitor: str, game: str, *, forever: bool = False) -> None:
        """Put a game in the bin, or throw it away."""
        with self.database.writing() as session:
            row = self._row(session, visitor, game, also_deleted=True)
            if forever:
                session.execute(delete(EventRow).where(EventRow.game == game))
                session.delete(row)
            else:
                row.deleted = row.deleted or self._now()

    def restore(self, visitor: str, game: str) -> Entry:
        """Take a game out of the bin."""
        with self.database.writing() as session:
            row = self._row(session, visitor, game, also_deleted=True)
            row.deleted = None
            return _entry(row)

    def events(self, visitor: str, game: str) -> list[tuple[int, str, dict[str, Any]]]:
        """Everything that happened in a game: version, kind and data, oldest first."""
        with self.database.reading() as session:
            self._row(session, visitor, game, also_deleted=True)
            rows = session.scalars(
                select(EventRow).where(EventRow.game == game).order_by(EventRow.version)
            )
            return [(row.version, row.kind, json.loads(row.data)) for row in rows]

    # --- Inside ----------------------------------------------------------------------------------

    def _look(self, visitor: str, game: str, request: str | None = None) -> tuple[Kept, bool]:
        """A game as it is now, and whether a request has been carried out in it."""
        row = self.database.fetch(_LOOK, request, game, visitor)
        if row is None:
            raise NoSuchGame(NOT_YOURS)
        kind, name, version, document, black, white, paused, pending, next_ticket, *rest = row
        spent, since, seen = rest
        seats = {Color.BLACK: black, Color.WHITE: white}
        played = self.recent.game(game, version) or load_game(document)
        standing = Standing(played, seats, bool(paused), pending, next_ticket, spent, since)
        kept = Kept(game, kind, name, version, False, standing)
        self.recent.keep(visitor, kept)
        return kept, bool(seen)

    def _advance(
        self,
        visitor: str,
        before: Kept,
        after: Standing | Exchange,
        kind: str,
        data: Mapping[str, Any],
        request: str | None,
    ) -> Kept | None:
        """Keep how a game stands after its next event; None where it has moved on already."""
        if before.version >= self.limits.events:
            raise TooManyEvents(
                f"{self.limits.events:,} things have happened in this game, as many as are "
                "kept; save it under a name and open that to go on"
            )
        now = self._now()
        happened = [(kind, data, request)]
        if isinstance(after, Exchange):
            happened.append((after.kind, after.data, None))
        standing = after.standing if isinstance(after, Exchange) else after
        events = [
            (before.id, version, by, what, json.dumps(about), now)
            for version, (what, about, by) in enumerate(happened, start=before.version + 1)
        ]
        version = before.version + len(events)
        which = (before.id, visitor, before.version, before.id, request)
        state = (*columns_of(standing).values(), version, now, *which)
        named = self._write_step(state, events)
        if named is None:
            return None
        # Somebody may have given it another name, which is no event.
        kept = replace(before, name=named[0], version=version, standing=standing)
        self.recent.keep(visitor, kept)
        return kept

    def _write_step(self, state: tuple[Any, ...], events: list[tuple[Any, ...]]) -> Row | None:
        """Write a state and its events, all or nothing; the game's name, if anything is written."""
        if self.database.commits is None:
            noted = ", ".join(
                f"noted{number} AS ({_EVENT} SELECT {_VALUES} FROM moved)"
                for number in range(len(events))
            )
            values = (*state, *(value for event in events for value in event))
            return self.database.write_alone(
                f"WITH moved AS ({_ADVANCE} RETURNING name), {noted} SELECT name FROM moved", values
            )

        def write(execute: Execute) -> Row | None:
            if not execute(_ADVANCE, state).rowcount:
                return None
            for event in events:
                execute(f"{_EVENT} VALUES ({_VALUES})", event)
            named: Row = execute(_NAME, (events[0][0],)).fetchone()
            return named

        return self.database.write_together(write)

    def _start(
        self,
        session: Session,
        visitor: str,
        standing: Standing,
        name: str | None,
        data: Mapping[str, Any],
        request: str | None,
    ) -> Kept:
        """Add a game and make it the current one; what the same request made before stays one."""
        now = self._now()
        # This transaction holds the visitor's row from here on.
        run(session, _ARRIVE, visitor, now, now)
        if request is not None and (again := self._made_by(session, visitor, request)):
            return _kept(session.get_one(GameRow, again))
        self._sweep(session, visitor)
        self.expect_room(session, visitor)
        self._room.check(session, standing.game)
        kept = Kept(secrets.token_hex(16), "game", name, 1, False, standing)
        state = columns_of(standing)
        names = ("id", "visitor", "kind", "name", "version", "created", "updated", *state)
        row = (kept.id, visitor, kept.kind, name, kept.version, now, now, *state.values())
        marks = ", ".join("?" * len(row))
        run(session, f"INSERT INTO games ({', '.join(names)}) VALUES ({marks})", *row)
        event = (kept.id, kept.version, request, "created", json.dumps(data), now)
        run(session, f"{_EVENT} VALUES ({_VALUES})", *event)
        run(session, "UPDATE visitors SET current_game = ? WHERE id = ?", kept.id, visitor)
        return kept

    def _save(
        self, session: Session, visitor: str, standing: Standing, name: str, source: str
    ) -> Entry:
        old = session.scalar(
            select(GameRow).where(
                GameRow.visitor == visitor,
                GameRow.kind == "save",
                GameRow.name == name,
                GameRow.deleted.is_(None),
            )
        )
        if old is None:
            row = self._add(session, visitor, "save", standing, name)
        else:
            row = old
            _write(row, standing)
            row.version += 1
            row.updated = self._now()
        self._log(session, row, "saved", {"from": source}, None)
        return _entry(row)

    def _row(
        self,
        session: Session,
        visitor: str,
        game: str,
        *,
        also_deleted: bool = False,
    ) -> GameRow:
        query = select(GameRow).where(GameRow.id == game, GameRow.visitor == visitor)
        row = session.scalar(query)
        if row is None or (row.deleted is not None and not also_deleted):
            raise NoSuchGame(NOT_YOURS)
        return row

    def _own(self, session: Session, visitor: str, game: str) -> GameRow:
        """A game that the visitor plays alone here, and not with others at a shared table."""
        row = self._row(session, visitor, game)
        if row.kind == "meeting":
            raise NoSuchGame(NOT_YOURS)
        return row

    def _visitor(self, session: Session, visitor: str) -> VisitorRow:
        """The visitor's row, which this transaction holds: one visitor's requests take turns."""
        sqlite = self.database.is_sqlite
        insert = sqlite_dialect.insert if sqlite else postgresql.insert
        now = self._now()
        new = {"id": visitor, "created": now, "current_game": None, "seen": now}
        session.execute(insert(VisitorRow).values(**new).on_conflict_do_nothing())
        return session.get_one(VisitorRow, visitor, with_for_update=not sqlite)

    def _add(
        self,
        session: Session,
        visitor: str,
        kind: str,
        standing: Standing,
        name: str | None,
        *,
        id_: str | None = None,
    ) -> GameRow:
        self.expect_room(session, visitor)
        self._room.check(session, standing.game)
        now = self._now()
        row = GameRow(
            id=id_ or secrets.token_hex(16),
            visitor=visitor,
            kind=kind,
            name=name,
            version=1,
            created=now,
            updated=now,
            deleted=None,
        )
        _write(row, standing)
        session.add(row)
        session.flush()
        return row

    def expect_room(self, session: Session, visitor: str) -> None:
        """Refuse another game where a visitor's shelf is full."""
        count = run(session, "SELECT count(*) FROM games WHERE visitor = ?", visitor).scalar_one()
        if count >= self.limits.games:
            raise TooManyGames(
                f"you have {self.limits.games:,} games, as many as are kept; delete some in My "
                "Games first"
            )

    def _log(
        self,
        session: Session,
        row: GameRow,
        kind: str,
        data: Mapping[str, Any],
        request: str | None,
    ) -> None:
        session.add(
            EventRow(
                game=row.id,
                version=row.version,
                request=request,
                kind=kind,
                data=json.dumps(data),
                at=self._now(),
            )
        )

    def _made_by(self, session: Session, visitor: str, request: str) -> str | None:
        """The game that a request has made before."""
        return cast(str | None, run(session, _MADE_BY, visitor, request).scalar())

    def _sweep(self, session: Session, visitor: str) -> None:
        """Forget games of this visitor that were started long ago and never played."""
        run(session, _SWEEP, visitor, self._now() - UNPLAYED_KEPT)


def columns_of(standing: Standing) -> dict[str, Any]:
    """What a row of the database has of a standing."""
    game = standing.game
    final = game.final_outcome  # also while somebody looks back at an earlier move
    return {
        "document": save_game(game),
        "black": standing.seats[Color.BLACK],
        "white": standing.seats[Color.WHITE],
        "paused": standing.paused,
        "pending": standing.pending,
        "next_ticket": standing.next_ticket,
        "size": game.size,
        "board": game.board.to_text(),
        "moves": sum(not ply.is_pass for ply in (*game.history, *game.future)),
        "result": None if final is None else str(final),
        "score": None if final is None else final.score,
        "spent": standing.spent,
        "since": standing.since,
    }


def _write(row: GameRow, standing: Standing) -> None:
    for name, value in columns_of(standing).items():
        setattr(row, name, value)


# To begin a game, too, is asked for often; with objects of SQLAlchemy it took four times as long.
_ARRIVE = """
INSERT INTO visitors (id, created, seen) VALUES (?, ?, ?)
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"""
_MADE_BY = """
SELECT games.id FROM games JOIN events ON events.game = games.id
WHERE games.visitor = ? AND events.request = ? AND events.kind = 'created'"""
_SWEEP = """
DELETE FROM games
WHERE visitor = ? AND kind IN ('game', 'meeting') AND moves = 0 AND name IS NULL AND updated < ?"""


# A move is what is asked for most, so it is two statements in plain SQL, which both databases know:
# one that looks, and one that keeps what follows if nobody was quicker.
_LOOK = """
SELECT kind, name, version, document, black, white, paused, pending, next_ticket,
    spent, since,
    EXISTS (SELECT 1 FROM events WHERE events.game = games.id AND events.request = ?)
FROM games WHERE id = ? AND visitor = ? AND deleted IS NULL AND kind <> 'meeting'"""
_ADVANCE = """
UPDATE games SET document = ?, black = ?, white = ?, paused = ?, pending = ?, next_ticket = ?,
    size = ?, board = ?, moves = ?, result = ?, score = ?, spent = ?, since = ?, version = ?,
    updated = ?
WHERE id = ? AND visitor = ? AND version = ? AND deleted IS NULL
    AND NOT EXISTS (SELECT 1 FROM events WHERE game = ? AND request = ?)"""
_NAME = "SELECT name FROM games WHERE id = ?"
_EVENT = "INSERT INTO events (game, version, request, kind, data, at)"
_VALUES = "?, ?, ?, ?, ?, ?"


def _kept(row: GameRow, standing: Standing | None = None) -> Kept:
    if standing is None:
        standing = Standing(
            load_game(row.document),
            {Color.BLACK: row.black, Color.WHITE: row.white},
            row.paused,
            row.pending,
            row.next_ticket,
            row.spent,
            row.since,
        )
    kind = cast(Kind, row.kind)
    return Kept(row.id, kind, row.name, row.version, row.deleted is not None, standing)


def _entry(row: GameRow) -> Entry:
    return Entry(
        id=row.id,
        kind=row.kind,
        name=row.name,
        black=row.black,
        white=row.white,
        size=row.size,
        board=row.board,
        moves=row.moves,
        result=row.result,
        created=row.created,
        updated=row.updated,
        deleted=row.deleted is not None,
    )
