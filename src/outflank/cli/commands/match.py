"""``outflank match``: two players, many games, one answer."""

import argparse

from outflank.arena import Sprt
from outflank.cli.shared.arena_run import add_run_options, isolated, play_run, settings_of
from outflank.cli.shared.errors import UsageError

GAMES = 100


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Players are names from `outflank opponents`, with settings (positional:corner=40), or\n"
        "files with a function choose(board): ./mybot.py. Every opening is played twice,\n"
        "colours swapped. Ctrl-C finishes the running games; what was played is in the log.\n\n"
        "examples:\n"
        "  outflank match positional greedy --games 200\n"
        "  outflank match ./mybot.py positional --sprt elo0=0,elo1=20 --html match.html\n"
        "  outflank match --resume last"
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="two of them")
    parser.add_argument(
        "--sprt",
        metavar="TEST",
        help="stop when it is decided whether the first player is elo1 rather than elo0 better: "
        "elo0=0,elo1=10[,alpha=0.05,beta=0.05,model=logistic|normalized]",
    )
    add_run_options(
        parser,
        games=f"of the two players, even; default: {GAMES}; with --sprt the most, default: any",
    )


@isolated
def run(args: argparse.Namespace) -> int:
    if args.resume is not None:
        if args.players or args.sprt:
            raise UsageError("--resume takes the players and the test from the log; leave them out")
        return play_run(args, None, "match")
    if len(args.players) != 2:
        raise UsageError(
            f"a match has two players, got {len(args.players)}; for more: outflank tournament"
        )
    try:
        sprt = Sprt.parse(args.sprt) if args.sprt is not None else None
    except ValueError as error:
        raise UsageError(f"--sprt: {error}") from None
    return play_run(args, settings_of(args, args.players, games=GAMES, sprt=sprt), "match")
