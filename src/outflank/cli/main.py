"""``outflank``: find the command, and turn errors into one line and an exit code."""

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from outflank import translation
from outflank.cli import plain_text
from outflank.cli.first_game import command_without_words, running_server
from outflank.cli.parser import Parser, examples
from outflank.cli.registry import COMMANDS, GROUPS, command, command_parser
from outflank.cli.shared.errors import UsageError, database_trouble, file_trouble
from outflank.translation import _


def main(arguments: Sequence[str] | None = None) -> int:
    plain_text.prepare(sys.stdin, sys.stdout, sys.stderr)
    title = ["outflank"]
    try:
        try:
            given = _choose_language(list(sys.argv[1:] if arguments is None else arguments))
            return _command_line(given, title)
        finally:
            sys.stdout.flush()  # now, while an error can still be shown
    except KeyboardInterrupt:
        # The terminal has shown ^C on this line.
        print("\n" * sys.stderr.isatty() + _("Stopped."), file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of the output is gone; prevent a second error when Python exits.
        sys.stdout = None
        return 141
    except OSError as error:
        message = file_trouble(error)
    except _if_loaded("sqlalchemy.exc.SQLAlchemyError") as error:
        message = database_trouble(error)
    except (ValueError, LookupError) as error:
        if not type(error).__module__.startswith("outflank."):
            raise  # a bug: users' errors are exceptions of Outflank
        message = str(error)
    _give_up_full_output()
    with suppress(OSError):  # if this fails, too, the exit code is enough
        print(f"{' '.join(title)}: {message}", file=sys.stderr, flush=True)
    return 2


def _choose_language(given: list[str]) -> list[str]:
    """Set the language from ``--language CODE`` or the system; return the other arguments."""
    translation.use(translation.system_language())
    option, equals, code = given[0].partition("=") if given else ("", "", "")
    if option == "--language":
        code, *given = [code, *given[1:]] if equals else given[1:] or [""]
        if translation.best_match([code]) is None:
            known = ", ".join(translation.languages())
            raise UsageError(
                _(
                    "The language {code} is not known. Choose one of: {known}.",
                    code=repr(code),
                    known=known,
                )
            )
        translation.use(code)
    os.environ["OUTFLANK_LANGUAGE"] = translation.language()  # for child processes
    return given


def _command_line(given: list[str], title: list[str]) -> int:
    """Find and run the command; ``title`` collects the words that start an error message."""
    if not given:
        given = command_without_words()
        if given == ["serve"] and (address := running_server()) is not None:
            import webbrowser

            print(_("Outflank is already running at {address}", address=address))
            return 0 if webbrowser.open(address) else 1
    if given[0].startswith("-"):
        _top_parser().parse_args(given)  # --help and --version end here
    name, *rest = given
    if name not in COMMANDS:
        nearest = difflib.get_close_matches(name, COMMANDS, n=1)
        sentences = [_("There is no command {name}.", name=repr(name))]
        if nearest:
            sentences.append(_("Did you mean {name}?", name=nearest[0]))
        sentences.append(_("See `{command}`.", command="outflank --help"))
        raise UsageError(" ".join(sentences))
    args = command_parser(name).parse_args(rest)
    title += filter(None, (name, getattr(args, "action", None)))
    code: int = command(name).run(args)
    return code


def _if_loaded(exception: str) -> tuple[type[Exception], ...]:
    """Return an exception class without importing its module, for an ``except`` clause."""
    module, _dot, name = exception.rpartition(".")
    loaded = sys.modules.get(module)
    return (getattr(loaded, name),) if loaded else ()


def _give_up_full_output() -> None:
    """Report once that the output cannot be written, and not again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = None


def _top_parser() -> Parser:
    width = max(map(len, COMMANDS)) + 2
    groups = "\n\n".join(
        "\n".join(
            [f"{_(title)}:", *(f"  {name:<{width}}{_(about)}" for name, about in group.items())]
        )
        for title, group in GROUPS.items()
    )
    about = _("Othello (Reversi): play it, study it, teach a computer to play it.")
    rows = {
        "outflank": _("play in your browser, or without a display in the terminal"),
        "outflank play": _("play Black against a friendly computer"),
        "outflank play --black greedy --white human": _("play White"),
        "outflank play --size 6 --white positional:corner=40": "",
        "outflank opponents": _("list the opponents"),
        "outflank hint --lines 3 f5d6c3": _("show the best three moves after f5 d6 c3"),
        "outflank solve endgames.obf": _("solve the positions of a file"),
    }
    help_of_one = _(
        "`{command}` shows the options of a command.", command="outflank COMMAND --help"
    )
    parser = Parser(
        prog="outflank",
        usage="outflank [--language CODE] [COMMAND] [OPTIONS]",
        description=f"{about}\n\n{groups}",
        epilog=f"{examples(rows)}\n\n{help_of_one}",
    )
    parser.add_argument(
        "--language",
        metavar="CODE",
        help=_(
            "the language of all output, one of {codes}; default: the language of the system",
            codes=", ".join(translation.languages()),
        ),
    )
    parser.add_argument("--version", action=_Version, nargs=0, help=_("show the version and exit"))
    return parser


class _Version(argparse.Action):
    """Print the version, which is looked up lazily because that is slow."""

    def __call__(self, parser: argparse.ArgumentParser, *values: object) -> None:
        from importlib.metadata import version

        print(f"outflank {version('outflank')}")
        parser.exit()
