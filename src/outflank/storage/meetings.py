"""Shared tables in the database: a game like any other, with the holders of its seats beside it.

An invitation is a token of 160 random bits, of which only the digest is kept. It gives one seat,
to whoever takes it first; afterwards it leads there as a watcher, until it is revoked.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, aliased

from outflank.board import Color
from outflank.formats import load_game
from outflank.storage.club import Played, result_row
from outflank.storage.commits import Execute, Row
from outflank.storage.games import Games, Kept, NoSuchGame, Standing, TooManyEvents, columns_of
from outflank.storage.models import ClubTableRow, GameRow, InvitationRow, MeetingRow, SeatRow

NO_SUCH_TABLE = "there is no such table; the link may be cut off, or its host has removed it"
UNSEATED = "human"


class NoSuchInvitation(LookupError):
    """A token that leads to no table."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat; a visitor who was forgotten has no key any more."""

    visitor: str
    name: str
    program: bool = False
    member: str = ""
    """In the club, if they are in it."""
    face: str = ""
    rating: int | None = None
    """When they sat down."""


@dataclass(frozen=True, slots=True)
class Shared:
    """How a shared table stands: its game, who holds which seat, and its affairs as text."""

    standing: Standing
    holders: Mapping[Color, Holder]
    affairs: str
    called_off: bool = False
    next: "NextTable | None" = None
    listed: "Listed | None" = None
    """How the club sees a new table; None for one that is nobody else's affair."""
    ended: bool = False
    """Whether it has just ended."""
    played: Played | None = None
    """What the club keeps of it then."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What the club is told of a table, besides its game."""

    control: str
    rated: bool


@dataclass(frozen=True, slots=True)
class NextTable:
    """The table at which they play again."""

    id: str
    shared: Shared


@dataclass(frozen=True, slots=True)
class KeptMeeting:
    """A stored shared table."""

    id: str
    host: str
    version: int
    shared: Shared


@dataclass(frozen=True, slots=True)
class Running:
    """A game that a visitor plays now, and against whom."""

    visitor: str
    game: str
    color: Color
    opponent: Holder


