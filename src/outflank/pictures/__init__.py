"""Pictures of positions and games: PNG and animated GIF."""

import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from PIL import Image

from outflank.board import Board, Color, Square
from outflank.game import Game
from outflank.pictures.drawing import Caption, Measures, draw_board, square_with_disc
from outflank.pictures.report import draw_report

__all__ = ["Caption", "board_png", "game_gif", "report_png"]

PNG_WIDTH, GIF_WIDTH = 1024, 512


def board_png(
    board: Board,
    *,
    square: int | None = None,
    last_move: Square | None = None,
    highlight: Iterable[Square] = (),
    caption: Caption | None = None,
) -> bytes:
    """Return a position as PNG, 1024 pixels wide unless ``square`` sets the width of a square.

    >>> board_png(Board(), square=16)[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    measures = _measures(square, PNG_WIDTH, board.size)
    return _png(
        draw_board(board, measures, last_move=last_move, highlight=highlight, caption=caption)
    )


def report_png(
    game: Game, caption: Caption, scores: Mapping[int, int], decided: int | None, sentence: str
) -> bytes:
    """Return a reviewed game as PNG; ``scores`` are Black's values by ply."""
    return _png(draw_report(game, caption, scores, decided, sentence))


def game_gif(
    game: Game, *, square: int | None = None, seconds: float = 0.8, caption: Caption | None = None
) -> bytes:
    """Return a game up to its current position as an animated GIF, 512 pixels wide.

    The last frame stays longer and shows the score.
    """
    measures = _measures(square, GIF_WIDTH, game.size)
    names = None if caption is None else replace(caption, score="", line="")
    moves = [(ply.board, ply.square) for ply in game.history if not ply.is_pass]
    *before, (end, last_move) = [(game.start, None), *moves]
    frames = [draw_board(board, measures, last_move=at, caption=names) for board, at in before]
    frames.append(draw_board(end, measures, last_move=last_move, caption=caption))
    durations = [seconds] * len(before) + [4 * seconds if before else seconds]
    first, *others = map(_with_palette, frames)
    file = io.BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[round(1000 * seconds) for seconds in durations],
        loop=0,  # forever
    )
    return file.getvalue()


@cache
def _palette() -> Image.Image:
    """Return 256 colors for all pictures, taken from one with all elements."""
    measures = Measures.of_square(48)
    picture = draw_board(Board(4), measures, highlight=[0], caption=Caption("Black", "White", "2"))
    for number, color in enumerate(Color):
        picture.paste(square_with_disc(47, color, marked=True), (48 * number, 48))
    return picture.quantize(256, kmeans=1)


def _with_palette(picture: Image.Image) -> Image.Image:
    return picture.quantize(palette=_palette(), dither=Image.Dither.NONE)


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    _with_palette(picture).save(file, "PNG")
    return file.getvalue()


def _measures(square: int | None, width: int, size: int) -> Measures:
    return Measures.of_width(width, size) if square is None else Measures.of_square(square)
