"""Export and deletion of all data about one person.

Opponents keep their own games, in which the person's name is replaced.
"""

import json
from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from outflank.board import Color
from outflank.formats import load_game, save_game
from outflank.storage.club.event_names import ALL, rename_in_events, unname_in_events
from outflank.storage.database import Database
from outflank.storage.games.games import title_of
from outflank.storage.models import (
    BanRow,
    Base,
    ChallengeRow,
    ClubEntrantRow,
    EventRow,
    GameRow,
    InvitationRow,
    MemberRow,
    PasswordRow,
    RatingRow,
    RecoveryRow,
    ResultRow,
    SeatRow,
    SeekRow,
    TokenRow,
    VisitorRow,
)
from outflank.storage.study.game_reviews import reviews
from outflank.storage.study.lesson_answers import answers
from outflank.storage.study.opening_cards import opening_answers
from outflank.storage.study.practice_cards import cards
from outflank.storage.study.puzzle_cards import tries
from outflank.storage.upkeep import forget

NOBODY = "Deleted player"
_SECRET = {
    row.__tablename__: "digest" for row in (RecoveryRow, PasswordRow, InvitationRow, TokenRow)
}
_SECRET[ChallengeRow.__tablename__] = "receiver"  # another person's id


def everything_of(database: Database, visitor: str) -> dict[str, Any]:
    """Return every row about a visitor by table, without digests of secrets."""
    hosted = select(GameRow.id).where(GameRow.visitor == visitor)
    member = select(MemberRow.id).where(MemberRow.visitor == visitor)
    mine = {
        VisitorRow: VisitorRow.id == visitor,
        GameRow: GameRow.visitor == visitor,
        EventRow: EventRow.game.in_(hosted),
        SeatRow: SeatRow.visitor == visitor,
        InvitationRow: InvitationRow.game.in_(hosted),
        RecoveryRow: RecoveryRow.visitor == visitor,
        PasswordRow: PasswordRow.visitor == visitor,
        MemberRow: MemberRow.visitor == visitor,
        RatingRow: RatingRow.member.in_(member),
        ResultRow: or_(ResultRow.black.in_(member), ResultRow.white.in_(member)),
        SeekRow: SeekRow.visitor == visitor,
        ChallengeRow: ChallengeRow.sender == visitor,
        TokenRow: TokenRow.owner == visitor,
        ClubEntrantRow: ClubEntrantRow.visitor == visitor,
        BanRow: BanRow.visitor == visitor,
    }
    found: dict[str, Any] = {}
    with database.snapshot() as connection:
        for table, which in (
            *((Base.metadata.tables[row.__tablename__], which) for row, which in mine.items()),
            (cards, cards.c.owner == visitor),
            (opening_answers, opening_answers.c.owner == visitor),
            (reviews, reviews.c.owner == visitor),
            (answers, answers.c.owner == visitor),
            (tries, tries.c.owner == visitor),
        ):
            hidden = _SECRET.get(table.name)
            rows = connection.execute(select(table).where(which)).mappings()
            found[table.name] = [
                {name: value for name, value in row.items() if name != hidden} for row in rows
            ]
    return found


def forget_person(database: Database, visitor: str) -> None:
    """Delete all data of a visitor and of the programs they invited.

    In other people's games and results their names are replaced.
    """
    with database.reading() as session:
        programs = list(session.scalars(select(TokenRow.visitor).where(TokenRow.owner == visitor)))
    for program in programs:
        forget_person(database, program)
    with database.writing() as session:
        for seat in _seats(session, visitor):
            _rename(session, seat, NOBODY)
            seat.member, seat.face, seat.rating = None, None, None
            _silence(session, seat)
        unname_in_events(session, visitor, NOBODY)
        member = session.get(MemberRow, visitor)
        if member is not None:
            _rename_results(session, member.id, NOBODY)
            session.execute(delete(RatingRow).where(RatingRow.member == member.id))
        session.flush()
        forget(session, [visitor])


def rename_person(database: Database, visitor: str, name: str) -> None:
    """Rename a member everywhere: games, results, events."""
    with database.writing() as session:
        member = session.get_one(MemberRow, visitor)
        for seat in _seats(session, visitor):
            _rename(session, seat, name)
        rename_in_events(session, member.id, name, ALL)
        _rename_results(session, member.id, name)


def _seats(session: Session, visitor: str) -> list[SeatRow]:
    return list(session.scalars(select(SeatRow).where(SeatRow.visitor == visitor)))


def _rename_results(session: Session, member: str, name: str) -> None:
    for side, called in (
        (ResultRow.black, ResultRow.black_name),
        (ResultRow.white, ResultRow.white_name),
    ):
        session.execute(update(ResultRow).where(side == member).values({called.key: name}))


def _rename(session: Session, seat: SeatRow, called: str) -> None:
    """Rename the player on a seat, also in the stored game."""
    before, seat.name = seat.name, called
    row = session.get_one(
        GameRow, seat.game, with_for_update=True
    )  # locked against concurrent moves
    game = load_game(row.document)
    game.info[seat.color] = called
    row.document = save_game(game)
    session.flush()
    names = select(SeatRow.color, SeatRow.name).where(SeatRow.game == seat.game)
    row.name = title_of({Color(color): name for color, name in session.execute(names).all()})
    for event in session.scalars(
        select(EventRow).where(EventRow.game == seat.game, EventRow.kind == "sat")
    ):
        if json.loads(event.data).get("name") == before:
            event.data = json.dumps({"name": called})


def _silence(session: Session, seat: SeatRow) -> None:
    """Remove the free-text messages that a player wrote in a game."""
    row = session.get_one(GameRow, seat.game)
    shared = json.loads(row.shared or "{}")
    shared["said"] = [one for one in shared["said"] if one["phrase"] or one["color"] != seat.color]
    row.shared = json.dumps(shared)
