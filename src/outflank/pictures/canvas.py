"""A board drawn into a picture of palette colours, with smooth discs."""

from collections.abc import Iterable
from functools import cache

from outflank.board import COLUMNS, Board, Color, Square

Rgb = tuple[int, int, int]

FELT: Rgb = (0, 128, 64)
FRAME: Rgb = (40, 40, 40)
GRID: Rgb = (0, 60, 30)
BLACK: Rgb = (16, 16, 16)
WHITE: Rgb = (245, 245, 240)
LETTERS: Rgb = (220, 220, 210)
MARK: Rgb = (220, 60, 40)
HIGHLIGHT: Rgb = (240, 190, 40)

SHADES = 8  # steps between felt and disc at a disc's edge
SMALLEST, LARGEST = 8, 128  # pixels a square


def _blend(inner: Rgb, outer: Rgb, share: float) -> Rgb:
    red, green, blue = (
        round(a * share + b * (1 - share)) for a, b in zip(inner, outer, strict=True)
    )
    return red, green, blue


PALETTE: tuple[Rgb, ...] = (
    FELT,
    FRAME,
    GRID,
    LETTERS,
    MARK,
    HIGHLIGHT,
    *(_blend(BLACK, FELT, step / SHADES) for step in range(1, SHADES + 1)),
    *(_blend(WHITE, FELT, step / SHADES) for step in range(1, SHADES + 1)),
)
_FELT, _FRAME, _GRID, _LETTERS, _MARK, _HIGHLIGHT = range(6)
_BLACK = 6 - 1  # plus 1 to SHADES
_WHITE = 6 + SHADES - 1

# The letters and digits of the edge, five rows of three bits each, drawn by us.
_GLYPHS = {
    "a": "010101111101101", "b": "110101110101110", "c": "011100100100011", "d": "110101101101110",
    "e": "111100110100111", "f": "111100110100100", "g": "011100101101011", "h": "101101111101101",
    "i": "111010010010111", "j": "001001001101010", "k": "101101110101101", "l": "100100100100111",
    "m": "101111111101101", "n": "110101101101101", "o": "010101101101010", "p": "110101110100100",
    "0": "010101101101010", "1": "010110010010111", "2": "110001010100111", "3": "110001010001110",
    "4": "101101111001001", "5": "111100110001110", "6": "011100110101010", "7": "111001010010010",
    "8": "010101010101010", "9": "010101011001110",
}  # fmt: skip


class Canvas:
    """Pixels as numbers of palette colours, row by row from the top."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [bytearray([_FRAME]) * width for _ in range(height)]

    @property
    def pixels(self) -> bytes:
        """All pixels, row by row."""
        return b"".join(self.rows)

    def fill(self, left: int, top: int, width: int, height: int, color: int) -> None:
        """Fill a rectangle."""
        for row in self.rows[top : top + height]:
            row[left : left + width] = bytes([color]) * width


def draw_board(
    board: Board,
    *,
    square: int = 40,
    last_move: Square | None = None,
    highlight: Iterable[Square] = (),
) -> Canvas:
    """A position as a picture with the names of rows and columns at its edges."""
    if not SMALLEST <= square <= LARGEST:
        raise ValueError(f"a square is {SMALLEST} to {LARGEST} pixels wide; got {square}")
    size = board.size
    edge = max(10, square // 2)
    canvas = Canvas(2 * edge + size * square + 1, 2 * edge + size * square + 1)
    canvas.fill(edge, edge, size * square + 1, size * square + 1, _GRID)
    marked = set(highlight)
    for at in range(size * size):
        row, column = divmod(at, size)
        left, top = edge + column * square + 1, edge + row * square + 1
        canvas.fill(left, top, square - 1, square - 1, _HIGHLIGHT if at in marked else _FELT)
        if at in marked:
            canvas.fill(left + 2, top + 2, square - 5, square - 5, _FELT)
        if board[at] is not None:
            _draw_disc(canvas, left, top, square - 1, board[at] is Color.BLACK)
        if at == last_move:
            dot = max(2, square // 6)
            middle = (square - 1 - dot) // 2
            canvas.fill(left + middle, top + middle, dot, dot, _MARK)
    _draw_edges(canvas, size, square, edge)
    return canvas


def _draw_disc(canvas: Canvas, left: int, top: int, width: int, black: bool) -> None:
    base = _BLACK if black else _WHITE
    for y, (begin, shades) in enumerate(_disc(width)):
        row = canvas.rows[top + y]
        for x, shade in enumerate(shades, start=left + begin):
            if shade:
                row[x] = base + shade


@cache
def _disc(width: int) -> tuple[tuple[int, bytes], ...]:
    """A disc's shades, 0 to SHADES, row by row, by how much of each pixel it covers."""
    middle, radius, fine = width / 2, width * 0.42, 4
    rows = []
    for y in range(width):
        shades = bytearray()
        for x in range(width):
            inside = sum(
                (x + (i + 0.5) / fine - middle) ** 2 + (y + (j + 0.5) / fine - middle) ** 2
                <= radius * radius
                for i in range(fine)
                for j in range(fine)
            )
            shades.append(round(inside * SHADES / (fine * fine)))
        rows.append((0, bytes(shades)))
    return tuple(rows)


def _draw_edges(canvas: Canvas, size: int, square: int, edge: int) -> None:
    scale = max(1, edge // 9)
    for number in range(size):
        middle = edge + number * square + square // 2
        _draw_text(canvas, COLUMNS[number], middle, edge // 2, scale)
        _draw_text(canvas, str(number + 1), edge // 2, middle, scale)


def _draw_text(canvas: Canvas, text: str, x: int, y: int, scale: int) -> None:
    left = x - (4 * len(text) - 1) * scale // 2
    for letter in text:
        for at, bit in enumerate(_GLYPHS[letter]):
            if bit == "1":
                row, column = divmod(at, 3)
                canvas.fill(
                    max(0, left + column * scale), y + (row - 2) * scale - scale // 2, scale, scale,
                    _LETTERS,
                )  # fmt: skip
        left += 4 * scale
