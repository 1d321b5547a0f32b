"""Links to shared games, and the cookies by which servers know a player from here."""

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
    """A server, and a game there, an invitation to a seat, or an event of its club.

    >>> Link.parse("https://club.example/#join=abc")
    Link(address='https://club.example/', invitation='abc', table='', event='')
    """

    address: str
    invitation: str = ""
    table: str = ""
    event: str = ""

    @classmethod
    def parse(cls, text: str) -> "Link":
        """Read a link as the browser shows it; a ``ValueError`` says what is wrong."""
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
    """A server, as the player one was there before; a new one is remembered in ``folder``.

    Programs are players of their own, each by its name.
    """
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc} {name}".rstrip()
    file = folder / COOKIES

    def remember(cookie: str) -> None:
        _write(file, _read(file) | {origin: cookie})

    return RemoteServer(address, cookie=_read(file).get(origin, ""), remember=remember)


def join_game(server: RemoteServer, link: Link, name: str, *, program: bool = False) -> GameView:
    """Go to the game of a link: to one's own seat, to the free one, or to watch."""
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
        return read_view(refusal.game)  # another player was quicker: watch
    return read_view(taken)


def host_game(server: RemoteServer, name: str, **terms: Any) -> tuple[GameView, str]:
    """Set up a game with a friend; and the link that gives the friend the other seat."""
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
    """Write atomically, for the owner alone: a cookie is the key to a seat."""
    new = file.with_suffix(f".{os.getpid()}")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
        json.dump(cookies, stream)
    new.replace(file)
