"""The lines of one's own games, each computed once for every state of its game."""

import threading
from collections import OrderedDict
from collections.abc import Hashable

from outflank.game import Game
from outflank.study.explorer import PlayedLine, played_line

MOST = 2048  # games, some ten kilobytes each


class LineCache:
    """An LRU cache of games' lines."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lines: OrderedDict[Hashable, PlayedLine] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, key: Hashable) -> PlayedLine | None:
        """The line of a game in this state, if it is cached."""
        with self._lock:
            line = self._lines.get(key)
            if line is not None:
                self._lines.move_to_end(key)
            return line

    def add(self, key: Hashable, game: Game) -> PlayedLine:
        line = played_line(game)
        with self._lock:
            self._lines[key] = line
            while len(self._lines) > self._most:
                self._lines.popitem(last=False)
        return line
