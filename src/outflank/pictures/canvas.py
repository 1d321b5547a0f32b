"""A picture of palette colours: flat fills, smooth discs, dots and letters."""

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from outflank.pictures.letters import pen, text_strokes, text_width

Rgb = tuple[int, int, int]
Sprite = Sequence[bytes]  # a small picture, row by row, to be put wherever it is wanted

# The colours of the browser's board, so that a game looks the same wherever it is seen.
FELT: Rgb = (10, 122, 62)
GRID: Rgb = (6, 64, 31)
FRAME: Rgb = (62, 38, 18)
LETTERS: Rgb = (242, 223, 194)
MARK: Rgb = (232, 64, 44)
HIGHLIGHT: Rgb = (255, 210, 70)
# A disc from its gleam to its rim: how far, and the colour there.
BLACK = ((0.0, (104, 111, 118)), (0.35, (54, 60, 65)), (0.7, (30, 33, 37)), (1.0, (11, 12, 14)))
WHITE = (
    (0.0, (255, 255, 255)),
    (0.45, (250, 250, 246)),
    (0.75, (226, 224, 214)),
    (1.0, (176, 174, 162)),
)

SHINE = 56  # shades of a disc, from its gleam to its rim
_SOFT = 12  # shades of an edge


def _blend(inner: Rgb, outer: Rgb, share: float) -> Rgb:
    red, green, blue = (
        round(a * share + b * (1 - share)) for a, b in zip(inner, outer, strict=True)
    )
    return red, green, blue


def _shaded(stops: Sequence[tuple[float, Rgb]], at: float) -> Rgb:
    for (low, first), (high, second) in pairwise(stops):
        if at <= high:
            return _blend(second, first, (at - low) / (high - low))
    return stops[-1][1]


def _ramp(inner: Rgb, outer: Rgb) -> list[Rgb]:
    """From nearly the outer colour to the inner one."""
    return [_blend(inner, outer, step / _SOFT) for step in range(1, _SOFT + 1)]


_DARK_FELT = _blend((0, 0, 0), FELT, 0.5)
_UNDER_DISC = _blend((0, 0, 0), FELT, 0.25)  # what shines through a disc's edge
_PARTS: dict[str, list[Rgb]] = {
    "flat": [FRAME, FELT, GRID, HIGHLIGHT],
    "letters": _ramp(LETTERS, FRAME),
    "shadow": _ramp(_DARK_FELT, FELT),
    "dot": _ramp(GRID, FELT),
    "black": [_shaded(BLACK, step / (SHINE - 1)) for step in range(SHINE)],
    "white": [_shaded(WHITE, step / (SHINE - 1)) for step in range(SHINE)],
    "black edge": _ramp(BLACK[-1][1], _UNDER_DISC),
    "white edge": _ramp(WHITE[-1][1], _UNDER_DISC),
    "mark on black": _ramp(MARK, BLACK[1][1]),
    "mark on white": _ramp(MARK, WHITE[1][1]),
    "black on frame": _ramp(BLACK[-1][1], FRAME),
    "white on frame": _ramp(WHITE[-1][1], FRAME),
}
PALETTE: tuple[Rgb, ...] = tuple(color for part in _PARTS.values() for color in part)
_BEGIN = {
    name: sum(len(part) for part in list(_PARTS.values())[:at]) for at, name in enumerate(_PARTS)
}
ON_FRAME, ON_FELT, LINE, HIGHLIGHTED = range(4)


