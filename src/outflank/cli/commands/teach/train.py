"""``outflank teach train``: train an evaluation on games, and measure it."""

import argparse
from concurrent.futures import Executor
from math import inf
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.long_work import RESUMABLE
from outflank.cli.shared.workers import add_worker_options, executor_for, tell, workers_of
from outflank.learning.positions import GamePositions, read_games
from outflank.learning.probes import TooFewPositions, tell_probes
from outflank.learning.recipe import Round, TrainingRecipe
from outflank.learning.rounds import train
from outflank.translation import _

DEFAULTS = TrainingRecipe()
TRIAL = "outflank match engine:level=20,weights={} engine:20 --nodes 20000 --sprt elo0=0,elo1=10"
PROBED = 100  # positions per number of empties for measuring probes


def configure(parser: argparse.ArgumentParser) -> None:
    about = _("docs/training.md explains the training and how Outflank's weights were made.")
    parser.epilog = f"{_(RESUMABLE)} {about}"
    parser.add_argument("directory", type=Path, help=_("the training folder"))
    parser.add_argument(
        "--from",
        dest="games",
        type=Path,
        action="append",
        required=True,
        help=_("a file with one game per line, plain or .xz; can be repeated, the order matters"),
    )
    parser.add_argument(
        "--round",
        dest="rounds",
        action="append",
        metavar="EMPTIES:DEPTH:POSITIONS,…",
        help=_(
            "a round: search POSITIONS positions of each phase, up to EMPTIES empty squares, to "
            "DEPTH, or solve them, and fit again; can be repeated; default: {rounds}",
            rounds=" ".join(map(str, DEFAULTS.rounds)),
        ),
    )
    parser.add_argument(
        "--exact-from",
        type=int,
        default=DEFAULTS.exact_from,
        metavar="EMPTIES",
        help=_("solve positions with this number of empty squares or fewer"),
    )
    parser.add_argument(
        "--strays",
        type=float,
        default=DEFAULTS.strays,
        metavar="SHARE",
        help=_("extra positions from outside the games, per position in the games"),
    )
    parser.add_argument(
        "--weigh",
        action="append",
        metavar="SOURCE=WEIGHT",
        help=_(
            "the weight of games whose line ends in a word with this first letter; "
            "default: {weights}",
            weights=", ".join(f"{source}={weight:g}" for source, weight in DEFAULTS.weigh),
        ),
    )
    parser.add_argument(
        "--start",
        type=Path,
        metavar="WEIGHTS",
        help=_("the weights file for the searches of the first round; default: the first fit"),
    )
    parser.add_argument(
        "--seed", type=int, default=DEFAULTS.seed, help=_("the same seed gives the same weights")
    )
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    rounds = tuple(map(Round.parse, args.rounds)) if args.rounds else DEFAULTS.rounds
    weigh = tuple(map(_source_weight, args.weigh)) if args.weigh else DEFAULTS.weigh
    recipe = TrainingRecipe(
        exact_from=args.exact_from,
        rounds=rounds,
        strays=args.strays,
        weigh=weigh,
        seed=args.seed,
    )
    workers = workers_of(args)
    games = read_games(*args.games, weigh=dict(weigh))
    with executor_for(args) as executor:
        path = train(games, recipe, args.directory, executor, tell, workers, args.start)
        _measure_probes(games, recipe, path, executor)
    tell(_("Compare it with the engine's own: {command}", command=TRIAL.format(path)))
    print(path)
    return 0


def _measure_probes(
    games: GamePositions, recipe: TrainingRecipe, path: Path, executor: Executor
) -> None:
    """Print the errors of shallow searches with the new weights, and the search's constants."""
    table = path.with_name("probes.csv")
    if table.exists():
        return
    tell(_("Difference of shallow and deep searches in discs, measured/assumed:"))
    able = games[games.weight >= 1]
    try:
        tell_probes(path.read_bytes(), able, recipe.hold_out, PROBED, executor, tell, table)
    except TooFewPositions as error:
        tell(_("Not measured: {error}", error=error))


def _source_weight(text: str) -> tuple[str, float]:
    source, _equals, weight = text.partition("=")
    try:
        number = float(weight)
    except ValueError:
        number = 0
    if len(source) != 1 or not 0 < number < inf:
        raise UsageError(
            _(
                "--weigh must be a letter and a number above 0, such as L=0.2, not {text}.",
                text=repr(text),
            )
        )
    return source, number
