"""The code executed per move: our files, our function calls and the response size.

    python benchmarks/trace_move.py

A move against ``greedy`` is sent to the WSGI application, as a thread of the server does; the work
of the event loop before (connection, bridge) is not included. A profile hook counts every call of a
function defined below ``src/outflank``. The second table is a move in a shared game.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import outflank
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

PACKAGE = str(Path(outflank.__file__).parent)
PLIES = (2, 10, 30, 54)


class Trace:
    """The calls of our own functions while a request is handled."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    @property
    def files(self) -> list[str]:
        """The files in which a function was called."""
        return sorted({file.removeprefix(f"{PACKAGE}/") for file, _ in self.calls})

    def post(self, client: FlaskClient, path: str, body: dict[str, Any]) -> TestResponse:
        """Send a request and count calls."""
        sys.setprofile(self._called)
        try:
            return client.post(path, json=body)
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(PACKAGE):
            self.calls[file, frame.f_code.co_qualname if FULL else frame.f_code.co_name] += 1


FULL = sys.version_info >= (3, 11)


def own_game(client: FlaskClient) -> None:
    """Trace a game against ``greedy``, whose reply is part of the response."""
    print("A move against greedy")
    print(f"{'ply':>5}{'files':>7}{'calls':>7}{'bytes':>8}")
    for target in PLIES:
        game = client.post("/api/games", json={"white": "greedy"}).get_json()
        trace, response = Trace(), None
        while game["legal"] and game["ply"] < target:
            trace = Trace()
            body = {"square": next(iter(game["legal"])), "answer": True, "ply": game["ply"]}
            response = trace.post(client, f"/api/games/{game['id']}/moves", body)
            game = response.get_json()
        assert response is not None
        size, calls = len(response.get_data()), sum(trace.calls.values())
        print(f"{game['ply']:>5}{len(trace.files):>7}{calls:>7}{size:>8}")
    report(trace)


def shared_game(black: FlaskClient, white: FlaskClient) -> None:
    """Trace a game between two visitors."""
    game = black.post("/api/games/shared", json={"name": "Ann", "color": "black"}).get_json()
    path = f"/api/games/{game['id']}"
    link = black.post(f"{path}/invitation", json={"address": "http://x/"}).get_json()["link"]
    seat = {"token": link.partition("=")[2], "name": "Ben"}
    white.post("/api/invitations/take", json=seat)
    black.post(f"{path}/moves", json={"square": "f5"})
    trace = Trace()
    response = trace.post(white, f"{path}/moves", {"square": "d6"})
    print("\nA move in a shared game")
    print(f"{'ply':>5}{'files':>7}{'calls':>7}{'bytes':>8}")
    calls = sum(trace.calls.values())
    print(f"{2:>5}{len(trace.files):>7}{calls:>7}{len(response.get_data()):>8}")
    report(trace)


def report(trace: Trace) -> None:
    """Print the number of files and the calls in each."""
    if "-v" not in sys.argv:
        return
    for file in trace.files:
        mine = {name: n for (at, name), n in trace.calls.items() if at == f"{PACKAGE}/{file}"}
        top = ", ".join(f"{name} {n}" for name, n in Counter(mine).most_common(6))
        print(f"{sum(mine.values()):>6}  {file:<36} {top}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(folder=Path(folder), thinkers=1, secret_key="k" * 32))
        try:
            own_game(app.test_client())
            shared_game(app.test_client(), app.test_client())
        finally:
            close_app(app)


if __name__ == "__main__":
    main()
