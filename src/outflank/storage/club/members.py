"""The club in the database: members, ratings, results and bans.

Other members see a member's name and an id that reveals nothing about the visitor. Results are
separate rows: games and people can be deleted, and every rating can still be recalculated from the
same results in the same order.
"""

import secrets
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, case, delete, func, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from outflank.board import Color
from outflank.club.fair_play import DAY, SeriesGame
from outflank.club.glicko import GlickoRating
from outflank.club.ladder import Counted, Ladder, Pace, RatedGame
from outflank.openings import local_name
from outflank.play.seat import Seat, person_title
from outflank.play.session_data import SharedState
from outflank.storage.club.event_names import rename_in_events
from outflank.storage.database import Database
from outflank.storage.digests import digest_of
from outflank.storage.games.games import read_shared
from outflank.storage.models import (
    BanRow,
    ChallengeRow,
    ClubTableRow,
    GameRow,
    HostKeyRow,
    MemberRow,
    RatingRow,
    ResultRow,
    SeatRow,
    SeekRow,
    VisitorRow,
)
from outflank.translation import _

COUNTED_AT_ONCE = 500  # results per transaction, to keep the lock short
NO_MOVES = 60  # of results that were stored without their number
_LOCK = 0x0C1B  # PostgreSQL lock for the rating calculation


class NameTaken(ValueError):
    """Another member has this name."""


@dataclass(frozen=True, slots=True)
class PersonView:
    """A player as others see them; a guest has no id."""

    id: str | None
    name: str
    face: str | None
    program: bool
    rating: int | None  # at the relevant pace, or else at the pace the player plays most

    @classmethod
    def of_seat(cls, seat: Seat | SeatRow) -> "PersonView":
        name = seat.name if seat.program else person_title(seat.name, seat.member, False)
        return cls(seat.member or None, name, seat.face or None, seat.program, seat.rating)


@dataclass(frozen=True, slots=True)
class ResultView:
    """A finished club game."""

    game: str
    at: float
    black: PersonView
    white: PersonView
    score: int  # Black's discs minus White's
    reason: str
    pace: Pace
    control: str
    size: int
    rated: bool


