"""Links to shared games, and the cookies that identify a local player to servers."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from outflank.play.remote.client import Refused, RemoteServer
from outflank.play.view import GameView, SharedView
from outflank.translation import _

COOKIES = "visits.json"


class _Invitation(msgspec.Struct):
    game: GameView
    free: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A server, with a game, an invitation to a seat, or an event of its club.

    >>> Link.parse("https://club.example/#join=abc")
    Link(address='https://club.example/', invitation='abc', table='', event='')
    """

    address: str
    invitation: str = ""
    table: str = ""
    event: str = ""

    @classmethod
    def parse(cls, text: str) -> "Link":
        """Parse a link as the browser shows it; raise ``ValueError`` with the reason."""
        address, _hash, behind = text.strip().partition("#")
        parts = urlsplit(address)
        named = {name: values[0] for name, values in parse_qs(behind).items()}
        link = cls(address, *(named.get(key, "") for key in ("join", "table", "event")))
        if parts.scheme not in ("http", "https") or not (
            link.invitation or link.table or link.event
        ):
            raise ValueError(
                _(
                    "{text} is not a link to a game. A link looks like "
                    "https://club.example/#join=… or …/#table=…",
                    text=repr(text),
                )
            )
        return link


def read_view(content: bytes | msgspec.Raw) -> GameView:
    return msgspec.json.decode(content, type=GameView)


def shared_part(view: GameView) -> SharedView:
    assert view.shared is not None, "a game at a distance has two players"
    return view.shared


def game_path(game: str, action: str = "") -> str:
    return f"/api/games/{game}/{action}".rstrip("/")


def visit(address: str, folder: Path, *, name: str = "") -> RemoteServer:
    """Connect to a server with the identity of earlier visits, or a new one, stored in ``folder``.

    Programs have separate identities, one per name.
    """
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc} {name}".rstrip()
    file = folder / COOKIES

    def remember(cookie: str) -> None:
        _write(file, _read(file) | {origin: cookie})

    return RemoteServer(address, cookie=_read(file).get(origin, ""), remember=remember)


def join_game(server: RemoteServer, link: Link, name: str, *, program: bool = False) -> GameView:
    """Open the game of a link: take the player's own seat or a free one, or watch."""
    if link.table:
        return read_view(server.get(game_path(link.table)))
    look = server.post("/api/invitations/look", token=link.invitation)
    invitation = msgspec.json.decode(look, type=_Invitation)
    if not invitation.free or invitation.game.you is not None:
        return invitation.game
    try:
        taken = server.post(
            "/api/invitations/take", token=link.invitation, name=name, program=program
        )
    except Refused as refusal:
        if refusal.code != "seat-taken" or refusal.game is None:
            raise
        return read_view(refusal.game)  # another player took the seat first: watch
    return read_view(taken)


def host_game(server: RemoteServer, name: str, **terms: Any) -> tuple[GameView, str]:
    """Create a shared game; return it and the invitation link for the other seat."""
    view = read_view(server.do("/api/games/shared", name=name, **terms))
    address = f"{server.address.partition('#')[0].rstrip('/')}/"
    made = server.post(game_path(view.id, "invitation"), address=address)
    return view, msgspec.json.decode(made)["link"]


def _read(file: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}


def _write(file: Path, cookies: dict[str, str]) -> None:
    """Write atomically with private permissions: a cookie gives access to a seat."""
    new = file.with_suffix(f".{os.getpid()}")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
        json.dump(cookies, stream)
    new.replace(file)