class Meetings(Games):
    """The shared tables of all visitors; what somebody may do at one, the meeting decides."""

    def begin(self, host: str, shared: Shared, *, request: str | None = None) -> KeptMeeting:
        """Set up a table; it is the host's game."""
        with self.database.writing() as session:
            self._visitor(session, host)
            if request is not None and (again := self._made_by(session, host, request)):
                return self._meeting(again)[0]
            self._sweep(session, host)
            return self.set_up(session, secrets.token_hex(16), host, shared, {}, request)

    def arrive(self, session: Session, visitor: str) -> None:
        """Somebody is here who wants to begin a game; refused where they have too many."""
        self._visitor(session, visitor)
        self.expect_room(session, visitor)

    def meeting(self, game: str) -> KeptMeeting:
        """A table as it stands."""
        return self._meeting(game)[0]

    def happen(
        self,
        game: str,
        kind: str,
        data: Mapping[str, Any],
        step: Callable[[KeptMeeting], Shared | None],
        *,
        request: str | None = None,
    ) -> tuple[KeptMeeting, bool]:
        """Let one event happen at a table, alone and durably; as ``Games.change`` for one's own."""
        while True:
            before, seen = self._meeting(game, request)
            after = None if seen else step(before)
            if after is None:
                return before, False
            if before.version >= self.limits.events:
                raise TooManyEvents(
                    f"{self.limits.events:,} things have happened at this table, as many as kept"
                )
            kept = replace(before, version=before.version + 1, shared=after)
            rare = after.next is not None or after.ended or after.holders != before.shared.holders
            if (self._rewrite if rare else self._write)(before, kept, kind, data, request):
                return kept, True
            # Somebody else was quicker: look what it is like now.

    def close(self, game: str) -> bool:
        """Call a game off, whatever its players want; whether it was still going on."""

        def step(kept: KeptMeeting) -> Shared | None:
            affairs = json.loads(kept.shared.affairs)
            if kept.shared.standing.game.is_over or affairs["called_off"]:
                return None
            affairs |= {"called_off": True, "proposal": None, "declined": []}
            standing = replace(kept.shared.standing, since=None)
            return replace(
                kept.shared,
                standing=standing,
                affairs=json.dumps(affairs),
                called_off=True,
                ended=True,
            )

        return self.happen(game, "closed", {}, step)[1]

    def seats_of(self, visitor: str) -> list[str]:
        """The tables at which a visitor holds a seat, the latest first."""
        with self.database.reading() as session:
            return list(
                session.scalars(
                    select(SeatRow.game)
                    .where(SeatRow.visitor == visitor)
                    .order_by(SeatRow.taken.desc())
                    .limit(self.limits.games)
                )
            )

    def running_of(self, visitors: Collection[str], most: int) -> list[Running]:
        """The games that visitors play now, at tables where both seats are taken."""
        mine, other = SeatRow, aliased(SeatRow)
        wanted = (
            select(mine.visitor, mine.game, mine.color, other)
            .join(other, (other.game == mine.game) & (other.color != mine.color))
            .join(GameRow, GameRow.id == mine.game)
            .where(mine.visitor.in_(visitors), GameRow.result.is_(None), GameRow.deleted.is_(None))
            .order_by(mine.taken.desc(), mine.game)
            .limit(most)
        )
        with self.database.reading() as session:
            return [
                Running(visitor or "", game, Color(color), _holder(row))
                for visitor, game, color, row in session.execute(wanted)
            ]

    # --- Invitations -----------------------------------------------------------------------------

    def invite(self, game: str, color: Color) -> str:
        """A new token for a seat; an older one for it leads nowhere from now on."""
        token = secrets.token_urlsafe(20)
        with self.database.writing() as session:
            self._forget_invitation(session, game, color)
            session.add(
                InvitationRow(digest=_digest(token), game=game, color=color.value, made=self._now())
            )
        return token

    def revoke(self, game: str) -> None:
        """Let no invitation to a table lead there any more."""
        with self.database.writing() as session:
            session.execute(delete(InvitationRow).where(InvitationRow.game == game))

    def invited(self, token: str) -> tuple[str, Color]:
        """The table and the seat that a token is for."""
        with self.database.reading() as session:
            found = session.get(InvitationRow, _digest(token))
        if found is None:
            raise NoSuchInvitation(
                "this invitation leads to no table; it may be cut off, or its host has made "
                "a new one"
            )
        return found.game, Color(found.color)

    def _forget_invitation(self, session: Session, game: str, color: Color) -> None:
        session.execute(
            delete(InvitationRow).where(
                InvitationRow.game == game, InvitationRow.color == color.value
            )
        )

    # --- Inside ----------------------------------------------------------------------------------

    def _meeting(self, game: str, request: str | None = None) -> tuple[KeptMeeting, bool]:
        row = self.database.fetch(_LOOK, request, game)
        if row is None:
            raise NoSuchGame(NO_SUCH_TABLE)
        host, version, document, spent, since, affairs, seen, *seats = row
        holders = {
            color: Holder(visitor or "", name, bool(program), member or "", face or "", rating)
            for color, (visitor, name, program, member, face, rating) in zip(
                Color, (seats[:6], seats[6:]), strict=True
            )
            if name is not None
        }
        played = self.recent.game(game, version) or load_game(document)
        standing = Standing(played, dict.fromkeys(Color, UNSEATED), spent=spent, since=since)
        return KeptMeeting(game, host, version, Shared(standing, holders, affairs)), bool(seen)

    def _write(
        self,
        before: KeptMeeting,
        kept: KeptMeeting,
        kind: str,
        data: Mapping[str, Any],
        request: str | None,
    ) -> bool:
        """Keep a move and the like, in few statements; False where the table has moved on."""
        now = self._now()
        state = (*_columns(kept.shared).values(), kept.version, now, kept.id, before.version)
        event = (kept.id, kept.version, request, kind, json.dumps(data), now)
        affairs = (kept.shared.affairs, kept.id)

        def write(execute: Execute) -> Row | None:
            if not execute(_ADVANCE, state).rowcount:
                return None
            execute(_AFFAIRS, affairs)
            execute(_EVENT, event)
            return (kept.id,)

        if self.database.commits is None:
            written = self.database.write_alone(_ALL, (*state, kept.shared.affairs, *event))
        else:
            written = self.database.write_together(write)
        if written is None:
            return False
        standing = kept.shared.standing
        self.recent.keep(kept.host, Kept(kept.id, "meeting", None, kept.version, False, standing))
        return True

    def _rewrite(
        self,
        before: KeptMeeting,
        kept: KeptMeeting,
        kind: str,
        data: Mapping[str, Any],
        request: str | None,
    ) -> bool:
        """Keep what happens seldom: somebody sits down, or another game begins."""
        shared = kept.shared
        with self.database.writing() as session:
            moved = session.execute(
                update(GameRow)
                .where(GameRow.id == kept.id, GameRow.version == before.version)
                .values(**_columns(shared), version=kept.version, updated=self._now())
                .returning(GameRow.id)
            ).scalar()
            if moved is None:
                return False
            session.execute(
                update(MeetingRow).where(MeetingRow.game == kept.id).values(affairs=shared.affairs)
            )
            row = session.get_one(GameRow, kept.id)
            self._log(session, row, kind, data, request)
            row.name = title_of(_names(shared.holders))
            self._seat(session, kept.id, shared.holders, before.shared.holders)
            if shared.ended:
                session.execute(delete(ClubTableRow).where(ClubTableRow.game == kept.id))
            elif len(shared.holders) == 2:
                session.execute(
                    update(ClubTableRow).where(ClubTableRow.game == kept.id).values(playing=True)
                )
            if shared.played is not None:
                session.add(result_row(shared.played))
            if shared.next is not None:
                new = shared.next
                origin = {"from": kept.id}
                self.set_up(session, new.id, kept.host, new.shared, origin, None)
        return True

    def set_up(
        self,
        session: Session,
        id_: str,
        host: str,
        shared: Shared,
        data: Mapping[str, Any],
        request: str | None,
    ) -> KeptMeeting:
        """Set up a table, within a transaction."""
        row = self._add(session, host, "meeting", shared.standing, None, id_=id_)
        session.add(MeetingRow(game=id_, affairs=shared.affairs))
        self._log(session, row, "created", data, request)
        row.name = title_of(_names(shared.holders))
        self._seat(session, id_, shared.holders, {})
        if shared.listed is not None:
            session.add(
                ClubTableRow(
                    game=id_,
                    playing=len(shared.holders) == 2,
                    rated=shared.listed.rated,
                    control=shared.listed.control,
                    since=self._now(),
                )
            )
        return KeptMeeting(id_, host, row.version, shared)

    def _seat(
        self,
        session: Session,
        game: str,
        holders: Mapping[Color, Holder],
        before: Mapping[Color, Holder],
    ) -> None:
        for color, holder in holders.items():
            if color in before:
                continue
            if holder.visitor:
                self._visitor(session, holder.visitor).seen = self._now()
            session.add(
                SeatRow(
                    game=game,
                    color=color.value,
                    visitor=holder.visitor or None,
                    name=holder.name,
                    program=holder.program,
                    taken=self._now(),
                    member=holder.member or None,
                    face=holder.face or None,
                    rating=holder.rating,
                )
            )


