"""GGF, Michael Buro's Generic Game Format, used by GGS archives and NBoard.

A game is ``(;`` properties ``;)``; a property is one or two capital letters and a value in
brackets. A file may contain any number of games, with blanks and numbers (of synchro pairs) between
them. https://www.skatgame.net/mburo/ggsa/ggf
"""

import io
import re
from collections.abc import Iterator
from typing import TextIO

from outflank.board import (
    Board,
    Color,
    IllegalMove,
    InvalidPosition,
    InvalidSquare,
    parse_square,
    square_name,
)
from outflank.formats.errors import InvalidRecord, found, shortened, too_long
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord, parse_score
from outflank.game import Reason
from outflank.translation import N_, _

CHUNK = 1 << 16
LONGEST_GAME = 1 << 18  # characters; real games have up to 5,000

_BETWEEN = re.compile(r"[\s\d]*+")
# Possessive quantifiers do not backtrack, so text that does not match fails in linear time.
_PROPERTY = re.compile(r"\s*+([A-Z]{1,2}+)\s*+\[([^\]]*+)\]")
_PARTIAL = re.compile(r"\s*+(?:;\s*+|[A-Z]{0,2}+\s*+(?:\[[^\]]*+)?+)\Z")
_END = re.compile(r"\s*+;\s*+\)")
_BEGIN = re.compile(r"\(|\d+\s*\(;")
_GGF_ONLY = re.compile(r"GM\s*\[\s*Othello\s*\]|\bBO\[|;\s*\)\s*\Z", re.IGNORECASE)
_SQUARES = {case(square_name(at)): at for at in range(64) for case in (str.upper, str.lower)}
_FIELDS = {"PB": "black", "PW": "white", "PC": "event", "DT": "date"}
_PASS = {"pa", "ps", "pass", "--"}
_ENDINGS = {"r": Reason.RESIGNATION, "t": Reason.TIME}
_ENDING_LETTERS = {reason: letter for letter, reason in _ENDINGS.items()}


def read_ggf(stream: TextIO) -> Iterator[GameRecord]:
    """Yield the games of a GGF file, keeping one in memory at a time.

    >>> import io
    >>> text = "(;GM[Othello]PB[Ann]PW[Bo]TY[8]RE[?]B[F5]W[D6//1.5];)"
    >>> [(game.black, game.transcript) for game in read_ggf(io.StringIO(text))]
    [('Ann', 'f5d6')]
    """
    source = _Source(stream)
    while source.find_game():
        yield _record(source)


def read_ggf_game(text: str) -> GameRecord:
    """Read the only game of a GGF text."""
    games = read_ggf(io.StringIO(text))
    game = next(games, None)
    if game is None:
        raise InvalidRecord(_("The text is empty. A GGF game begins with '(;'."))
    if next(games, None) is not None:
        raise InvalidRecord(_("This text has several GGF games, not one."))
    return game


def write_ggf(record: GameRecord) -> str:
    start = Board() if record.start is None else record.start
    fields = [
        ("GM", "Othello"),
        ("PC", record.event),
        ("DT", record.date),
        ("PB", record.black),
        ("PW", record.white),
        *((key, value) for key, value in record.extra.items() if _is_own_tag(key)),
        ("TY", str(start.size)),
        ("RE", _result(record)),
        ("TH", "" if record.theoretical is None else f"{record.theoretical:+d}"),
        ("BO", _board_value(start)),
    ]
    text = "".join(f"{key}[{_clean(value)}]" for key, value in fields if value)
    return f"(;{text}{''.join(_move_properties(record, start))};)"