@dataclass(frozen=True, slots=True)
class WonAndLost:
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class OpeningRecord:
    """An opening in a player's games with the points scored: 1 for a win, 0.5 for a draw."""

    name: str
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A club game that waits for an opponent or is in progress."""

    game: str
    rated: bool
    control: str
    size: int
    board: str
    moves: int
    shared: SharedState
    seats: dict[Color, PersonView]


class Club:
    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self.now = now

    # --- Members ---------------------------------------------------------------------------------

    def claim(
        self, visitor: str, name: str, key: str, face: str, *, program: bool = False
    ) -> MemberRow:
        """Give a visitor a name and a picture; an earlier name becomes free."""
        now = self.now()
        try:
            with self.database.writing() as session:
                if session.get(VisitorRow, visitor) is None:
                    session.add(VisitorRow(id=visitor, created=now, current_game=None, seen=now))
                    session.flush()
                row = session.get(MemberRow, visitor)
                if row is None:
                    row = MemberRow(visitor=visitor, id=secrets.token_hex(6), joined=now, here=0.0)
                    session.add(row)
                row.name, row.key, row.face, row.program = name, key, face, program
                session.flush()
                rename_in_events(session, row.id, name)
                return row
        except IntegrityError:
            why = _("Another member has the name {name}. Choose another name.", name=repr(name))
            raise NameTaken(why) from None

    def member(self, visitor: str) -> MemberRow | None:
        return self._one(select(MemberRow).where(MemberRow.visitor == visitor))

    def called(self, key: str) -> MemberRow | None:
        return self._one(select(MemberRow).where(MemberRow.key == key))

    def known_as(self, id_: str) -> MemberRow | None:
        """Return a member by the public id."""
        return self._one(select(MemberRow).where(MemberRow.id == id_))

    def members_among(self, visitors: Collection[str]) -> list[MemberRow]:
        with self.database.reading() as session:
            rows = session.scalars(select(MemberRow).where(MemberRow.visitor.in_(visitors)))
            return list(rows)

    def members(self) -> list[MemberRow]:
        """Return all members, sorted by name."""
        with self.database.reading() as session:
            rows = session.scalars(select(MemberRow).order_by(func.lower(MemberRow.name)))
            return list(rows)

    def here(self, most: int) -> tuple[list[MemberRow], int]:
        """Return the first members who are online, sorted by name, and their total number."""
        present = MemberRow.here > self.now()
        with self.database.reading() as session:
            rows = session.scalars(
                select(MemberRow).where(present).order_by(func.lower(MemberRow.name)).limit(most)
            )
            count = session.scalar(select(func.count()).select_from(MemberRow).where(present))
            return list(rows), count or 0

    def present(self, visitors: Collection[str], until: float) -> int:
        """Mark members among these visitors as online until a time; return their number."""
        if not visitors:
            return 0
        with self.database.writing() as session:
            found = session.execute(
                update(MemberRow).where(MemberRow.visitor.in_(visitors)).values(here=until)
            )
            return int(cast(Any, found).rowcount)

    def _one(self, wanted: Select[Any]) -> MemberRow | None:
        with self.database.reading() as session:
            return cast("MemberRow | None", session.scalar(wanted))

    # --- Ratings ---------------------------------------------------------------------------------

    def settle(self) -> int:
        """Rate the games that ended since the last call, on any server; return their number."""
        done = 0
        while counted := self._settle_some():
            done += counted
        return done

    def recount(self) -> int:
        """Recalculate every rating from all results in their order."""
        with self.database.writing() as session:
            self._hold(session)
            session.execute(delete(RatingRow))
            last = session.scalar(select(func.max(ResultRow.place))) or 0
            done = self._count(session, ResultRow.place.is_not(None), None)
        assert done <= last
        return done + self.settle()

    def rated_games(self, since: float) -> list[SeriesGame]:
        wanted = ResultRow.rated & (ResultRow.at >= since)
        with self.database.reading() as session:
            rows = session.scalars(select(ResultRow).where(wanted))
            return [
                SeriesGame(*_players(row), row.at, _points(row), row.moves or NO_MOVES)
                for row in rows
            ]

    def unrate(self, one: str, other: str) -> int:
        """Take back the ratings of all games of two members; return the number of games."""
        pair = ResultRow.black.in_((one, other)) & ResultRow.white.in_((one, other))
        taken = {"rated": False, "place": None, "black_rating": None, "white_rating": None}
        with self.database.writing() as session:
            self._hold(session)
            found = session.execute(update(ResultRow).where(ResultRow.rated, pair).values(taken))
        self.recount()
        return int(cast(Any, found).rowcount)

    def _settle_some(self) -> int:
        waiting = ResultRow.rated & ResultRow.place.is_(None)
        with self.database.reading() as session:
            if session.scalar(select(ResultRow.game).where(waiting).limit(1)) is None:
                return 0
        with self.database.writing() as session:
            self._hold(session)
            return self._count(session, waiting, COUNTED_AT_ONCE)

    def _count(self, session: Session, which: Any, most: int | None) -> int:
        order = (ResultRow.place, ResultRow.at, ResultRow.game)
        rows = session.scalars(select(ResultRow).where(which).order_by(*order).limit(most)).all()
        last = session.scalar(select(func.max(ResultRow.place))) or 0
        players = {who for row in rows for who in _players(row)}
        ladder = Ladder(self._known(session, players) if most is not None else {})
        if most is not None and rows:
            recent = ResultRow.place.is_not(None) & (ResultRow.at > rows[0].at - DAY)
            for row in session.scalars(
                select(ResultRow).where(recent, ResultRow.black.in_(players))
            ):
                ladder.remember(_rated(row))
        changed: set[tuple[str, Pace]] = set()
        for row in rows:
            if row.place is None:
                last += 1
                row.place = last
            game = _rated(row)
            both = ladder.count(game)
            row.black_rating, row.white_rating = (one.rating.value for one in both)
            changed |= {(game.black, game.pace), (game.white, game.pace)}
        for who, pace in changed:
            counted = ladder.known[who, pace]
            session.merge(
                RatingRow(
                    member=who,
                    pace=pace,
                    rating=counted.rating.value,
                    deviation=counted.rating.deviation,
                    volatility=counted.rating.volatility,
                    games=counted.games,
                    at=counted.at,
                )
            )
        return len(rows)

    def _known(self, session: Session, members: Iterable[str]) -> dict[tuple[str, Pace], Counted]:
        rows = session.scalars(select(RatingRow).where(RatingRow.member.in_(list(members))))
        return {(row.member, cast(Pace, row.pace)): _counted(row) for row in rows}

    def _hold(self, session: Session) -> None:
        """Keep other servers from calculating ratings; SQLite has one writer anyway."""
        if not self.database.is_sqlite:
            session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})

    def rating(self, member: str, pace: Pace) -> Counted:
        with self.database.reading() as session:
            row = session.get(RatingRow, (member, pace))
            return Counted() if row is None else _counted(row)

    def ratings_of(self, members: Iterable[str]) -> dict[tuple[str, Pace], Counted]:
        with self.database.reading() as session:
            return self._known(session, members)

    def ladder(self, pace: Pace, most: int) -> list[tuple[MemberRow, Counted]]:
        """Return the strongest members at a pace by rating minus two deviations."""
        sure = RatingRow.rating - 2 * RatingRow.deviation
        with self.database.reading() as session:
            rows = session.execute(
                select(MemberRow, RatingRow)
                .join(RatingRow, RatingRow.member == MemberRow.id)
                .where(RatingRow.pace == pace)
                .order_by(sure.desc(), MemberRow.key)
                .limit(most)
            )
            return [(member, _counted(row)) for member, row in rows]

    # --- Results and tables ----------------------------------------------------------------------

    def results(
        self, *, since: float = 0.0, member: str | None = None, most: int | None = None
    ) -> list[ResultView]:
        """Return finished games, newest first, of everyone or of one member."""
        black, white = aliased(MemberRow), aliased(MemberRow)
        wanted = (
            select(ResultRow, black.program, white.program)
            .outerjoin(black, black.id == ResultRow.black)
            .outerjoin(white, white.id == ResultRow.white)
            .where(ResultRow.at >= since)
            .order_by(ResultRow.at.desc(), ResultRow.game)
            .limit(most)
        )
        if member is not None:
            wanted = wanted.where(_played_by(member))
        with self.database.reading() as session:
            return [_result(row, bool(one), bool(two)) for row, one, two in session.execute(wanted)]

    def record_of(self, member: str) -> WonAndLost:
        score = _own_score(member)
        kinds = (score > 0, score == 0, score < 0)
        counts = (func.coalesce(func.sum(case((kind, 1), else_=0)), 0) for kind in kinds)
        with self.database.reading() as session:
            found = session.execute(select(*counts).where(_played_by(member))).one()
            return WonAndLost(*(int(count) for count in found))

    def openings_of(self, member: str, most: int) -> list[OpeningRecord]:
        score = _own_score(member)
        points = func.sum(case((score > 0, 1.0), (score == 0, 0.5), else_=0.0))
        games = func.count()
        wanted = (
            select(ResultRow.opening, games, points)
            .where(_played_by(member), ResultRow.opening != "")
            .group_by(ResultRow.opening)
            .order_by(games.desc(), ResultRow.opening)
            .limit(most)
        )
        with self.database.reading() as session:
            return [
                OpeningRecord(local_name(name), int(count), float(sum_))
                for name, count, sum_ in session.execute(wanted)
            ]

    def curve_of(self, member: str, most: int) -> list[tuple[Pace, float, float]]:
        """Return a member's latest ratings, oldest first, as (pace, time, rating)."""
        rating = case(
            (ResultRow.black == member, ResultRow.black_rating), else_=ResultRow.white_rating
        )
        wanted = (
            select(ResultRow.pace, ResultRow.at, rating)
            .where(_played_by(member), rating.is_not(None))
            .order_by(ResultRow.at.desc(), ResultRow.game)
            .limit(most)
        )
        with self.database.reading() as session:
            return [
                (cast(Pace, pace), at, float(value)) for pace, at, value in session.execute(wanted)
            ][::-1]

    def tables(self, playing: bool, most: int) -> tuple[list[ClubTable], int]:
        """Return open or running games, newest first, and their total number."""
        of_kind = ClubTableRow.playing.is_(playing)
        with self.database.reading() as session:
            rows = session.execute(
                select(ClubTableRow.game, ClubTableRow.rated, ClubTableRow.control)
                .add_columns(GameRow.size, GameRow.board, GameRow.moves, GameRow.shared)
                .join(GameRow, GameRow.id == ClubTableRow.game)
                .where(of_kind, GameRow.deleted.is_(None))
                .order_by(ClubTableRow.since.desc(), ClubTableRow.game)
                .limit(most)
            ).all()
            count = session.scalar(select(func.count()).select_from(ClubTableRow).where(of_kind))
            seats: dict[str, dict[Color, PersonView]] = {row.game: {} for row in rows}
            for seat in session.scalars(select(SeatRow).where(SeatRow.game.in_(list(seats)))):
                seats[seat.game][Color(seat.color)] = PersonView.of_seat(seat)
        found = [
            ClubTable(
                game, rated, control, size, board, moves, read_shared(shared or "{}"), seats[game]
            )
            for game, rated, control, size, board, moves, shared in rows
        ]
        return found, count or 0

    def open_tables_of(self, visitor: str) -> list[str]:
        """Return the club games in which a visitor waits for an opponent."""
        with self.database.reading() as session:
            return list(
                session.scalars(
                    select(ClubTableRow.game)
                    .join(SeatRow, SeatRow.game == ClubTableRow.game)
                    .where(SeatRow.visitor == visitor, ClubTableRow.playing.is_(False))
                )
            )

    # --- Moderation ------------------------------------------------------------------------------

    def remove(self, visitor: str) -> None:
        """Remove a member's name; the visitor becomes a guest and keeps the games."""
        with self.database.writing() as session:
            session.execute(delete(MemberRow).where(MemberRow.visitor == visitor))

    def ban(self, member: MemberRow) -> None:
        """Ban a member from playing others; the name stays reserved."""
        with self.database.writing() as session:
            session.merge(BanRow(visitor=member.visitor, name=member.name, at=self.now()))
            session.execute(delete(SeekRow).where(SeekRow.visitor == member.visitor))
            session.execute(delete(ChallengeRow).where(ChallengeRow.sender == member.visitor))

    def unban(self, name: str) -> bool:
        """Lift a ban; return whether there was one."""
        with self.database.writing() as session:
            found = session.execute(delete(BanRow).where(BanRow.name == name))
            return bool(cast(Any, found).rowcount)

    def is_banned(self, visitor: str) -> bool:
        with self.database.reading() as session:
            return session.get(BanRow, visitor) is not None

    def make_key(self) -> str:
        """Create a new host key, which replaces the old one."""
        key = secrets.token_urlsafe(24)
        with self.database.writing() as session:
            session.execute(delete(HostKeyRow))
            session.add(HostKeyRow(digest=digest_of(key), made=self.now()))
        return key

    def is_key(self, key: str) -> bool:
        with self.database.reading() as session:
            return session.get(HostKeyRow, digest_of(key)) is not None

    def banned(self) -> list[str]:
        with self.database.reading() as session:
            return list(session.scalars(select(BanRow.name).order_by(BanRow.name)))


