"""Numbered move lists, ``1. F5 d6 2. C3 …``, with optional PGN tags.

Edax and PlayOK write this format, and so do people in email. Comments in braces or after a
semicolon, variations in parentheses and results are skipped.
"""

import re
from collections.abc import Callable, Iterator
from typing import TextIO

from outflank.board import Board, Color, IllegalMove, InvalidSquare, parse_square
from outflank.formats.errors import (
    InvalidRecord,
    found,
    line_place,
    no_pass,
    place,
    shortened,
    too_long,
)
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord, parse_score
from outflank.game import Game
from outflank.translation import N_, _

LONGEST_GAME = 1 << 18

_BEGIN = re.compile(r"\s*\[\s*\w+\s+\"|\s?1\s*[.:]\s*\S")
_TAG = re.compile(r"\s*+\[\s*+(\w++)\s++\"((?:[^\"\\]|\\.)*+)\"\s*+\]")
_TOKEN = re.compile(
    r"(?P<blank>\s+|\{[^}]*\}|;[^\n]*|\$\d+|[!?]+)"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*|\d{1,3}\s*[-:–]\s*\d{1,3}(?!\d))"
    r"|(?P<number>\d{1,3}\s*(?:\.+|:))"
    r"|(?P<pass>pass|pa|ps|--)"
    r"|(?P<square>[a-p]\d{1,2})"
    r"|(?P<variation>\()",
    re.IGNORECASE,
)
_PARENTHESIS = re.compile(r"[()]")
_FEN_CELLS = {"p": "X", "P": "O", "b": "X", "w": "O", "x": "X", "X": "X", "o": "O", "O": "O"}


def read_move_lists(stream: TextIO) -> Iterator[GameRecord]:
    """Yield the games of a file of move lists; tags after moves start a new game."""
    text: list[str] = []
    first, number, length = 1, 0, 0
    seen_moves = False
    while line := stream.readline(LONGEST_GAME):
        number += 1
        is_tag = _TAG.match(line) is not None
        if is_tag and seen_moves:
            yield read_move_list("".join(text), first_line=first)
            text, first, length, seen_moves = [], number, 0, False
        seen_moves = seen_moves or (not is_tag and not line.isspace())
        text.append(line)
        length += len(line)
        if length > LONGEST_GAME:
            raise InvalidRecord(f"{line_place(number)}: {too_long(LONGEST_GAME)}")
    if "".join(text).strip():
        yield read_move_list("".join(text), first_line=first)


def read_move_list(text: str, *, first_line: int = 1) -> GameRecord:
    """Read the only game of a numbered move list.

    >>> read_move_list('[Black "Ann"] 1. F5 d6 2. C3').transcript
    'f5d6c3'
    """

    def here() -> str:
        return place(text, at, first_line)

    record = GameRecord(b"")
    at = 0
    while (tag := _TAG.match(text, at)) is not None:
        _keep(record, tag[1], re.sub(r"\\(.)", r"\1", tag[2]), here)
        at = tag.end()
    game = Game(record.start)
    passes = len(game.history)
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise InvalidRecord(
                f"{here()}: "
                + found(
                    _("Expected a move such as f5, its number, or a result."),
                    shortened(text[at : at + 40].split()[0]),
                )
            )
        if token["variation"]:
            at = _behind_variation(text, at, here)
            continue
        if token["square"]:
            before = game.ply
            try:
                game.play(parse_square(token["square"], game.size))
            except (IllegalMove, InvalidSquare) as error:
                raise InvalidRecord(f"{here()}: {error}") from None
            passes = game.ply - before - 1
        elif token["pass"]:
            if not passes and not game.is_over:
                raise InvalidRecord(f"{here()}: {no_pass(game.turn)}")
            passes = max(passes - 1, 0)
        elif token["result"]:
            record.score = _result(token["result"], game) if record.score is None else record.score
        at = token.end()
    record.moves = bytes(ply.square for ply in game.history if ply.square is not None)
    return record


def _behind_variation(text: str, at: int, here: Callable[[], str]) -> int:
    depth = 0
    for parenthesis in _PARENTHESIS.finditer(text, at):
        depth += 1 if parenthesis[0] == "(" else -1
        if not depth:
            return parenthesis.end()
    raise InvalidRecord(f"{here()}: " + _("The variation that begins here is not closed by ')'."))


def _keep(record: GameRecord, name: str, value: str, here: Callable[[], str]) -> None:
    key = name.lower()
    if key in ("black", "white", "event", "date"):
        setattr(record, key, "" if value == "?" else value)
    elif key == "fen":
        record.start = _fen(value, here)
    elif key == "result":
        record.score = _result(value, None)
    else:
        record.extra[key] = value


def _result(text: str, game: Game | None) -> int | None:
    """Return Black's score for ``33-31``; None for chess-like results, which lack a margin."""
    numbers = re.fullmatch(r"(\d{1,3})\s*[-:–]\s*(\d{1,3})", text.strip())
    if numbers is None:
        return parse_score(text) if text.strip()[:1] in ("+", "-") else None
    black, white = int(numbers[1]), int(numbers[2])
    total = game.size**2 if game is not None else 64
    return black - white if black + white == total else None


def _fen(text: str, here: Callable[[], str]) -> Board | None:
    squares, _, rest = text.strip().partition(" ")
    cells = []
    for row in squares.split("/"):
        expanded = re.sub(r"[0-9]{1,2}", lambda run: "-" * int(run[0]), row)
        cells.append("".join(_FEN_CELLS.get(sign, sign) for sign in expanded))
    turn = Color.WHITE if rest[:1] in ("w", "O", "o") else Color.BLACK
    try:
        board = Board.from_rows(cells, turn)
    except ValueError as error:
        raise InvalidRecord(f"{here()}, FEN: {error}") from None
    return None if board == Board() else board


MOVE_LIST = TextFormat(
    name=N_("move list"),
    sentence=N_("numbered moves, with or without PGN tags"),
    endings=("pgn",),
    example='[Black "Ann"]\n[White "Bo"]\n\n1. F5 d6 {why} 2. C3 d3 (2... c4) 33-31\n',
    recognise=lambda text: _BEGIN.match(text) is not None,
    read=read_move_lists,
)
