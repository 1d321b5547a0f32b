"""One server-sent-event stream to a browser tab."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from outflank.translation import ENGLISH
from outflank.web.games.notifier import Audience, Viewer


@dataclass(eq=False, slots=True)
class Stream:
    """A tab that follows a game, the club, or both."""

    game: str  # empty: no game
    current: bool  # whether it follows the visitor's current game
    club: bool
    club_event: str  # the followed event; empty: none
    send: Any  # the ASGI callable
    task: "asyncio.Task[Any]"
    visitor: str = ""
    program: bool = False  # whether it uses a program's token
    viewer: Viewer = None
    language: str = ENGLISH
    version: int | None = None  # last version sent; None until Flask has identified the viewer
    newest: int = 0  # newest known version
    _waiting: dict[str, bytes] = field(default_factory=dict)  # by topic
    _sent: dict[str, bytes] = field(default_factory=dict)
    _sending: "asyncio.Future[None] | None" = None

    @property
    def audience(self) -> Audience:
        return self.viewer, self.language

    @property
    def is_idle(self) -> bool:
        return self._sending is None

    def put(self, about: str, event: bytes) -> None:
        """Send an event; a slow connection gets only the latest event of each topic."""
        self._waiting[about] = event
        if self._sending is None:
            self._sending = asyncio.ensure_future(self._send_all())

    def put_new(self, about: str, event: bytes) -> None:
        """Send an event if it differs from the last one on this topic."""
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
