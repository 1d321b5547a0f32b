"""A window with a board: how it looks, and the mouse and the keys that choose squares in it."""

import tkinter as tk
from collections.abc import Callable
from queue import Empty, SimpleQueue
from tkinter import font, messagebox, ttk

from outflank.board import Square
from outflank.play.table import Table
from outflank.play.typed_square import TypedSquare
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas

POLL_MILLISECONDS = 25  # how often answers from the background are fetched
KEYS_HELP = (
    "Click a square, or move with the arrow keys (Tab: next legal square) and press Return, or "
    "type its name, such as f5.\n\nCommands and their shortcuts are in the menus."
)


class BoardWindow:
    """A window with a board, in which squares are chosen."""

    table: Table
    board: BoardCanvas

    def __init__(self) -> None:
        self.root = tk.Tk(className="Outflank")
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._typed = TypedSquare()
        self._timers: dict[str, str] = {}
        self.closed = False
        self.status = tk.StringVar(self.root)
        self._dress()

    def run(self) -> None:
        self.root.mainloop()

    def close(self) -> None:
        """Close the window, and hear nothing more that comes in from other threads."""
        self.closed = True
        for timer in self._timers.values():
            self.root.after_cancel(timer)
        self.board.stop_turning()
        self.root.destroy()

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

    # --- What is told -----------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        self.status.set(sentence)

    def refuse(self, sentence: str) -> None:
        """Show why nothing happened, without a box that must be dismissed."""
        self.say(sentence)
        self.root.bell()

    def _help(self) -> None:
        messagebox.showinfo("How to play", KEYS_HELP, parent=self.root)

    # --- The mouse and the keys ------------------------------------------------------------------

    def _bind_keys(self) -> None:
        steps = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
        for key, (down, right) in steps.items():
            self.root.bind(f"<{key}>", self._stepper(down, right))
        self.root.bind("<Return>", lambda _: self._confirm())
        self.root.bind("<space>", lambda _: self._confirm())
        self.root.bind("<Tab>", lambda _: self._next_playable())
        self.root.bind("<Key>", self._key)

    def _chosen(self, square: Square) -> None:
        self.table.choose(square)

    def _pointed(self, square: Square | None) -> None:
        if square != self.board.cursor:
            self.board.cursor = square
            self._point_anew()

    def _point_anew(self) -> None:
        board, size = self.board, self.table.view.size
        if board.cursor is not None and board.cursor >= size * size:
            board.cursor = None
        board.flips = board.shown.flips(board.cursor)
        board.refresh()

    def _stepper(self, down: int, right: int) -> Callable[["tk.Event[tk.Misc]"], None]:
        return lambda _: self._step(down, right)

    def _step(self, down: int, right: int) -> None:
        size = self.table.view.size
        row, column = divmod(self.board.cursor or 0, size)
        if self.board.cursor is not None:
            row, column = (row + down) % size, (column + right) % size
        self._pointed(row * size + column)

    def _next_playable(self) -> str:
        squares = list(self.table.scene.moves)
        here = -1 if self.board.cursor is None else self.board.cursor
        if squares:
            self._pointed(next((square for square in squares if square > here), squares[0]))
        return "break"

    def _confirm(self) -> None:
        square = self._typed.finish(self.table.view.size) if self._typed.text else self.board.cursor
        if square is not None:
            self._chosen(square)

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        control = int(event.state) & 0x4
        size = self.table.view.size
        if control or event.widget.winfo_toplevel() is not self.root:
            return
        if self._typed.accepts(event.char, size):
            square = self._typed.add(event.char, size)
            self.say(f"Square: {self._typed.text}" if self._typed.text else self.table.view.status)
            if square is not None:
                self._pointed(square)
                self._chosen(square)
        elif event.keysym in ("Escape", "BackSpace"):
            self._typed.text = ""
            self.say(self.table.view.status)

    def _poll(self) -> None:
        # First of all comes the next time: a call may open a message box and keep us waiting.
        self._timers["poll"] = self.root.after(POLL_MILLISECONDS, self._poll)
        try:
            while not self.closed:
                self._calls.get_nowait()()
        except Empty:
            pass
