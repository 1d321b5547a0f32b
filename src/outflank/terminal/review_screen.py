"""The review of a game on the full screen: the board, what a move cost and why, and the graph."""

from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.table import Deck, ReviewDesk
from outflank.terminal.board_view import BoardView
from outflank.terminal.graph import Graph
from outflank.terminal.looks import Look
from outflank.terminal.panels import Messages
from outflank.terminal.practice_screen import PracticeScreen


class ReviewScreen(Screen[None]):
    """A game that is looked at again; the review goes on while one walks through it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-normal"), (110, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,left_square_bracket", "step(-1)", "Moves", key_display="← →"),
        Binding("right,right_square_bracket", "step(1)", "Move on", show=False),
        Binding("up", "error(-1)", "Errors", key_display="↑ ↓"),
        Binding("down", "error(1)", "Next error", show=False),
        Binding("home", "go_to(0)", "Start", show=False),
        Binding("end", "go_to(9999)", "End", show=False),
        Binding("s", "stop", "Stop or go on"),
        Binding("p", "practise", "Practise your errors"),
        Binding("ctrl+t", "app.light_or_dark", "Light", show=False),
        Binding("q,escape,w,f7", "leave", "Close"),
        Binding("ctrl+c", "leave", "Close", show=False),
    ]

    def __init__(self, desk: ReviewDesk, open_deck: Callable[[], Deck], look: Look) -> None:
        super().__init__()
        self._desk = desk
        self._open_deck = open_deck
        self._look = look

    def compose(self) -> ComposeResult:
        """The board at the left; the move, the graph and the errors beside it."""
        yield Static(id="title")
        with Horizontal(id="room"):
            with Vertical(id="middle"):
                board = BoardView(self._desk.shown, look=self._look, id="board")
                board.can_focus = False
                yield board
                yield Messages(id="messages")
            with Vertical(id="side"):
                yield Static(id="move", classes="panel")
                yield Graph(self._desk, blocks=self._look.blocks, id="graph")
                with VerticalScroll(id="errors", can_focus=False) as errors:
                    errors.border_title = "Errors"
                    yield Static(id="error-text")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin the review."""
        self._desk.changed = self.redraw
        self._desk.go_on()
        self.redraw()

    def on_unmount(self) -> None:
        """Whoever has gone needs no review."""
        self._desk.changed = lambda: None
        self._desk.stop()

    def on_resize(self) -> None:
        """The panels fit their text to the new width."""
        self.call_after_refresh(self.redraw)

    def redraw(self) -> None:
        """Show what is known now."""
        desk = self._desk
        self.query_one(BoardView).show(self._desk.shown)
        opening = desk.review.opening if desk.review is not None else None
        name = f" · {opening.name}" if opening is not None else ""
        self.query_one("#title", Static).update(
            f"[b]Review[/b]   position {desk.ply} of {desk.game.ply}{name}"
        )
        messages = self.query_one(Messages)
        if self.has_class("-narrow"):
            messages.status = desk.headline
            messages.say(desk.note or desk.why or desk.best or desk.progress)
        else:
            messages.status = desk.progress
            messages.say(desk.note)
        self._show_move()
        self.query_one(Graph).show()
        self._show_errors()

    # --- Keys ------------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Look one move on or back."""
        self._desk.step(by)

    def action_error(self, by: int) -> None:
        """Look at the next error or the one before."""
        self._desk.step_to_error(by)

    def action_go_to(self, ply: int) -> None:
        """Look at the position after so many plies."""
        self._desk.go_to(ply)

    def action_stop(self) -> None:
        """Stop the review, or go on with it."""
        self._desk.stop_or_go_on()

    def action_practise(self) -> None:
        """Put one's errors among the positions to practise, and practise."""
        self._desk.practise(self._open_deck, self._open_practice)

    def action_leave(self) -> None:
        """Back to the game."""
        self.dismiss(None)

    @on(Graph.Chosen)
    def chosen(self, event: Graph.Chosen) -> None:
        """A click on the graph."""
        self._desk.go_to(event.ply)

    # --- Inside ----------------------------------------------------------------------------------

    def _open_practice(self) -> None:
        if self.is_current:
            self.app.push_screen(PracticeScreen(self._open_deck, self._look))

    def _show_move(self) -> None:
        desk = self._desk
        panel = self.query_one("#move", Static)
        panel.border_title = desk.headline
        panel.update(Text("\n".join(filter(None, (desk.best, desk.why)))))

    def _show_errors(self) -> None:
        desk = self._desk
        text = Text()
        current = 0
        for line, error in enumerate(desk.errors):
            here = error.ply == desk.ply
            current = line if here or error.ply < desk.ply else current
            about = (
                f"{error.number:>2} {error.color!s:<5} {error.name:<3} {-error.loss:>3}  "
                f"{error.judgement.value}"
            )
            look = Style(reverse=here or None) + Style.from_meta(
                {"@click": f"screen.go_to({error.ply})"}
            )
            text.append(about, look)
            text.append("\n")
        if not desk.errors:
            text.append("none" if desk.complete else "none so far", Style(dim=True))
        self.query_one("#error-text", Static).update(text)
        box = self.query_one("#errors", VerticalScroll)
        self.call_after_refresh(
            box.scroll_to, y=max(0, current - box.size.height + 1), animate=False
        )
