"""The board, drawn by turtles on a canvas; it shows a scene and reports clicks."""

import math
import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from turtle import RawTurtle, TurtleScreen

from outflank.board import COLUMNS, Color, Square
from outflank.play.scene import BoardScene, Cell
from outflank.study.values import MoveValue
from outflank.study.views import Label
from outflank.study.words import worth
from outflank.translation import _
from outflank.window import colors
from outflank.window.turtles import center_origin, draw_line, fill, new_pen

FRAMES = 8  # duration of a flip
FRAME_MILLISECONDS = 28
DISC = "disc"
WIDE = "\u2e80"  # from here on, letters are as wide as high
_ROUND = 72  # corners of the polygon for a disc


@dataclass(frozen=True, slots=True)
class CanvasMeasures:
    """Positions and lengths in turtle units from the center of the canvas."""

    square: int
    left: float
    top: float
    margin: int

    @staticmethod
    def fitting(width: int, height: int, size: int) -> "CanvasMeasures":
        """Return measures for the largest centered board with a frame, in whole pixels."""
        square = max(6, int(min(width, height) / (size + 1.1)))
        edge = square * size
        return CanvasMeasures(square, -(edge // 2), edge // 2, max(4, int(0.42 * square)))

    def middle(self, square: Square, size: int) -> tuple[float, float]:
        row, column = divmod(square, size)
        return (self.left + (column + 0.5) * self.square, self.top - (row + 0.5) * self.square)

    def square_at(self, x: float, y: float, size: int) -> Square | None:
        column = math.floor((x - self.left) / self.square)
        row = math.floor((self.top - y) / self.square)
        return row * size + column if 0 <= column < size and 0 <= row < size else None


class BoardCanvas:
    """A board of turtles: one for the wood and the lines, and one per square."""

    def __init__(
        self,
        parent: tk.Misc,
        shown: BoardScene,
        *,
        on_choose: Callable[[Square], None],
    ) -> None:
        self.canvas = tk.Canvas(
            parent, width=640, height=640, highlightthickness=0, background=colors.PAPER
        )
        self.screen = TurtleScreen(self.canvas)
        self.screen.bgcolor(colors.PAPER)
        self.screen.tracer(0)
        turn = 2 * math.pi / _ROUND
        points = [(10 * math.cos(i * turn), 10 * math.sin(i * turn)) for i in range(_ROUND)]
        self.screen.register_shape(DISC, tuple(points))
        self.animate = True
        self.flips: frozenset[Square] = frozenset()
        self.cursor: Square | None = None
        self.shown = shown
        self.on_choose = on_choose
        self._wood = new_pen(self.screen)
        self._stones: list[RawTurtle] = []
        self._drawn: dict[Square, Cell] = {}
        self._turning: dict[Square, Color] = {}
        self._frame = 0
        self._next_frame: str | None = None
        self.measures = CanvasMeasures.fitting(640, 640, shown.size)
        self.screen.onclick(self._clicked)
        self.canvas.bind("<Configure>", self._resized)
        self.canvas.bind("<Motion>", self._pointed)
        self.canvas.bind("<Leave>", self._left)

    # --- Display ---------------------------------------------------------------------------------

    def show(self, shown: BoardScene) -> None:
        """Show a position, with an animation of flipped discs."""
        before, self.shown = self.shown, shown
        self.stop_turning()
        if shown.size != before.size:
            self.cursor, self.flips = None, frozenset()
            self._fit()
            return
        self.flips = shown.flips(self.cursor)
        if self.animate and shown.board != before.board:
            self._turning = shown.turned_since(before)
            if self._turning:
                self._next_frame = self.canvas.after(FRAME_MILLISECONDS, self._turn_on)
        self.refresh()

    def point(self, square: Square | None) -> None:
        """Move the cursor and preview the flips of a move there."""
        if square != self.cursor:
            self.cursor, self.flips = square, self.shown.flips(square)
            self.refresh()

    def refresh(self) -> None:
        for square in range(len(self._stones)):
            look = self._look(square)
            if self._drawn.get(square) != look:
                self._draw_square(square, look)
                self._drawn[square] = look
        self.screen.update()

    def _look(self, square: Square) -> Cell:
        side = self._turning.get(square)
        return self.shown.cell(
            square,
            cursor=square == self.cursor,
            flips=side is None and square in self.flips,
            turning=None if side is None else (side, math.cos(math.pi * self._frame / FRAMES)),
        )

    # --- Flip animation --------------------------------------------------------------------------

    def _turn_on(self) -> None:
        self._frame += 1
        if self._frame >= FRAMES:
            self.stop_turning()
        else:
            self._next_frame = self.canvas.after(FRAME_MILLISECONDS, self._turn_on)
        self.refresh()

    def stop_turning(self) -> None:
        if self._next_frame is not None:
            self.canvas.after_cancel(self._next_frame)
        self._turning, self._frame, self._next_frame = {}, 0, None

    # --- Drawing ---------------------------------------------------------------------------------

    def _resized(self, event: "tk.Event[tk.Misc]") -> None:
        center_origin(self.canvas, event)
        self._fit()

    def _fit(self) -> None:
        """Redraw everything in the size of the canvas, so that it stays sharp and square."""
        size = self.shown.size
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        if width <= 1 or height <= 1:
            return
        self.measures = CanvasMeasures.fitting(width, height, size)
        while len(self._stones) > size * size:
            self._stones.pop().clear()
        while len(self._stones) < size * size:
            stone = new_pen(self.screen)
            stone.shape(DISC)
            stone.resizemode("user")
            self._stones.append(stone)
        self._draw_wood()
        for stone in self._stones:
            stone.clear()  # after the wood, because later drawings cover earlier ones
        self._drawn.clear()
        self.refresh()

    def _draw_wood(self) -> None:
        size, at = self.shown.size, self.measures
        pen, edge = self._wood, self.measures.square * size
        pen.clear()
        out = at.margin
        self._square(pen, at.left - out, at.top + out, edge + 2 * out, colors.FRAME_EDGE)
        self._square(pen, at.left - out + 2, at.top + out - 2, edge + 2 * out - 4, colors.FRAME)
        self._square(pen, at.left - 2, at.top + 2, edge + 4, colors.GREEN_LINE)
        self._square(pen, at.left, at.top, edge, colors.GREEN)
        width = max(1, at.square // 36)
        for line in range(1, size):
            x, y = at.left + line * at.square, at.top - line * at.square
            draw_line(pen, [(x, at.top), (x, at.top - edge)], colors.GREEN_LINE, width)
            draw_line(pen, [(at.left, y), (at.left + edge, y)], colors.GREEN_LINE, width)
        if size >= 6:  # the four dots of a real board
            for column, row in ((2, 2), (2, size - 2), (size - 2, 2), (size - 2, size - 2)):
                pen.goto(at.left + column * at.square, at.top - row * at.square)
                pen.dot(max(4, at.square // 9), colors.GREEN_LINE)
        pen.pencolor(colors.FRAME_INK)
        letters = ("Helvetica", -max(7, int(0.6 * at.margin)), "bold")  # negative: height in pixels
        for place in range(size):
            along = (place + 0.5) * at.square
            self._write(pen, at.left + along, at.top + out / 2, COLUMNS[place], letters)
            self._write(pen, at.left - out / 2, at.top - along, str(place + 1), letters)

    @staticmethod
    def _write(pen: RawTurtle, x: float, y: float, text: str, font: tuple[str, int, str]) -> None:
        # Turtles write above their position; this centers the text on the point.
        pen.goto(x, y - 0.72 * -font[1])
        pen.write(text, align="center", font=font)

    @staticmethod
    def _square(pen: RawTurtle, left: float, top: float, side: float, color: str) -> None:
        right, bottom = left + side, top - side
        fill(pen, [(left, top), (right, top), (right, bottom), (left, bottom)], color)

    def _draw_square(self, square: Square, look: Cell) -> None:
        stone, side = self._stones[square], self.measures.square
        stone.clear()
        x, y = self.measures.middle(square, self.shown.size)
        if look.cursor:
            self._draw_cursor(stone, x, y)
        radius = 0.41 * side
        if look.disc is not None:
            self._draw_disc(stone, x, y, radius, look.disc, look.breadth)
        elif look.ghost is not None:
            self._stamp(stone, x, y, radius, colors.GHOST[look.ghost])
        elif look.playable is not None and look.value is None and look.label is None:
            self._stamp(stone, x, y, 0.12 * side, colors.PLAYABLE[look.playable])
        if look.breadth == 1.0:
            if look.flips_to is not None:
                self._stamp(stone, x, y, 0.17 * side, colors.PLAIN[look.flips_to])
            elif look.last and look.disc is not None:
                self._stamp(stone, x, y, 0.09 * side, colors.LAST)
            if look.noted and look.disc is not None:
                self._stamp(stone, x, y, 0.17 * side, colors.HINT)
            if look.hint and look.value is None:
                self._stamp(stone, x, y, 0.17 * side, colors.HINT)
        if look.label is not None and look.disc is None:
            self._draw_label(stone, x, y, look.label)
        elif look.value is not None and look.disc is None:
            self._draw_value(stone, x, y, look.value)

    def _draw_label(self, pen: RawTurtle, x: float, y: float, label: Label) -> None:
        side = self.measures.square
        plate = 0.78 * side
        self._square(pen, x - plate / 2, y + plate / 2, plate, colors.FATE[label.tone])
        pen.pencolor(colors.INK)
        letters = sum(1 if letter < WIDE else 1.7 for letter in label.text)
        height = min(0.3, 1.15 / letters) * side  # long words must fit
        self._write(pen, x, y, label.text, ("Helvetica", -max(8, int(height)), "bold"))

    def _draw_value(self, pen: RawTurtle, x: float, y: float, value: MoveValue) -> None:
        """Draw a value: an estimate as a number, an exact value on a plate with its result."""
        side = self.measures.square
        size = max(8, int(0.3 * side))
        number = worth(value.score)
        if value.fate is None:
            pen.pencolor(colors.HINT if value.best else colors.ESTIMATE)
            self._write(pen, x, y, number, ("Helvetica", -size, "bold"))
        else:
            plate = 0.74 * side
            self._square(pen, x - plate / 2, y + plate / 2, plate, colors.FATE[value.fate])
            pen.pencolor(colors.INK)
            self._write(pen, x, y + 0.1 * side, number, ("Helvetica", -size, "bold"))
            word = ("Helvetica", -max(6, int(0.17 * side)), "bold" if value.best else "normal")
            self._write(pen, x, y - 0.22 * side, _(value.fate.value), word)
        if value.best:  # a bar below it, for color-blind users
            color, down = (colors.HINT, 0.2) if value.fate is None else (colors.INK, 0.34)
            bar = [(x - 0.2 * side, y - down * side), (x + 0.2 * side, y - down * side)]
            draw_line(pen, bar, color, max(2, side // 30))

    def _draw_cursor(self, pen: RawTurtle, x: float, y: float) -> None:
        width = max(2, self.measures.square // 18)
        half = self.measures.square / 2 - width / 2 - 1
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
        frame = [(x + right * half, y + up * half) for right, up in corners]
        draw_line(pen, frame, colors.CURSOR, width)

    def _draw_disc(
        self, pen: RawTurtle, x: float, y: float, radius: float, side: Color, breadth: float
    ) -> None:
        offset = 0.07 * radius
        self._stamp(pen, x + offset, y - offset, radius, colors.SHADOW, breadth)
        self._stamp(pen, x, y, radius + 0.7, colors.EDGE[side], breadth)
        for part, shift, color in colors.LAYERS[side]:
            moved = shift * radius
            self._stamp(pen, x - moved * breadth, y + moved, part * radius, color, breadth)

    @staticmethod
    def _stamp(
        pen: RawTurtle, x: float, y: float, radius: float, color: str, breadth: float = 1.0
    ) -> None:
        pen.goto(x, y)
        pen.color(color)
        pen.shapesize(radius / 10, radius / 10 * breadth, 0)
        pen.stamp()

    # --- The mouse -------------------------------------------------------------------------------

    def _clicked(self, x: float, y: float) -> None:
        square = self.measures.square_at(x, y, self.shown.size)
        if square is not None:
            self.on_choose(square)

    def _pointed(self, event: "tk.Event[tk.Misc]") -> None:
        x, y = self.canvas.canvasx(event.x), -self.canvas.canvasy(event.y)
        self.point(self.measures.square_at(x, y, self.shown.size))

    def _left(self, event: "tk.Event[tk.Misc]") -> None:
        self.point(None)
