"""Dialogs of the window: new game, save name, open a saved game."""

import tkinter as tk
from tkinter import ttk

from outflank.board import SIZES, Color, sentence
from outflank.play.new_game import GameSetup, set_up_game
from outflank.play.opponents.catalogue import about, offered_opponents
from outflank.play.opponents.seating import PlayerMaker
from outflank.play.seat import HUMAN
from outflank.storage.files.saves import Saves
from outflank.translation import _
from outflank.window import colors

DASH = " — "  # between an opponent's name and description
BALANCED = "balanced"


class Dialog(tk.Toplevel):
    """A small modal window; Return accepts and Escape cancels."""

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent, background=colors.PAPER)
        self.withdraw()
        self.title(title)
        self.resizable(False, False)
        self.body = ttk.Frame(self, padding=16)
        self.body.pack(fill="both", expand=True)
        self._problem = tk.StringVar(self)
        self.bind("<Return>", lambda _: self.accept())
        self.bind("<Escape>", lambda _: self.destroy())
        self.bind("<Control-a>", self._select_all)

    def finish(self, accept: str, *, focus: tk.Misc) -> None:
        """Add the buttons below the body, and center the dialog on its window."""
        ttk.Label(
            self,
            textvariable=self._problem,
            style="Problem.TLabel",
            padding=(16, 0),
            wraplength=420,
        ).pack(fill="x")
        buttons = ttk.Frame(self, padding=(16, 8, 16, 16))
        buttons.pack(fill="x")
        ttk.Button(buttons, text=_("Cancel"), command=self.destroy).pack(side="right", padx=(8, 0))
        ttk.Button(buttons, text=accept, command=self.accept, default="active").pack(side="right")
        self.update_idletasks()
        parent = self.master.winfo_toplevel()
        x = parent.winfo_rootx() + (parent.winfo_width() - self.winfo_reqwidth()) // 2
        y = parent.winfo_rooty() + (parent.winfo_height() - self.winfo_reqheight()) // 3
        self.geometry(f"+{max(x, 0)}+{max(y, 0)}")
        self.transient(parent)
        self.deiconify()
        self.wait_visibility()
        self.grab_set()
        focus.focus_force()

    def refuse(self, sentence: str) -> None:
        self._problem.set(sentence)

    def _select_all(self, event: "tk.Event[tk.Misc]") -> None:
        if isinstance(event.widget, ttk.Entry):  # Tk would move to the start of the line on Ctrl+A
            event.widget.selection_range(0, "end")

    def accept(self) -> None:
        raise NotImplementedError


class SaveDialog(Dialog):
    def __init__(self, parent: tk.Misc, suggestion: str) -> None:
        super().__init__(parent, _("Save the game"))
        self.answer: str | None = None
        ttk.Label(self.body, text=_("Name")).pack(anchor="w")
        self._name = ttk.Entry(self.body, width=40)
        self._name.insert(0, suggestion)
        self._name.selection_range(0, "end")
        self._name.pack(fill="x", pady=(4, 0))
        self.finish(_("Save"), focus=self._name)

    def accept(self) -> None:
        self.answer = self._name.get()
        self.destroy()


class NoteDialog(Dialog):
    """A dialog for the name of a line and a comment on a move."""

    def __init__(self, parent: tk.Misc, name: str, comment: str) -> None:
        super().__init__(parent, _("Name and comment"))
        self.answer: tuple[str, str] | None = None
        self._fields = []
        for words, text in ((_("Name of the line"), name), (_("Comment on the move"), comment)):
            ttk.Label(self.body, text=words).pack(anchor="w")
            field = ttk.Entry(self.body, width=48)
            field.insert(0, text)
            field.pack(fill="x", pady=(4, 8))
            self._fields.append(field)
        self.finish(_("Save"), focus=self._fields[0])

    def accept(self) -> None:
        name, comment = self._fields
        self.answer = name.get(), comment.get()
        self.destroy()


class OpenDialog(Dialog):
    def __init__(self, parent: tk.Misc, saves: Saves) -> None:
        super().__init__(parent, _("Open a game"))
        self.answer: str | None = None
        self._saves = saves
        self._list = tk.Listbox(
            self.body, width=44, height=12, activestyle="none", background=colors.CARD,
            foreground=colors.INK, selectbackground=colors.GREEN, selectforeground="white",
            relief="flat", highlightthickness=1, highlightbackground=colors.CARD_EDGE,
        )  # fmt: skip
        self._list.pack(fill="both", expand=True)
        self._list.bind("<Double-Button-1>", lambda _: self.accept())
        self._list.bind("<Delete>", lambda _: self._delete())
        ttk.Label(self.body, text=_("Del deletes a save."), style="Note.TLabel").pack(
            anchor="w", pady=(6, 0)
        )
        self._fill()
        self.finish(_("Open"), focus=self._list)

    def _fill(self) -> None:
        self._list.delete(0, "end")
        self._list.insert("end", *self._saves.names())
        self._list.selection_set(0)
        if not self._list.size():
            self.refuse(_("There are no saved games yet."))

    def _chosen(self) -> str | None:
        chosen = self._list.curselection()  # type: ignore[no-untyped-call]
        return str(self._list.get(chosen[0])) if chosen else None

    def _delete(self) -> None:
        name = self._chosen()
        if name is not None:
            self._saves.delete(name)
            self._fill()

    def accept(self) -> None:
        self.answer = self._chosen()
        if self.answer is None:
            self.refuse(_("Choose a game first."))
        else:
            self.destroy()


