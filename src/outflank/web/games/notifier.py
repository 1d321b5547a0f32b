"""The change bus of one server process: services publish what changed, listeners react."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from outflank.board import Color

Viewer = Color | None  # who looks at a shared game: the player of a side, or a watcher
Audience = tuple[Viewer, str]  # viewers of one kind who read one language


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game that has changed, as JSON for each audience."""

    game: str
    version: int
    views: Mapping[Audience, bytes]
    deadline: float | None  # when the side to move runs out of time
    gone: tuple[Color, ...]  # the players who are away


Render = Callable[[Collection[Audience]], GameChange]
"""Renders a change for the audiences that are connected."""


class ChangeListener:
    """Is called for each change, in the thread that made it; overrides what it needs."""

    def game_changed(self, game: str, version: int, render: Render) -> None:
        """A game has changed, and the change is on the disk."""

    def current_changed(self, visitor: str, game: str, version: int) -> None:
        """The visitor's current game has changed, or another game is the current one."""

    def club_changed(self, *visitors: str) -> None:
        """What the club shows has changed, and for these visitors in particular."""

    def visitor_dismissed(self, visitor: str) -> None:
        """A visitor may not look on any longer."""

    def event_game_ended(self, event: str) -> None: ...


class ChangeNotifier(ChangeListener):
    """Hands each change to all listeners."""

    def __init__(self) -> None:
        self._listeners: list[ChangeListener] = []

    def subscribe(self, listener: ChangeListener) -> None:
        self._listeners.append(listener)

    def game_changed(self, game: str, version: int, render: Render) -> None:
        for listener in self._listeners:
            listener.game_changed(game, version, render)

    def current_changed(self, visitor: str, game: str, version: int) -> None:
        for listener in self._listeners:
            listener.current_changed(visitor, game, version)

    def club_changed(self, *visitors: str) -> None:
        for listener in self._listeners:
            listener.club_changed(*visitors)

    def visitor_dismissed(self, visitor: str) -> None:
        for listener in self._listeners:
            listener.visitor_dismissed(visitor)

    def event_game_ended(self, event: str) -> None:
        for listener in self._listeners:
            listener.event_game_ended(event)
