"""Helpers for drawing lines and filled shapes with turtles."""

import tkinter as tk
from collections.abc import Sequence
from turtle import RawTurtle, TurtleScreen
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


def new_pen(screen: TurtleScreen) -> RawTurtle:
    pen = RawTurtle(screen, undobuffersize=1, visible=False)  # 0 would break stamp()
    pen.penup()
    pen.speed(0)
    return pen


def draw_line(pen: RawTurtle, points: Sequence[Point], color: str, width: int) -> None:
    """Draw a line through the points, if there are any."""
    pen.pencolor(color)
    pen.pensize(width)
    for point in points:
        pen.goto(*point)
        pen.pendown()
    pen.penup()


def fill(pen: RawTurtle, corners: Sequence[Point], color: str) -> None:
    pen.goto(*corners[0])
    pen.fillcolor(color)
    pen.begin_fill()
    for corner in corners[1:]:
        pen.goto(*corner)
    pen.end_fill()


def center_origin(canvas: tk.Canvas, event: "tk.Event[tk.Misc]") -> None:
    half = event.width // 2, event.height // 2
    canvas.configure(
        scrollregion=(-half[0], -half[1], event.width - half[0], event.height - half[1])
    )
