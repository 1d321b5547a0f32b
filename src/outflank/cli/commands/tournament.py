"""``outflank tournament``: many players, one table."""

import argparse

from outflank.arena import FORMATS
from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import add_run_options, isolated, play_run, settings_of
from outflank.cli.shared.errors import UsageError
from outflank.translation import _

GAMES = 20
FORMAT = "round-robin"


def configure(parser: argparse.ArgumentParser) -> None:
    formats = "\n".join(f"  {name:<13}{_(format.summary)}" for name, format in FORMATS.items())
    about = _(
        "Each opening is played twice, with colors swapped. A player that crashes, hangs, uses too "
        "much memory or plays an illegal move forfeits that game, and the tournament continues. "
        "Ctrl-C finishes the running games; the log has all games."
    )
    rows = {
        "outflank tournament random greedy positional priority --games 100 --html table.html": "",
        "outflank tournament ./mybot.py greedy lookahead positional --format gauntlet": "",
        "outflank tournament --resume last": _("continue the last tournament"),
    }
    parser.epilog = _("Formats:") + f"\n{formats}\n\n{about}\n\n{examples(rows)}"
    parser.add_argument("players", nargs="*", metavar="PLAYER", help=_("two or more players"))
    parser.add_argument(
        "--format",
        choices=list(FORMATS),
        metavar="NAME",
        help=_("the format, which determines the pairings; default: {format}", format=FORMAT),
    )
    parser.add_argument(
        "--rounds", type=int, help=_("rounds of a Swiss tournament; default: enough for a winner")
    )
    add_run_options(
        parser,
        games=_("number of games per pairing, an even number; default: {games}", games=GAMES),
    )


@isolated
def run(args: argparse.Namespace) -> int:
    if args.resume is not None:
        if args.players:
            raise UsageError(_("--resume takes the players from the log. Leave them out."))
        return play_run(args, None, "tournament")
    if len(args.players) < 2:
        raise UsageError(
            _("A tournament needs two or more players, not {count}.", count=len(args.players))
        )
    format, rounds = args.format or FORMAT, args.rounds or 0
    if args.rounds is not None and (rounds < 1 or format != "swiss"):
        raise UsageError(_("--rounds works only with --format swiss, and must be 1 or more."))
    settings = settings_of(args, args.players, games=GAMES, format=format, rounds=rounds)
    return play_run(args, settings, "tournament")
