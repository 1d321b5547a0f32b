"""The application in the page: the routes of the server, called without a socket.

There is one visitor, nothing runs in another process or thread, and the database is one file that
the worker stores in the browser before a response counts.
"""

import io
import json
import sys
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from http import HTTPStatus
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
from flask import Response

from outflank.board import Board, Square
from outflank.formats import InvalidRecord, InvalidSave, load_game
from outflank.game import Game, TimeLeft
from outflank.play.thinkers.process_main import choose
from outflank.play.thinkers.processes import CannotAnswer, Thoughts
from outflank.translation import _
from outflank.web.api.errors import Error
from outflank.web.app import create_app
from outflank.web.games.game_service import GAMES, GameService
from outflank.web.games.paste_sandbox import READING_ROOM
from outflank.web.games.paste_worker import Read, read_paste, read_save
from outflank.web.http.visitors import Sessions
from outflank.web.settings import Settings
from outflank.workers.sandbox import Sandbox

VISITOR = "0" * 32
KEY = "nothing is secret from the only visitor"
MOST_GAMES = 100_000
Answer = tuple[int, list[tuple[str, str]], bytes]


class InlineThinkers:
    """Computer players in this process; the page's engine plays for most of them."""

    patience = 0.0
    closed = False

    def choose(
        self,
        player: str,
        board: Board,
        topic: str,
        *,
        way: Sequence[Square] | None = None,
        left: TimeLeft | None = None,
        visitor: Hashable = None,
    ) -> Square:
        clock = None if left is None else (left.seconds, left.increment)
        answer = choose(player, board.to_text(), way, clock)
        if "problem" in answer:
            raise CannotAnswer(answer["problem"], answer["kind"], answer.get("details", ""))
        return int(answer["square"])

    def warm_up(self, player: str) -> None: ...
    def stop(self, topic: str) -> None: ...
    def renew(self, sandbox: Sandbox | None) -> None: ...
    def close(self) -> None: ...

    def numbers(self) -> Thoughts:
        return Thoughts(0, 0, 0.0)


class InlineReader:
    """Parses the visitor's own texts."""

    def paste(self, text: str, visitor: str | None = None) -> Read:
        return msgspec.convert(read_paste(text), Read)

    def save(self, text: str, visitor: str | None = None) -> Game:
        try:
            return load_game(read_save(text))
        except InvalidRecord as error:
            raise InvalidSave(str(error)) from None


class OfflineApplication:
    """The application with its database in ``folder``."""

    def __init__(self, folder: Path, *, bundled: bool = False) -> None:
        settings = Settings(
            folder=folder,
            secret_key=KEY,
            budgets=0,
            most_games=MOST_GAMES,
            forget_after=0,
            bundled=bundled,
        )
        self.app = create_app(settings, InlineThinkers())
        self.app.extensions[READING_ROOM] = InlineReader()
        self.app.register_error_handler(ModuleNotFoundError, _refuse_module)
        serializer = Sessions(self.app).get_signing_serializer(self.app)
        assert serializer is not None  # because there is a secret key
        name = self.app.config["SESSION_COOKIE_NAME"]
        self._cookie = f"{name}={serializer.dumps({'visitor': VISITOR, '_permanent': True})}"

    @property
    def games(self) -> GameService:
        found: GameService = self.app.extensions[GAMES]
        return found

    def begin(self, game: str, wanted: str = "{}") -> None:
        """Start a game under an id that the page knows already.

        It was begun without Python, or on a server that is gone; ``wanted`` is the body of a
        request for a new game.
        """
        repository, place = self.games.games, f"/api/games/{game}"
        usual, repository.new_id = repository.new_id, lambda: game
        try:
            if wanted != "{}":  # the server's game counts, not an earlier copy of it
                self.handle("DELETE", f"{place}?forever=true", {}, b"")
            if self.handle("GET", place, {}, b"")[0] == HTTPStatus.NOT_FOUND:
                self.handle("POST", "/api/games", {}, wanted.encode())
        finally:
            repository.new_id = usual

    def close(self) -> None:
        self.games.games.database.close()

    def handle(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Return the status, the headers and the body of the response to a request."""
        before, _mark, query = path.partition("?")
        cookies = [self._cookie, headers.get("cookie", "")]
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote(before).encode().decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": headers.get("content-type", "application/json" if body else ""),
            "HTTP_ACCEPT_LANGUAGE": headers.get("accept-language", ""),
            "HTTP_COOKIE": "; ".join(filter(None, cookies)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        status, found = HTTPStatus.INTERNAL_SERVER_ERROR.value, list[tuple[str, str]]()

        def start_response(line: str, sent: list[tuple[str, str]], *_more: object) -> None:
            nonlocal status, found
            status, found = int(line.split(" ", 1)[0]), sent

        parts = self.app.wsgi_app(environ, start_response)  # type: ignore[arg-type]
        try:
            content = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return status, found, content


class ModuleNotLoaded(BaseException):
    """The worker must load the rarely used modules and repeat the request."""


class SeldomFinder(MetaPathFinder):
    """Finds no module, but knows those that are in a file of their own."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = set(names)

    def find_spec(self, fullname: str, *_more: object) -> None:
        if fullname in self._names:
            self._names.clear()  # all come at once
            raise ModuleNotLoaded(fullname)


def _refuse_module(error: Exception) -> tuple[Response, int]:
    """Pictures need Pillow, which Pyodide does not have."""
    why = _("This needs a server: pictures and animations are not drawn in the browser.")
    body = msgspec.json.encode(Error(why, "needs-server"))
    return Response(body, content_type="application/json"), HTTPStatus.NOT_IMPLEMENTED


def start(folder: str) -> Callable[[str, str, str, str], tuple[int, str, bytes]]:
    """Return the function that the worker calls for each request; headers are JSON."""
    for path in sys.path:
        if (seldom := Path(path) / "seldom.txt").exists():
            sys.meta_path.append(SeldomFinder(seldom.read_text("utf-8").split()))
    offline = OfflineApplication(Path(folder))

    def respond(method: str, path: str, headers: str, body: str) -> tuple[int, str, bytes]:
        if method == "BEGIN":
            offline.begin(path, body or "{}")
            return HTTPStatus.NO_CONTENT, "[]", b""
        status, found, content = offline.handle(method, path, json.loads(headers), body.encode())
        return status, json.dumps(found), content

    return respond
