"""Named saves of a server.

On a local server they are the files that the terminal and the window use as well. Each has an id in
the list of games, so that the same routes open, rename, delete and download it. On a public server,
named saves are rows of the database that belong to one visitor.
"""

import base64
import binascii
from collections.abc import Iterator
from dataclasses import replace

from flask import current_app

from outflank.board import Color, sentence
from outflank.formats import NOTE, InvalidSave
from outflank.game import Game
from outflank.play.opponents.catalogue import seat_title
from outflank.play.opponents.hosted import HostedSeats
from outflank.play.seat import HUMAN
from outflank.play.view import GameView, Notice
from outflank.storage.files.saves import InvalidSaveName, NoSuchSave, Saves, no_such_save
from outflank.storage.games.games import StoredGame
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.games import game_log
from outflank.web.games.game_list import EntryView, entry_view, moves_made, time_text, versus
from outflank.web.games.game_service import game_service

MARK = "save."
LOCAL_SAVES = "outflank.local_saves"


def local_saves() -> "LocalSaves | None":
    """Return the saves of this computer's user; None on a public server."""
    found: LocalSaves | None = current_app.extensions[LOCAL_SAVES]
    return found


def local_save(id_: str) -> "tuple[LocalSaves, str] | None":
    """Return the saves and the save's name for this id; None for the id of another game."""
    saves = local_saves()
    if saves is None or not id_.startswith(MARK):
        return None
    try:
        return saves, base64.urlsafe_b64decode(id_.removeprefix(MARK)).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        raise NoSuchSave(_("There is no such save.")) from None


def save_as(visitor: str, game: str, name: str) -> EntryView:
    """Save a visitor's game, or one in a link, under a name."""
    service, saves = game_service(), local_saves()
    if saves is None:
        return entry_view(service.save(visitor, game, name))
    entry = saves.save(name, game_to_save(service.find_own(visitor, game)), service.seats)
    game_log.kept(visitor, "saved", name)
    return entry


def load_named(visitor: str, name: str) -> GameView:
    """Make a copy of a save the visitor's current game."""
    service, saves = game_service(), local_saves()
    if saves is None:
        found = service.games.save_named(visitor, name)
        if found is None:
            shelf = service.games.shelf(visitor)
            raise no_such_save(name, [str(one.name) for one in shelf if one.kind == "save"])
        loaded = service.view(service.open(visitor, found), visitor)
    else:
        game = saves.saves.load(name)
        note = game.info.pop(NOTE, "")
        loaded = service.create(visitor, game, service.seats.of_game(game), name=name)
        if note:
            notice = Notice("note", None, sentence(note))
            loaded = replace(loaded, notices=[notice, *loaded.notices])
        game_log.kept(visitor, "loaded, saved", name)
    return loaded


def game_to_save(stored: StoredGame) -> Game:
    """Return a game with its players, so that it can be continued from a file."""
    game = stored.session.game
    seats = {color.value: seat.player for color, seat in stored.session.seats.items()}
    game.info = {**game.info, **seats}
    return game


class LocalSaves:
    """The saves of this computer's user, and those in the bin."""

    def __init__(self, saves: Saves) -> None:
        self.saves = saves
        self.bin = Saves(saves.folder / ".bin")

    def entries(self, seats: HostedSeats) -> Iterator[EntryView]:
        for saves in (self.saves, self.bin):
            for name in saves.names():
                try:
                    yield self._entry(saves, name, seats)
                except (InvalidSave, InvalidSaveName, OSError) as error:
                    current_app.logger.warning("A save cannot be read: %s", error)

    def save(self, name: str, game: Game, seats: HostedSeats) -> EntryView:
        try:
            self.saves.save(name, game)
        except OSError as error:
            why = _("The server cannot write the save: {error}.", error=error.strerror)
            raise ApiError(507, "storage-full", why) from None
        return self._entry(self.saves, name, seats)

    def rename(self, name: str, new: str, seats: HostedSeats) -> EntryView:
        if new != name and new in self.saves.names():
            why = _("Another save has the name {name}. Choose another name.", name=repr(new))
            raise ApiError(409, "name-taken", why)
        self.saves.move(name, self.saves, new)
        return self._entry(self.saves, new, seats)

    def delete(self, name: str, *, forever: bool) -> None:
        """Move a save to the bin, or delete it there and from the saves."""
        if not forever:
            self.saves.move(name, self.bin)
        elif name in self.bin.names():
            self.bin.delete(name)
        else:
            self.saves.delete(name)

    def restore(self, name: str, seats: HostedSeats) -> EntryView:
        if name in self.saves.names():
            why = _("Another save has the name {name}. Rename that one first.", name=repr(name))
            raise ApiError(409, "name-taken", why)
        self.bin.move(name, self.saves)
        return self._entry(self.saves, name, seats)

    def _entry(self, saves: Saves, name: str, seats: HostedSeats) -> EntryView:
        game, changed = saves.load(name), time_text(saves.changed(name))
        sitters = seats.of_game(game, dict.fromkeys(Color, HUMAN))
        moves = sum(not ply.is_pass for ply in game.history)
        result = None if game.outcome is None else str(game.outcome)
        return EntryView(
            id=MARK + base64.urlsafe_b64encode(name.encode()).decode(),
            place="bin" if saves is self.bin else "saved",
            name=name,
            title=name,
            players=versus(*(seat_title(sitters[color]) for color in Color)),
            shared=False,
            note=result or moves_made(moves),
            size=game.size,
            board=game.board.to_text().split(" ")[0],
            moves=moves,
            result=result,
            created=changed,
            updated=changed,
        )
