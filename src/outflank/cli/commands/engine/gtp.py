"""``outflank engine gtp``: our players inside Quarry, GoGui and other GTP hosts."""

import argparse
import sys
from importlib.metadata import version

from outflank.cli.shared.answerers import add_answerer_options, answerer_of
from outflank.protocols.gtp_engine import GtpEngine


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "A host starts this command by itself; docs/protocols.md says how."
    add_answerer_options(parser)


def run(args: argparse.Namespace) -> int:
    answerer, budget = answerer_of(args)
    engine = GtpEngine(answerer, budget=budget, version=version("outflank"), ponder=args.ponder)
    engine.serve(sys.stdin, _write)
    return 0


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
