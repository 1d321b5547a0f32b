"""The graph of a game, drawn by a turtle: the evaluation, the errors, and the discs lost."""

import tkinter as tk
from collections.abc import Callable
from turtle import RawTurtle, TurtleScreen

from outflank.board import Color
from outflank.study.judging import Judgement
from outflank.study.review import GraphPoint
from outflank.study.views import MoveView, ReviewView
from outflank.window import colors

MARGIN = 12  # pixels above the curves and right of them
SCALE = 34  # left of them, for the numbers
LEGEND = 28  # below them, for what the curves are
LEAST_TOP = 16  # discs that half the height means at least
FONT = ("Helvetica", -10, "normal")
LOST = {Color.BLACK: colors.INK, Color.WHITE: "#b4a894"}


class GraphCanvas:
    """The whole game at a glance, Black up; a click goes to a move."""

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
        self._pen = RawTurtle(self._screen, undobuffersize=1, visible=False)
        self._pen.penup()
        self._pen.speed(0)
        self._screen.onclick(self._clicked)
        self.canvas.bind("<Configure>", self._resized)

    def show(self, view: ReviewView) -> None:
        self._view = view
        self._pen.clear()
        points = view.points
        top = max([LEAST_TOP, *(abs(point.score) for point in points)])
        exact = next((point.ply for point in points if point.exact), None)
        if exact is not None:
            self._box(self.x(exact), self.x(view.plies), colors.EXACT_ZONE)
        even = self._y(0, top)
        self._line([(self.x(0), even), (self.x(view.plies), even)], colors.CARD_EDGE, 1)
        self._numbers(top)
        self._legend()
        self._times(view)
        self._losses(points)
        if view.door is not None:
            door = self.x(view.door.ply)
            self._line([(door, self._top), (door, self._bottom)], colors.ACTIVE, 2)
        curve = [(self.x(point.ply), self._y(point.score, top)) for point in points]
        self._line(curve, colors.CURVE, 2)
        for error in view.errors:
            self._mark(error, top)
        x = self.x(view.ply)
        self._line([(x, self._top), (x, self._bottom)], colors.LAST, 1)
        self._screen.update()

    def x(self, ply: int) -> float:
        """Where the position after so many plies is, from the middle."""
        return self._left + ply / max(self._view.plies, 1) * (self._right - self._left)

    # --- Inside ----------------------------------------------------------------------------------

    @property
    def _left(self) -> float:
        return SCALE - self.canvas.winfo_width() / 2

    @property
    def _right(self) -> float:
        return self.canvas.winfo_width() / 2 - MARGIN

    @property
    def _top(self) -> float:
        return self.canvas.winfo_height() / 2 - MARGIN

    @property
    def _bottom(self) -> float:
        return LEGEND - self.canvas.winfo_height() / 2

    def _y(self, score: int, top: int) -> float:
        return self._bottom + (score / top + 1) / 2 * (self._top - self._bottom)

    def _times(self, view: ReviewView) -> None:
        """Where time went, from the bottom up to a quarter of the height."""
        longest = max([1.0, *(each.seconds for each in view.spent)])
        quarter = (self._top - self._bottom) / 4
        for each in view.spent:
            x = self.x(each.ply)
            high = self._bottom + quarter * each.seconds / longest
            self._line([(x, self._bottom), (x, high)], colors.CARD_EDGE, 3)

    def _losses(self, points: tuple[GraphPoint, ...]) -> None:
        """How many discs each side has lost so far: both from the bottom, on the same scale."""
        most = max([1, *(lost for point in points for lost in point.lost.values())])
        height = self._top - self._bottom
        for color in Color:
            steps = [
                (self.x(point.ply), self._bottom + height * point.lost[color] / most)
                for point in points
            ]
            self._line(steps, LOST[color], 1)

    def _numbers(self, top: int) -> None:
        pen = self._pen
        pen.pencolor(colors.FAINT_INK)
        for score, text in ((top, f"+{top}"), (0, "0"), (-top, f"\N{MINUS SIGN}{top}")):
            pen.goto(self._left - 6, self._y(score, top) - 6)
            pen.write(text, align="right", font=FONT)

    def _legend(self) -> None:
        """What each curve is, under them, a quarter of the width each."""
        third = (self._right - self._left) / 4
        names = (
            (colors.CURVE, 2, "for Black"),
            (LOST[Color.BLACK], 1, "lost by Black"),
            (LOST[Color.WHITE], 1, "by White"),
            (colors.ACTIVE, 2, "decided"),
        )
        y = self._bottom - 15
        for number, (color, width, text) in enumerate(names):
            x = self._left + number * third
            self._line([(x, y), (x + 14, y)], color, width)
            self._pen.pencolor(colors.FAINT_INK)
            self._pen.goto(x + 18, y - 6)
            self._pen.write(text, align="left", font=FONT)

    def _mark(self, error: MoveView, top: int) -> None:
        """A triangle for a blunder, a dot for less."""
        pen = self._pen
        x, y = self.x(error.ply), self._y(error.score, top)
        pen.goto(x, y)
        if error.judgement is not Judgement.BLUNDER:
            pen.dot(6 if error.judgement is Judgement.MISTAKE else 4, colors.ACTIVE)
            return
        pen.color(colors.BAD)
        pen.goto(x, y + 7)
        pen.begin_fill()
        for dx, dy in ((6, -4), (-6, -4), (0, 7)):
            pen.goto(x + dx, y + dy)
        pen.end_fill()

    def _box(self, left: float, right: float, color: str) -> None:
        pen, top, bottom = self._pen, self._top, self._bottom
        pen.color(color)
        pen.goto(left, top)
        pen.begin_fill()
        for x, y in ((right, top), (right, bottom), (left, bottom)):
            pen.goto(x, y)
        pen.end_fill()

    def _line(self, points: list[tuple[float, float]], color: str, width: int) -> None:
        if not points:
            return
        pen = self._pen
        pen.pencolor(color)
        pen.pensize(width)
        pen.goto(*points[0])
        pen.pendown()
        for point in points[1:]:
            pen.goto(*point)
        pen.penup()

    def _resized(self, event: "tk.Event[tk.Misc]") -> None:
        # Turtles count from the middle of the canvas.
        half = event.width // 2, event.height // 2
        self.canvas.configure(
            scrollregion=(-half[0], -half[1], event.width - half[0], event.height - half[1])
        )
        self.show(self._view)

    def _clicked(self, x: float, y: float) -> None:
        part = (x - self._left) / (self._right - self._left)
        self._on_go_to(round(min(max(part, 0.0), 1.0) * self._view.plies))
