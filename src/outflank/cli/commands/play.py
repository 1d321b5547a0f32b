"""``outflank play``: a game in the terminal, full-screen or in plain lines."""

import argparse
import os
import signal
import sys
from typing import NoReturn

from outflank.cli.shared import distance, seating
from outflank.terminal import PlainGame


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    seating.configure(parser)
    distance.configure(parser)
    parser.add_argument(
        "--plain", action="store_true", help="plain lines, as through a pipe or with TERM=dumb"
    )
    parser.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        help="draw the full screen with plain characters only; default: as the locale says",
    )
    parser.add_argument("--light", action="store_true", help="dark text on a light screen")


def run(args: argparse.Namespace) -> int:
    """Play."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave_in_order)
    full_screen = not args.plain and _is_real_terminal()
    if distance.wanted(args):
        return _play_at(args, full_screen=full_screen)
    ready = seating.seating(args)
    if full_screen:
        from outflank.terminal import play  # Textual is only loaded where it is shown

        return play(
            ready.arranged,
            ready.make_player,
            saves=ready.saves,
            ascii_only=args.ascii,
            light=args.light,
        )
    plain = PlainGame(
        ready.arranged,
        ready.make_player,
        lines=_typed_line if sys.stdin.isatty() else _piped_line,
        out=sys.stdout,
        saves=ready.saves,
        echo=not sys.stdin.isatty(),
    )
    return plain.run()


def _play_at(args: argparse.Namespace, *, full_screen: bool) -> int:
    server, view, link = distance.table_of(args)
    if full_screen:
        from outflank.terminal import play_at

        if link:
            print(f"The link for your friend, and for you to come back: {link}", flush=True)
        return play_at(server, view, link, ascii_only=args.ascii, light=args.light)
    from outflank.terminal import DistantLines

    piped = not sys.stdin.isatty()
    lines = DistantLines(server, view, link=link, lines=_raw_line, out=sys.stdout, piped=piped)
    return lines.run()


def _raw_line() -> str | None:
    """A line of the input, read without Python's lock on it: we may leave while one is awaited."""
    line = bytearray()
    while (one := os.read(0, 1)) not in (b"", b"\n"):
        line += one
    return line.decode(errors="replace") if line or one else None


def _is_real_terminal() -> bool:
    """Whether a full screen can be drawn and typed at."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM") not in (
        None,
        "",
        "dumb",
    )


def _typed_line(prompt: str) -> str | None:
    import readline  # noqa: F401 — lets people edit their line and find earlier ones

    try:
        return input(prompt)
    except EOFError:
        return None


def _piped_line(prompt: str) -> str | None:
    print(prompt, end="", flush=True)
    return sys.stdin.readline() or None


def _leave_in_order(signal_number: int, frame: object) -> NoReturn:
    """Whoever closes the terminal or asks us to end gets the same care as Ctrl-C."""
    sys.exit(128 + signal_number)