class _Source:
    """A sliding window over the stream that tracks line and column."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.text = ""
        self.at = 0
        self.ended = False
        self._line = 1  # line where the window begins
        self._column = 1
        self._next = 0  # end of the last returned property

    def more(self) -> bool:
        """Read more text; return False at the end of the stream."""
        if self.ended:
            return False
        part = self.stream.read(CHUNK)
        self.ended = not part
        self._line, self._column = self.place()
        self.text = self.text[self.at :] + part
        self.at = 0
        return bool(part)

    def place(self) -> tuple[int, int]:
        """Return the current line and column; computed only for errors."""
        lines = self.text.count("\n", 0, self.at)
        if not lines:
            return self._line, self._column + self.at
        return self._line + lines, self.at - self.text.rfind("\n", 0, self.at)

    def find_game(self) -> bool:
        """Skip past the next ``(;``; return False if there is none."""
        while True:
            match = _BETWEEN.match(self.text, self.at)
            assert match is not None
            self.at = match.end()
            if self.text.startswith("(;", self.at):
                self.at += 2
                return True
            if len(self.text) - self.at < 2 and self.more():
                continue
            if self.at == len(self.text):
                return False
            raise self.wrong(_("A GGF game begins with '(;'."))

    def property(self) -> tuple[str, str] | None:
        """Return the next property, or None after the end of the game."""
        while True:
            match = _PROPERTY.match(self.text, self.at)
            if match is not None:
                self.at = match.start(1)
                self._next = match.end()
                return match[1], match[2]
            end = _END.match(self.text, self.at)
            if end is not None:
                self.at = end.end()
                return None
            unfinished = _PARTIAL.match(self.text, self.at)
            if len(self.text) - self.at > LONGEST_GAME:
                raise self.wrong(too_long(250_000))
            if (unfinished is not None or len(self.text) - self.at < 4) and self.more():
                continue
            raise self.wrong(
                _("Expected a property such as B[F5], or ';)' at the end of the game.")
            )

    def done(self) -> None:
        """Skip past the last returned property."""
        self.at = self._next

    def wrong(self, why: str) -> InvalidRecord:
        rest = self.text[self.at : self.at + 40]
        got = shortened(rest) if rest else "the end"
        line, column = self.place()
        where = _("line {line}, column {column}", line=line, column=column)
        return InvalidRecord(f"GGF, {where}: {found(why, got)}")


def _record(source: _Source) -> GameRecord:
    record = GameRecord(b"")
    board = Board()
    moves: list[int] = []
    seconds: list[float | None] = []
    evals: list[float | None] = []
    count = 0
    while (found := source.property()) is not None:
        tag, value = found
        count += 1
        if count > 2000:
            raise source.wrong(
                _("A game has at most about 260 properties. This one has over 2,000.")
            )
        if tag in ("B", "W"):
            board = _move(source, board, tag, value, moves, seconds, evals)
        elif tag == "BO":
            if moves:
                raise source.wrong(_("The starting position BO must be before the moves."))
            board = _start(source, value)
            record.start = None if board == Board() else board
        else:
            _keep(source, record, tag, value)
        source.done()
    record.moves = bytes(moves)
    record.seconds = seconds if any(time is not None for time in seconds) else None
    record.evals = evals if any(value is not None for value in evals) else None
    return record


def _move(
    source: _Source,
    board: Board,
    tag: str,
    value: str,
    moves: list[int],
    seconds: list[float | None],
    evals: list[float | None],
) -> Board:
    name, *numbers = value.split("/")
    color = Color.BLACK if tag == "B" else Color.WHITE
    if board.turn is not color and board.must_pass:
        board = board.pass_turn()  # many programs omit passes
    if board.turn is not color:
        raise source.wrong(_("It is {color}'s turn.", color=board.turn))
    square = _SQUARES.get(name) if board.size == 8 else None
    if square is None and name.strip().lower() in _PASS:
        if board.is_over:
            return board  # some programs write a pass at the end
        try:
            return board.pass_turn()
        except IllegalMove as error:
            raise source.wrong(str(error)) from None
    try:
        square = parse_square(name, board.size) if square is None else square
        board = board.play(square)
    except (InvalidSquare, IllegalMove) as error:
        raise source.wrong(str(error)) from None
    moves.append(square)
    evals.append(_number(source, numbers[0]) if numbers else None)
    seconds.append(_number(source, numbers[1]) if len(numbers) > 1 else None)
    return board


def _number(source: _Source, text: str) -> float | None:
    if not text.strip():
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e9:
        raise source.wrong(_("Expected a number."))
    return value


def _start(source: _Source, value: str) -> Board:
    size, _separator, squares = value.strip().partition(" ")
    try:
        board = Board.from_text(squares)
    except InvalidPosition as error:
        raise source.wrong(str(error)) from None
    if size != str(board.size):
        raise source.wrong(
            _("The board has the squares of a {size}×{size} board.", size=board.size)
        )
    return board


def _keep(source: _Source, record: GameRecord, tag: str, value: str) -> None:
    if tag == "GM":
        if value.strip().lower() != "othello":
            raise source.wrong(_("The game must be Othello."))
    elif tag in _FIELDS:
        setattr(record, _FIELDS[tag], value)
    elif tag == "RE":
        score, _separator, ending = value.partition(":")
        record.score = parse_score(score)
        record.reason = _ENDINGS.get(ending.strip().lower())
    elif tag == "TH":
        record.theoretical = parse_score(value)
    elif tag != "TY":
        record.extra[tag] = value


def _is_own_tag(key: str) -> bool:
    taken = ("B", "W", "GM", "PC", "DT", "PB", "PW", "TY", "RE", "TH", "BO")
    return re.fullmatch("[A-Z]{1,2}", key) is not None and key not in taken


def _clean(value: str) -> str:
    # A bracket would end the value, and GGF has no escape for it.
    return value.replace("[", "(").replace("]", ")")


def _result(record: GameRecord) -> str:
    if record.score is None:
        return "?"
    letter = _ENDING_LETTERS.get(record.reason) if record.reason else None
    return f"{record.score:+.3f}" + (f":{letter}" if letter else "")


def _board_value(start: Board) -> str:
    squares, _separator, side = start.to_text().replace("X", "*").partition(" ")
    return f"{start.size} {squares} {side}"


def _move_properties(record: GameRecord, board: Board) -> Iterator[str]:
    for number, square in enumerate(record.moves):
        if board.must_pass:
            yield f"{_tag(board)}[PA]"
            board = board.pass_turn()
        value = record.evals[number] if record.evals else None
        time = record.seconds[number] if record.seconds else None
        text = square_name(square, board.size).upper()
        if value is not None or time is not None:
            text += "/" + ("" if value is None else _shown(value))
        if time is not None:
            text += "/" + _shown(time)
        yield f"{_tag(board)}[{text}]"
        board = board.play(square)


def _shown(number: float) -> str:
    return repr(float(number)).removesuffix(".0")


def _tag(board: Board) -> str:
    return "B" if board.turn is Color.BLACK else "W"


def looks_like_ggf(text: str) -> bool:
    """Distinguish GGF from SGF, which has the same beginning."""
    return _BEGIN.match(text) is not None and _GGF_ONLY.search(text[:2000]) is not None


GGF = TextFormat(
    name="GGF",
    sentence=N_("GGF games"),
    endings=("ggf",),
    example=(
        "(;GM[Othello]PC[x]DT[1987]PB[Ann]PW[Bo]RE[+2.000:r]TY[8]B[F5//1.5]W[D6/-2]B[C3];)\n"
        "2 (;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1];)\n"
    ),
    recognise=looks_like_ggf,
    read=read_ggf,
    write=write_ggf,
)
