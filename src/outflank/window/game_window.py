"""The game in a window: board, seats, moves, menus and message boxes."""

import sys
import tkinter as tk
import traceback
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from tkinter import font, messagebox, simpledialog, ttk
from types import TracebackType
from typing import Any

from outflank.board import Color, sentence
from outflank.formats import read_game
from outflank.play.scene import BoardScene
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
from outflank.study.play_out import Ending
from outflank.study.puzzles.puzzle import PuzzleMode
from outflank.study.puzzles.themes import Theme
from outflank.translation import N_, _
from outflank.window import colors
from outflank.window.analysis_panel import AnalysisPanel
from outflank.window.board_canvas import BoardCanvas
from outflank.window.board_keys import BoardKeys
from outflank.window.dialogs import NewGameDialog, OpenDialog, SaveDialog
from outflank.window.editor_panel import EditorPanel
from outflank.window.menus import SEPARATOR, Item, Menus, Submenu, put_up
from outflank.window.practice_panel import PracticePanel
from outflank.window.side_panel import MoveTable, NewsCard, SeatCard, ValuesCard
from outflank.window.study_panel import SIDE, StepButtons, StudyPanel
from outflank.workers.background import Post

TICK_MILLISECONDS = 100
STUDY = "Study"  # the binding tag of the keys of a study
POLL_MILLISECONDS = 25  # milliseconds between checks for background results
KEYS_HELP = N_(
    "Click a square, or move with the arrow keys (Tab: next legal square) and press Return, or "
    "type its name, such as f5.\n\nCommands and their shortcuts are in the menus."
)