def _counted(row: RatingRow) -> Counted:
    return Counted(GlickoRating(row.rating, row.deviation, row.volatility), row.games, row.at)


def _players(row: ResultRow) -> tuple[str, str]:
    assert row.black is not None  # rated games are between members
    assert row.white is not None
    return row.black, row.white


def _points(row: ResultRow) -> float:
    return 1.0 if row.score > 0 else 0.5 if row.score == 0 else 0.0


def _rated(row: ResultRow) -> RatedGame:
    return RatedGame(*_players(row), cast(Pace, row.pace), row.at, _points(row))


def _played_by(member: str) -> ColumnElement[bool]:
    return or_(ResultRow.black == member, ResultRow.white == member)


def _own_score(member: str) -> ColumnElement[int]:
    """Return a game's score from the point of view of a member who played in it."""
    return case((ResultRow.black == member, ResultRow.score), else_=-ResultRow.score)


def _result(row: ResultRow, black_program: bool, white_program: bool) -> ResultView:
    def person(id_: str | None, name: str, rating: float | None, program: bool) -> PersonView:
        name = name if program else person_title(name, id_, False)
        return PersonView(id_, name, None, program, None if rating is None else round(rating))

    return ResultView(
        row.game,
        row.at,
        person(row.black, row.black_name, row.black_rating, black_program),
        person(row.white, row.white_name, row.white_rating, white_program),
        row.score,
        row.reason,
        cast(Pace, row.pace),
        row.control,
        row.size,
        row.rated,
    )
