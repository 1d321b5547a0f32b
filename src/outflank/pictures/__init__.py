"""Pictures of positions and games: PNG and animated GIF, without another library.

Pillow would do it too, but it is a large dependency with native code for two small writers of
palette pictures; docs/decisions says more.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from outflank.board import Board, Square
from outflank.game import Game
from outflank.pictures.canvas import Canvas
from outflank.pictures.drawing import Caption, Measures, draw_board
from outflank.pictures.gif import write_gif
from outflank.pictures.png import write_png
from outflank.pictures.report import report_png

__all__ = [
    "Canvas",
    "Caption",
    "board_png",
    "draw_board",
    "game_gif",
    "report_png",
    "write_gif",
    "write_png",
]

PNG_WIDTH, GIF_WIDTH = 1024, 512
GIF_SHADES = 14  # of a disc; all of them would make the file three times as large


def board_png(
    board: Board,
    *,
    square: int | None = None,
    last_move: Square | None = None,
    highlight: Iterable[Square] = (),
    caption: Caption | None = None,
) -> bytes:
    """A position as a PNG file, 1024 pixels wide unless its squares have a width.

    >>> board_png(Board(), square=16)[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    measures = _measures(square, PNG_WIDTH, board.size)
    return write_png(
        draw_board(board, measures, last_move=last_move, highlight=highlight, caption=caption)
    )


def game_gif(
    game: Game, *, square: int | None = None, seconds: float = 0.8, caption: Caption | None = None
) -> bytes:
    """A game as an animated GIF, 512 pixels wide, move by move up to where it stands.

    The end stays longer, and tells the score.
    """
    return write_gif(_frames(game, _measures(square, GIF_WIDTH, game.size), seconds, caption))


def _measures(square: int | None, width: int, size: int) -> Measures:
    return Measures.of_width(width, size) if square is None else Measures.of_square(square)


def _frames(
    game: Game, measures: Measures, seconds: float, caption: Caption | None
) -> Iterator[tuple[Canvas, float]]:
    plies = [ply for ply in game.history if not ply.is_pass]
    names = None if caption is None else replace(caption, score="", line="")
    boards = [(game.start, None), *((ply.board, ply.square) for ply in plies)]
    for number, (board, square) in enumerate(boards):
        last = number == len(plies)
        canvas = draw_board(
            board, measures, last_move=square, caption=caption if last else names, shades=GIF_SHADES
        )
        yield canvas, 4 * seconds if last and plies else seconds
