"""``outflank opponents``: who there is to play against."""

import argparse

from outflank.board import SIZES
from outflank.engine import LEVELS
from outflank.players import RATED_SIZE, opponents, strength
from outflank.players.catalogue import broken_plugins
from outflank.players.ratings import shipped_ratings


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Settings follow the name after a colon: positional:corner=40,edge=3. A Python file with\n"
        "a function choose(board) is an opponent too: ./mybot.py or ./mybot.py:ai_move."
    )


def run(args: argparse.Namespace) -> int:
    for opponent in opponents().values():
        print(f"{opponent.name}\n    {opponent.sentence}")
        for line in _strengths(opponent.name):
            print(f"    {line}")
        for line in opponent.settings_help:
            print(f"      {line}")
        if opponent.sizes != tuple(SIZES):
            print(f"      boards: {', '.join(f'{size}×{size}' for size in opponent.sizes)}")
    print(f"\nRatings: {shipped_ratings().about}. `outflank ladder` measures them here.")
    for name, problem in broken_plugins().items():
        print(f"{name}\n    cannot be loaded: {problem}")
    return 0


def _strengths(name: str) -> list[str]:
    if name == "engine":
        return [strength(f"engine:{level.number}", RATED_SIZE) for level in LEVELS]
    return list(filter(None, [strength(name, RATED_SIZE)]))
