"""``outflank teach selfplay``: games of the engine against itself, to learn from."""

import argparse
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import add_worker_options, executor_for, tell
from outflank.learning.selfplay import self_play


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The same command again goes on where it was stopped; with more --games it adds some.\n"
        "A file that other settings or other weights made is refused."
    )
    parser.add_argument("file", type=Path, help="where the games go; more are added to it")
    parser.add_argument("--games", type=int, default=1000, help="the file has in the end")
    parser.add_argument("--depth", type=int, default=4, help="plies looked ahead")
    parser.add_argument("--opening", type=int, default=12, help="random moves at the start")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same games")
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    for name, least in (("games", 1), ("depth", 1), ("opening", 0)):
        if getattr(args, name) < least:
            raise UsageError(f"expected --{name} of {least} or more, got {getattr(args, name)}")
    with executor_for(args) as executor:
        self_play(
            args.file,
            args.games,
            depth=args.depth,
            opening=args.opening,
            seed=args.seed,
            executor=executor,
            report=tell,
        )
    return 0
