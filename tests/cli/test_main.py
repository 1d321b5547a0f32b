"""The command line: help a newcomer understands, and errors in one line."""

import subprocess
import sys

import pytest

from outflank.cli.main import main
from outflank.cli.registry import COMMANDS, GROUPS


def test_help_lists_every_command_with_its_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--help"])
    assert exit_.value.code == 0
    shown = capsys.readouterr().out
    for name, summary in COMMANDS.items():
        assert f"  {name} " in shown
        assert summary in shown
    for group in GROUPS:
        assert f"\n{group}:\n" in shown


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "Examples:" in capsys.readouterr().out


def test_an_unknown_command_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["opponent"]) == 2
    shown = capsys.readouterr().err
    assert "'opponent'" in shown
    assert "Did you mean opponents?" in shown


def test_opponents_are_listed_with_their_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["opponents"]) == 0
    shown = capsys.readouterr().out
    assert "positional\n    Prefers corners" in shown
    assert "      corner=35.0 (0.0 to 200.0): bonus for a corner\n" in shown


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m outflank opponents | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "random\n"
    assert done.stderr == ""
