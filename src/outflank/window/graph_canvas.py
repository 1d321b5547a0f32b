"""The graph of a game, drawn by a turtle: the evaluation, the errors, and the discs lost."""

import tkinter as tk
from collections.abc import Callable
from turtle import RawTurtle, TurtleScreen

from outflank.board import Color
from outflank.review import Judgement, MoveReview, Point
from outflank.table import ReviewDesk
from outflank.window import colors

MARGIN = 12  # pixels around the curves
LEAST_TOP = 16  # discs that half the height means at least
LOST = {Color.BLACK: colors.INK, Color.WHITE: "#b4a894"}


class GraphCanvas:
    """The whole game at a glance, Black up; a click goes to a move."""

    def __init__(self, parent: tk.Misc, desk: ReviewDesk, on_go_to: Callable[[int], None]) -> None:
        self.canvas = tk.Canvas(
            parent,
            width=320,
            height=170,
            background=colors.CARD,
            highlightthickness=1,
            highlightbackground=colors.CARD_EDGE,
        )
        self._desk = desk
        self._on_go_to = on_go_to
        self._screen = TurtleScreen(self.canvas)
        self._screen.bgcolor(colors.CARD)
        self._screen.tracer(0)
        self._pen = RawTurtle(self._screen, undobuffersize=1, visible=False)
        self._pen.penup()
        self._pen.speed(0)
        self._screen.onclick(self._clicked)
        self.canvas.bind("<Configure>", self._resized)

    def show(self) -> None:
        """Draw what is known now."""
        pen, desk = self._pen, self._desk
        pen.clear()
        points = () if desk.review is None else desk.review.points
        top = max([LEAST_TOP, *(abs(point.score) for point in points)])
        exact = next((point.ply for point in points if point.exact), None)
        if exact is not None:
            self._box(self.x(exact), self.x(desk.game.ply), colors.EXACT_ZONE)
        self._line([(self.x(0), 0.0), (self.x(desk.game.ply), 0.0)], colors.CARD_EDGE, 1)
        self._numbers(top)
        self._losses(points)
        curve = [(self.x(point.ply), self._y(point.score, top)) for point in points]
        self._line(curve, colors.CURVE, 2)
        for error in desk.errors:
            self._mark(error, top)
        x = self.x(desk.ply)
        self._line([(x, self._half_height), (x, -self._half_height)], colors.LAST, 1)
        self._screen.update()

    def x(self, ply: int) -> float:
        """Where the position after so many plies is, from the middle."""
        return (ply / max(self._desk.game.ply, 1) - 0.5) * 2 * self._half_width

    # --- Inside ----------------------------------------------------------------------------------

    @property
    def _half_width(self) -> float:
        return self.canvas.winfo_width() / 2 - MARGIN

    @property
    def _half_height(self) -> float:
        return self.canvas.winfo_height() / 2 - MARGIN

    def _y(self, score: int, top: int) -> float:
        return score / top * self._half_height

    def _losses(self, points: tuple[Point, ...]) -> None:
        """How many discs each side has lost so far: both from the bottom, on the same scale."""
        most = max([1, *(lost for point in points for lost in point.lost.values())])
        height = self._half_height
        for color in Color:
            steps = [
                (self.x(point.ply), height * (2 * point.lost[color] / most - 1)) for point in points
            ]
            self._line(steps, LOST[color], 1)

    def _numbers(self, top: int) -> None:
        pen, ink = self._pen, ("Helvetica", -10, "normal")
        pen.pencolor(colors.FAINT_INK)
        for y, text in ((self._half_height - 8, f"+{top}"), (-self._half_height - 4, f"-{top}")):
            pen.goto(-self._half_width, y)
            pen.write(text, align="left", font=ink)

    def _mark(self, error: MoveReview, top: int) -> None:
        """A triangle for a blunder, a dot for less."""
        pen = self._pen
        score = error.best_score if error.color is Color.BLACK else -error.best_score
        x, y = self.x(error.ply), self._y(score, top)
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
        pen, height = self._pen, self._half_height
        pen.color(color)
        pen.goto(left, height)
        pen.begin_fill()
        for x, y in ((right, height), (right, -height), (left, -height)):
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
        self.show()

    def _clicked(self, x: float, y: float) -> None:
        part = x / (2 * self._half_width) + 0.5
        self._on_go_to(round(part * self._desk.game.ply))
