"""``outflank tournament``: many players, one table."""

import argparse

from outflank.arena import FORMATS
from outflank.cli.shared.arena_run import add_run_options, isolated, play_run, settings_of
from outflank.cli.shared.errors import UsageError

GAMES = 20
FORMAT = "round-robin"


def configure(parser: argparse.ArgumentParser) -> None:
    formats = "\n".join(f"  {name:<13}{format.summary}" for name, format in FORMATS.items())
    parser.epilog = (
        f"formats:\n{formats}\n\n"
        "Every opening is played twice, colours swapped. A player that crashes, hangs, eats\n"
        "memory or answers illegally forfeits that game, and the tournament goes on. Ctrl-C\n"
        "finishes the running games; what was played is in the log.\n\n"
        "examples:\n"
        "  outflank tournament random greedy positional priority --games 100 --html table.html\n"
        "  outflank tournament ./mybot.py greedy lookahead positional --format gauntlet\n"
        "  outflank tournament --resume last"
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="two or more")
    parser.add_argument(
        "--format", choices=list(FORMATS), metavar="NAME", help=f"who meets whom; default: {FORMAT}"
    )
    parser.add_argument("--rounds", type=int, help="of a swiss; default: enough for a winner")
    add_run_options(parser, games=f"of each two players that meet, even; default: {GAMES}")


@isolated
def run(args: argparse.Namespace) -> int:
    if args.resume is not None:
        if args.players:
            raise UsageError("--resume takes the players from the log; leave them out")
        return play_run(args, None, "tournament")
    if len(args.players) < 2:
        raise UsageError(f"a tournament needs at least two players; got {len(args.players)}")
    format, rounds = args.format or FORMAT, args.rounds or 0
    if rounds < 0 or (rounds and format != "swiss"):
        raise UsageError("--rounds is for --format swiss, and not negative")
    settings = settings_of(args, args.players, games=GAMES, format=format, rounds=rounds)
    return play_run(args, settings, "tournament")
