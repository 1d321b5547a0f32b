"""``outflank explore``: book, tournaments, archive and the user's own games for a position."""

import argparse

from outflank.cli.plain_text import padded
from outflank.formats import read_game
from outflank.game import Game
from outflank.openings.names import opening_name
from outflank.storage.archive.explorer_sources import own_explorer
from outflank.storage.files.saves import Saves
from outflank.study.explorer import Share
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        default="",
        metavar="GAME",
        help=_("moves such as f5d6c3, or a game or position in any format; default: the start"),
    )


def run(args: argparse.Namespace) -> int:
    game = read_game(args.game) if args.game else Game()
    view = own_explorer(Saves())(game.board, opening_name(game))
    print(view.headline)
    if view.rows:
        heads = _("games"), _("won"), _("drawn"), _("lost"), _("average")
        archive, own = _("archive"), _("yours")
        print(
            padded(_("move"), 12)
            + f"{_('book'):>5}{_('lines'):>7}{_FIVE.format(*heads)}"
            + f"{archive:>9}{heads[1]:>7}{heads[4]:>9}{own:>8}{heads[1]:>7}"
        )
    for row in view.rows:
        names = " ".join((row.move, *row.same))
        games, won, *_rest, average = _cells(row.archive)
        own, own_won, *_rest = _cells(row.own)
        print(
            f"{names:<12}{row.book:>5}{row.umigame:>7}{_FIVE.format(*_cells(row.tournaments))}"
            f"{games:>9}{won:>7}{average:>9}{own:>8}{own_won:>7}"
        )
    for line in (*view.examples, *view.notes):
        print(line)
    return 0


_FIVE = "{:>9}{:>7}{:>7}{:>7}{:>9}"


def _cells(share: Share | None) -> tuple[str, ...]:
    if share is None:
        return ("–", "", "", "", "")
    return f"{share.games:,}", share.won, share.drawn, share.lost, share.average
