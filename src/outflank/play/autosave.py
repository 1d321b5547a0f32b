"""Save a game after every change, so that a crash loses nothing."""

from contextlib import suppress
from typing import Protocol

from outflank.game import Game
from outflank.play.opponents.seating import name_seats
from outflank.play.session import GameSession

INTERRUPTED, REVIEWED = "interrupted", "reviewed"


class SaveStore(Protocol):
    """A store of saved games by name, such as ``storage.Saves``."""

    def save(self, name: str, game: Game) -> None: ...
    def load(self, name: str) -> Game: ...

    def keep(self, game: Game, called: str) -> str:
        """Save a game under a new name that starts with ``called``, and return the name."""

    def delete(self, name: str) -> None:
        """Delete a game; raise ``LookupError`` if it does not exist."""


class Autosave:
    """Save a game with human players after every change, as an interrupted game.

    When the game ends, the save is deleted, or saved again as a reviewed game if it has new
    variations. A game that the player leaves for another one stays saved.
    """

    def __init__(self, store: SaveStore) -> None:
        self._store = store
        self._session: GameSession | None = None
        self._name: str | None = None
        self._written: object = None
        self._over = False
        self._tried: object = None

    def follow(self, session: GameSession) -> str | None:
        """Save new changes; return the name of the save, or None if nothing needs saving."""
        if session is not self._session:
            self._session, self._name, self._written = session, None, None
            self._tried = session.game.variations
        game, over = session.game, not session.worth_keeping
        missed = not over or game.variations != self._tried
        if over is not self._over or not missed:
            self._clear()
            self._over = over
        if not missed:
            return None
        plies = tuple(ply.square for ply in (*game.history, *game.future))
        state = (game.ply, plies, game.ending, game.variations, dict(session.seats))
        if state != self._written:
            named = name_seats(game, session.seats)
            if self._name is None:
                self._name = self._store.keep(named, REVIEWED if over else INTERRUPTED)
            else:
                self._store.save(self._name, named)
            self._written = state
        return self._name

    def _clear(self) -> None:
        if self._name is None:
            return
        with suppress(LookupError):  # the user deleted it in the list of saves
            self._store.delete(self._name)
        self._name = self._written = None
