"""The panels beside the board: players, counts, clocks, moves and messages."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text
from textual.containers import VerticalScroll
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from outflank.board import Color
from outflank.play.news import TABLE_ACTIONS, NewsView, TableAction
from outflank.play.table import Table
from outflank.play.view import LOW_TIME, GameView, PlyView, clock_text, moves_in_rows
from outflank.study.explorer import ExplorerView, Share
from outflank.study.values import best_line
from outflank.study.views import TreeView
from outflank.translation import _, ngettext

NO_TEXT = Text()
INDENT = 2  # columns of a variation below its line
MOVE_WIDTH = 13  # columns of a move with its number and mark


def counts_text(view: GameView, remaining: Callable[[Color], float | None]) -> str:
    """Return both sides' disc counts and clocks, for screens without panels."""
    times = {color: remaining(color) for color in Color}
    return (" " if None in times.values() else "  ").join(
        f"{color.symbol} {view.discs(color)}"
        + ("" if (seconds := times[color]) is None else f" ({clock_text(seconds)})")
        for color in Color
    )


def players_text(view: GameView, remaining: Callable[[Color], float | None]) -> str:
    """Return both sides' names and clocks in one line, beside just the board."""
    texts = []
    for color in Color:
        seconds = remaining(color)
        clock = "" if seconds is None else f" {clock_text(seconds)}"
        texts.append(f"{'●' if color is Color.BLACK else '○'} {view.seat(color).title}{clock}")
    return "   ".join(texts)


class SeatPanel(Static):
    """One side: its discs, its player and its time."""

    def __init__(self, color: Color) -> None:
        super().__init__(classes="seat", id=f"seat-{color.value}")
        self.color = color

    def show(self, view: GameView, seconds: float | None) -> None:
        color = self.color
        to_move = view.turn is color and not view.over and not view.called_off
        self.set_class(to_move or view.won(color), "-active")
        self.border_title = f"{'●' if color is Color.BLACK else '○'} {color}"
        self.border_subtitle = "" if seconds is None else clock_text(seconds)
        self.set_class(seconds is not None and seconds < LOW_TIME, "-low-time")
        width = max(self.content_size.width, 12)
        count = str(view.discs(color))
        name = Text(view.seat(color).title, overflow="ellipsis", no_wrap=True, style="bold")
        name.truncate(width - len(count) - 1, overflow="ellipsis")
        line = name + Text(" " * (width - name.cell_len - len(count))) + Text(count, style="bold")
        self.update(line + Text("\n") + Text(self._activity(view), style="dim"))

    def _activity(self, view: GameView) -> str:
        if view.outcome is not None:
            if view.outcome.winner is None:
                return _("draw")
            return _("winner") if view.won(self.color) else ""
        if view.turn is not self.color or view.called_off:
            return ""
        if view.can.move:
            return ngettext("to move: {count} square", "to move: {count} squares", len(view.legal))
        if view.seat(self.color).human:
            return _("to move")  # a remote player
        return _("paused (z: continue)") if view.paused else _("is thinking… (z: stop)")


class Balance(Static):
    """A bar divided into both sides' discs and the empty squares."""

    def show(self, view: GameView) -> None:
        width = max(self.content_size.width, 10)
        squares = view.size * view.size
        black = round(width * view.counts.black / squares)
        white = round(width * view.counts.white / squares)
        bar = Text(
            "█" * black, style=Style(color="#3b4048" if self.app.current_theme.dark else "#101214")
        )
        bar.append("░" * max(width - black - white, 0), style=Style(color="#2f7d57"))
        bar.append(
            "█" * white, style=Style(color="#f4f4f0" if self.app.current_theme.dark else "#b9b8b0")
        )
        self.update(bar)


ACTION_KEYS: dict[TableAction, str] = {
    "agree": "y",
    "decline": "z",
    "withdraw": "z",
    "claim": "t",
    "call-off": "ctrl+x",
    "close": "ctrl+x",
    "invite": "ctrl+l",
}


class NewsPanel(Static):
    """Notices about the other players; hidden if there are none."""

    def show(self, table: Table) -> None:
        news = table.news()
        self.border_title = _("This game")
        self.border_subtitle = table.facts
        self.display = bool(news or table.facts)
        self.update(Text("\n".join(news_text(one) for one in news)))


def news_text(news: NewsView) -> str:
    keys = [f"{ACTION_KEYS[one]}: {TABLE_ACTIONS[one].lower()}" for one in news.actions]
    return f"{news.sentence} ({', '.join(keys)})" if keys else news.sentence


class ValuesPanel(Static):
    """The opening and the best line so far; hidden until the user opens it."""

    def show(self, table: Table) -> None:
        self.display = table.shows_values
        self.border_title = _("Best line")
        self.border_subtitle = table.view.opening or ""
        if table.values:
            self.update(Text(best_line(table.values, table.view.size)))
        elif table.view.over:
            self.update(Text(_("the game is over"), style="dim"))
        else:
            waiting = _("after the computer's move") if table.view.thinking else _("searching…")
            self.update(Text(waiting, style="dim"))


