"""Tables: a stored game, the sitting that says what an event means in it, and the thinkers.

Nothing of a game stays in memory between two requests: each loads it, lets the sitting handle one
event, and keeps the result before it answers.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outflank.board import Color, InvalidSquare, Square, parse_square, square_name
from outflank.game import Game
from outflank.sitting import Sitting
from outflank.sitting import messages as m
from outflank.storage import Branch, Entry, Games, Kept, Standing
from outflank.web import events, links
from outflank.web.problems import Problem, sentence
from outflank.web.seats import Seats, adviser
from outflank.web.state import GameView, game_view, sitting_of
from outflank.web.thinking import CannotAnswer, Stopped, ThinkingRoom
from outflank.workers import Places, Turns

REPLIES_WAITING = 4  # requests that wait for an answer that another one has asked for


@dataclass(frozen=True, slots=True)
class Expected:
    """What the sender believes: where that is no longer so, another tab has moved on."""

    version: int | None = None
    ply: int | None = None

    def check(self, kept: Kept, seats: Seats) -> None:
        """Refuse what was meant for another position."""
        now = kept.standing.game.ply
        if self.version not in (None, kept.version) or self.ply not in (None, now):
            raise _moved_on(kept, seats)


class Tables:
    """What a visitor can do at a table."""

    def __init__(self, games: Games, room: ThinkingRoom, seats: Seats) -> None:
        self.games = games
        self.room = room
        self.seats = seats
        self._replies = Places(
            Turns(sys.maxsize, waiting=REPLIES_WAITING),  # one a game
            patience=room.patience,
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
        game.clock = None  # a visitor's time is not measured, so a loaded clock cannot run
        checked = {color: self.seats.checked(seats[color], game.size) for color in Color}
        sitting = Sitting(game, checked)
        told = sitting.begin()
        kept = self.games.create(visitor, _standing(sitting), name=name, request=request)
        events.begun(visitor, sitting, self.seats)
        return game_view(kept, self.seats, told)

    def find(self, visitor: str, game: str) -> Kept:
        """A game of the visitor, or the one that a link carries."""
        return links.kept_of(game) if links.is_link(game) else self.games.get(visitor, game)

    def show(self, visitor: str, game: str) -> GameView:
        """The game as it stands."""
        return game_view(self.find(visitor, game), self.seats)

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
        expected: Expected,
        *,
        kind: str,
        data: dict[str, Any],
        request: str | None = None,
    ) -> GameView:
        """Let an event happen, and tell the game as it stands then.

        ``make`` is given the size of the board and makes the event; ``kind`` and ``data`` are what
        the log of the game says about it.
        """
        if links.is_link(game):
            origin = {"from": game, "kind": kind, **data}
            return self._handle_link(visitor, links.kept_of(game), make, expected, origin, request)
        told: list[m.Instruction] = []
        branched_from: str | None = None
        event: m.Event | None = None

        def step(kept: Kept) -> Standing | Branch | None:
            nonlocal told, branched_from, event
            if kept.kind == "save":
                raise Problem(409, "refused", "This is a saved game; open it to play on.")
            expected.check(kept, self.seats)
            sitting = sitting_of(kept)
            event = make(sitting.game.size)
            if sitting.rewrites(event):
                branch = _branch_of(kept)
                told, branched_from = self._carried_out(kept, branch, event), kept.kind
                return Branch(_standing(branch))
            told = self._carried_out(kept, sitting, event)
            return _standing(sitting) if told else None

        kept, _ = self.games.change(visitor, game, kind, data, step, request=request)
        if event is not None:
            events.happened(visitor, sitting_of(kept), event, told, self.seats)
        for instruction in told:
            if isinstance(instruction, m.StopAsking):
                self.room.stop(_topic(game, instruction.ticket))
        return game_view(kept, self.seats, told, branched_from=branched_from)

    def _handle_link(
        self,
        visitor: str,
        kept: Kept,
        make: Callable[[int], m.Event],
        expected: Expected,
        origin: dict[str, Any],
        request: str | None,
    ) -> GameView:
        """Go through a game in a link, of which nothing is kept; or go on in one's own copy."""
        event = make(kept.standing.game.size)
        if isinstance(event, m.Undo | m.Redo | m.GoTo | m.Stop):
            looked = sitting_of(kept)
            self._carried_out(kept, looked, event)
            return game_view(links.shown(looked.game), self.seats)
        expected.check(kept, self.seats)
        branch = _branch_of(kept)
        told = self._carried_out(kept, branch, event)
        made = self.games.create(visitor, _standing(branch), data=origin, request=request)
        return game_view(made, self.seats, told, branched_from=kept.kind)

    def play(
        self,
        visitor: str,
        game: str,
        square: str,
        expected: Expected,
        *,
        request: str | None = None,
    ) -> GameView:
        """Play a square given by its name."""

        def chosen(size: int) -> m.Event:
            return m.SquareChosen(_square(square, size))

        return self.handle(
            visitor,
            game,
            chosen,
            expected,
            kind="moves",
            data={"square": square},
            request=request,
        )

    def reply(self, visitor: str, game: str, ticket: int | None = None) -> GameView:
        """Let the computer whose turn it is think and move; nothing happens if none is asked.

        Who asks again meanwhile waits for that answer, instead of making another.
        """
        with self._replies.place((visitor, game)):
            return self._reply(visitor, game, ticket)

    def _reply(self, visitor: str, game: str, ticket: int | None) -> GameView:
        kept = self.find(visitor, game)
        sitting = sitting_of(kept)
        awaited = sitting.pending
        if awaited is None or ticket not in (None, awaited):
            return game_view(kept, self.seats)
        event: m.Event
        size = sitting.game.size
        try:
            square = self._think(visitor, sitting.seat_to_move, sitting.game, _topic(game, awaited))
            event, data = m.Answered(awaited, square), {"square": square_name(square, size)}
        except CannotAnswer as failure:
            event, data = m.Failed(awaited, str(failure)), {"problem": str(failure)[:500]}
        except Stopped:
            return self.show(visitor, game)
        return self.handle(visitor, game, lambda size: event, Expected(), kind="reply", data=data)

    def to_advise(self, visitor: str, game: str) -> Game:
        """The game, if a person is to move in it and may want a hint."""
        kept = self.find(visitor, game)
        sitting = sitting_of(kept)
        if not sitting.waits_for_human:
            raise Problem(
                409,
                "refused",
                "Nobody is waiting for a hint now.",
                game=game_view(kept, self.seats),
            )
        return sitting.game

    def advise(self, visitor: str, game: Game) -> Square:
        """What a good opponent would play, on boards of any size."""
        try:
            return self._think(visitor, adviser(game.size), game, f"hint:{visitor}")
        except CannotAnswer as failure:
            raise Problem(503, "no-hint", f"No hint: it {failure}.", retry_after=1) from None
        except Stopped:
            raise Problem(409, "refused", "The hint was stopped.") from None

    def _think(self, visitor: str, seat: str, game: Game, topic: str) -> Square:
        try:
            player = self.seats.player_text(self.seats.checked(seat, game.size))
        except ValueError:
            raise CannotAnswer("is not offered here any more") from None
        return self.room.choose(player, game.board, topic, way=game.way, visitor=visitor)

    def _carried_out(self, kept: Kept, sitting: Sitting, event: m.Event) -> list[m.Instruction]:
        """What a sitting tells about an event; what it refuses is raised, and so nothing stored."""
        told = sitting.handle(event)
        refusal = next((one for one in told if isinstance(one, m.Refuse)), None)
        if refusal is None:
            return told
        status, code = 409, "refused"
        if isinstance(event, m.SquareChosen | m.Resign) and sitting.game.is_over:
            code = "game-over"
        elif isinstance(event, m.SquareChosen):
            status, code = (
                (422, "illegal-move") if sitting.waits_for_human else (409, "not-your-turn")
            )
        raise Problem(status, code, refusal.sentence, game=game_view(kept, self.seats))


def _moved_on(kept: Kept, seats: Seats) -> Problem:
    return Problem(
        409,
        "moved-on",
        "This game has moved on, in another tab or window; it is shown here as it is now.",
        game=game_view(kept, seats),
    )


def _square(name: str, size: int) -> Square:
    try:
        return parse_square(name, size)
    except InvalidSquare as error:
        raise Problem(422, "illegal-move", sentence(error)) from None


def _standing(sitting: Sitting) -> Standing:
    return Standing(
        sitting.game, sitting.seats, sitting.paused, sitting.pending, sitting.next_ticket
    )


def _branch_of(kept: Kept) -> Sitting:
    """A sitting at a copy of a game, made of the moves so far: the old record stays."""
    old = kept.standing
    return Sitting(old.game.branch(), old.seats, paused=old.paused, next_ticket=old.next_ticket)


def _topic(game: str, ticket: int) -> str:
    return f"{game}:{ticket}"
