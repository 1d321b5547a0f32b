"""The client keeps its connection open, and repeats only what may be repeated."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from outflank.play.remote.client import Refused, RemoteServer, Unreachable


class Recorder(ThreadingHTTPServer):
    """Counts connections and requests; drops a connection where it is told to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.connections = 0
        self.requests: list[str] = []
        self.drop_next = 0
        self.busy_next = 0
        self.idle_sockets: list[Any] = []

    def close_connections(self) -> None:
        """Close the open connections, as after a long silence."""
        for one in self.idle_sockets:
            one.shutdown(2)
        self.idle_sockets.clear()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Recorder

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1
        self.server.idle_sockets.append(self.connection)

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.requests.append(f"{self.command} {self.path}")
        if self.server.drop_next:
            self.server.drop_next -= 1
            self.close_connection = True
            return
        status, body = 200, b'{"ok": true}'
        if self.server.busy_next:
            self.server.busy_next -= 1
            status, body = 503, b'{"error": "Busy.", "code": "busy"}'
        elif self.path == "/no":
            status, body = 409, b'{"error": "No.", "code": "not-your-turn", "game": {"id": "g"}}'
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_DELETE = answer  # noqa: N815

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    recorder = Recorder()
    thread = threading.Thread(target=recorder.serve_forever, daemon=True)
    thread.start()
    yield recorder
    recorder.shutdown()
    thread.join(60)
    recorder.server_close()


@pytest.fixture
def server(recorder: Recorder) -> Iterator[RemoteServer]:
    server = RemoteServer(f"http://127.0.0.1:{recorder.server_port}/", sleep=lambda seconds: None)
    yield server
    server.close()


def test_requests_share_one_connection(server: RemoteServer, recorder: Recorder) -> None:
    for _ in range(3):
        server.get("/a")
        server.do("/b")
    assert (recorder.connections, len(recorder.requests)) == (1, 6)


def test_requests_at_the_same_time_have_a_connection_each(
    server: RemoteServer, recorder: Recorder
) -> None:
    threads = [threading.Thread(target=server.get, args=["/a"]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(recorder.requests) == 8
    assert recorder.connections <= 8


def test_a_connection_that_the_server_closed_is_replaced(
    server: RemoteServer, recorder: Recorder
) -> None:
    server.get("/a")
    recorder.close_connections()
    server.do("/b")
    assert recorder.requests == ["GET /a", "POST /b"]
    assert recorder.connections == 2


def test_a_lost_response_repeats_only_what_has_an_id(
    server: RemoteServer, recorder: Recorder
) -> None:
    server.get("/a")
    recorder.drop_next = 1
    server.do("/b")
    assert recorder.requests == ["GET /a", "POST /b", "POST /b"]
    recorder.drop_next = 1
    with pytest.raises(Unreachable):
        server.post("/c")
    recorder.drop_next = 1
    with pytest.raises(Unreachable):
        server.delete("/d")
    assert recorder.requests[3:] == ["POST /c", "DELETE /d"]


def test_a_busy_server_is_asked_again(server: RemoteServer, recorder: Recorder) -> None:
    recorder.busy_next = 2
    assert server.get("/a") == b'{"ok": true}'
    assert (len(recorder.requests), recorder.connections) == (3, 1)
    recorder.busy_next = 1
    with pytest.raises(Refused, match="Busy"):
        server.post("/b")


def test_a_refusal_has_a_code_and_the_game_and_keeps_the_connection(
    server: RemoteServer, recorder: Recorder
) -> None:
    with pytest.raises(Refused, match=r"No\.") as caught:
        server.do("/no")
    assert (caught.value.status, caught.value.code) == (409, "not-your-turn")
    assert caught.value.game is not None
    assert bytes(caught.value.game) == b'{"id": "g"}'
    server.get("/a")
    assert recorder.connections == 1


def test_nobody_there() -> None:
    with pytest.raises(ValueError, match=r"club\.example"):
        RemoteServer("club.example")
    with pytest.raises(Unreachable):
        RemoteServer("http://127.0.0.1:9/", sleep=lambda seconds: None).post("/a")
