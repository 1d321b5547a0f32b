"""The repository of games: they are created, found, listed, changed and deleted here.

Every game is one row with its session as columns. It is a visitor's game, a named save, or a shared
game with a row in ``seats`` for each player. A request reads one row and writes one change under
the next version, so any number of servers can share a database.
"""

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar, cast

import msgspec
from sqlalchemy import Select, delete, select, update
from sqlalchemy.orm import Session, aliased

from outflank.board import Color
from outflank.formats import load_game, save_game
from outflank.game import Game, Outcome, Reason
from outflank.play.seat import HUMAN, Seat
from outflank.play.session import GameSession
from outflank.play.session_data import SharedState
from outflank.play.view import Kind
from outflank.storage.commits import Execute, Row
from outflank.storage.database import Database, run
from outflank.storage.games.game_time import GameTime
from outflank.storage.limits import QuotaCheck, StorageLimits
from outflank.storage.models import ClubTableRow, EventRow, GameRow, SeatRow, VisitorRow
from outflank.study.explorer import PlayedLine, played_line
from outflank.translation import _

ABORTED = "aborted"  # stored result of an aborted game
LINES_CACHED = 2048  # games of about ten kilobytes each
GAMES_CACHED = 2000
UNPLAYED_KEPT = 24 * 3600.0  # seconds after which a game without moves is deleted
_READ_SHARED = msgspec.json.Decoder(SharedState)


class NoSuchGame(LookupError):
    """The game does not exist, or this visitor may not see it."""

    def __init__(self) -> None:
        super().__init__(_("This game does not exist or is not yours. My Games lists your games."))


class StillPlayed(ValueError):
    """A shared game cannot be removed by one player while it is running."""


class TooManyGames(ValueError):
    """The visitor has reached the limit of games."""


class TooManyEvents(ValueError):
    """The game has reached the limit of events."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game from the database or a link, at one version."""

    id: str
    kind: Kind
    name: str | None
    owner: str  # the visitor; for a shared game its host
    version: int
    session: GameSession

    def copy(self) -> "StoredGame":
        """Return a copy with a session that can be changed."""
        return replace(self, session=self.session.copy())


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a request: the session after it."""

    session: GameSession
    reply: Mapping[str, Any] | None = None
    """A computer's immediate reply, stored as a second event."""
    as_copy: bool = False  # continue in a new game and leave the old one unchanged
    writes: Sequence[Callable[[Session], object]] = ()
    """More writes in the same transaction: a new seat, a result, a rematch."""


AnyStep = TypeVar("AnyStep", bound=Step)
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A shared game that a visitor is playing, and the opponent."""

    visitor: str
    game: str
    color: Color
    opponent: SeatRow
    your_turn: bool


class LruCache(Generic[Key, Value]):
    """A thread-safe cache that discards the least recently used entry."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)


class RecentGames:
    """A cache of games at their latest known version.

    Another server may have changed a game since, so the database decides: a cached version is used
    only if the database names it, and a guess counts only if its result could be written.
    """

    def __init__(self) -> None:
        self._games = LruCache[str, StoredGame](GAMES_CACHED)

    def keep(self, stored: StoredGame) -> None:
        self._games.put(stored.id, stored.copy())

    def game(self, id_: str, version: int) -> Game | None:
        """Return a copy of the game at this version, if it is cached."""
        known = self._games.get(id_)
        return known.session.game.copy() if known and known.version == version else None

    def guess(self, visitor: str, id_: str) -> StoredGame | None:
        """Return the probable state of a visitor's running game."""
        known = self._games.get(id_)
        if known is None or (known.owner, known.kind) != (visitor, "game"):
            return None
        return None if known.session.game.final_outcome is not None else known.copy()


