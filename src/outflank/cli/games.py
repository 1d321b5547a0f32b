"""A game named on the command line: moves, a file, a save, or the standard input."""

import argparse
import sys
from itertools import islice
from pathlib import Path

from outflank.cli.errors import UsageError
from outflank.formats import InvalidRecord, read_anything, read_file
from outflank.formats.files import READ_FORMATS
from outflank.game import Game
from outflank.storage.saves import InvalidSaveName, NoSuchSave, Saves

HELP = "moves such as f5d6c3, any pasted format, a file, the name of a save, or - for the input"


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the game."""
    parser.add_argument("game", metavar="GAME", help=HELP)
    parser.add_argument(
        "--number", type=int, default=1, metavar="N", help="which game of a file with several (1)"
    )


def read_game(args: argparse.Namespace) -> Game:
    """The game that the arguments mean."""
    text: str = args.game
    if args.number < 1:
        raise UsageError(f"--number counts from 1; got {args.number}")
    try:
        if text == "-":
            return _pick(read_anything(sys.stdin.read()).games, args.number)
        path = Path(text)
        if len(text) < 1000 and path.suffix and path.is_file():
            return _from_file(path, args.number)
        saved = _saved(text)
        return saved or _pick(read_anything(text).games, args.number)
    except InvalidRecord as error:
        raise UsageError(f"GAME is {HELP}: {error}") from None
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from None


def _saved(name: str) -> Game | None:
    try:
        return Saves().load(name)
    except (NoSuchSave, InvalidSaveName):
        return None


def _from_file(path: Path, number: int) -> Game:
    if path.suffix.lstrip(".").lower() in READ_FORMATS:
        record = next(islice(read_file(path), number - 1, None), None)
        if record is None:
            raise UsageError(f"{path} has fewer than {number} games")
        return record.game()
    return _pick(read_anything(path.read_text(encoding="utf-8", errors="replace")).games, number)


def _pick(games: tuple[Game, ...], number: int) -> Game:
    if number > len(games):
        raise UsageError(f"there are {len(games)} games; got --number {number}")
    return games[number - 1]
