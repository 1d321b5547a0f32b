"""``outflank teach accuracy``: measure the evaluation on held-out positions."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.game_lines import NO_SOURCE, SOURCE
from outflank.cli.shared.workers import add_worker_options, executor_for, tell
from outflank.engine import weights
from outflank.learning.accuracy import ExactScores, choose_pairs, measure
from outflank.learning.positions import GamePositions, read_games
from outflank.learning.recipe import TrainingRecipe
from outflank.translation import N_, _

POSITIONS = 200
HELD_OUT = N_("The positions come from every 50th game of the file, which training leaves out.")


def configure(parser: argparse.ArgumentParser) -> None:
    cache = _("Computing exact scores takes long. The cache stores them for the next run.")
    parser.epilog = f"{_(HELD_OUT)} {cache}"
    add_source_options(parser, POSITIONS)
    parser.add_argument(
        "--cache", type=Path, required=True, metavar="FILE", help=_("the file with exact scores")
    )
    parser.add_argument("--empties", type=int, default=24, help=_("empty squares of the positions"))
    parser.add_argument(
        "--depth",
        dest="depths",
        type=int,
        action="append",
        help=_("search depth, 0 for the evaluation only; can be repeated; default: 0, 6, 10"),
    )


def add_source_options(parser: argparse.ArgumentParser, positions: int) -> None:
    parser.add_argument(
        "--from",
        dest="games",
        type=Path,
        action="append",
        required=True,
        help=_(
            "a file with one game per line, plain or .xz; repeat it for all files of the training, "
            "in the same order"
        ),
    )
    parser.add_argument("--source", metavar="LETTER", help=_(SOURCE))
    parser.add_argument(
        "--weights", type=Path, help=_("the weights file; default: the engine's own")
    )
    parser.add_argument(
        "--positions", type=int, default=positions, help=_("positions per number of empty squares")
    )
    add_worker_options(parser)


def read_source(args: argparse.Namespace) -> GamePositions:
    """Return the positions of the ``--from`` games, after checking the options."""
    if args.positions < 1:
        raise UsageError(
            _(
                "--{option} must be 1 or more, not {number}.",
                option="positions",
                number=args.positions,
            )
        )
    if args.source is not None and len(args.source) != 1:
        raise UsageError(_("--source must be one letter, not {text}.", text=repr(args.source)))
    if args.source is None:
        return read_games(*args.games)
    games = read_games(*args.games, weigh={args.source: 1}, others=0)
    if not games.weight.any():
        raise UsageError(_(NO_SOURCE, files=_names(args.games), letter=repr(args.source)))
    return games[games.weight > 0]


def read_weights(args: argparse.Namespace) -> bytes:
    """Return the weights of ``--weights`` or of the engine, checked before workers use them."""
    packed: bytes = (args.weights or weights.DEFAULT_FILE).read_bytes()
    weights.native(packed)
    return packed


def _names(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))


def run(args: argparse.Namespace) -> int:
    depths = args.depths or [0, 6, 10]
    if min(depths) < 0:
        raise UsageError(
            _("--{option} must be 0 or more, not {number}.", option="depth", number=min(depths))
        )
    games = read_source(args)
    packed = read_weights(args)
    pairs = choose_pairs(games, TrainingRecipe().hold_out, args.empties, args.positions)
    if not pairs:
        raise UsageError(
            _(
                "{files} has no held-out positions with {empties} empty squares. Add games.",
                files=_names(args.games),
                empties=args.empties,
            )
        )
    with executor_for(args) as executor:
        exact = ExactScores(args.cache, executor, tell)
        heads = (_("empties"), 7), (_("positions"), 11), (_("depth"), 7), (_("mean error"), 12)
        more = (_("bias"), 7), (_("best move"), 11)
        tell("".join(f"{text:>{width}}" for text, width in (*heads, *more)))
        for depth in depths:
            found = measure(packed, pairs, exact, depth, executor)
            best = f"{found.best:9.1%}" if depth else "        –"
            tell(
                f"{args.empties:7} {found.positions:10} {depth:6} {found.mean:11.2f} "
                f"{found.bias:6.2f}  {best}"
            )
    return 0
