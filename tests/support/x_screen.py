"""A screen without a monitor, and a person in front of it who has a mouse and a keyboard."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from PIL.Image import Image

    from outflank.window.board_window import BoardWindow

SCREENSHOTS = Path(__file__).parents[2] / "artifacts" / "screenshots"
PATIENCE = 120  # seconds until a person gives up; reached only by a test that fails


@contextmanager
def virtual_screen() -> Iterator[str]:
    """An X server without a monitor; gives its display name."""
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}: apt-get install xvfb xdotool")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as lines:
            number = lines.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class Hands:
    """A mouse and a keyboard."""

    def __init__(self, display: str) -> None:
        self.display = display
        self._environment = {**os.environ, "DISPLAY": display}

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def find(self, title: str) -> str | None:
        """The visible window whose title matches this (in ASCII), if there is one."""
        found = self._xdotool("search", "--onlyvisible", "--name", title).split()
        return found[0] if found else None

    def wait_for(self, title: str) -> str:
        """Wait for a window, and give it the keyboard, as a window manager would."""
        found: list[str | None] = [None]

        def there() -> bool:
            found[0] = self.find(title)
            return found[0] is not None

        wait_until(there, f"no window is called {title!r}")
        assert found[0] is not None
        self._xdotool("windowfocus", "--sync", found[0])
        return found[0]

    def wait_gone(self, title: str) -> None:
        """Wait until a window is closed."""
        wait_until(lambda: self.find(title) is None, f"the window {title!r} stays open")

    def click(self, x: int, y: int) -> None:
        """Click somewhere on the screen."""
        self._xdotool("mousemove", str(x), str(y), "click", "1")

    def point(self, x: int, y: int) -> None:
        """Point somewhere on the screen."""
        self._xdotool("mousemove", str(x), str(y))

    def keys(self, *keys: str) -> None:
        """Press keys."""
        self._xdotool("key", "--delay", "30", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "30", text)

    def resize(self, window: str, width: int, height: int) -> None:
        """Give a window another size."""
        self._xdotool("windowsize", window, str(width), str(height))


def wait_until(condition: Callable[[], object], problem: str) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(problem)
        time.sleep(0.03)


def let_play(window: "BoardWindow", steps: Callable[[], None]) -> None:
    """Run a window while a person does some steps in front of it; then close it."""
    problems: list[BaseException] = []

    def person() -> None:
        try:
            steps()
        except BaseException as problem:  # noqa: BLE001 — handed to the test's own thread
            problems.append(problem)
        finally:
            window._calls.put(window.close)

    thread = threading.Thread(target=person, daemon=True)
    window.root.after(50, thread.start)
    try:
        window.run()
    finally:
        thread.join()
        if problems:
            raise problems[0]


def picture(display: str, name: str) -> "Image":
    """A screenshot, also kept among the artifacts."""
    from PIL import ImageGrab

    image = ImageGrab.grab(xdisplay=display).convert("RGB")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    image.save(SCREENSHOTS / f"{name}.png")
    return image


def color(image: "Image", x: int, y: int) -> tuple[int, int, int]:
    """Red, green and blue of a pixel."""
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    red, green, blue = (int(channel) for channel in pixel)
    return red, green, blue
