"""The dialog for a new game: board, clock and players."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from outflank.board import SIZES, Color, sentence
from outflank.play.new_game import GameSetup, set_up_game
from outflank.play.opponents.catalogue import about, offered_opponents
from outflank.play.opponents.seating import PlayerMaker
from outflank.play.seat import HUMAN
from outflank.translation import _

FROM_FILE = "file"
BALANCED = "balanced"
NAME_WIDTH = 15  # visible characters of the closed list


class SeatFields(Vertical):
    """The player of a side: a person, an opponent with settings, or a file."""

    def __init__(self, color: Color, seat: str, size: int) -> None:
        super().__init__(classes="seat-fields")
        self.color = color
        self._board_size = size
        name, _, settings = seat.partition(":")
        known = seat == HUMAN or name in offered_opponents()
        self._who = name if known else FROM_FILE
        self._settings = settings if known else seat

    def compose(self) -> ComposeResult:
        lines = (
            (f"{name:<{NAME_WIDTH}}{one.sentence}", name)
            for name, one in offered_opponents().items()
        )
        names = [(_("A person"), HUMAN), *lines]
        with Horizontal(classes="fields"):
            yield Label(f"{self.color}")
            yield Select(
                [*names, (_("A Python file…"), FROM_FILE)],
                value=self._who,
                allow_blank=False,
                id=f"{self.color.value}-who",
                classes="who",
            )
            yield Input(self._settings, id=f"{self.color.value}-settings", classes="settings")
        yield Static(classes="note")

    def fit(self, size: int) -> None:
        """Update the description of the chosen player for another board size."""
        self._board_size = size
        self.describe()

    @on(events.Mount)
    @on(Select.Changed)
    @on(Input.Changed)
    def describe(self) -> None:
        who = self.query_one(Select).value
        settings = self.query_one(Input)
        note = self.query_one(".note", Static)
        opponent = offered_opponents().get(str(who))
        settings.disabled = who == HUMAN or (opponent is not None and not opponent.settings)
        if who == HUMAN:
            settings.placeholder = ""
            note.update(_("A person at this keyboard."))
        elif opponent is None:
            settings.placeholder = "./mybot.py:MyBot"
            note.update(_("A function or class with choose(board), in a Python file."))
        else:
            settings.placeholder = opponent.settings or _("(no settings)")
            note.update(about(self.seat, self._board_size))

    @property
    def seat(self) -> str:
        who = str(self.query_one(Select).value)
        settings = self.query_one(Input)
        given = "" if settings.disabled else settings.value.strip()
        if who == FROM_FILE:
            return given
        return f"{who}:{given}" if given else who


class NewGameScreen(ModalScreen[GameSetup | None]):
    """A dialog for a new game; invalid setups are refused."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", _("Cancel")),
        Binding("ctrl+s", "start", _("Start game")),
    ]

    def __init__(self, last: GameSetup, make_player: PlayerMaker) -> None:
        super().__init__()
        self._game = last.game
        self._seats = last.seats
        self._make_player = make_player

    def compose(self) -> ComposeResult:
        clock = "" if self._game.clock is None else str(self._game.clock)
        with Vertical(classes="dialog", id="new-game") as dialog:
            dialog.border_title = _("New game")
            with Horizontal(classes="fields"):
                yield Label(_("Board"))
                yield Select(
                    [(f"{size} × {size}", size) for size in SIZES],
                    value=self._game.size,
                    allow_blank=False,
                    id="size",
                    classes="who",
                )
                yield Input(clock, placeholder=_("clock: none, or 5+3"), id="clock")
            with Horizontal(classes="fields"):
                yield Label(_("Start"))
                yield Select(
                    [
                        (_("Usual start"), ""),
                        (_("Balanced opening"), BALANCED),
                        (_("File…"), FROM_FILE),
                    ],
                    value="",
                    allow_blank=False,
                    id="start-of",
                    classes="who",
                )
                yield Input(placeholder=_("a file of openings"), id="openings", disabled=True)
            for color in Color:
                yield SeatFields(color, self._seats[color], self._game.size)
            yield Static(id="problem")
            with Horizontal(classes="buttons"):
                yield Button(_("Start game"), variant="primary", id="start", action="screen.start")
                yield Button(_("Cancel"), action="screen.dismiss(None)")

    @on(Input.Submitted)
    def action_start(self) -> None:
        clock = self.query_one("#clock", Input).value
        seats = {fields.color: fields.seat for fields in self.query(SeatFields)}
        try:
            start = self._start
            self.dismiss(set_up_game(self._board_size, clock, seats, self._make_player, start))
        except ValueError as error:
            self.query_one("#problem", Static).update(sentence(error))

    @on(Select.Changed, "#size")
    def fit(self) -> None:
        for fields in self.query(SeatFields):
            fields.fit(self._board_size)

    @on(Select.Changed, "#start-of")
    def choose_start(self, event: Select.Changed) -> None:
        self.query_one("#openings", Input).disabled = event.value != FROM_FILE

    @property
    def _start(self) -> str:
        chosen = str(self.query_one("#start-of", Select).value)
        return self.query_one("#openings", Input).value if chosen == FROM_FILE else chosen

    @property
    def _board_size(self) -> int:
        size = self.query_one("#size", Select).value
        assert isinstance(size, int)
        return size
