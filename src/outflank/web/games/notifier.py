"""The in-process change notifier: services publish changes, listeners react."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from outflank.board import Color

Viewer = Color | None  # a viewer's role in a shared game: a side's player or a spectator
Audience = tuple[Viewer, str]  # viewers with the same role and language


@dataclass(frozen=True, slots=True)
class GameChange:
    """A changed game, as JSON for each audience."""

    game: str
    version: int
    views: Mapping[Audience, bytes]
    deadline: float | None  # when the time of the side to move is up
    gone: tuple[Color, ...]  # players who are away


Render = Callable[[Collection[Audience]], GameChange]
"""Renders a change for the connected audiences."""


class ChangeListener:
    """The interface of listeners, called in the thread that made the change."""

    def game_changed(self, game: str, version: int, render: Render) -> None:
        """Called after a change of a game is on the disk."""

    def current_changed(self, visitor: str, game: str, version: int) -> None:
        """Called when a visitor's current game changes or is replaced."""

    def club_changed(self, *visitors: str) -> None:
        """Called when the club changes, and with it the data of these visitors."""

    def visitor_dismissed(self, visitor: str) -> None:
        """Called when a visitor loses access."""

    def event_game_ended(self, event: str) -> None: ...


class ChangeNotifier(ChangeListener):
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
