"""The graph of a game in characters: the evaluation, the errors, and each side's losses."""

from collections.abc import Callable, Mapping

from rich.style import Style
from rich.text import Text
from textual import events
from textual.widget import Widget

from outflank.board import Color
from outflank.study.judging import Judgement
from outflank.study.review import GraphPoint
from outflank.study.views import ReviewView
from outflank.translation import _

GUTTER = 4  # columns for the axis labels
BELOW = 3  # rows below the evaluation: errors, and each side's losses
LEAST_TOP = 16  # least discs for the full height
LOWER = " ▁▂▃▄▅▆▇█"
ERROR_MARKS = {Judgement.BLUNDER: "▲", Judgement.MISTAKE: "!", Judgement.INACCURACY: "."}
"""Worst first."""
DECIDED = "◆"  # where the result was decided


class Graph(Widget):
    """A graph of the whole game; a click goes to a move."""

    def __init__(
        self,
        view: ReviewView,
        on_choose: Callable[[int], None],
        *,
        blocks: bool = True,
        id: str | None = None,
    ) -> None:
        """``on_choose`` is called with the ply of the clicked position."""
        super().__init__(id=id)
        self._view = view
        self._on_choose = on_choose
        self._blocks = blocks
        self.border_title = _("Black up, White down")

    def show(self, view: ReviewView) -> None:
        self._view = view
        lost = (f"{'●' if c is Color.BLACK else '○'} {discs}" for c, discs in view.lost.items())
        self.border_subtitle = _("lost {discs}", discs="  ".join(lost))
        self.refresh()

    def render(self) -> Text:
        size = self.content_size
        colors = self.app.theme_variables
        return plot(
            self._view,
            max(size.width, GUTTER + 4),
            max(size.height, BELOW + 2),
            bright=Style(color=colors["accent"]),
            faint=Style(color=colors["secondary"]),
            cursor=Style(bgcolor=colors["panel"]),
            blocks=self._blocks,
        )

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None and offset.x >= GUTTER:
            columns = self.content_size.width - GUTTER
            self._on_choose(_ply(offset.x - GUTTER, columns, self._view.plies))


def plot(
    view: ReviewView,
    width: int,
    height: int,
    *,
    bright: Style,
    faint: Style,
    cursor: Style,
    blocks: bool = True,
) -> Text:
    """Draw one bar per column, up where Black is ahead; proven values are bright."""
    columns, rows = width - GUTTER, height - BELOW - bool(view.spent)
    points = {point.ply: point for point in view.points}
    top = _top(points)
    plies = [_ply(column, columns, view.plies) for column in range(columns)]
    here = _column(view.ply, columns, view.plies)
    lines = []
    for row in range(rows):
        line = Text(_number(row, rows, top))
        for column, ply in enumerate(plies):
            point = points.get(ply)
            ground = cursor if column == here else Style()
            if point is None:
                empty = "│" if column == here else "·" if row == rows // 2 else " "
                line.append(empty, Style(dim=True) + ground)
                continue
            character, turned = _bar(point.score, row, rows, top, blocks=blocks)
            look = bright if point.exact else faint
            if character == " " and column == here:
                character = "│"
            line.append(character, look + ground + Style(reverse=turned or None))
        lines.append(line)
    lines.append(_errors(view, columns, here, cursor))
    lines += [_losses(points, color, plies, here, cursor, blocks=blocks) for color in Color]
    if view.spent:
        lines.append(_times(view, plies, here, cursor, blocks=blocks))
    return Text("\n").join(lines)


def _ply(column: int, columns: int, last: int) -> int:
    return min(max(round(column * last / max(columns - 1, 1)), 0), last)


def _column(ply: int, columns: int, last: int) -> int:
    return round(ply * (columns - 1) / max(last, 1))


def _top(points: Mapping[int, GraphPoint]) -> int:
    return max([LEAST_TOP, *(abs(point.score) for point in points.values())])


def _number(row: int, rows: int, top: int) -> str:
    if row == 0:
        return f"+{top}".rjust(GUTTER - 1) + " "
    return (f"-{top}" if row == rows - 1 else "").rjust(GUTTER - 1) + " "


def _bar(score: int, row: int, rows: int, top: int, *, blocks: bool) -> tuple[str, bool]:
    """Return the character of one row of a bar, and whether its colors are swapped."""
    half = rows // 2
    steps = 8 if blocks else 1
    filled = round(abs(score) / top * half * steps)
    if score:
        filled = max(filled, 1)
    if row < half:  # above the middle, counted upwards
        part = min(max(filled - (half - 1 - row) * steps, 0), steps) if score > 0 else 0
        return (LOWER[part] if blocks else " #"[part]), False
    if row >= 2 * half:
        return " ", False
    part = min(max(filled - (row - half) * steps, 0), steps) if score < 0 else 0
    if row == half and score == 0:
        return "─", False
    if not blocks or part in (0, steps):
        return (" ", False) if part == 0 else (LOWER[8] if blocks else "#", False)
    return LOWER[steps - part], True  # no upper blocks exist: swap the colors


def _errors(view: ReviewView, columns: int, here: int, cursor: Style) -> Text:
    marks: dict[int, Judgement] = {}
    for error in view.errors:
        at = _column(error.ply, columns, view.plies)
        worse = marks.get(at, Judgement.INACCURACY)
        marks[at] = min(worse, error.judgement, key=list(ERROR_MARKS).index)
    line = Text(" " * GUTTER)
    decided = None if view.decided is None else _column(view.decided.ply, columns, view.plies)
    for column in range(columns):
        mark = ERROR_MARKS[marks[column]] if column in marks else " "
        mark = DECIDED if column == decided else mark
        line.append(mark, Style(bold=True) + (cursor if column == here else Style()))
    return line


def _times(view: ReviewView, plies: list[int], here: int, cursor: Style, *, blocks: bool) -> Text:
    spent = {each.ply: each.seconds for each in view.spent}
    levels = [spent.get(ply, 0.0) / max([1.0, *spent.values()]) for ply in plies]
    return _levels("t ", levels, here, cursor, blocks=blocks)


def _losses(
    points: Mapping[int, GraphPoint],
    color: Color,
    plies: list[int],
    here: int,
    cursor: Style,
    *,
    blocks: bool,
) -> Text:
    """Draw the discs that a side has lost so far; both sides have the same scale."""
    most = max([1, *(lost for point in points.values() for lost in point.lost.values())])
    levels = [points[ply].lost[color] / most if ply in points else 0.0 for ply in plies]
    label = "● " if color is Color.BLACK else "○ "
    return _levels(label, levels, here, cursor, blocks=blocks, least=1)


def _levels(
    label: str, parts: list[float], here: int, cursor: Style, *, blocks: bool, least: int = 0
) -> Text:
    """Draw a row of bars of partial characters; nonzero bars have at least ``least`` steps."""
    steps = LOWER if blocks else " .:=#"
    line = Text(label.rjust(GUTTER))
    for column, part in enumerate(parts):
        step = max(round(part * (len(steps) - 1)), least if part else 0)
        line.append(steps[step], cursor if column == here else Style())
    return line
