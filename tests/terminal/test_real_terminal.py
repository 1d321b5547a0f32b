"""The game in a real terminal: it opens, it is left, it crashes, and the terminal is as before."""

import os
import signal
import sys
from pathlib import Path

import pytest
from processes import wait_until_ended
from tmux import PATIENCE, Terminal, terminal

from outflank.storage.files.saves import Saves

PLAY = (sys.executable, "-m", "outflank", "play")
NUMBERED = 'echo $$ > {}; exec "$@"'  # a shell's words: note the process number, then be the game


def assert_restored(there: Terminal) -> None:
    assert there.flag("alternate_on") == "0"
    assert there.flag("cursor_flag") == "1"
    assert there.flag("mouse_any_flag") == "0"
    there.press("clear", "Enter")
    there.run("stty", "-a")
    there.wait_for(" echo ")
    assert " -icanon" not in there.screen


def wait_until_it_has_ended(number: Path) -> None:
    """Wait for a process by its number.

    Not by what the shell says of it: a process killed in the middle of a control sequence leaves
    the terminal to swallow the first letters of the next text.
    """
    wait_until_ended(int(number.read_text()))


def test_a_game_in_a_real_terminal_is_kept_when_it_is_left(tmp_path: Path) -> None:
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        there.run(*PLAY, "--size", "6", "--white", "first")
        there.wait_for("Black to move")
        there.wait_for("? Help")
        assert there.flag("alternate_on") == "1"
        there.press("c", "2")
        there.wait_for("1 c2         2 b2")
        there.wait_for("Black to move")
        there.keep("terminal-80x24")
        there.press("q")
        there.wait_for("Saved as 'interrupted'. `outflank play --load` continues it.")
        assert_restored(there)
        assert Saves(tmp_path / "saves").load("interrupted").transcript == "c2b2"
        there.run(*PLAY, "--load")
        there.wait_for("1 c2         2 b2")


def test_a_large_terminal_is_used(tmp_path: Path) -> None:
    with terminal({"OUTFLANK_DATA": str(tmp_path)}, columns=160, rows=50) as there:
        there.run(*PLAY)
        there.wait_for("to move: 4 squares")
        there.wait_for("q Quit")
        there.keep("terminal-160x50")
        numbers = [line[:20].strip() for line in there.screen.splitlines()]
        assert numbers.index("2") - numbers.index("1") == 5  # rows a square


def test_in_the_c_locale_only_ascii_is_shown(tmp_path: Path) -> None:
    environment = {"OUTFLANK_DATA": str(tmp_path), "LANG": "C", "COLORTERM": "", "TERM": "xterm"}
    with terminal(environment) as there:
        there.run(*PLAY, "--light")
        there.wait_for("to move: 4 squares")
        there.wait_for("q Quit")
        there.keep("terminal-ascii")
        assert there.screen.isascii()


def test_a_crash_leaves_the_terminal_as_it_was_and_the_game_saved(tmp_path: Path) -> None:
    script = tmp_path / "crash.py"
    script.write_text(
        "import sys\n"
        "from outflank.cli.main import main\n"
        "from outflank.terminal.game_screen import GameScreen\n"
        "def broken(self, method):\n"
        "    raise ZeroDivisionError('a test')\n"
        "GameScreen.action_do = broken\n"
        "sys.exit(main(['play', '--white', 'human']))\n"
    )
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        there.run(sys.executable, str(script))
        there.wait_for("to move: 4 squares")
        there.press("f", "5")
        there.wait_for("1 f5")
        there.press("t")
        there.wait_for("ZeroDivisionError: a test")
        there.wait_for("Saved as 'interrupted'")
        assert_restored(there)
    assert Saves(tmp_path / "saves").load("interrupted").transcript == "f5"


def test_a_terminal_that_is_closed_keeps_the_game_and_ends_it(tmp_path: Path) -> None:
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        number = tmp_path / "process"
        there.run("sh", "-c", NUMBERED.format(number), "sh", *PLAY, "--white", "human")
        there.wait_for("to move: 4 squares")
        there.press("f", "5")
        there.wait_for("1 f5")
        there.hang_up()
        wait_until_it_has_ended(number)
    assert Saves(tmp_path / "saves").load("interrupted").transcript == "f5"


@pytest.mark.parametrize("plain", [False, True])
def test_a_polite_kill_keeps_the_game_and_is_told_to_the_shell(tmp_path: Path, plain: bool) -> None:
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        number = tmp_path / "process"
        play = (*PLAY, "--plain") if plain else PLAY
        there.run("sh", "-c", NUMBERED.format(number), "sh", *play, "--white", "human")
        there.wait_for("Black (X) to move" if plain else "to move: 4 squares")
        there.press("f", "5", *(["Enter"] if plain else []))
        there.wait_for("White (O) to move" if plain else "1 f5")
        os.kill(int(number.read_text()), signal.SIGTERM)
        if plain and not there.comes("Saved as 'interrupted'", PATIENCE / 2):
            there.press("Enter")  # a signal between the prompt and the reading is seen after that
        there.wait_for("Saved as 'interrupted'")
        there.press("echo code $?", "Enter")
        there.wait_for("code 143")
    assert Saves(tmp_path / "saves").load("interrupted").transcript == "f5"


@pytest.mark.parametrize("plain", [False, True])
def test_a_game_that_is_killed_in_the_middle_is_gone_on_with(tmp_path: Path, plain: bool) -> None:
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        number = tmp_path / "process"
        play = (*PLAY, "--plain") if plain else PLAY
        there.run("sh", "-c", NUMBERED.format(number), "sh", *play, "--white", "first")
        there.wait_for("Black (X) to move" if plain else "to move: 4 squares")
        there.press("f", "5", *(["Enter"] if plain else []))
        there.wait_for("White played f4 and" if plain else "1 f5         2 f4")
        os.kill(int(number.read_text()), signal.SIGKILL)
        wait_until_it_has_ended(number)
    assert Saves(tmp_path / "saves").load("interrupted").transcript == "f5f4"
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        there.run(*PLAY, "--load")
        there.wait_for("1 f5         2 f4")
        there.wait_for("Black to move")


def test_a_bot_that_ends_the_process_does_not_take_the_game_with_it(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os\nclass Bot:\n    def choose(self, board):\n        os._exit(3)\n",
        encoding="utf-8",
    )
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        number = tmp_path / "process"
        there.run("sh", "-c", NUMBERED.format(number), "sh", *PLAY, "--white", str(bot))
        there.wait_for("to move: 4 squares")
        there.press("f", "5")
        wait_until_it_has_ended(number)
    assert Saves(tmp_path / "saves").load("interrupted").transcript == "f5"


def test_a_dumb_terminal_and_plain_get_plain_lines(tmp_path: Path) -> None:
    with terminal({"OUTFLANK_DATA": str(tmp_path)}) as there:
        there.run("env", "TERM=dumb", *PLAY)
        there.wait_for("Black (X) to move:")
        there.run("quit")
        there.press("clear", "Enter")
        there.run(*PLAY, "--plain", "--white", "human")
        there.wait_for("Black (X) to move:")
        assert there.flag("alternate_on") == "0"
