"""Running the application on Waitress, a production server in plain Python."""

import ipaddress
import socket
import threading
import webbrowser
from dataclasses import replace
from typing import Any

from waitress.server import create_server

from outflank.sitting import FRIENDLY
from outflank.table import EXTRA
from outflank.web import log
from outflank.web.app import close_app, create_app
from outflank.web.context import TABLES
from outflank.web.reading import TEXTS_WAITING, reading_room
from outflank.web.settings import InvalidSettings, Settings
from outflank.web.tables import REPLIES_WAITING

LARGEST_BODY = 2 * 1024 * 1024  # bytes that are read at all, before anybody looks at them
SPARE = 8  # threads that nobody who waits for a thought or a reader can take
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


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
    _refuse_taken_address(host, port)
    log.configure(options)
    app = create_app(settings)
    busy = settings.thinkers + EXTRA + settings.waiting + REPLIES_WAITING + TEXTS_WAITING
    try:
        server = create_server(
            app,
            host=host,
            port=port,
            threads=busy + SPARE,
            # More than the application takes, which refuses the rest with a sentence of its own.
            max_request_body_size=max(LARGEST_BODY, settings.largest_request),
            max_request_header_size=32 * 1024,
            connection_limit=1000,
            channel_timeout=60,
            ident=None,  # no need to tell the world what runs here
            clear_untrusted_proxy_headers=True,
        )
    except (OSError, socket.gaierror) as error:
        close_app(app)
        raise InvalidSettings(
            f"cannot listen on {host} port {port}: {error.strerror or error}; "
            "another --port may be free"
        ) from None
    address = f"http://{_shown(host)}:{_port(server)}/"
    print(f"Outflank is at {address} (stop it with Ctrl+C)", flush=True)
    if invited := app.extensions[TABLES].seats.invited_names:
        print(f"Visitors may also play against {', '.join(invited)}.", flush=True)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    try:
        app.extensions[TABLES].thinkers.warm_up(FRIENDLY)  # who asks meanwhile waits for an instant
        reading_room(app).paste("f5")
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        server.close()
        close_app(app)


def _refuse_taken_address(host: str, port: int) -> None:
    """Say that an address cannot be used before anything is started for it."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise InvalidSettings(
            f"cannot listen on {host} port {port}: {error.strerror or error}; "
            "another --port may be free"
        ) from None


def _port(server: Any) -> int:
    """The port in use; a name such as localhost may stand for two addresses, hence two servers."""
    if hasattr(server, "effective_port"):
        return int(server.effective_port)
    return int(server.effective_listen[0][1])


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host
