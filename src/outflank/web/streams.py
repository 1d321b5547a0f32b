"""Streams: what happens at a shared table reaches everybody who looks on, in order, at once.

A stream is one long answer to a browser tab (server-sent events), on the event loop and without a
thread: Flask is asked once, when it opens, who looks and what there is to see. Each event is the
whole table as that viewer sees it, so a slow line is sent the latest one only, and whoever was cut
off is complete again with the first. Opening and closing them also tells who is there.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import Executor
from typing import Any
from urllib.parse import parse_qs

from outflank.board import Color
from outflank.web.bridge import Answer, send_whole
from outflank.web.bulletin import Bulletin
from outflank.web.meetings import Change, MeetingRoom, Viewer
from outflank.web.meetings_api import VERSION_HEADER, VIEWER_HEADER, event

BEAT = 15.0  # seconds between two signs of life
GRACE = 4.0  # seconds after which somebody without a stream is gone: a reload takes less
ROLL_CALL = 10.0  # seconds after somebody came in which the other one comes too, or is gone
COUNT_PAUSE = 0.5  # seconds between two counts of the watchers
RETRY = b"retry: 1000\n\n"
_HEAD = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),  # nginx hands on each event at once
        (b"x-content-type-options", b"nosniff"),
    ],
}
_KEPT_BACK = {VIEWER_HEADER.lower().encode(), VERSION_HEADER.lower().encode()}


class Stream:
    """One tab that looks at one table."""

    __slots__ = ("event", "game", "more", "newest", "send", "sending", "task", "version", "viewer")

    def __init__(self, game: str, send: Any, task: "asyncio.Task[Any]") -> None:
        self.game = game
        self.send = send
        self.task = task
        self.viewer: Viewer = None
        self.version: int | None = None
        """What was sent; None until Flask has said who looks."""
        self.newest = 0
        """What has happened meanwhile."""
        self.event: bytes | None = None
        self.more: bytes = b""
        self.sending: asyncio.Future[None] | None = None


class Hub:
    """All streams of a server process, used on its event loop; ``told`` from any thread."""

    def __init__(
        self,
        room: MeetingRoom,
        ask: Callable[[Any], Awaitable[Answer]],
        pool: Executor,
        bulletin: Bulletin,
        *,
        grace: float = GRACE,
    ) -> None:
        """``ask`` lets Flask answer; whatever needs the database is done in the ``pool``."""
        self._room = room
        self._ask = ask
        self._pool = pool
        self.grace = grace
        self._streams: dict[str, set[Stream]] = {}
        self._here: Counter[tuple[str, Color]] = Counter()
        self._deadlines: dict[str, asyncio.TimerHandle] = {}
        self._counting: set[str] = set()
        self._elsewhere: dict[str, dict[str, int]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bulletin = bulletin
        self._closed = False
        self.count = 0
        room.tell = self.told

    def start(self) -> None:
        """From now on there is an event loop."""
        self._loop = asyncio.get_running_loop()
        self._bulletin.start(self._heard, self._catch_up)
        self._loop.call_later(BEAT, self._beat)

    def close(self) -> None:
        """End all streams; browsers open them again, here or elsewhere."""
        self._closed = True
        self._bulletin.close()
        for handle in self._deadlines.values():
            handle.cancel()
        for streams in self._streams.values():
            for stream in streams:
                stream.task.cancel()

    # --- A stream --------------------------------------------------------------------------------

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request for a stream, for as long as somebody listens."""
        if scope["method"] != "GET" or self._closed:
            await send_whole(send, await self._ask(scope))
            return
        game = parse_qs(scope["query_string"].decode("latin-1")).get("table", [""])[0]
        task = asyncio.current_task()
        assert task is not None
        stream = Stream(game, send, task)
        self._streams.setdefault(game, set()).add(stream)  # first, so that nothing is missed
        self.count += 1
        try:
            await self._open(stream, scope, receive)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._leave(stream)

    async def _open(self, stream: Stream, scope: Any, receive: Any) -> None:
        status, headers, content = await self._ask(scope)
        told = {name: value for name, value in headers if name in _KEPT_BACK}
        kept = [pair for pair in headers if pair[0] not in _KEPT_BACK]
        if status != 200:
            await send_whole(stream.send, (status, kept, content))
            return
        viewer = told[VIEWER_HEADER.lower().encode()].decode()
        stream.viewer = Color(viewer) if viewer else None
        version = int(told[VERSION_HEADER.lower().encode()])
        cookies = [pair for pair in headers if pair[0] == b"set-cookie"]
        await stream.send({**_HEAD, "headers": [*_HEAD["headers"], *cookies]})  # type: ignore[misc]
        seen = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
        first = RETRY if seen == str(version) else RETRY + content
        await stream.send({"type": "http.response.body", "body": first, "more_body": True})
        stream.version = version
        if stream.newest > version:
            self._look(stream.game)
        self._enter(stream)
        while (await receive())["type"] != "http.disconnect":
            pass

    def _enter(self, stream: Stream) -> None:
        """Somebody looks on now: a player, who is here, or a watcher, who is counted."""
        if stream.viewer is None:
            self._count_watchers(stream.game)
            return
        key = stream.game, stream.viewer
        self._here[key] += 1
        if self._here[key] == 1:
            self._do(self._room.present, stream.game, stream.viewer, True)
            if self._loop is not None:  # a server that was killed has told nobody who left
                other = stream.viewer.opponent
                self._loop.call_later(ROLL_CALL, self._missed, stream.game, other)

    def _leave(self, stream: Stream) -> None:
        self.count -= 1
        streams = self._streams[stream.game]
        streams.discard(stream)
        if not streams:
            del self._streams[stream.game]
            self._elsewhere.pop(stream.game, None)
            if timer := self._deadlines.pop(stream.game, None):
                timer.cancel()
        if stream.version is None:
            return
        if stream.viewer is None:
            self._count_watchers(stream.game)
            return
        key = stream.game, stream.viewer
        self._here[key] -= 1
        if not self._here[key]:
            del self._here[key]
            if not self._closed and self._loop is not None:
                self._loop.call_later(self.grace, self._missed, *key)

    def _missed(self, game: str, color: Color) -> None:
        if not self._closed and not self._here[game, color]:
            self._do(self._room.present, game, color, False)

    # --- What is told ----------------------------------------------------------------------------

    def told(self, game: str, version: int, make: Callable[[Collection[Viewer]], Change]) -> None:
        """Something happened at a table; called in a thread, when it is on the disk."""
        loop = self._loop
        if loop is None or self._closed:
            return
        streams = self._streams.get(game)
        if streams:
            change = make({stream.viewer for stream in streams.copy()})
            loop.call_soon_threadsafe(self._tell, change)
        self._bulletin.publish(game, version)

    def _tell(self, change: Change) -> None:
        for stream in self._streams.get(change.game, ()):
            stream.newest = max(stream.newest, change.version)
            if stream.version is None or stream.version >= change.version:
                continue  # not open yet, or it was told already
            view = change.views.get(stream.viewer)
            if view is None:  # came while this was seen for others
                self._look(change.game)
                continue
            stream.version = change.version
            stream.event = event(change.version, view)
            self._send(stream)
        for color in change.gone:
            if self._here[change.game, color]:  # another server thought that they had left
                self._do(self._room.present, change.game, color, True)
        self._watch_deadline(change.game, change.deadline)

    def _send(self, stream: Stream) -> None:
        """Send what waits; while a line takes nothing more, only the latest is kept for it."""
        if stream.sending is None:
            stream.sending = asyncio.ensure_future(self._send_all(stream))

    async def _send_all(self, stream: Stream) -> None:
        try:
            while stream.event is not None or stream.more:
                body = (stream.event or b"") + stream.more
                stream.event, stream.more = None, b""
                await stream.send({"type": "http.response.body", "body": body, "more_body": True})
        finally:
            stream.sending = None

    def _beat(self) -> None:
        """Let everybody know that the line works; a dead one is noticed by that."""
        if self._closed or self._loop is None:
            return
        for streams in self._streams.values():
            for stream in streams:
                if stream.version is not None and stream.sending is None:
                    stream.more = b"event: beat\ndata:\n\n"
                    self._send(stream)
        self._loop.call_later(BEAT, self._beat)

    def _count_watchers(self, game: str) -> None:
        if game in self._counting or self._closed or self._loop is None:
            return
        self._counting.add(game)
        self._loop.call_later(COUNT_PAUSE, self._tell_watchers, game, True)

    def _tell_watchers(self, game: str, publish: bool) -> None:
        self._counting.discard(game)
        streams = self._streams.get(game, set())
        here = sum(one.viewer is None and one.version is not None for one in streams)
        if publish:
            self._bulletin.publish(game, watchers=here)
        count = here + sum(self._elsewhere.get(game, {}).values())
        for stream in streams:
            if stream.version is not None:
                stream.more = b"event: watchers\ndata: %d\n\n" % count
                self._send(stream)

    # --- Other servers, and time -----------------------------------------------------------------

    def _heard(self, server: str, game: str, version: int | None, watchers: int | None) -> None:
        """Another server tells."""
        streams = self._streams.get(game)
        if not streams:
            return
        if watchers is not None:
            self._elsewhere.setdefault(game, {})[server] = watchers
            self._tell_watchers(game, False)
        if version is not None and any((one.version or 0) < version for one in streams):
            for stream in streams:
                stream.newest = max(stream.newest, version)
            self._look(game)

    def _catch_up(self) -> None:
        """Something may have been missed: look at every table."""
        for game in list(self._streams):
            self._look(game)

    def _look(self, game: str) -> None:
        def look() -> None:
            change = self._room.change(game)
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._tell, change)

        self._do(look)

    def _watch_deadline(self, game: str, deadline: float | None) -> None:
        """End a game when somebody's time is up, also where no page says so."""
        if timer := self._deadlines.pop(game, None):
            timer.cancel()
        if deadline is not None and self._loop is not None and game in self._streams:
            delay = max(0.0, deadline - time.time()) + 0.01
            self._deadlines[game] = self._loop.call_later(delay, self._do, self._room.time_up, game)

    def _do(self, job: Callable[..., None], *arguments: Any) -> None:
        """Do what needs the database in a thread; where that fails, the log says so."""
        if not self._closed and self._loop is not None:
            done = self._loop.run_in_executor(self._pool, job, *arguments)
            done.add_done_callback(_report)


def _report(done: "asyncio.Future[None]") -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        asyncio.get_running_loop().call_exception_handler(
            {"message": "A shared table could not be looked after", "exception": error}
        )
