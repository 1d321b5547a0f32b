"""The full-screen game: board, seats, moves, and the keys that go with them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.board import Board, Color
from outflank.sitting import Arranged, rematch
from outflank.sitting import messages as m
from outflank.storage import Saves, own_explorer, own_puzzles
from outflank.study import Ending, cannot_review
from outflank.table import (
    Deck,
    ExplorerDesk,
    OpenTable,
    PlayOutDesk,
    Post,
    PracticeDesk,
    ReviewDesk,
)
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import LineScreen, LoadScreen, NoticeScreen, QuestionScreen
from outflank.terminal.editor_screen import EditorScreen
from outflank.terminal.help_screen import HelpScreen
from outflank.terminal.looks import Look
from outflank.terminal.new_game import NewGameScreen
from outflank.terminal.panels import (
    Balance,
    ExplorerPanel,
    Messages,
    MoveList,
    SeatPanel,
    ValuesPanel,
    counts_text,
)
from outflank.terminal.practice_screen import DAILY, LOST, OWN_ERRORS, PUZZLES, WON, PracticeScreen
from outflank.terminal.review_screen import ReviewScreen

NOTICE_SECONDS = 4.0  # that a pass is told, also when the game goes on
CLOCK_SECONDS = 0.1  # how often a running clock is looked at


def _key(keys: str, action: str, label: str, help: str, *, show: bool = True) -> Binding:
    return Binding(keys, action, label, show=show, tooltip=help)


class GameScreen(Screen[None]):
    """One table on a full screen. The letters a to p are for squares; commands take the others."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-normal"), (110, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        _key("question_mark,f1", "help", "Help", "show this help"),
        # Second, so that narrow terminals show it: it must not be a riddle how to leave.
        _key("q", "leave", "Quit", "leave; a game that is not over is kept"),
        _key("ctrl+n,f2", "new_game", "New", "arrange a new game"),
        _key("u,ctrl+z", "undo", "Undo", "take back your last move and the answer to it"),
        _key("r,ctrl+y", "redo", "Redo", "make again what was taken back"),
        _key("t", "hint", "Hint", "mark a square worth a look"),
        _key("v", "values", "Values", "show or hide what every move is worth", show=False),
        _key("z", "pause", "Pause", "stop a thinking computer, pause a game, or go on"),
        _key("ctrl+s", "save", "Save", "keep the game under a name"),
        _key("ctrl+o", "load", "Load", "go on with a kept game"),
        _key("s", "swap", "Swap", "change sides with the other player"),
        _key("x", "resign", "Resign", "give up"),
        _key("w,f7", "review", "Review", "what every move cost, and why"),
        _key("y,f6", "practise", "Practise", "your own errors again, until nothing is lost"),
        _key("ctrl+u", "puzzles", "Puzzles", "positions with one right move", show=False),
        _key("ctrl+d", "daily", "Daily", "the puzzle of the day", show=False),
        _key("f3", "play_out('won')", "Win", "play out a won ending", show=False),
        _key("f4", "play_out('lost')", "Swindle", "play out a lost ending", show=False),
        _key("f5", "explore", "Explorer", "book, archive and your games here", show=False),
        _key("ctrl+e", "edit", "Editor", "set up a position, to play on from or value", show=False),
        _key("plus,equals_sign", "pace(-1)", "Faster", "computers play faster", show=False),
        _key("minus", "pace(1)", "Slower", "computers play slower", show=False),
        _key("left_square_bracket", "step(-1)", "Back", "look one move back", show=False),
        _key("right_square_bracket", "step(1)", "On", "look one move on", show=False),
        _key("ctrl+r", "rematch", "Rematch", "the same players once more"),
        _key("ctrl+t", "app.light_or_dark", "Light", "a light or a dark screen", show=False),
        Binding("ctrl+c", "leave", "Quit", show=False),
    ]

    def __init__(
        self,
        table: OpenTable,
        saves: Saves,
        look: Look,
        open_deck: Callable[[], Deck],
        *,
        post: Post,
    ) -> None:
        super().__init__()
        self._post = post
        self._open_deck = open_deck
        self._table = table
        self._saves = saves
        self._look = look
        self._save_name = "game"
        self._explorer = ExplorerDesk(own_explorer(saves), post=post)
        table.screen = self

    def compose(self) -> ComposeResult:
        """The board at the left, everything else beside it."""
        yield Static(id="title")
        with Horizontal(id="room"):
            with Vertical(id="middle"):
                yield BoardView(self._table.shown, look=self._look, id="board")
                yield Messages(id="messages", classes="-grows")
            with Vertical(id="side"):
                yield SeatPanel(Color.BLACK)
                yield SeatPanel(Color.WHITE)
                yield Balance(id="balance")
                yield ValuesPanel(id="values")
                yield MoveList()
                yield ExplorerPanel(id="explorer")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin the game as soon as the screen stands."""
        self.query_one(BoardView).focus()
        self.call_after_refresh(self._table.begin)
        self.set_interval(CLOCK_SECONDS, self._tick)

    def on_resize(self) -> None:
        """The panels fit their text to the new width."""
        self.call_after_refresh(self.redraw)

    # --- What the table tells --------------------------------------------------------------------

    def redraw(self) -> None:
        """Show the table as it is now."""
        view = self._table.view
        self.redraw_values()
        self._show_seats()
        self.query_one(Balance).show(view)
        self.query_one(MoveList).show(view)
        self._follow_explorer()
        messages = self.query_one(Messages)
        messages.status = self._status()
        messages.clear()
        self._show_title()
        self.refresh_bindings()

    def _show_title(self) -> None:
        view = self._table.view
        pace = "" if view.humans else f" · {self._table.pace:g} s a move"
        opening = f" · {view.opening}" if view.opening else ""
        self.query_one("#title", Static).update(
            f"[b]Outflank[/b]   {view.size}×{view.size} · move {view.number}{opening}{pace}"
        )

    def _show_seats(self) -> None:
        for panel in self.query(SeatPanel):
            panel.show(self._table.view, self._table.remaining(panel.color))

    def redraw_values(self) -> None:
        """Show the board and what its moves are worth."""
        self.query_one(BoardView).show(self._table.shown)
        self.query_one(ValuesPanel).show(self._table)

    def say(self, sentence: str) -> None:
        """Tell something that went well."""
        self.query_one(Messages).say(sentence)

    def refuse(self, sentence: str) -> None:
        """Tell why nothing happened."""
        self.query_one(Messages).say(sentence[0].upper() + sentence[1:], refused=True)
        self.app.bell()

    def announce_pass(self, sentence: str) -> None:
        """Tell that a side had no move, long enough to be read."""
        self.query_one(Messages).say(sentence, seconds=NOTICE_SECONDS)

    def announce_failure(self, sentence: str) -> None:
        """Tell that a computer player failed."""
        self.app.push_screen(NoticeScreen("A player failed", sentence))
        self.say("The game is paused: z asks again, u takes back, ctrl+n starts another.")

    def announce_end(self, sentence: str, after: str) -> None:
        """Tell how the game ended, who is next, and what can be done now."""
        review = "w: review   " if cannot_review(self._table.game) is None else ""
        self.say(f"{after}\n{review}ctrl+r: rematch   ctrl+n: new game   u: take back".lstrip())

    # --- Keys ------------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the help."""
        keys = [*BoardView.BINDINGS, *self.BINDINGS]
        self.app.push_screen(HelpScreen(BoardView.HELP, keys))

    def action_new_game(self) -> None:
        """Arrange a new game."""
        table = self._table
        screen = NewGameScreen(rematch(table.sitting), table.make_player)
        self.app.push_screen(screen, self._start)

    def action_undo(self) -> None:
        """Take back."""
        self._table.handle(m.Undo())

    def action_redo(self) -> None:
        """Make again."""
        self._table.handle(m.Redo())

    def action_swap(self) -> None:
        """Change sides."""
        self._table.handle(m.SwapSeats())

    def action_hint(self) -> None:
        """Mark a square worth a look."""
        self._table.ask_for_hint()

    def action_values(self) -> None:
        """Show or hide what every move is worth."""
        self._table.toggle_values()

    def action_pause(self) -> None:
        """Stop or go on."""
        self._table.pause_or_resume()

    def action_pace(self, step: int) -> None:
        """Play faster or slower."""
        self._table.change_pace(step)
        self._show_title()

    def action_go_to(self, ply: int) -> None:
        """Look at the position after so many plies."""
        self._table.handle(m.GoTo(ply))

    def action_step(self, step: int) -> None:
        """Look one move back or on."""
        self._table.handle(m.GoTo(self._table.view.ply + step))

    def action_rematch(self) -> None:
        """Play once more."""
        self._table.rematch()

    def action_resign(self) -> None:
        """Give up, after a question."""
        if self._table.view.over or not self._table.view.humans:
            self._table.handle(m.Resign())  # the sitting says why not
            return
        self.app.push_screen(
            QuestionScreen("Do you want to give the game up?", "Resign"), self._resign
        )

    def action_review(self) -> None:
        """Look at the game again, move by move."""
        table = self._table
        reason = cannot_review(table.game)
        if reason is not None:
            self.refuse(reason)
            return
        desk = ReviewDesk(
            table.game,
            table.view.humans,
            post=self._post,
            open_deck=self._open_deck,
            keep=table.keep,
        )
        desk.open_practice = self.action_practise
        self.app.push_screen(ReviewScreen(desk, self._look))

    def action_practise(self) -> None:
        """One's own errors again."""
        self.app.push_screen(self._practice(PracticeDesk(self._open_deck, post=self._post)))

    def action_puzzles(self) -> None:
        """Positions with one right move."""
        self.app.push_screen(self._practice(PracticeDesk(own_puzzles, post=self._post), PUZZLES))

    def action_daily(self) -> None:
        """The puzzle of the day."""
        daily = partial(own_puzzles, daily=True)
        self.app.push_screen(self._practice(PracticeDesk(daily, post=self._post), DAILY))

    def action_play_out(self, ending: Ending) -> None:
        """An ending against perfect defence, or one to be swindled."""
        desk = PlayOutDesk(ending, post=self._post)
        self.app.push_screen(self._practice(desk, WON if ending == "won" else LOST))

    def _practice(
        self, desk: PracticeDesk | PlayOutDesk, title: str = OWN_ERRORS
    ) -> PracticeScreen:
        return PracticeScreen(desk, self._look, title)

    def action_explore(self) -> None:
        """Show or hide what is known of the moves, in the place of those made so far."""
        if self.has_class("-narrow"):
            self.refuse("The opening explorer needs a terminal of 66 columns or more.")
            return
        shown = not self.query_one(ExplorerPanel).display
        self.query_one(ExplorerPanel).display = shown
        self.query_one(MoveList).display = not shown
        self._explorer.look_again()
        self._follow_explorer()

    def _follow_explorer(self) -> None:
        panel = self.query_one(ExplorerPanel)
        self._explorer.changed = lambda: panel.show(self._explorer.view)
        if panel.display:
            self._explorer.follow(self._table.game.board, self._table.view.opening or "")

    def action_edit(self) -> None:
        """Set up a position, beginning with the one on the board."""
        self.app.push_screen(
            EditorScreen(self._table.game.board, self._look, post=self._post), self._play_from
        )

    def action_save(self) -> None:
        """Keep the game."""
        self.app.push_screen(
            LineScreen("Save the game", "Name", "Save", value=self._save_name), self._save
        )

    def action_load(self) -> None:
        """Go on with a kept game."""
        self.app.push_screen(LoadScreen(self._saves), self._load)

    def action_leave(self) -> None:
        """Leave the game."""
        self.app.exit()

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys; those that mean nothing now still answer, but leave the footer to others."""
        idle = self._idle_actions()
        return {
            key: active._replace(binding=replace(active.binding, show=False))
            if active.binding.action in idle
            else active
            for key, active in super().active_bindings.items()
        }

    def _idle_actions(self) -> set[str]:
        view = self._table.view
        redo = set() if view.can.redo else {"redo"}
        if view.over:
            return {"hint", "pause", "swap", "resign"} | redo
        pause = {"pause"} if len(view.humans) == len(Color) else set()
        return {"review", "practise", "rematch", "load"} | redo | pause

    # --- What dialogs and the board answer -------------------------------------------------------

    def _start(self, arranged: Arranged | None) -> None:
        if arranged is not None:
            self._table.new_game(arranged)

    def _play_from(self, board: Board | None) -> None:
        if board is not None:
            self._table.play_from(board)

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self._table.handle(m.Resign())

    def _save(self, name: str | None) -> None:
        if name is not None and self._table.save(name):
            self._save_name = name

    def _load(self, name: str | None) -> None:
        if name is not None and self._table.load(name):
            self._save_name = name

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        """A square was clicked, typed or confirmed."""
        self._table.choose(event.square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        """Show what was typed so far."""
        self.query_one(Messages).typed = event.text

    # --- Inside ----------------------------------------------------------------------------------

    def _status(self) -> str:
        view = self._table.view
        counts = counts_text(view, self._table.remaining)
        return f"{view.status}   {counts}" if self.has_class("-narrow") else view.status

    def _tick(self) -> None:
        if self._table.timed:
            self._table.tick()
            self._show_seats()
            self.query_one(Messages).status = self._status()
