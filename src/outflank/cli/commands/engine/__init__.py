"""``outflank engine``: our players inside other programs."""

import argparse

from outflank.cli.commands.engine import gtp, nboard
from outflank.cli.parser import Parser

ACTIONS = {
    "nboard": (nboard, "be an engine for NBoard"),
    "gtp": (gtp, "be an engine for Quarry, GoGui and other GTP hosts"),
}


def configure(parser: Parser) -> None:
    parser.epilog = "A host starts this command by itself; docs/protocols.md says how."
    parser.add_action_modules("the protocol to speak", ACTIONS)


def run(args: argparse.Namespace) -> int:
    code: int = ACTIONS[args.action][0].run(args)
    return code
