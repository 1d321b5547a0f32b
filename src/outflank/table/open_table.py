"""A table that stays open: a sitting with its computer players, clock and saves.

A full-screen terminal and a desktop window differ in how they draw and how they are told; what
they do around a sitting is the same, and is here.
"""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from outflank.board import Board, Color, Square
from outflank.players import PlayerFailed
from outflank.sitting import (
    PACES,
    USUAL_PACE,
    Arranged,
    PastGame,
    PlayerMaker,
    Sitting,
    View,
    name_seats,
    play_from,
    rematch,
    seats_of,
    told_after,
)
from outflank.sitting import messages as m
from outflank.study import Hint, Looking, MoveValues, hint_of
from outflank.table.background import Post
from outflank.table.hints import Adviser
from outflank.table.keeper import Keeper, Shelf
from outflank.table.shown import Shown
from outflank.table.stopwatch import Stopwatch
from outflank.table.table import Table
from outflank.table.thread_thinkers import ThreadThinkers
from outflank.table.values import Analyse, LiveValues


class Screen(Protocol):
    """What a table needs from the screen that shows it."""

    def redraw(self) -> None:
        """Show the table as it is now."""

    def redraw_values(self) -> None:
        """Show what the moves are worth now; nothing else has changed."""

    def say(self, sentence: str) -> None:
        """Tell something that went well."""

    def refuse(self, sentence: str) -> None:
        """Tell why nothing happened."""

    def announce_pass(self, sentence: str) -> None:
        """Tell that a side had no move."""

    def announce_failure(self, sentence: str) -> None:
        """Tell that a computer player failed; the game waits."""

    def announce_end(self, sentence: str, after: str) -> None:
        """Tell how the game ended, and then how it went so far and who is next, if anybody is."""


