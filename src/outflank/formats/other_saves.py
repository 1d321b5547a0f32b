"""JSON saves of other small Othello programs that contain a board.

The board is a list of rows, one long row, or a mapping of squares, with the side to move and
sometimes the moves. There is no standard for names or signs, so the reader finds a board by its
shape and notes its assumptions. Data printed as Python literals is accepted too.
"""

import ast
import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TextIO

from outflank.board import COLUMNS, SIZES, Board, IllegalMove, Square
from outflank.formats.cells import SIZE_OF_SQUARES, Cells, inner_value, read_cells
from outflank.formats.errors import InvalidRecord, shortened
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord, noted
from outflank.formats.side_to_move import side_to_move
from outflank.game import Game
from outflank.translation import N_, _

LONGEST = 1 << 16  # characters; a 16×16 board in words has 3,000
MOST_MOVES = 512

BOARD_NAMES = {
    "board", "boardstate", "cells", "discs", "disks", "field", "grid", "pieces", "position",
    "squares", "state", "tiles",
}  # fmt: skip
MOVES_NAMES = {
    "history", "moves", "movehistory", "movelist", "moveslist", "movesmade", "movesplayed",
    "played", "playedmoves", "record", "sequence", "transcript",
}  # fmt: skip
SIZE_NAMES = {"boardsize", "columns", "cols", "dim", "dimension", "n", "rows", "size", "width"}
# Keys for the square of a move that is an object.
SQUARE_NAMES = ("square", "move", "position", "pos", "cell", "coordinates", "coord", "to")
PASSES = {"", "pass", "passed", "--", "pa", "ps"}

_NUMBERS = re.compile(r"[0-9]+")
_NAME = re.compile(r"[A-Pa-p][0-9]{1,2}")


class _Place(NamedTuple):
    """A square as row and column, or as two numbers whose order is unknown."""

    row: int
    column: int | None  # None if the first number is a square index
    sure: bool = False


class _Way(NamedTuple):
    """An interpretation of two numbers as a square."""

    column_first: bool
    base: int

    def __str__(self) -> str:
        if self.column_first:
            return _("Two numbers are read as column and row, counted from {base}.", base=self.base)
        return _("Two numbers are read as row and column, counted from {base}.", base=self.base)

    def square(self, place: _Place, size: int) -> Square | None:
        """Return the square, if it is on the board."""
        row, column, sure = place
        if column is None:
            return row if row < size * size else None
        if not sure:
            row, column = row - self.base, column - self.base
            if self.column_first:
                row, column = column, row
        return row * size + column if 0 <= row < size and 0 <= column < size else None


WAYS = tuple(_Way(column_first, base) for column_first in (False, True) for base in (0, 1))


def record_of_document(document: Any) -> GameRecord:
    """Return the position in another program's save, or its game if moves are included.

    >>> save = {"board": ["....", ".WB.", ".BW.", "...."], "turn": "B"}
    >>> record_of_document(save).start == Board(4)
    True

    Assumptions are listed in ``extra["note"]``.
    """
    fields = dict(_fields(document))
    found = _board(document, fields)
    moves = next((value for key, value in fields.items() if _plain(key) in MOVES_NAMES), None)
    places = _places(moves)
    if found is None:
        if not places:
            _refuse(document)
        size = _size(fields) or 8
        record, note = _game(places, size, None)
        if record is None:
            raise InvalidRecord(
                _(
                    "The moves are not a game on a {size}×{size} board: {error}",
                    size=size,
                    error=note,
                )
            )
        return noted(record, [note])
    cells, notes = found
    notes.append(cells.note)
    if places:
        record, note = _game(places, cells.size, cells)
        notes.append(note)
        if record is not None:
            return noted(record, notes)
    turn, assumed = side_to_move(cells, {_plain(key): value for key, value in fields.items()})
    return noted(GameRecord(b"", cells.board(turn)), [*notes, *assumed])


