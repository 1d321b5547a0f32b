"""Practice in the window: the user's own errors, puzzles or endings."""

from collections.abc import Callable, Mapping
from tkinter import ttk

from outflank.board import Square
from outflank.play.view import clock_text
from outflank.study.controllers.lesson import LessonController
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.course.lesson_round import LessonView
from outflank.translation import _
from outflank.window.study_panel import StudyHost, StudyPanel


class PracticePanel(StudyPanel[PracticeController | PlayOutController | LessonController]):
    """Positions to practice one after another, played as in a game."""

    def __init__(
        self,
        host: StudyHost,
        controller: PracticeController | PlayOutController | LessonController,
        title: str,
    ) -> None:
        super().__init__(host, controller, title)
        row = ttk.Frame(self)
        row.pack(fill="x", pady=(12, 0))
        self.answer = self.add_button(row, _("Show the answer"), controller.give_up)
        self.answer.pack(side="left")
        self.next = self.add_button(row, _("Next"), controller.go_on)
        self.next.pack(side="left", padx=8)
        self.learn = self.add_button(row, _("Learn"), self._learn)
        self.learn.pack(side="left")

    @property
    def bindings(self) -> Mapping[str, Callable[[], object]]:
        return {"Return": self._confirm, "space": self._confirm}

    def begin(self) -> None:
        super().begin()
        self.controller.begin()
        self._tick()

    def _tick(self) -> None:
        """Draw the clock of a timed run every second."""
        if not self.winfo_exists():
            return
        left = self.controller.time_left
        if left == 0:
            self.controller.go_on()
        if left is not None:
            self.redraw()
        self.after(1000, self._tick)

    def draw(self) -> None:
        view, left = self.controller.view, self.controller.time_left
        headline = view.headline if left is None else f"{view.headline}   {clock_text(left)}"
        said = [view.sentence]
        if isinstance(view, LessonView):
            headline, said = f"{view.title}\n{headline}", [view.task, view.sentence]
            if view.diagram:
                said = [*view.text, view.sentence, _("Ctrl+[ and Ctrl+] step through the moves.")]
        self.headline.configure(text=headline)
        self.sentence.configure(text="\n\n".join(filter(None, said)))
        self.answer.configure(text=view.give_up)
        self.answer.state(["!disabled" if view.asking or view.again else "disabled"])
        self.next.state(["!disabled" if view.solved else "disabled"])
        self.learn.state(["!disabled" if view.lesson else "disabled"])

    def step(self, by: int) -> None:
        if isinstance(self.controller, LessonController):
            self.controller.step("next" if by > 0 else "back")

    def choose(self, square: Square) -> None:
        self.controller.choose(square)

    def _learn(self) -> None:
        if lesson := self.controller.view.lesson:
            self.host.open_lesson(lesson.id)

    def _confirm(self) -> None:
        if self.controller.view.solved:
            self.controller.go_on()
        else:
            self.host.confirm()
