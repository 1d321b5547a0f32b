"""Computer moves on a server: found here, or by the engine in the visitor's browser."""

import sys
import time

from outflank.board import Square, listed, parse_square, square_name
from outflank.play.instructions import Instructions, Refuse
from outflank.play.opponents.seating import InvalidSeat
from outflank.play.session import GameSession
from outflank.play.thinkers.instant import instant_answer
from outflank.play.thinkers.processes import CannotAnswer, Stopped, ThinkerPool
from outflank.play.view import GameView
from outflank.storage.games.games import StoredGame
from outflank.translation import _
from outflank.web.games.game_service import GameService, topic
from outflank.workers.fair_queue import BUSY, FairQueue
from outflank.workers.fair_slots import FairSlots

REPLIES_WAITING = 4  # requests that wait for a reply that another request started


class ComputerReplies:
    """Finds and plays the computer's move when it is the computer's turn."""

    def __init__(self, service: GameService, thinkers: ThinkerPool) -> None:
        self.service = service
        self.thinkers = thinkers
        self._slots = FairSlots(
            FairQueue(sys.maxsize, waiting=REPLIES_WAITING),  # one per game
            patience=thinkers.patience,
            sentence=BUSY,
        )

    def reply(self, visitor: str, game: str, ticket: int | None = None) -> GameView:
        """Let the computer think and move; do nothing if no reply is pending.

        Further requests for the same reply wait for it.
        """
        with self._slots.acquire((visitor, game)):
            stored = self.service.find(visitor, game)
            pending = stored.session.pending
            if pending is None or ticket not in (None, pending):
                return self.service.view(stored, visitor)
            return self._reply(visitor, stored, pending)

    def _reply(self, visitor: str, stored: StoredGame, ticket: int) -> GameView:
        service, session, began = self.service, stored.session, time.monotonic()
        try:
            square = self._think(visitor, stored, ticket)
        except CannotAnswer as failure:
            problem = str(failure)
            return service.act(
                visitor,
                stored.id,
                "reply",
                lambda now, at: now.fail(ticket, problem, at=at),
                data={"problem": problem[:500]},
                may_branch=False,
            )
        except Stopped:
            return service.show(visitor, stored.id)
        # The clock counts the thinking time, without the network latency.
        took = time.monotonic() - began
        return service.act(
            visitor,
            stored.id,
            "reply",
            lambda now, at: now.answer(ticket, square, at=at, seconds=took),
            data={"square": square_name(square, session.game.size)},
        )

    def _think(self, visitor: str, stored: StoredGame, ticket: int) -> Square:
        session, game = stored.session, stored.session.game
        try:
            player = self.service.player_of(session.seat_to_move, game.size)
        except InvalidSeat:
            raise CannotAnswer(_("It is no longer available here.")) from None
        square = instant_answer(player, game.board)
        if square is not None:
            return square
        return self.thinkers.choose(
            player,
            game.board,
            topic(stored.id, ticket),
            way=game.moves_from_start,
            left=self.service.time_left(session),
            visitor=visitor,
        )

    def play_found(
        self, visitor: str, game: str, ticket: int, square: str, seconds: float = 0.0
    ) -> GameView:
        """Play the computer's move that the engine in the visitor's browser found.

        Does nothing if the reply is no longer pending. ``seconds`` is the thinking time, for a
        clock.
        """

        def found(session: GameSession, at: float) -> Instructions:
            if session.pending != ticket:
                return []
            if self.service.recipe(game, session) is None:
                return [Refuse(_("This computer thinks on the server. Request its reply instead."))]
            chosen, legal = parse_square(square, session.game.size), session.game.board.legal_moves
            if chosen not in legal:
                wrong = _(
                    "{square} is not a legal move. Legal moves: {moves}.",
                    square=square,
                    moves=listed(legal.names),
                )
                return [Refuse(wrong, "illegal-move")]
            claimed = min(
                seconds, session.elapsed(at)
            )  # at most the time that passed on the server
            return session.answer(ticket, chosen, at=at, seconds=claimed)

        return self.service.act(
            visitor, game, "reply", found, data={"square": square, "by": "page"}
        )