class Games:
    """The games of all visitors.

    A visitor can find their own games, and any shared game by its id. In a shared game the session
    decides what a player or a spectator may do.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], float] = time.time,
        limits: StorageLimits = StorageLimits(),  # noqa: B008 — frozen
    ) -> None:
        self.database = database
        self.recent = RecentGames()
        self._lines = LruCache[tuple[str, int], PlayedLine](LINES_CACHED)
        self.limits = limits
        self._now = now
        self.time = GameTime(database)
        self._room = QuotaCheck(limits)
        self.new_id: Callable[[], str] = partial(secrets.token_hex, 16)

    # --- Creating --------------------------------------------------------------------------------

    def create(
        self,
        visitor: str,
        session: GameSession,
        *,
        name: str | None = None,
        data: Mapping[str, Any] | None = None,
        request: str | None = None,
    ) -> StoredGame:
        """Start a game and make it the visitor's current one; ``data`` records its origin.

        A repeated request returns the game that it created before.
        """
        stored = StoredGame(self.new_id(), "game", name, visitor, 1, session)
        now = self._now()
        with self.database.writing() as db:
            # This transaction locks the visitor's row from here on.
            run(db, _ARRIVE, visitor, now, now)
            if request is not None and (again := self._made_by(db, visitor, request)):
                return self.get(visitor, again)
            self._sweep(db, visitor)
            self._insert(db, stored, "created", data or {}, request)
            run(db, "UPDATE visitors SET current_game = ? WHERE id = ?", stored.id, visitor)
        self.recent.keep(stored)
        return stored

    def create_shared(
        self, host: str, session: GameSession, *, request: str | None = None
    ) -> StoredGame:
        """Start a shared game; a repeated request returns the same game."""
        with self.database.writing() as db:
            self.touch_visitor(db, host)
            if request is not None and (again := self._made_by(db, host, request)):
                return self.get(host, again)
            self._sweep(db, host)
            return self.add_shared(db, secrets.token_hex(16), host, session, {}, request)

    def add_shared(
        self,
        db: Session,
        id_: str,
        host: str,
        session: GameSession,
        data: Mapping[str, Any],
        request: str | None = None,
    ) -> StoredGame:
        """Start a shared game within a transaction; list it in the club if its terms say so."""
        assert session.shared is not None
        stored = StoredGame(id_, "shared", None, host, 1, session)
        self._insert(db, stored, "created", data, request)
        self.add_seats(db, id_, session, {})
        if session.shared.terms.club:
            clock = session.game.clock
            db.add(
                ClubTableRow(
                    game=id_,
                    playing=len(session.seats) == 2,
                    rated=session.shared.terms.rated,
                    control="" if clock is None else str(clock),
                    since=self._now(),
                )
            )
        return stored

    def add_seats(
        self, db: Session, game: str, session: GameSession, before: Collection[Color]
    ) -> None:
        """Store the newly taken seats of a shared game."""
        for color, seat in session.seats.items():
            if color in before:
                continue
            if seat.key:
                self.touch_visitor(db, seat.key).seen = self._now()
            db.add(
                SeatRow(
                    game=game,
                    color=color.value,
                    visitor=seat.key or None,
                    name=seat.name,
                    program=seat.program,
                    taken=self._now(),
                    member=seat.member or None,
                    face=seat.face or None,
                    rating=seat.rating,
                )
            )
        if len(session.seats) == 2:
            title = title_of({color: seat.name for color, seat in session.seats.items()})
            db.execute(update(GameRow).where(GameRow.id == game).values(name=title))
            db.execute(update(ClubTableRow).where(ClubTableRow.game == game).values(playing=True))

    def save(self, visitor: str, game: str, name: str) -> GameRow:
        """Store a copy of a game under a name, replacing any save with that name."""
        session = self._own(visitor, game).session
        with self.database.writing() as db:
            return self._save(db, visitor, session, name, game)

    def save_session(self, visitor: str, session: GameSession, name: str, source: str) -> GameRow:
        """Store a game that is not in the database, such as one from a link, under a name."""
        with self.database.writing() as db:
            self.touch_visitor(db, visitor)
            return self._save(db, visitor, session, name, source)

    # --- Finding ---------------------------------------------------------------------------------

    def get(self, visitor: str, game: str) -> StoredGame:
        """Return a game of the visitor, or any shared game."""
        return self._look(visitor, game)[0]

    def current(self, visitor: str) -> str | None:
        """Return the visitor's current game, if it still exists."""
        with self.database.reading() as db:
            return db.scalar(
                select(GameRow.id)
                .join(VisitorRow, VisitorRow.current_game == GameRow.id)
                .where(VisitorRow.id == visitor, GameRow.deleted.is_(None))
            )

    def save_named(self, visitor: str, name: str) -> str | None:
        with self.database.reading() as db:
            found = db.scalar(_saves(visitor, name))
            return None if found is None else found.id

    def shelf(self, visitor: str) -> list[GameRow]:
        """Return a visitor's games, newest first; unnamed games without moves are left out.

        A shared game is listed for both players.
        """
        mine = (SeatRow.game == GameRow.id) & (SeatRow.visitor == visitor)
        own = (GameRow.visitor == visitor) & (GameRow.kind != "shared")
        with self.database.reading() as db:
            rows = db.execute(
                select(GameRow, SeatRow.deleted)
                .outerjoin(SeatRow, mine)
                .where(own | SeatRow.game.is_not(None))
                .where((GameRow.moves > 0) | (GameRow.kind == "save") | GameRow.name.is_not(None))
                .order_by(GameRow.updated.desc())
                .limit(self.limits.games)
            ).all()
            for row, thrown_away in rows:
                row.deleted = row.deleted or thrown_away  # deleted by this player; not written back
            return [row for row, _ in rows]

    def finished(self, visitor: str) -> list[tuple[str, str, int]]:
        """Return the visitor's finished games, newest first, including deleted ones.

        Each has the players of Black and White, and Black's discs minus White's.
        """
        with self.database.reading() as db:
            rows = db.execute(
                select(GameRow.black, GameRow.white, GameRow.score)
                .where(GameRow.visitor == visitor, GameRow.kind == "game")
                .where(GameRow.score.is_not(None))
                .order_by(GameRow.updated.desc())
            )
            return [(black, white, score or 0) for black, white, score in rows]

    def running(self, visitors: Collection[str], most: int) -> list[RunningGame]:
        """Return the shared games that visitors are playing, with both seats taken."""
        mine, other = SeatRow, aliased(SeatRow)
        query = (
            select(mine.visitor, mine.game, mine.color, other, GameRow.board)
            .join(other, (other.game == mine.game) & (other.color != mine.color))
            .join(GameRow, GameRow.id == mine.game)
            .where(mine.visitor.in_(visitors), GameRow.result.is_(None), GameRow.deleted.is_(None))
            .order_by(mine.taken.desc(), mine.game)
            .limit(most)
        )
        with self.database.reading() as db:
            return [
                RunningGame(
                    visitor or "", game, Color(color), opponent, board.endswith(Color(color).symbol)
                )
                for visitor, game, color, opponent, board in db.execute(query)
            ]

    def rated_boards(self, visitor: str) -> list[str]:
        with self.database.reading() as db:
            rows = run(db, _RATED_BOARDS, visitor, '%"rated":true%')
            return [board for (board,) in rows]

    def lines(self, visitor: str, size: int) -> list[PlayedLine]:
        """Return the moves of a visitor's games of a size, newest first, without deleted games.

        A game is loaded and replayed only if it has changed since the last call.
        """
        with self.database.reading() as db:
            keys = db.execute(
                select(GameRow.id, GameRow.version)
                .where(GameRow.visitor == visitor, GameRow.size == size, GameRow.moves > 0)
                .where(GameRow.deleted.is_(None))
                .order_by(GameRow.updated.desc())
                .limit(self.limits.games)
            )
            found = {(id_, version): self._lines.get((id_, version)) for id_, version in keys}
            missing = [id_ for (id_, _), line in found.items() if line is None]
            rows = db.execute(
                select(GameRow.id, GameRow.version, GameRow.document).where(GameRow.id.in_(missing))
            )
            for id_, version, document in rows if missing else ():
                line = found[id_, version] = played_line(load_game(document))
                self._lines.put((id_, version), line)
        return [line for line in found.values() if line is not None]

    def events(self, visitor: str, game: str) -> list[tuple[int, str, dict[str, Any]]]:
        """Return the history of a game as (version, kind, data), oldest first."""
        with self.database.reading() as db:
            self._row(db, visitor, game, also_deleted=True)
            rows = db.scalars(
                select(EventRow).where(EventRow.game == game).order_by(EventRow.version)
            )
            return [(row.version, row.kind, json.loads(row.data)) for row in rows]

    # --- Changing --------------------------------------------------------------------------------

    def change(
        self,
        visitor: str,
        game: str,
        kind: str,
        data: Mapping[str, Any],
        step: Callable[[StoredGame], AnyStep | None],
        *,
        request: str | None = None,
    ) -> tuple[StoredGame, AnyStep | None]:
        """Change a game by one event, or two, atomically and durably.

        ``step`` gets the current game and returns the result, or None if nothing changed; it is
        called again if another request was faster. A request is never carried out twice. Returns
        the game afterwards, and the step if it was stored.
        """
        guess = self.recent.guess(visitor, game)
        if guess is not None:
            try:
                after = step(guess)
            except Exception:  # noqa: BLE001 — if it is no mistake of ours, it is raised again below
                after = None
            if after is not None and not after.as_copy:
                stored = self._advance(guess, after, kind, data, request)
                if stored is not None:
                    return stored, after
        while True:
            before, seen = self._look(visitor, game, request)
            after = None if seen else step(before)
            if after is None:
                return before, None
            if after.as_copy:
                origin = {"from": game, "kind": kind, **data}
                made = self.create(visitor, after.session, data=origin, request=request)
                return made, after
            stored = self._advance(before, after, kind, data, request)
            if stored is not None:
                return stored, after
            # Another request was faster: read the game again.

    def check_notes(self, game: Game) -> None:
        """Reject a game with more text than the host allows."""
        self._room.check_notes(game)

    def open(self, visitor: str, game: str) -> StoredGame:
        """Make a game the visitor's current one; a save is copied first, so it does not change."""
        stored = self._own(visitor, game)
        with self.database.writing() as db:
            if stored.kind == "save":
                stored.session.take_up(self.time.now())
                stored = replace(stored, id=secrets.token_hex(16), kind="game", version=1)
                self._insert(db, stored, "loaded", {"from": game})
            self.touch_visitor(db, visitor).current_game = stored.id
        return stored

    def rename(self, visitor: str, game: str, name: str | None) -> GameRow:
        self._own(visitor, game)
        with self.database.writing() as db:
            row = self._row(db, visitor, game)
            row.name = name
            return row

    def delete(self, visitor: str, game: str, *, forever: bool = False) -> None:
        """Move a game to the bin, or delete it permanently.

        A finished shared game leaves this player's list; the other player keeps it.
        """
        with self.database.writing() as db:
            seat = self._seat_of(db, visitor, game)
            if seat is None:
                row = self._row(db, visitor, game, also_deleted=True)
                if not forever:
                    row.deleted = row.deleted or self._now()
                    return
            elif not forever:
                seat.deleted = seat.deleted or self._now()
                return
            else:
                seat.visitor = None
                others = select(SeatRow.visitor).where(SeatRow.game == game)
                if any(db.scalars(others.where(SeatRow.color != seat.color))):
                    return
                row = db.get_one(GameRow, game)
            db.execute(delete(EventRow).where(EventRow.game == game))
            db.delete(row)

    def restore(self, visitor: str, game: str) -> GameRow:
        with self.database.writing() as db:
            seat = self._seat_of(db, visitor, game)
            if seat is not None:
                seat.deleted = None
                return db.get_one(GameRow, game)
            row = self._row(db, visitor, game, also_deleted=True)
            row.deleted = None
            return row

    def _seat_of(self, db: Session, visitor: str, game: str) -> SeatRow | None:
        """Return a player's seat in a finished shared game; raise while it is running."""
        found = db.execute(
            select(SeatRow, GameRow.result)
            .join(GameRow, GameRow.id == SeatRow.game)
            .where(SeatRow.game == game, SeatRow.visitor == visitor)
        ).one_or_none()
        if found is None:
            return None
        seat, result = found
        if result is None:
            raise StillPlayed(_("This game is still running. Resign or abort it first."))
        assert isinstance(seat, SeatRow)
        return seat

    # --- Visitors --------------------------------------------------------------------------------

    def note_visit(self, visitor: str) -> None:
        """Record a visit, at most once a day."""
        before = self._now() - 24 * 3600
        with self.database.reading() as db:
            last = db.scalar(select(VisitorRow.seen).where(VisitorRow.id == visitor))
        if last is not None and last < before:
            with self.database.writing() as db:
                db.execute(
                    update(VisitorRow).where(VisitorRow.id == visitor).values(seen=self._now())
                )

    def touch_visitor(self, db: Session, visitor: str) -> VisitorRow:
        """Return the visitor's row, locked so that one visitor's requests take turns."""
        now = self._now()
        new = {"id": visitor, "created": now, "current_game": None, "seen": now}
        db.execute(self.database.insert(VisitorRow).values(**new).on_conflict_do_nothing())
        return db.get_one(VisitorRow, visitor, with_for_update=True)

    def expect_room(self, db: Session, visitor: str) -> None:
        """Raise ``TooManyGames`` if the visitor has reached the limit."""
        count = run(db, "SELECT count(*) FROM games WHERE visitor = ?", visitor).scalar_one()
        if count >= self.limits.games:
            raise TooManyGames(
                _(
                    "You have {count} games, which is the limit. Delete some in My Games first.",
                    count=self.limits.games,
                )
            )

    # --- Internals -------------------------------------------------------------------------------

    def _look(self, visitor: str, game: str, request: str | None = None) -> tuple[StoredGame, bool]:
        """Return the current state of a game, and whether this request was already carried out."""
        row = self.database.fetch(_LOOK, request, game, visitor)
        if row is None:
            raise NoSuchGame()
        owner, kind, name, version, document, shared, seen, *columns = row
        black, white, paused, pending, next_ticket, spent, since, *holders = columns
        if kind == "shared":
            sides = zip(Color, (holders[:6], holders[6:]), strict=True)
            seats = {color: _seat(*holder) for color, holder in sides if holder[1] is not None}
        else:
            seats = {Color.BLACK: Seat(black), Color.WHITE: Seat(white)}
        session = GameSession(
            self.recent.game(game, version) or load_game(document),
            seats,
            None if shared is None else read_shared(shared),
            paused=bool(paused),
            pending=pending,
            next_ticket=next_ticket,
            spent=spent,
            since=since,
        )
        self.time.wait_for(session)
        stored = StoredGame(game, kind, name, owner, version, session)
        self.recent.keep(stored)
        return stored, bool(seen)

    def _advance(
        self,
        before: StoredGame,
        after: Step,
        kind: str,
        data: Mapping[str, Any],
        request: str | None,
    ) -> StoredGame | None:
        """Store a game after its next event; return None if it has changed since."""
        if before.version >= self.limits.events and not after.session.is_over:
            raise TooManyEvents(
                _(
                    "This game has reached the limit of {count} actions. Save it under a name and "
                    "open the save to continue.",
                    count=self.limits.events,
                )
            )
        now = self._now()
        events = [(before.id, before.version + 1, request, kind, json.dumps(data), now)]
        if after.reply is not None:
            reply = json.dumps(after.reply)
            events.append((before.id, before.version + 2, None, "reply", reply, now))
        version = before.version + len(events)
        which = (before.id, before.owner, before.version, before.id, request)
        state = (*_columns(after.session).values(), version, now, *which)
        row = self._write_step(state, events, after.writes)
        if row is None:
            return None
        self.time.wait_for(after.session)
        # It may have been renamed since; renaming is not an event.
        stored = replace(before, name=row[0], version=version, session=after.session)
        self.recent.keep(stored)
        return stored

    def _write_step(
        self,
        state: tuple[Any, ...],
        events: list[tuple[Any, ...]],
        writes: Sequence[Callable[[Session], object]],
    ) -> Row | None:
        """Write a state and its events atomically; return the game's name, or None on conflict."""

        def write(execute: Execute) -> Row | None:
            if not execute(_ADVANCE, state).rowcount:
                return None
            for event in events:
                execute(f"{_EVENT} VALUES ({_VALUES})", event)
            named: Row = execute(_NAME, (events[0][0],)).fetchone()
            return named

        if writes:
            with self.database.writing() as db:
                written = write(lambda statement, values: run(db, statement, *values))
                for more in writes if written is not None else ():
                    more(db)
                return written
        if self.database.commits is not None:
            return self.database.write_together(write)
        noted = ", ".join(
            f"noted{number} AS ({_EVENT} SELECT {_VALUES} FROM moved)"
            for number in range(len(events))
        )
        values = (*state, *(value for event in events for value in event))
        return self.database.write_alone(
            f"WITH moved AS ({_ADVANCE} RETURNING name), {noted} SELECT name FROM moved", values
        )

    def _insert(
        self,
        db: Session,
        stored: StoredGame,
        kind: str,
        data: Mapping[str, Any],
        request: str | None = None,
    ) -> None:
        """Add a game and its first event, if the limits allow it."""
        self.time.wait_for(stored.session)
        self.expect_room(db, stored.owner)
        self._room.check(db, stored.session.game)
        now, state = self._now(), _columns(stored.session)
        names = ("id", "visitor", "kind", "name", "version", "created", "updated", *state)
        row = (stored.id, stored.owner, stored.kind, stored.name, stored.version, now, now)
        marks = ", ".join("?" * len(names))
        insert = f"INSERT INTO games ({', '.join(names)}) VALUES ({marks})"
        run(db, insert, *row, *state.values())
        self._log(db, stored.id, stored.version, kind, data, request)

    def _save(
        self, db: Session, visitor: str, session: GameSession, name: str, source: str
    ) -> GameRow:
        session.shelve(self.time.now())
        row = db.scalar(_saves(visitor, name))
        if row is None:
            stored = StoredGame(self.new_id(), "save", name, visitor, 1, session)
            self._insert(db, stored, "saved", {"from": source})
            return db.get_one(GameRow, stored.id)
        for column, value in _columns(session).items():
            setattr(row, column, value)
        row.version += 1
        row.updated = self._now()
        self._log(db, row.id, row.version, "saved", {"from": source})
        return row

    def _row(self, db: Session, visitor: str, game: str, *, also_deleted: bool = False) -> GameRow:
        row = db.scalar(select(GameRow).where(GameRow.id == game, GameRow.visitor == visitor))
        if row is None or (row.deleted is not None and not also_deleted):
            raise NoSuchGame()
        return row

    def _own(self, visitor: str, game: str) -> StoredGame:
        """Return a game of the visitor that is not shared."""
        stored = self.get(visitor, game)
        if stored.kind == "shared":
            raise NoSuchGame()
        return stored

    def _log(
        self,
        db: Session,
        game: str,
        version: int,
        kind: str,
        data: Mapping[str, Any],
        request: str | None = None,
    ) -> None:
        event = (game, version, request, kind, json.dumps(data), self._now())
        run(db, f"{_EVENT} VALUES ({_VALUES})", *event)

    def _made_by(self, db: Session, visitor: str, request: str) -> str | None:
        """Return the game that this request created before."""
        return cast(str | None, run(db, _MADE_BY, visitor, request).scalar())

    def _sweep(self, db: Session, visitor: str) -> None:
        """Delete this visitor's old games without moves."""
        run(db, _SWEEP, visitor, self._now() - UNPLAYED_KEPT)


