"""One square of the board, drawn as characters.

A character is twice as tall as wide, so its upper and lower halves are two square pixels. A disc is
a circle of such pixels, with smooth edges where colors can be mixed. Without half blocks, a disc is
a letter on a colored background.
"""

from functools import lru_cache
from typing import TypeAlias

from rich.segment import Segment

from outflank.board import Color
from outflank.play.scene import Cell
from outflank.terminal.looks import Look, Rgb, style
from outflank.terminal.value_cells import label_rows, worth_rows

Row: TypeAlias = tuple[Segment, ...]

# Cell sizes in characters, largest first; the first that fits is used.
BLOCK_SIZES = ((14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1))
LETTER_SIZES = ((10, 5), (6, 3), (5, 2), (3, 1), (2, 1))
SAMPLES = 4  # samples per pixel side, for smooth edges
LOWER = " ▁▂▃▄▅▆▇█"  # lower blocks in eighths of a character
COLUMN_EIGHTHS = (5, 7, 7, 5)  # radii of a disc of four columns


@lru_cache(maxsize=4096)
def draw(cell: Cell, width: int, height: int, look: Look) -> tuple[Row, ...]:
    if cell.label is not None and cell.disc is None:
        return label_rows(cell.label, width, height, _ground(cell, look), look)
    if cell.value is not None and cell.disc is None:
        ground = _ground(cell, look)
        return worth_rows(cell.value, width, height, ground, look, cursor=cell.cursor)
    if not look.blocks:
        return _letters(cell, width, height, look)
    if height == 1:
        return _small(cell, width, look)
    if height == 2:
        return _columns(cell, width, look)
    pixels = [[_pixel(cell, x, y, width, look) for x in range(width)] for y in range(2 * height)]
    return tuple(_half_blocks(pixels[2 * row], pixels[2 * row + 1]) for row in range(height))


# --- Pixels --------------------------------------------------------------------------------------


def _pixel(cell: Cell, x: int, y: int, side: int, look: Look) -> Rgb:
    if not look.smooth:
        return _color_at(cell, x + 0.5, y + 0.5, side, look)
    points = [(i + 0.5) / SAMPLES for i in range(SAMPLES)]
    colors = [_color_at(cell, x + dx, y + dy, side, look) for dx in points for dy in points]
    return _average(colors)


def _color_at(cell: Cell, x: float, y: float, side: int, look: Look) -> Rgb:
    """Return the color of a point; the cell is ``side`` pixels wide and high."""
    half = side / 2
    ground = _ground(cell, look)
    dx, dy = x - half, y - half
    distance = (dx * dx + dy * dy) ** 0.5
    # Marks cover at least four pixels, so that they are visible.
    mark = max(0.13 * side, 0.9)
    if cell.disc is None and cell.ghost is None:
        if cell.hint and distance < 1.7 * mark:
            return look.hint
        if cell.playable is not None and distance < mark:
            return _mix(look.disc(cell.playable)[0], ground, 0.75 if look.smooth else 1.0)
        return ground
    radius = (0.44 if look.smooth else 0.47) * side
    breadth = max(radius * cell.breadth, 0.6)
    if (dx / breadth) ** 2 + (dy / radius) ** 2 >= 1:
        return ground
    if cell.disc is None:
        assert cell.ghost is not None
        if cell.hint and distance < mark:
            return look.hint
        ghost = look.disc(cell.ghost)
        return _mix(_mix(ghost[1], ghost[0], y / side), ground, 0.55 if look.smooth else 1.0)
    top, bottom = look.disc(cell.disc)
    if cell.noted and distance < 1.7 * mark:
        return look.hint
    if cell.last and distance < mark:
        return look.last
    if cell.flips_to is not None and distance < 1.7 * mark:
        return look.disc(cell.flips_to)[0]
    return _mix(bottom, top, y / side)


def _ground(cell: Cell, look: Look) -> Rgb:
    ground = look.dark_square if cell.dark else look.light_square
    if cell.cursor:
        return _mix(look.cursor, ground, 0.5) if look.smooth else look.cursor
    return ground


def _mix(over: Rgb, under: Rgb, part: float) -> Rgb:
    red, green, blue = (
        round(above * part + below * (1 - part)) for above, below in zip(over, under, strict=True)
    )
    return red, green, blue


def _average(colors: list[Rgb]) -> Rgb:
    red, green, blue = (round(sum(channel) / len(colors)) for channel in zip(*colors, strict=True))
    return red, green, blue


def _half_blocks(upper: list[Rgb], lower: list[Rgb]) -> Row:
    return tuple(
        Segment(" ", style(top, top)) if top == bottom else Segment("▀", style(top, bottom))
        for top, bottom in zip(upper, lower, strict=True)
    )


