"""SGF as Edax and other Othello programs write it: ``(;FF[4]GM[2]…AB[d5][e4]…;B[f5];W[d6]…)``.

Squares are written ``f5``. Of a tree of variations the main line is read.
"""

import re
from collections.abc import Iterator
from typing import TextIO

from outflank.board import Board, Color, IllegalMove, InvalidSquare, Square, parse_square
from outflank.formats.errors import InvalidRecord, place, shortened
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord
from outflank.game import Reason

LONGEST_FILE = 1 << 22  # characters; one game has some 1,000

_BEGIN = re.compile(r"\(|\d+\s*\(;")
_NAME = re.compile(r"\s*+([A-Za-z]++)")
_VALUE = re.compile(r"\s*+\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_BLANK = re.compile(r"\s*+")
_BETWEEN = re.compile(r"[\s;]*+")
_GAME = re.compile(r"\s*+\(\s*+;")
_RESULT = re.compile(r"\s*([BW])\+(\d{1,3}(?!\d)|R\w*|T\w*)?|\s*(0|Draw)\s*\Z", re.IGNORECASE)
_PASS = {"", "pa", "ps", "pass", "--", "tt"}

Property = tuple[str, list[str], int]


def read_sgf(stream: TextIO) -> Iterator[GameRecord]:
    """The games of an SGF file, the main line of each."""
    text = stream.read(LONGEST_FILE)
    if len(text) == LONGEST_FILE:
        raise InvalidRecord(f"an SGF file has up to {LONGEST_FILE} characters here; this has more")
    at = _behind(_BLANK, text, 0)
    while at < len(text):
        begin = _GAME.match(text, at)
        if begin is None:
            raise InvalidRecord(
                f"SGF, {place(text, at)}: a game begins with '(;'; "
                f"got {shortened(text[at : at + 40])}"
            )
        properties, at = _main_line(text, begin.end())
        yield _record(text, properties)
        at = _behind(_BLANK, text, at)


def _behind(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()


def _main_line(text: str, at: int) -> tuple[list[Property], int]:
    """The properties along the first variation of each fork, and where the game ends."""
    properties: list[Property] = []
    depth, open_line = 1, True
    while depth:
        at = _behind(_BETWEEN, text, at)
        if at >= len(text):
            raise InvalidRecord(f"SGF, {place(text, at)}: the game is not closed by ')'")
        if text[at] == "(":
            depth += 1
            at += 1
        elif text[at] == ")":
            depth -= 1
            at += 1
            open_line = False  # whatever follows is another variation
        else:
            found, at = _property(text, at)
            if open_line:
                properties.append(found)
    return properties, at


def _property(text: str, at: int) -> tuple[Property, int]:
    name = _NAME.match(text, at)
    if name is None:
        raise InvalidRecord(
            f"SGF, {place(text, at)}: expected a property such as B[f5]; "
            f"got {shortened(text[at : at + 40])}"
        )
    values = []
    end = name.end()
    while (value := _VALUE.match(text, end)) is not None:
        values.append(re.sub(r"\\(.)", r"\1", value[1], flags=re.DOTALL))
        end = value.end()
    if not values:
        raise InvalidRecord(
            f"SGF, {place(text, end)}: {shortened(name[1])} needs a value in brackets; "
            f"got {shortened(text[end : end + 40])}"
        )
    return ("".join(sign for sign in name[1] if sign.isupper()), values, at), end


def _record(text: str, properties: list[Property]) -> GameRecord:
    record = GameRecord(b"")
    setup: dict[str, tuple[list[str], int]] = {}
    moves: list[tuple[str, str, int]] = []
    size = 8
    for name, values, at in properties:
        if name in ("B", "W"):
            moves.append((name, values[0], at))
        elif name in ("AB", "AW", "PL") and not moves:
            setup[name] = (values, at)
        elif name == "SZ":
            size = _size(text, at, values[0])
        elif name == "GM" and values[0].strip() != "2":
            raise InvalidRecord(
                f"SGF, {place(text, at)}: GM[2] is Othello; got {shortened(values[0])}"
            )
        else:
            _keep(record, name, values[0])
    board = _start(text, setup, size)
    record.start = None if board == Board() else board
    record.moves = bytes(_played(text, board, moves))
    return record


def _size(text: str, at: int, value: str) -> int:
    try:
        return Board(int(value)).size
    except ValueError as error:
        raise InvalidRecord(f"SGF, {place(text, at)}: {str(error)[:200]}") from None


def _start(text: str, setup: dict[str, tuple[list[str], int]], size: int) -> Board:
    if "AB" not in setup and "AW" not in setup:
        return Board(size)
    turn = Color.BLACK
    if "PL" in setup and setup["PL"][0][0].strip().upper()[:1] == "W":
        turn = Color.WHITE
    try:
        return Board.from_discs(
            black=setup.get("AB", ([], 0))[0],
            white=setup.get("AW", ([], 0))[0],
            turn=turn,
            size=size,
        )
    except ValueError as error:
        where = place(text, min(at for _, at in setup.values()))
        raise InvalidRecord(f"SGF, {where}: {error}") from None


def _played(text: str, board: Board, moves: list[tuple[str, str, int]]) -> Iterator[Square]:
    for name, value, at in moves:
        color = Color.BLACK if name == "B" else Color.WHITE
        if board.turn is not color and board.must_pass:
            board = board.pass_turn()
        try:
            if value.strip().lower() in _PASS:
                board = board if board.is_over else board.pass_turn()
                continue
            if board.turn is not color:
                raise IllegalMove(f"it is {board.turn}'s move")
            square = parse_square(value, board.size)
            board = board.play(square)
        except (IllegalMove, InvalidSquare) as error:
            raise InvalidRecord(f"SGF, {place(text, at)}: {error}") from None
        yield square


def _keep(record: GameRecord, name: str, value: str) -> None:
    known = {"PB": "black", "PW": "white", "EV": "event", "DT": "date"}
    if name in known:
        setattr(record, known[name], value)
    elif name == "RE":
        result = _RESULT.match(value)
        if result is None:
            return
        sign = 1 if (result[1] or "B").upper() == "B" else -1
        if result[3]:
            record.score = 0
        elif result[2] and result[2].isdecimal() and int(result[2]) <= 256:
            record.score = sign * int(result[2])
        elif result[2] and result[2][0].upper() in "RT":
            resigned = result[2][0].upper() == "R"
            record.reason = Reason.RESIGNATION if resigned else Reason.TIME
            record.score = sign * 64
    elif name not in ("FF", "GM", "PL", "CA", "AP"):
        record.extra[name] = value


SGF = TextFormat(
    name="SGF",
    sentence="SGF as Edax writes it",
    endings=("sgf",),
    example=(
        "(;FF[4]GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]PB[a\\]b]RE[B+10];B[f5](;W[d6];B[c3])(;W[f6]))\n"
    ),
    recognise=lambda text: _BEGIN.match(text) is not None,
    read=read_sgf,
)
