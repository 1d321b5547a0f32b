"""``outflank teach``: an evaluation for the engine, the games it learns from, and its errors."""

import argparse

from outflank.cli.commands.teach import accuracy, probes, selfplay, train
from outflank.cli.parser import Parser

ACTIONS = {
    "selfplay": (selfplay, "let the engine play itself, for games to learn from"),
    "train": (train, "learn an evaluation from games"),
    "accuracy": (accuracy, "measure an evaluation against exact scores"),
    "probes": (probes, "measure how well shallow searches predict deep ones"),
}


def configure(parser: Parser) -> None:
    parser.epilog = "docs/training.md tells how the evaluation that comes with Outflank was made."
    actions = parser.add_actions("what to do")
    for name, (module, sentence) in ACTIONS.items():
        module.configure(actions.add_parser(name, do=module.run, help=sentence))


def run(args: argparse.Namespace) -> int:
    code: int = args.do(args)
    return code
