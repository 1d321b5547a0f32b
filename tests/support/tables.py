"""Tables on this computer for tests, and a screen that only takes notes."""

from collections.abc import Callable, Mapping
from queue import Queue

from outflank.board import Board, Color, square_name
from outflank.game import Game
from outflank.play.autosave import SaveStore
from outflank.play.local_table import LocalTable
from outflank.play.new_game import GameSetup
from outflank.play.opponents.seating import PlayerMaker, player_maker
from outflank.play.seat import HUMAN
from outflank.players import make_player as player_of
from outflank.study.controllers.live_values import StreamValues
from outflank.study.hints import Adviser, Hint
from outflank.study.values import ValueSearch
from outflank.workers.background import Post

BLACK, WHITE = Color.BLACK, Color.WHITE
AGAINST_FIRST = {BLACK: HUMAN, WHITE: "first"}


def ask_greta(board: Board) -> Hint:
    """An adviser that needs no engine."""
    square = player_of("greedy", size=board.size).choose(board)
    return Hint(square, f"Greta would play {square_name(square, board.size)}.")


def table_opener(
    saves: SaveStore,
    seats: Mapping[Color, str],
    game: Game | None = None,
    *,
    make_player: PlayerMaker | None = None,
    adviser: Adviser | None = None,
    pace: float = 0.0,
) -> Callable[[Post], LocalTable]:
    """What a screen opens its table with."""
    return lambda post: LocalTable(
        GameSetup(game or Game(), seats),
        post=post,
        make_player=make_player or player_maker(1),
        adviser=adviser or ask_greta,
        saves=saves,
        pace=pace,
    )


class Notes:
    """A screen that takes notes."""

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

    def your_turn(self) -> None:
        self.lines.append("your turn")

    def share_link(self, link: str) -> None:
        self.lines.append(link)


class MemorySaves:
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


class LocalGame:
    """A table, the notes about it, and the calls that wait for the screen's own thread."""

    def __init__(
        self,
        game: Game | None = None,
        seats: Mapping[Color, str] = AGAINST_FIRST,
        *,
        make_player: PlayerMaker | None = None,
        adviser: Adviser | None = None,
        now: Callable[[], float] = lambda: 0.0,
        analyse: StreamValues = ValueSearch,
        background: bool = True,
    ) -> None:
        self.notes = Notes()
        self.saves = MemorySaves()
        self.calls: Queue[Callable[[], None]] = Queue()
        self.table = LocalTable(
            GameSetup(game or Game(), seats),
            post=self.calls.put,
            make_player=make_player or player_maker(),
            adviser=adviser or ask_greta,
            saves=self.saves,
            pace=0.0,
            now=now,
            analyse=analyse,
            background=background,
        )
        self.table.screen = self.notes
        self.table.begin()

    def let_answer(self) -> None:
        """Wait for one call from the background and make it."""
        self.calls.get(timeout=240)()
