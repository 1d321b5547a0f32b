"""Keeps a game while it is played, so that nothing is lost however the program ends."""

from contextlib import suppress
from typing import Protocol

from outflank.sitting import Game, Sitting, name_seats

INTERRUPTED, REVIEWED = "interrupted", "reviewed"


class Shelf(Protocol):
    """Where games are kept by name, such as ``storage.Saves``."""

    def save(self, name: str, game: Game) -> None:
        """Keep a game."""

    def load(self, name: str) -> Game:
        """Bring a game back."""

    def keep(self, game: Game, called: str) -> str:
        """Keep a game that was interrupted, or is called otherwise; the name it got."""

    def delete(self, name: str) -> None:
        """Remove a game; a ``LookupError`` where there is none."""


class Keeper:
    """Writes a person's game down after every change, under the name of an interrupted game.

    A game that is over is not interrupted, and its place is cleared; if other moves were tried in
    it, it is kept as a reviewed one. A game that was left for another one stays where it is.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._sitting: Sitting | None = None
        self._name: str | None = None
        self._written: object = None
        self._over = False
        self._tried: object = None

    def follow(self, sitting: Sitting) -> str | None:
        """Write down what is new; the name of the game, or None where nobody would miss it."""
        if sitting is not self._sitting:
            self._sitting, self._name, self._written = sitting, None, None
            self._tried = sitting.game.variations
        game, over = sitting.game, not sitting.worth_keeping
        missed = not over or game.variations != self._tried
        if over is not self._over or not missed:
            self._clear()
            self._over = over
        if not missed:
            return None
        plies = tuple(ply.square for ply in (*game.history, *game.future))
        state = (game.ply, plies, game.ending, game.variations, dict(sitting.seats))
        if state != self._written:
            named = name_seats(game, sitting.seats)
            if self._name is None:
                self._name = self._shelf.keep(named, REVIEWED if over else INTERRUPTED)
            else:
                self._shelf.save(self._name, named)
            self._written = state
        return self._name

    def _clear(self) -> None:
        if self._name is None:
            return
        with suppress(LookupError):  # somebody deleted it in the list of saves
            self._shelf.delete(self._name)
        self._name = self._written = None
