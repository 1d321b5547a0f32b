"""A game named on the command line: moves, a file, a save, or the standard input."""

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from outflank.board import counted
from outflank.cli.shared.errors import UsageError
from outflank.formats import NOTE, READ_FORMATS, GameRecord, InvalidRecord, read_anything, read_file
from outflank.formats.link import looks_like_link
from outflank.game import Game
from outflank.storage.files.saves import InvalidSaveName, NoSuchSave, Saves

HELP = "moves such as f5d6c3, any pasted format, a file, the name of a save, or - for the input"
MOST_COUNTED = 1000  # games of a file that are counted only to say how many others there are

_FILE_NAME = re.compile(rf"[^\n\[{{(;]*\.(?:{'|'.join(READ_FORMATS)})", re.IGNORECASE)
_PATH = re.compile(r"[^\s\[{(;]*/[^\s\[{(;]*")


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=HELP)
    parser.add_argument("--number", type=int, default=1, help="which game of a file with several")


def read_game(args: argparse.Namespace) -> Game:
    """The game that the arguments mean; where there are others, it says so on standard error."""
    text: str = args.game
    if args.number < 1:
        raise UsageError(f"--number counts from 1; got {args.number}")
    try:
        if text == "-":
            return _pick(read_anything(sys.stdin.read()).games, args.number)
        path = Path(text)
        if len(text) < 1000 and path.suffix and path.is_file():
            return game_of_file(path, args.number)
        saved = _saved(text)
        if saved is not None:
            return saved
        refuse_missing_file(text)
        return _pick(read_anything(text).games, args.number)
    except InvalidRecord as error:
        raise UsageError(f"GAME is {HELP}: {error}") from None


def refuse_missing_file(text: str) -> None:
    """Refuse a text that can only be the name of a file, where there is none."""
    if len(text) >= 1000 or "://" in text or looks_like_link(text) or Path(text).is_file():
        return
    if _FILE_NAME.fullmatch(text) or _PATH.fullmatch(text):
        folder = Path(text).is_dir()
        raise UsageError(f"{text} is a folder" if folder else f"there is no file {text}")


def _saved(name: str) -> Game | None:
    try:
        return Saves().load(name)
    except (NoSuchSave, InvalidSaveName):
        return None


def game_of_file(path: Path, number: int = 1) -> Game:
    """One game of a file in any format; what was taken for what is said on standard error."""
    if path.suffix.lstrip(".").lower() not in READ_FORMATS:
        text = path.read_text(encoding="utf-8", errors="replace")
        return _pick(read_anything(text).games, number)
    records = read_file(path)
    before = sum(1 for _ in islice(records, number - 1))
    record = next(records, None)
    if record is None:
        raise UsageError(f"{path.name}: {_too_few(before, number)}")
    _say_which(number, _counting(records, number))
    return with_note_said(record.game())


def _counting(records: Iterator[GameRecord], number: int) -> str:
    """How many games there are, in words: a file may be damaged, or go on for long."""
    known = number
    try:
        for _ in records:
            if known >= MOST_COUNTED:
                return f"more than {known:,}"
            known += 1
    except InvalidRecord as error:
        return f"{known:,} that can be read ({error})"
    return f"{known:,}"


def _pick(games: tuple[Game, ...], number: int) -> Game:
    if number > len(games):
        raise UsageError(_too_few(len(games), number))
    _say_which(number, f"{len(games):,}")
    return with_note_said(games[number - 1])


def with_note_said(game: Game) -> Game:
    """The game itself; what its reader took for what is said on standard error."""
    if NOTE in game.info:
        print(f"note: {game.info[NOTE]}", file=sys.stderr)
    return game


def _too_few(games: int, number: int) -> str:
    if not games:
        return "there is no game in it"
    there = "is" if games == 1 else "are"
    return f"there {there} {counted(games, 'game')}; got --number {number}"


def _say_which(number: int, games: str) -> None:
    if games != "1":
        print(f"game {number:,} of {games}; --number shows another", file=sys.stderr)
