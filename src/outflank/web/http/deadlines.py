"""Ends a shared game when a player's time is up, even if no client reports it."""

import asyncio

from outflank.web.games.game_service import GameService
from outflank.web.http.loop_jobs import LoopJobs


class Deadlines:
    """A timer for each followed game with a clock."""

    def __init__(self, service: GameService, jobs: LoopJobs) -> None:
        self._service = service
        self._jobs = jobs
        self._timers: dict[str, asyncio.TimerHandle | None] = {}

    def watch(self, game: str, deadline: float | None) -> None:
        """Set the time when a game ends; None if no clock is running."""
        self.forget(game)
        if deadline is not None:
            delay = max(0.0, deadline - self._service.time.now()) + 0.01
            self._timers[game] = self._jobs.later(delay, self._end, game, deadline)

    def _end(self, game: str, deadline: float) -> None:
        if self._service.time.now() < deadline:  # the time of games stood still
            self.watch(game, deadline)
        else:
            self._jobs.in_thread(self._service.time_out, game)

    def forget(self, game: str) -> None:
        if timer := self._timers.pop(game, None):
            timer.cancel()
