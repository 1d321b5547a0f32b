"""Tables: a stored game, the sitting that says what an event means in it, and the thinkers.

What is remembered of a game between two requests counts only where the database agrees: each lets
the sitting handle one event, and keeps the result before it answers.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.board import Color, InvalidSquare, Square, parse_square, square_name
from outflank.sitting import (
    HUMAN,
    Game,
    HostedSeats,
    InvalidSeat,
    PastGame,
    TimeLeft,
)
from outflank.sitting import messages as m
from outflank.storage import Branch, Entry, Exchange, Finished, Games, Kept, Standing
from outflank.table import CannotAnswer, Stopped, ThinkingRoom, answer_at_once
from outflank.web import events, links
from outflank.web.problems import Problem, sentence
from outflank.web.state import GameView
from outflank.web.stored_table import StoredTable, topic
from outflank.workers import FairQueue, FairSlots

REPLIES_WAITING = 4  # requests that wait for an answer that another one has asked for


@dataclass(frozen=True, slots=True)
class Expected:
    """What the sender believes: where that is no longer so, another tab has moved on."""

    version: int | None = None
    ply: int | None = None

    def check(self, table: StoredTable) -> None:
        """Refuse what was meant for another position."""
        if self.version in (None, table.kept.version) and self.ply in (None, table.game.ply):
            return
        raise Problem(
            409,
            "moved-on",
            "This game has moved on, in another tab or window; it is shown here as it is now.",
            game=table.shown(),
        )


@dataclass(frozen=True, slots=True)
class FoundByThePage:
    """A move that the visitor's own machine found, for the computer that was asked."""

    ticket: int
    square: str

    def check(self, table: StoredTable) -> None:
        """Refuse it where that computer thinks elsewhere, or it is not legal.

        What is no longer asked the sitting does not hear.
        """
        if table.sitting.pending != self.ticket:
            return
        if table.recipe is None:
            here = "This computer thinks on the server; ask for its reply."
            raise Problem(409, "refused", here, game=table.shown())
        if _square(self.square, table.game.size) not in table.game.board.legal_moves:
            legal = " ".join(table.game.board.legal_moves.names)
            wrong = f"{self.square} is not legal here; expected one of {legal}."
            raise Problem(422, "illegal-move", wrong, game=table.shown())


