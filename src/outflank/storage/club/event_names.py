"""Player names in club events: in the list of entrants and in the log."""

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from outflank.storage.models import ClubEntrantRow, ClubEventGameRow, ClubEventRow

GOING_ON = ("open", "running")
ALL = (*GOING_ON, "over", "closed")


def rename_in_events(
    session: Session, member: str, name: str, states: Collection[str] = GOING_ON
) -> None:
    """Rename a member in the events that they entered.

    An event keeps the old name if a former member entered it under the new one.
    """
    for entrant, event in _entries(session, ClubEntrantRow.member == member, states):
        others = select(ClubEntrantRow.member).where(
            ClubEntrantRow.event == event.id,
            ClubEntrantRow.name == name,
            ClubEntrantRow.member != member,
        )
        if session.scalar(others) is None:
            _rename(session, entrant, event, name)


def unname_in_events(session: Session, visitor: str, nobody: str) -> None:
    """Replace a player's name in all events with a placeholder, and leave those events."""
    for entrant, event in _entries(session, ClubEntrantRow.visitor == visitor, ALL):
        _rename(session, entrant, event, f"{nobody} {entrant.place + 1}")
        entrant.left = True


def _entries(
    session: Session, whose: Any, states: Collection[str]
) -> list[tuple[ClubEntrantRow, ClubEventRow]]:
    wanted = (
        select(ClubEntrantRow, ClubEventRow)
        .join(ClubEventRow, ClubEventRow.id == ClubEntrantRow.event)
        .where(whose, ClubEventRow.state.in_(states))
    )
    return [(entrant, event) for entrant, event in session.execute(wanted)]


def _rename(session: Session, entrant: ClubEntrantRow, event: ClubEventRow, after: str) -> None:
    before, entrant.name = entrant.name, after
    if before == after:
        return
    event.settings = _renamed(event.settings, before, after)
    games = select(ClubEventGameRow).where(
        ClubEventGameRow.event == event.id, ClubEventGameRow.record.is_not(None)
    )
    for game in session.scalars(games):
        game.record = _renamed(game.record or "", before, after)


def _renamed(text: str, before: str, after: str) -> str:
    """Rename a player in the settings of an event or in a line of its log."""
    document = json.loads(text)
    for entrant in document.get("entrants", ()):
        if entrant["name"] == before:
            entrant["name"] = after
    for side in ("black", "white"):
        if document.get(side) == before:
            document[side] = after
    fault = document.get("fault")
    if fault and fault["player"] == before:
        document["fault"] = fault | {"player": after, "message": fault["kind"]}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
