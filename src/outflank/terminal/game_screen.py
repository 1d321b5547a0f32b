"""The full-screen game: board, seats, moves, and the keys that go with them."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingsMap
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.board import Board, Color
from outflank.play.new_game import GameSetup
from outflank.play.opponents.catalogue import seat_title
from outflank.play.shared import LONGEST_TEXT
from outflank.play.table import Table
from outflank.storage.archive.explorer_sources import own_explorer
from outflank.storage.files.data_dir import own_puzzles
from outflank.storage.files.saves import Saves
from outflank.study.controllers.explorer import ExplorerController
from outflank.study.controllers.practice import Deck, PlayOutController, PracticeController
from outflank.study.controllers.review import ReviewController
from outflank.study.play_out import Ending
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import (
    WRITE,
    LineScreen,
    LoadScreen,
    NoticeScreen,
    PhraseScreen,
    QuestionScreen,
)
from outflank.terminal.editor_screen import EditorScreen
from outflank.terminal.help_screen import HelpScreen
from outflank.terminal.looks import Look
from outflank.terminal.new_game import NewGameScreen
from outflank.terminal.panels import (
    Balance,
    ExplorerPanel,
    Messages,
    MoveList,
    NewsPanel,
    SeatPanel,
    ValuesPanel,
    counts_text,
    news_text,
)
from outflank.terminal.practice_screen import DAILY, LOST, OWN_ERRORS, PUZZLES, WON, PracticeScreen
from outflank.terminal.review_screen import ReviewScreen
from outflank.workers.background import Post

NOTICE_SECONDS = 4.0  # that a pass is shown, also when the game goes on
PHRASE_SECONDS = 6.0  # that a message is shown while others play on
TICK = 0.1  # seconds between two looks at clocks and absences


class Where(Enum):
    """The games in which a key has a meaning."""

    EVERYWHERE = auto()
    LOCAL = auto()
    REMOTE = auto()


def _key(
    keys: str,
    action: str,
    label: str,
    help: str,
    where: Where = Where.EVERYWHERE,
    *,
    show: bool = True,
) -> tuple[Where, Binding]:
    return where, Binding(keys, action, label, show=show, tooltip=help)


_KEYS = (
    _key("question_mark,f1", "help", "Help", "show this help"),
    # Second, so that narrow terminals show it: everyone must find out how to leave.
    _key("q", "leave", "Quit", "leave; you can come back to a game that is not over"),
    _key("ctrl+n,f2", "new_game", "New", "set up a new game", Where.LOCAL),
    _key("y", "agree(True)", "Agree", "agree to a proposal", Where.REMOTE, show=False),
    _key("z", "agree(False)", "Decline", "decline, or withdraw yours", Where.REMOTE, show=False),
    _key("u,ctrl+z", "undo", "Undo", "take back your last move; a player elsewhere must agree"),
    _key("r,ctrl+y", "redo", "Redo", "make again what was taken back", Where.LOCAL),
    _key("s", "speak", "Say", "say something", Where.REMOTE),
    _key("v", "mute", "Mute", "hide phrases, or show them again", Where.REMOTE, show=False),
    _key("ctrl+l", "invite", "Link", "copy the link for your friend", Where.REMOTE, show=False),
    _key("t", "hint", "Hint", "mark a square worth a look", Where.LOCAL),
    _key("v", "values", "Values", "show or hide the value of every move", Where.LOCAL, show=False),
    _key("z", "pause", "Pause", "stop a thinking computer, pause a game, or go on", Where.LOCAL),
    _key("ctrl+s", "save", "Save", "save the game under a name", Where.LOCAL),
    _key("ctrl+o", "load", "Load", "go on with a saved game", Where.LOCAL),
    _key("s", "swap", "Swap", "change sides with the other player", Where.LOCAL),
    _key("x", "resign", "Resign", "give up"),
    _key("ctrl+x", "abort", "Call off", "propose to abort the game", Where.REMOTE, show=False),
    _key("t", "claim", "Claim", "win a game left for a minute", Where.REMOTE, show=False),
    _key("w,f7", "review", "Review", "what every move cost, and why"),
    _key("y,f6", "practise", "Practise", "your own errors again, until none is left", Where.LOCAL),
    _key("ctrl+u", "puzzles", "Puzzles", "positions to solve", Where.LOCAL, show=False),
    _key("ctrl+d", "daily", "Daily", "the puzzle of the day", Where.LOCAL, show=False),
    _key("f3", "play_out('won')", "Win", "play out a won ending", Where.LOCAL, show=False),
    _key("f4", "play_out('lost')", "Swindle", "play out a lost ending", Where.LOCAL, show=False),
    _key("f5", "explore", "Explorer", "book, archive and your games", Where.LOCAL, show=False),
    _key("ctrl+e", "edit", "Editor", "set up a position to play or value", Where.LOCAL, show=False),
    _key("plus,equals_sign", "pace(-1)", "Faster", "computers: faster", Where.LOCAL, show=False),
    _key("minus", "pace(1)", "Slower", "computers: slower", Where.LOCAL, show=False),
    _key("left_square_bracket", "step(-1)", "Back", "look one move back", show=False),
    _key("right_square_bracket", "step(1)", "On", "look one move on", show=False),
    _key("ctrl+r", "rematch", "Rematch", "the same players once more"),
    _key("r", "rematch", "Rematch", "the same players once more", Where.REMOTE, show=False),
    _key("ctrl+t", "app.light_or_dark", "Light", "a light or a dark screen", show=False),
    (Where.EVERYWHERE, Binding("ctrl+c", "leave", "Quit", show=False)),
)


class GameScreen(Screen[None]):
    """A game on a full screen. The letters a to p are for squares; commands take the others."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-normal"), (110, "-wide")]  # noqa: RUF012

    def __init__(
        self, table: Table, saves: Saves, look: Look, open_deck: Callable[[], Deck], *, post: Post
    ) -> None:
        super().__init__()
        here = Where.REMOTE if table.is_remote else Where.LOCAL
        self._keys = [key for where, key in _KEYS if where in (Where.EVERYWHERE, here)]
        self._bindings = BindingsMap.merge([self._bindings, BindingsMap(self._keys)])
        self._post = post
        self._open_deck = open_deck
        self._table = table
        self._saves = saves
        self._look = look
        self._save_name = "game"
        self._shown = ("", 0, "")
        self._explorer = ExplorerController(own_explorer(saves), post=post)
        table.screen = self

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="room"):
            with Vertical(id="middle"):
                yield BoardView(self._table.scene, look=self._look, id="board")
                yield Messages(id="messages", classes="-grows")
            with Vertical(id="side"):
                yield SeatPanel(Color.BLACK)
                yield SeatPanel(Color.WHITE)
                yield Balance(id="balance")
                yield ValuesPanel(id="values")
                yield NewsPanel(id="news")
                yield MoveList()
                yield ExplorerPanel(id="explorer")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self.call_after_refresh(self._table.begin)
        self.set_interval(TICK, self._tick)

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    # --- What the table says ---------------------------------------------------------------------

    def redraw(self) -> None:
        view = self._table.view
        self.redraw_values()
        self.query_one(Balance).show(view)
        self.query_one(MoveList).show(view)
        self._follow_explorer()
        shown = view.id, view.ply, view.status
        if not self._table.is_remote or (shown != self._shown and not self._table.live.over):
            self.query_one(Messages).clear()  # a player elsewhere does not clear messages
        self._shown = shown
        self._show_changing()
        self._show_title()
        self.refresh_bindings()

    def _show_title(self) -> None:
        view = self._table.view
        pace = "" if view.humans else f" · {self._table.pace:g} s per move"
        yours = "your move · " if self._table.is_remote and self._table.live.can.move else ""
        opening = f" · {view.opening}" if view.opening else ""
        self.query_one("#title", Static).update(
            f"[b]Outflank[/b]   {yours}{view.size}×{view.size} · move {view.number}{opening}{pace}"
        )

    def _show_changing(self) -> None:
        """Show what changes by itself: clocks, and how long a player has been away."""
        table = self._table
        for panel in self.query(SeatPanel):
            panel.show(table.view, table.remaining(panel.color))
        self.query_one(NewsPanel).show(table)
        status = table.view.status
        if self.has_class("-narrow"):
            news = [news_text(one) for one in table.news()[-1:]]
            status = "   ".join([*(news or [status]), counts_text(table.view, table.remaining)])
        self.query_one(Messages).status = status

    def redraw_values(self) -> None:
        self.query_one(BoardView).show(self._table.scene)
        self.query_one(ValuesPanel).show(self._table)

    def say(self, sentence: str) -> None:
        seconds = PHRASE_SECONDS if self._table.is_remote else 0.0
        self.query_one(Messages).say(sentence, seconds=seconds)

    def refuse(self, sentence: str) -> None:
        self.query_one(Messages).say(sentence[0].upper() + sentence[1:], refused=True)
        self.app.bell()

    def announce_pass(self, sentence: str) -> None:
        self.query_one(Messages).say(sentence, seconds=NOTICE_SECONDS)

    def announce_failure(self, sentence: str) -> None:
        self.app.push_screen(NoticeScreen("A player failed", sentence))
        self.say("The game is paused: z asks again, u takes back, ctrl+n starts another.")

    def announce_end(self, sentence: str, after: str) -> None:
        """Show the record and what can be done now; the status says how the game ended."""
        table = self._table
        if table.is_remote:
            keys = f"{'r: rematch   ' if table.own_colors else ''}w: review   q: leave"
        else:
            review = "w: review   " if table.why_not_review() is None else ""
            keys = f"{review}ctrl+r: rematch   ctrl+n: new game   u: undo"
        self.query_one(Messages).say(f"{after}\n{keys}".lstrip())

    def your_turn(self) -> None:
        self.app.bell()

    def share_link(self, link: str) -> None:
        """Copy the link, if the terminal lets programs do so."""
        self.app.copy_to_clipboard(link)
        self.say(f"Copied, if your terminal allows it: {link}")

    # --- Keys ------------------------------------------------------------------------------------

    def action_help(self) -> None:
        keys = [*BoardView.BINDINGS, *self._keys]
        self.app.push_screen(HelpScreen(BoardView.HELP, keys))

    def action_new_game(self) -> None:
        if setup := self._table.setup():
            self.app.push_screen(NewGameScreen(*setup), self._start)

    def action_undo(self) -> None:
        self._table.undo()

    def action_redo(self) -> None:
        self._table.redo()

    def action_swap(self) -> None:
        self._table.swap()

    def action_hint(self) -> None:
        self._table.ask_for_hint()

    def action_values(self) -> None:
        self._table.toggle_values()

    def action_pause(self) -> None:
        self._table.pause_or_resume()

    def action_pace(self, step: int) -> None:
        self._table.change_pace(step)
        self._show_title()

    def action_go_to(self, ply: int) -> None:
        self._table.go_to(ply)

    def action_step(self, step: int) -> None:
        self._table.step(step)

    def action_rematch(self) -> None:
        self._table.rematch()

    def action_agree(self, yes: bool) -> None:
        self._table.agree(yes)

    def action_abort(self) -> None:
        self._table.abort()

    def action_claim(self) -> None:
        self._table.claim()

    def action_mute(self) -> None:
        self._table.mute()

    def action_invite(self) -> None:
        self._table.act("invite")

    def action_speak(self) -> None:
        shared = self._table.live.shared
        may_write = shared is not None and shared.may.write
        self.app.push_screen(PhraseScreen(may_write=may_write), self._speak)

    def _speak(self, phrase: str | None) -> None:
        if phrase == WRITE:
            dialog = LineScreen("Say", "To the other player alone", "Say", longest=LONGEST_TEXT)
            self.app.push_screen(dialog, self._write)
        elif phrase is not None:
            self._table.speak(phrase)

    def _write(self, text: str | None) -> None:
        if text and text.strip():
            self._table.write(text.strip())

    def action_resign(self) -> None:
        if not self._table.live.can.resign:
            self._table.resign()  # refused with the reason
            return
        self.app.push_screen(
            QuestionScreen("Do you want to give the game up?", "Resign"), self._resign
        )

    def action_review(self) -> None:
        table = self._table
        reason = table.why_not_review()
        if reason is not None:
            self.refuse(reason)
            return
        desk = ReviewController(
            table.game,
            table.own_colors,
            post=self._post,
            open_deck=self._open_deck,
            keep=table.autosave,
            title_of=seat_title,
        )
        desk.open_practice = self.action_practise
        self.app.push_screen(ReviewScreen(desk, self._look))

    def action_practise(self) -> None:
        self.app.push_screen(self._practice(PracticeController(self._open_deck, post=self._post)))

    def action_puzzles(self) -> None:
        self.app.push_screen(
            self._practice(PracticeController(own_puzzles, post=self._post), PUZZLES)
        )

    def action_daily(self) -> None:
        daily = partial(own_puzzles, daily=True)
        self.app.push_screen(self._practice(PracticeController(daily, post=self._post), DAILY))

    def action_play_out(self, ending: Ending) -> None:
        """An ending against perfect defence, or one to be swindled."""
        desk = PlayOutController(ending, post=self._post)
        self.app.push_screen(self._practice(desk, WON if ending == "won" else LOST))

    def _practice(
        self, desk: PracticeController | PlayOutController, title: str = OWN_ERRORS
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
        self.app.push_screen(
            EditorScreen(self._table.game.board, self._look, post=self._post), self._play_from
        )

    def action_save(self) -> None:
        self.app.push_screen(
            LineScreen("Save the game", "Name", "Save", value=self._save_name), self._save
        )

    def action_load(self) -> None:
        self.app.push_screen(LoadScreen(self._saves), self._load)

    def action_leave(self) -> None:
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
        if self._table.is_remote:
            return set()
        redo = set() if view.can.redo else {"redo"}
        if view.over:
            return {"hint", "pause", "swap", "resign"} | redo
        pause = {"pause"} if len(view.humans) == len(Color) else set()
        return {"review", "practise", "rematch", "load"} | redo | pause

    # --- What dialogs and the board answer -------------------------------------------------------

    def _start(self, setup: GameSetup | None) -> None:
        if setup is not None:
            self._table.new_game(setup)

    def _play_from(self, board: Board | None) -> None:
        if board is not None:
            self._table.play_from(board)

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self._table.resign()

    def _save(self, name: str | None) -> None:
        if name is not None and self._table.save(name):
            self._save_name = name

    def _load(self, name: str | None) -> None:
        if name is not None and self._table.load(name):
            self._save_name = name

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        self._table.choose(event.square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        self.query_one(Messages).typed = event.text

    # --- Inside ----------------------------------------------------------------------------------

    def _tick(self) -> None:
        if self._table.timed or self._table.is_remote:
            self._table.tick()
            self._show_changing()
