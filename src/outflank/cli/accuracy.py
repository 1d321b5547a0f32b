"""``outflank accuracy``: how good the evaluation is, on positions it has not learned from."""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from string import ascii_letters

from outflank.cli.errors import UsageError
from outflank.engine import weights
from outflank.training import GamePositions, InvalidGames, Recipe, read_games
from outflank.training.accuracy import ExactScores, choose_pairs, measure

POSITIONS = 200


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "The positions are drawn from every 50th game of the file, which training leaves out.\n"
        "Their exact scores take long; the cache keeps them, so the next run starts at once."
    )
    add_source_options(parser, POSITIONS)
    parser.add_argument(
        "--cache", type=Path, required=True, metavar="FILE", help="where exact scores are kept"
    )
    parser.add_argument("--empties", type=int, default=24, help="(default: %(default)s)")
    parser.add_argument(
        "--depth",
        dest="depths",
        type=int,
        action="append",
        help="plies to search, 0 for the evaluation alone; may be repeated (default: 0, 6, 10)",
    )


def add_source_options(parser: argparse.ArgumentParser, positions: int) -> None:
    """Declare what is measured, on which positions, and by how many."""
    parser.add_argument("--games", type=Path, required=True, metavar="FILE", help="one game a line")
    parser.add_argument(
        "--source",
        metavar="LETTER",
        help="only games whose line ends in a word that begins with this (default: all)",
    )
    parser.add_argument(
        "--weights", type=Path, metavar="FILE", help="another weights file than the engine's own"
    )
    parser.add_argument(
        "--positions",
        type=int,
        default=positions,
        help="for each number of empties (default: %(default)s)",
    )
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes at once"
    )


def read_source(args: argparse.Namespace) -> GamePositions:
    """The positions of the games that were named."""
    others = {letter: 0.0 for letter in ascii_letters if letter != args.source}
    try:
        games = read_games(args.games, others if args.source else None)
    except (InvalidGames, OSError) as error:
        raise UsageError(str(error)) from error
    return games[games.weight > 0]


def run(args: argparse.Namespace) -> int:
    """Print a line for every depth."""
    games = read_source(args)
    try:
        known = weights.load(args.weights) if args.weights else weights.default()
    except (weights.InvalidWeights, OSError) as error:
        raise UsageError(str(error)) from error
    pairs = choose_pairs(games, Recipe().hold_out, args.empties, args.positions)
    if not pairs:
        raise UsageError(f"{args.games} has no held-out position with {args.empties} empties")
    with ProcessPoolExecutor(args.workers) as executor:
        exact = ExactScores(args.cache, executor, print)
        print("empties  positions  depth  mean error   bias  best move")
        for depth in args.depths or [0, 6, 10]:
            found = measure(known, pairs, exact, depth)
            best = f"{found.best:9.1%}" if depth else "        –"
            print(
                f"{args.empties:7} {found.positions:10} {depth:6} {found.mean:11.2f} "
                f"{found.bias:6.2f}  {best}",
                flush=True,
            )
    return 0
