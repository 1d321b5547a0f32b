"""The server: an event loop (Uvicorn) for all connections, and threads for Flask.

See ``docs/decisions/0015-an-event-loop-before-flask.md`` for the reasons.
"""

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn
from flask import Flask

from outflank.board import listed
from outflank.play.thinkers.processes import EXTRA, ThinkerPool
from outflank.translation import _
from outflank.web.app import close_app, create_app, reload_opponents
from outflank.web.context import CHALLENGES, CLUB, HOSTING, REPLIES
from outflank.web.games.computer_replies import REPLIES_WAITING
from outflank.web.games.game_service import GAMES
from outflank.web.games.paste_sandbox import reading_room
from outflank.web.http import request_log
from outflank.web.http.addresses import is_this_machine
from outflank.web.http.change_bus import ChangeBus, usual_bulletin
from outflank.web.http.connection_limits import (
    Connection,
    ConnectionLimiter,
    ConnectionLimits,
)
from outflank.web.http.health import HealthRoutes, Numbers
from outflank.web.http.streams import StreamHub
from outflank.web.http.thread_pools import ThreadPools
from outflank.web.http.wsgi_bridge import Bridge
from outflank.web.settings import SETTINGS, InvalidSettings, Settings
from outflank.workers.limits import allow_files

LARGEST_BODY = 2 * 1024 * 1024  # bytes; larger bodies are not read
SPARE = 4  # threads for replies that waiting requests cannot occupy
DRAIN_SECONDS, THOUGHT_SECONDS = (
    8,
    5,
)  # seconds until requests are cut; seconds until thinkers are stopped
SWITCH = 0.001  # the interpreter's thread switch interval in seconds
GARBAGE = 5000, 20, 50  # thresholds of the three garbage collector generations
FILES = 256  # in addition to connections: thinkers, databases, logs
LARGEST_FILE = 64 * 1024 * 1024  # bytes of an upload to a local server
SOON = ("lookahead", "learned", "gentle", "engine:13")  # characters that think briefly
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")

SignalHandler = Callable[[int, FrameType | None], None]


