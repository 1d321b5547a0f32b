"""The commands by group."""

import importlib
from types import ModuleType

from outflank.cli.parser import Parser
from outflank.translation import N_, _

# In the order in which a new user needs them. Each is a module of `commands` with configure(parser)
# and run(args), imported lazily so that `--help` and the plain game start fast.
GROUPS = {
    N_("Play"): {
        "play": N_("Play a game in the terminal."),
        "window": N_("Play a game in a desktop window."),
        "serve": N_("Start a server and play in the browser."),
        "club": N_("Manage the members of a server: names, ratings, bans."),
        "storage": N_("Manage a server's database: sizes, cleanup, checks, backups."),
        "join": N_("Connect a program to a game, a club or an event on a server."),
        "opponents": N_("List the opponents and their settings."),
    },
    N_("Study"): {
        "hint": N_("Show the engine's best moves in a position."),
        "solve": N_("Solve endgames exactly, and compare with known scores."),
        "review": N_("Review a game: what each move cost, and why."),
        "practice": N_("Practice the positions where you made errors."),
        "course": N_("Learn the game in 40 lessons with exercises."),
        "puzzles": N_("Solve puzzles with one right move, or make new ones."),
        "openings": N_("Learn a repertoire of openings."),
        "book": N_("Show, check or build the opening book."),
        "archive": N_("Import games into a database and search it."),
        "explore": N_("Look up an opening in the book, the archive and your own games."),
        "convert": N_("Convert games from one format to another."),
        "export": N_("Export a game as a picture, an animation, text or a link."),
    },
    N_("Measure"): {
        "match": N_("Measure which of two players is stronger."),
        "tournament": N_("Run a tournament, rate the players and write a report."),
        "rate": N_("Rate a player on the published ladder, with error bars."),
        "ladder": N_("Measure the strength of all opponents on one scale."),
        "tune": N_("Find better settings for a player by playing games."),
        "suite": N_("Solve a suite of positions: time, nodes and errors of each."),
        "bench": N_("Measure the engine's speed and count its nodes."),
        "perft": N_("Count the move sequences of each length."),
    },
    N_("Teach"): {
        "teach": N_("Train the engine's evaluation and measure its errors."),
        "learn": N_("Learn weights for the player `learned`."),
    },
    N_("Engine"): {"engine": N_("Run as an engine for NBoard, Quarry, GoGui and other programs.")},
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}


def command(name: str) -> ModuleType:
    return importlib.import_module(f"outflank.cli.commands.{name}")


def command_parser(name: str) -> Parser:
    parser = Parser(prog=f"outflank {name}", description=_(COMMANDS[name]))
    command(name).configure(parser)
    return parser
