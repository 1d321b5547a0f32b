"""``outflank tune``: find better values for a player's settings by playing."""

import argparse
import signal
from pathlib import Path
from types import FrameType

from rich.console import Console

from outflank.arena.curves import Curve, draw
from outflank.arena.entrants import InvalidEntrant, make_entrants
from outflank.arena.executors import LocalExecutor
from outflank.arena.guard import GuardStopped
from outflank.arena.log import GameLog, LogError
from outflank.arena.openings import OpeningError, default_openings, load_openings
from outflank.arena.records import Limits
from outflank.arena.table import verdict
from outflank.arena.tuning import Progress, Tuning, TuningSettings
from outflank.board import SIZES
from outflank.cli.arena_run import (
    STOPPED,
    add_worker_options,
    make_executor,
    new_log,
    newest_log,
)
from outflank.cli.errors import UsageError
from outflank.players import find_opponent, opponents

GAMES, PROOF, PAIRS = 2000, 400, 4


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "Each step moves all the settings a little, up or down, and lets the two variants play;\n"
        "the better one says where to go (SPSA). At the end the tuned player meets the one it\n"
        "began as, and the match says whether it is better.\n\n"
        "examples:\n"
        "  outflank tune positional --against greedy,lookahead --games 4000 --plot tune.svg\n"
        "  outflank tune ./mybot.py --games 2000          against itself\n"
        "  outflank tune --resume last"
    )
    parser.add_argument("player", nargs="?", metavar="PLAYER", help="the player to tune")
    parser.add_argument(
        "--against", metavar="A,B", default="", help="opponents; default: against itself"
    )
    parser.add_argument("--parameters", metavar="X,Y", help="which settings; default: all")
    parser.add_argument("--games", type=int, default=GAMES, help=f"for tuning; default: {GAMES}")
    parser.add_argument(
        "--proof", type=int, default=PROOF, help=f"games of the last match; default: {PROOF}"
    )
    parser.add_argument(
        "--pairs", type=int, default=PAIRS, help=f"of games in a step and meeting; default: {PAIRS}"
    )
    parser.add_argument("--by-result", action="store_true", help="count wins instead of discs")
    parser.add_argument("--size", type=int, choices=SIZES, default=8, help="default: 8")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same games; default: 1")
    parser.add_argument("--openings", metavar="WHICH", help="as for `outflank match`")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the settings as SVG")
    parser.add_argument("--log", type=Path, metavar="FILE", help="default: in the data folder")
    parser.add_argument("--resume", metavar="LOG", help="go on with a log; 'last' is the newest")
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    """Tune."""
    if args.plot and not args.plot.parent.is_dir():
        raise UsageError(f"{args.plot} cannot be written: there is no folder {args.plot.parent}")
    executor, _ = make_executor(args)
    try:
        log, settings = _open(args)
    except UsageError:
        executor.shutdown()
        raise
    opponent, start = find_opponent(settings.player)
    console = Console(highlight=False)
    console.print(f"Log: {log.path}", style="dim", soft_wrap=True)
    asked = [False]

    def interrupt(number: int, frame: FrameType | None) -> None:
        if asked[0]:
            if isinstance(executor, LocalExecutor):
                executor.stop_now()
            raise KeyboardInterrupt
        asked[0] = True
        console.print("Finishing this step; Ctrl-C again stops at once.")

    before = signal.signal(signal.SIGINT, interrupt)
    tuning = Tuning(
        settings, opponent.parameters, dict(start), log, executor, stopping=lambda: asked[0]
    )
    progress: Progress | None = None
    try:
        with log:
            for progress in tuning.run():
                _show(console, tuning, progress)
        executor.shutdown()
    except (KeyboardInterrupt, GuardStopped):
        executor.shutdown(wait=isinstance(executor, LocalExecutor), cancel_futures=True)
        console.print(f"Stopped at once. outflank tune --resume {log.path} goes on.")
        return STOPPED
    finally:
        signal.signal(signal.SIGINT, before)
    assert progress is not None
    if args.plot:
        args.plot.write_text(plot(tuning, progress), encoding="utf-8")
        console.print(f"Wrote {args.plot}", style="dim", soft_wrap=True)
    if progress.stopped:
        console.print(f"outflank tune --resume {log.path} goes on.", soft_wrap=True)
        return STOPPED
    console.print(f"tuned   {tuning.text(progress.values)}", style="bold", soft_wrap=True)
    console.print(f"before  {tuning.text(progress.path[0])}", soft_wrap=True)
    counts = " ".join(map(str, progress.proof.counts))
    console.print(f"proof   {2 * progress.proof.pairs} games, pairs {counts}")
    console.print(verdict(progress.proof, "tuned", "before"), style="bold")
    return 0


