"""Club events in the database: entrants, games in progress, finished games.

A finished game is a line of the arena's log, as text. One step of an event records all finished
games and starts the next ones in one transaction. A server that is killed leaves the event before
or after a step, and any server can continue it.
"""

import json
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from sqlalchemy import Select, case, delete, func, select, update
from sqlalchemy.orm import Session

from outflank.formats import load_game
from outflank.game import Game
from outflank.play.session import GameSession
from outflank.storage.club.event_names import GOING_ON
from outflank.storage.games.games import Games
from outflank.storage.models import (
    BanRow,
    ClubEntrantRow,
    ClubEventGameRow,
    ClubEventRow,
    GameRow,
    MemberRow,
)
from outflank.translation import _

EventState = Literal["open", "running", "over", "closed"]


class NoSuchEvent(LookupError): ...


class EventRefused(ValueError):
    """An action that the event does not allow now; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class EventSummary:
    id: str
    name: str
    state: EventState
    format: str
    control: str
    size: int
    rated: bool
    entrants: Sequence[str]  # ids of the members who have entered
    played: int  # number of finished games


@dataclass(frozen=True, slots=True)
class EventEntrant:
    """A player in an event, under the name used on entering."""

    member: str
    visitor: str  # empty if the player's data was deleted
    name: str
    face: str
    program: bool
    left: bool  # the player left the event or the club


@dataclass(frozen=True, slots=True)
class EventTable:
    """A game of an event that has started and is not recorded yet."""

    number: int
    game: str
    ended: Game | None = None  # the finished game
    shared: str = ""
    called_off: bool = False  # the game was aborted and will be replayed


@dataclass(frozen=True, slots=True)
class StoredEvent:
    id: str
    name: str
    state: EventState
    made: float
    control: str
    rated: bool
    settings: str  # settings of the arena run, as JSON
    entrants: Sequence[EventEntrant]
    tables: Mapping[int, EventTable]
    records: Mapping[int, str]  # lines of the log by game number


@dataclass(frozen=True, slots=True)
class EventStep:
    """A change to an event, applied atomically."""

    state: EventState
    records: Mapping[int, str] = field(default_factory=dict)
    begin: Mapping[int, GameSession] = field(default_factory=dict)
    settings: str | None = None


class ClubEvents:
    def __init__(self, games: Games) -> None:
        self._games = games
        self._database = games.database

    def make(self, name: str, control: str, rated: bool, settings: dict[str, Any]) -> str:
        id_ = secrets.token_hex(16)
        with self._database.writing() as session:
            session.add(
                ClubEventRow(
                    id=id_,
                    name=name,
                    state="open",
                    made=time.time(),
                    control=control,
                    rated=rated,
                    format=settings["format"],
                    size=settings["size"],
                    settings=json.dumps(settings, ensure_ascii=False),
                )
            )
        return id_

    def event(self, id_: str) -> StoredEvent:
        with self._database.reading() as session:
            return self._kept(session, self._row(session, select(ClubEventRow), id_))

    def listed(
        self, states: Collection[EventState] = (), most: int | None = None
    ) -> list[EventSummary]:
        """List events in some states (default: all): current ones first, then the newest."""
        ended = case((ClubEventRow.state.in_(GOING_ON), 0), else_=1)
        wanted = select(ClubEventRow).order_by(ended, ClubEventRow.made.desc(), ClubEventRow.id)
        if states:
            wanted = wanted.where(ClubEventRow.state.in_(states))
        with self._database.reading() as session:
            rows = session.scalars(wanted.limit(most)).all()
            ids = [row.id for row in rows]
            entered: dict[str, list[str]] = {id_: [] for id_ in ids}
            for entrant in session.scalars(
                select(ClubEntrantRow)
                .where(ClubEntrantRow.event.in_(ids), ClubEntrantRow.left.is_(False))
                .order_by(ClubEntrantRow.place)
            ):
                entered[entrant.event].append(entrant.member)
            over = ClubEventGameRow.record.is_not(None)
            counts = (
                select(ClubEventGameRow.event, func.count())
                .where(ClubEventGameRow.event.in_(ids), over)
                .group_by(ClubEventGameRow.event)
            )
            played = {row[0]: row[1] for row in session.execute(counts)}
        return [
            EventSummary(
                row.id,
                row.name,
                cast(EventState, row.state),
                row.format,
                row.control,
                row.size,
                row.rated,
                entered[row.id],
                played.get(row.id, 0),
            )
            for row in rows
        ]

    def in_play(self) -> dict[str, list[str | None]]:
        """Return the open games of each running event; None for a finished game."""
        wanted = (
            select(ClubEventRow.id, ClubEventGameRow.number, GameRow.id)
            .outerjoin(
                ClubEventGameRow,
                (ClubEventGameRow.event == ClubEventRow.id) & ClubEventGameRow.record.is_(None),
            )
            .outerjoin(GameRow, (GameRow.id == ClubEventGameRow.game) & GameRow.result.is_(None))
            .where(ClubEventRow.state == "running")
        )
        found: dict[str, list[str | None]] = {}
        with self._database.reading() as session:
            for event, number, game in session.execute(wanted):
                tables = found.setdefault(event, [])
                if number is not None:
                    tables.append(game)
        return found

    def entered_by(self, member: str) -> list[str]:
        wanted = (
            select(ClubEventRow.id)
            .join(ClubEntrantRow, ClubEntrantRow.event == ClubEventRow.id)
            .where(
                ClubEntrantRow.member == member,
                ClubEntrantRow.left.is_(False),
                ClubEventRow.state.in_(GOING_ON),
            )
        )
        with self._database.reading() as session:
            return list(session.scalars(wanted))

    # --- Entering and leaving --------------------------------------------------------------------

    def enter(self, id_: str, member: MemberRow) -> None:
        """Enter a member; entering twice has no effect."""
        with self._database.writing() as session:
            row = self._held(session, id_)
            known = session.get(ClubEntrantRow, (id_, member.id))
            if known is not None and not known.left:
                return
            if row.state != "open":
                raise EventRefused(_("This event has already started. You can no longer enter."))
            # Another entrant with this name is no longer a member.
            gone = (ClubEntrantRow.member == member.id) | (ClubEntrantRow.name == member.name)
            session.execute(delete(ClubEntrantRow).where(ClubEntrantRow.event == id_, gone))
            last = session.scalar(
                select(func.max(ClubEntrantRow.place)).where(ClubEntrantRow.event == id_)
            )
            session.add(
                ClubEntrantRow(
                    event=id_,
                    member=member.id,
                    visitor=member.visitor,
                    name=member.name,
                    program=member.program,
                    place=0 if last is None else last + 1,
                    left=False,
                )
            )

    def leave(self, id_: str, member: str) -> bool:
        """Remove a member from an event; before the start the entry is deleted. Return success."""
        with self._database.writing() as session:
            row = self._held(session, id_)
            which = (ClubEntrantRow.event == id_) & (ClubEntrantRow.member == member)
            if row.state == "open":
                done = session.execute(delete(ClubEntrantRow).where(which))
            else:
                stays = ClubEntrantRow.left.is_(False)
                done = session.execute(update(ClubEntrantRow).where(which, stays).values(left=True))
            return bool(cast(Any, done).rowcount)

    # --- Steps -----------------------------------------------------------------------------------

    def step(
        self, id_: str, choose: Callable[[StoredEvent], EventStep | None]
    ) -> tuple[StoredEvent, EventStep | None]:
        """Advance an event as ``choose`` decides, atomically; None means no change."""
        with self._database.writing() as session:
            row = self._held(session, id_)
            before = self._kept(session, row)
            chosen = choose(before)
            if chosen is None:
                return before, None
            row.state = chosen.state
            if chosen.settings is not None:
                row.settings = chosen.settings
            for number, record in chosen.records.items():
                played = session.get(ClubEventGameRow, (id_, number))
                if played is None:
                    session.add(ClubEventGameRow(event=id_, number=number, record=record))
                else:
                    played.record = record
            for number, table in chosen.begin.items():
                game = secrets.token_hex(16)
                self._games.touch_visitor(session, id_)  # the event itself owns the games
                self._games.add_shared(session, game, id_, table, {"event": id_})
                session.merge(ClubEventGameRow(event=id_, number=number, game=game, record=None))
            session.flush()
            return self._kept(session, row), chosen

    def _held(self, session: Session, id_: str) -> ClubEventRow:
        """Lock and return the row of an event, so that steps run one at a time."""
        return self._row(session, select(ClubEventRow).with_for_update(), id_)

    def _row(self, session: Session, wanted: Select[Any], id_: str) -> ClubEventRow:
        row = session.scalar(wanted.where(ClubEventRow.id == id_))
        if row is None:
            raise NoSuchEvent(_("This event does not exist. The link may be incomplete."))
        assert isinstance(row, ClubEventRow)
        return row

    def _kept(self, session: Session, row: ClubEventRow) -> StoredEvent:
        entrants = session.execute(
            select(ClubEntrantRow, MemberRow, BanRow.visitor)
            .outerjoin(MemberRow, MemberRow.id == ClubEntrantRow.member)
            .outerjoin(BanRow, BanRow.visitor == ClubEntrantRow.visitor)
            .where(ClubEntrantRow.event == row.id)
            .order_by(ClubEntrantRow.place)
        ).all()
        games = session.execute(
            select(ClubEventGameRow, GameRow.document, GameRow.result, GameRow.shared)
            .outerjoin(
                GameRow, (GameRow.id == ClubEventGameRow.game) & ClubEventGameRow.record.is_(None)
            )
            .where(ClubEventGameRow.event == row.id)
            .order_by(ClubEventGameRow.number)
        ).all()
        return StoredEvent(
            row.id,
            row.name,
            cast(EventState, row.state),
            row.made,
            row.control,
            row.rated,
            row.settings,
            [
                EventEntrant(
                    one.member,
                    one.visitor or "",
                    one.name,
                    "user" if member is None else member.face,
                    one.program,
                    one.left or member is None or banned is not None,
                )
                for one, member, banned in entrants
            ],
            {
                one.number: _table(one, document, result, shared)
                for one, document, result, shared in games
                if one.record is None
            },
            {one.number: one.record for one, *_ in games if one.record is not None},
        )


def _table(
    row: ClubEventGameRow, document: str | None, result: str | None, shared: str | None
) -> EventTable:
    if document is None:  # the game was deleted
        return EventTable(row.number, row.game or "", called_off=True)
    if result is None:
        return EventTable(row.number, row.game or "", shared=shared or "")
    game = load_game(document)
    return EventTable(row.number, row.game or "", game, shared or "", not game.is_over)
