"""``outflank engine gtp``: our players inside Quarry, GoGui and other GTP hosts."""

import argparse
import sys
from importlib.metadata import version

from outflank.cli.shared.thinkers import add_thinker_options, thinker_of
from outflank.protocols import GtpEngine


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "A host starts this command by itself; docs/protocols.md says how."
    add_thinker_options(parser)


def run(args: argparse.Namespace) -> int:
    """Answer commands on the standard input until ``quit``."""
    thinker, budget = thinker_of(args)
    engine = GtpEngine(thinker, budget=budget, version=version("outflank"))
    engine.serve(sys.stdin, _write)
    return 0


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
