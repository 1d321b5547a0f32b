"""What stands beside the board: who plays, the counts, the clocks, the moves, and the messages."""

from collections.abc import Callable
from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual.containers import VerticalScroll
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from outflank.board import Color
from outflank.play.news import TABLE_ACTIONS, NewsView, TableAction
from outflank.play.table import Table
from outflank.play.view import LOW_TIME, GameView, clock_text
from outflank.study.explorer import ExplorerView, Share
from outflank.study.values import best_line
from outflank.translation import _, ngettext


def counts_text(view: GameView, remaining: Callable[[Color], float | None]) -> str:
    """Both sides' discs, and their time where there is a clock: for screens without panels."""
    times = {color: remaining(color) for color in Color}
    return (" " if None in times.values() else "  ").join(
        f"{color.symbol} {view.discs(color)}"
        + ("" if (seconds := times[color]) is None else f" ({clock_text(seconds)})")
        for color in Color
    )


class SeatPanel(Static):
    """One side: its discs, who plays it, and its time."""

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
            return _("to move")  # a player elsewhere
        return _("paused (z: continue)") if view.paused else _("is thinking… (z: stop)")


class Balance(Static):
    """A bar with a part for each side's discs, and one for the empty squares between them."""

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
    """What there is to know of the other players; hidden where there are none."""

    def show(self, table: Table) -> None:
        news = table.news()
        self.border_title = _("This game")
        self.border_subtitle = table.facts
        self.display = bool(news or table.facts)
        self.update(Text("\n".join(news_text(one) for one in news)))


def news_text(news: NewsView) -> str:
    """A piece of news, and the keys for what can be done about it."""
    keys = [f"{ACTION_KEYS[one]}: {TABLE_ACTIONS[one].lower()}" for one in news.actions]
    return f"{news.sentence} ({', '.join(keys)})" if keys else news.sentence


class ValuesPanel(Static):
    """The opening, and the best line as far as it is known; hidden until somebody asks for it."""

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
    """What the book, the archive and one's own games say; in the moves' place while it is on."""

    def show(self, view: ExplorerView | None) -> None:
        self.border_title = _("Explorer: book, archive, yours")
        if view is None:
            self.update(Text(_("searching…"), style="dim"))
            return
        text = Text(f"{view.headline}\n")
        for row in view.rows:
            cells = [_cell(share) for share in (row.archive, row.own)]
            text.append(f"{row.move:<3} {row.book:>3} ", style="bold")
            text.append(f"{cells[0]:>13} {cells[1]:>9}\n")
        for example in view.examples:
            text.append(f"{example}\n", style="dim")
        text.append("\n".join(view.notes), style="dim")
        self.update(text)


def _cell(share: Share | None) -> str:
    """How often, and how often won; short."""
    if share is None:
        return "–"
    return f"{share.games:,} {share.won.replace(' ', '')}".strip()


class MoveList(VerticalScroll, can_focus=False):
    """The moves so far, two a line; a click goes back or forward to one."""

    def __init__(self) -> None:
        super().__init__(id="moves")
        self._text = Static(id="move-text")
        self.border_title = _("Moves")

    def compose(self):  # type: ignore[no-untyped-def]
        yield self._text

    def show(self, view: GameView) -> None:
        text, line, current_line = Text(), 0, 0
        before: Color | None = None
        for ply in view.moves:
            if before in (None, ply.color) or ply.color is Color.BLACK:
                line += 1
                text.append(f"{'' if line == 1 else chr(10)}{line:>3} ", style="dim")
                if ply.color is Color.WHITE:
                    text.append("  …    ", style="dim")
            before = ply.color
            look = "reverse bold" if ply.ply == view.ply else "dim" if ply.ply > view.ply else ""
            click = Style.from_meta({"@click": f"screen.do('go_to', {ply.ply})"})
            text.append(f" {ply.name:<4} ", style=Style.parse(look) + click)
            text.append(" ")
            if ply.ply == view.ply:
                current_line = line
        if not view.moves:
            text.append(" " + _("none yet"), style="dim")
        self._text.update(text)
        self.call_after_refresh(
            self.scroll_to, y=max(0, current_line - self.size.height + 1), animate=False
        )


ROOM = 2  # lines for a message under the status


class Messages(Static):
    """Where the game stands, and under it what happened last."""

    status: reactive[str] = reactive("")
    message: reactive[str] = reactive("")
    typed: reactive[str] = reactive("")
    refused: reactive[bool] = reactive(False)
    _lasting: Timer | None = None

    def render(self) -> Text:
        """Two lines or three: the status, then what was typed, or the last message."""
        text = Text(self.status, style="bold")
        if self.typed:
            return text.append(f"\n▸ {self.typed}_", style="bold")
        color = self.app.theme_variables["error" if self.refused else "text-muted"]
        look = Style(bold=True) if color.startswith(("auto", "ansi")) else Style(color=color)
        return text.append(f"\n{self.message}", style=look)

    def say(self, message: str, *, refused: bool = False, seconds: float = 0.0) -> None:
        """Show a sentence until the next one; for ``seconds`` also when the game goes on."""
        self.message, self.refused = self._fitted(message, refused=refused), refused
        if self._lasting is not None:
            self._lasting.stop()
        self._lasting = self.set_timer(seconds, self._let_go) if seconds else None

    def _fitted(self, message: str, *, refused: bool) -> str:
        """A message that is not cut, and makes room for itself on the screen of a game.

        What a refusal adds after a semicolon, the squares one may play, is left out where it is
        long: they are marked on the board.
        """
        width = max(1, self.content_size.width)
        lines = len(wrap(message, width))
        grows = self.has_class("-grows")
        # At 80×24 one line more leaves the board as large as it is.
        while refused and lines > ROOM + grows and "; " in message:
            message = f"{message.rpartition('; ')[0]}."
            lines = len(wrap(message, width))
        if grows:
            self.styles.height = 1 + lines if lines > ROOM else None
        return message

    def clear(self) -> None:
        """Forget the last sentence, unless it is one that stays for a while."""
        if self._lasting is None:
            self.say("")

    def _let_go(self) -> None:
        self._lasting = None
        self.say("")
