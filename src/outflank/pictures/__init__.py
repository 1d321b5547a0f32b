"""Pictures of positions and games: PNG and animated GIF, without another library.

Pillow would do it too, but it is a large dependency with native code for two small writers of flat
palette pictures; docs/decisions says more.
"""

from collections.abc import Iterable, Iterator

from outflank.board import Board, Square
from outflank.game import Game
from outflank.pictures.canvas import Canvas, draw_board
from outflank.pictures.gif import write_gif
from outflank.pictures.png import write_png

__all__ = ["Canvas", "board_png", "draw_board", "game_gif", "write_gif", "write_png"]


def board_png(
    board: Board,
    *,
    square: int = 40,
    last_move: Square | None = None,
    highlight: Iterable[Square] = (),
) -> bytes:
    """A position as a PNG file.

    >>> board_png(Board())[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    return write_png(draw_board(board, square=square, last_move=last_move, highlight=highlight))


def game_gif(game: Game, *, square: int = 24, seconds: float = 0.8) -> bytes:
    """A game as an animated GIF, move by move up to where it stands; the end stays longer."""
    return write_gif(_frames(game, square, seconds))


def _frames(game: Game, square: int, seconds: float) -> Iterator[tuple[Canvas, float]]:
    plies = [ply for ply in game.history if not ply.is_pass]
    yield draw_board(game.start, square=square), seconds
    for number, ply in enumerate(plies, start=1):
        canvas = draw_board(ply.board, square=square, last_move=ply.square)
        yield canvas, 4 * seconds if number == len(plies) else seconds
