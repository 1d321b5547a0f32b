"""Presence: what opened and lost connections mean for others.

A player without a stream is shown as away, and a member as offline, after a few seconds, because a
reload takes less. What absence means in a game is decided by ``GameSession.present`` and ``claim``
in ``play/session.py``. If another server reports a connected player as away, it is corrected.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from outflank.board import Color
from outflank.web.club.club_service import ClubService
from outflank.web.games.game_service import GameService
from outflank.web.games.notifier import Viewer
from outflank.web.http.loop_jobs import LoopJobs

GRACE = 4.0  # seconds without a stream after which a player is shown as away
ROLL_CALL = 10.0  # seconds that the opponent has to connect before being shown as away
ARRIVALS = 0.5  # seconds during which arrivals are collected


class Presence:
    """Counts the streams of visitors and players, and announces arrivals and departures."""

    def __init__(self, service: GameService, club: ClubService, jobs: LoopJobs) -> None:
        self._service = service
        self._club = club
        self._jobs = jobs
        self.grace = GRACE
        self.visitors: Counter[str] = Counter()  # streams per visitor
        self._players: Counter[tuple[str, Color]] = Counter()  # streams per player of a game
        self._came: set[str] = set()

    def enter(self, visitor: str, game: str, viewer: Viewer) -> None:
        self.visitors[visitor] += 1
        if self.visitors[visitor] == 1:
            if not self._came:
                self._jobs.later(ARRIVALS, self._announce)
            self._came.add(visitor)
        if viewer is not None:
            self._players[game, viewer] += 1
            if self._players[game, viewer] == 1:
                self._jobs.in_thread(self._service.present, game, viewer, True)
                # A killed server could not announce departures.
                self._jobs.later(ROLL_CALL, self._miss, game, viewer.opponent)

    def leave(self, visitor: str, game: str, viewer: Viewer) -> None:
        self.visitors[visitor] -= 1
        if not self.visitors[visitor]:
            del self.visitors[visitor]
            self._jobs.later(self.grace, self._depart, visitor)
        if viewer is not None:
            self._players[game, viewer] -= 1
            if not self._players[game, viewer]:
                del self._players[game, viewer]
                self._jobs.later(self.grace, self._miss, game, viewer)

    def correct(self, game: str, gone: Iterable[Color]) -> None:
        """Mark players as present who are connected here but reported as away."""
        for color in gone:
            if self._players[game, color]:
                self._jobs.in_thread(self._service.present, game, color, True)

    def renew(self) -> None:
        """Renew the online status of all connected visitors."""
        if self.visitors:
            self._jobs.in_thread(self._note, self._club.come, set(self.visitors))

    def _miss(self, game: str, color: Color) -> None:
        if not self._players[game, color]:
            self._jobs.in_thread(self._service.present, game, color, False)

    def _announce(self) -> None:
        came, self._came = self._came, set()
        self._jobs.in_thread(self._note, self._club.come, came)

    def _depart(self, visitor: str) -> None:
        if not self.visitors[visitor]:
            self._jobs.in_thread(self._note, self._club.leave, {visitor})

    def _note(self, note: Callable[[Collection[str]], bool], visitors: Collection[str]) -> None:
        if note(visitors):
            self._service.bus.club_changed()
