"""OBF, Edax's Othello Board File: one position per line, with the value of every move.

``--XXXXX--… X; G8:+18; H1:+12;`` — the moves best first, with scores for the side to move; or a
single score. ``%`` starts a comment.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

from outflank.board import Board, InvalidPosition, InvalidSquare, Square, parse_square, square_name
from outflank.formats.errors import InvalidRecord, found, line_place, no_pass, shortened, too_long
from outflank.formats.format import TextFormat
from outflank.formats.lines import split_position
from outflank.formats.record import GameRecord
from outflank.translation import N_, _

LONGEST_LINE = 1 << 16
VALUES = "values"  # key for the values of the moves in a record

_FIELD = re.compile(r";\s*(?:[A-Pa-p]\d{1,2}\s*:\s*)?[+-]?\d+\s*;?")
_MOVE = re.compile(r"\s*([A-Pa-p]\d{1,2}|pass|PASS|pa|PA|ps|PS|--)\s*:\s*([+-]?\d{1,3})\s*\Z")
_SCORE = re.compile(r"\s*([+-]?\d{1,3})\s*\Z")


@dataclass(slots=True)
class ObfPosition:
    """A position and the values of its moves, in discs for the side to move."""

    board: Board
    values: dict[Square, int] = field(default_factory=dict)
    """The moves in the file's order, best first."""
    score: int | None = None
    """The value of the position, from its best move or stated separately."""


def read_obf(stream: TextIO) -> Iterator[ObfPosition]:
    """Yield the positions of an OBF file.

    >>> import io
    >>> [position] = read_obf(io.StringIO("-XO------------- X; D1:+16;"))
    >>> position.values, position.score
    ({3: 16}, 16)
    """
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE:
            raise InvalidRecord(f"OBF, {line_place(number)}: {too_long(LONGEST_LINE)}")
        if line.partition("%")[0].strip():
            yield read_obf_line(line, number)


def read_obf_line(line: str, number: int = 1) -> ObfPosition:
    """Read the position of a line; its number is used in error messages."""
    return _position(line.partition("%")[0].rstrip("\r\n"), number)


def write_obf(position: ObfPosition) -> str:
    """Return a position as a line of OBF, its moves best first."""
    size = position.board.size
    text = position.board.to_text() + ";"
    if position.values:
        ordered = sorted(position.values.items(), key=lambda item: -item[1])
        return text + "".join(f" {square_name(at, size).upper()}:{v:+d};" for at, v in ordered)
    return text if position.score is None else f"{text} {position.score:+d};"


def record_of_position(position: ObfPosition) -> GameRecord:
    """Return a game that starts at the position, with its move values as extra data."""
    values = write_obf(position).partition(";")[2].strip()
    return GameRecord(b"", start=position.board, extra={VALUES: values} if values else {})


def position_of_record(record: GameRecord) -> ObfPosition:
    """Return a game's final position; if it has no moves, with its stored values."""
    if record.moves:
        return ObfPosition(record.game().board)
    start = Board() if record.start is None else record.start
    try:
        return _position(f"{start.to_text()}; {record.extra.get(VALUES, '')}", 1)
    except InvalidRecord:
        return ObfPosition(start)  # values in another program's format


def _position(line: str, number: int) -> ObfPosition:
    fields = line.split(";")
    try:
        position = ObfPosition(Board.from_text(fields[0]))
    except InvalidPosition as error:
        raise InvalidRecord(f"OBF, line {number}, column 1: {error}") from None
    column = 1 + len(fields[0]) + 1
    for text in fields[1:]:
        if text.strip():
            begin = column + len(text) - len(text.lstrip())
            _field(position, text, f"OBF, line {number}, column {begin}")
        column += len(text) + 1
    if position.values:
        position.score = max(position.values.values())
    return position


def _field(position: ObfPosition, text: str, where: str) -> None:
    move, score = _MOVE.match(text), _SCORE.match(text)
    board = position.board
    if move is not None and not move[1][1].isdigit():
        if board.legal_moves:
            raise InvalidRecord(f"{where}: {no_pass(board.turn)}")
        position.score = _value(move[2], board, where)
    elif move is not None:
        try:
            square = parse_square(move[1], board.size)
        except InvalidSquare as error:
            raise InvalidRecord(f"{where}: {error}") from None
        if square not in board.legal_moves:
            legal = str(board.legal_moves) or "no move"
            raise InvalidRecord(
                f"{where}: "
                + _("{square} is illegal. Legal moves: {moves}", square=move[1], moves=legal)
            )
        position.values[square] = _value(move[2], board, where)
    elif score is not None:
        position.score = _value(score[1], board, where)
    else:
        raise InvalidRecord(
            f"{where}: "
            + found(
                _("Expected a move and its score such as F5:+12, or a score."),
                shortened(text.strip()),
            )
        )


def _value(text: str, board: Board, where: str) -> int:
    value = int(text)
    if abs(value) > board.size**2:
        raise InvalidRecord(
            f"{where}: "
            + _("A score is at most {most} discs, not {text}.", most=board.size**2, text=text)
        )
    return value


def looks_like_obf(text: str) -> bool:
    """Return True if the first line of a text is a position followed by a value."""
    start, rest = split_position(text.partition("\n")[0], "line 1")
    return start is not None and _FIELD.match(rest) is not None


OBF = TextFormat(
    name="OBF",
    sentence=N_("OBF positions"),
    endings=("obf",),
    example=(
        "---------------------------OX------XO--------------------------- X; F5:+0; D3:-2;\n% x\n"
    ),
    recognise=looks_like_obf,
    read=lambda stream: map(record_of_position, read_obf(stream)),
    write=lambda record: write_obf(position_of_record(record)),
)
