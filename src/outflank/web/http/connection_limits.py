"""Limits on the number of connections, and on the time and size of each request.

A client that opens many connections and sends them slowly must not keep others out. When there are
too many connections, from one address or in total, the one that has kept the server waiting longest
is closed. A request that is too slow or too large is rejected. A response that the client does not
read in time is dropped.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from outflank.web.http.addresses import network_of


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    most: int = 5000
    each: int = 200
    """Per address, which a classroom may share; an IPv6 /64 network counts as one address."""
    proxies: tuple[str, ...] = ()  # addresses without this limit
    head_bytes: int = 32 * 1024
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    idle_seconds: float = 75.0
    """Between two requests; longer than in proxies, so that they close first."""


class ConnectionLimiter:
    """All connections of a server, and those for which it is waiting."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.here: dict[str, set[Connection]] = {}
        self.waiting: dict[Connection, float] = {}
        """The connections that the server waits for, longest first, with their deadlines."""
        self.count = 0
        self.closed_early = 0

    def enter(self, connection: "Connection") -> None:
        """Accept a connection; if there are too many, close another one."""
        same = self.here.setdefault(connection.address, set())
        same.add(connection)
        self.count += 1
        limits = self.limits
        if len(same) > limits.each and connection.address not in limits.proxies:
            self._close_longest(same)
        elif self.count > limits.most:
            self._close_longest(self.waiting)

    def leave(self, connection: "Connection") -> None:
        self.waiting.pop(connection, None)
        same = self.here[connection.address]
        same.remove(connection)
        self.count -= 1
        if not same:
            del self.here[connection.address]

    def wait(self, connection: "Connection", until: float) -> None:
        self.waiting.pop(connection, None)
        self.waiting[connection] = until

    def sweep(self, now: float) -> None:
        for connection in [one for one, until in self.waiting.items() if until < now]:
            self._close(connection)

    def _close_longest(self, among: "set[Connection] | dict[Connection, float]") -> None:
        """Close the connection that has been waited for longest, possibly the new one."""
        self._close(next(one for one in self.waiting if one in among))

    def _close(self, connection: "Connection") -> None:
        self.closed_early += 1
        self.waiting.pop(connection, None)
        connection.close_early()


class Connection(HttpToolsProtocol):
    """A Uvicorn connection with limits."""

    def __init__(self, doors: ConnectionLimiter, **more: Any) -> None:
        super().__init__(**more)
        self._doors = doors
        self._head_bytes = 0  # received so far of an incomplete request head
        self._in_body = False
        self._too_large = False
        self.address = ""

    # --- Events ----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        self._wait(self._doors.limits.head_seconds)
        self._doors.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._doors.leave(self)

    def data_received(self, data: bytes) -> None:
        if not self._in_body:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > self._doors.limits.head_bytes and not self.transport.is_closing():
            self._too_large = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait(self._doors.limits.head_seconds)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        self._too_large = size > self._doors.limits.head_bytes
        if self._too_large:
            raise ValueError("the headers are too large")  # makes the parser reject the request
        super().on_headers_complete()
        self._head_bytes, self._in_body = 0, True
        self._wait(self._doors.limits.body_seconds)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_body = False
        self._doors.waiting.pop(self, None)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self._wait(self._doors.limits.idle_seconds)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(self._doors.limits.idle_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.cycle.response_complete:
            self._doors.waiting.pop(self, None)

    def shutdown(self) -> None:
        """Do not wait for incomplete requests when the server stops."""
        if self in self._doors.waiting:
            self.transport.abort()
        super().shutdown()

    # --- Reactions -------------------------------------------------------------------------------

    def close_early(self) -> None:
        if self._head_bytes or self._in_body:
            self._refuse(408, "This request did not arrive in time.")
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        if self._too_large:
            self._refuse(431, "The headers of this request are too large.")
        else:
            self._refuse(400, "This is not a valid HTTP/1.1 request.")
        self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._doors.wait(self, self.loop.time() + seconds)

    def _refuse(self, status: int, sentence: str) -> None:
        self.transport.write(
            STATUS_LINE[status]
            + b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            + b"content-length: %d\r\n\r\n%s\n" % (len(sentence) + 1, sentence.encode())
        )
