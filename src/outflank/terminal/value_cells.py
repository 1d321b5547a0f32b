"""An empty square with something written on it: what a move there is worth, or what it was.

An estimate is a bare number, the best with a star; an exact value is a bright block with a frame,
and where there is room for a second line it says won, drawn or lost, the best in capitals. A label
of a review or of practice is a word on a bright block.
"""

from rich.segment import Segment
from rich.style import Style

from outflank.study.values import MoveValue
from outflank.study.views import Label
from outflank.study.words import worth as in_words
from outflank.terminal.looks import Look, Rgb, style
from outflank.translation import _

FRAMED = 5  # columns that a framed value such as [+12] needs
NUMBER = 3  # columns that a bare one needs


def label_rows(
    label: Label, width: int, height: int, ground: Rgb, look: Look
) -> tuple[tuple[Segment, ...], ...]:
    """The rows of characters of a square with a label."""
    text = label.text if len(label.text) <= width else label.short
    ink = style((0, 0, 0), look.fate(label.tone), bold=True)
    return _rows([text], (height - 1) // 2, width, height, ink, style(ground, ground))


def worth_rows(
    worth: MoveValue, width: int, height: int, ground: Rgb, look: Look, *, cursor: bool
) -> tuple[tuple[Segment, ...], ...]:
    """The rows of characters of a square with a value."""
    if worth.fate is None:
        ink, back = (look.hint if worth.best else look.white[0]), ground
    else:
        ink, back = (0, 0, 0), look.cursor if cursor else look.fate(worth.fate)
    lines = [_number(worth, width)]
    if worth.fate is not None and height > 1 and width >= FRAMED:
        fate = _(worth.fate.value)
        lines.append(fate.upper() if worth.best else fate)
        plate = max(map(len, lines))
        lines = [line.center(plate) for line in lines]
    top, look_of_text = (height - len(lines)) // 2, style(ink, back, bold=True)
    return _rows(lines, top, width, height, look_of_text, style(ground, ground))


def _number(worth: MoveValue, width: int) -> str:
    number = in_words(worth.score)
    if width < NUMBER:
        return number[0]
    if width < FRAMED:
        return number
    if worth.fate is not None:
        return f"[{number}]"
    return f"*{number}" if worth.best else number


def _rows(
    lines: list[str], top: int, width: int, height: int, look: Style, ground: Style
) -> tuple[tuple[Segment, ...], ...]:
    """Lines in the middle of an empty square, from the row ``top`` on."""
    rows: list[tuple[Segment, ...]] = [(Segment(" " * width, ground),)] * height
    for row, text in enumerate(lines, start=top):
        left = (width - len(text)) // 2
        right = width - len(text) - left
        parts = (Segment(" " * left, ground), Segment(text, look), Segment(" " * right, ground))
        rows[row] = tuple(part for part in parts if part.text)
    return tuple(rows)
