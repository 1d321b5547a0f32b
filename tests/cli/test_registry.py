"""One word for one thing in every command, read from the parsers of all of them."""

import argparse
import re
from pathlib import Path

import pytest

from outflank.cli.parser import WORDS
from outflank.cli.registry import COMMANDS, command_parser

PARSERS = {
    parser.prog.removeprefix("outflank "): parser
    for name in COMMANDS
    for parser in command_parser(name).with_actions()
}
OPTIONS = [
    pytest.param(words, action, id=f"{words} {'/'.join(action.option_strings) or action.dest}")
    for words, parser in PARSERS.items()
    for action in parser._actions
    if not isinstance(action, argparse._HelpAction)
]
every_option = pytest.mark.parametrize(("words", "option"), OPTIONS)
FOLDER = Path(__file__).parents[2] / "src" / "outflank" / "cli" / "commands"


def taken(option: argparse.Action) -> str:
    """What the help says is to be given; nothing for a switch."""
    if option.nargs == 0:
        return ""
    if option.metavar is not None:
        return str(option.metavar)
    if not option.option_strings:
        return option.dest.upper()
    return WORDS.get(option.type, option.dest.upper())


def test_every_command_has_a_file_and_every_file_is_a_command() -> None:
    assert {path.stem for path in FOLDER.iterdir()} - {"__init__", "__pycache__"} == set(COMMANDS)


@every_option
def test_every_option_is_explained(words: str, option: argparse.Action) -> None:
    assert option.help
    assert option.help[0] != "(", "say what it means before what it is without"
    assert not option.help.startswith("default")


@every_option
def test_what_is_to_be_given_is_in_capitals(words: str, option: argparse.Action) -> None:
    shown = taken(option)
    if option.choices is None or option.metavar is not None:
        assert shown == shown.upper() or ":" in shown or "=" in shown
    if shown:
        assert shown in PARSERS[words].format_help() or option.choices is not None


@every_option
def test_defaults_are_written_in_one_way(words: str, option: argparse.Action) -> None:
    """As `default: 20`, the last that is said; the parser writes it where nobody did."""
    text = PARSERS[words]._get_formatter()._expand_help(option)
    assert not re.search(r"\(default|\(\d+\)|default is|defaults? to", text)
    if option.default not in (None, False, "", [], argparse.SUPPRESS):
        assert "default: " in text
        if isinstance(option.default, int | float):
            assert f"{option.default:g}" in text or str(option.default) in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("--time", "SECONDS"),  # for a move
        ("--memory", "MB"),
        ("--resume", "LOG"),
        ("--log", "FILE"),
        ("--games", "N"),
        ("--from", "FILE"),
        ("--size", "N"),
        ("--depth", "N"),
        ("--seed", "N"),
        ("--threads", "N"),
        ("--workers", "N"),
        ("--cluster", "ADDRESS"),
        ("--weights", "FILE"),
    ],
)
def test_an_option_takes_the_same_in_every_command(name: str, expected: str) -> None:
    found = {
        words: taken(option)
        for words, parser in PARSERS.items()
        if words not in ("convert", "learn")  # whose --from is a format, or games of any kind
        or name != "--from"
        for option in parser._actions
        if name in option.option_strings
    }
    assert found
    assert set(found.values()) == {expected}, found


@every_option
def test_no_second_word_for_the_same(words: str, option: argparse.Action) -> None:
    assert not {"--seconds", "--hash-mb", "--hash", "--thinking-seconds"} & set(
        option.option_strings
    )


def test_games_are_counted_alike_wherever_players_meet() -> None:
    for words in ("match", "tournament", "ladder"):
        (games,) = (o for o in PARSERS[words]._actions if "--games" in o.option_strings)
        assert games.help is not None
        assert "number of games" in games.help
