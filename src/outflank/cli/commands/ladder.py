"""``outflank ladder``: measure the strength of all opponents on one scale."""

import argparse
import json
import platform
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console

from outflank.arena import (
    BALANCED,
    GameLog,
    PlayedGame,
    RunEnding,
    RunSettings,
    ladder,
    load_openings,
)
from outflank.arena.entrants import changed_entrants, make_entrants, unknown_entrants
from outflank.arena.openings import replay_opening
from outflank.arena.runs import RunResult, result_of_log
from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import (
    FORFEITED,
    SEED,
    add_isolation_option,
    add_record_options,
    add_seed_option,
    isolated,
    newest_log,
    play_games,
    refuse_odd,
    refuse_unwritable,
)
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.long_work import STOPPED
from outflank.cli.shared.workers import add_worker_options
from outflank.players.ratings import RATINGS_FILE, RatingTable, shipped_ratings
from outflank.translation import _

GAMES = 200
SIZE = 8


def configure(parser: argparse.ArgumentParser) -> None:
    about = _(
        "Each player meets the two rated just above it. Slow players play fewer games, so their "
        "error bars are wider. At the end this writes the table of ratings that `outflank "
        "opponents` and the screens show; {anchor} has rating 0. With PLAYER arguments, only "
        "these play and the others keep their ratings. With your own players among them, it "
        "shows their ratings and writes nothing. Ctrl-C finishes the running games, and --resume "
        "continues.",
        anchor=ladder.ANCHOR,
    )
    rows = {
        "outflank ladder": _("all opponents, about an hour"),
        "outflank ladder engine:3 engine:4 engine:5 --games 400": "",
        "outflank ladder ./mybot.py greedy lookahead positional": "",
        "outflank ladder --resume last": _("continue the last run"),
        "outflank ladder engine:5 positional engine:6 engine:7 --changed positional": "",
        "outflank ladder engine:18 engine:19 engine:20 --count earlier.jsonl": "",
        "outflank ladder --games 20 --write mine.json": _("a quick estimate"),
    }
    parser.epilog = f"{about}\n\n{examples(rows)}"
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER", help=_("the players; default: all opponents")
    )
    parser.add_argument(
        "--games",
        type=int,
        help=_(
            "maximum number of games per pairing, an even number; default: {games}", games=GAMES
        ),
    )
    add_seed_option(parser)
    add_worker_options(parser)
    add_isolation_option(parser)
    add_record_options(parser)
    parser.add_argument(
        "--write",
        type=Path,
        help=_("the rating file; default: Outflank's own, if all players belong to it"),
    )
    parser.add_argument(
        "--count",
        type=Path,
        metavar="LOG",
        action="append",
        default=[],
        help=_(
            "also count the games of another run of the ladder; can be repeated. A log with "
            "players or openings that have changed needs --allow-changed"
        ),
    )
    parser.add_argument(
        "--changed",
        metavar="PLAYER",
        action="append",
        default=[],
        help=_(
            "a player that has changed since its last rating: only it gets a new rating, and the "
            "others of the run keep theirs; can be repeated"
        ),
    )
    parser.add_argument("--plot", type=Path, help=_("draw the ladder as SVG"))
    parser.add_argument(
        "--docs",
        type=Path,
        metavar="FOLDER",
        help=_("update docs/ of a checkout"),
    )


@isolated
def run(args: argparse.Namespace) -> int:
    refuse_unwritable(args.write, args.plot)
    if args.docs and ladder.MARK not in _guide(args.docs):
        raise UsageError(
            _(
                "{folder} has no docs/strength.md with a place for the ladder ({mark}).",
                folder=args.docs,
                mark=ladder.MARK,
            )
        )
    if args.resume is not None and args.players:
        raise UsageError(_("--resume takes the players from the log. Leave them out."))
    console = Console(highlight=False)
    others = [_other(path, args, console) for path in args.count]
    settings = None
    if args.resume is None:
        settings = _settings(args)
        names = settings.names
    else:
        path = newest_log("ladder") if args.resume == "last" else Path(args.resume)
        log = _log_of_ladder(path)
        _warn_unknown(path, log, console)
        names = RunSettings.from_json(log.settings).names
    _check_anchors(names, args.changed)
    result = play_games(args, settings, "ladder", console)
    if result is None:
        return STOPPED
    if result.ending is RunEnding.FORFEITED:
        return FORFEITED
    result = ladder.together([result, *others])
    ratings = table_of(result, args.changed)
    console.print("[bold]" + _("Ladder") + f"[/] ({ratings.about})", soft_wrap=True)
    for name, rating in sorted(ratings.of.items(), key=lambda item: -item[1].elo):
        console.print(f"{name:<12}{rating.number:>12}  {rating.time:>10}  {rating.phrase}")
    console.print(ladder.steps_line(ratings.of), style="bold")
    if result.ending is RunEnding.STOPPED:
        console.print(_("The run was stopped early, so the table was not written."))
        return STOPPED
    all_built_in = set(result.settings.names) <= set(ladder.everybody())
    if args.write or all_built_in:
        write_table(args, ratings, console)
    return 0


