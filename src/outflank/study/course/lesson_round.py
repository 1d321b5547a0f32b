"""A lesson on a screen: its diagrams can be played on, its exercises are asked until solved.

A state machine like a round of practice, shown on the same screens.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from outflank.board import Board, Color, IllegalMove, Square, listed, square_name
from outflank.study.course.course import Lesson, LessonStep, lesson_after, tour
from outflank.study.instructions import AnalyzeAnswer, LessonInstructions, RefreshView, SaveAnswer
from outflank.study.practice import Card, WrongTry, loss_sentence, verdict
from outflank.study.views import REASON, WRONG, Label, PracticeView, position_of
from outflank.study.why.lines import follow
from outflank.study.words import not_legal
from outflank.translation import Nn_, _, ngettext

LineStep: TypeAlias = Literal["first", "back", "next", "last"]

WORSE = Nn_(
    "The next best move is {count} disc worse.", "The next best move is {count} discs worse."
)
ABOUT = Nn_(
    "The next best move is about {count} disc worse.",
    "The next best move is about {count} discs worse.",
)


@dataclass(frozen=True, slots=True)
class LessonState:
    """The state of a lesson between two requests."""

    at: int = 0  # the index of the step
    moves: tuple[Square, ...] = ()  # in a diagram, or the answer of an exercise
    first: bool | None = None  # the first answer was right; None before it
    sentence: str = ""  # the comment on the last answer
    tour: bool = False  # only the first step of the lessons of the rules


@dataclass(frozen=True, slots=True)
class LessonView(PracticeView):
    """A lesson with its current step."""

    task: str = ""  # of an exercise; in the tour it is the sentence
    id: str = ""
    title: str = ""
    chapter: str = ""
    text: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()  # of each step: "now", "right", "wrong", or empty
    diagram: bool = False
    can_back: bool = False  # in a diagram
    can_on: bool = False
    last: bool = False  # the last step
    next_lesson: str = ""  # after the last step
    theme: str = ""  # of the puzzles that go with it
    theme_title: str = ""


class LessonRound:
    """A lesson and the progress through it."""

    def __init__(
        self,
        lesson: Lesson,
        state: LessonState | None = None,
        known: Mapping[int, bool] | None = None,
    ) -> None:
        """Begin a lesson, or restore it; ``known`` are the exercises answered before."""
        state = state or LessonState()
        self.lesson = lesson
        self.known = dict(known or {})
        self.at, self.moves, self.first = state.at, state.moves, state.first
        self.sentence, self.tour = state.sentence, state.tour
        self.tried: Square | None = None
        lost = self.tour and lesson not in tour()
        if lost or not 0 <= self.at < len(lesson.steps) or not self._are_legal():
            raise ValueError(_("This is not a position of the lesson. Begin the lesson again."))

    # --- Queries ---------------------------------------------------------------------------------

    @property
    def state(self) -> LessonState:
        return LessonState(self.at, self.moves, self.first, self.sentence, self.tour)

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.at]

    @property
    def board(self) -> Board:
        """The position on the board: after the moves of a diagram, or after the answer."""
        return (
            follow(self.step.board, self.moves).steps[-1].after if self.moves else self.step.board
        )

    @property
    def is_diagram(self) -> bool:
        return self.step.right is None

    @property
    def solved(self) -> bool:
        return not self.is_diagram and bool(self.moves)

    @property
    def view(self) -> LessonView:
        step, lesson, last = self.step, self.lesson, self.at == len(self.lesson.steps) - 1
        labels, noted = self._marks()
        theme = lesson.puzzles
        task = "" if self.is_diagram or self.tour else self._question
        position = position_of(
            self.board,
            legal=self.is_diagram or not self.solved,
            last=self.moves[-1] if self.moves else None,
            labels=labels,
            noted=noted,
        )
        after = lesson_after(lesson, touring=self.tour)
        return LessonView(
            position,
            number=self.at + 1,
            total=len(lesson.steps),
            asking=not self.is_diagram and not self.solved,
            solved=self.is_diagram or self.solved,
            headline=self._headline,
            sentence=self.sentence or ("" if task else self._question),
            task=task,
            id=lesson.id,
            title=lesson.say(lesson.title),
            chapter=lesson.say(lesson.chapter),
            text=tuple(map(lesson.say, lesson.text)),
            steps=self._marks_of_steps,
            diagram=self.is_diagram,
            can_back=self.is_diagram and bool(self.moves),
            can_on=self.is_diagram and self.moves == step.line[: len(self.moves)] != step.line,
            last=last or self.tour,
            next_lesson=after.id if after and (last or self.tour) else "",
            theme=theme.key if theme else "",
            theme_title=theme.title if theme else "",
        )

    # --- Actions ---------------------------------------------------------------------------------

    def choose(self, square: Square) -> LessonInstructions:
        """Play on in a diagram, or answer; after the right answer, any square continues."""
        if self.solved:
            return self.go_on()
        step, board = self.step, self.board
        if square not in board.legal_moves:
            self.sentence = not_legal(board.legal_moves)
            return [RefreshView()]
        self.tried = None
        if self.is_diagram:
            self.moves, self.sentence = (*self.moves, square), ""
            return [RefreshView()]
        if step.accepts(square):
            self.moves = (square,)
            self.sentence = self._praise(square)
            return self._count(right=True)
        self.tried = square
        name = square_name(square, board.size)
        if step.task is not None and not step.task.counted:
            self.sentence = _("{move} loses discs. Analyzing how many…", move=name)
            return [*self._count(right=False), AnalyzeAnswer(self.card, square)]
        said = step.task.comment(board, square) if step.task else ""
        if step.other:
            said = self.lesson.say(step.other, **self._facts(square))
        elif not said:
            said = _("{move} is not the move to find.", move=name)
        self.sentence = f"{said} {_('Try again.')}"
        return self._count(right=False)

    def give_up(self) -> LessonInstructions:
        """Show the right move, or start a diagram again."""
        if self.is_diagram:
            return self.walk("first")
        if self.solved:
            return []
        square = (self.step.right or tuple(self.step.board.legal_moves))[0]
        self.moves, self.tried = (square,), None
        self.sentence = self._praise(square, found=False)
        return self._count(right=False)

    def go_on(self) -> LessonInstructions:
        if not self.is_diagram and not self.solved:
            self.sentence = _("Find the move first, or show the answer.")
            return [RefreshView()]
        return self.go_to(self.at + 1)

    def go_to(self, at: int) -> LessonInstructions:
        """Show another step of the lesson."""
        if not 0 <= at < len(self.lesson.steps):
            return []
        self.at, self.moves, self.first, self.sentence, self.tried = at, (), None, "", None
        return [RefreshView()]

    def walk(self, where: LineStep) -> LessonInstructions:
        """Go through the moves of a diagram."""
        if not self.is_diagram:
            return []
        line, count = self.step.line, len(self.moves)
        on = self.moves == line[:count]
        to = {"first": (), "back": self.moves[:-1], "next": line[: count + 1], "last": line}[where]
        if on or where in ("first", "back"):
            self.moves, self.sentence = to, ""
        return [RefreshView()]

    def answer_analyzed(self, tried: WrongTry) -> LessonInstructions:
        """Show what a wrong answer loses."""
        if not self.solved and tried.square == self.tried:
            self.sentence = verdict(self.card, tried)
        return [RefreshView()]

    @property
    def card(self) -> Card:
        """The exercise as a practice card: it comes back if it was missed."""
        step = self.step
        source = _("Lesson: {title}", title=self.lesson.say(self.lesson.title))
        loss = step.value - step.best
        return Card(step.board, None, step.right or (), loss, step.exact, "", source)

    # --- Private ---------------------------------------------------------------------------------

    def _are_legal(self) -> bool:
        try:
            follow(self.step.board, self.moves)
        except IllegalMove:
            return False
        return self.is_diagram or not self.moves or self.step.accepts(self.moves[0])

    def _count(self, *, right: bool) -> LessonInstructions:
        """Record the first answer; later ones change nothing."""
        if self.first is not None:
            return [RefreshView()]
        self.first = right
        self.known[self.at] = right or self.known.get(self.at, False)
        best = self.step.task is not None and not self.step.task.counted
        missed = self.card if best and not right else None
        return [SaveAnswer(self.lesson.id, self.at, right, missed), RefreshView()]

    def _facts(self, square: Square) -> dict[str, object]:
        board = self.step.board
        after = board.play(square)
        return {
            "square": square_name(square, board.size),
            "move": square_name(square, board.size),
            "color": board.turn,
            "opponent": board.turn.opponent,
            "turned": listed(board.flips(square).names),
            "black": after.count(Color.BLACK),
            "white": after.count(Color.WHITE),
        }

    def _praise(self, square: Square, *, found: bool = True) -> str:
        """Return what the right move achieves."""
        step, board = self.step, self.step.board
        said = [_("Correct.") if found else _("Right: {moves}.", moves=self._right_moves)]
        if step.done:
            done = self.lesson.say(step.done, **self._facts(square))
            return done if step.task is None else f"{said[0]} {done}"
        if step.task is not None and step.task.counted:
            said.append(step.task.comment(board, square))
        elif step.task is not None:
            loss = step.value - step.best
            said.append(ngettext(*(WORSE if step.exact else ABOUT), loss))
        return " ".join(filter(None, said))

    @property
    def _right_moves(self) -> str:
        size = self.step.board.size
        return listed(square_name(square, size) for square in self.step.right or ())

    @property
    def _headline(self) -> str:
        turn = self.step.board.turn
        if self.is_diagram:
            shown = sum(step.right is None for step in self.lesson.steps[: self.at + 1])
            return _("Diagram {number}, {color} to move.", number=shown, color=turn)
        number = self.lesson.exercises.index(self.at) + 1
        total = len(self.lesson.exercises)
        return _(
            "Exercise {number} of {total}, {color} to move.", number=number, total=total, color=turn
        )

    @property
    def _question(self) -> str:
        """Return the task of an exercise, or the caption of a diagram."""
        step, board, lesson = self.step, self.step.board, self.lesson
        if step.task is not None:
            return step.task.sentence(board)
        if not self.is_diagram or lesson.own or not step.line:
            return lesson.say(step.text) or ("" if self.is_diagram else _("Find the move."))
        names = [square_name(square, board.size) for square in step.line[:2]]
        if not step.text:
            loss = loss_sentence(step.line[0], board, step.best - step.value, exact=step.exact)
            compare = _("Step through the moves that follow, and compare.")
            return f"{loss} {compare}"
        return lesson.say(
            step.text,
            move=names[0],
            reply=names[-1],
            color=board.turn,
            opponent=board.turn.opponent,
        )

    @property
    def _marks_of_steps(self) -> tuple[str, ...]:
        """Return a mark for each step of the lesson, or for each lesson of the tour."""
        if self.tour:
            at, count = tour().index(self.lesson), len(tour())
            marks = ["right"] * at + [""] * (count - at)
        else:
            at, words = self.at, {True: "right", False: "wrong", None: ""}
            marks = [words[self.known.get(step)] for step in range(len(self.lesson.steps))]
        return (*marks[:at], "right" if self.tour and self.solved else "now", *marks[at + 1 :])

    def _marks(self) -> tuple[dict[str, Label], tuple[str, ...]]:
        """Return the labels of squares, and the discs that the task counts."""
        step, size = self.step, self.step.board.size
        labels = {} if self.tried is None else {square_name(self.tried, size): WRONG}
        if self.is_diagram or not (self.solved or self.tried is not None) or not step.task:
            return labels, ()
        move = self.moves[0] if self.solved else self.tried
        assert move is not None, "there was an answer"
        counted = [square_name(at, size) for at in step.task.evidence(step.board, move)]
        if self.solved:
            counted = [name for name in counted if name != square_name(move, size)]
            after = step.board.play(move)
        else:
            after = step.board
        empty = {square_name(at, size) for at in after.empties}
        return (
            labels | {name: REASON for name in counted if name in empty and name not in labels},
            tuple(name for name in counted if name not in empty),
        )
