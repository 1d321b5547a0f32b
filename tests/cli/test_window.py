"""``outflank window`` as a command: opened for real, and where it cannot be opened."""

import os
import subprocess
import sys
from pathlib import Path

from x_screen import Hands, virtual_screen

from outflank.storage.files.saves import Saves


def outflank(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "outflank", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_window_opens_plays_and_keeps_the_game_when_it_is_closed(tmp_path: Path) -> None:
    with virtual_screen() as display:
        hands = Hands(display)
        process = subprocess.Popen(
            [sys.executable, "-m", "outflank", "window", "--size", "6", "--white", "first"],
            env={**os.environ, "DISPLAY": display, "OUTFLANK_DATA": str(tmp_path)},
            stderr=subprocess.PIPE,
        )
        hands.wait_for("Black to move.*2.*2")
        hands.keys("c", "2")
        hands.wait_for("Black to move.*3.*3")
        hands.keys("ctrl+q")
        assert process.communicate(timeout=240)[1] == b""
        assert process.returncode == 0
    assert Saves(tmp_path / "saves").load("interrupted").transcript == "c2b2"


def test_a_window_that_is_killed_in_the_middle_is_gone_on_with(tmp_path: Path) -> None:
    with virtual_screen() as display:
        hands = Hands(display)
        environment = {**os.environ, "DISPLAY": display, "OUTFLANK_DATA": str(tmp_path)}
        window = [sys.executable, "-m", "outflank", "window"]
        process = subprocess.Popen([*window, "--size", "6", "--white", "first"], env=environment)
        hands.wait_for("Black to move.*2.*2")
        hands.keys("c", "2")
        hands.wait_for("Black to move.*3.*3")
        process.kill()
        process.wait()
        assert Saves(tmp_path / "saves").load("interrupted").transcript == "c2b2"
        process = subprocess.Popen([*window, "--load"], env=environment)
        hands.wait_for("Black to move.*3.*3")
        hands.keys("ctrl+q")
        assert process.wait(timeout=240) == 0


def test_without_a_display_a_sentence_says_what_to_do() -> None:
    result = outflank("window", DISPLAY="")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    for words in ("DISPLAY", "Set DISPLAY", "outflank play", "outflank serve"):
        assert words in result.stderr


def test_without_tk_a_sentence_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['tkinter'] = None; "
        "from outflank.cli.main import main; sys.exit(main(['window']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    for words in ("has no Tk", "python3-tk", "outflank play", "outflank serve"):
        assert words in result.stderr