def title_of(names: Mapping[Color, str]) -> str | None:
    """Return the title of a shared game in My Games, once it has both players."""
    parts = [names[color][:24] for color in Color if color in names]
    return " – ".join(parts) if len(parts) == 2 else None


def result_sentence(stored: str) -> str:
    if stored == ABORTED:
        return _("Game aborted")
    reason, winner, *discs = stored.split("|")
    black, white, *on_board = map(int, discs)
    color = Color(winner) if winner else None
    return str(Outcome(color, black, white, Reason(reason), (on_board[0], on_board[1])))


def _stored_result(outcome: Outcome) -> str:
    winner = "" if outcome.winner is None else outcome.winner.value
    discs = (outcome.black, outcome.white, *outcome.on_board)
    return "|".join([outcome.reason.value, winner, *map(str, discs)])


def read_shared(text: str) -> SharedState:
    return _READ_SHARED.decode(text)


def _columns(session: GameSession) -> dict[str, Any]:
    game, shared = session.game, session.shared
    final = game.final_outcome  # even while an earlier position is shown
    result = None if final is None else _stored_result(final)
    if shared is not None and shared.called_off:
        result = ABORTED
    black, white = (session.seats.get(color) for color in Color)
    return {
        "document": save_game(game),
        "black": HUMAN if black is None else black.player,
        "white": HUMAN if white is None else white.player,
        "paused": session.paused,
        "pending": session.pending,
        "next_ticket": session.next_ticket,
        "size": game.size,
        "board": game.board.to_text(),
        "moves": game.moves_recorded,
        "result": result,
        "score": None if final is None else final.score,
        "spent": session.spent,
        "since": session.since,
        "shared": None if shared is None else msgspec.json.encode(shared).decode(),
    }


