"""A game from the command line: moves, a file, a save, or standard input."""

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.formats import NOTE, READ_FORMATS, GameRecord, InvalidRecord, read_anything, read_file
from outflank.formats.link import looks_like_link
from outflank.game import Game
from outflank.storage.files.saves import InvalidSaveName, NoSuchSave, Saves
from outflank.translation import N_, _, ngettext

HELP = N_(
    "moves such as f5d6c3, a game in any format, a file, a saved game, last for the last match or "
    "tournament, or - for standard input"
)
MOST_COUNTED = 1000  # most games counted for the note about other games

_FILE_NAME = re.compile(rf"[^\n\[{{(;]*\.(?:{'|'.join(READ_FORMATS)})", re.IGNORECASE)
_PATH = re.compile(r"[^\s\[{(;]*/[^\s\[{(;]*")


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=_(HELP))
    parser.add_argument(
        "--number", type=int, default=1, help=_("the number of the game in the file")
    )


def read_game(args: argparse.Namespace) -> Game:
    """Return the game of the arguments; print a note if the file has others."""
    text: str = args.game
    if args.number < 1:
        raise UsageError(_("--number must be 1 or more, not {number}.", number=args.number))
    try:
        if text == "-":
            return _pick(read_anything(sys.stdin.read()).games, args.number)
        path = Path(text)
        if len(text) < 1000 and path.suffix and path.is_file():
            return game_of_file(path, args.number)
        saved = _saved(text)
        if saved is not None:
            return saved
        if text == "last":
            from outflank.cli.shared.arena_run import newest_log

            return game_of_file(newest_log(), args.number)
        refuse_missing_file(text)
        return _pick(read_anything(text).games, args.number)
    except InvalidRecord as error:
        raise UsageError(
            _("GAME is not a game that Outflank can read. {error}", error=error)
        ) from None


def refuse_missing_file(text: str) -> None:
    """Refuse text that can only be the name of a missing file."""
    if len(text) >= 1000 or "://" in text or looks_like_link(text) or Path(text).is_file():
        return
    if _FILE_NAME.fullmatch(text) or _PATH.fullmatch(text):
        folder = Path(text).is_dir()
        raise UsageError(
            _("{path} is a folder. Name a file in it.", path=text)
            if folder
            else _("There is no file {path}.", path=text)
        )


def _saved(name: str) -> Game | None:
    try:
        return Saves().load(name)
    except (NoSuchSave, InvalidSaveName):
        return None


def game_of_file(path: Path, number: int = 1) -> Game:
    """Return one game of a file in any format; the reader's note goes to standard error."""
    if path.suffix.lstrip(".").lower() not in READ_FORMATS:
        text = path.read_text(encoding="utf-8", errors="replace")
        return _pick(read_anything(text).games, number)
    records = read_file(path)
    before = sum(1 for _ in islice(records, number - 1))
    record = next(records, None)
    if record is None:
        raise UsageError(f"{path.name}: {_too_few(before, number)}")
    if said := _which(records, number):
        print(said, file=sys.stderr)
    return with_note_said(record.game())


def _which(records: Iterator[GameRecord], number: int) -> str:
    """Describe which game of a file this is; the file may be damaged or long."""
    known = number
    try:
        for _record in records:
            if known >= MOST_COUNTED:
                return _(
                    "This is game {number:,} of more than {count:,}. --number N chooses another.",
                    number=number,
                    count=known,
                )
            known += 1
    except InvalidRecord as error:
        return _(
            "This is game {number:,} of {count:,} that can be read. {error}",
            number=number,
            count=known,
            error=error,
        )
    return _one_of(number, known)


def _one_of(number: int, games: int) -> str:
    if games == 1:
        return ""
    return _(
        "This is game {number:,} of {count:,}. --number N chooses another.",
        number=number,
        count=games,
    )


def _pick(games: tuple[Game, ...], number: int) -> Game:
    if number > len(games):
        raise UsageError(_too_few(len(games), number))
    if said := _one_of(number, len(games)):
        print(said, file=sys.stderr)
    return with_note_said(games[number - 1])


def with_note_said(game: Game) -> Game:
    """Return the game, and print the reader's note, if any, to standard error."""
    if NOTE in game.info:
        print(_("Note: {note}", note=game.info[NOTE]), file=sys.stderr)
    return game


def _too_few(games: int, number: int) -> str:
    if not games:
        return _("There is no game in it.")
    return ngettext(
        "There is {count:,} game in it, so there is no --number {number}.",
        "There are {count:,} games in it, so there is no --number {number}.",
        games,
        number=number,
    )
