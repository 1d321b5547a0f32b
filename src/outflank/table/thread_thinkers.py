"""Asks computer players in the background, so that a screen never waits for one."""

import threading
import time
from collections.abc import Callable
from typing import TypeAlias

from outflank.board import Color
from outflank.players import ClosablePlayer, Player, PlayerFailed, StoppablePlayer, ask
from outflank.sitting import PlayerMaker, TimeLeft
from outflank.sitting import messages as m

Report: TypeAlias = Callable[[m.Answered | m.Failed], None]


class ThreadThinkers:
    """Computer players, each asked in a thread of its own.

    ``report`` is called in that thread. A player that offers ``stop()`` is stopped; another one
    cannot be, as Python has no way to end a thread: it thinks on unheard, and a new player takes
    its place at the table.
    """

    def __init__(
        self,
        make_player: PlayerMaker,
        report: Report,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make_player = make_player
        self._report = report
        self._now = now
        self._idle: dict[tuple[Color, str, int], Player] = {}
        self._stopped: dict[int, threading.Event] = {}
        self._thinking: dict[int, Player] = {}
        self._lock = threading.Lock()

    def ask(self, question: m.Ask, *, pace: float = 0.0, left: TimeLeft | None = None) -> None:
        """Ask, and report the answer no sooner than ``pace`` seconds from now.

        ``left`` is what the player has on its clock, if there is one.
        """
        stopped = threading.Event()
        with self._lock:
            self._stopped[question.ticket] = stopped
        threading.Thread(
            target=self._think,
            args=(question, pace, left, stopped),
            name=f"{question.seat} thinking",
            daemon=True,  # a program that is left does not wait for a player
        ).start()

    def stop(self, ticket: int) -> None:
        """Let nobody hear the answer with this ticket any more."""
        with self._lock:
            stopped = self._stopped.pop(ticket, None)
            player = self._thinking.pop(ticket, None)
        if stopped is not None:
            stopped.set()
        if isinstance(player, StoppablePlayer):
            player.stop()

    def stop_all(self) -> None:
        """Let nobody hear any answer any more."""
        for ticket in list(self._stopped):
            self.stop(ticket)

    def dismiss(self) -> None:
        """Let nobody think any more, and players that hold on to something, such as a program, go.

        One that is thinking and cannot be stopped goes when it has answered.
        """
        self.stop_all()
        with self._lock:
            idle, self._idle = list(self._idle.values()), {}
        for player in idle:
            _let_go(player)

    def _think(
        self, question: m.Ask, pace: float, left: TimeLeft | None, stopped: threading.Event
    ) -> None:
        asked = self._now()
        report = self._answer(question, asked, left)
        stopped.wait(pace - (self._now() - asked) if report is not None else 0)
        with self._lock:
            wanted = self._stopped.pop(question.ticket, None) is not None
        if wanted and report is not None:
            self._report(report)

    def _answer(
        self, question: m.Ask, asked: float, left: TimeLeft | None
    ) -> m.Answered | m.Failed | None:
        key = (question.color, question.seat, question.board.size)
        with self._lock:
            player = self._idle.pop(key, None)
        try:
            player = player or self._make_player(*key)
            with self._lock:
                if question.ticket not in self._stopped:
                    return None
                self._thinking[question.ticket] = player
            square = ask(player, question.board, question.seat, left, way=question.way)
        except (PlayerFailed, ValueError) as error:
            return m.Failed(question.ticket, str(error))
        finally:
            with self._lock:
                finished = self._thinking.pop(question.ticket, None)
                if finished is not None:  # nobody stopped it, so it is fit for the next question
                    self._idle[key] = finished
            if finished is None and player is not None:
                _let_go(player)
        return m.Answered(question.ticket, square, self._now() - asked)


def _let_go(player: Player) -> None:
    if isinstance(player, ClosablePlayer):
        player.close()
