"""``outflank engine nboard``: our players inside NBoard."""

import argparse
import sys

from outflank.cli.shared.answerers import add_answerer_options, answerer_of
from outflank.protocols.nboard_engine import NBoardEngine


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "A host starts this command by itself; docs/protocols.md says how."
    add_answerer_options(parser)


def run(args: argparse.Namespace) -> int:
    answerer, budget = answerer_of(args)
    engine = NBoardEngine(answerer, _write, ponder=args.ponder)
    if budget.depth is not None:
        engine.depth = budget.depth
    engine.serve(sys.stdin)
    return 0


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
