"""A table with a screen that only takes notes, for tests of what all screens share."""

from collections.abc import Callable, Mapping
from queue import Queue

from outflank.board import Color
from outflank.game import Game
from outflank.sitting import HUMAN, Arranged, PlayerMaker, player_maker
from outflank.study import Looking
from outflank.table import OpenTable, opponent_as_adviser
from outflank.table.hints import Adviser
from outflank.table.values import Analyse

BLACK, WHITE = Color.BLACK, Color.WHITE
AGAINST_FIRST = {BLACK: HUMAN, WHITE: "first"}


class Notes:
    """Writes down what a table told its screen."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.after = ""
        self.redraws = 0

    def redraw(self) -> None:
        self.redraws += 1

    def redraw_values(self) -> None:
        self.lines.append("values")

    def say(self, sentence: str) -> None:
        self.lines.append(sentence)

    def refuse(self, sentence: str) -> None:
        self.lines.append(f"refused: {sentence}")

    def announce_pass(self, sentence: str) -> None:
        self.lines.append(sentence)

    def announce_failure(self, sentence: str) -> None:
        self.lines.append(f"failed: {sentence}")

    def announce_end(self, sentence: str, after: str) -> None:
        self.lines.append(f"end: {sentence.removesuffix(chr(46))}")
        self.after = after


class Shelf:
    """Keeps games in memory."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.kept: dict[str, str] = {}
        """The moves of the games kept while they are played, as they were written."""

    def save(self, name: str, game: Game) -> None:
        if not name:
            raise ValueError("a save needs a name")
        self.games[name] = game
        if name in self.kept:
            self.kept[name] = game.transcript

    def keep(self, game: Game, called: str = "interrupted") -> str:
        name = f"{called} {len(self.kept) + 1}" if self.kept else called
        self.kept[name] = game.transcript
        self.save(name, game)
        return name

    def delete(self, name: str) -> None:
        if name not in self.games:
            raise LookupError(f"nothing is saved as {name!r}")
        del self.games[name]
        self.kept.pop(name, None)

    def load(self, name: str) -> Game:
        if name not in self.games:
            raise LookupError(f"nothing is saved as {name!r}")
        return self.games[name]


class Desk:
    """A table, the notes about it, and the calls that wait for the screen's own thread."""

    def __init__(
        self,
        game: Game | None = None,
        seats: Mapping[Color, str] = AGAINST_FIRST,
        *,
        make_player: PlayerMaker | None = None,
        adviser: Adviser | None = None,
        now: Callable[[], float] = lambda: 0.0,
        analyse: Analyse = Looking,
    ) -> None:
        self.notes = Notes()
        self.shelf = Shelf()
        self.calls: Queue[Callable[[], None]] = Queue()
        self.table = OpenTable(
            Arranged(game or Game(), seats),
            screen=self.notes,
            post=self.calls.put,
            make_player=make_player or player_maker(),
            adviser=adviser or opponent_as_adviser("greedy"),
            saves=self.shelf,
            pace=0.0,
            now=now,
            analyse=analyse,
        )
        self.table.begin()

    def let_answer(self) -> None:
        """Wait for one call from the background and make it."""
        self.calls.get(timeout=240)()