def _saves(visitor: str, name: str) -> Select[GameRow]:
    return select(GameRow).where(
        GameRow.visitor == visitor,
        GameRow.kind == "save",
        GameRow.name == name,
        GameRow.deleted.is_(None),
    )


def _seat(
    visitor: str | None,
    name: str,
    program: bool,
    member: str | None,
    face: str | None,
    rating: int | None,
) -> Seat:
    return Seat(
        name=name,
        elsewhere=True,
        key=visitor or "",
        program=bool(program),
        member=member or "",
        face=face or "",
        rating=rating,
    )


# Games are created often; with SQLAlchemy's objects it took four times as long.
_ARRIVE = """
INSERT INTO visitors (id, created, seen) VALUES (?, ?, ?)
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"""
_MADE_BY = """
SELECT games.id FROM games JOIN events ON events.game = games.id
WHERE games.visitor = ? AND events.request = ? AND events.kind = 'created'"""
_RATED_BOARDS = """
SELECT games.board FROM members JOIN seats ON seats.visitor = members.visitor
JOIN games ON games.id = seats.game
WHERE members.visitor = ? AND games.result IS NULL AND games.shared LIKE ?"""
_SWEEP = """
DELETE FROM games
WHERE visitor = ? AND kind IN ('game', 'shared') AND moves = 0 AND name IS NULL AND updated < ?"""


