"""The controller of lessons, on the practice screens."""

import time
from collections.abc import Callable, Mapping
from typing import Protocol

from outflank.board import Square
from outflank.study.controllers.controller import Controller
from outflank.study.course.course import Lesson, find_lesson
from outflank.study.course.lesson_round import LessonRound, LessonView, LineStep
from outflank.study.instructions import AnalyzeAnswer, LessonInstructions, RefreshView, SaveAnswer
from outflank.study.practice import analyze_answer
from outflank.study.values import SCREEN, Analyst, shared_engine
from outflank.workers.background import Post


class Answers(Protocol):
    """A store of answers to exercises, such as ``storage.LessonAnswers``."""

    def save(self, answer: SaveAnswer, now: float) -> None: ...
    def of(self, lesson: str) -> Mapping[int, bool]: ...
    def close(self) -> None: ...


class LessonController(Controller):
    """Run a lesson, and go on to the next one after its last step."""

    time_left: float | None = None  # lessons have no clock

    def __init__(
        self,
        lesson: Lesson | LessonRound,
        open_answers: Callable[[], Answers],
        *,
        post: Post | None = None,
        analyst: Callable[[], Analyst] = shared_engine,
    ) -> None:
        super().__init__("lesson", post)
        self._open_answers = open_answers
        self._answers: Answers | None = None
        self._analyst = analyst
        self.round = lesson if isinstance(lesson, LessonRound) else self._begun(lesson)

    @property
    def view(self) -> LessonView:
        return self.round.view

    def begin(self) -> None:
        self.changed()

    def choose(self, square: Square) -> None:
        self.carry_out(self.round.choose(square))

    def give_up(self) -> None:
        self.carry_out(self.round.give_up())

    def go_on(self) -> None:
        view = self.view
        if view.solved and view.next_lesson:
            self.round = self._begun(find_lesson(view.next_lesson))
            self.changed()
        else:
            self.carry_out(self.round.go_on())

    def go_to(self, at: int) -> None:
        self.carry_out(self.round.go_to(at))

    def step(self, where: LineStep) -> None:
        self.carry_out(self.round.walk(where))

    def carry_out(self, instructions: LessonInstructions) -> None:
        for instruction in instructions:
            match instruction:
                case RefreshView():
                    self.changed()
                case SaveAnswer():
                    self._opened().save(instruction, time.time())
                case AnalyzeAnswer(card, square):
                    self._tasks.run(
                        lambda: analyze_answer(card, square, self._analyst(), SCREEN),
                        lambda tried: self.carry_out(self.round.answer_analyzed(tried)),
                    )

    def close(self) -> None:
        super().close()
        if self._answers is not None:
            self._answers.close()
            self._answers = None

    def _opened(self) -> Answers:
        if self._answers is None:
            self._answers = self._open_answers()
        return self._answers

    def _begun(self, lesson: Lesson) -> LessonRound:
        return LessonRound(lesson, known=self._opened().of(lesson.id))
