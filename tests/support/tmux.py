"""A real terminal: a shell in tmux, typed at and looked at."""

import os
import shlex
import shutil
import subprocess
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

SCREENSHOTS = Path(__file__).parents[2] / "artifacts" / "screenshots"
PATIENCE = 400  # seconds until a person gives up; reached only by a test that fails
PROMPT = "ready>"


class Terminal:
    """A shell with a screen of its own."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-L", self._name, *words], capture_output=True, text=True, check=True
        )
        return done.stdout

    def run(self, *command: str) -> None:
        """Type a command and Enter."""
        self._tmux("send-keys", "-l", shlex.join(command))
        self.press("Enter")

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p")

    def keep(self, name: str) -> None:
        """Keep the screen, with its colours, among the artifacts: `cat` shows it again."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        picture = self._tmux("capture-pane", "-p", "-e")
        (SCREENSHOTS / f"{name}.ans").write_text(picture, encoding="utf-8")

    def flag(self, name: str) -> str:
        """One of tmux's facts about the terminal, such as ``alternate_on``."""
        return self._tmux("display-message", "-p", f"#{{{name}}}").strip()

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the screen."""
        if not self.comes(text, PATIENCE):
            raise AssertionError(f"{text!r} does not come; the screen shows:\n{self.screen}")

    def comes(self, text: str, seconds: float) -> bool:
        """Whether a text is on the screen within some time."""
        end = time.monotonic() + seconds
        while text not in self.screen:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def hang_up(self) -> None:
        """Close the terminal, as by its close button."""
        self._tmux("kill-session")


@contextmanager
def terminal(
    environment: Mapping[str, str], *, columns: int = 80, rows: int = 24
) -> Iterator[Terminal]:
    """Open a terminal with a shell; close it in the end, whatever runs there."""
    if shutil.which("tmux") is None:
        pytest.skip("needs tmux: apt-get install tmux")
    name = f"outflank-{uuid.uuid4().hex}"
    settings = {"LANG": "C.UTF-8", "LC_ALL": "", "COLORTERM": "truecolor", **environment}
    words = [f"{key}={value}" for key, value in settings.items()]
    size = ["-x", str(columns), "-y", str(rows)]
    # Without COLUMNS and LINES, which pytest sets: the terminal's own size counts.
    shell = f"env -u COLUMNS -u LINES {shlex.join([*words, f'PS1={PROMPT} '])} sh"
    subprocess.run(
        ["tmux", "-u", "-L", name, "-f", os.devnull, "new-session", "-d", *size, shell], check=True
    )
    there = Terminal(name)
    try:
        there.wait_for(PROMPT)
        yield there
    finally:
        subprocess.run(["tmux", "-L", name, "kill-server"], check=False, capture_output=True)
