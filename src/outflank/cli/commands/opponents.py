"""``outflank opponents``: list the opponents."""

import argparse

from outflank.board import SIZES
from outflank.engine import LEVELS
from outflank.players import RATED_SIZE, opponents, strength
from outflank.players.catalogue import broken_plugins
from outflank.players.ratings import shipped_ratings
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _(
        "Settings follow the name after a colon: positional:corner=40,edge=3. A Python file with "
        "a function choose(board) is an opponent, too: ./mybot.py or ./mybot.py:ai_move."
    )


def run(args: argparse.Namespace) -> int:
    for opponent in opponents().values():
        print(f"{opponent.name}\n    {opponent.sentence}")
        for line in _strengths(opponent.name):
            print(f"    {line}")
        for line in opponent.settings_help:
            print(f"      {line}")
        if opponent.sizes != tuple(SIZES):
            sizes = ", ".join(f"{size}×{size}" for size in opponent.sizes)
            print("      " + _("boards: {sizes}", sizes=sizes))
    about = _("Ratings: {about}.", about=shipped_ratings().about)
    print(f"\n{about} " + _("`outflank ladder` measures them on this machine."))
    for name, problem in broken_plugins().items():
        print(f"{name}\n    " + _("cannot be loaded: {error}", error=problem))
    return 0


def _strengths(name: str) -> list[str]:
    if name == "engine":
        return [strength(f"engine:{level.number}", RATED_SIZE) for level in LEVELS]
    return list(filter(None, [strength(name, RATED_SIZE)]))
