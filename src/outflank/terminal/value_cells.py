"""An empty square with a value or a label on it.

An estimate is a bare number, with a star for the best move. An exact value is a bright block with a
frame and, if there is room, the word won, drawn or lost, in capitals for the best move. Labels are
words on bright blocks.
"""

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from outflank.study.values import MoveValue
from outflank.study.views import Label
from outflank.study.words import worth as in_words
from outflank.terminal.looks import Look, Rgb, style
from outflank.translation import _

FRAMED = 5  # columns of a framed value such as [+12]
NUMBER = 3  # columns of a bare value


def label_rows(
    label: Label, width: int, height: int, ground: Rgb, look: Look
) -> tuple[tuple[Segment, ...], ...]:
    """Return the character rows of a square with a label."""
    text = label.text if cell_len(label.text) <= width else label.short
    ink = style((0, 0, 0), look.fate(label.tone), bold=True)
    return _rows([text], (height - 1) // 2, width, height, ink, style(ground, ground))


def worth_rows(
    worth: MoveValue, width: int, height: int, ground: Rgb, look: Look, *, cursor: bool
) -> tuple[tuple[Segment, ...], ...]:
    """Return the character rows of a square with a value."""
    if worth.fate is None:
        ink, back = (look.hint if worth.best else look.white[0]), ground
    else:
        ink, back = (0, 0, 0), look.cursor if cursor else look.fate(worth.fate)
    lines = [_number(worth, width)]
    if worth.fate is not None and height > 1 and width >= FRAMED:
        fate = _(worth.fate.value)
        lines.append(fate.upper() if worth.best else fate)
        plate = max(map(cell_len, lines))
        lines = [
            set_cell_size(" " * ((plate - cell_len(line)) // 2) + line, plate) for line in lines
        ]
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
    """Center lines on an empty square, starting at the row ``top``."""
    rows: list[tuple[Segment, ...]] = [(Segment(" " * width, ground),)] * height
    for row, text in enumerate(lines, start=top):
        left = (width - cell_len(text)) // 2
        right = width - cell_len(text) - left
        parts = (Segment(" " * left, ground), Segment(text, look), Segment(" " * right, ground))
        rows[row] = tuple(part for part in parts if part.text)
    return tuple(rows)
