"""Computer players that answer immediately, for a screen that waits for them."""

import time
from collections.abc import Callable

from outflank.board import Color
from outflank.game import TimeLeft
from outflank.play.instructions import Ask
from outflank.play.opponents.seating import PlayerMaker
from outflank.play.thinkers.threads import Answered, Failed
from outflank.players import ClosablePlayer, Player, PlayerFailed, ask


class InlineThinkers:
    """Players that think in the caller's thread, kept for their next question.

    The same methods as ``ThreadThinkers``; ``ask`` returns after ``answered`` or ``failed``.
    """

    def __init__(
        self,
        make_player: PlayerMaker,
        answered: Answered,
        failed: Failed,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make_player = make_player
        self._answered = answered
        self._failed = failed
        self._now = now
        self._players: dict[tuple[Color, str, int], Player] = {}

    def ask(self, question: Ask, *, pace: float = 0.0, left: TimeLeft | None = None) -> None:
        """Ask; the screen waits in any case, so ``pace`` has no effect."""
        key = (question.color, question.player, question.board.size)
        asked = self._now()
        try:
            if key not in self._players:
                self._players[key] = self._make_player(*key)
            player = self._players[key]
            square = ask(player, question.board, question.player, left, way=question.moves)
        except (PlayerFailed, ValueError) as error:
            self._failed(question.ticket, str(error))
        else:
            self._answered(question.ticket, square, self._now() - asked)

    def stop(self, ticket: int) -> None:
        """Nothing: no question is ever open."""

    def dismiss(self) -> None:
        """Close players that hold on to something, such as a program."""
        players, self._players = self._players, {}
        for player in players.values():
            if isinstance(player, ClosablePlayer):
                player.close()
