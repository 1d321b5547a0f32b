"""``outflank convert``: games from one format to another, archives of any length."""

import argparse
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from outflank.board import counted
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.progress import counting
from outflank.formats import (
    NOTE,
    READ_FORMATS,
    WRITE_FORMATS,
    GameFile,
    GameRecord,
    InvalidRecord,
    read_file,
    read_stream,
)
from outflank.formats.files import format_of

MOST_NOTES = 5  # games of which it is said what was taken for what in them


def configure(parser: argparse.ArgumentParser) -> None:
    formats = "\n".join(f"  .{name:<9}{meaning}" for name, meaning in READ_FORMATS.items())
    parser.epilog = (
        f"formats, by the file's ending:\n{formats}\n"
        f"written: {', '.join(WRITE_FORMATS)}\n\n"
        "examples:\n  outflank convert WTH_1985.wtb games.ggf\n"
        "  outflank convert games.ggf - --to txt | sort"
    )
    parser.add_argument(
        "source", metavar="IN", type=Path, help="the file with the games, or - for the input"
    )
    parser.add_argument(
        "target", metavar="OUT", type=Path, help="the file to write, or - for the output"
    )
    parser.add_argument("--from", dest="source_format", metavar="FORMAT", help="the format of IN")
    parser.add_argument("--to", dest="target_format", metavar="FORMAT", help="the format of OUT")
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")


def run(args: argparse.Namespace) -> int:
    to_screen = str(args.target) == "-"
    records = _Counted(_records(args))
    with _target(args) as file:
        file.write_all(watched(iter(records), "games converted"))
        if not file.games:
            raise InvalidRecord(f"{_name(args.source)} has no games; nothing was written")
    written = counted(file.games, "game")
    if file.format == "obf":
        written = counted(file.games, "position")
    print(
        f"{written} written" + ("" if to_screen else f" to {args.target}") + _lost(file, records),
        file=sys.stderr if to_screen else sys.stdout,
    )
    return 0


@dataclass(slots=True)
class _Counted:
    """Records on their way, those with moves counted, and what was taken for what in them."""

    records: Iterator[GameRecord]
    with_moves: int = 0
    notes: int = 0

    def __iter__(self) -> Iterator[GameRecord]:
        for record in self.records:
            self.with_moves += bool(record.moves)
            if NOTE in record.extra and self.notes < MOST_NOTES:
                self.notes += 1
                print(f"note: {record.extra[NOTE]}", file=sys.stderr)
            yield record


def _lost(file: GameFile, records: _Counted) -> str:
    if file.format != "obf" or not records.with_moves:
        return ""
    return " (the last of each game: OBF has no moves)"


def _records(args: argparse.Namespace) -> Iterator[GameRecord]:
    if str(args.source) != "-":
        format_of(args.source, args.source_format)  # refused before OUT is opened
        return read_file(args.source, args.source_format)
    if args.source_format is None:
        known = ", ".join(READ_FORMATS)
        raise UsageError(f"IN is the standard input: name its format with --from, one of {known}")
    return read_stream(sys.stdin.buffer, format_of(args.source, args.source_format))


def _target(args: argparse.Namespace) -> GameFile:
    source, target = args.source, args.target
    if str(target) == "-":
        if args.target_format is None:
            known = ", ".join(WRITE_FORMATS)
            raise UsageError(
                f"OUT is the standard output: name its format with --to, one of {known}"
            )
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        return GameFile(target, args.target_format, stream=sys.stdout)
    if target.exists() and not args.force:
        raise UsageError(f"{target} exists already; name another file, or add --force")
    if target.exists() and source.exists() and target.samefile(source):
        raise UsageError("IN and OUT are the same file; name another one to write")
    return GameFile(target, args.target_format)


def _name(source: Path) -> str:
    return "the standard input" if str(source) == "-" else source.name


def watched(records: Iterator[GameRecord], what: str) -> Iterator[GameRecord]:
    """The same records, counted on the screen while they pass."""
    with counting(what) as tell:
        for number, record in enumerate(records, start=1):
            yield record
            tell(number)
