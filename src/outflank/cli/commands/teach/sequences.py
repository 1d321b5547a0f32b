"""``outflank teach sequences``: games as data for sequence models and probes."""

import argparse
import hashlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from outflank.board import Board
from outflank.cli.parser import examples
from outflank.cli.shared.errors import UsageError, at_least
from outflank.cli.shared.games import refuse_missing_file
from outflank.cli.shared.long_work import RESUMABLE, Progress
from outflank.cli.shared.workers import add_worker_options, executor_for
from outflank.formats import read_file
from outflank.learning.sequence_shards import LABELS, ShardSettings, write_shards
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    rows = {
        "outflank teach sequences data --games 20000000": _("random legal games"),
        "outflank teach sequences data --games 100000 --temperature 2": _("better games"),
        "outflank teach sequences data --from WTH_1985.wtb": _("recorded games"),
    }
    about = _(
        "A folder of shards with a manifest. Games are distinct, and the same seed gives the same "
        "bytes. docs/sequences.md describes the arrays."
    )
    parser.epilog = f"{about} {_(RESUMABLE)}\n\n{examples(rows)}"
    parser.add_argument("folder", type=Path, help=_("the folder for the shards"))
    parser.add_argument("--games", type=int, help=_("number of games; default: 100000, or all"))
    parser.add_argument("--seed", type=int, default=1, help=_("the same seed gives the same games"))
    parser.add_argument(
        "--size", type=int, default=8, choices=range(4, 17, 2), metavar="N", help=_("board size")
    )
    parser.add_argument(
        "--temperature",
        type=float,
        metavar="DISCS",
        help=_("draw moves by the engine's evaluation; higher is more random; default: random"),
    )
    parser.add_argument(
        "--from",
        dest="records",
        type=Path,
        action="append",
        help=_("a file with games in any format instead; can be repeated"),
    )
    parser.add_argument(
        "--labels",
        default="",
        metavar="WHICH",
        help=_(
            "also write arrays of every ply: {labels}, separated by commas",
            labels=", ".join(LABELS),
        ),
    )
    parser.add_argument(
        "--order",
        choices=("rows", "columns"),
        default="rows",
        help=_("the numbering of squares; columns as in Othello-GPT"),
    )
    parser.add_argument("--format", choices=("npz", "parquet"), default="npz", help=_("the format"))
    parser.add_argument(
        "--shard", type=int, help=_("games per file; default: 100000, or 10000 with --labels")
    )
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    at_least(args, games=1, shard=1, seed=0)
    labels = tuple(filter(None, args.labels.split(",")))
    if wrong := [one for one in labels if one not in LABELS]:
        raise UsageError(
            _(
                "--labels must be some of {labels}, not {text}.",
                labels=", ".join(LABELS),
                text=repr(wrong[0]),
            )
        )
    if args.temperature is not None and (not 0 < args.temperature < 1e6 or args.size != 8):
        raise UsageError(_("--temperature must be above 0 discs, and works only on 8×8."))
    if args.records and args.temperature is not None:
        raise UsageError(_("--from and --temperature exclude each other. Leave out one of them."))
    if args.format == "parquet" and importlib.util.find_spec("pyarrow") is None:
        raise UsageError(
            _(
                "Parquet needs pyarrow. Install it: {command}",
                command="pip install 'outflank[parquet]'",
            )
        )
    if args.folder.exists() and not args.folder.is_dir():
        raise UsageError(_("{path} is not a folder.", path=args.folder))
    games, source, records = args.games or 100_000, "", None
    if args.records:
        for path in args.records:
            refuse_missing_file(str(path))
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in args.records))
        source, records = digest.hexdigest(), _recorded(args.records, args.size)
        games = args.games or 1 << 40
    settings = ShardSettings(
        games,
        args.seed,
        args.size,
        args.temperature,
        source,
        args.order,
        labels,
        args.format,
        args.shard or (10_000 if labels else 100_000),
    )
    show = Progress(
        lambda done, total: (
            _("{done:,} games", done=done)
            if args.records
            else _("{done:,} of {total:,} games", done=done, total=total)
        )
    )
    with executor_for(args) as executor:
        manifest = write_shards(
            args.folder, settings, executor, lambda done: show(done, games), records
        )
    show.end()
    print(
        _(
            "{folder}: {games:,} distinct games in {files} files",
            folder=args.folder,
            games=sum(one["games"] for one in manifest["shards"]),
            files=len(manifest["shards"]),
        )
    )
    return 0


def _recorded(paths: list[Path], size: int) -> Iterator[list[int]]:
    """Yield the moves of all games that start from the usual position of this size."""
    for path in paths:
        for record in read_file(path):
            game = record.game()
            if game.start == Board(size) and game.history:
                game.go_to(len(game.history) + len(game.future))
                yield list(game.moves_from_start or ())
