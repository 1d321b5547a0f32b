"""Lessons made by teachers: a small JSON document, and the same packed into a link.

The document has a title, a text and steps. A step has a position, a text, and the expected moves;
without them it is a diagram to play on.

    {"title": "…", "text": ["…"], "steps": [{"position": "…", "text": "…", "expected": ["c4"]}]}
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from outflank.board import Board, InvalidSquare, parse_square, square_name
from outflank.study.course.course import Lesson, LessonStep, lessons
from outflank.translation import _

LONGEST = 6000  # characters of a packed lesson: links stay usable in mail and chats
MOST_BYTES = 40_000  # of the document
MOST_STEPS = 30
MOST_TEXT = 2000  # characters of a text
FIELDS = {"title", "text", "steps"}
STEP_FIELDS = {"position", "text", "expected", "done"}


class InvalidLesson(ValueError):
    """A file or link that is not a lesson; the message says what was expected."""


def read_lesson(text: str) -> Lesson:
    """Read a lesson document; raise ``InvalidLesson`` with a sentence."""
    if len(text.encode()) > MOST_BYTES:
        raise InvalidLesson(
            _("A lesson has at most {most} bytes. This one is longer.", most=MOST_BYTES)
        )
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidLesson(
            _("This is not a lesson: expected a JSON document with a title, a text and steps.")
        ) from None
    entry = _checked(document, FIELDS, {"title", "steps"})
    steps = entry["steps"]
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        raise InvalidLesson(_("A lesson has 1 to {most} steps.", most=MOST_STEPS))
    return Lesson(
        f"own-{sha256(text.encode()).hexdigest()[:24]}",
        _text(entry, "title"),
        tuple(line for line in _text(entry, "text").splitlines() if line.strip()),
        tuple(_step(step, number) for number, step in enumerate(steps, start=1)),
        own=True,
    )


def _step(step: Any, number: int) -> LessonStep:
    entry = _checked(step, STEP_FIELDS, {"position"})
    try:
        board = Board.from_text(_text(entry, "position"))
    except ValueError as error:
        raise InvalidLesson(_("Step {number}: {error}", number=number, error=error)) from None
    if not board.legal_moves:
        raise InvalidLesson(_("Step {number}: the side to move has no legal move.", number=number))
    expected = entry.get("expected")
    right = None
    if expected is not None:
        try:
            right = tuple(parse_square(str(name), board.size) for name in expected)
        except (InvalidSquare, TypeError) as error:
            raise InvalidLesson(_("Step {number}: {error}", number=number, error=error)) from None
        for square in right:
            if square not in board.legal_moves:
                raise InvalidLesson(
                    _(
                        "Step {number}: the expected move {move} is illegal. Legal moves: {moves}.",
                        number=number,
                        move=square_name(square, board.size),
                        moves=board.legal_moves,
                    )
                )
    return LessonStep(board, right, text=_text(entry, "text"), done=_text(entry, "done"))


def _checked(value: Any, fields: set[str], needed: set[str]) -> Mapping[str, Any]:
    if not isinstance(value, dict) or not needed <= value.keys() <= fields:
        raise InvalidLesson(
            _(
                "This is not a lesson: expected the fields {fields}, of which {needed} must be "
                "there.",
                fields=", ".join(sorted(fields)),
                needed=", ".join(sorted(needed)),
            )
        )
    return value


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name, "")
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        value = "\n".join(value)
    if not isinstance(value, str) or len(value) > MOST_TEXT or "\0" in value:
        raise InvalidLesson(
            _("“{field}” must be a text of at most {most} characters.", field=name, most=MOST_TEXT)
        )
    return value


def pack_lesson(text: str) -> str:
    """Pack a lesson document for a link; raise ``InvalidLesson`` if it is invalid or too long.

    >>> text = '{"title": "One", "steps": [{"position": "' + Board().to_text() + '"}]}'
    >>> unpack_lesson(pack_lesson(text)).title
    'One'
    """
    read_lesson(text)
    compact = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    packed = urlsafe_b64encode(zlib.compress(compact.encode(), 9)).decode().rstrip("=")
    if len(packed) > LONGEST:
        raise InvalidLesson(_("The lesson is too long for a link. Share it as a file."))
    return packed


def linked_lesson(text: str) -> Lesson:
    """Return the lesson of a link or a packed lesson, or of the course by its id."""
    name = text.strip().rpartition("=")[2]
    return lessons()[name] if name in lessons() else unpack_lesson(name)


def unpack_lesson(packed: str) -> Lesson:
    """Read a lesson from a link; raise ``InvalidLesson`` with a sentence."""
    try:
        data = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, MOST_BYTES + 1).decode()
        if not unpacker.eof and len(text) <= MOST_BYTES:
            raise ValueError("cut off")
    except (ValueError, zlib.error):
        raise InvalidLesson(
            _("This link contains no lesson, or only a part of one. Copy the whole link.")
        ) from None
    return read_lesson(text)