class OpenTable(Table):
    """One game after another between the same people and computers, on one screen."""

    def __init__(
        self,
        arranged: Arranged,
        *,
        screen: Screen,
        post: Post,
        make_player: PlayerMaker,
        adviser: Adviser,
        saves: Shelf,
        pace: float = USUAL_PACE,
        now: Callable[[], float] = time.monotonic,
        analyse: Analyse = Looking,
    ) -> None:
        self.screen = screen
        self.make_player = make_player
        self.pace = pace
        """The seconds a computer's move waits at least, so that people can follow."""
        self.hint: Hint | None = None
        """The hint for the position now."""
        self.shows_values = False
        """Whether people want to see what every move is worth."""
        self.values: MoveValues = {}
        """What the moves of the position are worth as far as is known, best first."""
        self._post = post
        self._adviser = adviser
        self._saves = saves
        self._keeper = Keeper(saves)
        self._cannot_keep = ""
        self._past: list[tuple[Sitting, PastGame]] = []  # since the screen was opened
        self._thinkers = ThreadThinkers(
            make_player, lambda answer: post(lambda: self._hear(answer))
        )
        self._live = LiveValues(
            lambda board, values: post(lambda: self._hear_values(board, values)), analyse
        )
        self._watch = Stopwatch(now)
        super().__init__(self._sit_down(arranged, first_ticket=1))
        self.view: View = self.look()
        """All there is to see beside the clock, the hint and the values."""

    # --- What a screen shows ---------------------------------------------------------------------

    @property
    def thinking(self) -> bool:
        """Whether a computer player is being asked."""
        return self.sitting.pending is not None

    def remaining(self, color: Color) -> float | None:
        """The seconds left on a side's clock; None in a game without one."""
        return self._watch.remaining(color)

    @property
    def timed(self) -> bool:
        """Whether the game has a clock."""
        return self.game.clock is not None

    @property
    def shown(self) -> Shown:
        """What there is to see on the board."""
        return Shown.of_game(self.view, self.hint, self.values)

    # --- What a screen tells ---------------------------------------------------------------------

    def choose(self, square: Square) -> None:
        """A person chose a square."""
        seconds = self._watch.elapsed if self.timed else None
        self.handle(m.SquareChosen(square, seconds))

    def pause_or_resume(self) -> None:
        """Stop a thinking computer or a game between computers; or let it go on."""
        if self.sitting.paused:
            self.handle(m.Resume())
        elif self.view.over or len(self.view.humans) == len(Color):
            self.screen.refuse("No computer is thinking, so there is nothing to pause.")
        else:
            self.handle(m.Stop())

    def tick(self) -> None:
        """Time went by: a side whose clock has run out loses."""
        if not self.game.is_over and self.remaining(self.game.turn) == 0:
            self.handle(m.TimeOut(self.game.turn))

    def change_pace(self, step: int) -> None:
        """Let computers' moves follow each other faster (-1) or slower (+1)."""
        place = min(range(len(PACES)), key=lambda index: abs(PACES[index] - self.pace))
        self.pace = PACES[min(max(place - step, 0), len(PACES) - 1)]
        pace = "as fast as they can" if self.pace == 0 else f"at least {self.pace:g} s a move"
        self.screen.say(f"Computers play {pace}.")

    def ask_for_hint(self) -> None:
        """Ask the adviser, in the background, about a person's move."""
        if not self.sitting.waits_for_human:
            self.screen.refuse("A hint is for a person's move; nobody waits for one now.")
            return
        board = self.game.board
        if self.values:  # on the board already; a hint must not wait for their last word
            self._show_hint(board, hint_of(self.values, board.size))
            return
        self.screen.say("Looking for a hint…")
        threading.Thread(target=self._advise, args=(board,), name="adviser", daemon=True).start()

    def toggle_values(self) -> None:
        """Begin or stop to show what every move is worth."""
        self.shows_values = not self.shows_values
        self._follow_values()
        self.screen.redraw()
        self.screen.say(
            "Every move shows its value." if self.shows_values else "Values are hidden."
        )

    # --- Games come and go -----------------------------------------------------------------------

    def new_game(self, arranged: Arranged) -> None:
        """Clear the table for another game."""
        self._thinkers.dismiss()
        self._todo.clear()
        # Tickets go on counting: an answer for the last game is never taken for one in this.
        self.sitting = self._sit_down(arranged, first_ticket=self.sitting.next_ticket)
        self.begin()

    def play_from(self, board: Board) -> None:
        """The same players at another position."""
        try:
            self.new_game(play_from(self.sitting, board, self.make_player))
        except ValueError as error:
            self.screen.refuse(f"{error}.")

    def rematch(self) -> None:
        """The same players, start and clock once more."""
        self.new_game(rematch(self.sitting))

    def save(self, name: str) -> bool:
        """Keep the game under a name; whether that worked."""
        try:
            self._saves.save(name, name_seats(self.game, self.sitting.seats))
        except (ValueError, OSError) as error:
            self.screen.refuse(f"Not saved: {error}.")
            return False
        self.screen.say(f"Saved as {name.strip()!r}.")
        return True

    def load(self, name: str) -> bool:
        """Go on with a kept game; whether that worked."""
        try:
            game = self._saves.load(name)
        except (ValueError, LookupError, OSError) as error:
            self.screen.refuse(f"Not loaded: {error}.")
            return False
        seats, notes = seats_of(game, self.make_player)
        self.new_game(Arranged(game, seats))
        self.screen.say(". ".join([f"Loaded {name.strip()!r}", *notes]) + ".")
        return True

    def leave(self) -> str | None:
        """Stop all thinking and keep a person's game that is not over; the name it got."""
        self._thinkers.dismiss()
        self._live.follow(None)
        return self._keeper.follow(self.sitting)

    # --- What the sitting says -------------------------------------------------------------------

    def keep(self) -> None:
        """Have the game on the disk before anybody sees what happened; a problem is told once."""
        try:
            self._keeper.follow(self.sitting)
        except OSError as error:
            if str(error) != self._cannot_keep:
                self._cannot_keep = str(error)
                self._todo.append(m.Refuse(f"The game cannot be kept while it is played: {error}."))

    def ask(self, question: m.Ask) -> None:
        """Ask in the background, unless the question is no longer asked."""
        if question.ticket == self.sitting.pending:
            pace = 0.0 if self.timed else self.pace
            self._thinkers.ask(question, pace=pace, left=self._watch.left(self.game.turn))

    def stop(self, ticket: int) -> None:
        """Let nobody hear an answer any more."""
        self._thinkers.stop(ticket)

    def tell(self, instruction: m.Instruction) -> None:
        """Show it on the screen."""
        match instruction:
            case m.Redraw():
                self.hint = None
                self.view = self.look()
                self._watch.follow(self.sitting)
                self._follow_values()
                self.screen.redraw()
            case m.Refuse(sentence=sentence):
                self.screen.refuse(sentence)
            case m.AnnouncePass():
                self.screen.announce_pass(instruction.sentence)
            case m.ReportFailure(color=color, problem=problem):
                self.screen.announce_failure(f"{color} cannot move: {problem}")
            case m.Finished(outcome=outcome):
                self._thinkers.dismiss()
                self.screen.announce_end(f"{outcome}.", self._after())

    # --- Inside ----------------------------------------------------------------------------------

    def _after(self) -> str:
        """How it went against this opponent, and who is next; nothing where there is not one."""
        outcome = self.look().outcome
        if outcome is None or len(self.sitting.humans) != 1:
            return ""
        mine = self.sitting.humans[0]
        seat = self.sitting.seats[mine.opponent]
        margin = 0
        if outcome.winner is not None:
            discs = max(1, abs(outcome.black - outcome.white))
            margin = discs if outcome.winner is mine else -discs
        # A game that was taken back and ended again counts once.
        others = [(table, one) for table, one in self._past if table is not self.sitting]
        self._past = [(self.sitting, PastGame(seat, margin)), *others]
        return told_after(seat, self.game.size, [one for _, one in self._past])

    def _sit_down(self, arranged: Arranged, *, first_ticket: int) -> Sitting:
        game = name_seats(arranged.game, arranged.seats)
        sitting = Sitting(game, arranged.seats, next_ticket=first_ticket)
        self.hint = None
        self._watch.follow(sitting)
        return sitting

    def _hear(self, answer: m.Answered | m.Failed) -> None:
        if isinstance(answer, m.Answered) and not self.timed:
            answer = replace(answer, seconds=None)
        self.handle(answer)

    def carry_out(self, told: Iterable[m.Instruction]) -> None:
        """As at every table; then look at the position that is there now."""
        # A message box runs the window's loop inside ours: what happens there waits for its turn.
        super().carry_out(told)
        if not self.busy:
            self._follow_values()

    def _advise(self, board: Board) -> None:
        try:
            hint = self._adviser(board)
        except (PlayerFailed, ValueError) as error:
            sentence = f"There is no hint: {error}."
            self._post(lambda: self.screen.refuse(sentence))
            return
        self._post(lambda: self._show_hint(board, hint))

    def _show_hint(self, board: Board, hint: Hint) -> None:
        if board == self.game.board and self.sitting.waits_for_human:
            self.hint = hint
            self.screen.redraw()
            self.screen.say(hint.sentence)

    def _follow_values(self) -> None:
        """Look at the position on the table; not while a computer needs the time to think."""
        wanted = self.shows_values and not self.thinking and not self.game.is_over
        if self._live.follow(self.game.board if wanted else None):
            self.values = {}

    def _hear_values(self, board: Board, values: MoveValues) -> None:
        if board == self._live.board:
            self.values = values
            self.screen.redraw_values()
