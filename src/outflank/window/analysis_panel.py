"""The analysis of a game in the window: moves, reasons, graph, lines and openings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from tkinter import ttk

from outflank.board import Board, Square, parse_square, square_name
from outflank.play.scene import BoardScene
from outflank.play.view import moves_of
from outflank.study.controllers.explorer import ExplorerController
from outflank.study.controllers.review import ReviewController
from outflank.study.values import LINE_MOVES
from outflank.study.views import Position
from outflank.study.words import player_names, worth
from outflank.translation import _
from outflank.window.dialogs import NoteDialog
from outflank.window.explorer_list import ExplorerList
from outflank.window.graph_canvas import GraphCanvas
from outflank.window.link_text import LinkText, TextPart, tree_links
from outflank.window.side_panel import MoveTable
from outflank.window.study_panel import END, SIDE, StepButtons, StudyHost, StudyPanel

LINES = 3  # lines of the engine


class AnalysisPanel(StudyPanel[ReviewController]):
    """An analysis; the engine continues while the user moves through the game."""

    def __init__(
        self,
        host: StudyHost,
        controller: ReviewController,
        explorer: ExplorerController,
        play_from: Callable[[Board], None],
    ) -> None:
        self._study = study = controller.study
        players = " – ".join(player_names(study.game.info))
        super().__init__(host, controller, _("{players} - Analysis", players=players))
        self._explorer = explorer
        self._play_from = play_from
        self._preview: Position | None = None
        self._moves = moves_of(study.game)
        StepButtons(self.bar, host.step).pack(side="left")
        self.play_on = self.add_button(self.bar, _("Play from here"), self._play_on)
        self.play_on.pack(side="left", padx=8)
        self.sentence.configure(height=5)
        self.best = self.add_label(height=2)
        self.pages = ttk.Notebook(self, takefocus=False)
        self.pages.pack(side="bottom", fill="x", pady=(8, 0))
        review = ttk.Frame(self.pages, padding=4)
        self.graph = GraphCanvas(review, controller.view, partial(self.do, study.go_to))
        self.graph.canvas.configure(width=SIDE - 20, height=150)
        self.graph.canvas.pack(fill="x")
        self._furnish_buttons(review)
        self.lines = LinkText(self.pages, height=8)
        self.explorer = ExplorerList(self.pages, explorer, self._play_named)
        for page, name in (
            (review, _("Review")),
            (self.lines, _("Lines")),
            (self.explorer, _("Openings")),
        ):
            self.pages.add(page, text=name)
        self.pages.bind("<<NotebookTabChanged>>", lambda _: self._turned())
        self.tree = LinkText(self, height=3)
        self.moves = MoveTable(self, partial(self.do, study.go_to))
        self.moves.pack(fill="both", expand=True)

    @property
    def bindings(self) -> Mapping[str, Callable[[], object]]:
        study = self._study
        return {
            "Left": partial(self.step, -1),
            "Right": partial(self.step, 1),
            "Up": partial(self.do, study.step_to_error, -1),
            "Down": partial(self.do, study.step_to_error, 1),
            "Home": partial(self.step, -END),
            "End": partial(self.step, END),
            "s": self.start_or_stop,
            "p": partial(self.do, study.practice_errors),
            "r": partial(self.do, study.show_line),
            "u": partial(self.do, study.promote),
            "x": partial(self.do, study.delete),
            "Delete": partial(self.do, study.delete),
            "Tab": partial(self.do, study.step_variation, 1),
            "t": self._note,
            "F8": partial(self.open_page, self.lines),
            "Control-l": self.controller.learn,
        }

    @property
    def scene(self) -> BoardScene:
        if self._preview is not None:
            return BoardScene.of(self._preview)
        scene, values = super().scene, self.controller.values
        return replace(scene, values=values, labels={}) if values else scene

    def draw(self) -> None:
        view = self.controller.view
        aside = view.tree.aside
        self.headline.configure(text=view.headline)
        self.best.configure(text=view.best)
        comment = "" if aside else view.tree.comment
        self.sentence.configure(text="\n".join(filter(None, (view.why, comment))))
        learn = _("Learn: {title}", title=view.lesson.title) if view.lesson else _("Learn")
        self._learn.configure(text=learn)
        self._learn.state(["!disabled" if view.lesson else "disabled"])
        self._line.configure(text=view.line or _("Show the line"))
        self._line.state(["!disabled" if view.line else "disabled"])
        marks = {
            move.ply + 1: move.judgement.mark if move.listed else "!" for move in view.commented
        }
        self.moves.show(self._moves, -1 if aside else view.ply, marks)
        if len(view.tree.lines) > 1:
            self.tree.pack(fill="x", pady=(8, 0), after=self.best)
        else:
            self.tree.pack_forget()
        self.tree.show(tree_links(view.tree, partial(self.do, self._study.go_to_place)))
        self.graph.show(view)
        self.lines.show(self._line_links())
        if self._page is self.explorer:
            self._explorer.follow(self.controller.board, view.opening)
        name = f"   ·   {view.opening}" if view.opening else ""
        decided = view.decided.sentence if view.decided else ""
        self.host.say((view.note or f"{view.progress} {decided}".rstrip()) + name)
        self._stop.configure(text=_("Stop") if view.running else _("Analyze"))
        self._stop.state(["disabled" if view.complete else "!disabled"])

    def choose(self, square: Square) -> None:
        self.do(self._study.try_move, square)

    def step(self, by: int) -> None:
        study = self._study
        if abs(by) == 1:
            self.do(study.step, by)
        else:
            self.do(study.go_to, 0 if by < 0 else study.game.ply)

    def start_or_stop(self) -> None:
        self.do(self._study.start_or_stop)

    def open_page(self, page: LinkText | ExplorerList) -> None:
        self.pages.select(page)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        self._explorer.close()
        super().close()

    # --- Private ---------------------------------------------------------------------------------

    def _furnish_buttons(self, page: ttk.Frame) -> None:
        row = ttk.Frame(page)
        row.pack(fill="x", pady=(4, 0))
        self._stop = self.add_button(row, _("Stop"), self.start_or_stop)
        self._line = self.add_button(
            row, _("Show the line"), partial(self.do, self._study.show_line)
        )
        below = ttk.Frame(page)
        below.pack(fill="x", pady=(4, 0))
        self.practice_button = self.add_button(
            below, _("Practice your errors"), partial(self.do, self._study.practice_errors)
        )
        self.note = self.add_button(below, _("Note…"), self._note)
        last = ttk.Frame(page)
        last.pack(fill="x", pady=(4, 0))
        self._learn = self.add_button(last, _("Learn"), self.controller.learn)
        self._learn.pack(side="left")
        for button in (self._stop, self._line, self.practice_button, self.note):
            button.pack(side="left", padx=(0, 6))

    @property
    def _page(self) -> object:
        return self.pages.nametowidget(self.pages.select())  # type: ignore[no-untyped-call]

    def _turned(self) -> None:
        self._explorer.look_again()
        self.controller.show_values(self._page is self.lines)

    def _line_links(self) -> list[TextPart]:
        """Return the best lines; a click plays a line up to a move, and pointing previews it."""
        board, parts = self.controller.board, []
        for value in islice(self.controller.values.values(), LINES):
            parts.append(TextPart(f"{worth(value.score)}{'' if value.exact else ' ≈'}  "))
            for end, square in enumerate(value.line[:LINE_MOVES], start=1):
                line = value.line[:end]
                parts.append(
                    TextPart(
                        square_name(square, board.size) + " ",
                        partial(self._play_line, line),
                        partial(self._point, line),
                    )
                )
            parts.append(TextPart("\n"))
        return parts or [TextPart(_("Searching…"))]

    def _play_line(self, line: tuple[Square, ...]) -> None:
        self._preview = None
        self.controller.play_line(line)

    def _point(self, line: tuple[Square, ...], on: bool) -> None:
        self._preview = self.controller.position_after(line) if on else None
        self.host.show_study()

    def _play_named(self, name: str) -> None:
        self.choose(parse_square(name, self._study.game.size))

    def _play_on(self) -> None:
        board = self.controller.board
        self.host.leave_study()
        self._play_from(board)

    def _note(self) -> None:
        tree = self.controller.view.tree
        dialog = NoteDialog(self.host.root, tree.name, tree.comment)
        self.wait_window(dialog)
        if dialog.answer is not None:
            self.do(self._study.annotate, *dialog.answer)
