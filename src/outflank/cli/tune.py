"""``outflank tune``: find better values for a player's settings by playing."""

import argparse
import signal
from dataclasses import replace
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
    SEED,
    SIZE,
    STOPPED,
    add_worker_options,
    make_executor,
    new_log,
    newest_log,
    refuse_fixed,
)
from outflank.cli.errors import UsageError
from outflank.players import find_opponent, opponents

GAMES, PROOF, PAIRS = 2000, 400, 4
# What a log was begun with; --games too, as how far a step goes depends on how many there will be.
FIXED = ("against", "parameters", "games", "pairs", "by_result", "size", "seed", "openings", "log")


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
    parser.add_argument("--against", metavar="A,B", help="opponents; default: against itself")
    parser.add_argument("--parameters", metavar="X,Y", help="which settings; default: all")
    parser.add_argument("--games", type=int, help=f"for tuning, in whole steps; default: {GAMES}")
    parser.add_argument("--proof", type=int, help=f"games of the last match; default: {PROOF}")
    parser.add_argument(
        "--pairs", type=int, help=f"of games in a step and meeting; default: {PAIRS}"
    )
    parser.add_argument("--by-result", action="store_true", help="count wins instead of discs")
    parser.add_argument("--size", type=int, choices=SIZES, help=f"default: {SIZE}")
    parser.add_argument("--seed", type=int, help=f"same seed, same games; default: {SEED}")
    parser.add_argument("--openings", metavar="WHICH", help="as for `outflank match`")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the settings as SVG")
    parser.add_argument("--log", type=Path, metavar="FILE", help="default: in the data folder")
    parser.add_argument(
        "--resume",
        metavar="LOG",
        help="go on with a log as it was begun, or with a longer --proof; 'last' is the newest",
    )
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
    console.print(plan_line(settings, args.games))
    command = f"outflank tune --resume {log.path}"
    if args.resume and args.proof:
        command += f" --proof {args.proof}"  # the log says how long it was at first
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
        console.print(f"Stopped at once. {command} goes on.", soft_wrap=True)
        return STOPPED
    finally:
        signal.signal(signal.SIGINT, before)
    assert progress is not None
    if args.plot:
        args.plot.write_text(plot(tuning, progress), encoding="utf-8")
        console.print(f"Wrote {args.plot}", style="dim", soft_wrap=True)
    if progress.stopped:
        console.print(f"{command} goes on.", soft_wrap=True)
        return STOPPED
    console.print(f"tuned   {tuning.text(progress.values)}", style="bold", soft_wrap=True)
    console.print(f"before  {tuning.text(progress.path[0])}", soft_wrap=True)
    counts = " ".join(map(str, progress.proof.counts))
    console.print(f"proof   {2 * progress.proof.pairs} games, pairs {counts}")
    console.print(verdict(progress.proof, "tuned", "before"), style="bold")
    return 0


def plan_line(settings: TuningSettings, asked: int | None) -> str:
    """Say how many games there will be, and why not as many as were asked for."""
    games = settings.steps * settings.games_of_a_step
    why = "" if asked in (None, games) else f", not {asked}, as steps are played whole"
    return (
        f"{settings.steps} steps of {settings.games_of_a_step} games are {games} games{why}; "
        f"then {2 * settings.proof_pairs} games of proof."
    )


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
        if args.resume is None:
            settings = _settings(args)
            return new_log(args.log, settings.to_json(), "tune"), settings
        if args.player:
            raise UsageError("--resume takes the player from the log; leave it out")
        refuse_fixed(args, FIXED)
        path = newest_log("tune") if args.resume == "last" else Path(args.resume)
        settings = _settings_to_resume(args, GameLog.read(path))
        return GameLog.resume(path), settings
    except (LogError, ValueError) as error:
        raise UsageError(str(error)) from None


def _settings_to_resume(args: argparse.Namespace, log: GameLog) -> TuningSettings:
    """What the log says, with a longer proof where that was asked for."""
    settings = TuningSettings.from_json(log.settings)
    if args.proof is None:
        return settings
    _refuse_odd_proof(args.proof)
    played = sum(record.round == settings.steps for record in log.records)
    if args.proof < played:
        raise UsageError(
            f"{log.path} has {played} games of proof already; got --proof {args.proof}: "
            "a proof can be made longer, not shorter"
        )
    return replace(settings, proof_pairs=args.proof // 2)


def _refuse_odd_proof(proof: int) -> None:
    if proof < 2 or proof % 2:
        raise UsageError(
            f"--proof must be an even number, as every opening is played twice; got {proof}"
        )


def _settings(args: argparse.Namespace) -> TuningSettings:
    if not args.player:
        raise UsageError("which player? `outflank opponents` lists those with settings")
    against = tuple(filter(None, (name.strip() for name in (args.against or "").split(","))))
    games = GAMES if args.games is None else args.games
    proof = PROOF if args.proof is None else args.proof
    pairs = PAIRS if args.pairs is None else args.pairs
    size = args.size or SIZE
    seed = SEED if args.seed is None else args.seed
    _refuse_odd_proof(proof)
    if pairs < 1:
        raise UsageError(f"--pairs must be at least 1; got {pairs}")
    try:
        make_entrants([args.player, *against], size)
        opponent, _ = find_opponent(args.player)
        openings = load_openings(args.openings or default_openings(size), size, seed, 1000)
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
    settings = TuningSettings(
        player=args.player.strip(),
        parameters=tuple(names),
        against=against,
        pairs=pairs,
        proof_pairs=proof // 2,
        size=size,
        seed=seed,
        openings=tuple(openings),
        limits=Limits(),
        use_discs=not args.by_result,
    )
    a_step = settings.games_of_a_step
    if games < a_step:
        raise UsageError(f"a step takes {a_step} games, so --games must be at least that")
    return replace(settings, steps=games // a_step)
