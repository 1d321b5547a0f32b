"""Running the application: an event loop (Uvicorn) with all connections, threads for Flask.

Why it is so: ``docs/decisions/0015-an-event-loop-before-flask.md``.
"""

import asyncio
import contextlib
import errno
import ipaddress
import logging
import resource
import signal
import socket
import threading
import webbrowser
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn
from flask import Flask

from outflank.sitting import FRIENDLY
from outflank.table import EXTRA
from outflank.web import log
from outflank.web.app import close_app, create_app
from outflank.web.bridge import Bridge
from outflank.web.connections import Connection, Doors, Limits
from outflank.web.context import SETTINGS, TABLES
from outflank.web.reading import TEXTS_WAITING, reading_room
from outflank.web.settings import InvalidSettings, Settings
from outflank.web.tables import REPLIES_WAITING

LARGEST_BODY = 2 * 1024 * 1024  # bytes that are read at all, before anybody looks at them
SPARE = 8  # threads that nobody who waits for a thought or a reader can take
FILES = 256  # besides connections: thinkers, databases, logs
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


class Server(uvicorn.Server):
    """Uvicorn with an application of ours, until ``should_exit`` is said or a signal comes."""

    def __init__(self, app: Flask, limits: Limits | None = None) -> None:
        settings: Settings = app.extensions[SETTINGS]
        limits = limits or Limits(settings.connections, settings.connections_each, settings.proxies)
        busy = settings.thinkers + EXTRA + settings.waiting + REPLIES_WAITING + TEXTS_WAITING
        self._pool = ThreadPoolExecutor(busy + SPARE, "request")
        self.doors = Doors(limits)
        bridge = Bridge(
            app.wsgi_app,
            lambda path: self._pool,
            # More than the application takes, which refuses the rest with a sentence of its own.
            largest=max(LARGEST_BODY, settings.largest_request),
            proxies=settings.proxies,
        )
        super().__init__(
            uvicorn.Config(
                bridge,
                loop="asyncio",
                http=cast(Any, partial(Connection, self.doors)),
                interface="asgi3",
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,  # the application has its own
                proxy_headers=False,
                server_header=False,  # no need to tell the world what runs here
                timeout_keep_alive=int(limits.idle_seconds),
                backlog=2048,
            )
        )

    async def on_tick(self, counter: int) -> bool:
        """Look after the connections, ten times a second."""
        self.doors.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """End in good order when told to, and go on to whatever comes after."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self._end) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit  # who says it twice does not want to wait
        self.should_exit = True


def is_local(host: str) -> bool:
    """Whether a server on this address is for this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    open_browser: bool = False,
    options: log.LogOptions = log.LogOptions(),  # noqa: B008 — frozen
) -> None:
    """Serve until interrupted."""
    if settings.one_game and not is_local(host) and not settings.insist:
        raise InvalidSettings(
            f"--one-game lets everybody who reaches {host} move in the same game; add --insist if "
            "that is meant, or leave out --host"
        )
    if not 0 <= port <= 65535:
        raise InvalidSettings(f"a port is a number from 0 to 65535; got {port}")
    if is_local(host):
        # Another site's page could make a browser ask us under a name of its own.
        settings = replace(settings, local_saves=True, hosts=settings.hosts or LOCAL_NAMES)
    sockets = listen(host, port)
    try:
        log.configure(options)
        app = create_app(settings)
    except BaseException:
        _close_all(sockets)
        raise
    address = f"http://{_shown(host)}:{sockets[0].getsockname()[1]}/"
    print(f"Outflank is at {address} (stop it with Ctrl+C)", flush=True)
    if invited := app.extensions[TABLES].seats.invited_names:
        print(f"Visitors may also play against {', '.join(invited)}.", flush=True)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    _allow_files(settings.connections + FILES)
    try:
        app.extensions[TABLES].thinkers.warm_up(FRIENDLY)  # who asks meanwhile waits for an instant
        reading_room(app).paste("f5")
        Server(app).run(sockets)
    except KeyboardInterrupt:
        pass
    finally:
        _close_all(sockets)
        close_app(app)


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets on which browsers can reach an address; a name such as localhost may have several."""
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, kind, protocol, _, address in found:
            try:
                one = socket.socket(family, kind, protocol)
            except OSError as error:
                if error.errno == errno.EAFNOSUPPORT and len(found) > 1:
                    continue  # a name may have an address of a kind that this machine has not
                raise
            sockets.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            taken = port or sockets[0].getsockname()[1]
            one.bind((address[0], taken, *address[2:]))
            one.listen(2048)
    except OSError as error:
        _close_all(sockets)
        raise InvalidSettings(
            f"cannot listen on {host} port {port}: {error.strerror or error}; "
            "another --port may be free"
        ) from None
    return sockets


def _close_all(sockets: list[socket.socket]) -> None:
    for one in sockets:
        one.close()


def _allow_files(wanted: int) -> None:
    """Let this process have so many files open, as far as it may: a connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        if most < wanted:
            logging.getLogger("outflank.web").warning(
                "Only %d files may be open here, so connections are refused before there are %d",
                most,
                wanted - FILES,
            )


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host