# --- Discs of four columns and two rows ---


def _columns(cell: Cell, width: int, look: Look) -> tuple[Row, ...]:
    """Draw two rows by column in eighths of a character, which look rounder than pixels."""
    ground = _ground(cell, look)
    upper, lower = [], []
    for x in range(width):
        # A fifth column, if any, stays empty as a gap between discs.
        above, below = _column(cell, x, ground, look) if x < 4 else (None, None)
        upper.append(above or Segment(" ", style(ground, ground)))
        lower.append(below or Segment(" ", style(ground, ground)))
    return tuple(upper), tuple(lower)


def _column(cell: Cell, x: int, ground: Rgb, look: Look) -> tuple[Segment | None, Segment | None]:
    central = x in (1, 2)
    side = cell.disc or cell.ghost
    mark = None
    if cell.disc is None and cell.hint:
        mark = look.hint
    elif cell.disc is not None and cell.flips_to is not None:
        mark = look.disc(cell.flips_to)[0]
    elif cell.disc is not None and cell.noted:
        mark = look.hint
    elif cell.disc is not None and cell.last:
        mark = look.last
    elif side is None and cell.playable is not None:
        mark = _mix(look.disc(cell.playable)[0], ground, 0.7 if look.smooth else 1.0)
    if side is None:
        top = bottom = ground
    else:
        part = 1.0 if cell.disc or not look.smooth else 0.55
        top, bottom = (_mix(shade, ground, part) for shade in look.disc(side))
    if central and mark is not None:
        return Segment("▄", style(mark, top)), Segment("▀", style(mark, bottom))
    if side is None or (cell.breadth < 0.6 and not central):
        return None, None
    eighths = COLUMN_EIGHTHS[x]
    return (
        Segment(LOWER[eighths], style(top, ground)),
        Segment(LOWER[8 - eighths], style(ground, bottom)),
    )


# --- Discs of one character ----------------------------------------------------------------------


def _small(cell: Cell, width: int, look: Look) -> tuple[Row, ...]:
    """Draw a row of two or three characters, one of which is the disc."""
    ground = _ground(cell, look)
    mark, ink = " ", ground
    if cell.disc is not None:
        # The sides differ in shape as well, for terminals and eyes without colors.
        white = cell.disc is Color.WHITE
        mark, ink = "●○"[white], look.disc(cell.disc)[0 if white else 1]
        if cell.flips_to is not None:
            mark = "◉◎"[white]
        elif cell.noted:
            mark = "■□"[white]
        elif cell.last:
            mark = "◆◇"[white]
    elif cell.ghost is not None:
        mark, ink = "◌", look.disc(cell.ghost)[0]
    elif cell.hint:
        mark, ink = "★", look.hint
    elif cell.playable is not None:
        mark, ink = "·", look.disc(cell.playable)[1]
    text = mark.center(width) if width > 2 else f"{mark} "
    return ((Segment(text, style(ink, ground, bold=True)),),)


def _letters(cell: Cell, width: int, height: int, look: Look) -> tuple[Row, ...]:
    """Draw letters on colored blocks, for terminals without Unicode."""
    ground = _ground(cell, look)
    blank: Row = (Segment(" " * width, style(ground, ground)),)
    middle = (height - 1) // 2
    if cell.disc is None:
        mark, ink = " ", look.frame_text
        if cell.hint:
            mark, ink = "*", look.hint
        elif cell.ghost is not None:
            mark, ink = cell.ghost.symbol.lower(), look.disc(cell.ghost)[0]
        elif cell.playable is not None:
            mark, ink = ".", look.disc(cell.playable)[0]
        row: Row = (Segment(mark.center(width), style(ink, ground, bold=True)),)
        return tuple(row if y == middle else blank for y in range(height))
    back = look.disc(cell.disc)[1]
    ink = look.disc(cell.disc.opponent)[0]
    letter = cell.disc.symbol
    if cell.flips_to is not None:
        letter, ink = cell.flips_to.symbol.lower(), look.last
    elif cell.noted:
        letter, ink = f"{letter}!" if width > 3 else letter, look.hint
    elif cell.last:
        ink = look.last
    margin = 0 if width == 2 else 1
    inner = letter.center(width - 2 * margin) if width > 2 else f"{letter} "
    edge = Segment(" " * margin, style(ground, ground))
    block = (edge, Segment(inner, style(ink, back, bold=True)), edge)
    filled = (edge, Segment(" " * len(inner), style(back, back)), edge)
    rows = range(1, height - 1) if height > 3 else (range(height) if height < 3 else range(1, 2))
    return tuple(block if y == middle else filled if y in rows else blank for y in range(height))
