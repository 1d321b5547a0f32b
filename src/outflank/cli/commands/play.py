"""``outflank play``: a game in the terminal, full-screen or in plain lines."""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from outflank.cli.shared import remote_games, seating
from outflank.storage.files.saves import Saves
from outflank.terminal.plain import PlainGame
from outflank.translation import _

if TYPE_CHECKING:
    from outflank.play.table import Table
    from outflank.workers.background import Post


def configure(parser: argparse.ArgumentParser) -> None:
    seating.configure(parser)
    remote_games.configure(parser)
    parser.add_argument(
        "--plain", action="store_true", help=_("plain lines, as in a pipe or with TERM=dumb")
    )
    parser.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        help=_("draw the full screen with ASCII only; default: depends on the locale"),
    )
    parser.add_argument("--light", action="store_true", help=_("dark text on a light screen"))


def run(args: argparse.Namespace) -> int:
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):  # SIGBREAK: on Windows
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, _leave_in_order)
    full_screen = not args.plain and _is_real_terminal()
    piped = not sys.stdin.isatty()
    lines = _piped_line if piped else _typed_line
    open_table: Callable[[Post], Table]
    if remote_games.wanted(args):
        remote = remote_games.remote_game(args)
        saves, open_table, lines = Saves(), remote.open_table, _raw_line
        if full_screen and remote.link:
            print(
                _("Link for your friend, and for returning to your seat: {link}", link=remote.link),
                flush=True,
            )
    else:
        ready = seating.seating(args)
        saves = ready.saves
        open_table = ready.open_table if full_screen else partial(ready.plain_table, piped=piped)
    if full_screen:
        from outflank.terminal.full_screen import play

        return play(open_table, saves=saves, ascii_only=args.ascii, light=args.light)
    return PlainGame(open_table, saves=saves, lines=lines, out=sys.stdout, piped=piped).run()


def _raw_line(prompt: str) -> str | None:
    """Read a line without the lock of ``sys.stdin``, which would block the exit of the program.

    It shows no prompt, as other output may appear while the user types.
    """
    line = bytearray()
    while (one := os.read(0, 1)) not in (b"", b"\n"):
        line += one
    return line.decode(errors="replace").rstrip("\r") if line or one else None


def _is_real_terminal() -> bool:
    """Return True if the terminal supports the full-screen game."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream.isatty() for stream in streams):
        return False
    # Windows consoles do not set TERM.
    return sys.platform == "win32" or os.environ.get("TERM") not in (None, "", "dumb")


def _typed_line(prompt: str) -> str | None:
    with suppress(ImportError):  # Windows consoles can do this themselves
        import readline  # noqa: F401 — lets people edit their line and find earlier ones
    try:
        return input(prompt)
    except EOFError:
        return None


def _piped_line(prompt: str) -> str | None:
    print(prompt, end="", flush=True)
    return sys.stdin.readline() or None


def _leave_in_order(signal_number: int, frame: object) -> NoReturn:
    """End the game like Ctrl-C when the terminal closes or SIGTERM arrives."""
    sys.exit(128 + signal_number)
