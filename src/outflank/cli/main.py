"""``outflank``: finds the command, and turns errors into one line and an exit code."""

import argparse
import difflib
import sys
from collections.abc import Sequence
from contextlib import suppress

from outflank.cli import plain_text
from outflank.cli.parser import Parser
from outflank.cli.registry import COMMANDS, GROUPS, command, command_parser
from outflank.cli.shared.errors import database_trouble, file_trouble

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
    plain_text.prepare(sys.stdin, sys.stdout, sys.stderr)
    title = ["outflank"]
    try:
        try:
            return _command_line(list(sys.argv[1:] if arguments is None else arguments), title)
        finally:
            sys.stdout.flush()  # now, while somebody can be told that it went nowhere
    except KeyboardInterrupt:
        # The terminal has shown ^C on this line.
        print("\nstopped" if sys.stderr.isatty() else "stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say, also not at Python's own exit.
        sys.stdout = None
        return 141
    except OSError as error:
        told = file_trouble(error)
    except _if_loaded("sqlalchemy.exc.SQLAlchemyError") as error:
        told = database_trouble(error)
    except (ValueError, LookupError) as error:
        if not type(error).__module__.startswith("outflank."):
            raise  # a bug: what we refuse has an exception of our own with a sentence for people
        told = str(error)
    _give_up_full_output()
    with suppress(OSError):  # where even this cannot be written, the exit code says it alone
        print(f"{' '.join(title)}: {told}", file=sys.stderr, flush=True)
    return 2


def _command_line(given: list[str], title: list[str]) -> int:
    """Find the command and run it; ``title`` grows to what an error is told in the name of."""
    parser = _top_parser()
    if not given or given[0].startswith("-"):
        parser.parse_args(given)  # --help and --version end here
        parser.print_help()
        return 0
    name, *rest = given
    if name not in COMMANDS:
        nearest = difflib.get_close_matches(name, COMMANDS, n=1)
        hint = f" Did you mean {nearest[0]}?" if nearest else ""
        parser.exit(2, f"outflank: there is no command {name!r}.{hint} See `outflank --help`.\n")
    args = command_parser(name).parse_args(rest)
    title += filter(None, (name, getattr(args, "action", None)))
    code: int = command(name).run(args)
    return code


def _if_loaded(exception: str) -> tuple[type[Exception], ...]:
    """An exception to catch, without importing its module: unless a command has, none is raised."""
    module, _, name = exception.rpartition(".")
    loaded = sys.modules.get(module)
    return (getattr(loaded, name),) if loaded else ()


def _give_up_full_output() -> None:
    """What cannot be written is told once, not again by Python when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = None


def _top_parser() -> Parser:
    width = max(map(len, COMMANDS)) + 2
    groups = "\n\n".join(
        "\n".join([f"{title}:", *(f"  {name:<{width}}{about}" for name, about in group.items())])
        for title, group in GROUPS.items()
    )
    parser = Parser(
        prog="outflank",
        usage="outflank COMMAND [OPTIONS]",
        description="Othello (Reversi): play it, study it, teach a computer to play it.\n\n"
        + groups,
        epilog=EPILOG,
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
