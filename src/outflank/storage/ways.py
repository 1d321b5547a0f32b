"""The ways that one's own games went, each worked out once for every state of its game."""

import threading
from collections import OrderedDict
from collections.abc import Hashable

from outflank.game import Game
from outflank.study import Way, way_of

MOST = 2048  # games, some ten kilobytes each


class Ways:
    """The ways of games that somebody explored lately; whoever was not asked for goes first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._ways: OrderedDict[Hashable, Way] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, key: Hashable) -> Way | None:
        """The way of a game in this state, if it was worked out already."""
        with self._lock:
            way = self._ways.get(key)
            if way is not None:
                self._ways.move_to_end(key)
            return way

    def add(self, key: Hashable, game: Game) -> Way:
        """Work out the way of a game in this state."""
        way = way_of(game)
        with self._lock:
            self._ways[key] = way
            while len(self._ways) > self._most:
                self._ways.popitem(last=False)
        return way
