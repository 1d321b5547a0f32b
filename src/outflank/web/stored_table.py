"""A table for the time of a request: a stored game, what happens in it, and what is shown of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from outflank.board import Color
from outflank.sitting import (
    ClockView,
    HostedSeats,
    NextView,
    Notice,
    PastGame,
    Ply,
    Recipe,
    Sitting,
    TimeLeft,
    next_opponents,
)
from outflank.sitting import messages as m
from outflank.storage import Branch, Kept, Standing
from outflank.table import Stopwatch, Table, ThinkingRoom
from outflank.web import events
from outflank.web.problems import Problem
from outflank.web.state import GameView

_BRANCHED = {
    "game": "The finished game stays in My Games as it was. You play on in a copy.",
    "link": "You play on in a game of your own, which My Games keeps from now on.",
}


class StoredTable(Table):
    """A game of the database: loaded, changed, kept, and forgotten when the answer has gone out."""

    def __init__(
        self,
        kept: Kept,
        seats: HostedSeats,
        thinkers: ThinkingRoom,
        visitor: str,
        *,
        past: Callable[[], Sequence[PastGame]],
        now: Callable[[], float],
    ) -> None:
        super().__init__(_sitting_at(kept.standing), describe=seats.describe)
        self.kept = kept
        self._past = past
        self._now = now
        self._watch = Stopwatch(now)
        self._watch.resume(self.sitting, kept.standing.spent, kept.standing.since)
        self._seats = seats
        self._thinkers = thinkers
        self._visitor = visitor
        self._asked_in = kept.id
        self._told: list[m.Instruction] = []  # by the sitting, after what happened last
        self._before: tuple[GameView, list[m.Instruction]] | None = None
        self._made: list[Ply] = []
        self._branched_from: str | None = None

    @property
    def answered(self) -> bool:
        """Whether a computer has answered at once what happened."""
        return self._before is not None

    @property
    def standing(self) -> Standing:
        """The game as it is to be kept."""
        now = self.sitting
        spent, since = 0.0, None
        if now.game.clock is not None:
            self._watch.follow(now)
            spent, since = self._watch.turn
        return Standing(now.game, now.seats, now.paused, now.pending, now.next_ticket, spent, since)

    @property
    def left(self) -> TimeLeft | None:
        """What the side to move has on its clock; None in a game without one."""
        return self._watch.left(self.game.turn)

    def sit_down(self) -> Standing:
        """Begin the game; how it is to be kept."""
        self._told = self.sitting.begin()
        return self.standing

    def happen(self, event: m.Event) -> Standing | Branch | None:
        """Let an event happen; how the game is to be kept, or None where nothing changed.

        Where the record of a finished game would be lost, it goes on in a copy. What the sitting
        refuses is raised, and so nothing is kept.
        """
        if branches := self.sitting.rewrites(event):
            self.branch()
        if isinstance(event, m.TimeOut) and self._watch.remaining(event.color) != 0:
            return None  # the page's clock is ahead of ours
        if isinstance(event, m.SquareChosen) and self.game.clock is not None:
            event = replace(event, seconds=self._watch.elapsed)
        if isinstance(event, m.Answered) and event.claimed:
            timed = self.game.clock is not None
            charged = min(event.seconds or 0.0, self._watch.elapsed) if timed else None
            event = replace(event, seconds=charged)
        self._told = self.sitting.handle(event)
        for told in self._told:
            if isinstance(told, m.Refuse):
                raise self._problem(event, told.sentence)
        if isinstance(event, m.SquareChosen | m.Answered) and self.game.last_move is not None:
            self._made.append(self.game.last_move)
        if branches:
            return Branch(self.standing)
        return self.standing if self._told else None

    def answer(self, event: m.Answered) -> Standing:
        """Let a computer answer at once what has just happened; what is seen before stays seen."""
        self._before = self.shown(), self._told
        after = self.happen(event)
        assert isinstance(after, Standing)
        return after

    def branch(self) -> None:
        """Go on in a copy, made of the moves so far: the old record stays."""
        old = self.sitting
        self.sitting = Sitting(
            old.game.branch(), old.seats, paused=old.paused, next_ticket=old.next_ticket
        )
        self._branched_from = self.kept.kind

    def kept_as(self, kept: Kept) -> GameView:
        """Carry out what the sitting said, now that the game is kept; what there is to see."""
        self.kept, self.sitting = kept, _sitting_at(kept.standing)
        self._watch.resume(self.sitting, kept.standing.spent, kept.standing.since)
        for made in self._made:
            events.moved(self._visitor, self.sitting, made)
        shown = self.shown()
        if self._before is None:
            self.carry_out(self._told)
            return shown
        first, told = self._before
        self.carry_out([*told, *self._told])
        return replace(first, version=kept.version - 1, name=kept.name, answered=shown)

    def shown(self) -> GameView:
        """The state of the game, and what just happened in it."""
        view = self.look(self._told)
        kept, branched = self.kept, self._branched_from
        notices = [] if branched is None else [Notice("branch", None, _BRANCHED[branched])]
        seen = vars(view) | {"notices": [*notices, *view.notices]}
        return GameView(
            id=kept.id,
            kind=kept.kind,
            name=kept.name,
            version=kept.version,
            clock=self._clock(),
            recipe=self.recipe,
            next=self._next(),
            **seen,
        )

    @property
    def recipe(self) -> Recipe | None:
        """How the visitor's own machine can answer.

        The dice of a question are the game's: who looks again sees them lie as before.
        """
        now = self.sitting
        if now.pending is None:
            return None
        roll = Random(topic(self.kept.id, now.pending)).random()
        left = self.left
        timed = left is not None
        recipe = self._seats.recipe(now.seat_to_move, now.game.size, roll, timed=timed)
        if recipe is None or left is None:
            return recipe
        return recipe.in_time(left.seconds, left.increment, len(now.game.board.empties))

    def _clock(self) -> ClockView | None:
        black, white = (self._watch.remaining(color) for color in Color)
        if self.game.clock is None or black is None or white is None or self.kept.kind == "link":
            return None
        _, since = self._watch.turn
        running = None if since is None or self.game.is_over else self.game.turn
        return ClockView(str(self.game.clock), round(black, 2), round(white, 2), running)

    def _next(self) -> NextView | None:
        if not self.game.is_over or len(self.sitting.humans) != 1 or self.kept.kind == "link":
            return None
        computer = self.sitting.seats[self.sitting.humans[0].opponent]
        return next_opponents(computer, self.game.size, self._past())

    # --- What the sitting says -------------------------------------------------------------------

    def keep(self) -> None:
        """Nothing: the transaction that called ``happen`` keeps what it gave back."""

    def ask(self, question: m.Ask) -> None:
        """The ticket is kept with the game: the page comes for the answer."""

    def stop(self, ticket: int) -> None:
        """End the thinking about a question."""
        self._thinkers.stop(topic(self._asked_in, ticket))

    def tell(self, instruction: m.Instruction) -> None:
        """The visitor reads it in the view, the owner in the log."""
        events.told(self._visitor, self.sitting, instruction)

    def _problem(self, event: m.Event, sentence: str) -> Problem:
        status, code = 409, "refused"
        if isinstance(event, m.SquareChosen | m.Resign) and self.game.is_over:
            code = "game-over"
        elif isinstance(event, m.SquareChosen):
            status, code = (
                (422, "illegal-move") if self.sitting.waits_for_human else (409, "not-your-turn")
            )
        before = StoredTable(
            self.kept, self._seats, self._thinkers, self._visitor, past=self._past, now=self._now
        )
        return Problem(status, code, sentence, game=before.shown())


def _sitting_at(standing: Standing) -> Sitting:
    """The sitting at a stored game, as it was left."""
    return Sitting(
        standing.game,
        standing.seats,
        paused=standing.paused,
        pending=standing.pending,
        next_ticket=standing.next_ticket,
    )


def topic(game: str, ticket: int) -> str:
    """What the thinkers call a question in a game."""
    return f"{game}:{ticket}"
