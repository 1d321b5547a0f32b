"""``outflank course``: lessons with diagrams and exercises, or a teacher's lesson from a file."""

import argparse
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from outflank.board import InvalidSquare, parse_square, sentence
from outflank.cli.parser import examples
from outflank.cli.shared.errors import UsageError
from outflank.storage.files.data_dir import own_answers
from outflank.study.controllers.lesson import LessonController
from outflank.study.course.course import Lesson, chapters, find_lesson
from outflank.study.course.sharing import InvalidLesson, read_lesson
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    rows = {
        "outflank course": _("list the lessons and your progress"),
        "outflank course wedge": _("begin a lesson"),
        "outflank course --file my-lesson.json": _("begin a teacher's lesson"),
    }
    parser.epilog = examples(rows)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("lesson", nargs="?", help=_("the lesson; without it, list all"))
    chosen.add_argument("--file", type=Path, help=_("a lesson made by a teacher"))


def run(args: argparse.Namespace) -> int:
    if args.file is None and args.lesson is None:
        return _list()
    teach(_chosen(args), sys.stdin.readline)
    return 0


def _chosen(args: argparse.Namespace) -> Lesson:
    try:
        if args.file is None:
            return find_lesson(args.lesson)
        return read_lesson(args.file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{args.file}: {error.strerror}") from None
    except InvalidLesson as error:
        raise UsageError(f"{args.file}: {error}") from None
    except UnicodeDecodeError:
        raise UsageError(_("{file} is not a text file in UTF-8.", file=args.file)) from None
    except ValueError as error:
        raise UsageError(str(error)) from None


def _list() -> int:
    with closing(own_answers()) as answers:
        known = answers.all()
    for title, lessons in chapters():
        print(title)
        for lesson in lessons:
            right, total = sum(known.get(lesson.id, {}).values()), len(lesson.exercises)
            print(f"  {lesson.id:<16}{right:>3}/{total:<3} {lesson.link.title}")
    return 0


def teach(lesson: Lesson, read: Callable[[], str]) -> None:
    """Teach a lesson step by step, until it is over or the user quits."""
    with closing(LessonController(lesson, own_answers)) as controller:
        print(f"{controller.view.title}\n")
        for paragraph in controller.view.text:
            print(f"{paragraph}\n")
        shown = ("", "")
        while True:
            view, board = controller.view, controller.round.step.board
            if shown[0] != view.headline:
                print(f"{sentence(view.headline)} {view.task}".rstrip())
            if shown[0] != view.headline or view.diagram:
                print(controller.round.board.diagram())
            if view.sentence and shown != (view.headline, view.sentence):
                print(view.sentence)
            shown = view.headline, view.sentence
            print(_("A square, Enter for the next step, ? for the answer, q to quit:"), end=" ")
            sys.stdout.flush()
            line = read()
            text = line.strip().lower()
            last = view.last and view.solved and not text
            if not line or text in ("q", "quit") or last:
                print(_("Goodbye."))
                return
            _action(controller, text, board.size)()


def _action(controller: LessonController, text: str, size: int) -> Callable[[], None]:
    view = controller.view
    if not text:
        return partial(controller.step, "next") if view.can_on else controller.go_on
    if text == "?":
        return controller.give_up
    try:
        return partial(controller.choose, parse_square(text, size))
    except InvalidSquare as error:
        print(error)
        return lambda: None
