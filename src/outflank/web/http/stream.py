"""One stream: a long answer to a browser tab, in server-sent events."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from outflank.translation import ENGLISH
from outflank.web.games.notifier import Audience, Viewer


@dataclass(eq=False, slots=True)
class Stream:
    """One tab that looks at one table, at the club, or both."""

    game: str  # empty where nobody looks at a table
    current: bool  # whether the visitor's current game is followed
    club: bool
    club_event: str  # the one that is followed; empty for none
    send: Any  # of ASGI
    task: "asyncio.Task[Any]"
    visitor: str = ""
    program: bool = False  # whether it came with a token
    viewer: Viewer = None
    language: str = ENGLISH  # of the request that opened it
    version: int | None = None  # what was sent; None until Flask has said who looks
    newest: int = 0  # what has happened since
    _waiting: dict[str, bytes] = field(default_factory=dict)  # by what it is about
    _sent: dict[str, bytes] = field(default_factory=dict)
    _sending: "asyncio.Future[None] | None" = None

    @property
    def audience(self) -> Audience:
        return self.viewer, self.language

    @property
    def is_idle(self) -> bool:
        return self._sending is None

    def put(self, about: str, event: bytes) -> None:
        """Send an event; of those that a slow line does not take, only the latest is kept."""
        self._waiting[about] = event
        if self._sending is None:
            self._sending = asyncio.ensure_future(self._send_all())

    def put_new(self, about: str, event: bytes) -> None:
        """Send an event that differs from the last one about this."""
        if self._sent.get(about) != event:
            self._sent[about] = event
            self.put(about, event)

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                body = b"".join(self._waiting.values())
                self._waiting.clear()
                await self.send({"type": "http.response.body", "body": body, "more_body": True})
        finally:
            self._sending = None


def named_event(name: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)
