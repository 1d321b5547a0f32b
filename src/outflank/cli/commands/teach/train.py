"""``outflank teach train``: learn an evaluation from games, and measure it."""

import argparse
from concurrent.futures import Executor
from math import inf
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import add_worker_options, executor_for, tell, workers_of
from outflank.learning.positions import GamePositions, read_games
from outflank.learning.probes import TooFewPositions, tell_probes
from outflank.learning.recipe import Round, TrainingRecipe
from outflank.learning.rounds import train

DEFAULTS = TrainingRecipe()
TRIAL = "outflank match engine:level=20,weights={} engine:20 --nodes 20000 --sprt elo0=0,elo1=10"
PROBED = 100  # positions of each number of empties on which probes are measured


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The directory keeps every finished piece of work: the same command again goes on where\n"
        "it stopped. docs/training.md tells what happens and how the shipped weights were made."
    )
    parser.add_argument("directory", type=Path, help="where the training lives")
    parser.add_argument(
        "--from",
        dest="games",
        type=Path,
        action="append",
        required=True,
        help="one game a line, may be .xz; repeat for more files, which count as one in this order",
    )
    parser.add_argument(
        "--round",
        dest="rounds",
        action="append",
        metavar="EMPTIES:DEPTH:POSITIONS,…",
        help="up to so many empties search so deep, or solve, from so many positions of a phase, "
        "and fit again; repeat for more rounds; default: " + " ".join(map(str, DEFAULTS.rounds)),
    )
    parser.add_argument(
        "--exact-from",
        type=int,
        default=DEFAULTS.exact_from,
        metavar="EMPTIES",
        help="solve positions with so few empties",
    )
    parser.add_argument(
        "--strays",
        type=float,
        default=DEFAULTS.strays,
        metavar="SHARE",
        help="positions off the games, per position in them",
    )
    parser.add_argument(
        "--weigh",
        action="append",
        metavar="SOURCE=WEIGHT",
        help="how much games count whose line ends in a word with this first letter; "
        "default: " + ", ".join(f"{source}={weight:g}" for source, weight in DEFAULTS.weigh),
    )
    parser.add_argument(
        "--start",
        type=Path,
        metavar="WEIGHTS",
        help="the first round searches with this weights file, instead of what it has just learned",
    )
    parser.add_argument("--seed", type=int, default=DEFAULTS.seed, help="same seed, same weights")
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
    tell(f"whether it plays better than the engine's own: {TRIAL.format(path)}")
    print(path)
    return 0


def _measure_probes(
    games: GamePositions, recipe: TrainingRecipe, path: Path, executor: Executor
) -> None:
    """Tell by how much shallow searches err with the new weights, beside what the search states."""
    table = path.with_name("probes.csv")
    if table.exists():
        return
    tell("how far shallow searches are from deep ones, measured/stated, in discs")
    able = games[games.weight >= 1]
    try:
        tell_probes(path.read_bytes(), able, recipe.hold_out, PROBED, executor, tell, table)
    except TooFewPositions as error:
        tell(f"not measured: {error}")


def _source_weight(text: str) -> tuple[str, float]:
    source, _, weight = text.partition("=")
    try:
        worth = float(weight)
    except ValueError:
        worth = 0
    if len(source) != 1 or not 0 < worth < inf:
        raise UsageError(
            f"expected SOURCE=WEIGHT, one letter and a number above 0, like L=0.2, not {text!r}"
        )
    return source, worth
