"""Options, logs and reports shared by `match` and `tournament`."""

import argparse
import itertools
import json
import math
import os
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

from rich.console import Console

from outflank.arena import (
    CannotPlay,
    GameLog,
    Limits,
    RunEnding,
    RunSettings,
    Sprt,
    default_openings,
    load_openings,
)
from outflank.arena.entrants import as_they_are_now, changed_entrants, make_entrants
from outflank.arena.openings import RANDOM_OPENINGS
from outflank.arena.playing.executors import LocalExecutor, StoppableExecutor
from outflank.arena.playing.trial import try_out
from outflank.arena.records import MARGIN
from outflank.arena.reports.live import LiveView, print_result
from outflank.arena.reports.page import to_html
from outflank.arena.reports.report import to_csv, to_json
from outflank.arena.runs import UNLIMITED_PAIRS, RunResult, Tournament
from outflank.board import SIZES
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.long_work import STOPPED, Interrupts
from outflank.cli.shared.workers import add_worker_options, cluster_at, workers_of
from outflank.game import parse_time_control
from outflank.players import files_of, sandboxed
from outflank.storage.files.data_dir import data_folder
from outflank.translation import N_, _
from outflank.workers.lines import LinesExist
from outflank.workers.sandbox import SandboxUnavailable

PATIENCE = 3  # factor of --time until a player forfeits; a second is added for a busy machine
MOST_SOLVED = 20  # empties that the engine solves in seconds
CLUSTER_AT_LEAST = 4  # assumed number of workers, as a cluster may grow during a run
FORFEITED = 1  # exit code if a player forfeits every game
SIZE, SEED, MEMORY = 8, 1, 2048  # defaults
LEAST_MEMORY = 256  # MB of address space for Python, numpy and a small player
STOPPED_RUN = N_("Stopped. Continue with: {command}")
NO_FOLDER = N_("{path} cannot be written: there is no folder {folder}.")
# Options that a log fixes, because all its games must use the same ones.
FIXED = (
    "format", "rounds", "size", "seed", "openings", "time", "depth", "nodes", "patience", "clock",
    "memory", "adjudicate", "log",
)  # fmt: skip


def add_run_options(parser: argparse.ArgumentParser, *, games: str) -> None:
    parser.add_argument("--games", type=int, help=games)
    add_size_option(parser)
    add_seed_option(parser)
    parser.add_argument(
        "--openings",
        metavar="WHICH",
        help=_(
            "balanced (8×8), random:N, start, or a file with one transcript per line; "
            "default: balanced on 8×8, random:2 on 4×4, random:4 on other sizes"
        ),
    )
    limits = parser.add_argument_group(_("limits for each move"))
    limits.add_argument(
        "--time", type=float, metavar="SECONDS", help=_("thinking time passed to the players")
    )
    limits.add_argument("--depth", type=int, help=_("depth in plies passed to the players"))
    limits.add_argument("--nodes", type=int, help=_("number of nodes passed to the players"))
    limits.add_argument(
        "--patience",
        type=float,
        metavar="SECONDS",
        help=_(
            "time until the player forfeits; default: 60, or {times} times --time plus a second",
            times=PATIENCE,
        ),
    )
    limits.add_argument(
        "--clock",
        metavar="TIME",
        help=_(
            "instead of --time: seconds per side and extra seconds per move, such as 60+1 or "
            "2:30+0.5; a player forfeits {margin:g} s after the time is up",
            margin=MARGIN,
        ),
    )
    limits.add_argument(
        "--memory",
        type=int,
        metavar="MB",
        help=_(
            "memory limit per worker in megabytes, 0 for no limit; default: {memory}", memory=MEMORY
        ),
    )
    parser.add_argument(
        "--adjudicate",
        type=int,
        metavar="N",
        help=_(
            "end a game at N empties, up to {most}, by solving it; default: never",
            most=MOST_SOLVED,
        ),
    )
    add_worker_options(parser)
    add_isolation_option(parser)
    add_record_options(parser)


def add_isolation_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--isolate",
        action="store_true",
        help=_(
            "run players in a sandbox (bubblewrap), with no network and only their own files; "
            "default: players have your permissions"
        ),
    )


def add_seed_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=int, help=_("the same seed gives the same games; default: {seed}", seed=SEED)
    )


