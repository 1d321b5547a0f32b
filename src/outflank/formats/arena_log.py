"""Arena logs as JSON lines: the settings of a run, then one game per line.

``outflank match`` and ``tournament`` write them. Games are returned in schedule order, whatever
order they finished in.
"""

import json
from collections.abc import Iterator
from typing import Any, TextIO

from outflank.board import SIZES, Board
from outflank.formats.errors import InvalidRecord, found, line_place, shortened
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord
from outflank.formats.transcript import InvalidTranscript, read_transcript
from outflank.game import Reason
from outflank.translation import N_, _

FORMAT = "outflank-arena"
VERSION = 1
LONGEST_LINE = 1 << 22  # characters; the first line contains all openings of the run
OBJECT = N_("Expected a game as a JSON object on one line.")
MOST_GAMES = 10**9  # larger integers could cause many hash collisions in a dict
EVENT = "Outflank arena"


def is_arena_log(first_line: str) -> bool:
    if FORMAT not in first_line:  # avoid parsing other JSON twice
        return False
    try:
        header = json.loads(first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and header.get("format") == FORMAT


def read_arena_log(stream: TextIO) -> Iterator[GameRecord]:
    """Yield the games of a log by number, ignoring a truncated last line."""
    header = stream.readline(LONGEST_LINE)
    if not is_arena_log(header):
        raise InvalidRecord(
            f"{line_place(1)}: "
            + found(
                _('An arena log begins with "format": "{format}".', format=FORMAT),
                shortened(header),
            )
        )
    version = json.loads(header).get("version")
    if version != VERSION:
        raise InvalidRecord(
            f"{line_place(1)}: "
            + _(
                "This program reads logs of version {own}, not {version}.",
                own=VERSION,
                version=_shown(version),
            )
        )
    # Games are nearly sorted, so only few wait for a slower one.
    waiting: dict[int, GameRecord] = {}
    following, number = 0, 1
    while line := stream.readline(LONGEST_LINE):
        number += 1
        document = _document(line, number)
        if document is None:
            break
        game, record = _game(document, f"line {number}")
        if game < following or game in waiting:
            raise InvalidRecord(
                f"{line_place(number)}: " + _('"game" {number} occurs twice.', number=game)
            )
        waiting[game] = record
        while following in waiting:
            yield waiting.pop(following)
            following += 1
    for game in sorted(waiting):  # a stopped run has gaps
        yield waiting[game]


def record_of_played(document: dict[str, Any]) -> GameRecord:
    return _game(document, "this game")[1]


def _document(line: str, number: int) -> dict[str, Any] | None:
    """Parse a line of JSON; None for the truncated last line of a killed run."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        if not line.endswith("\n") and len(line) < LONGEST_LINE:
            return None
        raise InvalidRecord(f"{line_place(number)}: {found(_(OBJECT), shortened(line))}") from None
    if not isinstance(document, dict):
        raise InvalidRecord(f"{line_place(number)}: {found(_(OBJECT), shortened(line))}")
    return document


def _wrong(where: str, key: str, expected: str, value: object) -> InvalidRecord:
    return InvalidRecord(
        f"{where}: "
        + _(
            '"{key}" must be {expected}, not {text}.',
            key=key,
            expected=expected,
            text=_shown(value),
        )
    )


def _game(document: dict[str, Any], where: str) -> tuple[int, GameRecord]:
    number = document.get("game")
    if type(number) is not int or not 0 <= number < MOST_GAMES:
        raise _wrong(where, "game", _("a number, 0 or greater"), number)
    size = document.get("size")
    if type(size) is not int or size not in SIZES:
        raise _wrong(where, "size", _("an even number from 4 to 16"), size)
    texts = {}
    for key, meaning in (
        ("black", N_("the name of the player")),
        ("white", N_("the name of the player")),
        ("moves", N_("a transcript such as f5d6c3")),
    ):
        value = document.get(key)
        if not isinstance(value, str):
            raise _wrong(where, key, _(meaning), value)
        texts[key] = value
    try:
        game = read_transcript(texts["moves"], Board(size))
    except InvalidTranscript as error:
        raise InvalidRecord(f'{where}, "moves", {error}') from None
    record = GameRecord(
        bytes(ply.square for ply in game.history if ply.square is not None),
        None if size == 8 else Board(size),
        black=texts["black"],
        white=texts["white"],
        event=EVENT,
        extra={"game": str(number + 1)},
    )
    fault = document.get("fault")
    if fault is not None and not game.is_over:
        _forfeit(record, document, fault, where)
    elif document.get("adjudicated") and not game.is_over:
        _adjudicated(record, document, where)
    elif document.get("winner") in ("black", "white") and not game.is_over:
        record.reason = Reason.RESIGNATION  # of a player at a club table
        record.score = (1 if document["winner"] == "black" else -1) * size**2
    return number, record


def _forfeit(record: GameRecord, document: dict[str, Any], fault: Any, where: str) -> None:
    """Record a forfeit as a loss on time or a failure of the program."""
    winner = document.get("winner")
    if winner not in ("black", "white"):
        raise _wrong(where, "winner", "black | white", winner)
    if not isinstance(fault, dict) or not isinstance(fault.get("kind"), str):
        raise _wrong(where, "fault", '{"kind": …}', fault)
    record.reason = Reason.TIME if fault["kind"] == "time" else Reason.FORFEIT
    record.score = (1 if winner == "black" else -1) * record.size**2
    record.extra["forfeit"] = f"{fault['kind']}: {fault.get('message', '')}"[:200]


def _adjudicated(record: GameRecord, document: dict[str, Any], where: str) -> None:
    """Record that a game was solved and not played to its end."""
    empties, discs = document["adjudicated"], document.get("discs")
    if type(empties) is not int or not (
        isinstance(discs, list) and list(map(type, discs)) == [int] * 2
    ):
        raise _wrong(where, "adjudicated, discs", "N, [N, N]", [empties, discs])
    record.score = discs[0] - discs[1]
    record.extra["adjudicated"] = _("solved with {empties} empty squares", empties=empties)


def _shown(value: Any) -> str:
    return "nothing" if value is None else shortened(json.dumps(value))


ARENA_LOG = TextFormat(
    name=N_("arena log"),
    sentence=N_("a log of `outflank match` or `outflank tournament`"),
    endings=("jsonl", "json"),
    example=(
        '{"format":"outflank-arena","version":1,"settings":{}}\n'
        '{"game":0,"black":"a","white":"b","size":8,"opening":"f5","moves":"f5d6",'
        '"winner":"white","discs":null,"seconds":[0.1,0.2],'
        '"fault":{"kind":"crash","message":"boom"}}\n'
        '{"game":1,"black":"b","white":"a","size":4,"moves":"b1a1","winner":null}\n'
    ),
    recognise=lambda text: is_arena_log(text.partition("\n")[0]),
    read=read_arena_log,
)
