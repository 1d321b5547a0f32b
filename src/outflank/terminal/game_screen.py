"""The full-screen game: board, seats, moves and key bindings."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingsMap
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.board import Board, Color, sentence
from outflank.formats import read_game
from outflank.play.session_data import LONGEST_TEXT, PHRASES
from outflank.play.table import Table
from outflank.storage.archive.explorer_sources import own_explorer
from outflank.storage.files.data_dir import own_cards, own_departures, own_openings, own_puzzles
from outflank.storage.files.saves import Saves
from outflank.study.controllers.explorer import ExplorerController
from outflank.study.controllers.practice import (
    Deck,
    PlayOutController,
    PracticeController,
    puzzle_controller,
    training_controller,
)
from outflank.study.puzzles.themes import Theme
from outflank.terminal.analysis_screen import AnalysisScreen
from outflank.terminal.board_screen import BoardScreen
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import (
    WRITE,
    ChoiceScreen,
    FieldsScreen,
    LoadScreen,
    NoticeScreen,
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
    players_text,
)
from outflank.terminal.practice_screen import RUN, PracticeMode, PracticeScreen, heading_of
from outflank.translation import _
from outflank.workers.background import Post

NOTICE_SECONDS = 4.0  # display time of a pass, even if the game continues
PHRASE_SECONDS = 6.0  # display time of a message while others play
TICK = 0.1  # seconds between updates of clocks and absences
LOCAL, REMOTE = "local", "remote"  # where the game is played
Answer = TypeVar("Answer")


def _key(
    keys: str, action: str, label: str, help: str, where: str = "", *, show: bool = True
) -> tuple[str, Binding]:
    """Return a key binding for all games, or only for ``LOCAL`` or ``REMOTE`` ones."""
    return where, Binding(keys, action, label, show=show, tooltip=help)


_KEYS = (
    _key("question_mark,f1", "help", _("Help"), _("show this help")),
    # In second place, so that narrow terminals show how to quit.
    _key("q", "app.quit", _("Quit"), _("quit; you can continue the game later")),
    _key("ctrl+n,f2", "new_game", _("New"), _("set up a new game"), LOCAL),
    _key("y", "do('agree', True)", _("Agree"), _("agree to a proposal"), REMOTE, show=False),
    _key(
        "z", "do('agree', False)", _("Decline"), _("decline, or withdraw yours"), REMOTE, show=False
    ),
    _key("u,ctrl+z", "do('undo')", _("Undo"), _("undo your last move; a remote player must agree")),
    _key("r,ctrl+y", "do('redo')", _("Redo"), _("redo what was undone"), LOCAL),
    _key("s", "speak", _("Say"), _("say something"), REMOTE),
    _key(
        "v",
        "do('mute')",
        _("Hide messages"),
        _("hide phrases, or show them again"),
        REMOTE,
        show=False,
    ),
    _key(
        "ctrl+l",
        "do('act', 'invite')",
        _("Link"),
        _("copy the link for your friend"),
        REMOTE,
        show=False,
    ),
    _key("t", "do('ask_for_hint')", _("Hint"), _("mark a good move"), LOCAL),
    _key(
        "v",
        "do('toggle_values')",
        _("Values"),
        _("show or hide the value of every move"),
        LOCAL,
        show=False,
    ),
    _key(
        "z",
        "do('pause_or_resume')",
        _("Pause"),
        _("pause the computer, or continue"),
        LOCAL,
    ),
    _key("ctrl+s", "save", _("Save"), _("save the game under a name"), LOCAL),
    _key("ctrl+o", "load", _("Load"), _("load a saved game"), LOCAL),
    _key("s", "do('swap')", _("Swap"), _("change sides with the other player"), LOCAL),
    _key("x", "resign", _("Resign"), _("resign the game")),
    _key("ctrl+x", "do('abort')", _("Abort"), _("propose to abort the game"), REMOTE, show=False),
    _key(
        "t",
        "do('claim')",
        _("Claim"),
        _("claim the game if your opponent has been away for a minute"),
        REMOTE,
        show=False,
    ),
    _key("w,f7", "review", _("Review"), _("what every move cost, and why")),
    _key("y,f6", "practice", _("Practice"), _("practice your own errors"), LOCAL),
    _key("ctrl+u", "practice('puzzle')", _("Puzzles"), _("positions to solve"), LOCAL, show=False),
    _key("ctrl+d", "practice('daily')", _("Daily"), _("the puzzle of the day"), LOCAL, show=False),
    _key("f3", "practice('won')", _("Win"), _("play out a won ending"), LOCAL, show=False),
    _key("f4", "practice('lost')", _("Swindle"), _("play out a lost ending"), LOCAL, show=False),
    _key("f8", "openings", _("Openings"), _("train your repertoire"), LOCAL, show=False),
    _key("f5", "explore", _("Explorer"), _("book, archive and your games"), LOCAL, show=False),
    _key("ctrl+e", "edit", _("Editor"), _("set up a position"), LOCAL, show=False),
    _key(
        "plus,equals_sign",
        "do('change_pace', -1)",
        _("Faster"),
        _("computers: faster"),
        LOCAL,
        show=False,
    ),
    _key("minus", "do('change_pace', 1)", _("Slower"), _("computers: slower"), LOCAL, show=False),
    _key("left_square_bracket", "look(-1)", _("Back"), _("look one move back"), show=False),
    _key("right_square_bracket", "look(1)", _("Forward"), _("look one move forward"), show=False),
    ("", Binding("left", "look_back(-1)", show=False, priority=True)),
    ("", Binding("right", "look_back(1)", show=False, priority=True)),
    _key("f9,f11", "bare", _("Just the board"), _("show just the board"), show=False),
    _key("ctrl+r", "do('rematch')", _("Rematch"), _("play again with the same players")),
    _key(
        "r",
        "do('rematch')",
        _("Rematch"),
        _("play again with the same players"),
        REMOTE,
        show=False,
    ),
    _key("ctrl+t", "app.light_or_dark", _("Light"), _("switch between light and dark"), show=False),
    ("", Binding("ctrl+c", "app.quit", _("Quit"), show=False)),
)


class GameScreen(BoardScreen[None]):
    """A full-screen game. The letters a to p type squares; commands use other keys."""

    def __init__(
        self, table: Table, saves: Saves, look: Look, open_deck: Callable[[], Deck], *, post: Post
    ) -> None:
        super().__init__()
        here = REMOTE if table.is_remote else LOCAL
        self._keys = [key for where, key in _KEYS if where in ("", here)]
        self._bindings = BindingsMap.merge([self._bindings, BindingsMap(self._keys)])
        self._post = post
        self._open_deck = open_deck
        self._table = table
        self._saves = saves
        self._look = look
        self._save_name = "game"
        self._shown = ("", 0, "")
        self.explorer = ExplorerController(own_explorer(saves), post=post)
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

    # --- Events of the table ---------------------------------------------------------------------

    def redraw(self) -> None:
        view = self._table.view
        self.redraw_values()
        self.query_one(Balance).show(view)
        self.query_one(MoveList).show(view.moves, view.ply, {})
        self.follow_explorer()
        shown = view.id, view.ply, view.status
        if not self._table.is_remote or (shown != self._shown and not self._table.live.over):
            self.query_one(Messages).clear()  # remote moves do not clear messages
        self._shown = shown
        self._show_changing()
        self._show_title()
        self.refresh_bindings()

    def _show_title(self) -> None:
        view = self._table.view
        parts = [f"{view.size}×{view.size}", _("move {number}", number=view.number)]
        if self._table.is_remote and self._table.live.can.move:
            parts.insert(0, _("your move"))
        if view.opening:
            parts.append(view.opening)
        if not view.humans:
            parts.append(_("{seconds} s per move", seconds=f"{self._table.pace:g}"))
        self.query_one("#title", Static).update(f"[b]Outflank[/b]   {' · '.join(parts)}")

    def _show_changing(self) -> None:
        """Update the clocks, and how long a player has been away."""
        table = self._table
        for panel in self.query(SeatPanel):
            panel.show(table.view, table.remaining(panel.color))
        self.query_one(NewsPanel).show(table)
        status = table.view.status
        if self.is_bare:
            status = players_text(table.view, table.remaining)
        elif self.has_class("-narrow"):
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
        self.app.push_screen(NoticeScreen(_("A player failed"), sentence))
        self.say(_("The game is paused. z: ask again   u: undo   ctrl+n: new game"))

    def announce_end(self, sentence: str, after: str) -> None:
        """Show the record and the next actions; the status line shows the result."""
        table = self._table
        if table.is_remote:
            keys = [_("r: rematch")] if table.own_colors else []
            keys += [_("← →: look back"), _("w: review"), _("q: quit")]
        else:
            keys = [_("← →: look back"), _("w: review")]
            keys += [_("ctrl+r: rematch"), _("ctrl+n: new game"), _("u: undo")]
        self.query_one(Messages).say(f"{after}\n{'   '.join(keys)}".lstrip())

    def your_turn(self) -> None:
        self.app.bell()

    def share_link(self, link: str) -> None:
        """Copy the link, if the terminal supports that."""
        self.app.copy_to_clipboard(link)
        self.say(_("Copied, if your terminal allows it: {link}", link=link))

    # --- Keys ------------------------------------------------------------------------------------

    def action_help(self) -> None:
        keys = [*BoardView.BINDINGS, *self._keys]
        self.app.push_screen(HelpScreen(_(BoardView.HELP), keys))

    def action_new_game(self) -> None:
        if setup := self._table.setup():
            self._ask(NewGameScreen(*setup), self._table.new_game)

    def action_do(self, method: str, *arguments: object) -> None:
        """Call a method of the table."""
        getattr(self._table, method)(*arguments)
        self._show_title()  # the footer shows the pace

    def action_speak(self) -> None:
        shared = self._table.live.shared
        may_write = shared is not None and shared.may.write
        choices = dict(PHRASES) | ({WRITE: _("Write…")} if may_write else {})
        self._ask(ChoiceScreen(_("Say"), choices), self._speak)

    def _speak(self, phrase: str) -> None:
        if phrase == WRITE:
            fields = {_("Only your opponent sees this"): ""}
            self._ask(FieldsScreen(_("Say"), fields, _("Say"), longest=LONGEST_TEXT), self._write)
        else:
            self._table.speak(phrase)

    def _write(self, texts: list[str]) -> None:
        if text := texts[0].strip():
            self._table.write(text)

    def action_resign(self) -> None:
        if not self._table.live.can.resign:
            self._table.resign()  # refused with the reason
            return
        question = QuestionScreen(_("Do you want to resign?"), _("Resign"))
        self._ask(question, lambda _: self._table.resign())

    def action_review(self) -> None:
        if analysis := self._analyze():
            self.call_after_refresh(analysis.start_review)

    def action_look(self, by: int) -> None:
        self._look_at(self._table.view.ply, by)

    def action_look_back(self, by: int) -> None:
        """Step at an arrow key, unless it moves the cursor in a game (``check_action``)."""
        self.action_look(by)

    def action_go_to(self, ply: int) -> None:
        self._look_at(ply, 0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "look_back" or self._table.can_look_back

    def _look_at(self, ply: int, by: int) -> None:
        """Show an earlier position: in an analysis, if it is allowed now."""
        if self._table.why_not_review() is not None:
            self._table.go_to(ply + by)
        elif analysis := self._analyze():
            analysis.look_first(ply, by)

    def _analyze(self) -> AnalysisScreen | None:
        """Open the analysis of the game; the engine reviews a finished game."""
        desk = self._table.review(self._open_deck, self._post)
        if desk is None:
            return None
        desk.open_practice = self.action_practice
        if self._open_deck is own_cards:  # the repertoires are stored with these cards
            desk.find_departures = partial(own_departures, self._table.own_colors)
        analysis = AnalysisScreen(desk, self._look, self.explorer, review=self._table.live.over)
        analysis.set_class(self.is_bare, "-bare")
        self._ask(analysis, self._table.play_from)
        return analysis

    def action_practice(self, what: PracticeMode = "errors") -> None:
        desk: PracticeController | PlayOutController
        match what:
            case "errors":
                desk = PracticeController(self._open_deck, post=self._post)
            case "black" | "white":
                desk = training_controller(partial(own_openings, Color(what)), self._post)
            case "puzzle" | "daily" | "run":
                desk = puzzle_controller(own_puzzles, self._post, what)
            case _:
                desk = PlayOutController(what, post=self._post)
        self._ask(PracticeScreen(desk, self._look, heading_of(what)), self._practice_theme)

    def action_openings(self) -> None:
        """Train the repertoire of a color; `outflank openings` builds it."""
        colors = {color.value: f"{color}" for color in Color}

        def train(color: str) -> None:
            self.action_practice("black" if color == Color.BLACK.value else "white")

        self._ask(ChoiceScreen(_("Opening trainer"), colors), train)

    def _practice_theme(self, wanted: str) -> None:
        """Continue with puzzles of a theme, or with a timed run."""
        if wanted == RUN:
            self.action_practice(RUN)
            return
        theme = Theme.of(wanted)
        desk = puzzle_controller(own_puzzles, self._post, "puzzle", theme)
        heading = f"[b]{theme.title}[/b]"
        self._ask(PracticeScreen(desk, self._look, heading), self._practice_theme)

    @property
    def explored(self) -> tuple[Board, str]:
        return self._table.game.board, self._table.view.opening or ""

    def action_edit(self) -> None:
        editor = EditorScreen(self._table.game.board, self._look, post=self._post)
        self._ask(editor, self._table.play_from)

    def action_save(self) -> None:
        self._ask(
            FieldsScreen(_("Save the game"), {_("Name"): self._save_name}, _("Save")), self._save
        )

    def action_load(self) -> None:
        self._ask(LoadScreen(self._saves), self._load)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys; unavailable ones still respond but are not in the footer."""
        idle = self._idle_labels()
        return {
            key: active._replace(binding=replace(active.binding, show=False))
            if active.binding.description in idle
            else active
            for key, active in super().active_bindings.items()
        }

    def _idle_labels(self) -> set[str]:
        view = self._table.view
        if self._table.is_remote:
            return set()
        redo = set() if view.can.redo else {_("Redo")}
        if view.over:
            return {_("Hint"), _("Pause"), _("Swap"), _("Resign")} | redo
        pause = {_("Pause")} if len(view.humans) == len(Color) else set()
        return {_("Review"), _("Practice"), _("Rematch"), _("Load")} | redo | pause

    # --- Events of dialogs and the board ---------------------------------------------------------

    def _ask(self, dialog: Screen[Answer | None], act: Callable[[Answer], object]) -> None:
        """Open a dialog, and pass its answer, if any, to ``act``."""

        def answered(answer: Answer | None) -> None:
            if answer is not None:
                act(answer)

        self.app.push_screen(dialog, answered)

    def _save(self, names: list[str]) -> None:
        if self._table.save(names[0]):
            self._save_name = names[0]

    def _load(self, name: str) -> None:
        if self._table.load(name):
            self._save_name = name

    def on_paste(self, event: events.Paste) -> None:
        try:
            game = read_game(event.text)
        except ValueError as error:
            self.refuse(sentence(error))
        else:
            self._table.open_game(game)

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        self._table.choose(event.square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        self.query_one(Messages).typed = event.text

    # --- Private ---------------------------------------------------------------------------------

    def _tick(self) -> None:
        if self._table.timed or self._table.is_remote:
            self._table.tick()
            self._show_changing()
