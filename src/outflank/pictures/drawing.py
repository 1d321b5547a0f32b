"""A position drawn as the browser shows it, with the names of rows and columns and of who plays."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from outflank.board import COLUMNS, Board, Color, Square
from outflank.pictures.canvas import (
    HIGHLIGHTED,
    LINE,
    ON_FELT,
    SHINE,
    Canvas,
    disc_on_frame,
    square_with_disc,
)
from outflank.pictures.letters import fitted, text_width

SMALLEST, LARGEST = 8, 128  # pixels a square


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands below a board: who plays, the score between them, and a line about the game."""

    black: str
    white: str
    score: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Measures:
    """How large a picture's squares are, and the frame around them, in pixels."""

    square: int
    edge: int

    @property
    def line(self) -> int:
        return max(1, self.square // 50)

    @classmethod
    def of_width(cls, width: int, size: int) -> "Measures":
        square = width // (size + 1)
        return cls(square, (width - size * square) // 2)

    @classmethod
    def of_square(cls, square: int) -> "Measures":
        if not SMALLEST <= square <= LARGEST:
            raise ValueError(f"a square is {SMALLEST} to {LARGEST} pixels wide; got {square}")
        return cls(square, max(10, square // 2))


def draw_board(
    board: Board,
    measures: Measures,
    *,
    last_move: Square | None = None,
    highlight: Iterable[Square] = (),
    caption: Caption | None = None,
    shades: int = SHINE,
) -> Canvas:
    canvas = _empty_board(board.size, measures, caption).copy()
    size, square, edge = board.size, measures.square, measures.edge
    inside = square - measures.line
    marked = set(highlight)
    for at in range(size * size):
        row, column = divmod(at, size)
        left, top = edge + column * square, edge + row * square
        if (color := board[at]) is not None:
            disc = square_with_disc(inside, color is Color.BLACK, at == last_move, shades)
            canvas.put(disc, left, top)
        if at in marked:
            _draw_ring(canvas, left, top, inside)
    if size >= 8:
        _draw_stars(canvas, size, measures)
    return canvas


@lru_cache(maxsize=4)
def _empty_board(size: int, measures: Measures, caption: Caption | None) -> Canvas:
    """What is the same in all pictures of a game."""
    square, edge, line = measures.square, measures.edge, measures.line
    width = 2 * edge + size * square
    below = 0 if caption is None else width // 9
    canvas = Canvas(width, width + below)
    canvas.fill(edge - line, edge - line, size * square + line, size * square + line, LINE)
    for row in range(size):
        for column in range(size):
            left, top = edge + column * square, edge + row * square
            canvas.fill(left, top, square - line, square - line, ON_FELT)
    _draw_edges(canvas, size, measures)
    if caption is not None:
        _draw_caption(canvas, caption, width, below)
    return canvas


def _draw_stars(canvas: Canvas, size: int, measures: Measures) -> None:
    square, edge, line = measures.square, measures.edge, measures.line
    for row in (2, size - 2):
        for column in (2, size - 2):
            x, y = edge + column * square - line / 2, edge + row * square - line / 2
            canvas.dot(x, y, max(1.5, square / 18))


def _draw_ring(canvas: Canvas, left: int, top: int, width: int) -> None:
    thick = max(1, width // 20)
    canvas.fill(left, top, width, thick, HIGHLIGHTED)
    canvas.fill(left, top + width - thick, width, thick, HIGHLIGHTED)
    canvas.fill(left, top, thick, width, HIGHLIGHTED)
    canvas.fill(left + width - thick, top, thick, width, HIGHLIGHTED)


def _draw_edges(canvas: Canvas, size: int, measures: Measures) -> None:
    square, edge = measures.square, measures.edge
    high = max(5.0, edge * 0.34)
    for number in range(size):
        middle = edge + (number + 0.5) * square
        # Small letters are seven tenths as high, so their middle is lower.
        canvas.middle_text(COLUMNS[number], middle, edge / 2 - 0.58 * high, high)
        canvas.middle_text(str(number + 1), edge / 2, middle - high / 2, high)


def _draw_caption(canvas: Canvas, caption: Caption, width: int, below: int) -> None:
    """Black to the left, White to the right, the score between them."""
    margin, middle = width * 0.04, width / 2
    name, score, line = width * 0.026, width * 0.036, width * 0.016
    top = width - below * 0.06
    disc = round(width * 0.05)
    beside = disc + width * 0.016
    taken = text_width(caption.score, score) / 2 if caption.score else width * 0.02
    room = middle - margin - beside - taken - width * 0.03
    canvas.put(disc_on_frame(disc, black=True), round(margin), round(top))
    canvas.put(disc_on_frame(disc, black=False), round(width - margin - disc), round(top))
    at = top + disc / 2
    black, white = (fitted(text, name, room) for text in (caption.black, caption.white))
    canvas.text(black, margin + beside, at - name / 2, name)
    canvas.text(white, width - margin - beside - text_width(white, name), at - name / 2, name)
    canvas.middle_text(caption.score, middle, at - score / 2, score)
    canvas.middle_text(
        fitted(caption.line, line, width - 2 * margin), middle, top + disc + width * 0.013, line
    )
