"""What `match` and `tournament` share: their options, Ctrl-C, the log and the reports."""

import argparse
import itertools
import json
import os
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, wraps
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
from outflank.workers.lines import LinesExist
from outflank.workers.sandbox import SandboxUnavailable

PATIENCE = 3  # times --time until a player forfeits, and a second for a machine that is busy
MOST_SOLVED = 20  # empties that the engine solves in seconds
CLUSTER_AT_LEAST = 4  # workers we reckon with, as more may join a cluster while it plays
FORFEITED = 1  # of a run that says nothing, as a player forfeits whatever it is asked
SIZE, SEED, MEMORY = 8, 1, 2048  # of a run that is not told
# Options whose values a log was begun with; its games would not belong together if they changed.
FIXED = (
    "format", "rounds", "size", "seed", "openings", "time", "depth", "nodes", "patience", "clock",
    "memory", "adjudicate", "log",
)  # fmt: skip


def add_run_options(parser: argparse.ArgumentParser, *, games: str) -> None:
    parser.add_argument("--games", type=int, help=games)
    add_size_option(parser)
    parser.add_argument("--seed", type=int, help=f"same seed, same games; default: {SEED}")
    parser.add_argument(
        "--openings",
        metavar="WHICH",
        help="balanced (8×8), random:N, start, or a file with a transcript a line; "
        "default: balanced on 8×8, random:4 elsewhere, random:2 on 4×4",
    )
    limits = parser.add_argument_group("limits for each move")
    limits.add_argument("--time", type=float, metavar="SECONDS", help="told to the players")
    limits.add_argument("--depth", type=int, help="plies, told to the players")
    limits.add_argument("--nodes", type=int, help="positions, told to the players")
    limits.add_argument(
        "--patience",
        type=float,
        metavar="SECONDS",
        help=f"until it forfeits; default: 60, or {PATIENCE} times --time and a second",
    )
    limits.add_argument(
        "--clock",
        metavar="TIME",
        help="in the place of --time: seconds for all moves of a side and seconds more a move, "
        f"such as 60+1 or 2:30+0.5; {MARGIN:g} s past it are forgiven",
    )
    limits.add_argument(
        "--memory",
        type=int,
        metavar="MB",
        help=f"megabytes for a worker, 0 for any; default: {MEMORY}",
    )
    parser.add_argument(
        "--adjudicate",
        type=int,
        metavar="N",
        help=f"solve a game with so many empties, at most {MOST_SOLVED}, instead of playing it to "
        "its end; default: never",
    )
    add_worker_options(parser)
    add_isolation_option(parser)
    add_record_options(parser)


def add_isolation_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="let players have no network and no files but their own, by bubblewrap; default: they "
        "may do what you may",
    )


def add_size_option(parser: argparse.ArgumentParser) -> None:
    """Declare the board, which a log fixes: no value means that none was chosen."""
    parser.add_argument(
        "--size", type=int, choices=SIZES, metavar="N", help=f"squares a side; default: {SIZE}"
    )


