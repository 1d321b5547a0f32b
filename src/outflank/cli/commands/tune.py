"""``outflank tune``: find better values for a player's settings by playing."""

import argparse
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from outflank.arena import (
    GameLog,
    Limits,
    default_openings,
    load_openings,
)
from outflank.arena.entrants import digest_of, is_player_file, make_entrants
from outflank.arena.openings import RANDOM_OPENINGS
from outflank.arena.reports.ranking import fault_lines, verdict
from outflank.arena.tuning import Tuning, TuningProgress, TuningSettings
from outflank.cli.shared.arena_run import (
    SEED,
    SIZE,
    add_size_option,
    make_executor,
    new_log,
    newest_log,
    refuse_fixed,
    refuse_odd,
    refuse_unwritable,
)
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.long_work import STOPPED, Interrupts
from outflank.cli.shared.workers import add_worker_options
from outflank.learning import curves
from outflank.players import find_opponent, opponents, with_full_path

GAMES, PROOF, PAIRS = 2000, 400, 4
# What a log was begun with.
FIXED = ("against", "parameters", "pairs", "by_result", "size", "seed", "openings", "log")
EXAMPLE = """
    PARAMETERS = (Parameter("corner", 30.0, 0.0, 100.0, "for each corner"),)
    def __init__(self, *, corner=30.0): self.corner = corner"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Each step moves all the settings a little, up or down, and lets the two variants play;\n"
        "the better one says where to go (SPSA). At the end the tuned player meets the one it\n"
        "began as, and the match says whether it is better.\n\n"
        "examples:\n"
        "  outflank tune positional --against greedy,lookahead --games 4000 --plot tune.svg\n"
        "  outflank tune ./mybot.py --games 2000          against itself\n"
        "  outflank tune ./mybot.py:corner=40             from other values than the usual\n"
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
    add_size_option(parser)
    parser.add_argument("--seed", type=int, help=f"same seed, same games; default: {SEED}")
    parser.add_argument(
        "--openings", metavar="WHICH", help="as for `outflank match`; default: the same"
    )
    parser.add_argument("--plot", type=Path, help="draw the settings as SVG")
    parser.add_argument(
        "--log", type=Path, help="where every game is kept; default: in the data folder"
    )
    parser.add_argument(
        "--resume",
        metavar="LOG",
        help="go on with a log as it was begun, or with a longer --proof; 'last' is the newest",
    )
    parser.add_argument(
        "--allow-changed", action="store_true", help="resume although the player's file changed"
    )
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    refuse_unwritable(args.plot)
    console = Console(highlight=False)
    interrupts = Interrupts(
        lambda: console.print("Finishing this step; Ctrl-C again stops at once.")
    )
    progress: TuningProgress | None = None
    executor, _ = make_executor(args)
    with executor:  # which a failure stops at once
        log, settings = _open(args)
        command = f"outflank tune --resume {log.path}"
        if args.resume and args.proof:
            command += f" --proof {args.proof}"  # the log says how long it was at first
        tuning = _tuning(settings, log, executor, lambda: interrupts.interrupted)
        try:
            with log, interrupts:
                console.print(f"Log: {log.path}", style="dim", soft_wrap=True)
                console.print(plan_line(settings, args.games))
                for progress in tuning.run():
                    if progress.step == 1:
                        _refuse_hopeless(log)
                    _show(console, tuning, progress)
        except KeyboardInterrupt:
            executor.stop_now()
            console.print(f"Stopped at once. {command} goes on.", soft_wrap=True)
            return STOPPED
    assert progress is not None
    for line in fault_lines(log.records):
        console.print(escape(line), style="red")
    if args.plot:
        args.plot.write_text(plot(tuning, progress), encoding="utf-8")
        console.print(f"Wrote {args.plot}", style="dim", soft_wrap=True)
    if progress.stopped:
        console.print(f"{command} goes on.", soft_wrap=True)
        return STOPPED
    if not progress.proof.pairs:
        console.print(f"The values stay as they were: {tuning.text(progress.values)}", style="bold")
        console.print(
            f"In {settings.steps} steps neither variant did better, so there is nothing to prove: "
            "these settings make no difference here, or it takes more --games.",
        )
        return 0
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


def plot(tuning: Tuning, progress: TuningProgress) -> str:
    moved = []
    for i, parameter in enumerate(tuning.spsa.parameters):
        span = parameter.high - parameter.low
        points = [
            (float(step), parameter.low + values[i] * span)
            for step, values in enumerate(progress.path)
        ]
        title = f"{parameter.name}: {points[0][1]:.4g} → {points[-1][1]:.4g} ({parameter.meaning})"
        moved.append(curves.Curve(title, points, mark=points[0][1]))
    return curves.draw(moved, "steps")


def _show(console: Console, tuning: Tuning, progress: TuningProgress) -> None:
    steps = tuning.settings.steps
    if progress.proof.pairs or progress.stopped:
        return
    if progress.step % max(1, steps // 20) == 0 or progress.step == steps:
        console.print(
            f"step {progress.step} of {steps}: {tuning.text(progress.values)}", soft_wrap=True
        )
        if progress.step == steps and tuning.text(progress.values) != tuning.text(progress.path[0]):
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
    except ValueError as error:
        raise UsageError(str(error)) from None


def _tuning(
    settings: TuningSettings, log: GameLog, executor: Executor, stopping: Callable[[], bool]
) -> Tuning:
    opponent, start = find_opponent(settings.player)
    return Tuning(settings, opponent.parameters, dict(start), log, executor, stopping=stopping)


def _settings_to_resume(args: argparse.Namespace, log: GameLog) -> TuningSettings:
    """What the log says, with a longer proof where that was asked for."""
    settings = TuningSettings.from_json(log.settings)
    opponent, _ = find_opponent(settings.player)
    if settings.digest not in ("", digest_of(settings.player)) and not args.allow_changed:
        raise UsageError(
            f"{settings.player} is not what it was when {log.path} was begun, so old and new "
            "games would be mixed: begin a new run, or add --allow-changed"
        )
    gone = set(settings.parameters) - {parameter.name for parameter in opponent.parameters}
    if gone:
        raise UsageError(
            f"{log.path} tunes {', '.join(sorted(gone))}, which {settings.player} does not "
            "declare any more: begin a new run"
        )
    if args.games is not None and args.games // settings.games_of_a_step != settings.steps:
        raise UsageError(_no_more_games(settings, log, args.games))
    if args.proof is None:
        return settings
    refuse_odd("--proof", args.proof)
    played = sum(record.round == settings.steps for record in log.records)
    if args.proof < played:
        raise UsageError(
            f"{log.path} has {played} games of proof already; got --proof {args.proof}: "
            "a proof can be made longer, not shorter"
        )
    return replace(settings, proof_pairs=args.proof // 2)


def _no_more_games(settings: TuningSettings, log: GameLog, games: int) -> str:
    """Say why a tuning cannot be made longer, and the command that goes on from its values."""
    tuning = _tuning(settings, log, ThreadPoolExecutor(1), lambda: True)
    *_, progress = tuning.run()  # what the log has; nothing is played
    words = ["outflank tune", tuning.text(progress.values)]
    if settings.against:
        words.append(f"--against {','.join(settings.against)}")
    if set(settings.parameters) != {p.name for p in find_opponent(settings.player)[0].parameters}:
        words.append(f"--parameters {','.join(settings.parameters)}")
    if settings.size != SIZE:
        words.append(f"--size {settings.size}")
    if not settings.use_discs:
        words.append("--by-result")
    return (
        f"the steps of {log.path} shrink towards its {settings.steps * settings.games_of_a_step} "
        "games, so --resume cannot change --games. A new run can begin where this one stands: "
        f"{' '.join(words)} --games {games} --seed {settings.seed + 1}"
    )


def _refuse_hopeless(log: GameLog) -> None:
    """Stop before thousands of games where nobody plays one."""
    if all(record.fault for record in log.records):
        first = next(fault_lines(log.records))
        raise UsageError(f"no game of the first step was played to its end. {first}")


def _settings(args: argparse.Namespace) -> TuningSettings:
    if not args.player:
        raise UsageError("which player? `outflank opponents` lists those with settings")
    args.player = with_full_path(args.player)  # so that it goes on from any folder
    rivals = (name.strip() for name in (args.against or "").split(","))
    against = tuple(with_full_path(name) for name in rivals if name)
    games = GAMES if args.games is None else args.games
    proof = PROOF if args.proof is None else args.proof
    pairs = PAIRS if args.pairs is None else args.pairs
    size = args.size or SIZE
    seed = SEED if args.seed is None else args.seed
    refuse_odd("--proof", proof)
    if pairs < 1:
        raise UsageError(f"--pairs must be at least 1; got {pairs}")
    make_entrants([args.player, *against], size)
    opponent, _ = find_opponent(args.player)
    choice = args.openings or default_openings(size)
    openings = load_openings(choice, size, seed, RANDOM_OPENINGS)
    declared = [parameter.name for parameter in opponent.parameters]
    chosen = [name.strip() for name in (args.parameters or "").split(",")]
    names = list(filter(None, chosen)) or declared
    if not declared and is_player_file(args.player):
        raise UsageError(
            f"{opponent.name} declares no PARAMETERS, so nothing to tune. Declare each number "
            "with its usual value, lowest, highest and meaning, and take it by name, for example "
            f"(after `from outflank.players import Parameter`):\n{EXAMPLE}\n\n"
            "docs/arena.md, Tune, has a whole player."
        )
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
        digest=digest_of(args.player),
    )
    a_step = settings.games_of_a_step
    if games < a_step:
        raise UsageError(f"a step takes {a_step} games, so --games must be at least that")
    return replace(settings, steps=games // a_step)
