"""Two visitors become one: what a code or a password does when it is entered in another browser."""

from sqlalchemy import delete, func, select, update
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
from outflank.storage.study.practice_cards import cards
from outflank.storage.study.puzzle_cards import tries


def hold(session: Session, *visitors: str) -> None:
    """Let no request of these visitors come between, on PostgreSQL; SQLite has one writer."""
    rows = select(VisitorRow.id).where(VisitorRow.id.in_(visitors)).order_by(VisitorRow.id)
    session.execute(rows.with_for_update()).all()


def hand_over(session: Session, giver: str, taker: str, now: float) -> None:
    """Hand over everything. Of two saves with one name the newcomer is called another."""
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
    if session.get(MemberRow, taker) is None:  # one's own name stays, the other is free again
        session.execute(update(MemberRow).where(MemberRow.visitor == giver).values(visitor=taker))
        session.execute(
            update(ClubEntrantRow).where(ClubEntrantRow.visitor == giver).values(visitor=taker)
        )
    if session.get(BanRow, giver) is not None:  # nobody comes back as somebody else
        session.merge(BanRow(visitor=taker, name=session.get_one(BanRow, giver).name, at=now))
    known = select(cards.c.key).where(cards.c.owner == taker)
    session.execute(
        update(cards).where(cards.c.owner == giver, cards.c.key.not_in(known)).values(owner=taker)
    )
    session.execute(delete(cards).where(cards.c.owner == giver))
    # A rating at puzzles cannot be the sum of two: one's own stays.
    theirs = select(func.count()).select_from(tries).where(tries.c.owner == taker)
    if not session.scalar(theirs):
        session.execute(update(tries).where(tries.c.owner == giver).values(owner=taker))
    session.execute(delete(tries).where(tries.c.owner == giver))
    session.execute(delete(VisitorRow).where(VisitorRow.id == giver))


def _free(name: str, taken: set[str | None]) -> str:
    """The name, or with a number behind it where it is taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        end = f" ({number})"
        free = name[: (NAME.length or 60) - len(end)] + end
    return free
