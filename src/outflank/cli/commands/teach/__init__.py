"""``outflank teach``: train the engine's evaluation and measure its errors."""

import argparse

from outflank.cli.commands.teach import accuracy, probes, selfplay, sequences, train
from outflank.cli.parser import Parser
from outflank.translation import N_, _

ACTIONS = {
    "selfplay": (selfplay, N_("play games of the engine against itself, for training")),
    "sequences": (sequences, N_("write games as data for sequence models and probes")),
    "train": (train, N_("train an evaluation on games")),
    "accuracy": (accuracy, N_("compare an evaluation with exact scores")),
    "probes": (probes, N_("measure how well shallow searches predict deep ones")),
}


def configure(parser: Parser) -> None:
    parser.epilog = _("docs/training.md describes how Outflank's evaluation was trained.")
    actions = parser.add_actions(_("the action"))
    for name, (module, sentence) in ACTIONS.items():
        module.configure(actions.add_parser(name, do=module.run, help=_(sentence)))


def run(args: argparse.Namespace) -> int:
    code: int = args.do(args)
    return code