def _document(text: str) -> Any:
    """Parse a text as JSON or a Python literal."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        wrong = error
    try:
        if len(text) <= LONGEST:
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        pass  # it is more likely to be JSON, so report the JSON error
    where = _("it is nested too deeply") if isinstance(wrong, RecursionError) else str(wrong)
    raise InvalidRecord(_("This looks like JSON, but has an error: {error}", error=where))


def _fields(document: Any) -> Iterator[tuple[str, Any]]:
    """Yield all names in a document with their values, outer ones first."""
    waiting = deque([(document, 0)])
    seen: set[str] = set()
    while waiting:
        part, depth = waiting.popleft()
        if not isinstance(part, dict):
            continue
        for key, value in part.items():
            if isinstance(key, str) and key not in seen:
                seen.add(key)
                yield key, value
            if depth < 3:
                waiting.append((value, depth + 1))


def _plain(name: str) -> str:
    return "".join(filter(str.isalpha, name.casefold()))


def _size(fields: Mapping[str, Any]) -> int | None:
    for key, value in fields.items():
        if _plain(key) in SIZE_NAMES and isinstance(value, int) and value in SIZES:
            return value
    return None


def _board(document: Any, fields: Mapping[str, Any]) -> tuple[Cells, list[str]] | None:
    named = [value for key, value in fields.items() if _plain(key) in BOARD_NAMES]
    others = [value for key, value in fields.items() if _plain(key) not in MOVES_NAMES]
    size = _size(fields)
    for value in (*named, document, *others):
        squares = _squares(value, size)
        if squares is not None:
            values, found_size, notes = squares
            return read_cells(values, found_size), notes
    return None


def _squares(value: Any, size: int | None) -> tuple[list[Any], int, list[str]] | None:
    """Return the values of all squares if a value is shaped like a board."""
    if isinstance(value, str):
        value = list("".join(value.replace("/", "").split()))
        if len(value) - 1 in SIZE_OF_SQUARES:
            value.pop()  # the side to move, as in our position texts
    if isinstance(value, dict):
        if len(value) in SIZES and all(isinstance(row, list) for row in value.values()):
            return _squares(list(value.values()), size)
        return _mapping(value, size)
    if not isinstance(value, list | tuple):
        return None
    if len(value) in SIZES:
        rows = [list("".join(row.split())) if isinstance(row, str) else row for row in value]
        if all(isinstance(row, list | tuple) and len(row) == len(value) for row in rows):
            return [inner_value(cell) for row in rows for cell in row], len(value), []
    if len(value) in SIZE_OF_SQUARES and not any(isinstance(cell, list) for cell in value):
        return [inner_value(cell) for cell in value], SIZE_OF_SQUARES[len(value)], []
    return None


def _mapping(value: Mapping[Any, Any], size: int | None) -> tuple[list[Any], int, list[str]] | None:
    """Return the board given as a mapping of squares; missing squares are empty."""
    if not 4 <= len(value) <= max(SIZE_OF_SQUARES):
        return None
    places = [place for key in value if (place := _place(key)) is not None]
    if len(places) < len(value):
        return None
    notes = []
    size = size or SIZE_OF_SQUARES.get(len(value))
    if size is None:
        size = 8
        notes.append(_("The board size is not given, so 8×8 is assumed."))
    middle = {square for row in (0, 1) for square in _two_in_the_middle(size, row)}
    fitting = [(way, squares) for way in WAYS[:2] if (squares := _all_on_board(way, places, size))]
    if not fitting:
        return None
    # The center is never empty, which determines the origin of the coordinates.
    way, squares = next((each for each in fitting if middle <= set(each[1])), fitting[0])
    if any(place.column is not None and not place.sure for place in places):
        notes.append(str(way))
    found = dict(zip(squares, value.values(), strict=True))
    return [inner_value(found.get(square)) for square in range(size * size)], size, notes


def _two_in_the_middle(size: int, row: int) -> tuple[Square, Square]:
    first = (size // 2 - 1 + row) * size + size // 2 - 1
    return first, first + 1


def _all_on_board(way: _Way, places: Sequence[_Place], size: int) -> list[Square] | None:
    squares = [square for place in places if (square := way.square(place, size)) is not None]
    return squares if len(squares) == len(places) else None


def _place(value: Any) -> _Place | None:
    """Interpret a value as a square in any common notation."""
    if isinstance(value, dict):
        for names in (("row", "col"), ("row", "column"), ("r", "c"), ("y", "x")):
            if all(name in value for name in names):
                return _place([value[name] for name in names])
        return next((_place(value[name]) for name in SQUARE_NAMES if name in value), None)
    if isinstance(value, str):
        if _NAME.fullmatch(value.strip()):
            column, row = value.strip().casefold()[0], int(value.strip()[1:])
            return _Place(row - 1, COLUMNS.index(column), sure=True)
        value = [int(number) for number in _NUMBERS.findall(value[:20])]
    if isinstance(value, int) and not isinstance(value, bool):
        value = [value]
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 2:
        return None
    if not all(isinstance(number, int) and 0 <= number < 256 for number in value):
        return None
    return _Place(value[0], value[1] if len(value) == 2 else None)


def _places(moves: Any) -> list[_Place]:
    """Return the squares of a list of moves; empty if it is something else."""
    if isinstance(moves, str):
        moves = _NAME.findall(moves) if len(moves) <= 4 * MOST_MOVES else []
    if not isinstance(moves, list | tuple) or len(moves) > MOST_MOVES:
        return []
    moves = [move for move in moves if not _is_pass(move)]
    places = [place for move in moves if (place := _place(move)) is not None]
    return places if len(places) == len(moves) else []


def _is_pass(move: Any) -> bool:
    if isinstance(move, dict):
        return any(_is_pass(move[name]) for name in SQUARE_NAMES if name in move)
    return move is None or (isinstance(move, str) and move.strip().casefold() in PASSES)


def _game(
    places: Sequence[_Place], size: int, cells: Cells | None
) -> tuple[GameRecord | None, str]:
    """Return the game of these moves if it is legal and matches the board, and a note."""
    problem = _("they are not squares of the board")
    for start in (Board(size), _other_start(size)):
        for way in WAYS:
            squares = _all_on_board(way, places, size)
            if squares is None:
                continue
            game = Game(start)
            try:
                for square in squares:
                    game.play(square)
            except IllegalMove as error:
                problem = str(error) if way == WAYS[0] and start == Board(size) else problem
                continue
            if cells is None or cells.board(game.turn) == game.board:
                unsure = any(place.column is not None and not place.sure for place in places)
                record = GameRecord(bytes(squares), None if start == Board() else start)
                return record, str(way) if unsure else ""
    if cells is None:
        return None, problem
    return None, _("The moves do not lead to the board, so only the position is used.")


def _other_start(size: int) -> Board:
    """Return the start position with swapped colors, as used by some programs."""
    usual = Board(size)
    return Board.from_discs(black=usual.white, white=usual.black, size=size)


def _refuse(document: Any) -> NoReturn:
    has = shortened(str(document)[:100])
    if isinstance(document, dict):
        names = ", ".join(shortened(str(key)[:100]) for key in list(document)[:6])
        has = names or _("nothing")
    raise InvalidRecord(
        _(
            "This JSON has neither a game from Outflank nor a board from another program, such as"
            " {example}. Found: {text}",
            example='{"board": [["", "B", …], …], "turn": "W"}',
            text=has,
        )
    )


def read_other_save(text: str) -> GameRecord:
    """Read the JSON of another program; raises ``InvalidRecord``."""
    return record_of_document(_document(text))


def _read(stream: TextIO) -> Iterator[GameRecord]:
    yield read_other_save(stream.read())


OTHER_SAVE = TextFormat(
    name=N_("JSON from another program"),
    sentence=N_("a saved game from another program"),
    endings=("json", "jsonl"),
    example='{"board": [[0,0,0,0],[0,2,1,0],[0,1,1,1],[0,0,0,0]], "turn": 2, "moves": [[2,3]]}\n',
    recognise=lambda text: text[:1] in ("{", "["),
    read=_read,
    document=True,
)
