"""Draw a position in the style of the browser, with coordinates and a caption."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

from outflank.board import COLUMNS, Board, Color, Square
from outflank.pictures.letters import fitted, text_width, typeset
from outflank.translation import _

SMALLEST, LARGEST = 8, 128  # pixels per square
FINER = 4  # oversampling factor of discs, for smooth edges

Rgb = tuple[int, int, int]

# The colors of the browser's board.
FELT: Rgb = (10, 122, 62)
GRID: Rgb = (6, 64, 31)
FRAME: Rgb = (62, 38, 18)
LETTERS: Rgb = (242, 223, 194)
MARK: Rgb = (232, 64, 44)
HIGHLIGHT: Rgb = (255, 210, 70)
# The gradient of a disc from its highlight to its rim: distance and color.
SHADES: dict[Color, tuple[tuple[float, Rgb], ...]] = {
    Color.BLACK: (
        (0.0, (104, 111, 118)),
        (0.35, (54, 60, 65)),
        (0.7, (30, 33, 37)),
        (1.0, (11, 12, 14)),
    ),
    Color.WHITE: (
        (0.0, (255, 255, 255)),
        (0.45, (250, 250, 246)),
        (0.75, (226, 224, 214)),
        (1.0, (176, 174, 162)),
    ),
}


@dataclass(frozen=True, slots=True)
class Caption:
    """The text below a board: the players, the score and a line about the game."""

    black: str
    white: str
    score: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of squares and frame in pixels."""

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
            raise ValueError(
                _(
                    "A square must be {least} to {most} pixels wide, not {number}.",
                    least=SMALLEST,
                    most=LARGEST,
                    number=square,
                )
            )
        return cls(square, max(10, square // 2))


def draw_board(
    board: Board,
    measures: Measures,
    *,
    last_move: Square | None = None,
    highlight: Iterable[Square] = (),
    caption: Caption | None = None,
) -> Image.Image:
    picture = _empty_board(board.size, measures, caption).copy()
    draw = ImageDraw.Draw(picture)
    size, square, edge = board.size, measures.square, measures.edge
    inside = square - measures.line
    marked = set(highlight)
    for at in range(size * size):
        row, column = divmod(at, size)
        left, top = edge + column * square, edge + row * square
        if (color := board[at]) is not None:
            picture.paste(square_with_disc(inside, color, at == last_move), (left, top))
        if at in marked:
            corners = (left, top, left + inside - 1, top + inside - 1)
            draw.rectangle(corners, outline=HIGHLIGHT, width=max(1, inside // 20))
    if size >= 8:
        _draw_stars(picture, size, measures)
    return picture


def write(
    picture: Image.Image, text: str, at: tuple[float, float], height: float, anchor: str = "m"
) -> None:
    """Write text centered on its capitals ("m"), or to the right ("l") or left ("r") of a point."""
    text, font = typeset(text, height)
    x, y = at
    draw = ImageDraw.Draw(picture)
    draw.text((x, y + height / 2), text, LETTERS, font, anchor=f"{anchor}s")


@lru_cache(maxsize=4)
def _empty_board(size: int, measures: Measures, caption: Caption | None) -> Image.Image:
    """Draw the parts that all pictures of a game share."""
    square, edge, line = measures.square, measures.edge, measures.line
    width = 2 * edge + size * square
    below = 0 if caption is None else width // 9
    picture = Image.new("RGB", (width, width + below), FRAME)
    picture.paste(GRID, (edge - line, edge - line, width - edge, width - edge))
    for row in range(size):
        for column in range(size):
            left, top = edge + column * square, edge + row * square
            picture.paste(FELT, (left, top, left + square - line, top + square - line))
    high = max(5.0, edge * 0.34)
    for number in range(size):
        middle = edge + (number + 0.5) * square
        # Lower-case letters are 0.7 as high, so their center is lower.
        write(picture, COLUMNS[number], (middle, edge / 2 - 0.08 * high), high)
        write(picture, str(number + 1), (edge / 2, middle), high)
    if caption is not None:
        _draw_caption(picture, caption, width, below)
    return picture


def _draw_stars(picture: Image.Image, size: int, measures: Measures) -> None:
    square, edge, line = measures.square, measures.edge, measures.line
    radius = max(1.5, square / 18)
    dot = _disc_mask(int(2 * radius + 2), radius)
    for row in (2, size - 2):
        for column in (2, size - 2):
            x, y = (edge + at * square - line // 2 - dot.width // 2 for at in (column, row))
            picture.paste(GRID, (x, y), dot)


def _draw_caption(picture: Image.Image, caption: Caption, width: int, below: int) -> None:
    """Draw Black at the left, White at the right, and the score between them."""
    margin, middle = width * 0.04, width / 2
    name, score, line = width * 0.024, width * 0.034, width * 0.016
    top = width - below * 0.06
    disc = round(width * 0.05)
    beside = disc + width * 0.016
    taken = text_width(caption.score, score) / 2 if caption.score else width * 0.02
    room = middle - margin - beside - taken - width * 0.03
    mask = _disc_mask(disc, 0.48 * disc)
    for color, left in ((Color.BLACK, margin), (Color.WHITE, width - margin - disc)):
        picture.paste(_shine(disc, 0.48 * disc, color), (round(left), round(top)), mask)
    at = top + disc / 2
    write(picture, fitted(caption.black, name, room), (margin + beside, at), name, "l")
    write(picture, fitted(caption.white, name, room), (width - margin - beside, at), name, "r")
    write(picture, caption.score, (middle, at), score)
    about = fitted(caption.line, line, width - 2 * margin)
    write(picture, about, (middle, top + disc + width * 0.013 + line / 2), line)


@cache
def square_with_disc(width: int, color: Color, marked: bool) -> Image.Image:
    """Draw a square of felt and a shiny disc with a shadow."""
    radius = 0.42 * width
    picture = Image.new("RGB", (width, width), FELT)
    shadow = _disc_mask(width, radius, (0.03 * width, 0.05 * width), strength=128)
    picture.paste((0, 0, 0), (0, 0), shadow.filter(ImageFilter.GaussianBlur(0.03 * width)))
    picture.paste(_shine(width, radius, color), (0, 0), _disc_mask(width, radius))
    if marked:
        picture.paste(MARK, (0, 0), _disc_mask(width, 0.13 * width))
    return picture


def _disc_mask(
    width: int, radius: float, off: tuple[float, float] = (0, 0), strength: int = 255
) -> Image.Image:
    """Return the coverage of each pixel by a disc at an offset from the center of a square."""
    mask = Image.new("L", (width * FINER, width * FINER))
    x, y = (FINER * (width / 2 + away) - 0.5 for away in off)
    ImageDraw.Draw(mask).circle((x, y), radius * FINER, strength)
    return mask.reduce(FINER)


def _shine(width: int, radius: float, color: Color) -> Image.Image:
    """Draw the face of a disc, lit from the upper left."""
    gleam = width / 2 - 0.42 * radius, width / 2 - 0.55 * radius
    reach = radius * (1 + (0.42**2 + 0.55**2) ** 0.5)
    scale = 128 / reach  # the gradient is 256 pixels wide, and 180 at its edge, 255 in a corner
    moved = (scale, 0, 128 - scale * gleam[0], 0, scale, 128 - scale * gleam[1])
    shine = Image.radial_gradient("L").transform(
        (width, width), Image.Transform.AFFINE, moved, Image.Resampling.BILINEAR
    )
    shine.putpalette([part for far in range(256) for part in _shade(color, far / 180)])
    return shine.convert("RGB")


def _shade(color: Color, far: float) -> Rgb:
    for (low, first), (high, second) in pairwise(SHADES[color]):
        if far <= high:
            share = (far - low) / (high - low)
            red, green, blue = (
                round(a + (b - a) * share) for a, b in zip(first, second, strict=True)
            )
            return red, green, blue
    return SHADES[color][-1][1]
