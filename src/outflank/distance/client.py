"""A small client of a server's API: requests, and one stream of events that comes back by itself.

``Server`` is one visitor of one server, known by its cookie or token. It knows no game; what
is asked and answered is JSON.
"""

import http.client
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec

PATIENCE = 20.0  # seconds in which a request that got no answer is sent again
ANSWER = 30.0  # seconds for one answer
SILENCE = 40.0  # seconds without a sign of life after which a stream is opened anew
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0  # seconds before somebody who does not answer is asked again


class Unreachable(OSError):
    """A server that gives no answer."""


class Refused(Exception):
    """A server that says no, in a sentence."""

    def __init__(self, status: int, code: str, sentence: str, table: msgspec.Raw | None) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.table = table
        """The table as it stands, where the sender may have another picture of it."""


class _Problem(msgspec.Struct):
    error: str = "The server refused that and did not say why."
    code: str = ""
    game: msgspec.Raw = msgspec.Raw(b"null")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that came by a stream."""

    kind: str
    """``message`` for what a stream is about."""
    data: bytes


class Server:
    """A server somewhere, and who one is there."""

    def __init__(
        self,
        address: str,
        *,
        cookie: str = "",
        token: str = "",
        remember: Callable[[str], None] = lambda cookie: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """A program may come with a ``token``; all others are known by a cookie.

        ``remember`` is told the cookie by which the server knows this visitor.
        """
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(
                f"an address begins with http:// or https:// and names a server; got {address!r}"
            )
        self.address = address
        self._parts = parts
        self.cookie = cookie
        self._token = token
        self._remember = remember
        self._sleep = sleep

    def get(self, path: str) -> bytes:
        """What stands at a path."""
        return self._asked("GET", path, None)

    def post(self, path: str, **wanted: Any) -> bytes:
        """Have something done; a request that got lost on its way is sent again, and done once."""
        return self._asked("POST", path, wanted)

    def delete(self, path: str) -> bytes:
        """Have something removed."""
        return self._asked("DELETE", path, None)

    def do(self, path: str, **wanted: Any) -> bytes:
        """Do something at a table, under a name of its own, so that it happens once."""
        return self.post(path, **wanted, request=secrets.token_hex(12))

    def stream(self, path: str, **query: str) -> "Stream":
        """What happens from now on."""
        return Stream(self, f"{path}?{urlencode(query)}")

    # --- Inside ----------------------------------------------------------------------------------

    def _asked(self, method: str, path: str, wanted: dict[str, Any] | None) -> bytes:
        until, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        again = method == "GET" or (wanted is not None and "request" in wanted)
        while True:
            line = self.line(ANSWER)
            try:
                head = self.head() | {"Content-Type": "application/json"}
                body = None if wanted is None else msgspec.json.encode(wanted)
                line.request(method, self._path(path), body, head)
                answer = line.getresponse()
                content = answer.read()
                busy = answer.status == 503
                if not busy or not again or time.monotonic() >= until:
                    return self.answered(answer, content)
            except (OSError, http.client.HTTPException) as error:
                if not again or time.monotonic() >= until:
                    raise Unreachable(f"{self.name} does not answer: {error}") from None
            finally:
                line.close()
            self._sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    @property
    def name(self) -> str:
        """What people call the server."""
        return self._parts.netloc

    def line(self, timeout: float) -> http.client.HTTPConnection:
        """A connection that is not open yet."""
        secure = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        return kind(self._parts.hostname or "", self._parts.port, timeout=timeout)

    def head(self) -> dict[str, str]:
        """Who asks."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": self.cookie} if self.cookie else {}

    def _path(self, path: str) -> str:
        return f"{self._parts.path.rstrip('/')}{path}"

    def answered(self, answer: http.client.HTTPResponse, content: bytes) -> bytes:
        """What an answer has to say; who one is, is noted."""
        if cookie := answer.headers["set-cookie"]:
            self.cookie = cookie.partition(";")[0]
            self._remember(self.cookie)
        if answer.status < 300:
            return content
        try:
            problem = msgspec.json.decode(content, type=_Problem)
        except msgspec.DecodeError:
            problem = _Problem(f"{self.name} answered {answer.status} {answer.reason}.")
        table = None if bytes(problem.game) == b"null" else problem.game
        raise Refused(answer.status, problem.code, problem.error, table)


class Stream:
    """A stream of events, read in one thread; it is opened again whenever it was cut."""

    def __init__(self, server: Server, path: str) -> None:
        self._server = server
        self._path = path
        self._closed = threading.Event()
        self._socket: socket.socket | None = None
        self._last = ""

    def close(self) -> None:
        """Listen no longer; whoever reads is let go."""
        self._closed.set()
        with suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)

    def events(self, tell: Callable[[str], None] = lambda sentence: None) -> Iterator[Event]:
        """Everything that comes, until it is closed; ``Refused`` where the server will not.

        An event ``cut`` says that the line was cut, and ``open`` that it is there (again). ``tell``
        is told so once, in a sentence.
        """
        pause, cut = FIRST_PAUSE, False
        while not self._closed.is_set():
            try:
                for event in self._one_line():
                    if cut:
                        tell(f"{self._server.name} is there again.")
                        cut = False
                    yield event
                    pause = FIRST_PAUSE
            except (OSError, http.client.HTTPException):
                pass  # told below, and tried again
            except Refused as refusal:
                if refusal.status not in (429, 502, 503, 504):
                    raise
            if self._closed.is_set():
                return
            if not cut:
                tell(f"The line to {self._server.name} is cut; it is tried again and again.")
                cut = True
            yield Event("cut", b"")
            self._closed.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _one_line(self) -> Iterator[Event]:
        server = self._server
        line = server.line(SILENCE)
        try:
            head = server.head() | ({"Last-Event-ID": self._last} if self._last else {})
            line.request("GET", server._path(self._path), headers=head)
            self._socket = line.sock
            answer = line.getresponse()
            server.answered(answer, b"" if answer.status == 200 else answer.read())
            yield Event("open", b"")
            yield from self._read(answer)
        finally:
            self._socket = None
            line.close()

    def _read(self, answer: http.client.HTTPResponse) -> Iterator[Event]:
        kind, data, id_ = "", list[bytes](), ""
        while not self._closed.is_set() and (line := answer.readline()):
            field, _, value = line.rstrip(b"\r\n").partition(b": ")
            if field == b"id":
                id_ = value.decode("latin-1")
            elif field == b"event":
                kind = value.decode()
            elif field == b"data":
                data.append(value)
            elif not field and (kind or data):
                self._last = id_ or self._last  # now that it is complete
                yield Event(kind or "message", b"\n".join(data))
                kind, data, id_ = "", [], ""
