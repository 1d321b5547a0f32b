"""A screen without a monitor, and a person in front of it who has a mouse and a keyboard."""

import os
import re
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
    import tkinter as tk

    from PIL.Image import Image

    from outflank.board import Square
    from outflank.window.board_canvas import BoardCanvas
    from outflank.window.game_window import GameWindow

SCREENSHOTS = Path(__file__).parents[2] / "artifacts" / "screenshots"
PATIENCE = 400  # seconds until a person gives up; reached only by a test that fails


@contextmanager
def virtual_screen() -> Iterator[str]:
    """An X server without a monitor; gives its display name.

    No key repeats itself (-r): on a busy machine moments pass between its going down and up.
    """
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}: apt-get install xvfb xdotool")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(writer),
            "-screen",
            "0",
            "1280x900x24",
            "-nolisten",
            "tcp",
            "-r",
        ],
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
    """A mouse and a keyboard, and eyes that look before they are used.

    That a window is on the screen does not mean yet that a key gets to it, nor that a click does:
    the program may be about to say where its keyboard is. With the root of a program that runs in
    this process Tk itself is asked; of another process nothing but the X server knows.
    """

    def __init__(self, display: str, root: "tk.Tk | None" = None) -> None:
        self.display = display
        self._root = root
        self._environment = {**os.environ, "DISPLAY": display}

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def _tk(self, *words: object) -> str:
        """What Tk says; nothing of a window that went meanwhile."""
        from tkinter import TclError

        assert self._root is not None, "Tk can be asked in this process only"
        try:
            return str(self._root.tk.call(*words))
        except TclError:
            return ""

    def find(self, title: str) -> str | None:
        """The visible window whose title matches this (in ASCII), if there is one."""
        found = self._xdotool("search", "--onlyvisible", "--name", title).split()
        return found[0] if found else None

    def wait_for(self, title: str) -> str:
        """Wait for a window, and give it the keyboard, as a window manager would.

        What is typed from now on gets there; in a dialog, into its first field or button.
        """
        found: list[str] = []

        def there() -> bool:
            window = self.find(title)
            if window is None:
                return False
            found[:] = [window]
            self._xdotool("windowfocus", "--sync", window)
            return self._root is None or self._hears(title)

        wait_until(there, f"no window called {title!r} takes the keyboard")
        return found[0]

    def _hears(self, title: str) -> bool:
        """Whether Tk would give a key to the window of this title."""
        focus = self.focus()
        top = self._tk("winfo", "toplevel", focus) if focus else ""
        if not top or not re.search(title, self._tk("wm", "title", top)):
            return False
        dialog = self._tk("wm", "transient", top)  # the window that it belongs to, if it is one
        return not dialog or focus != top

    def focus(self) -> str:
        """Tk's name of what a key would go to; nothing while that is not in the program."""
        return self._tk("focus", "-displayof", ".")

    def wait_gone(self, title: str) -> None:
        """Wait until a window is closed."""
        wait_until(lambda: self.find(title) is None, f"the window {title!r} stays open")

    def click(self, x: int, y: int) -> None:
        """Click somewhere on the screen, whatever is there."""
        self._xdotool("mousemove", str(x), str(y), "click", "1")

    def move(self, x: int, y: int) -> None:
        """Point at a place on the screen."""
        self._xdotool("mousemove", str(x), str(y))

    def wheel(self, *, up: bool) -> None:
        """Turn the wheel of the mouse where it is."""
        self._xdotool("click", "4" if up else "5")

    def press(self, widget: "tk.Misc", where: Callable[[], tuple[int, int]] | None = None) -> None:
        """Click on a part of a window as soon as it lies open there; near its corner, if not said.

        ``where`` is on the whole screen, and asked until it is right: windows find their places.
        """
        at = where or (lambda: (widget.winfo_rootx() + 10, widget.winfo_rooty() + 8))
        seen: list[tuple[int, int]] = []

        def lies_still() -> bool:
            """Whether it lies open where it lay before: texts above it may still move it."""
            seen.append(at())
            return seen[-2:-1] == seen[-1:] and self._lies_open(widget, *seen[-1])

        wait_until(lies_still, f"{widget} does not lie open")
        self.click(*seen[-1])

    def press_square(self, board: "BoardCanvas", square: "Square") -> None:
        """Click on a square of a board, once the board has the size of its canvas."""
        wait_until(lambda: board_fits(board), "the board is not there")
        self.press(board.canvas, lambda: screen_position(board, square))

    def _lies_open(self, widget: "tk.Misc", x: int, y: int) -> bool:
        return on_top(widget, x, y) == str(widget)

    def keys(self, *keys: str) -> None:
        """Press keys."""
        self._xdotool("key", "--delay", "30", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "30", text)

    def resize(self, window: str, width: int, height: int) -> None:
        """Give a window another size."""
        self._xdotool("windowsize", window, str(width), str(height))


def on_top(widget: "tk.Misc", x: int, y: int) -> str:
    """Tk's name of what lies on top at a place of the screen; menus have no object in Python."""
    return str(widget.tk.call("winfo", "containing", x, y))


def screen_position(board: "BoardCanvas", square: "Square") -> tuple[int, int]:
    """Where the middle of a square is on the whole screen."""
    x, y = board.measures.middle(square, board.shown.size)
    width, height = board.canvas.winfo_width(), board.canvas.winfo_height()
    return (
        board.canvas.winfo_rootx() + int(width / 2 + x),
        board.canvas.winfo_rooty() + int(height / 2 - y),
    )


def board_fits(board: "BoardCanvas") -> bool:
    """Whether a board is drawn in the size that its canvas has."""
    width, height = board.canvas.winfo_width(), board.canvas.winfo_height()
    fitting = type(board.measures).fitting(width, height, board.shown.size)
    return min(width, height) > 100 and board.measures == fitting


def wait_until(condition: Callable[[], object], problem: str) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(problem)
        time.sleep(0.03)


def let_play(window: "GameWindow", steps: Callable[[], None]) -> None:
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
        thread.join(60)  # who asks Tk something at the moment of its end waits for ever
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
