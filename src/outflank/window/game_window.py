"""The game in a window: board, seats, moves, menus, and message boxes."""

import sys
import tkinter as tk
import traceback
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from tkinter import font, messagebox, simpledialog, ttk
from types import TracebackType

from outflank.board import Color, parse_square
from outflank.play.shared_state import LONGEST_TEXT, PHRASES
from outflank.play.table import Table
from outflank.storage.archive.explorer_sources import own_explorer
from outflank.storage.files.data_dir import own_cards, own_puzzles
from outflank.storage.files.saves import Saves
from outflank.study.controllers.explorer import ExplorerController
from outflank.study.controllers.practice import Deck, PlayOutController, PracticeController
from outflank.study.play_out import Ending
from outflank.translation import N_, _
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.board_keys import BoardKeys
from outflank.window.dialogs import NewGameDialog, OpenDialog, SaveDialog
from outflank.window.editor_window import EditorWindow
from outflank.window.explorer_window import ExplorerWindow
from outflank.window.menus import SEPARATOR, Item, put_up
from outflank.window.practice_window import PracticeWindow
from outflank.window.review_window import ReviewWindow
from outflank.window.side_panel import MoveTable, NewsCard, SeatCard, ValuesCard
from outflank.workers.background import Post

TICK_MILLISECONDS = 100
POLL_MILLISECONDS = 25  # how often answers from the background are fetched
KEYS_HELP = N_(
    "Click a square, or move with the arrow keys (Tab: next legal square) and press Return, or "
    "type its name, such as f5.\n\nCommands and their shortcuts are in the menus."
)


