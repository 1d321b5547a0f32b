"""SGF as written by Edax and others: ``(;FF[4]GM[2]…AB[d5][e4]…;B[f5];W[d6]…)``.

Squares are written as ``f5``. The first line of a tree is the game, the others are its variations;
names (N) and comments (C) of nodes are kept.
"""

import re
from collections.abc import Iterator
from typing import TextIO

from outflank.board import Board, Color, IllegalMove, InvalidSquare, parse_square, square_name
from outflank.formats.errors import InvalidRecord, found, place, shortened, too_long
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord, too_many, with_score
from outflank.game import MOST, Reason, Tree, Variation, Way
from outflank.translation import N_, _

LONGEST_FILE = 1 << 22  # characters; a game has about 1,000

_BEGIN = re.compile(r"\(|\d+\s*\(;")
_NAME = re.compile(r"\s*+([A-Za-z]++)")
_VALUE = re.compile(r"\s*+\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_BLANK = re.compile(r"\s*+")
_BETWEEN = re.compile(r"[\s;]*+")
_GAME = re.compile(r"\s*+\(\s*+;")
_RESULT = re.compile(r"\s*([BW])\+(\d{1,3}(?!\d)|[RTF]\w*)?|\s*(0|Draw)\s*\Z", re.IGNORECASE)
_ENDING_WORDS = {Reason.RESIGNATION: "Resign", Reason.TIME: "Time", Reason.FORFEIT: "Forfeit"}
_ENDINGS = {word[0]: reason for reason, word in _ENDING_WORDS.items()}
_OWN = re.compile("FF|GM|CA|AP|SZ|A[BW]|P[LBW]|EV|DT|RE|[BWCN]")
_PASS = {"", "pa", "ps", "pass", "--", "tt"}

Property = tuple[str, list[str], int]
"""Name, values and place; "(" and ")" are included without values."""


def read_sgf(stream: TextIO) -> Iterator[GameRecord]:
    """Yield the games of an SGF file, with their variations."""
    text = stream.read(LONGEST_FILE)
    if len(text) == LONGEST_FILE:
        raise InvalidRecord(too_long(LONGEST_FILE))
    at = _behind(_BLANK, text, 0)
    while at < len(text):
        begin = _GAME.match(text, at)
        if begin is None:
            raise InvalidRecord(
                f"SGF, {place(text, at)}: "
                + found(_("An SGF game begins with '(;'."), shortened(text[at : at + 40]))
            )
        properties, at = _properties(text, begin.end())
        yield _record(text, properties)
        at = _behind(_BLANK, text, at)


def _behind(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()


def _properties(text: str, at: int) -> tuple[list[Property], int]:
    """Return the properties and parentheses of a game, and the offset of its end."""
    properties: list[Property] = []
    depth = 1
    while depth:
        at = _behind(_BETWEEN, text, at)
        if at >= len(text):
            raise InvalidRecord(f"SGF, {place(text, at)}: " + _("The game is not closed by ')'."))
        if text[at] in "()":
            depth += 1 if text[at] == "(" else -1
            properties.append((text[at], [], at))
            at += 1
        else:
            found, at = _property(text, at)
            properties.append(found)
    return properties, at


def _property(text: str, at: int) -> tuple[Property, int]:
    name = _NAME.match(text, at)
    if name is None:
        raise InvalidRecord(
            f"SGF, {place(text, at)}: "
            + found(_("Expected a property such as B[f5]."), shortened(text[at : at + 40]))
        )
    values = []
    end = name.end()
    while (value := _VALUE.match(text, end)) is not None:
        values.append(re.sub(r"\\(.)", r"\1", value[1], flags=re.DOTALL))
        end = value.end()
    if not values:
        raise InvalidRecord(
            f"SGF, {place(text, end)}: "
            + found(
                _("{name} needs a value in brackets.", name=shortened(name[1])),
                shortened(text[end : end + 40]),
            )
        )
    return ("".join(sign for sign in name[1] if sign.isupper()), values, at), end


def _record(text: str, properties: list[Property]) -> GameRecord:
    record = GameRecord(b"")
    setup: dict[str, tuple[list[str], int]] = {}
    size = 8
    begun = False
    for name, values, at in properties:
        if name == ")":
            break  # the rest is another variation
        if name in ("B", "W"):
            begun = True
        elif name in ("AB", "AW", "PL") and not begun:
            setup[name] = (values, at)
        elif name == "SZ":
            size = _size(text, at, values[0])
        elif name == "GM" and values[0].strip() != "2":
            raise InvalidRecord(
                f"SGF, {place(text, at)}: "
                + _("The game must be Othello, GM[2], not {text}.", text=shortened(values[0]))
            )
        elif name not in ("(", "C", "N"):
            _keep(record, name, values[0])
    board = _start(text, setup, size)
    record.start = None if board == Board() else board
    if record.reason is not None and record.score:  # resignation: all squares go to the winner
        record.score = size**2 if record.score > 0 else -(size**2)
    tree = _tree(text, board, properties)
    record.moves, record.variations = bytes(tree.played), tree.variations
    return record


def _tree(text: str, start: Board, properties: list[Property]) -> Tree:
    """Replay all lines on the board; the first one is the game."""
    played: Way | None = None
    way: Way = ()
    board, walked = start, {way: start}
    notes: dict[Way, dict[str, str]] = {}
    forks: list[tuple[Way, Board]] = []
    for name, values, at in properties:
        if name == "(":
            forks.append((way, board))
        elif name == ")":
            played = way if played is None else played
            way, board = forks.pop() if forks else (way, board)
        elif name in ("B", "W"):
            way, board = _moved(text, at, way, board, name, values[0], walked)
        elif name in ("C", "N"):
            known = notes.setdefault(way, {})
            known[name] = "\n".join(filter(None, (known.get(name), values[0])))
        if len(walked) > MOST + start.size**2:
            raise InvalidRecord(f"SGF, {place(text, at)}: {too_many(len(walked))}")
    assert played is not None, "a game is closed"
    some = [
        Variation(each, notes.get(each, {}).get("N", ""), notes.get(each, {}).get("C", ""))
        for each in walked
    ]
    tree = Tree(played, some)
    if tree.tried > MOST:
        raise InvalidRecord(f"SGF: {too_many(tree.tried)}")
    return tree


def _moved(
    text: str, at: int, way: Way, board: Board, name: str, value: str, walked: dict[Way, Board]
) -> tuple[Way, Board]:
    color = Color.BLACK if name == "B" else Color.WHITE
    if board.turn is not color and board.must_pass:
        board = board.pass_turn()
    try:
        if value.strip().lower() in _PASS:
            return way, board if board.is_over else board.pass_turn()
        if board.turn is not color:
            raise IllegalMove(_("It is {color}'s turn.", color=board.turn))
        on = (*way, parse_square(value, board.size))
        if on not in walked:
            walked[on] = board.play(on[-1])
    except (IllegalMove, InvalidSquare) as error:
        raise InvalidRecord(f"SGF, {place(text, at)}: {error}") from None
    return on, walked[on]


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
        elif result[2] and result[2][0].upper() in _ENDINGS:
            record.reason = _ENDINGS[result[2][0].upper()]
            record.score = sign
    elif not _OWN.fullmatch(name):
        record.extra[name] = value


# --- Writing -------------------------------------------------------------------------------------


def write_sgf(record: GameRecord) -> str:
    """Return a game with its variations as SGF."""
    start = Board() if record.start is None else record.start
    tree = Tree(tuple(record.moves), record.variations)
    return f"(;{''.join(_header(with_score(record), start))}{''.join(_nodes(tree, start))})"


def _header(record: GameRecord, start: Board) -> Iterator[str]:
    size = start.size
    yield f"FF[4]GM[2]CA[UTF-8]AP[Outflank]SZ[{size}]"
    for letter, color in (("B", Color.BLACK), ("W", Color.WHITE)):
        there = [square for square in range(size * size) if start[square] is color]
        if there:
            yield f"A{letter}" + "".join(f"[{square_name(square, size)}]" for square in there)
    yield f"PL[{_letter(start)}]"
    known = {"PB": record.black, "PW": record.white, "EV": record.event, "DT": record.date}
    for name, value in known.items():
        if value:
            yield f"{name}[{_escaped(value)}]"
    if record.score is not None:
        yield f"RE[{_result(record.score, record.reason)}]"
    for name, value in record.extra.items():
        if re.fullmatch("[A-Z]{1,2}", name) and not _OWN.fullmatch(name):
            yield f"{name}[{_escaped(value)}]"


def _nodes(tree: Tree, start: Board) -> Iterator[str]:
    waiting: list[tuple[Way, Board, bool] | None] = [((), start, False)]
    while waiting:
        here = waiting.pop()
        if here is None:
            yield ")"
            continue
        way, board, forked = here
        yield "(" if forked else ""
        if way:
            if board.must_pass:
                yield f";{_letter(board)}[PA]"
                board = board.pass_turn()
            yield f";{_letter(board)}[{square_name(way[-1], board.size)}]"
            board = board.play(way[-1])
        note = tree.note(way)
        yield f"N[{_escaped(note.name)}]" if note.name else ""
        yield f"C[{_escaped(note.comment)}]" if note.comment else ""
        on = tree.children(way)
        if way == tree.played and on:
            yield "(;)"  # the game ends here; variations continue
        forks = len(on) > 1 or way == tree.played
        for child in reversed(on):
            waiting += [None, (child, board, True)] if forks else [(child, board, False)]


def _letter(board: Board) -> str:
    return "B" if board.turn is Color.BLACK else "W"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _result(score: int, reason: Reason | None) -> str:
    if score == 0:
        return "0"
    how = _ENDING_WORDS.get(reason) if reason else None
    return f"{'B' if score > 0 else 'W'}+{how or abs(score)}"


SGF = TextFormat(
    name="SGF",
    sentence=N_("SGF, with variations, names and comments"),
    endings=("sgf",),
    example=(
        "(;FF[4]GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]PB[a\\]b]RE[B+10];B[f5](;W[d6];B[c3])"
        "(;W[f6]N[x]C[y];B[e6]))\n"
    ),
    recognise=lambda text: _BEGIN.match(text) is not None,
    read=read_sgf,
    write=write_sgf,
)
