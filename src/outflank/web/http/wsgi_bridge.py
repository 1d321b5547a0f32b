"""A bridge from the event loop to Flask, with whole requests and whole responses.

A thread is used only while Flask runs, not while a request arrives or its response is sent, so slow
clients hold no threads. Requests that need no thread, or stream for hours, are handled on the event
loop: ``native`` has ASGI applications by path.
"""

import asyncio
import io
import sys
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from outflank.web.http.addresses import network_of
from outflank.web.http.thread_pools import ThreadPools

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Application = Callable[[Any, Any, Any], Any]  # an ASGI callable
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]

_TOO_LARGE: Answer = (
    413,
    [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")],
    b"This request is too large.\n",
)
_BUSY: Answer = (
    503,
    [(b"content-type", b"application/json"), (b"retry-after", b"5")],
    b'{"error":"The server is busy. Try again in a few seconds.","code":"busy"}',
)


class Bridge:
    """An ASGI application that calls a WSGI application in the thread pool of a path.

    Bodies above ``kept`` bytes are dropped, and those above ``largest`` are not read. The path may
    begin with the ``prefix``. X-Forwarded-* is trusted only from the ``proxies``. ``answered`` is
    called with the pool, status and seconds of each response.
    """

    def __init__(
        self,
        wsgi: "WSGIApplication",
        lanes: ThreadPools,
        *,
        kept: int,
        largest: int,
        prefix: str = "",
        proxies: Iterable[str] = (),
        native: Mapping[str, Application] | None = None,
        answered: Callable[[str, int, float], None] = lambda lane, status, seconds: None,
    ) -> None:
        self._wsgi = wsgi
        self._lanes = lanes
        self._answered = answered
        self._kept, self._largest = kept, largest
        self._prefix = prefix
        self._proxies = frozenset(proxies)
        self.native = dict(native or {})

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        if self._prefix and (path == self._prefix or path.startswith(f"{self._prefix}/")):
            path = path.removeprefix(self._prefix)
            if not path:
                await send_whole(send, (308, [(b"location", f"{self._prefix}/".encode())], b""))
                return
            scope = scope | {"path": path, "raw_path": scope["raw_path"][len(self._prefix) :]}
        if path in self.native:
            await self.native[path](scope, receive, send)
            return
        body = bytearray()
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            size += len(message["body"])
            more = message["more_body"]
            if size > self._largest:
                await send_whole(send, _TOO_LARGE)
                return
            if size <= self._kept:
                body += message["body"]
            else:  # the application refuses it by its size
                body.clear()
        await send_whole(send, await self.ask(scope, bytes(body), size))

    async def ask(self, scope: Any, body: bytes = b"", size: int = 0) -> Answer:
        lane = self._lanes.of(scope["path"])
        environ = _environ(scope, body, self._proxies)
        environ |= {"SCRIPT_NAME": self._prefix, "CONTENT_LENGTH": str(size)}
        with lane.entered(network_of(environ["REMOTE_ADDR"])) as entered:
            if not entered:
                self._answered(lane.name, _BUSY[0], 0.0)
                return _BUSY
            loop = asyncio.get_running_loop()
            began = perf_counter()
            answer = await loop.run_in_executor(lane.pool, call, self._wsgi, environ)
        self._answered(lane.name, answer[0], perf_counter() - began)
        return answer


async def send_whole(send: Any, answer: Answer) -> None:
    """Send a complete response; the client can read it at any speed."""
    status, headers, content = answer
    if status not in (204, 304) and not any(name == b"content-length" for name, _ in headers):
        headers = [*headers, (b"content-length", b"%d" % len(content))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def call(wsgi: "WSGIApplication", environ: dict[str, Any]) -> Answer:
    told: list[Any] = []

    def start_response(status: str, headers: Any, exc_info: Any = None) -> Any:
        told[:] = int(status[:3]), headers

    chunks = wsgi(environ, start_response)
    try:
        content = b"".join(chunks)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    status, given = told
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given]
    return status, headers, content


def _environ(scope: Any, body: bytes, proxies: frozenset[str]) -> dict[str, Any]:
    """Return a request as a WSGI environment (PEP 3333)."""
    host, port = scope["server"] or ("", None)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": "HTTP/" + scope["http_version"],
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper()
        if key == "CONTENT-TYPE":
            environ["CONTENT_TYPE"] = value.decode("latin-1")
        elif key not in _HOP and "_" not in key:  # X_A would be confused with X-A
            key = "HTTP_" + key.replace("-", "_")
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    if environ["REMOTE_ADDR"] in proxies:
        _believe(environ)
    return environ


_HOP = ("CONTENT-LENGTH", "TRANSFER-ENCODING")


def _believe(environ: dict[str, Any]) -> None:
    """Use the client's address and scheme from a trusted proxy, which appends the address."""
    *_, seen = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
    environ["REMOTE_ADDR"] = seen.strip() or environ["REMOTE_ADDR"]
    if environ.get("HTTP_X_FORWARDED_PROTO") in ("http", "https"):
        environ["wsgi.url_scheme"] = environ["HTTP_X_FORWARDED_PROTO"]
