"""A server in a thread, on the event loop that visitors meet."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom

from flask import Flask

from outflank.web.http.change_bus import ChangeBus
from outflank.web.http.connection_limits import ConnectionLimits
from outflank.web.http.server import Server, listen


@contextmanager
def running(
    app: Flask, limits: ConnectionLimits | None = None, bulletin: ChangeBus | None = None
) -> Iterator[tuple[Server, str]]:
    """Serve an application on a free port; it is not closed."""
    sockets = listen("127.0.0.1", 0)
    port = sockets[0].getsockname()[1]
    server = Server(app, limits, bulletin=bulletin)
    thread = threading.Thread(target=server.run, args=[sockets], daemon=True)
    thread.start()
    try:
        yield server, f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = server.force_exit = True
        thread.join(120)


def free_port() -> int:
    """A port for a program that must be told one, or that comes back to its own.

    Below those that the system gives to connections, one of which might take it meanwhile.
    """
    given = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = SystemRandom().randrange(given - 10_000, given)
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:  # somebody has it
                continue
            return port
