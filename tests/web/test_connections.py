"""Slow, large and broken requests harm only those who send them."""

import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.request import urlopen

import pytest
from flask import Flask
from servers import running

from outflank.web.http.connection_limits import ConnectionLimits
from outflank.web.http.server import Server
from outflank.web.http.wsgi_bridge import _environ

SLOW = 600.0  # seconds: never in a test
HEAD = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\n"
LENGTH = b"Content-Length: 100\r\n\r\n{"


@dataclass
class Running:
    server: Server
    url: str

    def send(self, said: bytes) -> socket.socket:
        """Connect and say something, which need not be a whole request."""
        host, port = self.url.removeprefix("http://").split(":")
        line = socket.create_connection((host, int(port)), timeout=240)
        line.sendall(said)
        return line

    def ask(self, said: bytes) -> bytes:
        """All that comes back until the server closes."""
        with self.send(said) as line:
            return b"".join(iter(lambda: line.recv(4096), b""))

    def works(self) -> bool:
        with urlopen(f"{self.url}/api/opponents", timeout=240) as answer:
            return bool(answer.status == 200)


@pytest.fixture
def start(app: Flask) -> Iterator[Callable[..., Running]]:
    with ExitStack() as all_:
        yield lambda **limits: Running(
            *all_.enter_context(running(app, ConnectionLimits(**limits)))
        )


@pytest.mark.parametrize("limits", [{"most": 20}, {"each": 20}])
@pytest.mark.parametrize("said", [b"", HEAD, HEAD + LENGTH])
def test_many_who_send_little_do_not_shut_others_out(
    start: Callable[..., Running], limits: dict[str, int], said: bytes
) -> None:
    here = start(**limits, head_seconds=SLOW, body_seconds=SLOW)
    with ExitStack() as lines:
        drips = [lines.enter_context(here.send(said)) for _ in range(60)]
        for _ in range(3):
            for drip in drips:
                try:
                    drip.sendall(b"x")
                except OSError:  # it was closed for others
                    continue
            assert here.works()
        assert here.server.doors.count <= 21


@pytest.mark.parametrize("said", [b"", HEAD, HEAD + LENGTH])
def test_a_request_that_does_not_arrive_is_given_up(
    start: Callable[..., Running], said: bytes
) -> None:
    # Long enough that a head which is sent at once is there when it is given up.
    here = start(head_seconds=1.0 if said else 0.1, body_seconds=0.2)
    answer = here.ask(said)
    assert answer.startswith(b"HTTP/1.1 408 " if said else b"")
    assert here.works()


def test_an_answer_that_nobody_fetches_is_given_up(start: Callable[..., Running]) -> None:
    here = start(idle_seconds=0.2)
    with here.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200):
        while here.server.doors.closed_early == 0:
            assert here.works()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000, 431),
        (b"GET /" + b"x" * 400_000, 431),
        (b"\x16\x03\x01 no HTTP at all\r\n\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET http:// HTTP/1.1\r\n\r\n", 400),
        (HEAD + b"Content-Length: -1\r\n\r\n", 400),
        (HEAD + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"80000\r\n" + b" " * 0x80000 + b"\r\n", 0),
        (HEAD + b"Content-Length: 3000000\r\n\r\n" + b" " * 3_000_000, 413),
    ],
)
def test_what_is_no_request_or_too_large_is_refused(
    start: Callable[..., Running], said: bytes, status: int
) -> None:
    here = start(body_seconds=0.2)
    try:
        answer = here.ask(said)
    except OSError:  # it may hang up while we still speak
        answer = b""
    if answer:
        assert answer.startswith(f"HTTP/1.1 {status or 408} ".encode()), answer
    assert here.works()


def test_requests_in_a_row_on_one_connection_are_answered_in_order(
    start: Callable[..., Running],
) -> None:
    answer = start().ask(
        b"HEAD /api/opponents HTTP/1.1\r\nHost: localhost\r\n\r\n"
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b'Transfer-Encoding: chunked\r\n\r\n6\r\n{"size\r\nc\r\n": 4       }\r\n0\r\n\r\n'
        b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"200", b"201", b"404"]
    assert b'"size":4' in answer


def test_whom_a_proxy_speaks_for_is_who_asks() -> None:
    scope = {
        "server": ("127.0.0.1", 80),
        "method": "GET",
        "raw_path": b"/%C3%A9",
        "query_string": b"a=b",
        "http_version": "1.1",
        "client": ("192.0.2.1", 5),
        "scheme": "http",
        "headers": [
            (b"x-forwarded-for", b"203.0.113.9, 198.51.100.7"),
            (b"x-forwarded-proto", b"https"),
            (b"x_forwarded_for", b"203.0.113.10"),
        ],
    }
    seen = _environ(scope, b"", frozenset())
    assert (seen["REMOTE_ADDR"], seen["PATH_INFO"]) == ("192.0.2.1", "/Ã©")
    believed = _environ(scope, b"", frozenset({"192.0.2.1"}))
    assert (believed["REMOTE_ADDR"], believed["wsgi.url_scheme"]) == ("198.51.100.7", "https")


def test_a_hundred_at_once_are_all_answered(start: Callable[..., Running]) -> None:
    here = start(most=50)
    with ThreadPoolExecutor(20) as visitors:
        assert all(visitors.map(lambda _: here.works(), range(100)))
