"""A small client of a server's API: persistent connections and an event stream.

A ``RemoteServer`` is one visitor of one server, identified by a cookie or token. It sends and
receives JSON. ``web.http.presence`` defines when a lost connection counts as an absence.
"""

import http.client
import secrets
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec

from outflank.translation import _, language

PATIENCE = 20.0  # seconds during which a request without a response is sent again
RESPONSE = 30.0  # seconds for one response
IDLE = 4  # idle connections
SILENCE = 40.0  # seconds of silence after which a stream is reopened
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0  # seconds before the next attempt


class Unreachable(OSError):
    """The server does not respond."""


class Refused(Exception):
    """The server refused a request and gave a reason."""

    def __init__(self, status: int, code: str, sentence: str, game: msgspec.Raw | None) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.game = game  # the current game, if the client's view may be outdated


class _Refusal(msgspec.Struct):
    error: str = ""
    code: str = ""
    game: msgspec.Raw = msgspec.Raw(b"null")


@dataclass(frozen=True, slots=True)
class Event:
    kind: str  # `message` for ordinary events
    data: bytes


class RemoteServer:
    """A server and the visitor identity that the client has there.

    Threads share its open connections.
    """

    def __init__(
        self,
        address: str,
        *,
        cookie: str = "",
        token: str = "",
        remember: Callable[[str], None] = lambda cookie: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Identify the client by a ``token`` (programs only) or a cookie.

        ``remember`` is called with the cookie that the server assigns.
        """
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(
                _(
                    "{address} is not the address of a server. Write http:// or https:// and a "
                    "name",
                    address=repr(address),
                )
            )
        self.address = address
        self._parts = parts
        self.cookie = cookie
        self._token = token
        self._remember = remember
        self._sleep = sleep

    def get(self, path: str) -> bytes:
        return self._request("GET", path, None)

    def post(self, path: str, **body: Any) -> bytes:
        """Send a request; one with a ``request`` id is sent again if its response is lost."""
        return self._request("POST", path, body)

    def delete(self, path: str) -> bytes:
        return self._request("DELETE", path, None)

    def do(self, path: str, **body: Any) -> bytes:
        """Send a request with an id, so that the server carries it out exactly once."""
        return self.post(path, **body, request=secrets.token_hex(12))

    def stream(self, path: str, **query: str) -> "EventStream":
        return EventStream(self, f"{path}?{urlencode(query)}")

    def close(self) -> None:
        """Close the idle connections; later requests open new ones."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __del__(self) -> None:
        self.close()

    # --- Private ---------------------------------------------------------------------------------

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> bytes:
        until, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        repeatable = method == "GET" or (body is not None and "request" in body)
        content = None if body is None else msgspec.json.encode(body)
        while True:
            # When an open connection fails, the server may or may not have carried out the request.
            connection = self._take() if repeatable else None
            reused = connection is not None
            connection = connection or self.connection(RESPONSE)
            try:
                headers = self.headers() | {"Content-Type": "application/json"}
                connection.request(method, self._path(path), content, headers)
                response = connection.getresponse()
                received = response.read()
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                if reused:
                    continue  # the server closed it; another may be open
                if not repeatable or time.monotonic() >= until:
                    raise Unreachable(
                        _("{server} does not respond: {error}", server=self.name, error=error)
                    ) from None
            else:
                self._give_back(connection)
                busy = response.status == 503
                if not busy or not repeatable or time.monotonic() >= until:
                    return self.accept(response, received)
            self._sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _take(self) -> http.client.HTTPConnection | None:
        """Return an idle connection that the server has not closed."""
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                return None
            if connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]:
                return connection
            connection.close()  # readable without a request: closed by the server

    def _give_back(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if connection.sock is not None and len(self._idle) < IDLE:
                self._idle.append(connection)
                return
        connection.close()

    @property
    def name(self) -> str:
        return self._parts.netloc

    @property
    def connection_lost(self) -> str:
        return _("The connection to {server} is lost. Reconnecting…", server=self.name)

    def connection(self, timeout: float) -> http.client.HTTPConnection:
        secure = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        return kind(self._parts.hostname or "", self._parts.port, timeout=timeout)

    def headers(self) -> dict[str, str]:
        headers = {"Accept-Language": language().replace("_", "-")}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        elif self.cookie:
            headers["Cookie"] = self.cookie
        return headers

    def _path(self, path: str) -> str:
        return f"{self._parts.path.rstrip('/')}{path}"

    def accept(self, response: http.client.HTTPResponse, content: bytes) -> bytes:
        """Return the content of a response and store its cookie, or raise ``Refused``."""
        if cookie := response.headers["set-cookie"]:
            self.cookie = cookie.partition(";")[0]
            self._remember(self.cookie)
        if response.status < 300:
            return content
        try:
            refusal = msgspec.json.decode(content, type=_Refusal)
        except msgspec.DecodeError:
            status = f"{response.status} {response.reason}"
            refusal = _Refusal(_("{server} responded: {status}.", server=self.name, status=status))
        game = None if bytes(refusal.game) == b"null" else refusal.game
        raise Refused(response.status, refusal.code, refusal.error, game)


class EventStream:
    """An event stream, read in one thread and reopened when the connection is lost."""

    def __init__(self, server: RemoteServer, path: str) -> None:
        self._server = server
        self._path = path
        self._closed = threading.Event()
        self._socket: socket.socket | None = None
        self._last = ""

    def close(self) -> None:
        """Stop listening; the reader thread ends."""
        self._closed.set()
        with suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)

    def events(self, report: Callable[[str], None] = lambda sentence: None) -> Iterator[Event]:
        """Yield events until the stream is closed; raise ``Refused`` if the server refuses it.

        An event ``cut`` means that the connection is lost, ``open`` that it is established.
        ``report`` is called with a message in both cases.
        """
        pause, cut = FIRST_PAUSE, False
        while not self._closed.is_set():
            try:
                for event in self._one_connection():
                    if cut:
                        report(_("Connected to {server} again.", server=self._server.name))
                        cut = False
                    yield event
                    pause = FIRST_PAUSE
            except (OSError, http.client.HTTPException):
                pass  # reported below and retried
            except Refused as refusal:
                if refusal.status not in (429, 502, 503, 504):
                    raise
            if self._closed.is_set():
                return
            if not cut:
                report(self._server.connection_lost)
                cut = True
            yield Event("cut", b"")
            self._closed.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _one_connection(self) -> Iterator[Event]:
        server = self._server
        connection = server.connection(SILENCE)
        try:
            headers = server.headers() | ({"Last-Event-ID": self._last} if self._last else {})
            connection.request("GET", server._path(self._path), headers=headers)
            self._socket = connection.sock
            response = connection.getresponse()
            server.accept(response, b"" if response.status == 200 else response.read())
            yield Event("open", b"")
            yield from self._read(response)
        finally:
            self._socket = None
            connection.close()

    def _read(self, response: http.client.HTTPResponse) -> Iterator[Event]:
        kind, data, id_ = "", list[bytes](), ""
        while not self._closed.is_set() and (line := response.readline()):
            field, _colon, value = line.rstrip(b"\r\n").partition(b": ")
            if field == b"id":
                id_ = value.decode("latin-1")
            elif field == b"event":
                kind = value.decode()
            elif field == b"data":
                data.append(value)
            elif not field and (kind or data):
                self._last = id_ or self._last
                yield Event(kind or "message", b"\n".join(data))
                kind, data, id_ = "", [], ""