def plot(tuning: Tuning, progress: Progress) -> str:
    """How each setting moved."""
    curves = []
    for i, parameter in enumerate(tuning.spsa.parameters):
        span = parameter.high - parameter.low
        points = [
            (float(step), parameter.low + values[i] * span)
            for step, values in enumerate(progress.path)
        ]
        title = f"{parameter.name}: {points[0][1]:.4g} → {points[-1][1]:.4g} ({parameter.meaning})"
        curves.append(Curve(title, points, mark=points[0][1]))
    return draw(curves, "steps")


def _show(console: Console, tuning: Tuning, progress: Progress) -> None:
    steps = tuning.settings.steps
    if progress.proof.pairs or progress.stopped:
        return
    if progress.step % max(1, steps // 20) == 0 or progress.step == steps:
        console.print(
            f"step {progress.step} of {steps}: {tuning.text(progress.values)}", soft_wrap=True
        )
        if progress.step == steps:
            console.print(f"playing the proof: {2 * tuning.settings.proof_pairs} games …")


def _open(args: argparse.Namespace) -> tuple[GameLog, TuningSettings]:
    try:
        if args.resume:
            if args.player:
                raise UsageError("--resume takes the player from the log; leave it out")
            path = newest_log("tune") if args.resume == "last" else Path(args.resume)
            log = GameLog.resume(path)
            return log, TuningSettings.from_json(log.settings)
        settings = _settings(args)
        return new_log(args.log, settings.to_json(), "tune"), settings
    except (LogError, ValueError) as error:
        raise UsageError(str(error)) from None


def _settings(args: argparse.Namespace) -> TuningSettings:
    if not args.player:
        raise UsageError("which player? `outflank opponents` lists those with settings")
    against = tuple(filter(None, (name.strip() for name in args.against.split(","))))
    if args.proof < 2 or args.proof % 2 or args.pairs < 1:
        raise UsageError("--proof must be an even number of games, --pairs at least 1")
    try:
        make_entrants([args.player, *against], args.size)
        opponent, _ = find_opponent(args.player)
        openings = load_openings(
            args.openings or default_openings(args.size), args.size, args.seed, 1000
        )
    except (InvalidEntrant, OpeningError) as error:
        raise UsageError(str(error)) from None
    declared = [parameter.name for parameter in opponent.parameters]
    names = [name.strip() for name in args.parameters.split(",")] if args.parameters else declared
    if not declared:
        tunable = ", ".join(name for name, other in opponents().items() if other.parameters)
        raise UsageError(
            f"{opponent.name} has no settings, so nothing to tune; these do: {tunable}"
        )
    unknown = [name for name in names if name not in declared]
    if unknown:
        raise UsageError(
            f"{opponent.name} has these settings to tune: {', '.join(declared)}; "
            f"got {', '.join(unknown)}"
        )
    per_step = 2 * args.pairs * (2 * len(against) or 1)
    if args.games < per_step:
        raise UsageError(f"a step takes {per_step} games, so --games must be at least that")
    return TuningSettings(
        player=args.player.strip(),
        parameters=tuple(names),
        against=against,
        steps=args.games // per_step,
        pairs=args.pairs,
        proof_pairs=args.proof // 2,
        size=args.size,
        seed=args.seed,
        openings=tuple(openings),
        limits=Limits(),
        use_discs=not args.by_result,
    )
