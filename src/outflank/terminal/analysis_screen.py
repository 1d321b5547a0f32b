"""The analysis of a game in the full-screen terminal: moves, costs, reasons and graph."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from outflank.board import Board, Square, square_name
from outflank.play.scene import BoardScene
from outflank.play.typed_square import TypedSquare
from outflank.play.view import moves_of
from outflank.study.controllers.explorer import ExplorerController
from outflank.study.controllers.review import ReviewController
from outflank.study.values import LINE_MOVES
from outflank.study.words import player_names
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import FieldsScreen
from outflank.terminal.graph import Graph
from outflank.terminal.looks import Look
from outflank.terminal.panels import ExplorerPanel, Messages, MoveList, tree_text
from outflank.terminal.study_screen import StudyScreen
from outflank.translation import _

LINES = 3  # lines of the engine


class AnalysisScreen(StudyScreen[ReviewController, Board | None]):
    """An analysis; the engine continues while the user moves through the game.

    It returns the position to play from, if any.
    """

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
        Binding("ctrl+l", "learn", _("Lesson"), show=False),
        Binding("t", "note", _("Note")),
        Binding("u", "do('promote')", _("Promote"), show=False),
        Binding("delete,x", "do('delete')", _("Delete"), show=False),
        Binding("z", "play_on", _("Play from here")),
        Binding("v", "values", _("Values"), show=False),
        Binding("f5", "explore", _("Explorer"), show=False),
    ]

    def __init__(
        self,
        controller: ReviewController,
        look: Look,
        explorer: ExplorerController,
        *,
        review: bool = True,
    ) -> None:
        super().__init__(controller, look)
        self._study = controller.study
        self._typed = TypedSquare()
        self.explorer = explorer
        self._review = review
        self._moves = moves_of(self._study.game)
        self._players = " – ".join(player_names(self._study.game.info))

    @property
    def scene(self) -> BoardScene:
        scene, values = super().scene, self._controller.values
        return replace(scene, values=values, labels={}) if values else scene

    @property
    def explored(self) -> tuple[Board, str]:
        return self._controller.board, self._controller.view.opening

    def compose_side(self) -> Iterable[Widget]:
        yield Static(id="move", classes="panel")
        yield MoveList()
        yield ExplorerPanel(id="explorer")
        go_to = partial(self.action_do, "go_to")
        yield Graph(self._controller.view, go_to, blocks=self._look.blocks, id="graph")

    def begin(self) -> None:
        self.query_one(BoardView).can_focus = False  # the arrow keys go through the game
        self.set_focus(None)
        if self._review:
            self.start_review()
        self.redraw()

    def start_review(self) -> None:
        if not self._controller.view.running:
            self.action_do("start_or_stop")

    def look_first(self, ply: int, by: int) -> None:
        """Begin at another position than the end."""
        self._study.go_to(ply)
        if by:
            self._study.step(by)

    def redraw(self) -> None:
        view = self._controller.view
        self.query_one(BoardView).show(self.scene)
        name = f" · {view.opening}" if view.opening else ""
        count = sum(move.square is not None for move in self._moves)
        place = _("move {number} of {count}", number=len(self._study.way), count=count)
        title = _("{players} - Analysis", players=self._players)
        self.query_one("#title", Static).update(Text(f"{title}   {place}{name}"))
        comment = "" if view.tree.aside else view.tree.comment
        learn = ""
        if view.lesson:
            learn = _("Learn (Ctrl+L): {title}", title=view.lesson.title)
        texts = list(filter(None, (view.why, learn, comment, view.best)))
        messages = self.query_one(Messages)
        messages.typed = self._typed.text
        if self.is_bare:
            messages.status = self._players
            messages.say("")
        elif self.has_class("-narrow"):
            messages.status = view.headline
            messages.say(view.note or "\n".join(texts) or view.progress)
        else:
            messages.status = view.progress
            messages.say(view.note or (view.decided.sentence if view.decided else ""))
        text, lines = Text(view.headline, "bold").append("\n"), self._lines()
        text.append_text(lines if lines.plain else Text("\n".join(texts), "not bold"))
        self.query_one("#move", Static).update(text)
        marks = {
            move.ply + 1: move.judgement.mark if move.listed else "!" for move in view.commented
        }
        here = -1 if view.tree.aside else view.ply
        self.query_one(MoveList).show(self._moves, here, marks, tree_text(view.tree))
        self.query_one(Graph).show(view)
        self.follow_explorer()
        self.refresh_bindings()

    def refuse(self, sentence: str) -> None:
        self.query_one(Messages).say(sentence, refused=True)

    # --- Keys ------------------------------------------------------------------------------------

    def action_do(self, method: str, *arguments: int) -> None:
        self._controller.carry_out(getattr(self._study, method)(*arguments))

    def action_go_to(self, ply: int) -> None:
        self.action_do("go_to", ply)

    def action_play_on(self) -> None:
        self.dismiss(self._controller.board)

    def action_learn(self) -> None:
        self._controller.learn()

    def action_values(self) -> None:
        self._controller.show_values(not self._controller.shows_values)

    def action_play_line(self, *line: Square) -> None:
        self._controller.play_line(line)

    def action_note(self) -> None:
        tree = self._controller.view.tree
        fields = {_("Name of the line"): tree.name, _("Comment on the move"): tree.comment}
        self.app.push_screen(FieldsScreen(_("Name and comment"), fields, _("Save")), self._noted)

    def on_key(self, event: events.Key) -> None:
        """Accept a letter and a number as a move to try, except for command keys."""
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

    def _lines(self) -> Text:
        """Return the best lines, if values are shown; a click plays a line up to a move."""
        text, size = Text(), self._controller.board.size
        for value in islice(self._controller.values.values(), LINES):
            text.append(f"{value.text:>5} ", "bold")
            for end, square in enumerate(value.line[:LINE_MOVES], start=1):
                line = ", ".join(map(str, value.line[:end]))
                click = Style.from_meta({"@click": f"screen.play_line({line})"})
                text.append(f" {square_name(square, size)}", click)
            text.append("\n")
        return text