class Tables:
    """What a visitor can do at a table."""

    def __init__(
        self,
        games: Games,
        thinkers: ThinkingRoom,
        seats: HostedSeats,
        begins: Callable[[], None] = lambda: None,
    ) -> None:
        """``begins`` is asked before each new game, and may refuse it."""
        self.games = games
        self._begins = begins
        self.thinkers = thinkers
        self.seats = seats
        self.happened: Counter[str] = Counter()
        """How often something happened in a game, by its kind."""
        self.now: Callable[[], float] = time.time  # one clock for all servers of a database
        self._replies = FairSlots(
            FairQueue(sys.maxsize, waiting=REPLIES_WAITING),  # one a game
            patience=thinkers.patience,
            sentence="This answer is being thought about already; ask again shortly.",
        )

    def new(
        self,
        visitor: str,
        game: Game,
        seats: dict[Color, str],
        *,
        name: str | None = None,
        request: str | None = None,
    ) -> GameView:
        """Sit down to a game; it is stored and becomes the current one."""
        checked = {color: self.seats.checked(seats[color], game.size) for color in Color}
        table = self.at(visitor, Kept("", "game", None, 0, False, Standing(game, checked)))
        self._begins()
        kept = self.games.create(visitor, table.sit_down(), name=name, request=request)
        events.begun(visitor, table.sitting)
        return table.kept_as(kept)

    def at(self, visitor: str, kept: Kept) -> StoredTable:
        """The table at a game, for this request."""
        return StoredTable(
            kept,
            self.seats,
            self.thinkers,
            visitor,
            past=lambda: past_games(self.games.finished(visitor)),
            now=self.now,
        )

    def find(self, visitor: str, game: str) -> Kept:
        """A game of the visitor, or the one that a link carries."""
        return links.kept_of(game) if links.is_link(game) else self.games.get(visitor, game)

    def show(self, visitor: str, game: str) -> GameView:
        """The game as it stands."""
        return self.at(visitor, self.find(visitor, game)).shown()

    def save(self, visitor: str, game: str, name: str) -> Entry:
        """Keep a copy under a name."""
        if links.is_link(game):
            standing = links.kept_of(game).standing
            entry = self.games.save_standing(visitor, standing, name, game)
        else:
            entry = self.games.save(visitor, game, name)
        events.kept(visitor, "saved", name)
        return entry

    def handle(
        self,
        visitor: str,
        game: str,
        make: Callable[[int], m.Event],
        expected: Expected | FoundByThePage,
        *,
        kind: str,
        data: dict[str, Any],
        answer: bool = False,
        request: str | None = None,
    ) -> GameView:
        """Let an event happen, and tell the game as it stands then.

        ``make`` is given the size of the board and makes the event; ``kind`` and ``data`` are what
        the log of the game says about it. With ``answer``, a computer that need not think answers
        within the same transaction.
        """
        if links.is_link(game):
            origin = {"from": game, "kind": kind, **data}
            here = self.at(visitor, links.kept_of(game))
            event = make(here.game.size)
            return self._handle_link(here, visitor, event, expected, origin, request)
        table: StoredTable | None = None

        def step(kept: Kept) -> Standing | Exchange | Branch | None:
            nonlocal table
            if kept.kind == "save":
                raise Problem(409, "refused", "This is a saved game; open it to play on.")
            here = self.at(visitor, kept)
            expected.check(here)
            table = here
            after = here.happen(make(here.game.size))
            if isinstance(after, Branch):
                self._begins()
            if answer and isinstance(after, Standing):
                return self._answered(here) or after
            return after

        kept, changed = self.games.change(visitor, game, kind, data, step, request=request)
        self.happened[kind] += changed
        self.happened["reply"] += changed and table is not None and table.answered
        return self.at(visitor, kept).shown() if table is None else table.kept_as(kept)

    def _answered(self, table: StoredTable) -> Exchange | None:
        """Let the computer whose turn it is answer, if it need not think."""
        answer = self._answer_at_once(table)
        if answer is None:
            return None
        data = {"square": square_name(answer.square, table.game.size)}
        return Exchange(table.answer(answer), "reply", data)

    def _answer_at_once(self, table: StoredTable) -> m.Answered | None:
        """What the computer that is asked answers, if it need not think."""
        awaited = table.sitting.pending
        if awaited is None:
            return None
        try:
            player = self._player(table.sitting.seat_to_move, table.game.size)
        except CannotAnswer:
            return None  # and whoever comes for the answer is told so
        began = time.monotonic()
        square = answer_at_once(player, table.game.board)
        took = None if table.game.clock is None else time.monotonic() - began
        return None if square is None else m.Answered(awaited, square, took)

    def _handle_link(
        self,
        table: StoredTable,
        visitor: str,
        event: m.Event,
        expected: Expected | FoundByThePage,
        origin: dict[str, Any],
        request: str | None,
    ) -> GameView:
        """Go through a game in a link, of which nothing is kept; or go on in one's own copy."""
        if isinstance(event, m.Undo | m.Redo | m.GoTo | m.Stop):
            table.happen(event)
            return self.at(visitor, links.shown(table.game)).shown()
        expected.check(table)
        table.branch()
        table.happen(event)
        self._begins()
        return table.kept_as(
            self.games.create(visitor, table.standing, data=origin, request=request)
        )

    def play(
        self,
        visitor: str,
        game: str,
        square: str,
        expected: Expected,
        *,
        answer: bool = False,
        request: str | None = None,
    ) -> GameView:
        """Play a square given by its name; with ``answer``, who need not think answers at once."""

        def chosen(size: int) -> m.Event:
            return m.SquareChosen(_square(square, size))

        return self.handle(
            visitor,
            game,
            chosen,
            expected,
            kind="moves",
            data={"square": square},
            answer=answer,
            request=request,
        )

    def reply(self, visitor: str, game: str, ticket: int | None = None) -> GameView:
        """Let the computer whose turn it is think and move; nothing happens if none is asked.

        Who asks again meanwhile waits for that answer, instead of making another.
        """
        with self._replies.acquire((visitor, game)):
            return self._reply(visitor, game, ticket)

    def _reply(self, visitor: str, game: str, ticket: int | None) -> GameView:
        table = self.at(visitor, self.find(visitor, game))
        awaited = table.sitting.pending
        if awaited is None or ticket not in (None, awaited):
            return table.shown()
        event: m.Event
        try:
            asked, began = topic(game, awaited), time.monotonic()
            square = self._think(visitor, table.sitting.seat_to_move, table.game, asked, table.left)
            # A computer's clock counts its thinking, and not the way to the page and back.
            took = None if table.game.clock is None else time.monotonic() - began
            event = m.Answered(awaited, square, took)
            data = {"square": square_name(square, table.game.size)}
        except CannotAnswer as failure:
            event, data = m.Failed(awaited, str(failure)), {"problem": str(failure)[:500]}
        except Stopped:
            return self.show(visitor, game)
        return self.handle(visitor, game, lambda size: event, Expected(), kind="reply", data=data)

    def answer(
        self, visitor: str, game: str, ticket: int, square: str, seconds: float = 0.0
    ) -> GameView:
        """The move that the visitor's own machine found for the computer whose turn it is.

        Nothing happens if that is no longer asked. ``seconds`` is what it took, for a clock.
        """
        return self.handle(
            visitor,
            game,
            lambda size: m.Answered(ticket, _square(square, size), seconds, claimed=True),
            FoundByThePage(ticket, square),
            kind="reply",
            data={"square": square, "by": "page"},
        )

    def to_advise(self, visitor: str, game: str) -> Game:
        """The game, if a person is to move in it and may want a hint."""
        table = self.at(visitor, self.find(visitor, game))
        if not table.sitting.waits_for_human:
            nobody = "Nobody is waiting for a hint now."
            raise Problem(409, "refused", nobody, game=table.shown())
        return table.game

    def _think(
        self, visitor: str, seat: str, game: Game, topic: str, left: TimeLeft | None = None
    ) -> Square:
        player = self._player(seat, game.size)
        square = answer_at_once(player, game.board)
        if square is not None:
            return square
        return self.thinkers.choose(
            player, game.board, topic, way=game.way, left=left, visitor=visitor
        )

    def _player(self, seat: str, size: int) -> str:
        """The text of the player at a seat."""
        try:
            return self.seats.player_text(self.seats.checked(seat, size))
        except InvalidSeat:
            raise CannotAnswer("is not offered here any more") from None


def past_games(finished: Sequence[Finished]) -> list[PastGame]:
    """The finished games of one person against a computer, from the person's side."""
    past = []
    for one in finished:
        if (one.black == HUMAN) == (one.white == HUMAN):
            continue
        opponent, margin = (one.white, one.score) if one.black == HUMAN else (one.black, -one.score)
        past.append(PastGame(opponent, margin))
    return past


def _square(name: str, size: int) -> Square:
    try:
        return parse_square(name, size)
    except InvalidSquare as error:
        raise Problem(422, "illegal-move", sentence(error)) from None
