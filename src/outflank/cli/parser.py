"""The parser of every command, with help and errors in the user's language."""

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from outflank.translation import N_, _, ngettext

WORDS: dict[Any, str] = {int: "N", Path: "FILE"}
"""The default placeholders of option values by type."""

# The messages of argparse; it looks up these private names.
vars(argparse).update(_=_, ngettext=ngettext)
ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Format help: upper-case placeholders, "default: 20" at the end, and wrapped paragraphs."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(
            line if line.startswith(" ") else textwrap.fill(line, width)
            for line in text.splitlines()
        )

    def _get_default_metavar_for_optional(self, action: argparse.Action) -> str:
        return WORDS.get(action.type, action.dest.upper())

    def _get_default_metavar_for_positional(self, action: argparse.Action) -> str:
        return action.dest.upper()

    def _get_help_string(self, action: argparse.Action) -> str:
        text = action.help or ""
        nothing = action.default in (None, False, "", []) or action.default is argparse.SUPPRESS
        if nothing or isinstance(action.default, Path) or hasattr(action, "help_names_default"):
            return text
        return _("{meaning}; default: {value}", meaning=text, value="%(default)s")


class Parser(argparse.ArgumentParser):
    """An argument parser with the same help and errors for all commands and actions."""

    def __init__(self, *, do: Callable[..., Any] | None = None, **settings: Any) -> None:
        """``do`` is the function that runs this action, stored as ``args.do``."""
        super().__init__(formatter_class=_Help, **settings)
        if do is not None:
            self.set_defaults(do=do)

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)  # argparse ignores a full disk

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            whole = _("{text} is not a whole number", text=repr(arg_string))
            other = _("{text} is not a number", text=repr(arg_string))
            raise argparse.ArgumentError(action, whole if action.type is int else other) from None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Report unknown options with the usage of the action that was given."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown and not self.actions:
            self.error(_("unrecognized arguments: %s") % " ".join(unknown))
        return found, unknown

    def error(self, message: str) -> NoReturn:
        hint = _("See `{command}`.", command=f"{self.prog} --help")
        self.exit(2, f"{self.prog}: {message}\n{hint}\n")

    def add_actions(self, what: str, dest: str = "action") -> "argparse._SubParsersAction[Parser]":
        """Use the first word after the command as its action."""
        return self.add_subparsers(
            dest=dest, metavar="ACTION", required=True, help=what, parser_class=Parser
        )

    @property
    def actions(self) -> dict[str, "Parser"]:
        """The parsers of the actions by name; empty for most commands."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return dict(action.choices)
        return {}

    def with_actions(self) -> Iterator["Parser"]:
        yield self
        for action in self.actions.values():
            yield from action.with_actions()


def add_action(
    actions: "argparse._SubParsersAction[Parser]",
    do: Callable[..., Any],
    sentence: str,
    **settings: Any,
) -> Parser:
    """Add an action with the name of its function, which becomes ``args.do``."""
    return actions.add_parser(do.__name__.strip("_"), do=do, help=sentence, **settings)


def examples(commands: Mapping[str, str]) -> str:
    """Format example commands with optional explanations."""
    width = max((len(command) for command, about in commands.items() if about), default=0)
    rows = (f"  {command:<{width}}   {about}".rstrip() for command, about in commands.items())
    return "\n".join([_("Examples:"), *rows])
