"""What stands beside the board: who plays, the counts, the clocks, the moves, and the messages."""

from rich.style import Style
from rich.text import Text
from textual.containers import VerticalScroll
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from outflank.board import Color
from outflank.game import Ply
from outflank.sitting import HUMAN
from outflank.study import best_line
from outflank.table import OpenTable

LOW_TIME = 20  # seconds; below, the clock is shown as a warning


def clock_text(seconds: float) -> str:
    """Time left as 4:05, or with tenths when it is short."""
    if seconds < LOW_TIME:
        return f"0:{seconds:04.1f}"
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def seat_name(seat: str) -> str:
    """What to call whoever sits there."""
    return "Human" if seat == HUMAN else seat


class SeatPanel(Static):
    """One side: its discs, who plays it, and its time."""

    def __init__(self, color: Color) -> None:
        super().__init__(classes="seat", id=f"seat-{color.value}")
        self.color = color

    def show(self, table: OpenTable) -> None:
        """Show the side as it stands."""
        game, color = table.game, self.color
        to_move = game.turn is color and not game.is_over
        won = game.outcome is not None and game.outcome.winner is color
        self.set_class(to_move or won, "-active")
        seat = table.sitting.seats[color]
        self.border_title = f"{'●' if color is Color.BLACK else '○'} {color}"
        seconds = table.remaining(color)
        if seconds is not None:
            self.border_subtitle = clock_text(seconds)
            self.set_class(seconds < LOW_TIME, "-low-time")
        else:
            self.border_subtitle = ""
            self.remove_class("-low-time")
        width = max(self.content_size.width, 12)
        count = str(game.board.count(color))
        name = Text(seat_name(seat), overflow="ellipsis", no_wrap=True, style="bold")
        name.truncate(width - len(count) - 1, overflow="ellipsis")
        line = name + Text(" " * (width - name.cell_len - len(count))) + Text(count, style="bold")
        self.update(line + Text("\n") + Text(self._activity(table), style="dim"))

    def _activity(self, table: OpenTable) -> str:
        game, sitting = table.game, table.sitting
        if game.outcome is not None:
            if game.outcome.winner is None:
                return "draws"
            return "wins" if game.outcome.winner is self.color else ""
        if game.turn is not self.color:
            return ""
        if sitting.waits_for_human:
            moves = len(game.board.legal_moves)
            return f"to move: {moves} {'square' if moves == 1 else 'squares'}"
        return "paused (z goes on)" if sitting.paused else "is thinking… (z stops)"


class Balance(Static):
    """A bar with a part for each side's discs, and one for the empty squares between them."""

    def show(self, table: OpenTable) -> None:
        """Show the counts as a bar."""
        board = table.game.board
        width = max(self.content_size.width, 10)
        squares = board.size * board.size
        black = round(width * board.count(Color.BLACK) / squares)
        white = round(width * board.count(Color.WHITE) / squares)
        bar = Text(
            "█" * black, style=Style(color="#3b4048" if self.app.current_theme.dark else "#101214")
        )
        bar.append("░" * max(width - black - white, 0), style=Style(color="#2f7d57"))
        bar.append(
            "█" * white, style=Style(color="#f4f4f0" if self.app.current_theme.dark else "#b9b8b0")
        )
        self.update(bar)


class ValuesPanel(Static):
    """The opening, and the best line as far as it is known; hidden until somebody asks for it."""

    def show(self, table: OpenTable) -> None:
        """Show what is known of the position."""
        self.display = table.shows_values
        self.border_title = "Best line"
        self.border_subtitle = table.opening
        if table.values:
            self.update(Text(best_line(table.values, table.game.size)))
        elif table.game.is_over:
            self.update(Text("the game is over", style="dim"))
        else:
            waiting = "after the computer's move" if table.thinking else "looking…"
            self.update(Text(waiting, style="dim"))


class MoveList(VerticalScroll, can_focus=False):
    """The moves so far, two a line; a click goes back or forward to one."""

    def __init__(self) -> None:
        super().__init__(id="moves")
        self._text = Static(id="move-text")
        self.border_title = "Moves"

    def compose(self):  # type: ignore[no-untyped-def]
        """One text, scrolled."""
        yield self._text

    def show(self, table: OpenTable) -> None:
        """Show the moves made and, dimmed, the ones taken back."""
        game = table.game
        plies = (*game.history, *game.future)
        text, line, current_line = Text(), 0, 0
        for number, ply in enumerate(plies, start=1):
            if number == 1 or ply.color is Color.BLACK or plies[number - 2].color is ply.color:
                line += 1
                text.append(f"{'' if line == 1 else chr(10)}{line:>3} ", style="dim")
                if ply.color is Color.WHITE:
                    text.append("  …    ", style="dim")
            self._append(text, ply, number, current=number == game.ply, ahead=number > game.ply)
            if number == game.ply:
                current_line = line
        if not plies:
            text.append(" none yet", style="dim")
        self._text.update(text)
        self.call_after_refresh(
            self.scroll_to, y=max(0, current_line - self.size.height + 1), animate=False
        )

    @staticmethod
    def _append(text: Text, ply: Ply, number: int, *, current: bool, ahead: bool) -> None:
        name = "pass" if ply.is_pass else ply.name
        look = "reverse bold" if current else "dim" if ahead else ""
        style = Style.parse(look) + Style.from_meta({"@click": f"screen.go_to({number})"})
        text.append(f" {name:<4} ", style=style)
        text.append(" ")


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
        self.message, self.refused = message, refused
        if self._lasting is not None:
            self._lasting.stop()
        self._lasting = self.set_timer(seconds, self._let_go) if seconds else None

    def clear(self) -> None:
        """Forget the last sentence, unless it is one that stays for a while."""
        if self._lasting is None:
            self.say("")

    def _let_go(self) -> None:
        self._lasting = None
        self.say("")
