"""Othello Quest's JSON: ``{"args": [{"players": …, "position": {"moves": [{"m": "e6"}, …]}}]}``."""

import json
from typing import Any

from outflank.board import Board, IllegalMove, InvalidSquare, parse_square
from outflank.formats.errors import InvalidRecord
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord
from outflank.translation import N_, _

_PASS = {"", "-", "--", "pa", "ps", "pass"}


def looks_like_quest(document: Any) -> bool:
    """Return True if a JSON document has the shape of an Othello Quest game."""
    if isinstance(document, dict) and isinstance(document.get("args"), list) and document["args"]:
        document = document["args"][0]
    return isinstance(document, dict) and "position" in document and "players" in document


def read_quest(text: str) -> GameRecord:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidRecord(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise InvalidRecord(
            _("An Othello Quest game must be a small JSON document: {error}", error=error)
        ) from None
    if not looks_like_quest(document):
        raise InvalidRecord(
            _('An Othello Quest game must have "args" with "players" and "position".')
        )
    return _record(document["args"][0] if "args" in document else document)


def _record(game: dict[str, Any]) -> GameRecord:
    position = game["position"]
    moves = position.get("moves") if isinstance(position, dict) else None
    if not isinstance(moves, list) or len(moves) > 200:
        raise InvalidRecord(_('"position" must have "moves", a list of up to 120 moves.'))
    board = Board()
    squares, seconds = [], []
    for number, entry in enumerate(moves, start=1):
        where = f'"moves", entry {number}'
        if not isinstance(entry, dict) or not isinstance(entry.get("m"), str):
            raise InvalidRecord(f"{where}: " + _('"m" must be a square such as "e6".'))
        name = entry["m"].strip().lower()
        try:
            if board.must_pass:
                board = board.pass_turn()
                if name in _PASS:
                    continue
            if name in _PASS and board.is_over:
                continue
            if name in _PASS:
                board.pass_turn()  # raises an error that lists the legal moves
            square = parse_square(name)
            board = board.play(square)
        except (InvalidSquare, IllegalMove) as error:
            raise InvalidRecord(f"{where}: {error}") from None
        squares.append(square)
        seconds.append(_seconds(entry.get("t")))
    black, white = _players(game["players"])
    created = game.get("created")
    return GameRecord(
        bytes(squares),
        black=black,
        white=white,
        event="Othello Quest",
        date=created if isinstance(created, str) else "",
        seconds=seconds if any(time is not None for time in seconds) else None,
    )


def _seconds(milliseconds: Any) -> float | None:
    plain = isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool)
    return milliseconds / 1000 if plain and 0 <= milliseconds < 1e12 else None


def _players(players: Any) -> tuple[str, str]:
    names = []
    for number in range(2):
        entry = players[number] if isinstance(players, list) and len(players) > number else None
        name = entry.get("name") if isinstance(entry, dict) else None
        names.append(name if isinstance(name, str) else "")
    return names[0], names[1]


def _is_quest(text: str) -> bool:
    if not text.startswith("{") or '"players"' not in text:  # avoid parsing other JSON twice
        return False
    try:
        return looks_like_quest(json.loads(text))
    except (ValueError, RecursionError):
        return False


QUEST = TextFormat(
    name="Othello Quest",
    sentence=N_("a game from Othello Quest"),
    endings=("json", "jsonl"),
    example=(
        '{"name":"x","args":[{"players":[{"name":"a"},{"name":"b"}],'
        '"position":{"moves":[{"t":12,"m":"e6"},{"m":"f4"}]},"created":"2020"}]}\n'
    ),
    recognise=_is_quest,
    read=lambda stream: iter([read_quest(stream.read())]),
    document=True,
)