def add_size_option(parser: argparse.ArgumentParser) -> None:
    """Declare the board size; None means that the user chose none, as a log fixes it."""
    parser.add_argument(
        "--size",
        type=int,
        choices=SIZES,
        metavar="N",
        help=_("board size; default: {size}", size=SIZE),
    )


def add_record_options(parser: argparse.ArgumentParser) -> None:
    output = parser.add_argument_group(_("logs and reports"))
    output.add_argument(
        "--log", type=Path, help=_("the log of all games; default: a file in the data folder")
    )
    output.add_argument(
        "--resume",
        metavar="LOG",
        help=_("continue the run of a log, perhaps with more --games; 'last' is the newest log"),
    )
    output.add_argument(
        "--allow-changed", action="store_true", help=_("resume even if a player has changed")
    )
    output.add_argument("--html", type=Path, help=_("write a page with all games"))
    output.add_argument("--csv", type=Path, help=_("write the table as CSV"))
    output.add_argument("--json", type=Path, help=_("write the table and the pairings as JSON"))


def settings_of(
    args: argparse.Namespace,
    players: Sequence[str],
    *,
    games: int,
    format: str = "round-robin",
    rounds: int = 0,
    sprt: Sprt | None = None,
) -> RunSettings:
    games = args.games if args.games is not None else 0 if sprt else games
    if games or not sprt:
        refuse_odd("--games", games)
    for name in ("time", "depth", "nodes", "patience"):
        value = getattr(args, name)
        if value is not None and not 0 < value < math.inf:
            raise UsageError(
                _("--{option} must be above 0, not {value:g}.", option=name, value=value)
            )
    if args.memory is not None and args.memory and args.memory < LEAST_MEMORY:
        raise UsageError(
            _(
                "--memory must be {least} MB or more, as Python alone needs that, or 0 for no "
                "limit. It is {number}.",
                least=LEAST_MEMORY,
                number=args.memory,
            )
        )
    sent = {name: getattr(args, name) for name in ("time", "depth", "nodes") if getattr(args, name)}
    pairs = games // 2 or UNLIMITED_PAIRS
    patience = args.patience or (PATIENCE * args.time + 1 if args.time else Limits().seconds)
    size = args.size or SIZE
    seed = SEED if args.seed is None else args.seed
    choice = args.openings or default_openings(size)
    return RunSettings(
        entrants=make_entrants(players, size, sent),
        format=format,
        pairs=pairs,
        size=size,
        seed=seed,
        openings=tuple(load_openings(choice, size, seed, RANDOM_OPENINGS)),
        limits=Limits(
            patience,
            MEMORY if args.memory is None else args.memory,
            *(_clock(args) if args.clock is not None else ()),
        ),
        adjudicate=_solved_from(args),
        rounds=rounds,
        sprt=sprt,
    )


def _clock(args: argparse.Namespace) -> tuple[float, float]:
    """Return the seconds per side and per move; computers use short clocks."""
    if args.time is not None or args.patience is not None:
        raise UsageError(_("--clock is for a whole game. Leave out --time and --patience."))
    try:
        time_control = parse_time_control(
            args.clock if ":" in args.clock.partition("+")[0] else f"0:{args.clock}"
        )
    except ValueError:
        raise UsageError(
            _(
                "--clock must be seconds per side and extra seconds per move, such as 60+1 or "
                "2:30+0.5, not {text}.",
                text=repr(args.clock),
            )
        ) from None
    return time_control.seconds, time_control.increment


def _solved_from(args: argparse.Namespace) -> int:
    if args.adjudicate is None:
        return 0
    if not 1 <= args.adjudicate <= MOST_SOLVED:
        raise UsageError(
            _(
                "--adjudicate must be from 1 to {most}, not {number}.",
                most=MOST_SOLVED,
                number=args.adjudicate,
            )
        )
    return int(args.adjudicate)


def open_log(
    args: argparse.Namespace, settings: RunSettings | None, kind: str
) -> tuple[GameLog, RunSettings]:
    """Open a new log or the one to resume; return it with the settings of the run."""
    if args.resume is None:
        assert settings is not None
        return new_log(args.log, settings.to_json(), kind), settings
    refuse_fixed(args, FIXED)
    log = GameLog.resume(newest_log(kind) if args.resume == "last" else Path(args.resume))
    try:
        return log, _settings_to_resume(args, log)
    except UsageError:
        log.close()
        raise


