"""The commands, in groups."""

import importlib
from types import ModuleType

from outflank.cli.parser import Parser

# In the order in which a newcomer meets them. Each is a module of `commands` with configure(parser)
# and run(args); it is imported only when it is used, so that `--help` and the plain game start at
# once.
GROUPS = {
    "Play": {
        "play": "Play a game in the terminal.",
        "window": "Play a game in a desktop window.",
        "serve": "Play in the browser.",
        "club": "Look after the people who meet on a server: names, ratings, bans.",
        "storage": "Look after a server's database: sizes, sweeping, checks, backups.",
        "join": "Let a program play at a shared table of a server.",
        "opponents": "List the opponents and their settings.",
    },
    "Study": {
        "hint": "Ask the engine for the best moves of a position.",
        "solve": "Solve endgames exactly, and compare with known scores.",
        "review": "Review a game: what every move cost, and why.",
        "practise": "Practise your own errors until nothing is lost.",
        "puzzles": "Solve puzzles, each with one right move; make more of them.",
        "book": "Look into the opening book, check it, or build one.",
        "archive": "Keep and search a database of games.",
        "explore": "Look up an opening in the book, the archive and your own games.",
        "convert": "Convert games from one format to another.",
        "export": "Write a game as a picture, a moving one, text or a link.",
    },
    "Program": {
        "match": "Measure which of two players is stronger.",
        "tournament": "Let players meet, rate them, and write a report.",
        "ladder": "Measure how strong every opponent is, on one scale.",
        "tune": "Find better settings for a player by playing.",
        "bench": "Measure the engine: speed, and a node count that tells versions apart.",
        "perft": "Count the ways a game can go on.",
    },
    "Teach": {
        "teach": "Teach the engine: games to learn from, an evaluation, its errors.",
        "learn": "Learn the weights of the learned player.",
    },
    "Be an engine": {"engine": "Be an engine for NBoard, Quarry, GoGui and other programs."},
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}


def command(name: str) -> ModuleType:
    return importlib.import_module(f"outflank.cli.commands.{name}")


def command_parser(name: str) -> Parser:
    parser = Parser(prog=f"outflank {name}", description=COMMANDS[name])
    command(name).configure(parser)
    return parser
