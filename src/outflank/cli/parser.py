"""The parser of every command: one way to write what an option takes and what it is without."""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

WORDS: dict[Any, str] = {int: "N", Path: "FILE"}
"""What is to be given where an option does not say it."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Upper-case words for what is to be given, and "default: 20" after what it means."""

    def _get_default_metavar_for_optional(self, action: argparse.Action) -> str:
        return WORDS.get(action.type, action.dest.upper())

    def _get_default_metavar_for_positional(self, action: argparse.Action) -> str:
        return action.dest.upper()

    def _get_help_string(self, action: argparse.Action) -> str:
        text = action.help or ""
        nothing = action.default in (None, False, "", []) or action.default is argparse.SUPPRESS
        if nothing or "default: " in text:
            return text
        return f"{text}; default: %(default)s"


class Parser(argparse.ArgumentParser):
    """A parser whose help, and that of its actions, looks the same in every command."""

    def __init__(self, *, do: Callable[..., Any] | None = None, **settings: Any) -> None:
        """``do`` carries out the action that this parser is for; ``args.do`` has it."""
        super().__init__(formatter_class=_Help, **settings)
        if do is not None:
            self.set_defaults(do=do)

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)  # argparse would swallow that the disk is full

    def add_actions(self, what: str, dest: str = "action") -> "argparse._SubParsersAction[Parser]":
        """Let the first word after the command say what to do."""
        return self.add_subparsers(
            dest=dest, metavar="ACTION", required=True, help=what, parser_class=Parser
        )

    @property
    def actions(self) -> dict[str, "Parser"]:
        """The parsers of the actions by name; most commands have none."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return dict(action.choices)
        return {}

    def with_actions(self) -> Iterator["Parser"]:
        """This parser and those of its actions."""
        yield self
        for action in self.actions.values():
            yield from action.with_actions()


def add_action(
    actions: "argparse._SubParsersAction[Parser]",
    do: Callable[..., Any],
    sentence: str,
    **settings: Any,
) -> Parser:
    """Add an action that has the name of the function that carries it out, ``args.do``."""
    return actions.add_parser(do.__name__.strip("_"), do=do, help=sentence, **settings)
