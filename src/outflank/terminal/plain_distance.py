"""A shared table in plain lines: it reads squares and commands, and prints what happens there."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TextIO

from outflank.board import Color, InvalidSquare, parse_square
from outflank.distance import DistantTable, Server, TableView
from outflank.sitting import PHRASES
from outflank.terminal.plain import Command, board_text, shortened, time_text

COMMANDS = {
    "yes": Command("yes", "agree to what is proposed"),
    "no": Command("no", "decline it, or withdraw your own proposal"),
    "undo": Command("undo", "ask to take back your last move"),
    "rematch": Command("rematch", "ask to play again, with the other colour"),
    "abort": Command("abort", "ask to call the game off"),
    "resign": Command("resign", "give up"),
    "claim": Command("claim", "win a game that was left for a minute"),
    "say": Command("say PHRASE", f"one of {', '.join(PHRASES)}"),
    "write": Command("write TEXT", "say something in your own words, where the server allows it"),
    "mute": Command("mute", "hear no phrases, or hear them again"),
    "board": Command("board", "show the board and who is there"),
    "moves": Command("moves", "show the moves so far"),
    "help": Command("help", "show this list"),
    "quit": Command("quit", "leave; the same link leads back to your seat"),
}


class DistantLines:
    """A shared table, a line a message; it ends with the input.

    From a pipe, a line is read when it can mean something: when one is to move, or the game is
    over. So a list of moves plays a game, and an empty file watches one to its end.
    """

    def __init__(
        self,
        server: Server,
        view: TableView,
        *,
        link: str = "",
        lines: Callable[[], str | None],
        out: TextIO,
        piped: bool = False,
    ) -> None:
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.table = DistantTable(server, view, link=link, screen=self, post=self._calls.put)
        self._lines = lines
        self._out = out
        self._piped = piped
        self._wanted = threading.Semaphore(0)
        self._reading = self._left = False
        self._news: list[str] = []
        self._seen: tuple[str, int, bool] | None = None

    def run(self) -> int:
        """Play or watch until somebody leaves."""
        you = self.table.you
        who = " against ".join(
            f"{self.table.live.seat(color).title} as {color} ({color.symbol})" for color in Color
        )
        self._print(f"Othello at a distance: {who}.")
        watch = "You watch" if you is None else f"You play {you}"
        self._print(f"{watch}; help lists the commands, quit leaves.")
        if self.table.link:
            self.hand_out(self.table.link)
        threading.Thread(target=self._read, name="lines", daemon=True).start()
        self.table.begin()
        try:
            while not self._left:
                self._read_on()
                self._calls.get()()
        finally:
            self.table.leave()
        return 0

    # --- In --------------------------------------------------------------------------------------

    def _read_on(self) -> None:
        live = self.table.live
        over = (live.over or live.company.called_off) and live.company.another is None
        ready = not self._piped or live.company.may.move or over
        if ready and not self._reading and not self.table.under_way:
            self._reading = True
            self._wanted.release()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            line = self._lines()
            self._calls.put(lambda line=line: self._typed(line))  # type: ignore[misc]
            if line is None:
                return

    def _typed(self, line: str | None) -> None:
        self._reading = False
        word, _, rest = ("quit" if line is None else line.strip()).partition(" ")
        handler = self._handlers().get(word.casefold())
        if handler is not None:
            handler(rest.strip())
        elif word:
            try:
                self.table.choose(parse_square(f"{word}{rest}", self.table.live.size))
            except InvalidSquare:
                commands = ", ".join(COMMANDS)
                self.refuse(
                    f"Expected a square such as f5 or a command ({commands}); "
                    f"got {shortened(line or '')!r}."
                )

    def _handlers(self) -> dict[str, Callable[[str], None]]:
        table = self.table
        return {
            "yes": lambda _: table.answer(True),
            "no": lambda _: table.answer(False),
            "undo": lambda _: table.propose("take-back"),
            "rematch": lambda _: table.propose("rematch"),
            "abort": lambda _: table.propose("abort"),
            "resign": lambda _: table.resign(),
            "claim": lambda _: table.claim(),
            "say": table.speak,
            "write": table.write,
            "mute": lambda _: table.mute(),
            "board": lambda _: self._show(),
            "moves": lambda _: self._print(table.live.transcript or "No moves yet."),
            "help": lambda _: self._help(),
            "quit": lambda _: self._leave(),
        }

    def _leave(self) -> None:
        self._left = True

    def _help(self) -> None:
        for command in COMMANDS.values():
            self._print(f"  {command.use:<10} {command.help}")

    # --- What the table tells --------------------------------------------------------------------

    def redraw(self) -> None:
        """Print the board if there is another one, and the news that are new."""
        live = self.table.live
        seen = live.id, live.ply, live.over
        if seen != self._seen:
            self._seen = seen
            self._show()
        news = [one.sentence for one in live.company.news]
        news += ["The line is cut; it is tried again."] if self.table.cut else []
        for color in Color:
            if live.company.place(color).gone is not None and color is not self.table.you:
                news.append(f"{live.seat(color).title} is away.")
        for sentence in news:
            if sentence not in self._news:
                self._print(sentence)
        self._news = news

    def _show(self) -> None:
        view = self.table.live
        self._print(board_text(view))
        left = {color: self.table.remaining(color) or 0.0 for color in Color}
        if self.table.timed:
            self._print(time_text(left))
        you = " (you)" if self.table.live.company.may.move else ""
        self._print(f"{view.status}{you}.")

    def say(self, sentence: str) -> None:
        """Tell something."""
        self._print(sentence)

    def refuse(self, sentence: str) -> None:
        """Tell why nothing happened."""
        self._print(sentence)

    def announce_pass(self, sentence: str) -> None:
        """Tell that a side had no move."""
        self._print(sentence)

    def announce_end(self, sentence: str) -> None:
        """The board was printed with it."""

    def your_turn(self) -> None:
        """It stands below the board."""

    def hand_out(self, link: str) -> None:
        """Print the link, on a line of its own."""
        self._print(f"Send this link to your friend, who sits down with it:\n{link}")

    def _print(self, text: str) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()
