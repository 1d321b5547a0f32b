"""A server in a thread, and a friend at its shared tables who speaks the API."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from servers import running

from outflank.distance import Link, Server, TableView, sit_down, table_view
from outflank.web.app import close_app, create_app
from outflank.web.context import MEETINGS
from outflank.web.meetings import MeetingRoom
from outflank.web.server import Server as WebServer
from outflank.web.settings import Settings


class Club(NamedTuple):
    """A server that runs, and its shared tables."""

    server: WebServer
    url: str
    room: MeetingRoom


@contextmanager
def club(folder: Path, **more: Any) -> Iterator["Club"]:
    """A server on a database of its own, which notices at once who leaves."""
    app = create_app(
        Settings(folder=folder, thinkers=1, secret_key="k" * 32, **{"budgets": 0, **more})
    )
    try:
        with running(app) as (server, url):
            server.hub.grace = 0.05
            yield Club(server, url, app.extensions[MEETINGS])
    finally:
        close_app(app)


class Friend:
    """Somebody elsewhere, at one table."""

    def __init__(self, url: str, name: str = "Ann") -> None:
        self.url = url
        self.name = name
        self.server = Server(f"{url}/")
        self.table = ""

    def invites(self, **wanted: Any) -> str:
        """Set up a table, at the black side unless another is wanted; the link to the other one."""
        wanted = {"name": self.name, "color": "black", **wanted}
        self.table = table_view(self.server.post("/api/meetings", **wanted)).id
        path = f"/api/meetings/{self.table}/invitation"
        made = msgspec.json.decode(self.server.post(path, address=f"{self.url}/"))
        link: str = made["link"]
        return link

    def comes(self, link: str) -> TableView:
        """Follow a link."""
        view = sit_down(self.server, Link.parse(link), self.name)
        self.table = view.id
        return view

    def does(self, path: str, **wanted: Any) -> TableView:
        return table_view(self.server.do(f"/api/meetings/{self.table}/{path}", **wanted))

    def moves(self, *squares: str) -> TableView:
        for square in squares:
            self.does("moves", square=square)
        return self.sees()

    def sees(self) -> TableView:
        return table_view(self.server.get(f"/api/meetings/{self.table}"))

    def sees_that(self, wanted: Callable[[TableView], object]) -> TableView:
        """Listen until the table is as it shall be."""
        line = self.server.stream("/api/events", table=self.table)
        for event in line.events():
            if event.kind == "message" and wanted(view := table_view(event.data)):
                line.close()
                return view
        raise AssertionError("the stream ended")