def refuse_fixed(args: argparse.Namespace, options: Sequence[str]) -> None:
    """Refuse options that the log has fixed, instead of ignoring them."""
    given = [f"--{name}".replace("_", "-") for name in options if _given(args, name)]
    if given:
        raise UsageError(
            _(
                "--resume takes these options from the log: {options}. Leave them out, or start a "
                "new run.",
                options=", ".join(given),
            )
        )


def _given(args: argparse.Namespace, name: str) -> bool:
    value = getattr(args, name, None)
    return value is not None and value is not False  # 0 is a valid seed


def _settings_to_resume(args: argparse.Namespace, log: GameLog) -> RunSettings:
    """Return the settings of the log, with more games if requested."""
    if log.settings.get("kind") == "tune":
        raise UsageError(
            _("{log} is a log of `outflank tune`. Resume it with that command.", log=log.path)
        )
    settings = RunSettings.from_json(log.settings)
    changed = changed_entrants(settings.entrants)
    if changed and not args.allow_changed:
        raise UsageError(changed_since(", ".join(changed), log.path))
    if changed:
        settings = replace(settings, entrants=as_they_are_now(settings.entrants))
    if args.games is None:
        return settings
    refuse_odd("--games", args.games)
    longer = replace(settings, pairs=args.games // 2)
    format = longer.make_format()
    if not format.can_grow and longer.pairs != settings.pairs:
        raise UsageError(
            _(
                "The rounds of this format ({format}) depend on each other, so {log} stays at "
                "{games} games per meeting. Leave out --games, or start a new run.",
                format=format.name,
                log=log.path,
                games=2 * settings.pairs,
            )
        )
    games = format.games_known()
    played = max((record.game + 1 for record in log.records), default=0)
    if games is not None and games < played:
        raise UsageError(
            _(
                "{log} has {played} games already, but --games {wanted} asks for {games} in all. "
                "Choose more --games.",
                log=log.path,
                played=played,
                wanted=args.games,
                games=games,
            )
        )
    return longer


def changed_since(players: str, log: Path) -> str:
    return _(
        "These players have changed since {log} was started: {players}. Start a new run, or mix "
        "old and new games with --allow-changed.",
        log=log,
        players=players,
    )


def refuse_odd(option: str, games: int) -> None:
    if games < 2 or games % 2:
        raise UsageError(
            _(
                "{option} must be an even number, as each opening is played twice. "
                "Try {even} instead of {games}.",
                option=option,
                games=games,
                even=max(2, games + games % 2),
            )
        )


def new_log(path: Path | None, settings: dict[str, Any], kind: str) -> GameLog:
    """Create a log at this path, or one named after the current time."""
    if path is not None:
        return GameLog.create(path, settings)
    moment = time.strftime(f"{kind}-%Y-%m-%d-%H%M%S")
    name = moment
    for number in itertools.count(2):
        with suppress(LinesExist):
            return GameLog.create(arena_folder() / f"{name}.jsonl", settings)
        name = f"{moment}-{number}"
    raise AssertionError("there is always another number")


def make_executor(args: argparse.Namespace) -> tuple[StoppableExecutor, int]:
    if args.cluster:
        if args.workers:
            raise UsageError(_("A cluster has its own workers. Leave out --workers."))
        cluster = cluster_at(args.cluster)
        return cluster, max(cluster.workers, CLUSTER_AT_LEAST)
    workers = workers_of(args)
    return LocalExecutor(workers), workers


def isolated(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Make a command load players only in a sandbox if ``--isolate`` is given."""

    @wraps(run)
    def run_isolated(args: argparse.Namespace) -> int:
        try:
            with sandboxed(args.isolate and not args.cluster):
                return run(args)
        except SandboxUnavailable as error:
            raise UsageError(str(error)) from None

    return run_isolated


def _isolate(executor: StoppableExecutor, settings: RunSettings) -> None:
    """Run the playing processes in a sandbox, or refuse to play."""
    assert isinstance(executor, LocalExecutor)
    files = {file for one in settings.entrants for file in files_of(one.spec)}
    executor.isolate(files, settings.limits.memory_mb)


def play_run(args: argparse.Namespace, settings: RunSettings | None, kind: str) -> int:
    result = play_games(args, settings, kind, Console(highlight=False))
    if result is None or result.ending is RunEnding.STOPPED:
        return STOPPED
    return FORFEITED if result.ending is RunEnding.FORFEITED else 0


def play_games(
    args: argparse.Namespace, settings: RunSettings | None, kind: str, console: Console
) -> RunResult | None:
    """Play a run and report on it; return None if it was stopped immediately."""
    refuse_unwritable(args.html, args.csv, args.json)
    if args.isolate and args.cluster:
        raise UsageError(
            _("--isolate works only on this machine. Sandbox the workers of the cluster yourself.")
        )
    executor, workers = make_executor(args)
    with executor:  # stops its workers if an error occurs
        log, settings = open_log(args, settings, kind)
        command = f"outflank {kind} --resume {log.path}"
        if args.resume and args.games:
            command += f" --games {args.games}"  # the log has the original number
        try:
            result = _play(args, log, settings, executor, workers, console)
        except CannotPlay as error:
            if args.resume is None:
                log.path.unlink()  # the log is empty
            raise UsageError(f"{error} " + _("No game was played.")) from None
        except KeyboardInterrupt:
            executor.stop_now()
            console.print(_(STOPPED_RUN, command=command), soft_wrap=True)
            return None
    print_result(console, result)
    write_reports(args, result, kind, console)
    if result.ending is RunEnding.STOPPED:
        console.print(_(STOPPED_RUN, command=command), soft_wrap=True)
    if result.ending is RunEnding.COMPLETE and settings.sprt:
        longer = f"outflank {kind} --resume {log.path} --games {4 * settings.pairs}"
        console.print(_("Continue the test with: {command}", command=longer), soft_wrap=True)
    return result


def _play(
    args: argparse.Namespace,
    log: GameLog,
    settings: RunSettings,
    executor: StoppableExecutor,
    workers: int,
    console: Console,
) -> RunResult:
    if args.isolate:
        _isolate(executor, settings)
    view = LiveView(console)

    def before() -> None:
        try_out(settings, executor)
        console.print(_("Log: {file}", file=log.path), style="dim", soft_wrap=True)

    run = Tournament(
        settings,
        log,
        executor,
        workers=workers,
        watcher=view,
        before_first_game=before,
    )

    def finish() -> None:
        run.stop()
        view.say(_("Finishing the running games. Press Ctrl-C again to stop immediately."))

    with log, view, Interrupts(finish):
        return run.run()


def write_reports(args: argparse.Namespace, result: RunResult, kind: str, console: Console) -> None:
    title = f"Outflank: {', '.join(result.settings.names)}"
    reports: tuple[tuple[Path | None, Callable[[], str]], ...] = (
        (args.html, lambda: to_html(result, title)),
        (args.csv, lambda: to_csv(result)),
        (args.json, lambda: json.dumps(to_json(result), indent=1) + "\n"),
    )
    for path, text in reports:
        if path is None:
            continue
        try:
            path.write_text(text(), encoding="utf-8")
        except OSError as error:
            raise UsageError(
                _(
                    "{path} cannot be written: {error}. No game is lost. `{command}` writes the "
                    "reports again.",
                    path=path,
                    error=error.strerror,
                    command=f"outflank {kind} --resume LOG",
                )
            ) from None
        console.print(_("Wrote {file}", file=path), style="dim", soft_wrap=True)


def refuse_unwritable(*paths: Path | None) -> None:
    """Fail before the games if a report cannot be written."""
    for path in filter(None, paths):
        if not path.parent.is_dir():
            raise UsageError(_(NO_FOLDER, path=path, folder=path.parent))
        if path.is_dir():
            raise UsageError(
                _("{path} cannot be written: it is a folder. Name a file in it.", path=path)
            )
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise UsageError(_("{path} cannot be written: permission denied.", path=path))


def arena_folder() -> Path:
    return data_folder() / "arena"


def newest_log(kind: str = "") -> Path:
    """Return the log with the latest time, and then the highest number, in its name."""
    logs = arena_folder().glob(f"{kind or '*'}-*.jsonl")
    newest = max(logs, key=lambda log: [int(n) for n in re.findall(r"\d+", log.stem)], default=None)
    if newest is None:
        raise UsageError(
            _(
                "There is no log of `{command}` in {folder} to resume.",
                command=f"outflank {kind or 'match'}",
                folder=arena_folder(),
            )
        )
    return newest
