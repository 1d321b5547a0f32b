"""Paste anything: one function that finds out what a text is and reads it."""

import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from outflank.board import Board, InvalidPosition
from outflank.formats.arena_log import is_arena_log, read_arena_log
from outflank.formats.errors import InvalidRecord
from outflank.formats.ggf import read_ggf
from outflank.formats.lines import read_line, split_position
from outflank.formats.link import looks_like_link, unpack_game
from outflank.formats.movelist import read_move_lists
from outflank.formats.obf import read_obf
from outflank.formats.quest import looks_like_quest, read_quest
from outflank.formats.save import load_game
from outflank.formats.sgf import read_sgf
from outflank.game import Game

LONGEST_PASTE = 1 << 20  # characters
MOST_GAMES = 1000

_DIAGRAM = re.compile(r"^\s*1\s+[-.+_XxOo*●○]", re.MULTILINE)
_NUMBERED = re.compile(r"(?:^|\s)1\s*(?:\.|:)\s*\S")
_PGN_TAG = re.compile(r"\s*\[\s*\w+\s+\"")
_OBF_FIELD = re.compile(r";\s*(?:[A-Pa-p]\d{1,2}\s*:\s*)?[+-]?\d+\s*;?")


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text turned out to be, and the games in it; a position is a game that begins there."""

    format: str
    games: tuple[Game, ...]

    @property
    def game(self) -> Game:
        """The first game."""
        return self.games[0]


def read_anything(text: str) -> Pasted:
    """Read a text whose format nobody named: a game, many games, or a position.

    >>> read_anything("1. F5 d6 2. C3 d3").game.transcript
    'f5d6c3d3'
    >>> read_anything("(;GM[Othello]B[f5]W[d6];)").format
    'GGF'

    It knows transcripts (one a line, or one over several lines), move lists and PGN, GGF, SGF,
    OBF, positions, diagrams, our JSON saves, Othello Quest's JSON, logs of the arena and links with
    a game in them.
    """
    if len(text) > LONGEST_PASTE:
        raise InvalidRecord(
            f"a pasted text has up to {LONGEST_PASTE:,} characters; got {len(text):,}. "
            "Large files go through outflank convert or outflank archive import"
        )
    text = text.lstrip("\ufeff").replace("\u200b", "").strip()
    if not text:
        raise InvalidRecord("expected a game or a position, such as f5d6c3; the text is empty")
    name, read = _recognised(text)
    games = tuple(islice(_nonempty(read(text), name), MOST_GAMES + 1))
    if len(games) > MOST_GAMES:
        raise InvalidRecord(f"a pasted text has up to {MOST_GAMES:,} games; this one has more")
    return Pasted(name, games)


def _nonempty(games: list[Game], name: str) -> list[Game]:
    if not games:
        raise InvalidRecord(f"this looks like {name}, but there is no game in it")
    return games


def _recognised(text: str) -> tuple[str, Callable[[str], list[Game]]]:
    if text[0] in "{[" and not _PGN_TAG.match(text):
        if is_arena_log(text.partition("\n")[0]):
            return "arena log", _arena_log
        return ("Othello Quest", _quest) if _is_quest(text) else ("JSON", _save)
    if text.startswith("(") or re.match(r"\d+\s*\(;", text):
        is_ggf = re.search(r"GM\s*\[\s*Othello\s*\]|\bBO\[|;\s*\)\s*\Z", text[:2000], re.IGNORECASE)
        return ("GGF", _ggf) if is_ggf else ("SGF", _sgf)
    if _PGN_TAG.match(text) or _NUMBERED.match(text):
        return "move list", _move_lists
    if looks_like_link(text):
        return "link", lambda packed: [unpack_game(packed)]
    if _DIAGRAM.search(text):
        return "diagram", _diagram
    start, rest = split_position(text.partition("\n")[0], "line 1")
    if start is not None and _OBF_FIELD.match(rest):
        return "OBF", _obf
    start, rest = split_position(text, "line 1")
    if start is not None:
        return ("position and moves" if rest.strip(" \t\n;") else "position"), _lines
    return "transcript", _lines


def _is_quest(text: str) -> bool:
    try:
        return looks_like_quest(json.loads(text))
    except (ValueError, RecursionError):
        return False  # the save's reader says what is wrong with it


def _quest(text: str) -> list[Game]:
    return [read_quest(text).game()]


def _save(text: str) -> list[Game]:
    lines = text.splitlines()
    if len(lines) > 1 and all(line.startswith("{") for line in lines if line.strip()):
        return [load_game(line) for line in lines if line.strip()]
    return [load_game(text)]


def _arena_log(text: str) -> list[Game]:
    records = read_arena_log(io.StringIO(text))
    return [record.game() for record in islice(records, MOST_GAMES + 1)]


def _ggf(text: str) -> list[Game]:
    return [record.game() for record in islice(read_ggf(io.StringIO(text)), MOST_GAMES + 1)]


def _sgf(text: str) -> list[Game]:
    return [record.game() for record in islice(read_sgf(io.StringIO(text)), MOST_GAMES + 1)]


def _move_lists(text: str) -> list[Game]:
    records = read_move_lists(io.StringIO(text))
    return [record.game() for record in islice(records, MOST_GAMES + 1)]


def _obf(text: str) -> list[Game]:
    positions = read_obf(io.StringIO(text))
    return [Game(position.board) for position in islice(positions, MOST_GAMES + 1)]


def _diagram(text: str) -> list[Game]:
    try:
        return [Game(Board.from_diagram(text))]
    except InvalidPosition as error:
        raise InvalidRecord(f"this looks like a diagram: {error}") from None


def _lines(text: str) -> list[Game]:
    """A game a line, as in a file; or one game or position whose text goes over several lines."""
    numbered = (
        (number, re.split("[%#]", line, maxsplit=1)[0].strip())
        for number, line in enumerate(text.splitlines(), start=1)
    )
    lines = [(number, line) for number, line in numbered if line][: MOST_GAMES + 1]
    games: list[Game] = []
    try:
        for number, line in lines:
            games.append(read_line(line, f"line {number}").game())
    except InvalidRecord:
        # The rest of a game is none by itself: one that is broken into lines fails at its second.
        if len(games) > 1 or (games and games[0].is_over):
            raise
        return [read_line(text).game()]
    return games
