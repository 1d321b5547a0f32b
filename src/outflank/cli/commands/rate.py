"""``outflank rate``: the rating of any player on the published ladder."""

import argparse
import json
import math
import time
from collections.abc import Mapping
from pathlib import Path

from outflank.arena import CannotPlay, Limits, play_match
from outflank.arena.entrants import InvalidEntrant, entrant_of, make_entrants
from outflank.arena.rating import Block, next_opponent, rating, scale_error
from outflank.arena.statistics.elo import Estimate, Pentanomial
from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import SEED, refuse_unwritable
from outflank.cli.shared.errors import UsageError, at_least
from outflank.cli.shared.workers import workers_of
from outflank.players import Rating, meet, with_full_path
from outflank.players.ratings import RATED_SIZE, shipped_ratings
from outflank.storage.files.data_dir import data_folder
from outflank.translation import _, ngettext
from outflank.workers.lines import LineFile

MINUTES, ERROR = 10.0, 40.0
FIRST, MOST = 4, 40  # games against an opponent
BLOCK_SECONDS = 60
END = "end"  # the last line of the log of a finished rating


def configure(parser: argparse.ArgumentParser) -> None:
    about = _(
        "The player meets opponents of the ladder near its strength, whose ratings are known. It "
        "is the scale of `outflank opponents`: random has 0. If it is stopped, the same command "
        "continues. Every opening is played twice, with colors swapped. A move may take a "
        "hundredth of --minutes."
    )
    parser.epilog = f"{about}\n\n" + examples(
        {
            "outflank rate ./mybot.py": "",
            "outflank rate 'gtp:gtp-rhino' --report rhino.md": _("with a report to share"),
            "outflank rate onnx:network.onnx --minutes 3": "",
        }
    )
    parser.add_argument(
        "player", metavar="PLAYER", help=_("a player file, an opponent or another program")
    )
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help=_("the longest time to play")
    )
    parser.add_argument(
        "--error",
        type=float,
        default=ERROR,
        metavar="ELO",
        help=_("stop when the games have this error bar (95 %%)"),
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help=_("write a page of Markdown"))
    parser.add_argument(
        "--seed", type=int, default=SEED, help=_("the same seed gives the same openings")
    )
    parser.add_argument("--workers", type=int, help=_("games at a time; default: all processors"))


def run(args: argparse.Namespace) -> int:
    at_least(args, seed=0)
    for name in ("minutes", "error"):
        if not 0 < getattr(args, name) < 1e6:
            raise UsageError(
                _("--{option} must be above 0, not {value:g}.", option=name, value=vars(args)[name])
            )
    refuse_unwritable(args.report)
    workers = workers_of(args)
    player = with_full_path(args.player)
    try:
        make_entrants([player], RATED_SIZE)
    except InvalidEntrant as error:
        raise UsageError(str(error)) from None
    if player.startswith(("gtp:", "nboard:")):
        meet(player)  # refuses a missing or silent program
    known = shipped_ratings().of
    head = json.dumps([player, entrant_of(player, player).digest, args.seed])
    folder = data_folder() / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    with LineFile(folder / "rate.jsonl") as log:
        blocks = _blocks(log, head)
        if blocks:
            print(_("Continuing after {games} games.", games=sum(one.games for one in blocks)))
        _play(args, player, blocks, log, known, workers)
    if not blocks:
        raise UsageError(_("No game was played. Choose more --minutes."))
    found = rating(blocks, known)
    page = _report(args.player, found, blocks, known)
    print(f"\n{page}", end="")
    if args.report:
        args.report.write_text(page, encoding="utf-8")
        print("\n" + _("Wrote {file}", file=args.report))
    return 0


def _blocks(log: LineFile, head: str) -> list[Block]:
    """Return the games so far, or start the log again for another player."""
    if log.lines[:1] != [head] or log.lines[-1:] == [END]:
        log.keep(0)
        log.append([head])
        return []
    lines = map(json.loads, log.lines[1:])
    return [Block(name, Pentanomial(tuple(counts))) for name, counts in lines]


def _play(
    args: argparse.Namespace,
    player: str,
    blocks: list[Block],
    log: LineFile,
    known: Mapping[str, Rating],
    workers: int,
) -> None:
    begun, games = time.monotonic(), min(MOST, 2 * blocks[-1].games) if blocks else FIRST
    while True:
        if blocks and rating(blocks, known).error <= args.error:
            break
        left = begun + 60 * args.minutes - time.monotonic()
        if left <= 0:
            break
        opponent = next_opponent(blocks, known)
        before = time.monotonic()
        try:
            contest = play_match(
                player,
                opponent,
                games,
                seed=args.seed * 1000 + len(blocks),
                workers=workers,
                limits=Limits(max(1.0, 60 * args.minutes / 100)),
            )
        except CannotPlay as error:
            raise UsageError(str(error)) from None
        faults = [record.fault for record in contest.records if record.fault]
        if len(faults) * 2 >= len(contest.records):
            raise UsageError(
                _(
                    "{player} forfeits too many games for a rating. {reason}",
                    player=args.player,
                    reason=faults[0].message,
                )
            )
        block = Block(opponent, contest.pairs)
        blocks.append(block)
        log.append([json.dumps([opponent, block.pairs.counts])])
        now = rating(blocks, known)
        print(
            _(
                "{opponent} ({elo:.0f}): {points:g} of {games}. Rating {value:.0f} ± {error:.0f}",
                opponent=opponent,
                elo=known[opponent].elo,
                points=block.points,
                games=block.games,
                value=now.value,
                error=now.error,
            ),
            flush=True,
        )
        seconds = max(time.monotonic() - before, 1e-3) / games
        games = int(min(BLOCK_SECONDS, max(left, 1)) / seconds) // 2 * 2
        games = max(2, min(MOST, 2 * block.games, games))
    log.append([END])


def _report(player: str, found: Estimate, blocks: list[Block], known: Mapping[str, Rating]) -> str:
    """Return the rating, its meaning and the games as Markdown."""
    names = sorted({one.opponent for one in blocks}, key=lambda name: known[name].elo)
    games = sum(one.games for one in blocks)
    scale = scale_error(blocks, known)
    here = Rating(found.value, math.hypot(found.error, scale), games, 0.0)
    rows = [
        f"| {_('opponent')} | {_('rating')} | {_('games')} | {_('points')} |",
        "|---|---:|---:|---:|",
    ]
    for name in names:
        met = [one for one in blocks if one.opponent == name]
        points = sum(one.points for one in met)
        rows.append(
            f"| {name} | {known[name].number} | {sum(one.games for one in met)} | {points:g} |"
        )
    title = _("{player}: rated {number}", player=player, number=here.number)
    about = ngettext(
        "{phrase}. {count} game on 8×8, each opening with both colors. The error bar (95 %) has "
        "± {own:.0f} of these games and ± {scale:.0f} of the scale near this strength. On it "
        "random has 0; `outflank opponents` lists the others.",
        "{phrase}. {count} games on 8×8, each opening with both colors. The error bar (95 %) has "
        "± {own:.0f} of these games and ± {scale:.0f} of the scale near this strength. On it "
        "random has 0; `outflank opponents` lists the others.",
        games,
        phrase=here.phrase.capitalize(),
        own=found.error,
        scale=scale,
    )
    return "\n".join([f"# {title}", "", about, "", *rows, ""])
