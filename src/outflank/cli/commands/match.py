"""``outflank match``: many games between two players."""

import argparse

from outflank.arena import Sprt
from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import add_run_options, isolated, play_run, settings_of
from outflank.cli.shared.errors import UsageError
from outflank.translation import _

GAMES = 100


def configure(parser: argparse.ArgumentParser) -> None:
    about = _(
        "A player is a name from `outflank opponents`, perhaps with settings "
        "(positional:corner=40), or a file with a function choose(board): ./mybot.py. Each opening "
        "is played twice, with colors swapped. Ctrl-C finishes the running games; the log has all "
        "games."
    )
    rows = {
        "outflank match positional greedy --games 200": "",
        "outflank match ./mybot.py positional --sprt elo0=0,elo1=20 --html match.html": "",
        "outflank match --resume last": _("continue the last match"),
    }
    parser.epilog = f"{about}\n\n{examples(rows)}"
    parser.add_argument("players", nargs="*", metavar="PLAYER", help=_("the two players"))
    parser.add_argument(
        "--sprt",
        metavar="TEST",
        help=_(
            "stop when the test decides whether the first player is stronger by elo0 or by elo1: "
            "{form}",
            form="elo0=0,elo1=10[,alpha=0.05,beta=0.05,model=logistic|normalized]",
        ),
    )
    add_run_options(
        parser,
        games=_(
            "number of games, an even number; the maximum with --sprt; default: {games}, "
            "or no limit with --sprt",
            games=GAMES,
        ),
    )


@isolated
def run(args: argparse.Namespace) -> int:
    if args.resume is not None:
        if args.players or args.sprt:
            raise UsageError(
                _("--resume takes the players and the test from the log. Leave them out.")
            )
        return play_run(args, None, "match")
    if len(args.players) != 2:
        raise UsageError(
            _(
                "A match has two players, not {count}. For more, use `outflank tournament`.",
                count=len(args.players),
            )
        )
    try:
        sprt = Sprt.parse(args.sprt) if args.sprt is not None else None
    except ValueError as error:
        raise UsageError(f"--sprt: {error}") from None
    return play_run(args, settings_of(args, args.players, games=GAMES, sprt=sprt), "match")
