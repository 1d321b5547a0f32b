"""The game in plain lines: it reads squares and commands, and prints the board.

It works in any terminal and through a pipe. Its output depends only on the input and the seed.
"""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, TextIO

from outflank.board import (
    COLUMNS,
    Board,
    Color,
    InvalidSquare,
    parse_square,
    sentence,
    square_name,
)
from outflank.play.session_data import PHRASES
from outflank.play.table import Table
from outflank.play.view import GameView, PlyView
from outflank.storage.files.saves import Saves
from outflank.translation import N_, _, ngettext

if TYPE_CHECKING:
    from outflank.workers.background import Post

_SQUARE = re.compile(r"([a-p])[\s-]*([0-9]{1,2})", re.IGNORECASE)
_ROW_AND_COLUMN = re.compile(r"\(?\s*([0-9]{1,2})(?:\s*,\s*|\s+)([0-9]{1,2})\s*\)?")


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, usage and action."""

    use: str
    help: str

    @property
    def name(self) -> str:
        return self.use.partition(" ")[0]


COMMANDS = (
    Command("undo", N_("undo your last move (and the computer's answer)")),
    Command("redo", N_("redo what was undone")),
    Command("hint", N_("suggest a square")),
    Command("moves", N_("show the moves so far")),
    Command("swap", N_("change sides")),
    Command("resign", N_("resign the game")),
    Command("new", N_("start again")),
    Command("retry", N_("ask a failed computer player again")),
    Command("save NAME", N_("save the game under a name")),
    Command("load NAME", N_("load a saved game")),
    Command("saves", N_("list the saved games")),
    Command("help", N_("show this list")),
    Command("quit", N_("quit")),
)
REMOTE_COMMANDS = (
    Command("yes", N_("agree to a proposal")),
    Command("no", N_("decline it, or withdraw your own")),
    Command("undo", N_("propose to undo your last move")),
    Command("rematch", N_("propose to play again, with the other color")),
    Command("abort", N_("propose to abort the game")),
    Command("resign", N_("resign the game")),
    Command("claim", N_("claim the game if your opponent has been away for a minute")),
    Command("say PHRASE", ", ".join(PHRASES)),
    Command("write TEXT", N_("write to the other player, where the server allows it")),
    Command("mute", N_("hide phrases, or show them again")),
    Command("board", N_("show the board and who is to move")),
    Command("moves", N_("show the moves so far")),
    Command("help", N_("show this list")),
    Command("quit", N_("quit; the same link leads back to your seat")),
)


class PlainGame:
    """A local or remote game in plain lines.

    Remote events arrive while a line is being typed, so a thread reads the lines. A pipe is read
    only when the player is to move or the game is over: a list of moves plays a game, and an empty
    file watches one to its end.
    """

    def __init__(
        self,
        open_table: "Callable[[Post], Table]",
        *,
        saves: Saves,
        lines: Callable[[str], str | None],
        out: TextIO,
        piped: bool = False,
    ) -> None:
        """``lines`` shows a prompt and returns the next line, or None at the end."""
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.table = open_table(self._calls.put)
        self.table.screen = self
        self._commands = REMOTE_COMMANDS if self.table.is_remote else COMMANDS
        self._saves = saves
        self._lines = lines
        self._out = out
        self._piped = piped
        self._failed = False
        """True if both players are computers and one of them has failed."""
        self._left = False
        self._reading = False
        self._line_wanted = threading.Semaphore(0)
        self._opening: str | None = None
        self._shown: tuple[str, int, bool] | None = None
        self._news: list[str] = []
        self._row_and_column_explained = False

    def run(self) -> int:
        """Play until the input ends or the user quits; return the exit code.

        An unfinished local game of a person is saved, even after Ctrl-C or an error.
        """
        try:
            self._welcome()
            self.table.begin()
            if self.table.is_remote:
                self._listen()
            else:
                self._converse()
        except BaseException:
            name = self.table.leave()
            self._print()
            self._report_save(name)
            raise
        if self.table.is_remote or not self._piped:  # a pipe saves only on request
            self._report_save(self.table.leave())
        return 1 if self._failed else 0

    def _welcome(self) -> None:
        view = self.table.live
        self._print(self._players())
        if self.table.is_remote:
            self._print(
                _("You are watching.")
                if view.you is None
                else _("You play {color}.", color=view.you)
            )
        example = square_name(view.size + 2, view.size)
        self._print(
            _(
                "Type a square such as {square}, or its row and column as 2 3. "
                "Type help for the commands, quit to leave.",
                square=example,
            )
        )
        if self.table.link:
            self.share_link(self.table.link)

    def _players(self) -> str:
        sides = []
        for color in Color:
            seat = self.table.live.seat(color)
            here = _("you") if seat.human else seat.player
            name = seat.title if self.table.is_remote else here
            sides.append(f"{color} ({color.symbol}) {name}")
        return _("Othello: {black} against {white}.", black=sides[0], white=sides[1])

    def _report_save(self, name: str | None) -> None:
        if name is not None:
            self._print(_("Saved as {name!r}. `outflank play --load` continues it.", name=name))

    # --- Input -----------------------------------------------------------------------------------

    def _converse(self) -> None:
        while not self._left:
            while not self._calls.empty():
                self._calls.get()()
            view = self.table.live
            if self._failed or (view.over and not view.humans):
                return  # both players are computers
            line = self._lines(self._prompt(view))
            if self._piped and line is not None:
                self._print(shortened(line))  # echo piped input
            self._typed(line)

    def _prompt(self, view: GameView) -> str:
        if view.over:
            return _("Game over (new, undo, load NAME or quit):") + " "
        return _("{color} ({sign}) to move:", color=view.turn, sign=view.turn.symbol) + " "

    def _listen(self) -> None:
        """Handle typed lines and remote events until the user quits."""
        threading.Thread(target=self._read, name="lines", daemon=True).start()
        while not self._left:
            live = self.table.live
            over = live.shared is not None and live.shared.another is None
            over = over and (live.over or live.called_off)
            ready = not self._piped or live.can.move or over
            if ready and not self._reading and not self.table.pending:
                self._reading = True
                self._line_wanted.release()
            self._calls.get()()

    def _read(self) -> None:
        line: str | None = ""
        while line is not None:
            self._line_wanted.acquire()
            line = self._lines("")
            self._calls.put(partial(self._typed, line))

    def _typed(self, line: str | None) -> None:
        self._reading = False
        if line is None:
            self._left = True
            self._print()
            return
        line = line.strip()
        word, rest = line.partition(" ")[::2]
        if square := _SQUARE.fullmatch(line):
            self._choose(square[1] + square[2])
        elif numbers := _ROW_AND_COLUMN.fullmatch(line):
            self._choose_by_numbers(int(numbers[1]), int(numbers[2]))
        elif handler := self._handlers().get(word.casefold()):
            handler(rest.strip())
        elif line:
            size, names = self.table.live.size, (command.name for command in self._commands)
            self.refuse(
                _(
                    "Expected a square (a letter a–{last} and a number 1–{size}) or a command "
                    "({commands}); got {line!r}.",
                    last=COLUMNS[size - 1],
                    size=size,
                    commands=", ".join(names),
                    line=shortened(line),
                )
            )

    def _choose_by_numbers(self, row: int, column: int) -> None:
        """Play a move given as row and column from 1."""
        size = self.table.live.size
        if not (1 <= row <= size and 1 <= column <= size):
            self.refuse(
                _(
                    "Two numbers are a row and a column from 1 to {size}, counted from the top "
                    "left; got {row} and {column}.",
                    size=size,
                    row=row,
                    column=column,
                )
            )
            return
        name = square_name((row - 1) * size + column - 1, size)
        if not self._row_and_column_explained:
            self._row_and_column_explained = True
            self._print(
                _("Read as row {row}, column {column}: {name}.", row=row, column=column, name=name)
            )
        self._choose(name)

    def _choose(self, name: str) -> None:
        try:
            square = parse_square(name, self.table.live.size)
        except InvalidSquare as error:
            self.refuse(sentence(error))
        else:
            self.table.choose(square)

    def _handlers(self) -> dict[str, Callable[[str], object]]:
        table = self.table
        return {
            "undo": lambda rest: table.undo(),
            "redo": lambda rest: table.redo(),
            "hint": lambda rest: table.ask_for_hint(),
            "moves": lambda rest: self._show_moves(),
            "swap": lambda rest: table.swap(),
            "resign": lambda rest: table.resign(),
            "new": lambda rest: self._rematch(),
            "rematch": lambda rest: self._rematch(),
            "retry": lambda rest: table.pause_or_resume() if table.view.paused else None,
            "pass": lambda rest: self.refuse(
                _("A side without a legal move passes automatically.")
            ),
            "save": table.save,
            "load": self._load,
            "saves": lambda rest: self.say(
                "\n".join(self._saves.names()) or _("There are no saved games yet.")
            ),
            "yes": lambda rest: table.agree(True),
            "no": lambda rest: table.agree(False),
            "abort": lambda rest: table.abort(),
            "claim": lambda rest: table.claim(),
            "say": table.speak,
            "write": table.write,
            "mute": lambda rest: table.mute(),
            "board": lambda rest: self._show_board(),
            "help": lambda rest: self._help(),
            "quit": lambda rest: self._quit(),
            "exit": lambda rest: self._quit(),
            "q": lambda rest: self._quit(),
        }

    # --- Commands --------------------------------------------------------------------------------

    def _quit(self) -> None:
        self._left = True

    def _show_moves(self) -> None:
        view = self.table.live
        plies = view.moves[: view.ply]
        if not plies:
            self._print(_("There are no moves yet."))
        for number in range(0, len(plies), 10):
            names = (f"{ply.color.symbol} {ply.name}" for ply in plies[number : number + 10])
            self._print(f"{number + 1:>3}. " + "  ".join(names))

    def _rematch(self) -> None:
        if not self.table.is_remote:
            self._report_save(self.table.autosave())
            self._shown = None
        self.table.rematch()

    def _load(self, name: str) -> None:
        if name in self._saves.names():
            self._report_save(self.table.autosave())
        shown, self._shown = self._shown, None
        if self.table.load(name):
            self._print(self._players())
        else:
            self._shown = shown

    def _help(self) -> None:
        self._print(
            _("Type a square such as d3 (or D3, d 3, d-3; or 3 4: row and column), or a command:")
        )
        for command in self._commands:
            self._print(f"  {command.use:<10} {_(command.help)}")

    # --- Events of the table ---------------------------------------------------------------------

    def redraw(self) -> None:
        """Print the board if it has changed, and new notices."""
        live = self.table.live
        shown = live.id, live.ply, live.over
        if shown != self._shown:
            self._shown = shown
            self._show_board()
        if live.shared is None:
            return
        news = [one.sentence for one in live.shared.news]
        news += [_("The connection is lost. Reconnecting…")] if self.table.disconnected else []
        for color in Color:
            if live.seat(color).gone is not None and color is not live.you:
                news.append(_("{player} is away.", player=live.seat(color).title))
        for notice in news:
            if notice not in self._news:
                self._print(notice)
        self._news = news

    def redraw_values(self) -> None:
        """Do nothing: plain games show no values."""

    def _show_board(self) -> None:
        live = self.table.live
        self._print(board_text(live))
        if live.opening not in (None, self._opening):
            self._print(_("Opening: {name}", name=live.opening))
        self._opening = live.opening
        times = {color: self.table.remaining(color) for color in Color}
        shown = [f"{color} {_minutes(left)}" for color, left in times.items() if left is not None]
        if shown:
            self._print(_("Time left: {times}", times=", ".join(shown)))
        if self.table.is_remote:  # in a local game the prompt shows the side to move
            self._print(f"{live.status}{' (you)' if live.can.move else ''}.")

    def say(self, sentence: str) -> None:
        self._print(sentence)

    refuse = announce_pass = say

    def announce_failure(self, sentence: str) -> None:
        """Print that a computer player failed, and the possible actions."""
        self._print(sentence)
        self._failed = not self.table.view.humans
        if not self._failed:
            self._print(_("Type retry to ask again, undo, swap, or save NAME and quit."))

    def announce_end(self, sentence: str, after: str) -> None:
        """Print the result; in a remote game the status line has it."""
        if not self.table.is_remote:
            self._print(sentence)

    def your_turn(self) -> None:
        """Do nothing: the status line shows it."""

    def share_link(self, link: str) -> None:
        self._print(_("Send this link to your friend:") + f"\n{link}")

    def _print(self, text: str = "") -> None:
        self._out.write(f"{text}\n")
        self._out.flush()


def shortened(line: str, length: int = 80) -> str:
    """Return the line, cut if it is too long to repeat."""
    line = line.rstrip("\n")
    return line if len(line) <= length else line[: length - 1] + "…"


def board_text(view: GameView) -> str:
    """Return an empty line, the last move, the board and the counts."""
    plies = (ply for ply in reversed(view.moves[: view.ply]) if ply.square is not None)
    played = [_played(ply) for ply in islice(plies, 1)]
    board = Board.from_text(f"{view.board} {view.turn.symbol}")
    diagram = board.diagram().rpartition("\n")[0]  # without the side to move
    counts = "   ".join(f"{color} ({color.symbol}) {view.discs(color)}" for color in Color)
    return "\n".join(["", *played, diagram, counts])


def _played(ply: PlyView) -> str:
    return ngettext(
        "{color} played {square} and flipped {count} disc.",
        "{color} played {square} and flipped {count} discs.",
        len(ply.flips),
        color=ply.color,
        square=ply.square,
    )


def _minutes(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"
