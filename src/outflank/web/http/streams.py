"""Streams: changes of a shared game reach all viewers immediately and in order.

A stream is one long response to a browser tab (server-sent events), handled on the event loop
without a thread. Flask is called once, when it opens, for the viewer, the language and the first
event. Each event is the whole game as that viewer sees it: a slow connection skips to the latest
event, and a reconnected client is complete after the first. ``presence.py`` handles lost
connections.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from concurrent.futures import Executor
from typing import Any
from urllib.parse import parse_qs

from outflank.board import Color
from outflank.storage.club.tokens import TOKEN_PREFIX
from outflank.web.api.shared_api import (
    LANGUAGE_HEADER,
    VERSION_HEADER,
    VIEWER_HEADER,
    VISITOR_HEADER,
    current_event,
    event,
)
from outflank.web.club.challenges import ChallengeService
from outflank.web.club.club_events import EventService
from outflank.web.club.club_service import ClubService
from outflank.web.games.game_service import GameService
from outflank.web.games.notifier import ChangeListener, GameChange, Render
from outflank.web.http.change_bus import ChangeBus
from outflank.web.http.club_feed import CLUB, ClubFeed
from outflank.web.http.deadlines import Deadlines
from outflank.web.http.loop_jobs import LoopJobs
from outflank.web.http.presence import Presence
from outflank.web.http.stream import Stream, named_event
from outflank.web.http.wsgi_bridge import Answer, send_whole

BEAT = 15.0  # seconds between two heartbeats
COUNT_PAUSE = 0.5  # seconds between two counts of the spectators
CURRENT = "current "  # prefix of a message about a visitor's current game
OUT = "out "  # prefix of a message that a visitor's streams must end
OPENING = 4  # streams that open concurrently; the others wait, for example after a restart
RETRY = b"retry: 1000\n\n"
_HEAD = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),  # disables buffering in nginx
        (b"x-content-type-options", b"nosniff"),
    ],
}
_KEPT_BACK = {
    header.lower().encode()
    for header in (VIEWER_HEADER, VERSION_HEADER, VISITOR_HEADER, LANGUAGE_HEADER)
}


class StreamHub(ChangeListener):
    """All streams of a server process, used on its event loop; changes are thread-safe."""

    def __init__(
        self,
        service: GameService,
        club: ClubService,
        challenging: ChallengeService,
        events: EventService,
        ask: Callable[[Any], Awaitable[Answer]],
        pool: Executor,
        bulletin: ChangeBus,
        *,
        follows_current: bool = False,
    ) -> None:
        """``ask`` calls Flask; jobs that need the database run in the ``pool``.

        With ``follows_current``, streams announce which game is the current one, as on a one-game
        server.
        """
        self._follows_current = follows_current
        self._service = service
        self._club = club
        self._ask = ask
        self._bulletin = bulletin
        self._jobs = LoopJobs(pool)
        self._deadlines = Deadlines(service, self._jobs)
        self.presence = Presence(service, club, self._jobs)
        self.feed = ClubFeed(club, challenging, events, self._jobs, bulletin, self._open_streams)
        self._streams: dict[str, set[Stream]] = {}  # by game
        self._out: set[str] = set()  # visitors without access; tokens are never reused
        self._counting: set[str] = set()  # games whose spectators will be counted soon
        self._elsewhere: dict[str, dict[str, int]] = {}  # spectators on other servers
        self._opening = asyncio.Semaphore(OPENING)
        self.count = 0
        service.bus.subscribe(self)

    def start(self) -> None:
        self._jobs.start()
        self._bulletin.start(self._heard, self._catch_up)
        self._jobs.later(BEAT, self._beat)
        self.feed.tend_events()

    def close(self) -> None:
        """End all streams; browsers reconnect, possibly to another server."""
        self._jobs.closed = True
        self._bulletin.close()
        for stream in self._all():
            stream.task.cancel()

    def _all(self) -> Iterator[Stream]:
        return (stream for streams in self._streams.values() for stream in streams)

    def _open_streams(self) -> Iterator[Stream]:
        return (stream for stream in self._all() if stream.version is not None)

    # --- A stream --------------------------------------------------------------------------------

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request for a stream until the client disconnects."""
        if scope["method"] != "GET" or self._jobs.closed:
            await send_whole(send, await self._ask(scope))
            return
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        game, club_event = (asked.get(name, [""])[0] for name in ("table", "event"))
        task = asyncio.current_task()
        assert task is not None
        current, club = bool(asked.get("current")), bool(asked.get("club"))
        stream = Stream(game, current, club, club_event, send, task)
        self._streams.setdefault(game, set()).add(
            stream
        )  # registered first, so that no change is missed
        self.count += 1
        try:
            if await self._open(stream, scope):  # apart: its answer does not stay in memory
                while (await receive())["type"] != "http.disconnect":
                    pass
        except asyncio.CancelledError:
            if not self._jobs.closed and stream.visitor not in self._out:
                raise
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._leave(stream)

    async def _open(self, stream: Stream, scope: Any) -> bool:
        """Send the response headers and the first event, or an error."""
        async with self._opening:
            status, headers, content = await self._ask(scope)
        told = {name: value for name, value in headers if name in _KEPT_BACK}
        kept = [pair for pair in headers if pair[0] not in _KEPT_BACK]
        if status != 200:
            await send_whole(stream.send, (status, kept, content))
            return False
        viewer = told[VIEWER_HEADER.lower().encode()].decode()
        stream.viewer = Color(viewer) if viewer else None
        stream.visitor = told[VISITOR_HEADER.lower().encode()].decode()
        stream.language = told[LANGUAGE_HEADER.lower().encode()].decode()
        stream.program = TOKEN_PREFIX.encode() in dict(scope["headers"]).get(b"authorization", b"")
        version = int(told[VERSION_HEADER.lower().encode()])
        cookies = [pair for pair in headers if pair[0] == b"set-cookie"]
        await stream.send({**_HEAD, "headers": [*_HEAD["headers"], *cookies]})  # type: ignore[misc]
        seen = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
        first = RETRY if seen == str(version) else RETRY + content
        await stream.send({"type": "http.response.body", "body": first, "more_body": True})
        if stream.visitor in self._out:  # dismissed while opening
            raise asyncio.CancelledError
        stream.version = version
        if stream.newest > version:
            self._look(stream.game)
        self._enter(stream)
        return True

    def _enter(self, stream: Stream) -> None:
        self.presence.enter(stream.visitor, stream.game, stream.viewer)
        if stream.club or stream.club_event:
            self.club_changed()
        if stream.viewer is None:
            self._count_watchers(stream.game)

    def _leave(self, stream: Stream) -> None:
        self.count -= 1
        streams = self._streams[stream.game]
        streams.discard(stream)
        if not streams:
            del self._streams[stream.game]
            self._elsewhere.pop(stream.game, None)
            self._deadlines.forget(stream.game)
        if stream.version is not None:
            self.presence.leave(stream.visitor, stream.game, stream.viewer)
            if stream.viewer is None:
                self._count_watchers(stream.game)

    def _beat(self) -> None:
        """Send heartbeats, which reveal dead connections."""
        for stream in self._open_streams():
            if stream.is_idle:
                stream.put("beat", named_event("beat", b""))
        self.presence.renew()
        self._jobs.later(BEAT, self._beat)

    # --- Changes, from any thread ----------------------------------------------------------------

    def game_changed(self, game: str, version: int, render: Render) -> None:
        if not self._jobs.running:
            return
        if streams := self._streams.get(game):
            self._jobs.soon(self._tell, render({stream.audience for stream in streams.copy()}))
        self._bulletin.publish(game, version)

    def current_changed(self, visitor: str, game: str, version: int) -> None:
        if self._follows_current:
            self._jobs.soon(self._tell_current, visitor, game, version)
            self._bulletin.publish(f"{CURRENT}{visitor},{game}", version)

    def _tell_current(self, visitor: str, game: str, version: int) -> None:
        for stream in self._open_streams():
            if stream.current and stream.visitor == visitor:
                stream.put("current", current_event(game, version))

    def club_changed(self, *visitors: str) -> None:
        self._jobs.soon(lambda: self.feed.refresh(publish=True, visitors=visitors))

    def visitor_dismissed(self, visitor: str) -> None:
        """End a visitor's streams on all servers."""
        if self._jobs.running:
            self._jobs.soon(self._end, {visitor})
            self._bulletin.publish(f"{OUT}{visitor}")

    def _end(self, visitors: Collection[str]) -> None:
        self._out.update(visitors)
        for stream in self._all():
            if stream.visitor in visitors:
                stream.task.cancel()

    # --- Games -----------------------------------------------------------------------------------

    def _look(self, game: str) -> None:
        audiences = {stream.audience for stream in self._streams.get(game, ())}
        change = self._service.change
        self._jobs.in_thread(lambda: self._jobs.soon(self._tell, change(game, audiences)))

    def _tell(self, change: GameChange) -> None:
        for stream in self._streams.get(change.game, ()):
            stream.newest = max(stream.newest, change.version)
            if stream.version is None or stream.version >= change.version:
                continue  # not open yet, or already sent
            view = change.views.get(stream.audience)
            if view is None:  # opened after the change was rendered
                self._look(change.game)
                continue
            stream.version = change.version
            stream.put("table", event(change.version, view))
        self.presence.correct(change.game, change.gone)
        if change.game in self._streams:
            self._deadlines.watch(change.game, change.deadline)

    def _count_watchers(self, game: str) -> None:
        if game and game not in self._counting:
            self._counting.add(game)
            self._jobs.later(COUNT_PAUSE, self._tell_watchers, game, True)

    def _tell_watchers(self, game: str, publish: bool) -> None:
        self._counting.discard(game)
        streams = [one for one in self._streams.get(game, ()) if one.version is not None]
        here = sum(one.viewer is None for one in streams)
        if publish:
            self._bulletin.publish(game, watchers=here)
        count = here + sum(self._elsewhere.get(game, {}).values())
        for stream in streams:
            stream.put("watchers", named_event("watchers", b"%d" % count))

    # --- Other servers ---------------------------------------------------------------------------

    def _heard(self, server: str, game: str, version: int | None, watchers: int | None) -> None:
        if game.startswith(CLUB):
            self.feed.refresh(publish=False, visitors=game.removeprefix(CLUB).split(","))
            return
        if game.startswith(CURRENT):
            visitor, _, current = game.removeprefix(CURRENT).partition(",")
            self._tell_current(visitor, current, version or 0)
            return
        if game.startswith(OUT):
            self._end({game.removeprefix(OUT)})
            return
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
        """Read all games, the club and all tokens again, because messages may be lost."""
        for game in filter(None, self._streams):
            self._look(game)
        self.feed.refresh(publish=False)
        if programs := {stream.visitor for stream in self._all() if stream.program}:
            revoked = self._club.tokens.revoked
            self._jobs.in_thread(lambda: self._jobs.soon(self._end, revoked(programs)))
