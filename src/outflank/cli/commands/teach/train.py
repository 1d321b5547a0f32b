"""``outflank teach train``: train an evaluation on games, and measure it."""

import argparse
from concurrent.futures import Executor
from dataclasses import replace
from math import inf
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.long_work import RESUMABLE
from outflank.cli.shared.workers import add_worker_options, executor_for, tell, workers_of
from outflank.learning.positions import GamePositions, read_games
from outflank.learning.probes import TooFewPositions, tell_probes
from outflank.learning.recipe import Round, TrainingRecipe
from outflank.learning.rounds import train
from outflank.learning.selfplay import self_play
from outflank.translation import _

DEFAULTS = TrainingRecipe()
SMALL = TrainingRecipe(
    rounds=(Round.parse("60:2:10000"), Round.parse("60:4:20000")),
    calibrate=((12, 400), (16, 200)),
    strays=10,  # few games, so more positions beside each
    hold_out=4,
)
SMALL_GAMES = 200  # played first, if no games are given
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
        help=_("a file with one game per line, plain or .xz; can be repeated, the order matters"),
    )
    parser.add_argument(
        "--small",
        action="store_true",
        help=_(
            "a training of minutes, to see how it works: two rounds with few positions, and "
            "without --from on {games} games that it plays first",
            games=SMALL_GAMES,
        ),
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
        metavar="EMPTIES",
        help=_(
            "solve positions with this number of empty squares or fewer; default: {empties}",
            empties=DEFAULTS.exact_from,
        ),
    )
    parser.add_argument(
        "--strays",
        type=float,
        metavar="SHARE",
        help=_(
            "extra positions from outside the games, per position in the games; default: {share}",
            share=DEFAULTS.strays,
        ),
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
    if not args.games and not args.small:
        raise UsageError(
            _("Name a file of games with --from, or train on a few games with --small.")
        )
    usual = SMALL if args.small else DEFAULTS
    recipe = replace(
        usual,
        exact_from=usual.exact_from if args.exact_from is None else args.exact_from,
        rounds=tuple(map(Round.parse, args.rounds)) if args.rounds else usual.rounds,
        strays=usual.strays if args.strays is None else args.strays,
        weigh=tuple(map(_source_weight, args.weigh)) if args.weigh else usual.weigh,
        seed=args.seed,
    )
    workers = workers_of(args)
    files = args.games or [args.directory / "games.txt"]
    games = read_games(*files, weigh=dict(recipe.weigh)) if args.games else None
    with executor_for(args) as executor:
        if games is None:
            args.directory.mkdir(parents=True, exist_ok=True)
            self_play(
                files[0],
                SMALL_GAMES,
                depth=2,
                opening=12,
                seed=args.seed,
                executor=executor,
                report=tell,
            )
            games = read_games(*files, weigh=dict(recipe.weigh))
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
