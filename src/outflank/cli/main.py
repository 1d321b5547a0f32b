"""``outflank``: finds the subcommand, and turns errors into one line and an exit code."""

import argparse
import difflib
import importlib
import io
import sys
from collections.abc import Sequence
from types import ModuleType

from outflank.cli.shared.errors import UsageError

# The commands in the order in which a newcomer meets them. Each is a module of `commands` with
# configure(parser) and run(args); it is imported only when it is used, so that `--help` and the
# plain game start at once.
COMMANDS = {
    "play": "Play a game in the terminal.",
    "window": "Play a game in a desktop window.",
    "serve": "Play in the browser.",
    "opponents": "List the opponents and their settings.",
    "hint": "Ask the engine for the best moves of a position.",
    "book": "Look into the opening book, check it, or build one.",
    "solve": "Solve endgames exactly, and compare with known scores.",
    "perft": "Count the ways a game can go on.",
    "train": "Learn an evaluation from games.",
    "selfplay": "Let the engine play itself, for games to learn from.",
    "accuracy": "Measure the evaluation against exact scores.",
    "probes": "Measure how well shallow searches predict deep ones.",
    "trial": "Let two evaluations play until it is decided which is better.",
    "bench": "Measure the engine: speed, and a node count that tells versions apart.",
    "match": "Measure which of two players is stronger.",
    "tournament": "Let players meet, rate them, and write a report.",
    "ladder": "Measure how strong every opponent is, on one scale.",
    "tune": "Find better settings for a player by playing.",
    "learn": "Learn the weights of the learned player.",
    "review": "Review a game: what every move cost, and why.",
    "practise": "Practise your own errors until nothing is lost.",
    "export": "Write a game as a picture, a moving one, text or a link.",
    "convert": "Convert games from one format to another.",
    "archive": "Keep and search a database of games.",
    "nboard": "Be an engine for NBoard.",
    "gtp": "Be an engine for Quarry, GoGui and other GTP hosts.",
}

FOLDERS = dict.fromkeys(("train", "selfplay", "accuracy", "probes"), "teach.") | dict.fromkeys(
    ("nboard", "gtp"), "engine."
)

EPILOG = """examples:
  outflank play                                 you are Black, a friendly computer is White
  outflank play --black greedy --white human    you are White
  outflank play --size 6 --white positional:corner=40
  outflank serve                                the same game in your browser
  outflank opponents                            who there is to play against
  outflank hint --lines 3 f5d6c3                the best moves after these
  outflank solve endgames.obf                   perfect play, position by position

`outflank COMMAND --help` tells all about one command.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × or – still gets its text
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = _top_parser()
    name = next((word for word in given if not word.startswith("-")), None)
    if name is None or given[0].startswith("-"):
        parser.parse_args(given)  # --help and --version end here
        parser.print_help()
        return 0
    if name not in COMMANDS:
        nearest = difflib.get_close_matches(name, COMMANDS, n=1)
        hint = f" Did you mean {nearest[0]}?" if nearest else ""
        parser.exit(2, f"outflank: there is no command {name!r}.{hint} See `outflank --help`.\n")
    return _run(_command(name), name, given[1:])


def command_parser(name: str) -> argparse.ArgumentParser:
    """The parser of one command, for its help and for tests of the documentation."""
    parser = argparse.ArgumentParser(
        prog=f"outflank {name}",
        description=COMMANDS[name],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _command(name).configure(parser)
    return parser


def _run(command: ModuleType, name: str, arguments: Sequence[str]) -> int:
    args = command_parser(name).parse_args(arguments)
    try:
        code: int = command.run(args)
        sys.stdout.flush()
    except UsageError as error:
        print(f"outflank {name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        # The terminal has shown ^C on this line.
        print("\nstopped" if sys.stderr.isatty() else "stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say, also not at Python's own exit.
        sys.stdout = None
        return 141
    return code


def _command(name: str) -> ModuleType:
    return importlib.import_module(f"outflank.cli.commands.{FOLDERS.get(name, '')}{name}")


def _top_parser() -> argparse.ArgumentParser:
    width = max(map(len, COMMANDS)) + 2
    commands = "\n".join(f"  {name:<{width}}{summary}" for name, summary in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="outflank",
        usage="outflank COMMAND [OPTIONS]",
        description=f"Othello (Reversi): play it, study it, teach a computer to play it.\n\n"
        f"commands:\n{commands}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the version of the program and exit"
    )
    return parser


class _Version(argparse.Action):
    """Prints the version; it is looked up only when it is asked for, as that takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"outflank {version('outflank')}")
        parser.exit()
