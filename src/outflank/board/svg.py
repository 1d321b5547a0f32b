"""Draw a position as an SVG."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from outflank.board.color import Color
from outflank.board.geometry import Square
from outflank.board.notation import COLUMNS
from outflank.translation import _

if TYPE_CHECKING:
    from outflank.board.board import Board

CELL = 40  # user units per square; the image scales
MARGIN = 20  # for the coordinates

_DISC = {Color.BLACK: ("#1c1c1c", "#000000"), Color.WHITE: ("#fafafa", "#9a9a9a")}


def board_svg(
    board: "Board",
    *,
    width: int = 320,
    legal: bool = True,
    last_move: Square | None = None,
    highlight: Iterable[Square] = (),
) -> str:
    """Draw a board: discs, coordinates, dots on legal squares, a mark on the last move."""
    size = board.size
    edge = size * CELL
    full = edge + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {full}" '
        f'width="{width}" height="{width}" role="img" aria-label="{_description(board)}">',
        f'<rect width="{full}" height="{full}" fill="#2b2b2b"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{edge}" height="{edge}" fill="#1f7a43"/>',
    ]
    parts += [
        f'<rect x="{_left(square, size)}" y="{_top(square, size)}" width="{CELL}" height="{CELL}" '
        'fill="#e8c547" fill-opacity="0.45"/>'
        for square in highlight
    ]
    parts.append(_grid(size, edge))
    parts.append(_coordinates(size))
    for square in range(size * size):
        color = board[square]
        if color is not None:
            fill, rim = _DISC[color]
            parts.append(_circle(square, size, CELL * 0.41, f'fill="{fill}" stroke="{rim}"'))
    if legal:
        parts += [
            _circle(square, size, CELL * 0.09, 'fill="#0d3d20"') for square in board.legal_moves
        ]
    if last_move is not None:
        radius = CELL * (0.2 if board[last_move] is None else 0.09)  # free square or disc
        parts.append(_circle(last_move, size, radius, 'fill="#d6402b"'))
    return "".join([*parts, "</svg>"])


def _description(board: "Board") -> str:
    return _(
        "{size}×{size} Othello board, {black} black and {white} white discs, {color} to move",
        size=board.size,
        black=board.count(Color.BLACK),
        white=board.count(Color.WHITE),
        color=board.turn,
    )


def _left(square: Square, size: int) -> int:
    return MARGIN + square % size * CELL


def _top(square: Square, size: int) -> int:
    return MARGIN + square // size * CELL


def _circle(square: Square, size: int, radius: float, style: str) -> str:
    x = _left(square, size) + CELL // 2
    y = _top(square, size) + CELL // 2
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" {style}/>'


def _grid(size: int, edge: int) -> str:
    path = "".join(
        f"M{MARGIN} {MARGIN + n * CELL}h{edge}M{MARGIN + n * CELL} {MARGIN}v{edge}"
        for n in range(size + 1)
    )
    return f'<path d="{path}" stroke="#0b2e19" fill="none"/>'


def _coordinates(size: int) -> str:
    text = '<g fill="#d8d8d8" font-family="sans-serif" font-size="12" text-anchor="middle">'
    for n in range(size):
        middle = MARGIN + n * CELL + CELL // 2
        text += f'<text x="{middle}" y="{MARGIN - 6}">{COLUMNS[n]}</text>'
        text += f'<text x="{MARGIN // 2}" y="{middle + 4}">{n + 1}</text>'
    return text + "</g>"
