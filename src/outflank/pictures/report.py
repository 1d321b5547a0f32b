"""A picture of a reviewed game: the final position, the result and the graph."""

from collections.abc import Mapping

from PIL import Image

from outflank.game import Game
from outflank.pictures.drawing import (
    FELT,
    FRAME,
    GRID,
    HIGHLIGHT,
    Caption,
    Measures,
    draw_board,
    write,
)
from outflank.pictures.letters import fitted

WIDTH = 1024
STRIP = 330  # pixels below the board
LEAST_TOP = 16  # least discs for half the height of the graph


def draw_report(
    game: Game, caption: Caption, scores: Mapping[int, int], decided: int | None, sentence: str
) -> Image.Image:
    """Draw the picture; ``scores`` are Black's values by ply."""
    last = None if game.last_move is None else game.last_move.square
    measures = Measures.of_width(WIDTH, game.size)
    board = draw_board(game.board, measures, last_move=last, caption=caption)
    picture = Image.new("RGB", (WIDTH, board.height + STRIP), FRAME)
    picture.paste(board)
    _draw_graph(picture, scores, decided, board.height + 10, STRIP - 90)
    for number, line in enumerate(sentence.replace(": ", ":\n", 1).splitlines()[:2]):
        middle = WIDTH / 2, picture.height - 56 + 32 * number
        write(picture, fitted(line, 20, WIDTH - 80), middle, 20)
    return picture


def _draw_graph(
    picture: Image.Image, scores: Mapping[int, int], decided: int | None, top: int, height: int
) -> None:
    left, width = 60, WIDTH - 120
    picture.paste(GRID, (left, top, left + width, top + height))
    if not scores:
        return
    most = max([LEAST_TOP, *(abs(score) for score in scores.values())])
    last = max(scores) or 1
    middle, half = top + height // 2, height // 2 - 8
    column = width / (last + 1)
    for ply, score in scores.items():
        x, wide = left + round(ply * column), max(2, round(column) - 2)
        high = round(abs(score) / most * half)
        if ply == decided:
            picture.paste(HIGHLIGHT, (x + wide // 2, top, x + wide // 2 + 3, top + height))
        begin = middle - high if score > 0 else middle
        picture.paste(FELT, (x, begin, x + wide, begin + max(high, 2)))
    picture.paste(HIGHLIGHT, (left, middle, left + width, middle + 1))
    for score, text in ((most, f"+{most}"), (-most, f"-{most}")):
        write(picture, text, (left / 2, middle - score / most * half), 16)
