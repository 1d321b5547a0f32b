"""The game in plain lines: it reads squares and commands, and prints the board.

It works in any terminal and through a pipe, and prints the same for the same input and seed.
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TextIO

from outflank.board import COLUMNS, Board, Color, InvalidSquare, parse_square, square_name
from outflank.sitting import (
    HUMAN,
    Arranged,
    PlayerMaker,
    Sitting,
    View,
    name_seats,
    rematch,
    seats_of,
)
from outflank.sitting import messages as m
from outflank.storage import InvalidSave, InvalidSaveName, NoSuchSave, Saves
from outflank.table import Keeper, Stopwatch, Table, Thinkers

_SQUARE = re.compile(r"([a-p])[\s-]*([0-9]{1,2})", re.IGNORECASE)
_ROW_AND_COLUMN = re.compile(r"\(?\s*([0-9]{1,2})(?:\s*,\s*|\s+)([0-9]{1,2})\s*\)?")


@dataclass(frozen=True, slots=True)
class Command:
    """A word a player may type, what it does, and how it is used."""

    use: str
    help: str


COMMANDS = {
    "undo": Command("undo", "take back your last move (and the computer's answer)"),
    "redo": Command("redo", "make again what was taken back"),
    "hint": Command("hint", "suggest a square"),
    "moves": Command("moves", "show the moves so far"),
    "swap": Command("swap", "change sides"),
    "resign": Command("resign", "give up"),
    "new": Command("new", "start again"),
    "retry": Command("retry", "ask a computer again that could not move"),
    "save": Command("save NAME", "keep the game under a name"),
    "load": Command("load NAME", "go on with a kept game"),
    "saves": Command("saves", "list the kept games"),
    "help": Command("help", "show this list"),
    "quit": Command("quit", "leave"),
}


class PlainGame(Table):
    """A game in plain lines between people and computers."""

    def __init__(
        self,
        arranged: Arranged,
        make_player: PlayerMaker,
        *,
        lines: Callable[[str], str | None],
        out: TextIO,
        saves: Saves,
        echo: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(_sit_down(arranged))
        self._make_player = make_player
        self._thinkers = Thinkers(make_player)
        self._watch = Stopwatch(now)
        self._failed = False
        """Whether the game cannot go on, as only computers play and one has failed."""
        self._shown: tuple[Sitting, View] | None = None
        self._lines = lines
        """Shows a prompt and gives the next line; None at the end."""
        self._out = out
        self._saves = saves
        self._keeper = Keeper(saves)
        self._row_and_column_told = False
        self._echo = echo
        """Whether to print what was read, so that a piped session reads like a typed one."""

    def run(self) -> int:
        """Play until the input ends or somebody leaves; 0 if nothing went wrong.

        A person's game that is not over is kept, also when Ctrl-C or an error ends it.
        """
        try:
            code = self._run()
        except BaseException:
            self._print()
            self._keep()
            raise
        if not self._echo:  # a pipe says itself what it wants to save
            self._keep()
        return code

    def _run(self) -> int:
        self._welcome()
        self.begin()
        while not self._failed and (line := self._read()) is not None:
            if line.casefold().split(" ")[0] in ("quit", "exit", "q"):
                break
            self.carry_out(self._understand(line))
        return 1 if self._failed else 0

    def _welcome(self) -> None:
        """Who plays whom, how to type a move, how to leave."""
        who = [
            f"{'you' if seat == HUMAN else seat} as {color} ({color.symbol})"
            for color, seat in self.sitting.seats.items()
        ]
        example = square_name(self.game.size + 2, self.game.size)
        self._print(f"Othello: {' against '.join(who)}.")
        self._print(
            f"Type a square such as {example}, or its row and column as 2 3; "
            "help lists the commands, quit leaves."
        )

    def _keep(self) -> None:
        name = self._follow()
        if name is not None:
            self._print(f"Kept as {name!r}; `outflank play --load` goes on.")

    def _follow(self) -> str | None:
        """Write the game down as it stands now; its name, if it has one."""
        try:
            return self._keeper.follow(self.sitting)
        except OSError as error:
            self._print(f"The game could not be kept: {error.strerror}.")
            return None

    # --- In --------------------------------------------------------------------------------------

    def _read(self) -> str | None:
        """The next line; None at the end of the input, or of the game where nobody can go on."""
        if self.game.is_over and not self.sitting.humans:
            return None
        line = self._lines(self._prompt())
        if line is None:
            self._print()
            return None
        if self._echo:
            self._print(shortened(line))
        return line.strip()

    def _prompt(self) -> str:
        if self.game.is_over:
            return "Game over (new, undo, load NAME or quit): "
        return f"{self.game.turn} ({self.game.turn.symbol}) to move: "

    def _understand(self, line: str) -> list[m.Instruction]:
        if not line:
            return []
        square = _SQUARE.fullmatch(line)
        if square is not None:
            return self._choose(square[1] + square[2])
        numbers = _ROW_AND_COLUMN.fullmatch(line)
        if numbers is not None:
            return self._choose_by_numbers(int(numbers[1]), int(numbers[2]))
        word, _, rest = line.partition(" ")
        handler = self._handlers().get(word.casefold())
        if handler is None:
            size = self.game.size
            return [
                m.Refuse(
                    f"Expected a square (a letter a–{COLUMNS[size - 1]} and a number 1–{size}) "
                    f"or a command ({', '.join(COMMANDS)}); got {shortened(line)!r}."
                )
            ]
        return handler(rest.strip())

    def _choose_by_numbers(self, row: int, column: int) -> list[m.Instruction]:
        """Row and column from 1, as many programs ask for them."""
        size = self.game.size
        if not (1 <= row <= size and 1 <= column <= size):
            return [
                m.Refuse(
                    f"Two numbers are a row and a column from 1 to {size}, counted from the top "
                    f"left; got {row} and {column}."
                )
            ]
        name = square_name((row - 1) * size + column - 1, size)
        if not self._row_and_column_told:
            self._row_and_column_told = True
            self._print(f"Taken as row {row}, column {column}: {name}.")
        return self._choose(name)

    def _choose(self, name: str) -> list[m.Instruction]:
        try:
            square = parse_square(name, self.game.size)
        except InvalidSquare as error:
            return [m.Refuse(f"{error}.".capitalize())]
        return self.sitting.handle(m.SquareChosen(square, self._seconds()))

    def _seconds(self) -> float | None:
        """The time the side to move has taken, in a game with a clock."""
        return None if self.game.clock is None else self._watch.elapsed

    def _handlers(self) -> dict[str, Callable[[str], list[m.Instruction]]]:
        handle = self.sitting.handle
        return {
            "undo": lambda _: handle(m.Undo()),
            "redo": lambda _: handle(m.Redo()),
            "swap": lambda _: handle(m.SwapSeats()),
            "resign": lambda _: handle(m.Resign()),
            "retry": lambda _: handle(m.Resume()),
            "pass": lambda _: [m.Refuse("Whoever has no move passes without being asked.")],
            "new": self._new,
            "hint": self._hint,
            "moves": self._show_moves,
            "save": self._save,
            "load": self._load,
            "saves": self._list_saves,
            "help": self._help,
        }

    # --- Commands --------------------------------------------------------------------------------

    def _hint(self, _: str) -> list[m.Instruction]:
        from outflank.study import advise  # the engine: only for who asks

        if self.game.is_over:
            return [m.Refuse("The game is over; there is nothing to suggest.")]
        self._print(advise(self.game.board).sentence)
        return []

    def _show_moves(self, _: str) -> list[m.Instruction]:
        plies = self.game.history
        if not plies:
            self._print("No moves yet.")
        for number in range(0, len(plies), 10):
            names = (f"{ply.color.symbol} {ply.name}" for ply in plies[number : number + 10])
            self._print(f"{number + 1:>3}. " + "  ".join(names))
        return []

    def _new(self, _: str) -> list[m.Instruction]:
        self._keep()
        self.sitting = _sit_down(rematch(self.sitting))
        return self.sitting.begin()

    def _save(self, name: str) -> list[m.Instruction]:
        try:
            self._saves.save(name, name_seats(self.game, self.sitting.seats))
        except InvalidSaveName as error:
            return [m.Refuse(f"Not saved: {error}.")]
        except OSError as error:
            return [m.Refuse(f"Not saved: {error.strerror}.")]
        self._print(f"Saved as {name!r}.")
        return []

    def _load(self, name: str) -> list[m.Instruction]:
        try:
            game = self._saves.load(name)
        except (InvalidSaveName, NoSuchSave, InvalidSave, OSError) as error:
            return [m.Refuse(f"Not loaded: {error}.")]
        self._keep()
        seats, notes = seats_of(game, self._make_player)
        self.sitting = Sitting(game, seats)
        self._print(f"Loaded {name!r}: Black is {seats[Color.BLACK]}, White {seats[Color.WHITE]}.")
        for note in notes:
            self._print(f"{note}.")
        return self.sitting.begin()

    def _list_saves(self, _: str) -> list[m.Instruction]:
        self._print("\n".join(self._saves.names()) or "Nothing is saved yet.")
        return []

    def _help(self, _: str) -> list[m.Instruction]:
        self._print(
            "Type a square, such as d3 (or D3, d 3, d-3; or 3 4: row and column), or one of these:"
        )
        for command in COMMANDS.values():
            self._print(f"  {command.use:<10} {command.help}")
        return []

    # --- What the sitting says -------------------------------------------------------------------

    def keep(self) -> None:
        """The game is written down when the board is shown, unless a pipe says what to save."""

    def ask(self, question: m.Ask) -> None:
        """Wait for a computer's move."""
        answer = self._thinkers.answer(question, self._watch.left(question.color))
        if isinstance(answer, m.Answered):
            answer = replace(answer, seconds=self._seconds())
        self.handle(answer)

    def stop(self, ticket: int) -> None:
        """Nothing: a player here is never asked in the background."""

    def tell(self, instruction: m.Instruction) -> None:
        """Print it."""
        match instruction:
            case m.Redraw():
                if not self._echo:
                    self._follow()
                self._show_board()
            case m.AnnouncePass():
                self._print(instruction.sentence)
            case m.Refuse(sentence=sentence):
                self._print(sentence)
            case m.ReportFailure(color=color, problem=problem):
                self._print(f"{color} cannot move: {problem}")
                self._failed = not self.sitting.humans
                if not self._failed:
                    self._print("Type retry to ask again, undo, swap, or save NAME and quit.")
            case m.Finished(outcome=outcome):
                self._print(f"{outcome}.")

    def _show_board(self) -> None:
        self._watch.follow(self.sitting)
        view = self.look()
        before, self._shown = self._shown, (self.sitting, view)
        if before is not None and before[0] is self.sitting and _same_to_see(before[1], view):
            return
        self._print(board_text(view))
        if self.game.clock is not None:
            self._print(time_text({color: self.game.remaining(color) for color in Color}))

    def _print(self, text: str = "", *, end: str = "\n") -> None:
        self._out.write(text + end)


def shortened(line: str, length: int = 80) -> str:
    """A line that may be long, to be repeated."""
    line = line.rstrip("\n")
    return line if len(line) <= length else line[: length - 1] + "…"


def _sit_down(arranged: Arranged) -> Sitting:
    return Sitting(name_seats(arranged.game, arranged.seats), arranged.seats)


def _same_to_see(before: View, now: View) -> bool:
    """Whether nothing has changed that a board in plain lines shows."""
    return (before.ply, before.over) == (now.ply, now.over)


def board_text(view: View) -> str:
    """The last move, the board and the counts, below an empty line."""
    played = [] if view.last is None else [f"{view.last.color} played {view.last.square}."]
    board = Board.from_text(f"{view.board} {view.turn.symbol}")
    diagram = board.diagram().rpartition("\n")[0]  # whose turn it is, the prompt says
    counts = "   ".join(f"{color} ({color.symbol}) {view.discs(color)}" for color in Color)
    return "\n".join(["", *played, diagram, counts])


def time_text(left: Mapping[Color, float]) -> str:
    """What the clocks show."""
    return f"Time left: {', '.join(f'{color} {_minutes(left[color])}' for color in Color)}"


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
