"""Links to shared tables, and who one is at the servers one has been to."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from outflank.distance.client import Refused, Server
from outflank.sitting import MeetingView
from outflank.storage import own_folder

COOKIES = "visits.json"


@dataclass(frozen=True, kw_only=True)
class TableView(MeetingView):
    """A shared table on a server, as one sees it from here."""

    id: str
    version: int
    record: str | None = None
    """Set once the game may be studied."""


class _Link(msgspec.Struct):
    link: str


class _Invitation(msgspec.Struct):
    game: TableView
    free: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A server, and a table there, an invitation to a seat, or an event of its club.

    >>> Link.parse("https://club.example/#join=abc")
    Link(address='https://club.example/', invitation='abc', table='', event='')
    """

    address: str
    invitation: str = ""
    table: str = ""
    event: str = ""

    @classmethod
    def parse(cls, text: str) -> "Link":
        """Read a link as the browser shows it; ``ValueError`` says what is wrong with another."""
        address, _, behind = text.strip().partition("#")
        parts = urlsplit(address)
        named = {name: values[0] for name, values in parse_qs(behind).items()}
        link = cls(address, *(named.get(key, "") for key in ("join", "table", "event")))
        if parts.scheme not in ("http", "https") or not (
            link.invitation or link.table or link.event
        ):
            raise ValueError(
                "a link to a table looks like https://club.example/#join=… or …/#table=…; "
                f"got {text!r}"
            )
        return link


def table_view(content: bytes | msgspec.Raw) -> TableView:
    """A table as a server tells it."""
    return msgspec.json.decode(content, type=TableView)


def visit(address: str, *, name: str = "", folder: Path | None = None) -> Server:
    """A server, as the visitor one was there the last time; somebody who comes anew is noted.

    Programs are visitors of their own, each by its name.
    """
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc} {name}".rstrip()

    def remember(cookie: str) -> None:
        _write(own_folder(folder) / COOKIES, _visits(folder) | {origin: cookie})

    return Server(address, cookie=_visits(folder).get(origin, ""), remember=remember)


def sit_down(server: Server, link: Link, name: str, *, program: bool = False) -> TableView:
    """Come to the table of a link: to one's own seat, to the free one, or to watch."""
    if link.table:
        return table_view(server.get(f"/api/meetings/{link.table}"))
    look = server.post("/api/invitations/look", token=link.invitation)
    invitation = msgspec.json.decode(look, type=_Invitation)
    if not invitation.free or invitation.game.company.you is not None:
        return invitation.game
    try:
        taken = server.post(
            "/api/invitations/take", token=link.invitation, name=name, program=program
        )
    except Refused as refusal:
        if refusal.code != "seat-taken" or refusal.table is None:
            raise
        return table_view(refusal.table)  # somebody was quicker: watch
    return table_view(taken)


def set_up(server: Server, name: str, **wanted: Any) -> tuple[TableView, str]:
    """Set up a table for oneself and a friend; the link that gives the friend the other seat."""
    view = table_view(server.do("/api/meetings", name=name, **wanted))
    address = f"{server.address.partition('#')[0].rstrip('/')}/"
    made = server.post(f"/api/meetings/{view.id}/invitation", address=address)
    return view, msgspec.json.decode(made, type=_Link).link


def _visits(folder: Path | None) -> dict[str, str]:
    try:
        text = (own_folder(folder) / COOKIES).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    return msgspec.json.decode(text, type=dict[str, str])


def _write(path: Path, visits: dict[str, str]) -> None:
    """Whole or not at all, and for its owner alone: whoever has a cookie has the seat."""
    new = path.with_suffix(f".{os.getpid()}")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(visits, file)
    new.replace(path)
