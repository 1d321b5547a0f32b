"""``outflank tune``: find better settings for a player by playing games."""

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
from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import (
    SEED,
    SIZE,
    STOPPED_RUN,
    add_seed_option,
    add_size_option,
    changed_since,
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
from outflank.translation import _

GAMES, PROOF, PAIRS = 2000, 400, 4
# Options that a log fixes.
FIXED = ("against", "parameters", "pairs", "by_result", "size", "seed", "openings", "log")
EXAMPLE = """
    PARAMETERS = (Parameter("corner", 30.0, 0.0, 100.0, "for each corner"),)
    def __init__(self, *, corner=30.0): self.corner = corner"""


def configure(parser: argparse.ArgumentParser) -> None:
    about = _(
        "Each step changes all settings a little, up and down, and lets both variants play. The "
        "better variant gives the direction (SPSA). At the end the tuned player plays a match "
        "against the original, which shows whether it is better."
    )
    rows = {
        "outflank tune positional --against greedy,lookahead --games 4000 --plot tune.svg": "",
        "outflank tune ./mybot.py --games 2000": _("tune it against itself"),
        "outflank tune ./mybot.py:corner=40": _("start from this value"),
        "outflank tune --resume last": _("continue the last run"),
    }
    parser.epilog = f"{about}\n\n{examples(rows)}"
    parser.add_argument("player", nargs="?", metavar="PLAYER", help=_("the player to tune"))
    parser.add_argument(
        "--against", metavar="A,B", help=_("the opponents; default: the player itself")
    )
    parser.add_argument("--parameters", metavar="X,Y", help=_("the settings to tune; default: all"))
    parser.add_argument(
        "--games",
        type=int,
        help=_("games for tuning, in whole steps; default: {games}", games=GAMES),
    )
    parser.add_argument(
        "--proof", type=int, help=_("games of the last match; default: {games}", games=PROOF)
    )
    parser.add_argument(
        "--pairs",
        type=int,
        help=_("pairs of games per step and opponent; default: {pairs}", pairs=PAIRS),
    )
    parser.add_argument("--by-result", action="store_true", help=_("count wins instead of discs"))
    add_size_option(parser)
    add_seed_option(parser)
    parser.add_argument(
        "--openings", metavar="WHICH", help=_("as in `outflank match`, with the same default")
    )
    parser.add_argument("--plot", type=Path, help=_("draw the settings as SVG"))
    parser.add_argument(
        "--log", type=Path, help=_("the log of all games; default: a file in the data folder")
    )
    parser.add_argument(
        "--resume",
        metavar="LOG",
        help=_("continue the run of a log, perhaps with a longer --proof; 'last' is the newest"),
    )
    parser.add_argument(
        "--allow-changed",
        action="store_true",
        help=_("resume even if the player's file has changed"),
    )
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    refuse_unwritable(args.plot)
    console = Console(highlight=False)
    interrupts = Interrupts(
        lambda: console.print(_("Finishing this step. Press Ctrl-C again to stop immediately."))
    )
    progress: TuningProgress | None = None
    executor, _workers = make_executor(args)
    with executor:  # stops its workers if an error occurs
        log, settings = _open(args)
        command = f"outflank tune --resume {log.path}"
        if args.resume and args.proof:
            command += f" --proof {args.proof}"  # the log has the original number
        tuning = _tuning(settings, log, executor, lambda: interrupts.interrupted)
        try:
            with log, interrupts:
                console.print(_("Log: {file}", file=log.path), style="dim", soft_wrap=True)
                console.print(plan_line(settings, args.games))
                for progress in tuning.run():
                    if progress.step == 1:
                        _refuse_hopeless(log)
                    _show(console, tuning, progress)
        except KeyboardInterrupt:
            executor.stop_now()
            console.print(_(STOPPED_RUN, command=command), soft_wrap=True)
            return STOPPED
    assert progress is not None
    for line in fault_lines(log.records):
        console.print(escape(line), style="red")
    if args.plot:
        args.plot.write_text(plot(tuning, progress), encoding="utf-8")
        console.print(_("Wrote {file}", file=args.plot), style="dim", soft_wrap=True)
    if progress.stopped:
        console.print(_(STOPPED_RUN, command=command), soft_wrap=True)
        return STOPPED
    if not progress.proof.pairs:
        console.print(
            _("The values did not change: {values}", values=tuning.text(progress.values)),
            style="bold",
        )
        console.print(
            _(
                "Neither variant did better in {steps} steps, so there is no last match. Either "
                "these settings make no difference, or the run needs more --games.",
                steps=settings.steps,
            )
        )
        return 0
    tuned, before = tuning.text(progress.values), tuning.text(progress.path[0])
    console.print(_("Tuned: {values}", values=tuned), style="bold", soft_wrap=True)
    console.print(_("Before: {values}", values=before), soft_wrap=True)
    console.print(
        _(
            "Last match: {games} games, pairs {pairs}",
            games=2 * progress.proof.pairs,
            pairs=" ".join(map(str, progress.proof.counts)),
        )
    )
    console.print(verdict(progress.proof, _("tuned"), _("before")), style="bold")
    return 0


def plan_line(settings: TuningSettings, asked: int | None) -> str:
    """Return the planned number of games, and why it differs from the request."""
    games = settings.steps * settings.games_of_a_step
    plan = _(
        "{steps} steps of {each} games are {games} games, and the last match has {proof}.",
        steps=settings.steps,
        each=settings.games_of_a_step,
        games=games,
        proof=2 * settings.proof_pairs,
    )
    if asked in (None, games):
        return plan
    return plan + " " + _("--games {wanted} is not a number of whole steps.", wanted=asked)


def plot(tuning: Tuning, progress: TuningProgress) -> str:
    moved = []
    for i, parameter in enumerate(tuning.spsa.parameters):
        span = parameter.high - parameter.low
        points = [
            (float(step), parameter.low + values[i] * span)
            for step, values in enumerate(progress.path)
        ]
        change = f"{points[0][1]:.4g} → {points[-1][1]:.4g}"
        title = f"{parameter.name}: {change} ({_(parameter.meaning)})"
        moved.append(curves.Curve(title, points, mark=points[0][1]))
    return curves.draw(moved, _("steps"))


def _show(console: Console, tuning: Tuning, progress: TuningProgress) -> None:
    steps = tuning.settings.steps
    if progress.proof.pairs or progress.stopped:
        return
    if progress.step % max(1, steps // 20) == 0 or progress.step == steps:
        values = tuning.text(progress.values)
        console.print(
            _("step {step} of {steps}: {values}", step=progress.step, steps=steps, values=values),
            soft_wrap=True,
        )
        if progress.step == steps and values != tuning.text(progress.path[0]):
            games = 2 * tuning.settings.proof_pairs
            console.print(_("Playing the final match: {games} games", games=games))


def _open(args: argparse.Namespace) -> tuple[GameLog, TuningSettings]:
    try:
        if args.resume is None:
            settings = _settings(args)
            return new_log(args.log, settings.to_json(), "tune"), settings
        if args.player:
            raise UsageError(_("--resume takes the player from the log. Leave it out."))
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
    """Return the settings of the log, perhaps with a longer last match."""
    settings = TuningSettings.from_json(log.settings)
    opponent, _values = find_opponent(settings.player)
    if settings.digest not in ("", digest_of(settings.player)) and not args.allow_changed:
        raise UsageError(changed_since(settings.player, log.path))
    gone = set(settings.parameters) - {parameter.name for parameter in opponent.parameters}
    if gone:
        raise UsageError(
            _(
                "{log} tunes settings that {player} no longer has: {names}. Start a new run.",
                log=log.path,
                player=settings.player,
                names=", ".join(sorted(gone)),
            )
        )
    if args.games is not None and args.games // settings.games_of_a_step != settings.steps:
        raise UsageError(_no_more_games(settings, log, args.games))
    if args.proof is None:
        return settings
    refuse_odd("--proof", args.proof)
    played = sum(record.round == settings.steps for record in log.records)
    if args.proof < played:
        raise UsageError(
            _(
                "{log} has {played} games of the last match already. Choose --proof {played} or "
                "more.",
                log=log.path,
                played=played,
            )
        )
    return replace(settings, proof_pairs=args.proof // 2)


def _no_more_games(settings: TuningSettings, log: GameLog, games: int) -> str:
    """Return why a run cannot have more steps, with the command for a new run."""
    tuning = _tuning(settings, log, ThreadPoolExecutor(1), lambda: True)
    *_steps, progress = tuning.run()  # the steps of the log; this plays no games
    words = ["outflank tune", tuning.text(progress.values)]
    if settings.against:
        words.append(f"--against {','.join(settings.against)}")
    if set(settings.parameters) != {p.name for p in find_opponent(settings.player)[0].parameters}:
        words.append(f"--parameters {','.join(settings.parameters)}")
    if settings.size != SIZE:
        words.append(f"--size {settings.size}")
    if not settings.use_discs:
        words.append("--by-result")
    return _(
        "The steps of {log} get smaller toward its {games} games, so --resume cannot change "
        "--games. Start a new run from its values: {command}",
        log=log.path,
        games=settings.steps * settings.games_of_a_step,
        command=f"{' '.join(words)} --games {games} --seed {settings.seed + 1}",
    )


def _refuse_hopeless(log: GameLog) -> None:
    """Stop early if every game of the first step was forfeited."""
    if all(record.fault for record in log.records):
        first = next(fault_lines(log.records))
        raise UsageError(_("All games of the first step are forfeits.") + f" {first}")


def _settings(args: argparse.Namespace) -> TuningSettings:
    if not args.player:
        raise UsageError(_("Name a player. `outflank opponents` lists players with settings."))
    args.player = with_full_path(args.player)  # so that it can be resumed from any folder
    rivals = (name.strip() for name in (args.against or "").split(","))
    against = tuple(with_full_path(name) for name in rivals if name)
    games = GAMES if args.games is None else args.games
    proof = PROOF if args.proof is None else args.proof
    pairs = PAIRS if args.pairs is None else args.pairs
    size = args.size or SIZE
    seed = SEED if args.seed is None else args.seed
    refuse_odd("--proof", proof)
    if pairs < 1:
        raise UsageError(_("--pairs must be 1 or more, not {number}.", number=pairs))
    make_entrants([args.player, *against], size)
    opponent, _values = find_opponent(args.player)
    choice = args.openings or default_openings(size)
    openings = load_openings(choice, size, seed, RANDOM_OPENINGS)
    declared = [parameter.name for parameter in opponent.parameters]
    chosen = [name.strip() for name in (args.parameters or "").split(",")]
    names = list(filter(None, chosen)) or declared
    if not declared and is_player_file(args.player):
        raise UsageError(
            _(
                "{player} declares no PARAMETERS, so there is nothing to tune. Declare each number "
                "with its default, minimum, maximum and meaning, and accept it in __init__, for "
                "example (after `from outflank.players import Parameter`):",
                player=opponent.name,
            )
            + f"\n{EXAMPLE}\n\n"
            + _("docs/arena.md, Tune, shows a whole player.")
        )
    if not declared:
        raise UsageError(
            _(
                "{player} has no settings to tune. These players have some: {names}",
                player=opponent.name,
                names=", ".join(name for name, other in opponents().items() if other.parameters),
            )
        )
    unknown = [name for name in names if name not in declared]
    if unknown:
        raise UsageError(
            _(
                "{player} does not have these settings: {unknown}. It has: {names}",
                player=opponent.name,
                unknown=", ".join(unknown),
                names=", ".join(declared),
            )
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
        raise UsageError(
            _("A step takes {games} games, so --games must be {games} or more.", games=a_step)
        )
    return replace(settings, steps=games // a_step)
