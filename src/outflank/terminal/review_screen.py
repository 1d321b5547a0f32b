"""The review of a game on the full screen: the board, what a move cost and why, and the graph."""

from functools import partial
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Static

from outflank.board import Square
from outflank.play.typed_square import TypedSquare
from outflank.study.controllers.review import ReviewController
from outflank.study.views import ReviewView
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import FieldsScreen
from outflank.terminal.graph import Graph
from outflank.terminal.looks import Look
from outflank.terminal.panels import Messages
from outflank.terminal.study_screen import StudyScreen
from outflank.terminal.tree_panel import TreePanel
from outflank.translation import _


class ReviewScreen(StudyScreen[ReviewController, None]):
    """A game that is looked at again; the review goes on while one walks through it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-normal"), (110, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,left_square_bracket", "do('step', -1)", _("Moves"), key_display="← →"),
        Binding("right,right_square_bracket", "do('step', 1)", _("Forward"), show=False),
        Binding("q,escape,w,f7", "dismiss(None)", _("Close")),
        Binding("up", "do('step_to_error', -1)", _("Errors"), key_display="↑ ↓"),
        Binding("down", "do('step_to_error', 1)", _("Next error"), show=False),
        Binding("home", "do('go_to', 0)", _("First position"), show=False),
        Binding("end", "do('go_to', 9999)", _("Last position"), show=False),
        Binding("s", "do('start_or_stop')", _("Stop")),
        Binding("r", "do('show_line')", _("Line")),
        Binding("p", "do('practice_errors')", _("Practice")),
        Binding("tab", "do('step_variation', 1)", _("Next variation"), show=False, priority=True),
        Binding(
            "shift+tab",
            "do('step_variation', -1)",
            _("Previous variation"),
            show=False,
            priority=True,
        ),
        Binding("t", "note", _("Note")),
        Binding("u", "do('promote')", _("Promote"), show=False),
        Binding("delete,x", "do('delete')", _("Delete"), show=False),
    ]

    def __init__(self, controller: ReviewController, look: Look) -> None:
        super().__init__(controller, look)
        self._study = controller.study
        self._typed = TypedSquare()

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="room"):
            with Vertical(id="middle"):
                board = BoardView(self.scene, look=self._look, id="board")
                board.can_focus = False
                yield board
                yield Messages(id="messages")
            with Vertical(id="side"):
                yield Static(id="move", classes="panel")
                go_to = partial(self.action_do, "go_to")
                yield Graph(self._controller.view, go_to, blocks=self._look.blocks, id="graph")
                with VerticalScroll(id="errors", can_focus=False) as errors:
                    errors.border_title = _("Errors")
                    yield Static(id="error-text")
                yield TreePanel()
        yield Footer(show_command_palette=False, compact=True)

    def begin(self) -> None:
        self.action_do("start_or_stop")

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    def redraw(self) -> None:
        view = self._controller.view
        self.query_one(BoardView).show(self.scene)
        name = f" · {view.opening}" if view.opening else ""
        review = _("Review")
        place = _("position {ply} of {plies}", ply=view.ply, plies=view.plies)
        self.query_one("#title", Static).update(f"[b]{review}[/b]   {place}{name}")
        messages = self.query_one(Messages)
        if self.has_class("-narrow"):
            messages.status = view.headline
            messages.say(view.note or view.why or view.best or view.progress)
        else:
            messages.status = view.progress
            messages.say(view.note or (view.door.sentence if view.door else view.turned))
        messages.typed = self._typed.text
        panel = self.query_one("#move", Static)
        panel.border_title = view.headline
        comment = "" if view.tree.aside else view.tree.comment
        panel.update(Text("\n".join(filter(None, (view.best, view.why, comment)))))
        self.query_one(Graph).show(view)
        self._show_errors(view)
        self._show_tree(view)
        self.refresh_bindings()

    # --- Keys ------------------------------------------------------------------------------------

    def action_do(self, method: str, *arguments: int) -> None:
        """Call a method of the study."""
        self._controller.carry_out(getattr(self._study, method)(*arguments))

    def action_note(self) -> None:
        tree = self._controller.view.tree
        fields = {_("Name of the line"): tree.name, _("Comment on the move"): tree.comment}
        self.app.push_screen(FieldsScreen(_("Name and comment"), fields, _("Save")), self._noted)

    def on_key(self, event: events.Key) -> None:
        """A letter and a number are a move to try, but for the letters that are commands."""
        size = self._controller.view.position.size
        character = event.character or ""
        if character in self._bindings.key_to_bindings or not self._typed.accepts(character, size):
            return
        event.stop()
        square = self._typed.add(character, size)
        self.query_one(Messages).typed = self._typed.text
        if square is not None:
            self.choose(square)

    def choose(self, square: Square) -> None:
        self._controller.carry_out(self._study.try_move(square))

    # --- Inside ----------------------------------------------------------------------------------

    def _noted(self, note: list[str] | None) -> None:
        if note is not None:
            self._controller.carry_out(self._study.annotate(*note))

    def _show_tree(self, view: ReviewView) -> None:
        """Where something was tried, it is seen in the place of the errors, if need be."""
        panel, errors = self.query_one(TreePanel), self.query_one("#errors")
        panel.display = len(view.tree.lines) > 1
        errors.display = not panel.display or self.has_class("-wide")
        panel.show(view.tree)

    def _show_errors(self, view: ReviewView) -> None:
        text = Text()
        current = 0
        for line, error in enumerate(view.commented):
            here = error.ply == view.ply
            current = line if here or error.ply < view.ply else current
            about = (
                f"{error.number:>2} {error.color!s:<5} {error.name:<3} {-error.loss:>3}  "
                f"{error.verdict}"
            )
            look = Style(reverse=here or None) + Style.from_meta(
                {"@click": f"screen.do('go_to', {error.ply})"}
            )
            text.append(about, look)
            text.append("\n")
        if not view.commented:
            text.append(_("none") if view.complete else _("none so far"), Style(dim=True))
        self.query_one("#error-text", Static).update(text)
        box = self.query_one("#errors", VerticalScroll)
        self.call_after_refresh(
            box.scroll_to, y=max(0, current - box.size.height + 1), animate=False
        )
