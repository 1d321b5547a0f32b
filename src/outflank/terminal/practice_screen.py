"""Practice in the full-screen terminal: the user's own errors, puzzles or endings."""

from typing import ClassVar, Literal, TypeAlias

from textual import on
from textual.binding import Binding, BindingType

from outflank.board import Square
from outflank.play.view import clock_text
from outflank.study.controllers.lesson import LessonController
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.course.lesson_round import LessonView, LineStep
from outflank.study.play_out import Ending
from outflank.study.puzzles.puzzle import PuzzleMode
from outflank.study.puzzles.themes import Theme
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import ChoiceScreen
from outflank.terminal.panels import Messages
from outflank.terminal.study_screen import StudyScreen
from outflank.translation import N_, _

PracticeMode: TypeAlias = Literal["errors", "black", "white"] | PuzzleMode | Ending
RUN: Literal["run"] = "run"
LESSON = "lesson "  # with its id: the lesson about a solved puzzle
HEADINGS: dict[PracticeMode, tuple[str, str]] = {
    "errors": (N_("Practice"), N_("your own errors, until nothing is lost")),
    "puzzle": (N_("Puzzles"), N_("one right move each, at your level")),
    "run": (N_("Three-minute run"), N_("as many puzzles as you can solve")),
    "daily": (N_("The puzzle of the day"), N_("the same for everyone")),
    "won": (N_("Play it out"), N_("a won ending against perfect defense")),
    "black": (N_("Opening trainer"), N_("five minutes with your repertoire for Black")),
    "white": (N_("Opening trainer"), N_("five minutes with your repertoire for White")),
    "lost": (N_("Play it out"), N_("a lost ending: find a way to save it")),
}


def heading_of(what: PracticeMode) -> str:
    title, more = HEADINGS[what]
    return f"[b]{_(title)}[/b]   {_(more)}"


class PracticeScreen(
    StudyScreen[PracticeController | PlayOutController | LessonController, str | None]
):
    """Positions to practice one after another, played as in a game.

    It returns the key of a theme, or ``RUN``, if the user wants other puzzles, or a lesson.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "theme", _("Theme")),
        Binding("r", "dismiss('run')", _("Three-minute run")),
        Binding("ctrl+l", "learn", _("Lesson"), show=False),
        Binding("pagedown", "go_on", _("Next"), show=False),
        Binding("left_square_bracket", "walk('back')", _("Previous move"), show=False),
        Binding("right_square_bracket", "walk('next')", _("Next move"), show=False),
        Binding("s", "give_up", _("Show the answer, or repeat")),
        Binding("q", "dismiss(None)", _("Close")),
        Binding("escape", "dismiss(None)", _("Close"), show=False, priority=True),
    ]

    def begin(self) -> None:
        self._controller.begin()
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        """Draw the clock of a timed run."""
        left = self._controller.time_left
        if left == 0:
            self._controller.go_on()
        if left is not None:
            self.redraw()

    def redraw(self) -> None:
        view, left = self._controller.view, self._controller.time_left
        self.query_one(BoardView).show(self.scene)
        go_on = "  " + _("Enter: next") if view.solved else ""
        headline = view.headline if left is None else f"{view.headline}   {clock_text(left)}"
        said = view.sentence + go_on
        if view.lesson:
            said += "\n\n" + _("Learn (Ctrl+L): {title}", title=view.lesson.title)
        if isinstance(view, LessonView):
            headline = f"{view.title}: {headline}"
            said = "\n\n".join(filter(None, [view.task, said]))
            if view.diagram:
                keys = _("[ ]: step through the moves, Page Down: next")
                said = "\n\n".join([*view.text, f"{view.sentence}  {keys}"])
        self.show_text(headline, said)

    def action_theme(self) -> None:
        def choose(key: str | None) -> None:
            if key is not None:
                self.dismiss(key)

        view = self._controller.view
        if isinstance(view, LessonView) and view.theme:
            self.dismiss(view.theme)
            return
        choices = {theme.key: theme.title for theme in Theme}
        self.app.push_screen(ChoiceScreen(_("Puzzles with one theme"), choices), choose)

    def action_learn(self) -> None:
        if lesson := self._controller.view.lesson:
            self.dismiss(LESSON + lesson.id)

    def action_go_on(self) -> None:
        self._controller.go_on()

    def action_walk(self, where: LineStep) -> None:
        if not isinstance(self._controller, PlayOutController):
            self._controller.step(where)

    def action_give_up(self) -> None:
        self._controller.give_up()

    def choose(self, square: Square) -> None:
        self._controller.choose(square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        self.query_one(Messages).typed = event.text
