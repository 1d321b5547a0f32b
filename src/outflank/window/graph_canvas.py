"""The graph of a game, drawn by a turtle: evaluation, errors and each side's losses."""

import tkinter as tk
from collections.abc import Callable
from turtle import TurtleScreen

from outflank.board import Color
from outflank.study.judging import Judgement
from outflank.study.review import GraphPoint
from outflank.study.views import MoveView, ReviewView
from outflank.translation import _
from outflank.window import colors
from outflank.window.turtles import center_origin, draw_line, fill, new_pen

MARGIN = 12  # margin above and right of the curves, in pixels
SCALE = 34  # left margin, for the axis labels
LEGEND = 42  # bottom margin, for the legend
LEAST_TOP = 16  # least discs for half the height
FONT = ("Helvetica", -10, "normal")
LOST = {Color.BLACK: colors.INK, Color.WHITE: "#b4a894"}


class GraphCanvas:
    """A graph of the whole game, with Black at the top; a click goes to a move."""

    def __init__(self, parent: tk.Misc, view: ReviewView, on_go_to: Callable[[int], None]) -> None:
        self.canvas = tk.Canvas(
            parent,
            width=320,
            height=190,
            background=colors.CARD,
            highlightthickness=1,
            highlightbackground=colors.CARD_EDGE,
        )
        self._view = view
        self._on_go_to = on_go_to
        self._screen = TurtleScreen(self.canvas)
        self._screen.bgcolor(colors.CARD)
        self._screen.tracer(0)
        self._pen = new_pen(self._screen)
        self._screen.onclick(self._clicked)
        self.canvas.bind("<Configure>", self._resized)

    def show(self, view: ReviewView) -> None:
        self._view = view
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        self._left, self._right = SCALE - width / 2, width / 2 - MARGIN
        self._top, self._bottom = height / 2 - MARGIN, LEGEND - height / 2
        self._pen.clear()
        points = view.points
        top = max([LEAST_TOP, *(abs(point.score) for point in points)])
        exact = next((point.ply for point in points if point.exact), None)
        if exact is not None:
            left, right, top_y, bottom = self.x(exact), self.x(view.plies), self._top, self._bottom
            zone = [(left, top_y), (right, top_y), (right, bottom), (left, bottom)]
            fill(self._pen, zone, colors.EXACT_ZONE)
        even = self._y(0, top)
        draw_line(self._pen, [(self.x(0), even), (self.x(view.plies), even)], colors.CARD_EDGE, 1)
        self._numbers(top)
        self._legend()
        self._times(view)
        self._losses(points)
        if view.decided is not None:
            decided = self.x(view.decided.ply)
            draw_line(self._pen, [(decided, self._top), (decided, self._bottom)], colors.ACTIVE, 2)
        curve = [(self.x(point.ply), self._y(point.score, top)) for point in points]
        draw_line(self._pen, curve, colors.CURVE, 2)
        for error in view.errors:
            self._mark(error, top)
        x = self.x(view.ply)
        draw_line(self._pen, [(x, self._top), (x, self._bottom)], colors.LAST, 1)
        self._screen.update()

    def x(self, ply: int) -> float:
        return self._left + ply / max(self._view.plies, 1) * (self._right - self._left)

    # --- Private ---------------------------------------------------------------------------------

    def _y(self, score: int, top: int) -> float:
        return self._bottom + (score / top + 1) / 2 * (self._top - self._bottom)

    def _times(self, view: ReviewView) -> None:
        """Draw the thinking times in the lowest quarter."""
        longest = max([1.0, *(each.seconds for each in view.spent)])
        quarter = (self._top - self._bottom) / 4
        for each in view.spent:
            x = self.x(each.ply)
            high = self._bottom + quarter * each.seconds / longest
            draw_line(self._pen, [(x, self._bottom), (x, high)], colors.CARD_EDGE, 3)

    def _losses(self, points: tuple[GraphPoint, ...]) -> None:
        """Draw each side's total loss from the bottom up, on the same scale."""
        most = max([1, *(lost for point in points for lost in point.lost.values())])
        height = self._top - self._bottom
        for color in Color:
            steps = [
                (self.x(point.ply), self._bottom + height * point.lost[color] / most)
                for point in points
            ]
            draw_line(self._pen, steps, LOST[color], 1)

    def _numbers(self, top: int) -> None:
        pen = self._pen
        pen.pencolor(colors.FAINT_INK)
        for score, text in ((top, f"+{top}"), (0, "0"), (-top, f"\N{MINUS SIGN}{top}")):
            pen.goto(self._left - 6, self._y(score, top) - 6)
            pen.write(text, align="right", font=FONT)

    def _legend(self) -> None:
        """Draw the legend in two rows below the curves."""
        half = (self._right - self._left) / 2
        names = (
            (colors.CURVE, 2, _("value for Black")),
            (LOST[Color.BLACK], 1, _("discs lost by Black")),
            (LOST[Color.WHITE], 1, _("discs lost by White")),
            (colors.ACTIVE, 2, _("result decided")),
        )
        for number, (color, width, text) in enumerate(names):
            x, y = self._left + number % 2 * half, self._bottom - 14 - number // 2 * 14
            draw_line(self._pen, [(x, y), (x + 14, y)], color, width)
            self._pen.pencolor(colors.FAINT_INK)
            self._pen.goto(x + 18, y - 6)
            self._pen.write(text, align="left", font=FONT)

    def _mark(self, error: MoveView, top: int) -> None:
        """Draw a triangle for a blunder, a dot for smaller errors."""
        pen = self._pen
        x, y = self.x(error.ply), self._y(error.score, top)
        pen.goto(x, y)
        if error.judgement is not Judgement.BLUNDER:
            pen.dot(6 if error.judgement is Judgement.MISTAKE else 4, colors.ACTIVE)
            return
        fill(pen, [(x, y + 7), (x + 6, y - 4), (x - 6, y - 4)], colors.BAD)

    def _resized(self, event: "tk.Event[tk.Misc]") -> None:
        center_origin(self.canvas, event)
        self.show(self._view)

    def _clicked(self, x: float, y: float) -> None:
        part = (x - self._left) / (self._right - self._left)
        self._on_go_to(round(min(max(part, 0.0), 1.0) * self._view.plies))
