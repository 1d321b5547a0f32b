"""The base of the game and of all studies: a board on the left, panels beside it."""

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from outflank.board import Board
from outflank.study.controllers.explorer import ExplorerController
from outflank.terminal.panels import ExplorerPanel, MoveList
from outflank.translation import _

Result = TypeVar("Result")


class BoardScreen(Screen[Result]):
    """A screen with the board at the place where every other one has it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-normal"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "app.light_or_dark", _("Light"), show=False),
        Binding("f9,f11", "bare", _("Just the board"), show=False),
    ]
    explorer: ExplorerController

    @property
    def explored(self) -> tuple[Board, str]:
        """The position for the opening explorer, and the name of its opening."""
        raise NotImplementedError

    def redraw(self) -> None:
        raise NotImplementedError

    def refuse(self, sentence: str) -> None:
        raise NotImplementedError

    @property
    def is_bare(self) -> bool:
        """True if only the board, the names and the clocks are shown."""
        return self.has_class("-bare")

    def action_bare(self) -> None:
        self.toggle_class("-bare")
        self.call_after_refresh(self.redraw)

    def action_explore(self) -> None:
        """Show the opening explorer in place of the move list, or hide it."""
        if self.has_class("-narrow"):
            self.refuse(_("The opening explorer needs a terminal with at least 66 columns."))
            return
        shown = not self.query_one(ExplorerPanel).display
        self.query_one(ExplorerPanel).display = shown
        self.query_one(MoveList).display = not shown
        self.explorer.look_again()
        self.follow_explorer()

    def follow_explorer(self) -> None:
        panel = self.query_one(ExplorerPanel)
        self.explorer.changed = lambda: panel.show(self.explorer.view)
        if panel.display:
            self.explorer.follow(*self.explored)