def add_record_options(parser: argparse.ArgumentParser) -> None:
    output = parser.add_argument_group("records and reports")
    output.add_argument(
        "--log", type=Path, help="where every game is kept; default: in the data folder"
    )
    output.add_argument(
        "--resume",
        metavar="LOG",
        help="go on with a log as it was begun, or longer by --games; 'last' is the newest",
    )
    output.add_argument(
        "--allow-changed", action="store_true", help="resume although a player changed"
    )
    output.add_argument("--html", type=Path, help="write a page with all games")
    output.add_argument("--csv", type=Path, help="write the table")
    output.add_argument("--json", type=Path, help="write the table and the pairs")


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
        if value is not None and value <= 0:
            raise UsageError(f"--{name} must be above 0; got {value:g}")
    told = {name: getattr(args, name) for name in ("time", "depth", "nodes") if getattr(args, name)}
    pairs = games // 2 or UNLIMITED_PAIRS
    patience = args.patience or (PATIENCE * args.time + 1 if args.time else Limits().seconds)
    size = args.size or SIZE
    seed = SEED if args.seed is None else args.seed
    choice = args.openings or default_openings(size)
    return RunSettings(
        entrants=make_entrants(players, size, told),
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
    """The seconds of a side, and those it gains with a move: computers' clocks are short."""
    if args.time is not None or args.patience is not None:
        raise UsageError("--clock is for a whole game: leave out --time and --patience")
    try:
        time_control = parse_time_control(
            args.clock if ":" in args.clock.partition("+")[0] else f"0:{args.clock}"
        )
    except ValueError:
        raise UsageError(
            "--clock is the seconds of a side and those it gains with each move, such as 60+1 or "
            f"2:30+0.5; got {args.clock!r}"
        ) from None
    return time_control.seconds, time_control.increment


def _solved_from(args: argparse.Namespace) -> int:
    if args.adjudicate is None:
        return 0
    if not 1 <= args.adjudicate <= MOST_SOLVED:
        raise UsageError(f"--adjudicate is from 1 to {MOST_SOLVED} empties; got {args.adjudicate}")
    return int(args.adjudicate)


def open_log(
    args: argparse.Namespace, settings: RunSettings | None, kind: str
) -> tuple[GameLog, RunSettings]:
    """The log to write, a new one or the one to go on with, and the settings it goes on with."""
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
    """Refuse what a log fixed when it was begun, rather than go on and not heed it."""
    given = [f"--{name}".replace("_", "-") for name in options if _given(args, name)]
    if given:
        raise UsageError(
            f"--resume goes on as the log was begun, so {' and '.join(given)} cannot be chosen "
            f"again: leave {'it' if len(given) == 1 else 'them'} out, or begin a new run"
        )


def _given(args: argparse.Namespace, name: str) -> bool:
    value = getattr(args, name, None)
    return value is not None and value is not False  # 0 is a seed like any other


def _settings_to_resume(args: argparse.Namespace, log: GameLog) -> RunSettings:
    """What the log says, made longer where that was asked for."""
    if log.settings.get("kind") == "tune":
        raise UsageError(f"{log.path} is a log of tuning: go on with outflank tune --resume")
    settings = RunSettings.from_json(log.settings)
    changed = changed_entrants(settings.entrants)
    if changed and not args.allow_changed:
        raise UsageError(
            f"{', '.join(changed)} is not what it was when {log.path} was begun, so old and new "
            "games would be mixed: begin a new run, or add --allow-changed"
        )
    if changed:
        settings = replace(settings, entrants=as_they_are_now(settings.entrants))
    if args.games is None:
        return settings
    refuse_odd("--games", args.games)
    longer = replace(settings, pairs=args.games // 2)
    format = longer.make_format()
    if not format.can_grow and longer.pairs != settings.pairs:
        raise UsageError(
            f"a {format.name} draws each round from the one before, so the meetings of "
            f"{log.path} stay at {2 * settings.pairs} games; got --games {args.games}: "
            "leave it out, or begin a new run"
        )
    games = format.games_known()
    played = max((record.game + 1 for record in log.records), default=0)
    if games is not None and games < played:
        raise UsageError(
            f"{log.path} has {played} games already, and --games {args.games} would make it "
            f"{games}: a run can be made longer, not shorter"
        )
    return longer


def refuse_odd(option: str, games: int) -> None:
    if games < 2 or games % 2:
        raise UsageError(
            f"{option} must be an even number, as every opening is played twice; got {games}: "
            f"try {max(2, games + games % 2)}"
        )


def new_log(path: Path | None, settings: dict[str, Any], kind: str) -> GameLog:
    """A log at this path, or one named after the moment; runs of one second get numbers."""
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
            raise UsageError("--workers is for this machine; a cluster brings its own")
        cluster = cluster_at(args.cluster)
        return cluster, max(cluster.workers, CLUSTER_AT_LEAST)
    workers = workers_of(args)
    return LocalExecutor(workers), workers


def isolated(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Make a command load players in a sandbox alone with ``--isolate``."""

    @wraps(run)
    def run_isolated(args: argparse.Namespace) -> int:
        try:
            with sandboxed(args.isolate and not args.cluster):
                return run(args)
        except SandboxUnavailable as error:
            raise UsageError(str(error)) from None

    return run_isolated


def _isolate(executor: StoppableExecutor, settings: RunSettings) -> None:
    """Run the processes that play in a sandbox, or refuse to play."""
    assert isinstance(executor, LocalExecutor)
    executor.isolate({file for one in settings.entrants for file in files_of(one.spec)})


def play_run(args: argparse.Namespace, settings: RunSettings | None, kind: str) -> int:
    result = play_games(args, settings, kind, Console(highlight=False))
    if result is None or result.ending is RunEnding.STOPPED:
        return STOPPED
    return FORFEITED if result.ending is RunEnding.FORFEITED else 0


def play_games(
    args: argparse.Namespace, settings: RunSettings | None, kind: str, console: Console
) -> RunResult | None:
    """Play a run and report on it; nothing comes back from one that was stopped at once."""
    refuse_unwritable(args.html, args.csv, args.json)
    if args.isolate and args.cluster:
        raise UsageError("--isolate is for this machine; sandbox the workers of a cluster yourself")
    executor, workers = make_executor(args)
    with executor:  # which a failure stops at once
        log, settings = open_log(args, settings, kind)
        command = f"outflank {kind} --resume {log.path}"
        if args.resume and args.games:
            command += f" --games {args.games}"  # the log says how long it was at first
        try:
            result = _play(args, log, settings, executor, workers, console)
        except CannotPlay as error:
            if args.resume is None:
                log.path.unlink()  # nothing is in it
            raise UsageError(f"{error}. No game was played.") from None
        except KeyboardInterrupt:
            executor.stop_now()
            console.print(f"Stopped at once. {command} goes on.", soft_wrap=True)
            return None
    print_result(console, result)
    write_reports(args, result, kind, console)
    if result.ending is RunEnding.STOPPED:
        console.print(f"{command} goes on.", soft_wrap=True)
    if result.ending is RunEnding.COMPLETE and settings.sprt:
        longer = f"outflank {kind} --resume {log.path} --games {4 * settings.pairs}"
        console.print(f"{longer} goes on with the test.", soft_wrap=True)
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
    run = Tournament(
        settings,
        log,
        executor,
        workers=workers,
        watcher=view,
        before_first_game=partial(try_out, settings, executor),
    )

    def finish() -> None:
        run.stop()
        view.say("Finishing the running games; Ctrl-C again stops at once.")

    with log, view, Interrupts(finish):
        console.print(f"Log: {log.path}", style="dim", soft_wrap=True)
        return run.run()


def write_reports(args: argparse.Namespace, result: RunResult, kind: str, console: Console) -> None:
    title = f"Outflank {kind}: {', '.join(result.settings.names)}"
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
                f"{path} cannot be written: {error.strerror}. No game is lost: "
                f"outflank {kind} --resume LOG writes the reports again"
            ) from None
        console.print(f"Wrote {path}", style="dim", soft_wrap=True)


def refuse_unwritable(*paths: Path | None) -> None:
    """Say now, not after an hour of games, that a report has nowhere to go."""
    for path in filter(None, paths):
        if not path.parent.is_dir():
            raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
        if path.is_dir():
            raise UsageError(f"{path} cannot be written: it is a folder; name a file in it")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise UsageError(f"{path} cannot be written: you may not write there")


def arena_folder() -> Path:
    return data_folder() / "arena"


def newest_log(kind: str) -> Path:
    """The log whose name is of the latest moment, and of one second the highest number."""
    logs = arena_folder().glob(f"{kind}-*.jsonl")
    newest = max(logs, key=lambda log: [int(n) for n in re.findall(r"\d+", log.stem)], default=None)
    if newest is None:
        raise UsageError(f"there is no log of a {kind} in {arena_folder()} to go on with")
    return newest
