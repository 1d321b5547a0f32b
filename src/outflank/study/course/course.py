"""The lessons: texts from course.toml, computed diagrams and exercises from exercises.txt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from outflank.board import Board, Square, parse_square, square_name
from outflank.study.course.tasks import ExerciseTask, course_texts
from outflank.study.puzzles.themes import Theme
from outflank.study.why.reason import MoveReason
from outflank.translation import _

EXERCISES_FILE = Path(__file__).with_name("exercises.txt")
HEADER = (
    "# outflank course 1: exercise, lesson, task, position, right moves, their value, that of "
    "the next best move, depth (0: proved); diagram, lesson, position, line of the right move and "
    "of a worse one, their values, depth"
)
TOUR = "The rules"  # the chapter whose first steps are a tour of the rules in a minute


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A position of a lesson: a diagram to play on, or an exercise."""

    board: Board
    right: tuple[Square, ...] | None = None  # None: a diagram; empty: any legal move
    task: ExerciseTask | None = None
    text: str = ""  # of the task or the diagram
    done: str = ""  # the comment on a right move
    other: str = ""  # the comment on any other move
    line: tuple[Square, ...] = ()  # of a diagram
    value: int = 0  # of the right move, or of the diagram's first move, for the side to move
    best: int = 0  # of the next best move; in a diagram, of the best move
    exact: bool = True

    def accepts(self, move: Square) -> bool:
        return not self.right or move in self.right


@dataclass(frozen=True, slots=True)
class LessonLink:
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea: a text, diagrams and exercises; built-in texts are translated when displayed."""

    id: str
    title: str
    text: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    chapter: str = ""
    puzzles: Theme | None = None  # the theme of the puzzles that go with it
    explains: tuple[str, ...] = ()  # themes, and kinds or claims of reasons
    own: bool = False  # made by a teacher: its texts are not in the catalogue

    def say(self, text: str, **values: object) -> str:
        """Return a text of the lesson in the current language; a teacher's text as it is."""
        return text if self.own or not text else _(text, **values)

    @property
    def link(self) -> LessonLink:
        return LessonLink(self.id, self.say(self.title))

    @property
    def exercises(self) -> tuple[int, ...]:
        """The indices of the steps that ask for a move."""
        return tuple(at for at, step in enumerate(self.steps) if step.right is not None)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return the lessons of the course in their order, by id."""
    rows = [row.split() for row in EXERCISES_FILE.read_text("utf-8").splitlines()[1:]]
    return {
        entry["id"]: _lesson(entry, [row for row in rows if row[1] == entry["id"]])
        for entry in course_texts()["lesson"]
    }


def find_lesson(name: str) -> Lesson:
    """Return a lesson of the course; raise ``ValueError`` with a sentence if there is none."""
    if name not in lessons():
        names = ", ".join(lessons())
        raise ValueError(
            _("There is no lesson “{name}”. Lessons: {names}.", name=name, names=names)
        )
    return lessons()[name]


def tour() -> tuple[Lesson, ...]:
    return tuple(lesson for lesson in lessons().values() if lesson.chapter == TOUR)


def chapters() -> tuple[tuple[str, tuple[Lesson, ...]], ...]:
    """Return the chapters in order, each with its title and its lessons."""
    groups = groupby(lessons().values(), lambda lesson: lesson.chapter)
    return tuple((_(chapter), tuple(group)) for chapter, group in groups)


def lesson_after(lesson: Lesson, *, touring: bool) -> Lesson | None:
    known = tour() if touring else tuple(lessons().values())
    return next((after for each, after in pairwise(known) if each is lesson), None)


@cache
def _explaining() -> dict[str, str]:
    return {name: each.id for each in lessons().values() for name in each.explains}


def lesson_of_reasons(reasons: Iterable[MoveReason]) -> LessonLink | None:
    """Return the lesson that explains the first reason that has one."""
    known = _explaining()
    for reason in reasons:
        name = known.get(reason.claim) or known.get(reason.kind.value)
        if name:
            return lessons()[name].link
    return None


def lesson_of_theme(theme: Theme) -> LessonLink:
    return lessons()[_explaining()[theme.key]].link


def _lesson(entry: dict[str, Any], rows: list[list[str]]) -> Lesson:
    written = [
        LessonStep(
            Board.from_text(step["position"]),
            tuple(map(parse_square, step["expected"])),
            text=step["task"],
            done=step["done"],
            other=step.get("other", ""),
        )
        for step in entry.get("step", ())
    ]
    shown = [_diagrams(row, entry["caption"]) for row in rows if row[0] == "diagram"]
    diagrams = [*shown[0], *(pair[0] for pair in shown[1:])] if shown else []
    asked = [_exercise(row, entry["caption"]) for row in rows if row[0] == "exercise"]
    return Lesson(
        entry["id"],
        entry["title"],
        tuple(entry["text"]),
        (*written, *diagrams, *asked),
        entry["chapter"],
        Theme.of(entry["puzzles"]),
        tuple(entry["explains"]),
    )


def _diagrams(row: list[str], caption: str) -> tuple[LessonStep, LessonStep]:
    """Return a diagram with the line of the right move, and one with that of a worse move."""
    _kind, _name, discs, turn, good, bad, best, worse, depth = row
    board, exact = Board.from_text(f"{discs} {turn}"), depth == "0"
    right, wrong = read_moves(good), read_moves(bad)
    value, other = int(best), int(worse)
    return (
        LessonStep(board, text=caption, line=right, value=value, best=value, exact=exact),
        LessonStep(board, line=wrong, value=other, best=value, exact=exact),
    )


def _exercise(row: list[str], caption: str) -> LessonStep:
    _kind, _name, key, discs, turn, right, value, other, depth = row
    task = next(each for each in ExerciseTask if each.key == key)
    return LessonStep(
        Board.from_text(f"{discs} {turn}"),
        tuple(map(parse_square, right.split(","))),
        task,
        done=caption if task.counted and not task.has_comment else "",
        value=int(value),
        best=int(other),
        exact=depth == "0",
    )


def read_moves(text: str, size: int = 8) -> tuple[Square, ...]:
    return tuple(parse_square(text[at : at + 2], size) for at in range(0, len(text), 2))


def written_moves(moves: Iterable[Square], size: int = 8) -> str:
    return "".join(square_name(at, size) for at in moves)
