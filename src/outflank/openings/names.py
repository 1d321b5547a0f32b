"""Look up the opening of a game.

Names are stored in English; ``local_name`` translates them for display.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from outflank import _native
from outflank.board import Board, Square
from outflank.game import Game
from outflank.translation import _

LONGEST_GAME = 60  # bytes per game for the native core


@dataclass(frozen=True, slots=True)
class Opening:
    """A named opening position."""

    name: str  # the usual name
    other_names: tuple[str, ...]
    moves: str  # a sequence of moves to it that starts with f5
    board: Board  # its canonical position (`Board.canonical`)


class Openings:
    def __init__(self, table: Sequence[Opening]) -> None:
        self.table = tuple(table)
        self.longest = max(len(opening.moves) // 2 for opening in table)
        self.by_board = {opening.board: opening for opening in table}
        self.by_slug = {
            slug(name): opening
            for opening in reversed(table)
            for name in (opening.name, *opening.other_names)
        }
        self._native: _native.OpeningTable | None = None

    def at(self, board: Board) -> Opening | None:
        """Return the opening with this position, by any order of moves."""
        return self.by_board.get(board.canonical()) if board.size == 8 else None

    def of(self, boards: Iterable[Board]) -> Opening | None:
        """Return the last opening among a game's positions, given in order from the start."""
        found = None
        for board in boards:
            discs = board.mover_bits.bit_count() + board.opponent_bits.bit_count()
            if discs - 4 > self.longest:
                break
            found = self.at(board) or found
        return found

    def of_games(self, squares: bytes) -> array:  # type: ignore[type-arg]
        """Return the table index of each game's opening, or -1; games are 60 bytes each."""
        if self._native is None:
            self._native = _native.OpeningTable()
            for number, opening in enumerate(self.table):
                board = opening.board
                self._native.add(board.mover_bits, board.opponent_bits, number)
        return array("h", self._native.find(squares, self.longest))


@cache
def openings() -> Openings:
    return Openings([_entry(line) for line in _lines()])


def _lines() -> list[str]:
    text = files("outflank.openings").joinpath("table.tsv").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def slug(name: str) -> str:
    """Return a name as settings of players write it.

    >>> slug("Aubrey, Feldborg continuation")
    'aubrey-feldborg-continuation'
    """
    words = "".join(sign if sign.isalnum() else " " for sign in name.casefold()).split()
    return "-".join(words)


def opening_slugs() -> list[str]:
    """Return the names of all openings for settings, without replaying their moves."""
    return [slug(line.partition("\t")[2].split(" / ")[0]) for line in _lines()]


def opening_of(moves: Iterable[Square]) -> Opening | None:
    """Return the opening of a game from the usual start, given its moves.

    >>> from outflank.board import parse_square
    >>> opening = opening_of([parse_square(name) for name in ("f5", "d6", "c3", "d3", "c4")])
    >>> opening.name if opening else None
    'Tiger'
    """
    boards = []
    board = Board()
    for _ply, square in zip(range(openings().longest), moves, strict=False):
        board = board.play(square)
        boards.append(board)
    return openings().of(boards)


def name_of(board: Board) -> str | None:
    """Return the name of a position in the current language, if it has one."""
    opening = openings().at(board)
    return local_name(opening.name) if opening is not None else None


def local_name(name: str) -> str:
    """Return an opening's name in the current language."""
    return _(name) if name else ""


def names_like(text: str) -> list[str]:
    """Return the openings with a name that contains a text, ignoring case.

    >>> names_like("dead draw")
    ['Central Rose-Bill']
    """
    wanted = text.casefold()
    return [
        one.name
        for one in openings().table
        if any(wanted in name.casefold() for name in (one.name, _(one.name), *one.other_names))
    ]


def name_of_game(moves: bytes) -> str:
    """Return the opening name of a game from the usual start; empty if it has none."""
    return _name_of_beginning(moves[: openings().longest])


@lru_cache(maxsize=5000)
def _name_of_beginning(moves: bytes) -> str:
    return names_of_games(moves.ljust(LONGEST_GAME, b"\xff"))[0]


def names_of_games(squares: bytes) -> list[str]:
    """Return the opening name of each game of 60 bytes; empty if it has none."""
    table = openings().table
    return [table[number].name if number >= 0 else "" for number in openings().of_games(squares)]


def _entry(line: str) -> Opening:
    moves, _tab, text = line.partition("\t")
    board = Board()
    for at in range(0, len(moves), 2):
        board = board.play(moves[at : at + 2])
    name, *others = (part.strip() for part in text.split(" / "))
    return Opening(name, tuple(others), moves, board.canonical())


def opening_name(game: Game) -> str:
    """Return the translated opening name of a game's current position; empty if it has none.

    >>> game = Game()
    >>> for move in ("f5", "d6", "c3", "d3", "c4"):
    ...     game.play(move)
    >>> opening_name(game)
    'Tiger'
    """
    return local_name(english_opening_name(game))


def english_opening_name(game: Game) -> str:
    """Return the English opening name of a game's current position, as it is stored."""
    return name_of_game(bytes(game.moves_from_start or ())) if game.start == Board() else ""
