"""Merge two visitors, after a code or password was entered in another browser."""

from sqlalchemy import delete, func, select, tuple_, update
from sqlalchemy.orm import Session

from outflank.storage.models import (
    NAME,
    BanRow,
    ClubEntrantRow,
    GameRow,
    MemberRow,
    PasswordRow,
    SeatRow,
    TokenRow,
    VisitorRow,
)
from outflank.storage.study.game_reviews import reviews
from outflank.storage.study.lesson_answers import answers
from outflank.storage.study.opening_cards import opening_answers
from outflank.storage.study.practice_cards import cards
from outflank.storage.study.puzzle_cards import tries


def hold(session: Session, *visitors: str) -> None:
    """Lock these visitors on PostgreSQL; SQLite has one writer anyway."""
    rows = select(VisitorRow.id).where(VisitorRow.id.in_(visitors)).order_by(VisitorRow.id)
    session.execute(rows.with_for_update()).all()


def hand_over(session: Session, giver: str, taker: str, now: float) -> None:
    """Move everything from one visitor to another; saves with equal names are renamed."""
    saves = select(GameRow).where(GameRow.kind == "save", GameRow.deleted.is_(None))
    names = {row.name for row in session.scalars(saves.where(GameRow.visitor == taker))}
    for row in session.scalars(saves.where(GameRow.visitor == giver)).all():
        row.name = _free(row.name or "", names)
        names.add(row.name)
    session.flush()
    session.execute(update(GameRow).where(GameRow.visitor == giver).values(visitor=taker))
    session.execute(update(SeatRow).where(SeatRow.visitor == giver).values(visitor=taker))
    if session.get(PasswordRow, taker) is None:
        session.execute(
            update(PasswordRow).where(PasswordRow.visitor == giver).values(visitor=taker)
        )
    session.execute(update(TokenRow).where(TokenRow.owner == giver).values(owner=taker))
    if session.get(MemberRow, taker) is None:  # an existing name is kept; the other becomes free
        session.execute(update(MemberRow).where(MemberRow.visitor == giver).values(visitor=taker))
        session.execute(
            update(ClubEntrantRow).where(ClubEntrantRow.visitor == giver).values(visitor=taker)
        )
    if session.get(BanRow, giver) is not None:  # a ban cannot be evaded by merging
        session.merge(BanRow(visitor=taker, name=session.get_one(BanRow, giver).name, at=now))
    for table, columns in (
        (cards, ["key"]),
        (opening_answers, ["key"]),
        (reviews, ["game"]),
        (answers, ["lesson", "step"]),
    ):
        key = [table.c[name] for name in columns]
        known = select(*key).where(table.c.owner == taker)
        theirs_only = (table.c.owner == giver) & tuple_(*key).not_in(known)
        session.execute(update(table).where(theirs_only).values(owner=taker))
        session.execute(delete(table).where(table.c.owner == giver))
    # Two puzzle ratings cannot be merged: an existing one is kept.
    theirs = select(func.count()).select_from(tries).where(tries.c.owner == taker)
    if not session.scalar(theirs):
        session.execute(update(tries).where(tries.c.owner == giver).values(owner=taker))
    session.execute(delete(tries).where(tries.c.owner == giver))
    session.execute(delete(VisitorRow).where(VisitorRow.id == giver))


def _free(name: str, taken: set[str | None]) -> str:
    """Return the name, with a number appended if it is taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        end = f" ({number})"
        free = name[: (NAME.length or 60) - len(end)] + end
    return free