# Moves are the most frequent requests. Each is two plain SQL statements for both databases:
# one reads the game, and one writes the next state unless another request was faster.
_LOOK = """
SELECT games.visitor, kind, games.name, version, document, shared,
    EXISTS (SELECT 1 FROM events WHERE events.game = games.id AND events.request = ?),
    games.black, games.white, paused, pending, next_ticket, spent, since,
    black.visitor, black.name, black.program, black.member, black.face, black.rating,
    white.visitor, white.name, white.program, white.member, white.face, white.rating
FROM games
LEFT JOIN seats AS black ON black.game = games.id AND black.color = 'black'
LEFT JOIN seats AS white ON white.game = games.id AND white.color = 'white'
WHERE games.id = ?
    AND (kind = 'shared' OR (games.visitor = ? AND games.deleted IS NULL))"""
_ADVANCE = """
UPDATE games SET document = ?, black = ?, white = ?, paused = ?, pending = ?, next_ticket = ?,
    size = ?, board = ?, moves = ?, result = ?, score = ?, spent = ?, since = ?, shared = ?,
    version = ?, updated = ?
WHERE id = ? AND visitor = ? AND version = ? AND (kind = 'shared' OR deleted IS NULL)
    AND NOT EXISTS (SELECT 1 FROM events WHERE game = ? AND request = ?)"""
_NAME = "SELECT name FROM games WHERE id = ?"
_EVENT = "INSERT INTO events (game, version, request, kind, data, at)"
_VALUES = "?, ?, ?, ?, ?, ?"
