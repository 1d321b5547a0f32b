"""A game in one picture to show to others: the end of it, who won, and who was ahead when."""

from collections.abc import Mapping

from outflank.game import Game
from outflank.pictures.canvas import HIGHLIGHTED, LINE, ON_FELT, Canvas
from outflank.pictures.drawing import Caption, Measures, draw_board
from outflank.pictures.letters import fitted
from outflank.pictures.png import write_png

WIDTH = 1024
STRIP = 330  # pixels under the board
LEAST_TOP = 16  # discs that half the height of the graph means at least


def report_png(
    game: Game, caption: Caption, scores: Mapping[int, int], door: int | None, sentence: str
) -> bytes:
    """The picture; ``scores`` are the values of positions for Black, by ply."""
    last = None if game.last_move is None else game.last_move.square
    board = draw_board(
        game.board, Measures.of_width(WIDTH, game.size), last_move=last, caption=caption
    )
    canvas = Canvas(WIDTH, board.height + STRIP)
    canvas.put([bytes(row) for row in board.rows], 0, 0)
    top = board.height + 10
    _draw_graph(canvas, scores, door, top, STRIP - 90)
    words = sentence.replace(": ", ":\n", 1).splitlines()
    for number, line in enumerate(words[:2]):
        canvas.middle_text(
            fitted(line, 20, WIDTH - 80), WIDTH / 2, board.height + STRIP - 66 + 32 * number, 20
        )
    return write_png(canvas)


def _draw_graph(
    canvas: Canvas, scores: Mapping[int, int], door: int | None, top: int, height: int
) -> None:
    left, width = 60, WIDTH - 120
    canvas.fill(left, top, width, height, LINE)
    if not scores:
        return
    most = max([LEAST_TOP, *(abs(score) for score in scores.values())])
    last = max(scores) or 1
    middle, half = top + height // 2, height // 2 - 8
    column = width / (last + 1)
    for ply, score in scores.items():
        x, wide = left + round(ply * column), max(2, round(column) - 2)
        high = round(abs(score) / most * half)
        if ply == door:
            canvas.fill(x + wide // 2, top, 3, height, HIGHLIGHTED)
        canvas.fill(x, middle - high if score > 0 else middle, wide, max(high, 2), ON_FELT)
    canvas.fill(left, middle, width, 1, HIGHLIGHTED)
    for score, text in ((most, f"+{most}"), (-most, f"-{most}")):
        at = middle - score / most * half
        canvas.middle_text(text, left / 2, at - 8, 16)
