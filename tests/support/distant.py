"""A server in a thread, and a friend in its shared games who uses the API."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from servers import running

from outflank.play.remote.client import RemoteServer
from outflank.play.remote.links import Link, game_path, host_game, join_game, read_view
from outflank.play.view import GameView
from outflank.web.app import close_app, create_app
from outflank.web.games.game_service import GAMES, GameService
from outflank.web.http.server import Server as WebServer
from outflank.web.settings import Settings


class Club(NamedTuple):
    """A server that runs, and its games."""

    server: WebServer
    url: str
    games: GameService


@contextmanager
def club(folder: Path, **more: Any) -> Iterator["Club"]:
    """A server on a database of its own, which notices at once who leaves."""
    app = create_app(
        Settings(folder=folder, thinkers=1, secret_key="k" * 32, **{"budgets": 0, **more})
    )
    try:
        with running(app) as (server, url):
            server.hub.presence.grace = 0.05
            yield Club(server, url, app.extensions[GAMES])
    finally:
        close_app(app)


class Friend:
    """A player elsewhere, in one game."""

    def __init__(self, url: str, name: str = "Ann") -> None:
        self.url = url
        self.name = name
        self.server = RemoteServer(f"{url}/")
        self.game = ""

    def invites(self, **terms: Any) -> str:
        """Set up a game, as Black unless the terms say otherwise; the link to the other seat."""
        view, link = host_game(self.server, self.name, **{"color": "black", **terms})
        self.game = view.id
        return link

    def comes(self, link: str) -> GameView:
        """Follow a link."""
        view = join_game(self.server, Link.parse(link), self.name)
        self.game = view.id
        return view

    def does(self, action: str, **body: Any) -> GameView:
        return read_view(self.server.do(game_path(self.game, action), **body))

    def moves(self, *squares: str) -> GameView:
        for square in squares:
            self.does("moves", square=square)
        return self.sees()

    def sees(self) -> GameView:
        return read_view(self.server.get(game_path(self.game)))

    def hears(self) -> list[str]:
        """What was said, the latest last."""
        shared = self.sees().shared
        assert shared is not None
        return [one.text for one in shared.said]

    def sees_that(self, condition: Callable[[GameView], object]) -> GameView:
        """Listen until a view of the game fulfils a condition."""
        stream = self.server.stream("/api/events", table=self.game)
        for event in stream.events():
            if event.kind == "message" and condition(view := read_view(event.data)):
                stream.close()
                return view
        raise AssertionError("the stream ended")


def proposed(view: GameView) -> bool:
    """Whether something is proposed in a game."""
    return view.shared is not None and view.shared.proposal is not None