class NewGameDialog(Dialog):
    """A dialog for a new game; invalid setups are refused."""

    def __init__(self, parent: tk.Misc, last: GameSetup, make_player: PlayerMaker) -> None:
        super().__init__(parent, _("New game"))
        game, seats = last.game, last.seats
        self.answer: GameSetup | None = None
        self._make_player = make_player
        self._size = self._row(0, _("Board"), [f"{size} × {size}" for size in SIZES])
        self._size.current(list(SIZES).index(game.size))
        self._size.configure(state="readonly")
        self._size.bind("<<ComboboxSelected>>", lambda _: self._describe())
        ttk.Style(self).configure("Wide.TCombobox", postoffset=(0, 0, 360, 0))  # wider list
        lines = [f"{one.name}{DASH}{one.sentence}" for one in offered_opponents().values()]
        self._seats = {}
        self._notes = {}
        for row, color in ((1, Color.BLACK), (3, Color.WHITE)):
            box = self._row(row, str(color), [HUMAN, *lines])
            box.configure(style="Wide.TCombobox", height=len(lines) + 1)
            box.set(seats[color])
            note = ttk.Label(self.body, style="Note.TLabel", wraplength=330)
            note.grid(row=row + 1, column=1, sticky="w", pady=(0, 8))
            box.bind("<<ComboboxSelected>>", self._name_chosen)
            box.bind("<KeyRelease>", lambda _: self._describe())
            self._seats[color], self._notes[color] = box, note
        ttk.Label(self.body, text=_("Clock")).grid(row=5, column=0, sticky="w", padx=(0, 12))
        self._clock = ttk.Entry(self.body, width=12)
        self._clock.insert(0, "" if game.clock is None else str(game.clock))
        self._clock.grid(row=5, column=1, sticky="w", pady=4)
        ttk.Label(
            self.body,
            text=_("empty: none; 5+3: five minutes per side and 3 s per move"),
            style="Note.TLabel",
        ).grid(row=6, column=1, sticky="w")
        self._start = self._row(7, _("Start"), ["", BALANCED])
        words = _("empty: the usual start; balanced: a balanced opening; or a file of openings")
        label = ttk.Label(self.body, text=words, style="Note.TLabel", wraplength=330)
        label.grid(row=8, column=1, sticky="w")
        self._describe()
        self.finish(_("Start game"), focus=self._size)

    def _row(self, row: int, label: str, values: list[str]) -> ttk.Combobox:
        ttk.Label(self.body, text=label).grid(row=row, column=0, sticky="w", padx=(0, 12))
        box = ttk.Combobox(self.body, values=values, width=40)
        box.grid(row=row, column=1, sticky="ew", pady=4)
        return box

    def _name_chosen(self, event: "tk.Event[ttk.Combobox]") -> None:
        """Replace a chosen line by its name, which can also be typed."""
        event.widget.set(event.widget.get().partition(DASH)[0])
        self._describe()

    def _describe(self) -> None:
        for color, box in self._seats.items():
            name = box.get().partition(":")[0].strip()
            opponent = offered_opponents().get(name)
            if name == HUMAN:
                text = _("A person at this computer.")
            elif opponent is None:
                text = _("The name of an opponent, or a file such as ./mybot.py.")
            else:
                text = about(box.get().strip(), self._chosen_size)
                settings = f"{name}:{opponent.settings}"
                if opponent.settings:
                    text += " " + _("Settings: {settings}", settings=settings)
            self._notes[color].configure(text=text)

    @property
    def _chosen_size(self) -> int:
        return list(SIZES)[self._size.current()]

    def accept(self) -> None:
        seats = {color: box.get().strip() for color, box in self._seats.items()}
        try:
            clock, make = self._clock.get(), self._make_player
            start = self._start.get()
            self.answer = set_up_game(self._chosen_size, clock, seats, make, start)
        except ValueError as error:
            self.refuse(sentence(error))
            return
        self.destroy()
