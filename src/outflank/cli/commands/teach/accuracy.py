"""``outflank teach accuracy``: how good the evaluation is, on positions it has not learned from."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import add_worker_options, executor_for, tell
from outflank.engine import weights
from outflank.learning.accuracy import ExactScores, choose_pairs, measure
from outflank.learning.positions import GamePositions, read_games
from outflank.learning.recipe import TrainingRecipe

POSITIONS = 200


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The positions are drawn from every 50th game of the file, which training leaves out.\n"
        "Their exact scores take long; the cache keeps them, so the next run starts at once."
    )
    add_source_options(parser, POSITIONS)
    parser.add_argument(
        "--cache", type=Path, required=True, metavar="FILE", help="where exact scores are kept"
    )
    parser.add_argument("--empties", type=int, default=24, help="of the positions")
    parser.add_argument(
        "--depth",
        dest="depths",
        type=int,
        action="append",
        help="plies to search, 0 for the evaluation alone; may be repeated; default: 0, 6, 10",
    )


def add_source_options(parser: argparse.ArgumentParser, positions: int) -> None:
    parser.add_argument(
        "--from",
        dest="games",
        type=Path,
        action="append",
        required=True,
        help="one game a line, may be .xz; after a training from several, these in the same order",
    )
    parser.add_argument(
        "--source",
        metavar="LETTER",
        help="only games whose line ends in a word with this first letter; default: all",
    )
    parser.add_argument("--weights", type=Path, help="another weights file than the engine's own")
    parser.add_argument(
        "--positions", type=int, default=positions, help="for each number of empties"
    )
    add_worker_options(parser)


def read_source(args: argparse.Namespace) -> GamePositions:
    """The positions of the games that were named; refuses what makes no sense beforehand."""
    if args.positions < 1:
        raise UsageError(f"expected --positions of 1 or more, got {args.positions}")
    if args.source is not None and len(args.source) != 1:
        raise UsageError(f"expected --source to be one letter, got {args.source!r}")
    if args.source is None:
        return read_games(*args.games)
    games = read_games(*args.games, weigh={args.source: 1}, others=0)
    if not games.weight.any():
        raise UsageError(
            f"no line of {_names(args.games)} ends in a word that begins with {args.source!r}"
        )
    return games[games.weight > 0]


def read_weights(args: argparse.Namespace) -> bytes:
    """The weights file that was named, or the engine's own, checked here and not by a worker."""
    packed: bytes = (args.weights or weights.DEFAULT_FILE).read_bytes()
    weights.native(packed)
    return packed


def _names(paths: Sequence[Path]) -> str:
    return " and ".join(map(str, paths))


def run(args: argparse.Namespace) -> int:
    depths = args.depths or [0, 6, 10]
    if min(depths) < 0:
        raise UsageError(f"expected --depth of 0 or more, got {min(depths)}")
    games = read_source(args)
    packed = read_weights(args)
    pairs = choose_pairs(games, TrainingRecipe().hold_out, args.empties, args.positions)
    if not pairs:
        raise UsageError(
            f"expected held-out positions with {args.empties} empties in {_names(args.games)}, "
            "got none; give more games"
        )
    with executor_for(args) as executor:
        exact = ExactScores(args.cache, executor, tell)
        tell("empties  positions  depth  mean error   bias  best move")
        for depth in depths:
            found = measure(packed, pairs, exact, depth, executor)
            best = f"{found.best:9.1%}" if depth else "        –"
            tell(
                f"{args.empties:7} {found.positions:10} {depth:6} {found.mean:11.2f} "
                f"{found.bias:6.2f}  {best}"
            )
    return 0