class ExplorerPanel(Static):
    """The opening explorer, shown in place of the moves."""

    def show(self, view: ExplorerView | None) -> None:
        self.border_title = _("Explorer: book, games, yours")
        if view is None:
            self.update(Text(_("searching…"), style="dim"))
            return
        text = Text(f"{view.headline}\n")
        in_archive = any(row.archive for row in view.rows)
        for row in view.rows:
            cells = [_cell(row.archive if in_archive else row.tournaments), _cell(row.own)]
            text.append(f"{row.move:<3} {row.book:>3} ", style="bold")
            text.append(f"{cells[0]:>13} {cells[1]:>9}\n")
        for example in view.examples:
            text.append(f"{example}\n", style="dim")
        text.append("\n".join(view.notes), style="dim")
        self.update(text)


def _cell(share: Share | None) -> str:
    """Return the frequency and the share of wins in short form."""
    if share is None:
        return "–"
    return f"{share.games:,} {share.won.replace(' ', '')}".strip()


class MoveList(VerticalScroll, can_focus=False):
    """The moves so far, two per line; a click goes to one."""

    def __init__(self) -> None:
        super().__init__(id="moves")
        self._text = Static(id="move-text")
        self.border_title = _("Moves")

    def compose(self):  # type: ignore[no-untyped-def]
        yield self._text

    def show(
        self, moves: Sequence[PlyView], here: int, marks: Mapping[int, str], below: Text = NO_TEXT
    ) -> None:
        """Show the moves with their marks; ``here`` is the last one played at the position."""
        text, current_line = Text(), 0
        for line, pair in enumerate(moves_in_rows(moves)):
            text.append("\n" if line else "")
            for color in Color:
                ply = pair.get(color)
                name = "" if ply is None else ply.numbered(marks.get(ply.ply, ""))
                cell = set_cell_size(f" {name}", MOVE_WIDTH)
                if ply is None:
                    text.append(cell)
                    continue
                look = "reverse bold" if ply.ply == here else "dim" if ply.ply > here >= 0 else ""
                click = Style.from_meta({"@click": f"screen.go_to({ply.ply})"})
                text.append(cell, style=Style.parse(look) + click)
                if ply.ply == here:
                    current_line = line
        if not moves:
            text.append(" " + _("none yet"), style="dim")
        if below.plain:
            text.append("\n").append_text(below)
            if here < 0:  # the position is in a variation
                current_line = len(text.plain.split("\n"))
        self._text.update(text)
        self.call_after_refresh(
            self.scroll_to, y=max(0, current_line - self.size.height + 2), animate=False
        )


def tree_text(tree: TreeView) -> Text:
    """Return all variations, each below the line it branches from."""
    text = Text()
    for line in tree.lines[1:]:
        text.append(" " * INDENT * (line.depth - 1) + f"{line.number}.")
        for move in line.moves:
            mark = "*" if move.noted else ""
            click = Style.from_meta({"@click": f"screen.do('go_to_place', {move.place})"})
            text.append(" ")
            text.append(f"{move.name}{mark}", Style(reverse=move.here or None) + click)
        text.append(f"  {line.name}\n" if line.name else "\n", Style(italic=True))
    return text


ROOM = 2  # lines for a message below the status


class Messages(Static):
    """The status of the game, and below it the latest message."""

    status: reactive[str] = reactive("")
    message: reactive[str] = reactive("")
    typed: reactive[str] = reactive("")
    refused: reactive[bool] = reactive(False)
    _lasting: Timer | None = None

    def render(self) -> Text:
        """Return two or three lines: the status, then typed input or the last message."""
        text = Text(self.status, style="bold")
        if self.typed:
            return text.append(f"\n▸ {self.typed}_", style="bold")
        color = self.app.theme_variables["error" if self.refused else "text-muted"]
        look = Style(bold=True) if color.startswith(("auto", "ansi")) else Style(color=color)
        return text.append(f"\n{self.message}", style=look)

    def say(self, message: str, *, refused: bool = False, seconds: float = 0.0) -> None:
        """Show a message until the next one, or for at least ``seconds``."""
        self.message, self.refused = self._fitted(message, refused=refused), refused
        if self._lasting is not None:
            self._lasting.stop()
        self._lasting = self.set_timer(seconds, self._let_go) if seconds else None

    def _fitted(self, message: str, *, refused: bool) -> str:
        """Return a message that fits, and reserve space for it on a game screen.

        The end of a long refusal, after a semicolon, lists the legal moves. It is left out, as the
        board marks them.
        """
        width = max(1, self.content_size.width)
        lines = len(wrap(message, width))
        grows = self.has_class("-grows")
        # At 80×24 an additional line does not shrink the board.
        while refused and lines > ROOM + grows and "; " in message:
            message = f"{message.rpartition('; ')[0]}."
            lines = len(wrap(message, width))
        if grows:
            self.styles.height = 1 + lines if lines > ROOM else None
        return message

    def clear(self) -> None:
        """Clear the last message, unless its time has not passed yet."""
        if self._lasting is None:
            self.say("")

    def _let_go(self) -> None:
        self._lasting = None
        self.say("")
