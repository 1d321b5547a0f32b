"""The board widget: it draws a scene and reports clicks and typed squares."""

import textwrap
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from outflank.board import COLUMNS, Color, Square
from outflank.play.scene import BoardScene, Cell
from outflank.play.typed_square import TypedSquare
from outflank.terminal.disc_drawing import BLOCK_SIZES, LETTER_SIZES, draw
from outflank.terminal.looks import Look, many_colors, style
from outflank.translation import N_, _

LEFT, RIGHT = 3, 1  # columns of the frame beside the squares
TOP, BOTTOM = 1, 1  # rows of the frame above and below them
TURNING = (0.8, 0.4, -0.1, -0.45, -0.85)  # visible width of a turning disc; negative: the new side
TURNING_SECONDS = 0.06  # per step


class BoardView(Widget, can_focus=True):
    """The board, controlled by arrow keys and Enter, by mouse, or by typing a square."""

    HELP = N_(
        "Move with the arrows (Tab: next legal square) and play with Enter, or type f5, or click."
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move_cursor(-1, 0)", _("Up"), show=False),
        Binding("down", "move_cursor(1, 0)", _("Down"), show=False),
        Binding("left", "move_cursor(0, -1)", _("Left"), show=False),
        Binding("right", "move_cursor(0, 1)", _("Right"), show=False),
        Binding("tab", "next_playable(1)", _("Next legal square"), show=False),
        Binding("shift+tab", "next_playable(-1)", _("Previous legal square"), show=False),
        Binding("enter,space", "choose", _("Play here"), show=False),
        Binding("backspace,escape", "forget_typed", _("Clear the typed square"), show=False),
    ]

    cursor: reactive[Square] = reactive(0)
    flips: reactive[frozenset[Square]] = reactive(frozenset)

    @dataclass
    class Chosen(Message):
        square: Square

    @dataclass
    class Typed(Message):
        """The user typed or deleted part of a square."""

        text: str

    def __init__(
        self, shown: BoardScene, *, look: Look | None = None, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.shown = shown
        self.look = look or many_colors()
        self._typed = TypedSquare()
        self._turning: dict[Square, Color] = {}  # the new sides of turning discs
        self._step = 0
        self._timer: Timer | None = None
        self.cursor = next(iter(shown.moves), 0)

    # --- Display ---------------------------------------------------------------------------------

    def show(self, shown: BoardScene) -> None:
        """Show a position, with an animation of flipped discs."""
        before, self.shown = self.shown, shown
        if shown.size != before.size:
            self.cursor = next(iter(shown.moves), 0)
            self._stop_turning()
        elif shown.board != before.board:
            self._start_turning(shown.turned_since(before))
        self.watch_cursor()
        self.refresh()

    def _start_turning(self, turned: dict[Square, Color]) -> None:
        self._stop_turning()
        if self.app.animation_level == "none" or not self.look.blocks:
            return
        self._turning = turned
        if self._turning:
            self._timer = self.set_interval(TURNING_SECONDS, self._turn_on)

    def _turn_on(self) -> None:
        self._step += 1
        if self._step >= len(TURNING):
            self._stop_turning()
        self.refresh()

    def _stop_turning(self) -> None:
        self._turning, self._step = {}, 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # --- Drawing ---------------------------------------------------------------------------------

    @property
    def cell_size(self) -> tuple[int, int]:
        """The largest width and height of a square that fit."""
        size = self.shown.size
        sizes = BLOCK_SIZES if self.look.blocks else LETTER_SIZES
        for width, height in sizes:
            wide, tall = size * width + LEFT + RIGHT, size * height + TOP + BOTTOM
            if wide <= self.size.width and tall <= self.size.height:
                return width, height
        return sizes[-1]

    def _too_small(self) -> str:
        """Return a sentence if not even the smallest squares fit, otherwise nothing."""
        size, (width, height) = self.shown.size, self.cell_size
        wide, tall = size * width + LEFT + RIGHT, size * height + TOP + BOTTOM
        if wide <= self.size.width and tall <= self.size.height:
            return ""
        return _(
            "The board needs {wide}×{tall} characters, and has {width}×{height}. Enlarge the "
            "terminal.",
            wide=wide,
            tall=tall,
            width=self.size.width,
            height=self.size.height,
        )

    @property
    def corner(self) -> tuple[int, int]:
        """The column and row of the widget where square a1 starts."""
        size = self.shown.size
        width, height = self.cell_size
        wide, tall = size * width + LEFT + RIGHT, size * height + TOP + BOTTOM
        return (
            max(0, (self.size.width - wide) // 2) + LEFT,
            max(0, (self.size.height - tall) // 2) + TOP,
        )

    def square_at(self, x: int, y: int) -> Square | None:
        size = self.shown.size
        (width, height), (left, top) = self.cell_size, self.corner
        column, row = (x - left) // width, (y - top) // height
        return row * size + column if 0 <= column < size and 0 <= row < size else None

    def render_line(self, y: int) -> Strip:
        size = self.shown.size
        (width, height), (left, top) = self.cell_size, self.corner
        if sentence := self._too_small():
            lines = textwrap.wrap(sentence, max(1, self.size.width))
            text = lines[y] if y < len(lines) else ""
            return Strip([Segment(text, self.rich_style)]).adjust_cell_length(
                self.size.width, self.rich_style
            )
        frame = style(self.look.frame_text, self.look.frame)
        row, part = divmod(y - top, height)
        inner: list[Segment]
        if y == top - TOP:
            # In a cell of even width, letters go in the left one of the two middle columns.
            left_of_letter = " " * ((width - 1) // 2)
            letters = "".join(f"{left_of_letter}{one}".ljust(width) for one in COLUMNS[:size])
            inner = [Segment(" " * LEFT + letters + " " * RIGHT, frame)]
        elif y == top + size * height:
            inner = [Segment(" " * (LEFT + size * width + RIGHT), frame)]
        elif 0 <= row < size:
            number = f"{row + 1:>2} " if part == (height - 1) // 2 else " " * LEFT
            inner = [Segment(number, frame)]
            for column in range(size):
                inner += draw(self._cell(row * size + column), width, height, self.look)[part]
            inner.append(Segment(" " * RIGHT, frame))
        else:
            return Strip.blank(self.size.width, self.rich_style)
        margin = Segment(" " * (left - LEFT), self.rich_style)
        strip = Strip([margin, *inner])
        return strip.adjust_cell_length(self.size.width, self.rich_style)

    def _cell(self, square: Square) -> Cell:
        focus, side = self.has_focus, self._turning.get(square)
        return self.shown.cell(
            square,
            cursor=focus and square == self.cursor,
            flips=focus and square in self.flips,
            turning=None if side is None else (side, TURNING[self._step]),
        )

    # --- Keys and mouse --------------------------------------------------------------------------

    def action_move_cursor(self, down: int, right: int) -> None:
        """Move the cursor; it wraps around at the edges."""
        size = self.shown.size
        row, column = divmod(self.cursor, size)
        self.cursor = (row + down) % size * size + (column + right) % size

    def action_next_playable(self, step: int) -> None:
        """Move to the next legal square in reading order, and wrap around."""
        squares = list(self.shown.moves)
        if not squares:
            return
        later = [square for square in squares if (square - self.cursor) * step > 0]
        if step > 0:
            self.cursor = later[0] if later else squares[0]
        else:
            self.cursor = later[-1] if later else squares[-1]

    def action_choose(self) -> None:
        """Play the typed square, or else the one at the cursor."""
        if self._typed.text:
            self._go_and_choose(self._typed.finish(self.shown.size))
        else:
            self.post_message(self.Chosen(self.cursor))

    def action_forget_typed(self) -> None:
        self._typed.text = ""
        self.post_message(self.Typed(""))

    def on_key(self, event: events.Key) -> None:
        """Accept a letter and a number as a square."""
        size = self.shown.size
        if event.character is not None and self._typed.accepts(event.character, size):
            self._go_and_choose(self._typed.add(event.character, size))
            event.stop()
            event.prevent_default()

    def _go_and_choose(self, square: Square | None) -> None:
        self.post_message(self.Typed(self._typed.text))
        if square is not None:
            self.cursor = square
            self.post_message(self.Chosen(square))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        square = self.square_at(event.x, event.y)
        if square is not None:
            self.cursor = square

    def on_click(self, event: events.Click) -> None:
        square = self.square_at(event.x, event.y)
        if square is not None:
            self.cursor = square
            self.post_message(self.Chosen(square))

    def watch_cursor(self) -> None:
        self.flips = self.shown.flips(self.cursor)
