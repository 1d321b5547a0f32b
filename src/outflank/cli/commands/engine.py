"""``outflank engine``: run Outflank players inside other programs."""

import argparse
import sys
from importlib.metadata import version

from outflank.cli.parser import Parser, add_action
from outflank.cli.shared.answerers import add_answerer_options, answerer_of
from outflank.protocols.gtp_engine import GtpEngine
from outflank.protocols.nboard_engine import NBoardEngine
from outflank.translation import ENGLISH, _, use


def configure(parser: Parser) -> None:
    parser.epilog = epilog = _(
        "Another program starts this command; docs/protocols.md explains how."
    )
    actions = parser.add_actions(_("the protocol"))
    nboard = add_action(actions, _nboard, _("run as an engine for NBoard"), epilog=epilog)
    gtp = add_action(
        actions, _gtp, _("run as an engine for Quarry, GoGui and other GTP hosts"), epilog=epilog
    )
    for action in (nboard, gtp):
        add_answerer_options(action)


def run(args: argparse.Namespace) -> int:
    args.do(args)
    return 0


def _gtp(args: argparse.Namespace) -> None:
    answerer, budget = answerer_of(args)
    use(ENGLISH)  # from here on, another program reads the output
    engine = GtpEngine(answerer, budget=budget, version=version("outflank"), ponder=args.ponder)
    engine.serve(sys.stdin, _write)


def _nboard(args: argparse.Namespace) -> None:
    answerer, budget = answerer_of(args)
    use(ENGLISH)  # from here on, another program reads the output
    engine = NBoardEngine(answerer, _write, ponder=args.ponder)
    if budget.depth is not None:
        engine.depth = budget.depth
    engine.serve(sys.stdin)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
