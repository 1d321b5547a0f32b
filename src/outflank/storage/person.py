"""All that a database has of one person: handed out, and forgotten.

Whoever played with them keeps their own games, in which the person has no name any more.
"""

import json
from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from outflank.board import Color
from outflank.formats import load_game, save_game
from outflank.storage.database import Database
from outflank.storage.meetings import title_of
from outflank.storage.models import (
    BanRow,
    Base,
    EventRow,
    GameRow,
    InvitationRow,
    MemberRow,
    RatingRow,
    RecoveryRow,
    ResultRow,
    SeatRow,
    SeekRow,
    VisitorRow,
)
from outflank.storage.practice import cards
from outflank.storage.puzzles import tries
from outflank.storage.upkeep import forget

NOBODY = "Somebody"
_SECRET = {RecoveryRow.__tablename__: "digest", InvitationRow.__tablename__: "digest"}


def everything_of(database: Database, visitor: str) -> dict[str, Any]:
    """Every row about a visitor, by its table; digests of secrets left out."""
    hosted = select(GameRow.id).where(GameRow.visitor == visitor)
    member = select(MemberRow.id).where(MemberRow.visitor == visitor)
    mine = {
        VisitorRow: VisitorRow.id == visitor,
        GameRow: GameRow.visitor == visitor,
        EventRow: EventRow.game.in_(hosted),
        SeatRow: SeatRow.visitor == visitor,
        InvitationRow: InvitationRow.game.in_(hosted),
        RecoveryRow: RecoveryRow.visitor == visitor,
        MemberRow: MemberRow.visitor == visitor,
        RatingRow: RatingRow.member.in_(member),
        ResultRow: or_(ResultRow.black.in_(member), ResultRow.white.in_(member)),
        SeekRow: SeekRow.visitor == visitor,
        BanRow: BanRow.visitor == visitor,
    }
    found: dict[str, Any] = {}
    with database.snapshot() as connection:
        for table, which in (
            *((Base.metadata.tables[row.__tablename__], which) for row, which in mine.items()),
            (cards, cards.c.owner == visitor),
            (tries, tries.c.owner == visitor),
        ):
            hidden = _SECRET.get(table.name)
            rows = connection.execute(select(table).where(which)).mappings()
            found[table.name] = [
                {name: value for name, value in row.items() if name != hidden} for row in rows
            ]
    return found


def forget_person(database: Database, visitor: str) -> None:
    """Delete all of a visitor; in other people's games and results they have no name any more."""
    with database.writing() as session:
        seats = session.scalars(select(SeatRow).where(SeatRow.visitor == visitor)).all()
        for seat in seats:
            _unname(session, seat)
        member = session.get(MemberRow, visitor)
        if member is not None:
            for side, name in (
                (ResultRow.black, ResultRow.black_name),
                (ResultRow.white, ResultRow.white_name),
            ):
                session.execute(
                    update(ResultRow).where(side == member.id).values({name.key: NOBODY})
                )
            session.execute(delete(RatingRow).where(RatingRow.member == member.id))
        session.flush()
        forget(session, [visitor])


def _unname(session: Session, seat: SeatRow) -> None:
    """Take somebody's name from a seat, and from the game at that table."""
    seat.name, seat.member, seat.face, seat.rating = NOBODY, None, None, None
    row = session.get_one(GameRow, seat.game)
    game = load_game(row.document)
    game.info[seat.color] = NOBODY
    row.document = save_game(game)
    session.flush()
    names = select(SeatRow.color, SeatRow.name).where(SeatRow.game == seat.game)
    row.name = title_of({Color(color): name for color, name in session.execute(names).all()})
    for event in session.scalars(
        select(EventRow).where(EventRow.game == seat.game, EventRow.kind == "sat")
    ):
        if "name" in json.loads(event.data):
            event.data = json.dumps({"name": NOBODY})