class GameWindow:
    """A series of local or remote games in one window."""

    def __init__(
        self,
        open_table: Callable[[Post], Table],
        *,
        saves: Saves,
        open_deck: Callable[[], Deck] = own_cards,
    ) -> None:
        self.root = tk.Tk(className="Outflank")
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._timers: dict[str, str] = {}
        self.closed = False
        self.status = tk.StringVar(self.root)
        self._saves = saves
        self._open_deck = open_deck
        self._save_name = "game"
        self.study: StudyPanel[Any] | None = None  # a study has the board, not the game
        self.bare = False  # show just the board
        self._drawing = 0
        self._shown = ("", 0, "")
        self._pass = ("", 0, "")  # game, ply and sentence of the last pass
        self.boxes = False  # show passes in boxes that must be confirmed
        self.table = open_table(self._calls.put)
        self.table.screen = self
        self._dress()
        self._furnish()
        menus = self._remote_menus() if self.table.is_remote else self._local_menus()
        menus[_("Study")] += [
            SEPARATOR,
            Item(_("Just the board"), "F11", "<F11>", self.toggle_bare),
        ]
        self.menu = put_up(self.root, menus)
        self._keys = BoardKeys(self.root, self.board, self._show_typed, self._look_back)
        self._tags = self.root.bindtags()
        # Lists take the keyboard when they are clicked; the keys belong to the board.
        self.root.bind("<Button-1>", lambda _: self.root.focus_set())
        self._arrange()
        self.root.protocol("WM_DELETE_WINDOW", self.quit)
        self.root.report_callback_exception = self._crashed
        self._poll()
        self._tick()
        self.root.after_idle(self.table.begin)

    def run(self) -> None:
        self.root.mainloop()

    # --- Layout ----------------------------------------------------------------------------------

    def _dress(self) -> None:
        root = self.root
        root.title("Outflank")
        root.configure(background=colors.PAPER)
        root.geometry("1060x720")
        root.minsize(520, 360)
        base = font.nametofont("TkDefaultFont").actual()["family"]
        # Keep references to the fonts: Tk drops a font when its Python object is collected.
        self._fonts = [
            font.Font(root, family=base, size=size, weight="bold", name=name)
            for name, size in (("OutflankName", 13), ("OutflankCount", 24), ("OutflankClock", 15))
        ]
        style = ttk.Style(root)
        style.theme_use("clam")
        style.configure(".", background=colors.PAPER, foreground=colors.INK)
        style.configure("Note.TLabel", foreground=colors.FAINT_INK)
        style.configure("Problem.TLabel", foreground=colors.BAD)
        style.configure("Status.TLabel", padding=(12, 6), background="#e8e1d3")
        style.configure(
            "Treeview", background=colors.CARD, fieldbackground=colors.CARD, borderwidth=0
        )
        style.configure("Treeview.Heading", background="#e8e1d3", relief="flat")

    def _furnish(self) -> None:
        self._line = ttk.Label(self.root, textvariable=self.status, style="Status.TLabel")
        self.side = tk.Frame(self.root, background=colors.PAPER, width=SIDE)
        self.side.pack_propagate(False)
        self._below = tk.Frame(self.root, background=colors.PAPER)  # just the board: its players
        self._steps = StepButtons(self._below, self.step)
        self.cards = [SeatCard(self.root, color) for color in Color]
        self.values = ValuesCard(self.side)
        self.news = NewsCard(self.side, self.table.act)
        self._moves = MoveTable(self.side, self.go_to)
        self.board = BoardCanvas(self.root, self.table.scene, on_choose=self.table.choose)
        for event, by in (("<Button-4>", -1), ("<Button-5>", 1)):
            self.board.canvas.bind(event, act_alone(partial(self.step, by)))
        self.board.canvas.bind("<MouseWheel>", lambda e: self.step(-1 if e.delta > 0 else 1))

    def _arrange(self) -> None:
        """Place the board and what belongs beside it now."""
        canvas, beside = self.board.canvas, self.study or self.side
        for part in (self._line, self.side, self._below, self._steps, *self.cards, canvas):
            part.pack_forget()
        if self.bare:
            if self.study is not None:
                self.study.pack_forget()
            self._below.pack(side="bottom", fill="x", padx=16, pady=(0, 8))
            black, white = self.cards
            black.pack(in_=self._below, side="left")
            white.pack(in_=self._below, side="right")
            self._steps.pack(expand=True)
        else:
            self._line.pack(side="bottom", fill="x")
            beside.pack(side="right", fill="y", padx=(0, 16), pady=16)
            self.news.pack_forget()
            self._moves.pack_forget()
            for card in self.cards if self.study is None else []:
                card.pack(in_=self.side, fill="x", pady=(0, 10))
            self.news.pack(fill="x")
            self._moves.pack(fill="both", expand=True)
        for card in self.cards:
            card.lift()
        canvas.pack(side="left", fill="both", expand=True)
        self.root["menu"] = "" if self.bare else self.menu
        self.root.attributes("-fullscreen", self.bare)

    def _local_menus(self) -> Menus:
        table = self.table
        daily = partial(self.open_puzzles, _("The puzzle of the day"), "daily")
        run = partial(self.open_puzzles, _("Three-minute run"), "run")
        trainers = [Item(f"{color}", "", "", partial(self.train, color)) for color in Color]
        themes = [
            Item(theme.title, "", "", partial(self.open_puzzles, theme.title, theme=theme))
            for theme in Theme
        ]
        return {
            _("File"): [
                Item(_("New game…"), "Ctrl+N", "<Control-n>", self._new_game),
                Item(_("Open…"), "Ctrl+O", "<Control-o>", self._open),
                Item(_("Paste a game"), "Ctrl+V", "<Control-v>", self._paste),
                Item(_("Save…"), "Ctrl+S", "<Control-s>", self._save),
                SEPARATOR,
                Item(_("Quit"), "Ctrl+Q", "<Control-q>", self.quit),
            ],
            _("Game"): [
                Item(_("Undo"), "Ctrl+Z", "<Control-z>", table.undo),
                Item(_("Redo"), "Ctrl+Y", "<Control-y>", table.redo),
                SEPARATOR,
                Item(_("Hint"), "Ctrl+H", "<Control-h>", table.ask_for_hint),
                Item(_("Swap seats"), "Ctrl+W", "<Control-w>", table.swap),
                Item(_("Pause or continue"), "Ctrl+P", "<Control-p>", table.pause_or_resume),
                Item(_("Faster"), "Ctrl++", "<Control-plus>", lambda: table.change_pace(-1)),
                Item(_("Slower"), "Ctrl+-", "<Control-minus>", lambda: table.change_pace(+1)),
                SEPARATOR,
                Item(_("Rematch"), "Ctrl+R", "<Control-r>", table.rematch),
                Item(_("Resign…"), "Ctrl+G", "<Control-g>", self._resign),
                SEPARATOR,
                Item(_("Message boxes"), "Ctrl+B", "<Control-b>", self.toggle_boxes),
            ],
            _("Study"): [
                Item(_("Back"), "Ctrl+[", "<Control-bracketleft>", partial(self.step, -1)),
                Item(_("Forward"), "Ctrl+]", "<Control-bracketright>", partial(self.step, 1)),
                Item(_("Review"), "F7", "<F7>", self.open_review),
                Item(_("Practice your errors"), "F6", "<F6>", self.open_practice),
                Item(_("Puzzles"), "Ctrl+U", "<Control-u>", self.open_puzzles),
                Submenu(_("Puzzles with one theme"), themes),
                Item(_("Three-minute run"), "F9", "<F9>", run),
                Item(_("Play out a won ending"), "F3", "<F3>", lambda: self.play_out("won")),
                Item(_("Save a lost ending"), "F4", "<F4>", lambda: self.play_out("lost")),
                Item(_("Puzzle of the day"), "Ctrl+D", "<Control-d>", daily),
                SEPARATOR,
                Submenu(_("Opening trainer"), trainers),
                Item(_("Opening explorer"), "F5", "<F5>", self.open_explorer),
                Item(_("Board editor"), "Ctrl+E", "<Control-e>", self.open_editor),
                Item(_("Values of all moves"), "F8", "<F8>", table.toggle_values),
            ],
            _("Help"): [Item(_("How to play"), "F1", "<F1>", self._help)],
        }

    def _remote_menus(self) -> Menus:
        table = self.table
        return {
            _("Game"): [
                Item(_("Undo"), "Ctrl+Z", "<Control-z>", table.undo),
                Item(_("Abort"), "Ctrl+K", "<Control-k>", table.abort),
                Item(_("Resign…"), "Ctrl+G", "<Control-g>", self._resign),
                Item(_("Rematch"), "Ctrl+R", "<Control-r>", table.rematch),
                SEPARATOR,
                Item(_("Quit"), "Ctrl+Q", "<Control-q>", self.quit),
            ],
            _("Say"): [
                *(
                    Item(_(text), "", "", partial(table.speak, name))
                    for name, text in PHRASES.items()
                ),
                Item(_("Write…"), "Ctrl+W", "<Control-w>", self._write),
                SEPARATOR,
                Item(_("Hide or show phrases"), "Ctrl+M", "<Control-m>", table.mute),
            ],
            _("Study"): [
                Item(_("Back"), "Ctrl+[", "<Control-bracketleft>", partial(self.step, -1)),
                Item(_("Forward"), "Ctrl+]", "<Control-bracketright>", partial(self.step, 1)),
                Item(_("Review"), "F7", "<F7>", self.open_review),
            ],
            _("Help"): [Item(_("How to play"), "F1", "<F1>", self._help)],
        }

    # --- Events of the table ---------------------------------------------------------------------

    def redraw(self) -> None:
        self.redraw_values()
        view = self.table.view
        self._moves.show(view.moves, view.ply, {})
        remote = self.table.is_remote
        shown = view.id, view.ply, view.status
        if self.study is None and (not remote or shown != self._shown):
            game, ply, passed = self._pass  # remote moves do not clear messages
            status = f"{view.status}.".replace("….", "…")
            # Keep it while the other side moves again, so that it can be read.
            recent = game == view.id and ply <= view.ply <= ply + 1
            self.say(f"{passed} {status}" if recent else status)
        self._shown = shown
        self._show_title()
        self._show_changing()

    def _show_title(self) -> None:
        if self.study is not None:
            self.root.title(f"{self.study.title} · Outflank")
            return
        view = self.table.view
        counts = "–".join(str(view.discs(color)) for color in Color)
        yours = [_("Your move")] if self.table.is_remote and self.table.live.can.move else []
        self.root.title(" · ".join(["Outflank", *yours, view.status, counts]))

    def redraw_values(self) -> None:
        self._show_board(self.table.scene if self.study is None else self.study.scene)
        self.values.show(self.table)
        if self.table.shows_values:
            self.values.pack(fill="x", pady=(0, 10), before=self._moves)
        else:
            self.values.pack_forget()

    def _show_board(self, scene: BoardScene) -> None:
        self._drawing += 1  # the window is not closed meanwhile: drawing processes events
        try:
            self.board.show(scene)
            for card in self.cards:
                card.show(self.table.view, scene, studied=self.study is not None)
        finally:
            self._drawing -= 1

    def say(self, sentence: str) -> None:
        self.status.set(sentence)

    def refuse(self, sentence: str) -> None:
        """Show the reason in the status line, without a box to dismiss."""
        self.say(sentence)
        self.root.bell()

    def _show_typed(self, text: str) -> None:
        if text or self.study is None:
            self.say(_("Square: {square}", square=text) if text else self.table.view.status)

    def announce_pass(self, sentence: str) -> None:
        view = self.table.view
        self._pass = view.id, view.ply, sentence
        self.redraw()
        if self.boxes and view.humans and not self.table.is_remote:
            messagebox.showinfo(_("Pass"), sentence, parent=self.root)

    def announce_failure(self, sentence: str) -> None:
        self.say(_("The game is paused. Undo, continue (Ctrl+P), or start a new game."))
        messagebox.showerror(_("A player failed"), sentence, parent=self.root)

    def announce_end(self, sentence: str, after: str) -> None:
        """Show the result and the next commands, without a box in front of the board."""
        keys = _("← →: look back. F7: review. Ctrl+R: rematch.")
        self.say(" ".join(filter(None, [sentence, after, keys])))

    def toggle_boxes(self) -> None:
        self.boxes = not self.boxes
        self.say(_("Passes appear in a box.") if self.boxes else _("Passes appear here."))

    def your_turn(self) -> None:
        self.root.bell()

    def share_link(self, link: str) -> None:
        self.root.clipboard_clear()
        self.root.clipboard_append(link)
        self.say(_("Link copied. Send it to your friend."))

    # --- Commands --------------------------------------------------------------------------------

    def quit(self) -> None:
        """Close the window; an unfinished local game is saved."""
        self.table.leave()
        self.close()

    def close(self) -> None:
        """Close the window after the current drawing step."""
        if self.study is not None:
            self.study.close()
        panels = [it for it in self.root.winfo_children() if isinstance(it, StudyPanel)]
        if self.table.busy or self._drawing or any(panel.drawing for panel in panels):
            self.root.after(10, self.close)
            return
        self.closed = True  # ignore further calls from other threads
        for timer in self._timers.values():
            self.root.after_cancel(timer)
        self.board.stop_turning()
        self.root.destroy()

    # --- Studies: each takes the board from the game, which does not change ----------------------

    def show_study(self) -> None:
        if self.study is not None:
            self._show_board(self.study.scene)

    def leave_study(self) -> None:
        """Return to the game."""
        study, self.study = self.study, None
        if study is not None:
            study.close()
            self._switched()
            self.redraw()

    def _enter(self, study: StudyPanel[Any]) -> None:
        previous, self.study = self.study, study
        if previous is not None:
            previous.close()
        self._switched()
        self.say("")
        self._show_title()
        study.begin()

    def _switched(self) -> None:
        """Give the keys and the clicks to the study, or back to the game."""
        for key in self.root.bind_class(STUDY):
            self.root.unbind_class(STUDY, key)
        study = self.study
        if study is not None:
            for key, action in (("Escape", self.leave_study), *study.bindings.items()):
                self.root.bind_class(STUDY, f"<{key}>", act_alone(action))
        self.root.bindtags(self._tags if study is None else (STUDY, *self._tags))
        self.board.on_choose = self.table.choose if study is None else study.choose
        self.menu.entryconfigure(_("Game"), state="normal" if study is None else "disabled")
        self._arrange()

    def confirm(self) -> None:
        self._keys.confirm()

    def toggle_bare(self) -> None:
        """Show just the board, its players and clocks, or everything."""
        self.bare = not self.bare
        self._arrange()

    def step(self, by: int) -> None:
        """Go through the moves of the study, or of the game in an analysis."""
        if self.study is None and self.table.why_not_review() is not None:
            self.table.go_to(self.table.view.ply + by)
        elif study := self.study or self._analyze():
            study.step(by)

    def go_to(self, ply: int) -> None:
        """Show an earlier position: in an analysis, if it is allowed now."""
        if self.table.why_not_review() is not None:
            self.table.go_to(ply)
        elif analysis := self._analyze():
            analysis.do(analysis.controller.study.go_to, ply)

    def _look_back(self, by: int) -> bool:
        """Step at an arrow key, unless it moves the cursor in a game."""
        back = self.study is None and self.table.can_look_back
        if back:
            self.step(by)
        return back

    def _analyze(self, *, review: bool = False) -> AnalysisPanel | None:
        """Open the analysis of the game; the engine reviews a finished game."""
        panel = self.study if isinstance(self.study, AnalysisPanel) else None
        if panel is None and (desk := self.table.review(self._open_deck, self._calls.put)):
            desk.open_practice = self.open_practice
            if self._open_deck is own_cards:  # the repertoires are stored with these cards
                desk.find_departures = partial(own_departures, self.table.own_colors)
            explorer = ExplorerController(own_explorer(self._saves), post=self._calls.put)
            panel = AnalysisPanel(self, desk, explorer, self.table.play_from)
            self._enter(panel)
            review = review or self.table.live.over
        if panel is not None and self.study is not panel:  # closed while it was drawn
            return None
        if panel is not None and review and not panel.controller.view.running:
            panel.start_or_stop()
        return panel

    def open_review(self) -> None:
        self._analyze(review=True)

    def open_explorer(self) -> None:
        if analysis := self._analyze():
            analysis.open_page(analysis.explorer)

    def open_editor(self) -> None:
        table = self.table
        self._enter(EditorPanel(self, table.game.board, table.play_from, self._calls.put))

    def open_practice(self) -> None:
        self._practice(PracticeController(self._open_deck, post=self._calls.put), _("Practice"))

    def open_puzzles(
        self, title: str = "", mode: PuzzleMode = "puzzle", theme: Theme | None = None
    ) -> None:
        desk = puzzle_controller(own_puzzles, self._calls.put, mode, theme)
        self._practice(desk, title or _("Puzzles"))

    def train(self, color: Color) -> None:
        """Train the repertoire of a color; `outflank openings` builds it."""
        desk = training_controller(partial(own_openings, color), self._calls.put)
        self._practice(desk, _("Opening trainer"))

    def play_out(self, ending: Ending) -> None:
        """Open an ending: a won one against perfect defense, or a lost one to save."""
        self._practice(PlayOutController(ending, post=self._calls.put), _("Play it out"))

    def _practice(self, desk: PracticeController | PlayOutController, title: str) -> None:
        self._enter(PracticePanel(self, desk, title))

    # --- More commands ---------------------------------------------------------------------------

    def _help(self) -> None:
        messagebox.showinfo(_("How to play"), _(KEYS_HELP), parent=self.root)

    def _new_game(self) -> None:
        if setup := self.table.setup():
            dialog = NewGameDialog(self.root, *setup)
            self.root.wait_window(dialog)
            if dialog.answer is not None:
                self.leave_study()
                self.table.new_game(dialog.answer)

    def _open(self) -> None:
        dialog = OpenDialog(self.root, self._saves)
        self.root.wait_window(dialog)
        if dialog.answer is not None:
            self.leave_study()
            if self.table.load(dialog.answer):
                self._save_name = dialog.answer

    def _paste(self) -> None:
        try:
            game = read_game(self.root.clipboard_get())
        except tk.TclError:
            self.refuse(_("The clipboard is empty."))
        except ValueError as error:
            self.refuse(sentence(error))
        else:
            self.leave_study()
            self.table.open_game(game)

    def _save(self) -> None:
        dialog = SaveDialog(self.root, self._save_name)
        self.root.wait_window(dialog)
        if dialog.answer is not None and self.table.save(dialog.answer):
            self._save_name = dialog.answer

    def _resign(self) -> None:
        can = self.table.live.can.resign  # otherwise the table shows the reason
        question = _("Do you want to resign?")
        if not can or messagebox.askyesno(_("Resign"), question, parent=self.root):
            self.table.resign()

    def _write(self) -> None:
        shared = self.table.live.shared
        if shared is None or not shared.may.write:
            self.refuse(_("This server allows only the phrases in the menu."))
            return
        question = _("Only your opponent sees this:")
        text = simpledialog.askstring(_("Say"), question, parent=self.root)
        if text and text.strip():
            self.table.write(text.strip()[:LONGEST_TEXT])

    # --- Private ---------------------------------------------------------------------------------

    def _tick(self) -> None:
        self._timers["tick"] = self.root.after(TICK_MILLISECONDS, self._tick)
        if self.table.timed or self.table.is_remote:
            self._show_changing()
            self.table.tick()

    def _poll(self) -> None:
        # Schedule the next call first, as this one may block on a message box.
        self._timers["poll"] = self.root.after(POLL_MILLISECONDS, self._poll)
        try:
            while not self.closed:
                self._calls.get_nowait()()
        except Empty:
            pass

    def _show_changing(self) -> None:
        """Update the clocks, and how long a player has been away."""
        for card in self.cards:
            card.show_clock(self.table.remaining(card.color))
        self.news.show(self.table.news(), self.table.facts)

    def _crashed(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        traceback.print_exception(kind, error, trace, file=sys.stderr)
        kept = self.table.leave()
        sentence = _("Outflank has an error: {error}.", error=f"{kind.__name__}: {error}")
        if kept is not None:
            sentence += "\n\n" + _("The game is saved as {name}.", name=kept)
        messagebox.showerror("Outflank", sentence, parent=self.root)


def act_alone(action: Callable[[], object]) -> Callable[["tk.Event[tk.Misc]"], str]:
    """Return an event handler that keeps the key from the game."""

    def run(_event: "tk.Event[tk.Misc]") -> str:
        action()
        return "break"

    return run