def _holder(row: SeatRow) -> Holder:
    return Holder("", row.name, row.program, row.member or "", row.face or "", row.rating)


def _columns(shared: Shared) -> dict[str, Any]:
    columns = columns_of(shared.standing)
    if shared.called_off:
        columns["result"] = "Called off"
    return columns


def title_of(names: Mapping[Color, str]) -> str | None:
    """What a game is called on the shelf, when both are there."""
    told = [names[color][:24] for color in Color if color in names]
    return " against ".join(told) if len(told) == 2 else None


def _names(holders: Mapping[Color, Holder]) -> dict[Color, str]:
    return {color: holder.name for color, holder in holders.items()}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


_LOOK = """
SELECT games.visitor, games.version, games.document, games.spent, games.since, meetings.affairs,
    EXISTS (SELECT 1 FROM events WHERE events.game = games.id AND events.request = ?),
    black.visitor, black.name, black.program, black.member, black.face, black.rating,
    white.visitor, white.name, white.program, white.member, white.face, white.rating
FROM games JOIN meetings ON meetings.game = games.id
LEFT JOIN seats AS black ON black.game = games.id AND black.color = 'black'
LEFT JOIN seats AS white ON white.game = games.id AND white.color = 'white'
WHERE games.id = ?"""
_ADVANCE = """
UPDATE games SET document = ?, black = ?, white = ?, paused = ?, pending = ?, next_ticket = ?,
    size = ?, board = ?, moves = ?, result = ?, score = ?, spent = ?, since = ?, version = ?,
    updated = ?
WHERE id = ? AND version = ?"""
_AFFAIRS = "UPDATE meetings SET affairs = ? WHERE game = ?"
_COLUMNS = "INSERT INTO events (game, version, request, kind, data, at)"
_EVENT = f"{_COLUMNS} VALUES (?, ?, ?, ?, ?, ?)"
_ALL = f"""
WITH moved AS ({_ADVANCE} RETURNING id),
    settled AS (UPDATE meetings SET affairs = ? FROM moved WHERE meetings.game = moved.id),
    noted AS ({_COLUMNS} SELECT ?, ?, ?, ?, ?, ? FROM moved)
SELECT id FROM moved"""
