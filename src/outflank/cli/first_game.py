"""``outflank`` without a command: open the game, in the browser or in this terminal."""

import os
import sys

PORT = 8001
_SECONDS = 2.0  # for a server that runs already to answer


def command_without_words() -> list[str]:
    """Return the command to run: the browser if there is a display, else a terminal, else help."""
    has_desktop = sys.platform in ("win32", "darwin") or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    )
    if has_desktop and "SSH_CONNECTION" not in os.environ:
        return ["serve"]
    if sys.stdin.isatty() and sys.stdout.isatty():
        return ["play"]
    return ["--help"]


def running_server() -> str | None:
    """Return the address of the user's server if one is running on the usual port."""
    from urllib.request import ProxyHandler, build_opener

    address = f"http://127.0.0.1:{PORT}/"
    try:
        with build_opener(ProxyHandler({})).open(f"{address}healthz", timeout=_SECONDS) as reply:
            return address if reply.read(16) == b"alive\n" else None
    except (OSError, ValueError):
        return None
