"""Games as lines of text: one transcript per line, after a start position if needed.

``f5d6c3…``, ``f5d6c3… +12``, ``---…OX… X f5d6``, ``---…OX… X;f5d6`` and bare positions; ``%`` and
``#`` start comments. Text after the score is kept as ``tags``.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TextIO

from outflank.board import Board, InvalidPosition, parse_square
from outflank.formats.errors import InvalidRecord, line_place, too_long
from outflank.formats.format import TextFormat
from outflank.formats.native import ILLEGAL, MOST_MOVES, packed, replay_games
from outflank.formats.record import GameRecord, parse_score
from outflank.formats.transcript import InvalidTranscript, read_transcript
from outflank.game import Game
from outflank.translation import N_

LONGEST_LINE = 1 << 13
BATCH = 1024

_SIGNS = "-.+_XxOo*BbWw●○"
_SIZES = {size * size for size in range(4, 17, 2)}
_SIDE = re.compile(r"[\s;]*+([XxOo*BbWw●○])(?=[\s;]|\Z)")
_MOVES = re.compile(r"(?:[a-hA-H][1-8])*\Z")
_SQUARES = {a + b: parse_square(a + b) for a in "abcdefghABCDEFGH" for b in "12345678"}


def read_lines(stream: TextIO) -> Iterator[GameRecord]:
    """Read the games of a file that has one game per line."""
    batch: list[tuple[int, GameRecord]] = []
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE:
            raise InvalidRecord(f"{line_place(number)}: {too_long(LONGEST_LINE)}")
        text = _without_comment(line)
        if not text:
            continue
        batch.append((number, read_line(text, line_place(number), checked=False)))
        if len(batch) == BATCH:
            yield from _checked(batch)
            batch = []
    yield from _checked(batch)


def read_line(text: str, where: str = "line 1", *, checked: bool = True) -> GameRecord:
    """Read one game or position from one line."""
    start, rest = split_position(text, where)
    start = None if start == Board() else start
    record = GameRecord(b"", start)
    words = rest.replace(";", " ").split()
    while words and (words[-1][0] in "+-" and parse_score(words[-1]) is not None):
        record.score = parse_score(words.pop())
    for at, word in enumerate(words):
        if word[0] in "+-" and (score := parse_score(word)) is not None:
            record.score = score
            record.extra["tags"] = " ".join(words[at + 1 :])
            del words[at:]
            break
    moves = "".join(words)
    if start is None and not checked and _MOVES.match(moves) and len(moves) <= 2 * MOST_MOVES:
        record.moves = bytes([_SQUARES[moves[at : at + 2]] for at in range(0, len(moves), 2)])
        return record
    record.moves = _replayed(moves, start, where)
    return record


def write_line(record: GameRecord) -> str:
    """Return a game as one line: any unusual start position, the moves, the score."""
    parts = []
    if record.start is not None or not record.moves:
        parts.append((record.start or Board()).to_text() + ";")
    if record.moves:
        parts.append(record.transcript)
    if record.score is not None:
        parts.append(f"{record.score:+d}")
        if record.extra.get("tags"):
            parts.append(record.extra["tags"])
    return " ".join(parts)


def split_position(text: str, where: str) -> tuple[Board | None, str]:
    """Split a text into a leading position, if there is one, and the rest."""
    # Cells may be separated by blanks or line breaks, so the longest match counts.
    cells = ""
    found: tuple[str, re.Match[str]] | None = None
    for at, sign in enumerate(text, start=1):
        if sign in _SIGNS and len(cells) < 257:
            cells += sign
            if len(cells) in _SIZES and (side := _SIDE.match(text, at)):
                found = cells, side
        elif not sign.isspace():
            break
    if found is None:
        return None, text
    cells, side = found
    try:
        board = Board.from_text(cells + side[1])
    except InvalidPosition as error:
        raise InvalidRecord(f"{where}: {error}") from None
    return board, text[side.end() :]


def _checked(batch: list[tuple[int, GameRecord]]) -> Iterator[GameRecord]:
    results = replay_games(
        b"".join(packed(record.moves if record.start is None else b"") for _, record in batch)
    )
    for at, (number, record) in enumerate(batch):
        if results[3 * at + 1] == ILLEGAL:
            _replayed(record.transcript, None, line_place(number))
        yield record


def _replayed(moves: str, start: Board | None, where: str) -> bytes:
    try:
        game = read_transcript(moves, start)
    except InvalidTranscript as error:
        raise InvalidRecord(f"{where}, {error}") from None
    return bytes(ply.square for ply in game.history if ply.square is not None)


def _without_comment(line: str) -> str:
    return re.split("[%#]", line, maxsplit=1)[0].strip()


def _games(text: str) -> Iterator[Game]:
    """Yield one game per line, or a single game or position spread over several lines."""
    numbered = ((at, _without_comment(line)) for at, line in enumerate(text.splitlines(), start=1))
    games = (read_line(line, line_place(at)).game() for at, line in numbered if line)
    begun: list[Game] = []
    try:
        begun.extend(islice(games, 1))
        begun.extend(islice(games, 1))
    except InvalidRecord:
        # The rest of a split game is not a valid game, so parsing fails at its second line.
        if begun and begun[0].is_over:
            raise
        begun = [read_line(text).game()]
    yield from begun
    yield from games


def _is_position(text: str) -> bool:
    start, rest = split_position(text, "line 1")
    return start is not None and not rest.strip(" \t\n;")


TRANSCRIPT = TextFormat(
    name=N_("transcript"),
    sentence=N_("one transcript or position per line"),
    endings=("txt", "othello"),
    example="f5d6c3d3c4 +12 W\nF5 f6, e6\n",
    recognise=lambda text: True,
    read=read_lines,
    games=_games,
    write=write_line,
)
POSITION = TextFormat(
    name=N_("position"),
    sentence=N_("the squares from a1 and the side to move"),
    example="---- -OX- -XO- ---- X",
    recognise=_is_position,
    read=read_lines,
    games=_games,
)
POSITION_AND_MOVES = TextFormat(
    name=N_("position and moves"),
    sentence=N_("a position and the moves played from it"),
    example="-XO------------- X;d1 +16",
    recognise=lambda text: split_position(text, "line 1")[0] is not None,
    read=read_lines,
    games=_games,
)