def table_of(result: RunResult, changed: Sequence[str] = ()) -> RatingTable:
    """Return the rating table after a run; players outside the run keep their ratings.

    With ``changed``, only these players and those without a rating are rated.
    """
    before = shipped_ratings()
    known = before.of
    rated = ladder.rate(result, known, changed)
    games = len(result.records)
    date = time.strftime("%Y-%m-%d")
    if changed:
        rated = {name: rated[name] for name in rated if name in changed or name not in known}
        about = f"{' and '.join(rated)} on {date}, {games} games among their neighbours"
        return RatingTable(f"{before.about}; {about}", {**known, **rated})
    about = (
        f"{date}, {games} games on 8×8 from balanced openings, "
        f"{platform.machine()}; {ladder.ANCHOR} is 0"
    )
    kept = {name: rating for name, rating in known.items() if name not in rated}
    if kept:
        about += f"; {', '.join(ladder.in_order(kept, kept))} as measured before"
    return RatingTable(about, {**kept, **rated})


def write_table(args: argparse.Namespace, ratings: RatingTable, console: Console) -> None:
    path = args.write or RATINGS_FILE
    written = [path]
    ratings = RatingTable.from_json(
        ratings.to_json(), str(path)
    )  # the documents show the numbers in the file
    try:
        text = json.dumps(ratings.to_json(), indent=1, ensure_ascii=False) + "\n"
        path.write_text(text, encoding="utf-8")
        if args.plot:
            args.plot.write_text(ladder.plot(ratings), encoding="utf-8")
            written.append(args.plot)
        if args.docs:
            written += write_documents(args.docs, ratings)
    except OSError as error:
        raise UsageError(
            _("{path} cannot be written: {error}", path=error.filename, error=error.strerror)
        ) from None
    for path in written:
        console.print(_("Wrote {file}", file=path), style="dim", soft_wrap=True)


def write_documents(folder: Path, ratings: RatingTable) -> list[Path]:
    guide, picture = folder / "docs" / "strength.md", folder / "docs" / "images" / "ladder.svg"
    text = guide.read_text(encoding="utf-8")
    guide.write_text(ladder.with_ladder(text, ladder.markdown(ratings)), encoding="utf-8")
    picture.write_text(ladder.plot(ratings), encoding="utf-8")
    return [guide, picture]


def _other(path: Path, args: argparse.Namespace, console: Console) -> RunResult:
    """Return the games of another run, if both measure the same thing."""
    log = _log_of_ladder(path)
    changed = changed_entrants(RunSettings.from_json(log.settings).entrants)
    if changed and not args.allow_changed:
        raise UsageError(
            _(
                "These players have changed since {log} was started: {players}. Leave out the log, "
                "or add --allow-changed.",
                log=path,
                players=", ".join(changed),
            )
        )
    foreign = _foreign_openings(log.records)
    if foreign and not args.allow_changed:
        raise UsageError(
            _(
                "{log} has games from openings that are not in the list of balanced openings, such "
                "as {opening}. Leave out the log, or add --allow-changed.",
                log=path,
                opening=foreign[0],
            )
        )
    _warn_unknown(path, log, console)
    return result_of_log(log)


def _log_of_ladder(path: Path) -> GameLog:
    log = GameLog.read(path)
    if "entrants" not in log.settings:
        raise UsageError(_("{log} is not the log of a ladder, a tournament or a match.", log=path))
    size = log.settings["size"]
    if size != SIZE:
        raise UsageError(
            _(
                "The games of {log} are on {size}×{size} boards. The ladder is for {own}×{own}.",
                log=path,
                size=size,
                own=SIZE,
            )
        )
    return log


def _foreign_openings(records: Iterable[PlayedGame]) -> list[str]:
    """Return the openings that are not on the list, in any rotation or reflection."""
    balanced = load_openings(BALANCED, SIZE, SEED, 0)
    others = sorted({record.opening for record in records} - set(balanced))
    if not others:
        return []
    known = {replay_opening(opening, SIZE).canonical() for opening in balanced}
    return [opening for opening in others if replay_opening(opening, SIZE).canonical() not in known]


def _warn_unknown(path: Path, log: GameLog, console: Console) -> None:
    unknown = unknown_entrants(RunSettings.from_json(log.settings).entrants)
    if unknown:
        console.print(
            _(
                "{log} is from an older version, which did not record the engine's levels. These "
                "players may have changed since: {players}",
                log=path,
                players=", ".join(unknown),
            ),
            soft_wrap=True,
        )


def _guide(folder: Path) -> str:
    try:
        return (folder / "docs" / "strength.md").read_text(encoding="utf-8")
    except OSError:
        return ""


def _check_anchors(players: Sequence[str], changed: Sequence[str]) -> None:
    absent = [name for name in changed if name not in players]
    if absent:
        raise UsageError(
            _(
                "--changed must name players of this run ({players}), not {absent}.",
                players=", ".join(players),
                absent=", ".join(absent),
            )
        )
    anchors = {*shipped_ratings().of, ladder.ANCHOR} - set(changed)
    if not anchors & set(players):
        raise UsageError(
            _(
                "The run needs a rated player to fix the scale. Add {anchor}, or another one such "
                "as greedy.",
                anchor=ladder.ANCHOR,
            )
        )


def _settings(args: argparse.Namespace) -> RunSettings:
    games = GAMES if args.games is None else args.games
    refuse_odd("--games", games)
    known = shipped_ratings().of
    players = ladder.in_order(args.players or ladder.everybody(), known)
    if len(players) < 2:
        raise UsageError(
            _("A ladder needs two or more players, not only {players}.", players=", ".join(players))
        )
    entrants = make_entrants(players, SIZE)
    pairs = games // 2
    seed = SEED if args.seed is None else args.seed
    return RunSettings(
        entrants=entrants,
        format="neighbours",
        pairs=pairs,
        size=SIZE,
        seed=seed,
        openings=tuple(load_openings(BALANCED, SIZE, seed, pairs)),
        most=tuple(ladder.most_pairs(name, known) for name in players),
    )
