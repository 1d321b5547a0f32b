"""A game on this computer: a session with computer players, a clock, hints and saves."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from outflank.board import Board, Color, Square, sentence
from outflank.game import Game, TimeLeft
from outflank.play import instructions as do
from outflank.play.autosave import Autosave, SaveStore
from outflank.play.new_game import GameSetup, play_from, rematch
from outflank.play.opening_text import opening_text
from outflank.play.opponents.records import PastGame, summarize
from outflank.play.opponents.seating import PlayerMaker, describe, name_seats, seats_of
from outflank.play.scene import BoardScene
from outflank.play.seat import HUMAN
from outflank.play.session import GameSession
from outflank.play.table import Screen, Table
from outflank.play.thinkers.threads import ThreadThinkers
from outflank.play.view import PACES, USUAL_PACE, GameView, view_of
from outflank.players import PlayerFailed
from outflank.translation import _

if TYPE_CHECKING:  # imported lazily, so that the plain game starts quickly
    from outflank.study.controllers.live_values import LiveValues, StreamValues
    from outflank.study.hints import Adviser, Hint
    from outflank.study.values import MoveValues
    from outflank.workers.background import Post


class LocalTable(Table):
    """A series of games on this computer between the same players.

    After each action the game is saved, then the screen is updated, and then computer players
    start to think.
    """

    is_remote = False
    screen: Screen

    def __init__(
        self,
        setup: GameSetup,
        *,
        post: "Post",
        make_player: PlayerMaker,
        adviser: "Adviser",
        saves: SaveStore,
        pace: float = USUAL_PACE,
        now: Callable[[], float] = time.monotonic,
        analyse: "StreamValues | None" = None,
        background: bool = True,
        autosaves: bool = True,
    ) -> None:
        """Open a table.

        Without ``background`` the screen blocks while computers and hints are computed. With
        ``autosaves`` the game is saved after every change.
        """
        self.make_player = make_player
        self.pace = pace
        self.hint: Hint | None = None
        self.shows_values = False
        self.values: MoveValues = {}
        self.busy = False
        self._post = post
        self._adviser = adviser
        self._saves = saves
        self._now = now
        self._background = background
        self._autosaves = autosaves
        self._autosave = Autosave(saves)
        self._autosave_problem = ""
        self._past: list[tuple[GameSession, PastGame]] = []  # since the screen was opened
        self._thinkers = ThreadThinkers(
            make_player,
            lambda *answer: post(lambda: self._answered(*answer)),
            lambda *failure: post(lambda: self._failed(*failure)),
            background=background,
        )
        self._analyse = analyse
        self._live_values: LiveValues | None = None  # created when values are first shown
        self._todo: deque[do.Instruction] = deque()
        self.session = setup.session()
        self.opened = self.game if self.game.is_over else None
        self.view = self._look()

    # --- Display ---------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def scene(self) -> BoardScene:
        return BoardScene.of_game(self.view, self.hint, self.values)

    @property
    def own_colors(self) -> list[Color]:
        return self.session.humans

    @property
    def thinking(self) -> bool:
        return self.session.pending is not None

    @property
    def can_look_back(self) -> bool:
        return self.view.over or self.game is self.opened

    def remaining(self, color: Color) -> float | None:
        return self.session.remaining(color, self._now())

    # --- Actions ---------------------------------------------------------------------------------

    def begin(self) -> None:
        self._carry_out(self.session.begin(self._now()))

    def choose(self, square: Square) -> None:
        self._carry_out(self.session.play(square, at=self._now()))

    def undo(self) -> None:
        self._carry_out(self.session.undo(at=self._now()))

    def redo(self) -> None:
        self._carry_out(self.session.redo(at=self._now()))

    def go_to(self, ply: int) -> None:
        self._carry_out(self.session.go_to(ply, at=self._now()))

    def step(self, by: int) -> None:
        self.go_to(self.view.ply + by)

    def resign(self) -> None:
        self._carry_out(self.session.resign(at=self._now()))

    def swap(self) -> None:
        self._carry_out(self.session.swap(at=self._now()))

    def pause_or_resume(self) -> None:
        if self.session.paused:
            self._carry_out(self.session.resume(at=self._now()))
        elif self.view.over or len(self.view.humans) == len(Color):
            self.screen.refuse(_("No computer is thinking, so there is nothing to pause."))
        else:
            self._carry_out(self.session.pause(at=self._now()))

    def tick(self) -> None:
        if instructions := self.session.time_out(self._now()):
            self._carry_out(instructions)

    def change_pace(self, step: int) -> None:
        place = min(range(len(PACES)), key=lambda index: abs(PACES[index] - self.pace))
        self.pace = PACES[min(max(place - step, 0), len(PACES) - 1)]
        if self.pace:
            pace = _("Computers take at least {seconds} s per move.", seconds=f"{self.pace:g}")
        else:
            pace = _("Computers play as fast as they can.")
        self.screen.say(pace)

    def ask_for_hint(self) -> None:
        if not self.session.waits_for_human:
            self.screen.refuse(_("You can ask for a hint when it is your turn."))
            return
        board = self.game.board
        if self.values:  # partial values are enough for a hint
            from outflank.study.hints import hint_of

            self._show_hint(board, hint_of(board, self.values))
        elif self._background:
            self.screen.say(_("Looking for a hint…"))
            threading.Thread(target=self._advise, args=(board,), name="hint", daemon=True).start()
        else:
            self._advise(board)

    def toggle_values(self) -> None:
        if self._live_values is None:
            from outflank.study.controllers.live_values import LiveValues
            from outflank.study.values import ValueSearch

            self._live_values = LiveValues(
                lambda board, values: self._post(lambda: self._show_values(board, values)),
                self._analyse or ValueSearch,
            )
        self.shows_values = not self.shows_values
        self._follow_values()
        self.screen.redraw()
        self.screen.say(
            _("Every move shows its value.") if self.shows_values else _("Values are hidden.")
        )

    # --- Starting and loading games --------------------------------------------------------------

    def setup(self) -> tuple[GameSetup, PlayerMaker]:
        return rematch(self.session), self.make_player

    def new_game(self, setup: GameSetup) -> None:
        self._thinkers.dismiss()
        self._todo.clear()
        # Tickets continue, so that an answer for the last game is never applied to this one.
        self.session = setup.session(self.session.next_ticket)
        self.begin()

    def play_from(self, board: Board) -> None:
        try:
            self.new_game(play_from(self.session, board, self.make_player))
        except ValueError as error:
            self.screen.refuse(sentence(error))

    def rematch(self) -> None:
        self.new_game(rematch(self.session))

    def save(self, name: str) -> bool:
        try:
            self._saves.save(name, name_seats(self.game, self.session.seats))
        except (ValueError, OSError) as error:
            self.screen.refuse(sentence(_("The game was not saved: {error}", error=error)))
            return False
        self.screen.say(_("Saved as {name}.", name=repr(name.strip())))
        return True

    def load(self, name: str) -> bool:
        try:
            game = self._saves.load(name)
        except (ValueError, LookupError, OSError) as error:
            self.screen.refuse(sentence(_("The game was not loaded: {error}", error=error)))
            return False
        usual = {color: seat.player for color, seat in self.session.seats.items()}
        seats, notes = seats_of(game, self.make_player, usual)
        notes += filter(None, [game.info.pop("note", "")])  # from a save of another program
        self._open(game, seats)
        loaded = _("Loaded {name}.", name=repr(name.strip()))
        self.screen.say(" ".join([loaded, *map(sentence, notes)]))
        return True

    def open_game(self, game: Game) -> None:
        note = game.info.pop("note", "")
        self._open(game, dict.fromkeys(Color, HUMAN))
        players = " – ".join(self.view.seat(color).title for color in Color)
        self.screen.say(" ".join(filter(None, [_("Opened: {players}.", players=players), note])))

    def _open(self, game: Game, seats: dict[Color, str]) -> None:
        self.opened = game
        self.new_game(GameSetup(game, seats))

    def autosave(self) -> str | None:
        """Save an unfinished game; report a problem only once."""
        try:
            return self._autosave.follow(self.session)
        except OSError as error:
            if str(error) != self._autosave_problem:
                self._autosave_problem = str(error)
                why = _("The game cannot be saved automatically: {error}", error=error)
                self._todo.append(do.Refuse(sentence(why)))
            return None

    def leave(self) -> str | None:
        self._thinkers.dismiss()
        if self._live_values is not None:
            self._live_values.follow(None)
        return self._autosave.follow(self.session)

    # --- Instructions of the session -------------------------------------------------------------

    def _carry_out(self, instructions: Iterable[do.Instruction]) -> None:
        """Save the game, then carry out the session's instructions.

        A message box of the window runs a nested event loop: instructions that arrive during it are
        carried out after the current one.
        """
        if self._autosaves:
            self.autosave()
        self._todo.extend(instructions)
        if self.busy:
            return
        self.busy = True
        try:
            while self._todo:
                self._do(self._todo.popleft())
        finally:
            self.busy = False
        self._follow_values()

    def _do(self, instruction: do.Instruction) -> None:
        match instruction:
            case do.Ask(ticket=ticket):
                if ticket == self.session.pending:
                    self._thinkers.ask(
                        instruction, pace=0.0 if self.timed else self.pace, left=self._time_left()
                    )
            case do.StopAsking(ticket=ticket):
                self._thinkers.stop(ticket)
            case do.Redraw():
                self.hint = None
                self.view = self._look()
                self._follow_values()
                self.screen.redraw()
            case do.Refuse():
                self.screen.refuse(instruction.sentence)
            case do.AnnouncePass():
                self.screen.announce_pass(instruction.sentence)
            case do.ReportFailure(color=color, problem=problem):
                why = _("{player} cannot move. {problem}", player=color, problem=problem)
                self.screen.announce_failure(sentence(why))
            case do.Finished(outcome=outcome):
                self._thinkers.dismiss()
                self.screen.announce_end(sentence(outcome), self._summary())

    def _answered(self, ticket: int, square: Square, seconds: float) -> None:
        self._carry_out(self.session.answer(ticket, square, at=self._now(), seconds=seconds))

    def _failed(self, ticket: int, problem: str) -> None:
        self._carry_out(self.session.fail(ticket, problem, at=self._now()))

    # --- Private ---------------------------------------------------------------------------------

    def _look(self) -> GameView:
        return view_of(
            self.session, at=self._now(), describe=describe, opening=opening_text(self.session)
        )

    def _time_left(self) -> TimeLeft | None:
        clock, seconds = self.game.clock, self.remaining(self.game.turn)
        return None if clock is None or seconds is None else TimeLeft(seconds, clock.increment)

    def _summary(self) -> str:
        """Return the record against this opponent and a suggestion for the next one, if any."""
        outcome, humans = self.game.outcome, self.session.humans
        if outcome is None or len(humans) != 1 or self.game is self.opened:
            return ""
        opponent = self.session.seats[humans[0].opponent].player
        margin = 0
        if outcome.winner is not None:
            discs = max(1, abs(outcome.black - outcome.white))
            margin = discs if outcome.winner is humans[0] else -discs
        # A game that was undone and ended again counts once.
        others = [(session, one) for session, one in self._past if session is not self.session]
        self._past = [(self.session, PastGame(opponent, margin)), *others]
        return summarize(opponent, self.game.size, [one for _session, one in self._past])

    def _advise(self, board: Board) -> None:
        try:
            hint = self._adviser(board)
        except (PlayerFailed, ValueError) as error:
            why = sentence(_("No hint is available: {error}", error=error))
            self._post(lambda: self.screen.refuse(why))
            return
        self._post(lambda: self._show_hint(board, hint))

    def _show_hint(self, board: Board, hint: "Hint") -> None:
        if board == self.game.board and self.session.waits_for_human:
            self.hint = hint
            self.screen.redraw()
            self.screen.say(hint.sentence)

    def _follow_values(self) -> None:
        """Evaluate the position unless a computer player needs the processor."""
        wanted = self.shows_values and not self.thinking and not self.game.is_over
        live = self._live_values
        if live is not None and live.follow(self.game.board if wanted else None):
            self.values = {}

    def _show_values(self, board: Board, values: "MoveValues") -> None:
        if self._live_values is not None and board == self._live_values.board:
            self.values = values
            self.screen.redraw_values()