class Server(uvicorn.Server):
    """Uvicorn with this application, until ``should_exit`` is set or a signal arrives."""

    def __init__(
        self,
        app: Flask,
        limits: ConnectionLimits | None = None,
        gather: Callable[[Numbers], Numbers] = lambda numbers: numbers,
        bulletin: ChangeBus | None = None,
    ) -> None:
        """``gather`` adds the metrics of other processes; ``bulletin`` notifies them of changes."""
        settings: Settings = app.extensions[SETTINGS]
        limits = limits or ConnectionLimits(
            settings.connections, settings.connections_each, settings.proxies
        )
        thinking = settings.thinkers + EXTRA + settings.waiting + REPLIES_WAITING
        self._app = app
        self._to_reload = False
        self.lanes = ThreadPools(app, replies=thinking + SPARE)
        self.doors = ConnectionLimiter(limits)
        self.operator = HealthRoutes(app, self.lanes, self.doors, gather)
        self._close_thinkers: Callable[[], None] = app.extensions[REPLIES].thinkers.close
        bridge = Bridge(
            app.wsgi_app,
            self.lanes,
            kept=settings.largest_request,
            # Above the application's own limit, which has a better error message.
            largest=max(LARGEST_BODY, settings.largest_request),
            prefix=settings.prefix,
            proxies=settings.proxies,
            native=self.operator.routes,
            answered=self.operator.answered,
        )
        pool = self.lanes.all["other"].pool
        database = app.extensions[GAMES].games.database
        self.hub = StreamHub(
            app.extensions[GAMES],
            app.extensions[CLUB],
            app.extensions[CHALLENGES],
            app.extensions[HOSTING].events,
            bridge.ask,
            pool,
            bulletin or usual_bulletin(database),
            follows_current=app.extensions[SETTINGS].one_game,
        )
        bridge.native["/api/events"] = self.hub
        super().__init__(
            uvicorn.Config(
                bridge,
                loop="asyncio",
                http=cast(Any, partial(Connection, self.doors)),
                interface="asgi3",
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,  # the application writes its own
                proxy_headers=False,
                server_header=False,  # do not reveal the software
                timeout_keep_alive=int(limits.idle_seconds),
                backlog=2048,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.start()
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        self.doors.sweep(asyncio.get_running_loop().time())
        if self._to_reload:
            self._to_reload = False
            self.lanes.all["slow"].pool.submit(reload_opponents, self._app)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish the running requests, accept no new ones, and stop late thinking."""
        self.operator.draining = True
        self.hub.close()
        loop = asyncio.get_running_loop()
        late = loop.call_later(
            THOUGHT_SECONDS, self.lanes.all["other"].pool.submit, self._close_thinkers
        )
        await super().shutdown(sockets)
        late.cancel()
        for lane in self.lanes.all.values():
            lane.pool.shutdown(wait=False, cancel_futures=True)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Shut down cleanly on a signal, and return to the caller."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        with signals(self._end, self._reload):
            yield

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit  # a second signal skips the waiting
        self.should_exit = True

    def _reload(self, number: int, frame: FrameType | None) -> None:
        self._to_reload = True

    def run_to_the_end(self, sockets: list[socket.socket]) -> None:
        """Serve, then close the application."""
        # A full garbage collection stops all threads for a tenth of a second, so exclude the
        # long-lived objects and collect less often.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        try:
            self.run(sockets)
        finally:
            close_app(self._app)
            if any(lane.here for lane in self.lanes.all.values()):
                logging.getLogger("outflank.web").warning("Some requests were not finished in time")
                logging.shutdown()
                os._exit(0)  # running threads would keep the process alive


@contextlib.contextmanager
def signals(end: SignalHandler, reload: SignalHandler) -> Iterator[None]:
    """Handle SIGTERM and SIGINT (end) and SIGHUP (reload opponents) within a block."""
    handlers = {signal.SIGTERM: end, signal.SIGINT: end}
    if sys.platform == "win32":
        handlers[signal.SIGBREAK] = end
    else:
        handlers[signal.SIGHUP] = reload
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    if sys.platform != "win32":  # a worker starts with it blocked
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def is_local(host: str) -> bool:
    """Return True if only this machine can connect to this host."""
    return host == "localhost" or is_this_machine(host)


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    open_browser: bool = False,
    options: request_log.LogOptions = request_log.LogOptions(),  # noqa: B008 — frozen
) -> None:
    """Serve until interrupted or terminated (SIGTERM)."""
    alone = is_local(host) and not settings.proxies  # others can connect through a proxy
    if settings.one_game and not alone and not settings.insist:
        raise InvalidSettings(
            _(
                "--one-game lets everyone who reaches {host} move in the same game. Add --insist "
                "to allow that, or leave out --host",
                host=host,
            )
        )
    if settings.workers > 1 and options.megabytes:
        raise InvalidSettings(
            _("--log-size works with one process only. With --workers use logrotate or similar")
        )
    if settings.workers > 1 and sys.platform == "win32":
        raise InvalidSettings(_("Windows runs one server process only. Leave out --workers"))
    if not 0 <= port <= 65535:
        raise InvalidSettings(_("{port} is not a port. Choose 0 to 65535", port=port))
    if alone:
        # Prevents DNS rebinding by another site's page.
        settings = replace(
            settings,
            budgets=settings.budgets or 0.0,
            local_saves=True,
            hosts=settings.hosts or LOCAL_NAMES,
            largest_request=max(settings.largest_request, LARGEST_FILE),
        )
    sockets = listen(host, port)
    try:
        request_log.configure(options)
        app = create_app(settings)
    except BaseException:
        _close_all(sockets)
        raise
    place = f":{sockets[0].getsockname()[1]}{settings.prefix}/"
    address = f"http://{_shown(host)}{place}"
    print(_("Outflank is at {address} (press Ctrl+C to stop)", address=address), flush=True)
    if not _is_one_place(host) and (here := _own_address()) is not None:
        other = f"http://{here}{place}"
        print(_("Other computers can reach it at {address}", address=other), flush=True)
    if sys.platform != "win32" and os.geteuid() == 0:
        why = "The server is running as root. Start it as an ordinary user"
        logging.getLogger("outflank.web").warning(why)
    if invited := app.extensions[GAMES].seats.invited_names:
        print(_("Additional opponents: {names}.", names=listed(invited)), flush=True)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    wanted = settings.connections + FILES
    if (most := allow_files(wanted)) < wanted:
        logging.getLogger("outflank.web").warning(
            "Only %d files can be open, so fewer than %d connections are possible",
            most,
            settings.connections,
        )
    sys.setswitchinterval(SWITCH)
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # until the server installs its own handlers
    try:
        if settings.workers > 1 and sys.platform != "win32":
            from outflank.web.http.supervisor import Supervisor

            Supervisor(app, options, sockets).run()
        else:
            warm_up(app.extensions[REPLIES].thinkers)
            reading_room(app).paste("f5")
            Server(app).run_to_the_end(sockets)
    except KeyboardInterrupt:
        pass
    finally:
        _close_all(sockets)
        close_app(app)


def warm_up(thinkers: ThinkerPool) -> None:
    """Start a thinker, and register the players that reply quickly."""
    first, *others = SOON
    thinkers.warm_up(first)  # early requests wait a moment

    def meet() -> None:
        for seat in others:
            thinkers.warm_up(seat)

    threading.Thread(target=meet, daemon=True).start()


def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets for a host; a name such as localhost may have several addresses."""
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, kind, protocol, _kind, address in found:
            try:
                one = socket.socket(family, kind, protocol)
            except OSError as error:
                if error.errno == errno.EAFNOSUPPORT and len(found) > 1:
                    continue  # this machine may lack an address family of the name
                raise
            sockets.append(one)
            if sys.platform == "win32":  # where SO_REUSEADDR lets two servers share a port
                one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            taken = port or sockets[0].getsockname()[1]
            one.bind((address[0], taken, *address[2:]))
            one.listen(2048)
    except OSError as error:
        _close_all(sockets)
        raise InvalidSettings(
            _(
                "The server cannot listen on {host} port {port}: {error}. Try another --port",
                host=host,
                port=port,
                error=error.strerror or error,
            )
        ) from None
    return sockets


def _close_all(sockets: list[socket.socket]) -> None:
    for one in sockets:
        one.close()


def _is_one_place(host: str) -> bool:
    """Return True if a host is one address rather than all of this computer's."""
    return host not in ("0.0.0.0", "::", "")


def _own_address() -> str | None:
    """Return this computer's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # reserved for documentation
        except OSError:
            return None  # no network
        own: str = line.getsockname()[0]
        return own


def _shown(host: str) -> str:
    if not _is_one_place(host):
        return "localhost"
    return f"[{host}]" if ":" in host else host
