"""Computer players in threads, so that a screen never blocks."""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from outflank.board import Color, Square
from outflank.game import TimeLeft
from outflank.play.instructions import Ask
from outflank.play.opponents.seating import PlayerMaker
from outflank.players import ClosablePlayer, Player, PlayerFailed, StoppablePlayer, ask

Answered: TypeAlias = Callable[[int, Square, float], None]
"""Arguments: the ticket, the square and the thinking time in seconds."""
Failed: TypeAlias = Callable[[int, str], None]  # arguments: the ticket and the problem


class ThreadThinkers:
    """Computer players, each in a thread of its own.

    ``answered`` or ``failed`` is called in that thread. A player with a ``stop()`` method is
    stopped. Python cannot end a thread, so the answer of any other player is dropped, and a new
    player is created for the next request.
    """

    def __init__(
        self,
        make_player: PlayerMaker,
        answered: Answered,
        failed: Failed,
        *,
        background: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without ``background``, ``ask`` blocks until the player answers."""
        self._make_player = make_player
        self._answered = answered
        self._failed = failed
        self._background = background
        self._now = now
        self._idle: dict[tuple[Color, str, int], Player] = {}
        self._stopped: dict[int, threading.Event] = {}
        self._thinking: dict[int, Player] = {}
        self._lock = threading.Lock()

    def ask(self, question: Ask, *, pace: float = 0.0, left: TimeLeft | None = None) -> None:
        """Request a move, and report it no sooner than ``pace`` seconds from now.

        ``left`` is the time on the player's clock, if any.
        """
        stopped = threading.Event()
        with self._lock:
            self._stopped[question.ticket] = stopped
        if not self._background:
            self._think(question, 0.0, left, stopped)
            return
        threading.Thread(
            target=self._think,
            args=(question, pace, left, stopped),
            name=f"{question.player} thinking",
            daemon=True,  # must not delay the exit of the program
        ).start()

    def stop(self, ticket: int) -> None:
        """Drop the answer with this ticket, and stop the player if possible."""
        with self._lock:
            stopped = self._stopped.pop(ticket, None)
            player = self._thinking.pop(ticket, None)
        if stopped is not None:
            stopped.set()
        if isinstance(player, StoppablePlayer):
            player.stop()

    def dismiss(self) -> None:
        """Stop all thinking, and close players that hold resources, such as a program.

        A player that cannot be stopped is closed when it has answered.
        """
        for ticket in list(self._stopped):
            self.stop(ticket)
        with self._lock:
            idle, self._idle = list(self._idle.values()), {}
        for player in idle:
            _close(player)

    def _think(
        self, question: Ask, pace: float, left: TimeLeft | None, stopped: threading.Event
    ) -> None:
        asked = self._now()
        report = self._answer(question, asked, left)
        stopped.wait(pace - (self._now() - asked) if report is not None else 0)
        with self._lock:
            wanted = self._stopped.pop(question.ticket, None) is not None
        if wanted and report is not None:
            report()

    def _answer(
        self, question: Ask, asked: float, left: TimeLeft | None
    ) -> Callable[[], None] | None:
        """Ask and wait; return the call that reports the result, or None if stopped."""
        key = (question.color, question.player, question.board.size)
        with self._lock:
            player = self._idle.pop(key, None)
        try:
            player = player or self._make_player(*key)
            with self._lock:
                if question.ticket not in self._stopped:
                    return None
                self._thinking[question.ticket] = player
            square = ask(player, question.board, question.player, left, way=question.moves)
        except (PlayerFailed, ValueError) as error:
            return partial(self._failed, question.ticket, str(error))
        finally:
            with self._lock:
                finished = self._thinking.pop(question.ticket, None)
                if finished is not None:  # not stopped, so the player can be reused
                    self._idle[key] = finished
            if finished is None and player is not None:
                _close(player)
        return partial(self._answered, question.ticket, square, self._now() - asked)


def _close(player: Player) -> None:
    if isinstance(player, ClosablePlayer):
        player.close()
