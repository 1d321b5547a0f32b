"""The commands there are, in groups, and what commands and options were called before."""

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
    "Be an engine": {
        "engine": "Be an engine for NBoard, Quarry, GoGui and other programs.",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}

# What 0.1 called them; 0.3 will have forgotten it.
OLD_COMMANDS = {
    "train": ("teach", "train"),
    "selfplay": ("teach", "selfplay"),
    "accuracy": ("teach", "accuracy"),
    "probes": ("teach", "probes"),
    "nboard": ("engine", "nboard"),
    "gtp": ("engine", "gtp"),
}
GONE = {
    "trial": "a trial of two evaluations is a match now: outflank match "
    "engine:level=20,weights=NEW engine:20 --nodes 20000 --sprt elo0=0,elo1=10",
}
OLD_OPTIONS = {
    "hint": {"--seconds": "--time", "--hash-mb": "--memory"},
    "solve": {"--hash-mb": "--memory"},
    "bench": {"--hash-mb": "--memory"},
    "engine nboard": {"--hash-mb": "--memory"},
    "engine gtp": {"--hash-mb": "--memory"},
    "export": {"--seconds": "--pace"},
    "serve": {"--thinking-seconds": "--time"},
    "book build": {"--games": "--from"},
    "teach train": {"--games": "--from"},
    "teach accuracy": {"--games": "--from"},
    "teach probes": {"--games": "--from"},
}


def command(name: str) -> ModuleType:
    """The module of a command."""
    return importlib.import_module(f"outflank.cli.commands.{name}")


def command_parser(name: str) -> Parser:
    """The parser of one command, for its help and for tests of the documentation."""
    parser = Parser(prog=f"outflank {name}", description=COMMANDS[name])
    command(name).configure(parser)
    return parser


def renamed(words: list[str]) -> tuple[list[str], list[str]]:
    """A command line in today's words, and a sentence about each that was another."""
    words, told = list(words), []
    if words[0] in OLD_COMMANDS:
        new = OLD_COMMANDS[words[0]]
        told.append(f"`outflank {words[0]}` is `outflank {' '.join(new)}` now")
        words[:1] = new
    options = OLD_OPTIONS.get(words[0]) or OLD_OPTIONS.get(" ".join(words[:2]), {})
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in options:
            words[at] = options[name] + equals + value
            told.append(f"{name} is {options[name]} now")
    return words, told
