"""``outflank convert``: convert games between formats, in archives of any size."""

import argparse
import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import refuse_unwritable
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
from outflank.translation import _, ngettext

MOST_NOTES = 5  # most notes printed


def configure(parser: argparse.ArgumentParser) -> None:
    formats = "\n".join(
        f"  .{name:<9}{'; '.join(map(_, meanings))}" for name, meanings in READ_FORMATS.items()
    )
    rows = {
        "outflank convert WTH_1985.wtb games.ggf": "",
        "outflank convert games.ggf - --to txt | sort": "",
    }
    parser.epilog = "\n".join(
        [
            _("The extension of a file selects its format:"),
            formats,
            _("Formats that can be written: {formats}", formats=", ".join(WRITE_FORMATS)),
            "",
            examples(rows),
        ]
    )
    parser.add_argument(
        "source",
        metavar="IN",
        type=Path,
        help=_("the file with the games, or - for standard input"),
    )
    parser.add_argument(
        "target", metavar="OUT", type=Path, help=_("the file to write, or - for standard output")
    )
    parser.add_argument(
        "--from", dest="source_format", metavar="FORMAT", help=_("the format of IN")
    )
    parser.add_argument("--to", dest="target_format", metavar="FORMAT", help=_("the format of OUT"))
    parser.add_argument("--force", action="store_true", help=_("replace OUT if it exists"))


def run(args: argparse.Namespace) -> int:
    to_screen = str(args.target) == "-"
    if not to_screen:
        refuse_unwritable(args.target)
    records = _Counted(_records(args))
    with _target(args) as file:
        file.write_all(
            watched(
                iter(records),
                lambda n: ngettext("{count:,} game converted", "{count:,} games converted", n),
            )
        )
        if not file.games:
            raise InvalidRecord(
                _("The input has no games, so nothing was written.")
                if str(args.source) == "-"
                else _("{file} has no games, so nothing was written.", file=args.source.name)
            )
    if file.format != "obf":
        written = ngettext("{count:,} game written", "{count:,} games written", file.games)
    elif records.with_moves:
        written = ngettext(
            "{count:,} final position written; OBF has no moves",
            "{count:,} final positions written; OBF has no moves",
            file.games,
        )
    else:
        written = ngettext("{count:,} position written", "{count:,} positions written", file.games)
    print(
        written if to_screen else f"{args.target}: {written}",
        file=sys.stderr if to_screen else sys.stdout,
    )
    return 0


@dataclass(slots=True)
class _Counted:
    """Iterate over records, count those with moves, and print the readers' notes."""

    records: Iterator[GameRecord]
    with_moves: int = 0
    notes: int = 0

    def __iter__(self) -> Iterator[GameRecord]:
        for record in self.records:
            self.with_moves += bool(record.moves)
            if NOTE in record.extra and self.notes < MOST_NOTES:
                self.notes += 1
                print(_("Note: {note}", note=record.extra[NOTE]), file=sys.stderr)
            yield record


def _records(args: argparse.Namespace) -> Iterator[GameRecord]:
    if str(args.source) != "-":
        format_of(args.source, args.source_format)  # refuse before OUT is opened
        return read_file(args.source, args.source_format)
    if args.source_format is None:
        raise UsageError(
            _(
                "Standard input has no file extension. Set its format with --from: {formats}",
                formats=", ".join(READ_FORMATS),
            )
        )
    return read_stream(sys.stdin.buffer, format_of(args.source, args.source_format))


def _target(args: argparse.Namespace) -> GameFile:
    source, target = args.source, args.target
    if str(target) == "-":
        if args.target_format is None:
            raise UsageError(
                _(
                    "Standard output has no file extension. Set its format with --to: {formats}",
                    formats=", ".join(WRITE_FORMATS),
                )
            )
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        return GameFile(target, args.target_format, stream=sys.stdout)
    if target.exists() and not args.force:
        raise UsageError(
            _("{file} exists already. Name another file, or add --force.", file=target)
        )
    if target.exists() and source.exists() and target.samefile(source):
        raise UsageError(_("IN and OUT are the same file. Name another file to write."))
    return GameFile(target, args.target_format)


def watched(records: Iterator[GameRecord], words: Callable[[int], str]) -> Iterator[GameRecord]:
    """Yield the same records, and show their count."""
    with counting(words) as show:
        for number, record in enumerate(records, start=1):
            yield record
            show(number)