class GameWindow:
    """One game after another in a window, here or on a server."""

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
        self.review: ReviewWindow | None = None
        self.practice: PracticeWindow | None = None
        self.editor: EditorWindow | None = None
        self.explorer: ExplorerWindow | None = None
        self._exploring = ExplorerController(own_explorer(saves), post=self._calls.put)
        self._shown = ("", 0, "")
        self._pass = ("", 0, "")  # the game and ply of the last pass, and its sentence
        self.boxes = False  # whether a pass waits in a box until it is confirmed
        self.table = open_table(self._calls.put)
        self.table.screen = self
        self._dress()
        self._furnish()
        put_up(self.root, self._remote_menus() if self.table.is_remote else self._local_menus())
        BoardKeys(self.root, self.board, self._show_typed)
        self.root.protocol("WM_DELETE_WINDOW", self.quit)
        self.root.report_callback_exception = self._crashed
        self._poll()
        self._tick()
        self.root.after_idle(self.table.begin)

    def run(self) -> None:
        self.root.mainloop()

    # --- How it looks ----------------------------------------------------------------------------

    def _dress(self) -> None:
        root = self.root
        root.title("Outflank")
        root.configure(background=colors.PAPER)
        root.geometry("980x720")
        root.minsize(520, 360)
        base = font.nametofont("TkDefaultFont").actual()["family"]
        # The fonts live as long as this window: Tk forgets one whose Python object is gone.
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
        ttk.Label(self.root, textvariable=self.status, style="Status.TLabel").pack(
            side="bottom", fill="x"
        )
        side = tk.Frame(self.root, background=colors.PAPER, width=270)
        side.pack(side="right", fill="y", padx=(0, 16), pady=16)
        side.pack_propagate(False)
        self.cards = [SeatCard(side, color) for color in Color]
        for card in self.cards:
            card.pack(fill="x", pady=(0, 10))
        self.values = ValuesCard(side)
        self.news = NewsCard(side, self.table.act)
        self.news.pack(fill="x")
        self._moves = MoveTable(side, self.table.go_to)
        self._moves.pack(fill="both", expand=True)
        self.board = BoardCanvas(self.root, self.table.scene, on_choose=self.table.choose)
        self.board.canvas.pack(side="left", fill="both", expand=True)

    def _local_menus(self) -> dict[str, list[Item | None]]:
        table = self.table
        daily = partial(self.open_puzzles, _("The puzzle of the day"), daily=True)
        return {
            _("File"): [
                Item(_("New game…"), "Ctrl+N", "<Control-n>", self._new_game),
                Item(_("Open…"), "Ctrl+O", "<Control-o>", self._open),
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
                Item(_("Review"), "F7", "<F7>", self.open_review),
                Item(_("Practice your errors"), "F6", "<F6>", self.open_practice),
                Item(_("Puzzles"), "Ctrl+U", "<Control-u>", self.open_puzzles),
                Item(_("Play out a won ending"), "F3", "<F3>", lambda: self.play_out("won")),
                Item(_("Save a lost ending"), "F4", "<F4>", lambda: self.play_out("lost")),
                Item(_("Puzzle of the day"), "Ctrl+D", "<Control-d>", daily),
                SEPARATOR,
                Item(_("Opening explorer"), "F5", "<F5>", self.open_explorer),
                Item(_("Board editor"), "Ctrl+E", "<Control-e>", self.open_editor),
                Item(_("Values of all moves"), "F8", "<F8>", table.toggle_values),
            ],
            _("Help"): [Item(_("How to play"), "F1", "<F1>", self._help)],
        }

    def _remote_menus(self) -> dict[str, list[Item | None]]:
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
                Item(_("Back"), "Ctrl+[", "<Control-bracketleft>", lambda: table.step(-1)),
                Item(_("Forward"), "Ctrl+]", "<Control-bracketright>", lambda: table.step(1)),
                Item(_("Review"), "F7", "<F7>", self.open_review),
            ],
            _("Help"): [Item(_("How to play"), "F1", "<F1>", self._help)],
        }

    # --- What the table says ---------------------------------------------------------------------

    def redraw(self) -> None:
        self.redraw_values()
        view = self.table.view
        for card in self.cards:
            card.show(view)
        self._moves.show(view)
        self._follow_explorer()
        counts = "–".join(str(view.discs(color)) for color in Color)
        remote = self.table.is_remote
        yours = [_("Your move")] if remote and self.table.live.can.move else []
        self.root.title(" · ".join(["Outflank", *yours, view.status, counts]))
        shown = view.id, view.ply, view.status
        if not remote or shown != self._shown:  # a player elsewhere does not clear messages
            game, ply, sentence = self._pass
            status = f"{view.status}.".replace("….", "…")
            # It stays while the other side moves again: otherwise it would be gone unread.
            passed = game == view.id and ply <= view.ply <= ply + 1
            self.say(f"{sentence} {status}" if passed else status)
        self._shown = shown
        self._show_changing()

    def redraw_values(self) -> None:
        self.board.show(self.table.scene)
        self.values.show(self.table)
        if self.table.shows_values:
            self.values.pack(fill="x", pady=(0, 10), before=self._moves)
        else:
            self.values.pack_forget()

    def say(self, sentence: str) -> None:
        self.status.set(sentence)

    def refuse(self, sentence: str) -> None:
        """Show why nothing happened, without a box that must be dismissed."""
        self.say(sentence)
        self.root.bell()

    def _show_typed(self, text: str) -> None:
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
        """Show how the game ended, and offer its review."""
        if self.table.is_remote:  # a box would hide what the other player proposes
            self.say(sentence + " " + _("Ctrl+R: rematch. F7: review."))
            return
        sentence = f"{sentence} {after}".rstrip()
        self.say(sentence)
        title = _("The game is over")
        if self.table.why_not_review() is not None:
            messagebox.showinfo(title, sentence, parent=self.root)
            return
        question = sentence + "\n\n" + _("Do you want to see what every move cost?")
        if messagebox.askyesno(title, question, default="no", parent=self.root):
            self.open_review()

    def toggle_boxes(self) -> None:
        self.boxes = not self.boxes
        self.say(_("Passes appear in a box.") if self.boxes else _("Passes appear here."))

    def your_turn(self) -> None:
        self.root.bell()

    def share_link(self, link: str) -> None:
        self.root.clipboard_clear()
        self.root.clipboard_append(link)
        self.say(_("The link is copied. Send it to your friend."))

    # --- Commands --------------------------------------------------------------------------------

    def quit(self) -> None:
        """Close the window; a game here that is not over is saved."""
        self.table.leave()
        self.close()

    def close(self) -> None:
        """Close the window, after what is being drawn at this moment."""
        opened = (self.review, self.practice, self.editor)
        study = [window for window in opened if window is not None]
        for window in study:
            window.close()
        if self.table.busy or any(window.drawing for window in study):
            self.root.after(10, self.close)
            return
        self.closed = True  # nothing more is heard that comes in from other threads
        for timer in self._timers.values():
            self.root.after_cancel(timer)
        self.board.stop_turning()
        self.root.destroy()

    def open_review(self) -> None:
        if desk := self.table.review(self._open_deck, self._calls.put):
            if self.review is not None:
                self.review.close()
            desk.open_practice = self.open_practice
            self.review = ReviewWindow(self.root, desk)

    def open_explorer(self) -> None:
        if self.explorer is not None and self.explorer.winfo_exists():
            self.explorer.destroy()
        self._exploring.look_again()
        self.explorer = ExplorerWindow(self.root, self._exploring, self._play_named)
        self._follow_explorer()

    def _play_named(self, name: str) -> None:
        self.table.choose(parse_square(name, self.table.view.size))

    def _follow_explorer(self) -> None:
        if self.explorer is not None and self.explorer.winfo_exists():
            self._exploring.follow(self.table.game.board, self.table.view.opening or "")

    def open_editor(self) -> None:
        if self.editor is not None:
            self.editor.close()
        table = self.table
        self.editor = EditorWindow(self.root, table.game.board, table.play_from, self._calls.put)

    def open_practice(self) -> None:
        self._practise(PracticeController(self._open_deck, post=self._calls.put), _("Practice"))

    def open_puzzles(self, title: str = "", *, daily: bool = False) -> None:
        puzzles = partial(own_puzzles, daily=daily)
        self._practise(PracticeController(puzzles, post=self._calls.put), title or _("Puzzles"))

    def play_out(self, ending: Ending) -> None:
        """A won ending against perfect defence, or a lost one to be swindled."""
        self._practise(PlayOutController(ending, post=self._calls.put), _("Play it out"))

    def _practise(self, desk: PracticeController | PlayOutController, title: str) -> None:
        if self.practice is not None:
            self.practice.close()
        self.practice = PracticeWindow(self.root, desk, title)

    def _help(self) -> None:
        messagebox.showinfo(_("How to play"), _(KEYS_HELP), parent=self.root)

    def _new_game(self) -> None:
        if setup := self.table.setup():
            dialog = NewGameDialog(self.root, *setup)
            self.root.wait_window(dialog)
            if dialog.answer is not None:
                self.table.new_game(dialog.answer)

    def _open(self) -> None:
        dialog = OpenDialog(self.root, self._saves)
        self.root.wait_window(dialog)
        if dialog.answer is not None and self.table.load(dialog.answer):
            self._save_name = dialog.answer

    def _save(self) -> None:
        dialog = SaveDialog(self.root, self._save_name)
        self.root.wait_window(dialog)
        if dialog.answer is not None and self.table.save(dialog.answer):
            self._save_name = dialog.answer

    def _resign(self) -> None:
        can = self.table.live.can.resign  # otherwise the table says why not
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

    # --- Inside ----------------------------------------------------------------------------------

    def _tick(self) -> None:
        self._timers["tick"] = self.root.after(TICK_MILLISECONDS, self._tick)
        if self.table.timed or self.table.is_remote:
            self._show_changing()
            self.table.tick()

    def _poll(self) -> None:
        # First of all comes the next time: a call may open a message box and keep us waiting.
        self._timers["poll"] = self.root.after(POLL_MILLISECONDS, self._poll)
        try:
            while not self.closed:
                self._calls.get_nowait()()
        except Empty:
            pass

    def _show_changing(self) -> None:
        """Show what changes by itself: clocks, and how long a player has been away."""
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