class Canvas:
    """Pixels as numbers of palette colours, row by row from the top."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [bytearray([ON_FRAME]) * width for _ in range(height)]

    def copy(self) -> "Canvas":
        other = Canvas(self.width, 0)
        other.height, other.rows = self.height, [row.copy() for row in self.rows]
        return other

    @property
    def pixels(self) -> bytes:
        return b"".join(self.rows)

    def fill(self, left: int, top: int, width: int, height: int, color: int) -> None:
        for row in self.rows[top : top + height]:
            row[left : left + width] = bytes([color]) * width

    def put(self, sprite: Sprite, left: int, top: int) -> None:
        for row, pixels in zip(self.rows[top:], sprite, strict=False):
            row[left : left + len(pixels)] = pixels

    def dot(self, x: float, y: float, radius: float) -> None:
        """A small dark disc on the lines, as boards have them."""
        base = _BEGIN["dot"] - 1
        for at_y in range(int(y - radius), int(y + radius) + 2):
            for at_x in range(int(x - radius), int(x + radius) + 2):
                covered = _covered(radius - math.dist((at_x + 0.5, at_y + 0.5), (x, y)))
                if covered and self.rows[at_y][at_x] != LINE:
                    self.rows[at_y][at_x] = base + covered

    def text(self, text: str, left: float, top: float, height: float) -> None:
        """A text on the frame, its capitals so high; ``left`` and ``top`` are of the first one."""
        base, half = _BEGIN["letters"] - 1, pen(height) / 2
        for right, stroke in text_strokes(text, height):
            points = [(left + right + x, top + y) for x, y in stroke]
            for begin, end in pairwise(points):
                self._line(begin, end, half, base)

    def middle_text(self, text: str, middle: float, top: float, height: float) -> None:
        self.text(text, middle - text_width(text, height) / 2, top, height)

    def _line(
        self, begin: tuple[float, float], end: tuple[float, float], half: float, base: int
    ) -> None:
        """A straight stroke with round ends; where strokes meet, the darker pixel stays."""
        (x1, y1), (x2, y2) = begin, end
        wide, high = x2 - x1, y2 - y1
        length = wide * wide + high * high
        reach = half + 0.5
        for y in range(
            max(0, int(min(y1, y2) - reach)), min(self.height, int(max(y1, y2) + reach) + 1)
        ):
            row = self.rows[y]
            for x in range(
                max(0, int(min(x1, x2) - reach)), min(self.width, int(max(x1, x2) + reach) + 1)
            ):
                px, py = x + 0.5 - x1, y + 0.5 - y1
                along = min(1.0, max(0.0, (px * wide + py * high) / length)) if length else 0.0
                covered = _covered(half - math.hypot(px - along * wide, py - along * high))
                if covered:
                    row[x] = max(row[x], base + covered)


def _covered(inside: float) -> int:
    """How much of a pixel is covered, 0 to ``_SOFT``, so far inside the edge."""
    return round(min(1.0, max(0.0, inside + 0.5)) * _SOFT)


@cache
def square_with_disc(width: int, black: bool, marked: bool, shades: int) -> Sprite:
    """A square of felt with a disc on it that gleams and throws a shadow."""
    return _disc(width, "black" if black else "white", marked, shades, on_frame=False)


@cache
def disc_on_frame(width: int, black: bool) -> Sprite:
    """A disc beside a player's name."""
    return _disc(width, "black" if black else "white", False, SHINE, on_frame=True)


def _disc(width: int, side: str, marked: bool, shades: int, *, on_frame: bool) -> Sprite:
    middle, radius = width / 2, width * (0.48 if on_frame else 0.42)
    gleam = middle - 0.42 * radius, middle - 0.55 * radius
    reach = math.dist(gleam, (middle, middle)) + radius
    shadow = middle + 0.03 * width, middle + 0.05 * width
    body, mark = _BEGIN[side], _BEGIN[f"mark on {side}"] - 1
    edge = _BEGIN[f"{side} on frame" if on_frame else f"{side} edge"] - 1
    rows = []
    for y in range(width):
        row = bytearray()
        for x in range(width):
            at = x + 0.5, y + 0.5
            away = math.dist(at, (middle, middle))
            covered = _covered(radius - away)
            if covered == _SOFT:
                dot = _covered(0.13 * width - away) if marked else 0
                far = min(1.0, math.dist(at, gleam) / reach)
                shade = round(far * (shades - 1)) * (SHINE - 1) // (shades - 1)
                row.append(mark + dot if dot else body + shade)
            elif covered:
                row.append(edge + covered)
            elif on_frame:
                row.append(ON_FRAME)
            else:
                depth = (radius + 0.04 * width - math.dist(at, shadow)) / (0.09 * width)
                shade = round(min(1.0, max(0.0, depth)) * _SOFT)
                row.append(_BEGIN["shadow"] - 1 + shade if shade else ON_FELT)
        rows.append(bytes(row))
    return rows
