"""A shared table in a window: the game is played with somebody elsewhere, or watched."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import messagebox, simpledialog, ttk

from outflank.board import Color
from outflank.distance import DistantTable, Server, TableView
from outflank.sitting import LONGEST_TEXT, NEWS_DEEDS, PHRASES, NewsDeed, NewsView
from outflank.storage import own_cards
from outflank.study import cannot_review
from outflank.table import ReviewDesk
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.board_window import BoardWindow
from outflank.window.menus import SEPARATOR, Item, put_up
from outflank.window.review_window import ReviewWindow
from outflank.window.side_panel import MoveTable, SeatCard

TICK_MILLISECONDS = 200


class NewsCard(tk.Frame):
    """What there is to know of the others at the table, with a button for what can be done."""

    def __init__(self, parent: tk.Misc, act: Callable[[NewsDeed], None]) -> None:
        super().__init__(parent, background=colors.PAPER)
        self._act = act
        self._deeds: list[tuple[NewsDeed, ...]] = []
        self._sentences: list[ttk.Label] = []
        self.buttons: dict[NewsDeed, ttk.Button] = {}

    def show(self, news: list[NewsView], facts: str) -> None:
        """Show the news; a button that may be pressed at this moment stays.

        For how long somebody has been away is said anew every second, beside the same button.
        """
        told = [*news, NewsView(facts)] if facts else news
        deeds = [tuple(one.deeds) for one in told]
        if deeds != self._deeds:
            self._deeds = deeds
            self._build()
        for label, one in zip(self._sentences, told, strict=True):
            if str(label["text"]) != one.sentence:
                label.configure(text=one.sentence)

    def _build(self) -> None:
        self.buttons.clear()
        self._sentences.clear()
        for old in self.winfo_children():
            old.destroy()
        for deeds in self._deeds:
            label = ttk.Label(self, wraplength=250)
            label.pack(fill="x", pady=(0, 2))
            self._sentences.append(label)
            row = tk.Frame(self, background=colors.PAPER)
            row.pack(fill="x", pady=(0, 6))
            for deed in deeds:
                button = ttk.Button(row, text=NEWS_DEEDS[deed], command=partial(self._act, deed))
                button.pack(side="left", padx=(0, 6))
                self.buttons[deed] = button


class DistantWindow(BoardWindow):
    """A shared table of a server."""

    table: DistantTable

    def __init__(self, server: Server, view: TableView, link: str = "") -> None:
        super().__init__()
        self.table = DistantTable(server, view, link=link, screen=self, post=self._calls.put)
        self.review: ReviewWindow | None = None
        self._told = ("", 0, "")
        self._furnish()
        put_up(self.root, self._menus())
        self._bind_keys()
        self.root.protocol("WM_DELETE_WINDOW", self.quit)
        self._poll()
        self._tick()
        self.root.after_idle(self.table.begin)

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
        self.news = NewsCard(side, self.table.act)
        self.news.pack(fill="x")
        self._moves = MoveTable(side, self.table.go_to)
        self._moves.pack(fill="both", expand=True)
        self.board = BoardCanvas(
            self.root, self.table.shown, on_choose=self._chosen, on_point=self._pointed
        )
        self.board.canvas.pack(side="left", fill="both", expand=True)

    def _menus(self) -> dict[str, list[Item | None]]:
        table = self.table
        return {
            "Game": [
                Item("Take back", "Ctrl+Z", "<Control-z>", lambda: table.propose("take-back")),
                Item("Call off", "Ctrl+K", "<Control-k>", lambda: table.propose("abort")),
                Item("Resign…", "Ctrl+G", "<Control-g>", self._resign),
                Item("Play again", "Ctrl+R", "<Control-r>", lambda: table.propose("rematch")),
                SEPARATOR,
                Item("Leave", "Ctrl+Q", "<Control-q>", self.quit),
            ],
            "Say": [
                *(Item(text, "", "", partial(table.speak, name)) for name, text in PHRASES.items()),
                Item("Write…", "Ctrl+W", "<Control-w>", self._write),
                SEPARATOR,
                Item("Hide or show phrases", "Ctrl+M", "<Control-m>", table.mute),
            ],
            "Study": [
                Item("One move back", "Ctrl+[", "<Control-bracketleft>", lambda: table.step(-1)),
                Item("One move on", "Ctrl+]", "<Control-bracketright>", lambda: table.step(1)),
                Item("Review of the game", "F7", "<F7>", self.open_review),
            ],
            "Help": [Item("How to play", "F1", "<F1>", self._help)],
        }

    # --- What the table tells --------------------------------------------------------------------

    def redraw(self) -> None:
        """Show the table as it is now."""
        view = self.table.view
        self.board.flips = frozenset()
        self.board.show(self.table.shown)
        self._point_anew()
        for card in self.cards:
            card.show(view)
        self._moves.show(view)
        counts = "–".join(str(view.discs(color)) for color in Color)
        yours = "Your move · " if self.table.live.company.may.move else ""
        self.root.title(f"Outflank · {yours}{view.status} · {counts}")
        if self._told != (view.id, view.ply, view.status):  # what was said stays until a move
            self._told = view.id, view.ply, view.status
            self.say(f"{view.status}.")
        self._show_time()

    def announce_pass(self, sentence: str) -> None:
        """Tell that a side had no move; the game goes on meanwhile, so without a box."""
        self.say(sentence)

    def announce_end(self, sentence: str) -> None:
        """Tell how the game ended; what can be done then is in the menus."""
        self.say(f"{sentence}. Ctrl+R: play again. F7: what every move cost.")

    def your_turn(self) -> None:
        """Ring, for somebody who looks elsewhere."""
        self.root.bell()

    def hand_out(self, link: str) -> None:
        """Copy the link."""
        self.root.clipboard_clear()
        self.root.clipboard_append(link)
        self.say("The link is copied; send it to your friend.")

    # --- Commands --------------------------------------------------------------------------------

    def quit(self) -> None:
        """Leave the table; the same link leads back to it."""
        self.table.leave()
        self.close()

    def close(self) -> None:
        """Close the window."""
        if self.review is not None:
            self.review.close()
        super().close()

    def open_review(self) -> None:
        """Look at the game again, move by move."""
        table = self.table
        game = table.game
        reason = table.live.can.why_not if table.live.record is None else cannot_review(game)
        if reason is not None:
            self.refuse(reason)
            return
        if self.review is not None:
            self.review.close()
        humans = [table.you] if table.you else []
        desk = ReviewDesk(game, humans, post=self._calls.put, open_deck=own_cards)
        self.review = ReviewWindow(self.root, desk)

    def _resign(self) -> None:
        can = self.table.live.company.may.resign
        question = "Do you want to give the game up?"
        if not can or messagebox.askyesno("Resign", question, parent=self.root):
            self.table.resign()

    def _write(self) -> None:
        if not self.table.live.company.may.write:
            self.refuse("Here one says one of the phrases; the server allows no more.")
            return
        text = simpledialog.askstring("Say", "To the other player alone:", parent=self.root)
        if text and text.strip():
            self.table.write(text.strip()[:LONGEST_TEXT])

    # --- Inside ----------------------------------------------------------------------------------

    def _tick(self) -> None:
        self._timers["tick"] = self.root.after(TICK_MILLISECONDS, self._tick)
        self._show_time()

    def _show_time(self) -> None:
        """Show what changes by itself: clocks, and for how long somebody has been away."""
        for card in self.cards:
            card.show_clock(self.table.remaining(card.color))
        self.news.show(self.table.news(), self.table.facts)
