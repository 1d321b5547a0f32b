"""``outflank convert``: games from one format to another, archives of any length."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from outflank.cli.errors import UsageError
from outflank.formats import GameFile, GameRecord, InvalidRecord, read_file
from outflank.formats.files import READ_FORMATS, WRITE_FORMATS, format_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    formats = "\n".join(f"  .{name:<5}{meaning}" for name, meaning in READ_FORMATS.items())
    parser.epilog = (
        f"formats, by the file's ending:\n{formats}\n"
        f"written: {', '.join(WRITE_FORMATS)}\n\n"
        "example:\n  outflank convert WTH_1985.wtb games.ggf"
    )
    parser.add_argument("source", metavar="IN", type=Path, help="the file with the games")
    parser.add_argument("target", metavar="OUT", type=Path, help="the file to write")
    parser.add_argument("--from", dest="source_format", help="the format of IN")
    parser.add_argument("--to", dest="target_format", help="the format of OUT")
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")


def run(args: argparse.Namespace) -> int:
    """Convert, with progress where somebody watches."""
    source, target = args.source, args.target
    try:
        format_of(source, args.source_format)
        if target.exists() and not args.force:
            raise UsageError(f"{target} exists already; name another file, or add --force")
        if target.exists() and source.exists() and target.samefile(source):
            raise UsageError("IN and OUT are the same file; name another one to write")
        records = read_file(source, args.source_format)
        with GameFile(target, args.target_format) as file:
            file.write_all(watched(records, "games converted"))
    except InvalidRecord as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from None
    print(f"{file.games:,} games written to {target}")
    return 0


def watched(records: Iterator[GameRecord], what: str) -> Iterator[GameRecord]:
    """The same records, counted on the screen four times a second while they pass."""
    shown = time.monotonic()
    watching = sys.stderr.isatty()
    for number, record in enumerate(records, start=1):
        yield record
        if watching and time.monotonic() - shown > 0.25:
            shown = time.monotonic()
            print(f"\r{number:,} {what}", end="", file=sys.stderr, flush=True)
    if watching:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
