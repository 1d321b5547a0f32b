"""Streams: what happens at a shared table reaches everybody who looks on, in order, at once.

A stream is one long answer to a browser tab (server-sent events), on the event loop and without a
thread: Flask is asked once, when it opens, who looks and what there is to see. Each event is the
whole table as that viewer sees it, so a slow line is sent the latest one only, and whoever was cut
off is complete again with the first. Opening and closing them also tells who is there. The club is
told in the same streams, to those who asked for it, some moments after what has changed.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any
from urllib.parse import parse_qs

import msgspec

from outflank.board import Color
from outflank.storage.club.tokens import TOKEN_PREFIX
from outflank.web.api.shared_api import VERSION_HEADER, VIEWER_HEADER, VISITOR_HEADER, event
from outflank.web.club.challenges import ChallengeService
from outflank.web.club.club_events import EventService
from outflank.web.club.club_service import ClubService
from outflank.web.games.game_service import GameService
from outflank.web.games.notifier import ChangeListener, GameChange, Render, Viewer
from outflank.web.http.change_bus import ChangeBus
from outflank.web.http.wsgi_bridge import Answer, send_whole

BEAT = 15.0  # seconds between two signs of life
GRACE = 4.0  # seconds after which somebody without a stream is gone: a reload takes less
ROLL_CALL = 10.0  # seconds after somebody came in which the other one comes too, or is gone
COUNT_PAUSE = 0.5  # seconds between two counts of the watchers
TEND = 2.0  # seconds between two looks at the tables of club events
CLUB_PAUSE = 0.5  # seconds between two looks at the club: boards move there all the time
CLUB, OUT = "club ", "out "  # as other servers are told of it, and of who may not look on
CALLED = 20  # visitors in one message to other servers, which have room for so many
OPENING = 4  # streams that ask Flask at once; when all come back together, the others wait here
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
_KEPT_BACK = {header.lower().encode() for header in (VIEWER_HEADER, VERSION_HEADER, VISITOR_HEADER)}


class Stream:
    """One tab that looks at one table, at the club, or both."""

    __slots__ = (
        "club",
        "club_event",
        "event",
        "game",
        "more",
        "newest",
        "news",
        "own",
        "program",
        "send",
        "sending",
        "task",
        "theatre",
        "theatre_news",
        "version",
        "viewer",
        "visitor",
        "yours",
    )

    def __init__(
        self, game: str, club: bool, club_event: str, send: Any, task: "asyncio.Task[Any]"
    ) -> None:
        self.game = game  # empty where nobody looks at a table
        self.club = club
        self.club_event = club_event  # the one that is followed; empty for none
        self.visitor = ""
        self.program = False  # whether it came with a token
        self.send = send
        self.task = task
        self.viewer: Viewer = None
        self.version: int | None = None  # what was sent; None until Flask has said who looks
        self.newest = 0  # what has happened meanwhile
        self.event: bytes | None = None
        self.news: bytes = b""  # the club, as it is to be told
        self.own: bytes = b""  # the visitor's own affairs, as they are to be told
        self.yours: bytes = b""  # what was told of the visitor's own affairs
        self.theatre: bytes = b""  # what was told of the club event
        self.theatre_news: bytes = b""
        self.more: bytes = b""
        self.sending: asyncio.Future[None] | None = None


class StreamHub(ChangeListener):
    """All streams of a server process, used on its event loop; changes come from any thread."""

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
        grace: float = GRACE,
    ) -> None:
        """``ask`` lets Flask answer; whatever needs the database is done in the ``pool``."""
        self._service = service
        self._club = club
        self._challenging = challenging
        self._events = events
        self._called: set[str] = set()  # whose own affairs are other ones now
        self._out: set[str] = set()  # who may not look on; no token is ever given out again
        self._people: Counter[str] = Counter()  # the streams of each visitor
        self._came: set[str] = set()
        self._stale = self._untold = False
        self._looks = self._club_look = self._events_look = 0  # numbered: none may overtake another
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
        self._opening = asyncio.Semaphore(OPENING)
        self.count = 0
        service.bus.subscribe(self)

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._bulletin.start(self._heard, self._catch_up)
        self._loop.call_later(BEAT, self._beat)
        self._tend()

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
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        game = asked.get("table", [""])[0]
        task = asyncio.current_task()
        assert task is not None
        club_event = asked.get("event", [""])[0]
        stream = Stream(game, bool(asked.get("club")), club_event, send, task)
        self._streams.setdefault(game, set()).add(stream)  # first, so that nothing is missed
        self.count += 1
        try:
            await self._open(stream, scope, receive)
        except asyncio.CancelledError:
            if not self._closed and stream.visitor not in self._out:
                raise
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._leave(stream)

    async def _open(self, stream: Stream, scope: Any, receive: Any) -> None:
        async with self._opening:
            status, headers, content = await self._ask(scope)
        told = {name: value for name, value in headers if name in _KEPT_BACK}
        kept = [pair for pair in headers if pair[0] not in _KEPT_BACK]
        if status != 200:
            await send_whole(stream.send, (status, kept, content))
            return
        viewer = told[VIEWER_HEADER.lower().encode()].decode()
        stream.viewer = Color(viewer) if viewer else None
        stream.visitor = told[VISITOR_HEADER.lower().encode()].decode()
        stream.program = TOKEN_PREFIX.encode() in dict(scope["headers"]).get(b"authorization", b"")
        version = int(told[VERSION_HEADER.lower().encode()])
        cookies = [pair for pair in headers if pair[0] == b"set-cookie"]
        await stream.send({**_HEAD, "headers": [*_HEAD["headers"], *cookies]})  # type: ignore[misc]
        seen = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
        first = RETRY if seen == str(version) else RETRY + content
        await stream.send({"type": "http.response.body", "body": first, "more_body": True})
        if stream.visitor in self._out:  # since a moment
            raise asyncio.CancelledError
        stream.version = version
        if stream.newest > version:
            self._look(stream.game)
        self._enter(stream)
        while (await receive())["type"] != "http.disconnect":
            pass

    def _enter(self, stream: Stream) -> None:
        """Somebody looks on now: a player, who is here, or a watcher, who is counted."""
        self._people[stream.visitor] += 1
        if self._people[stream.visitor] == 1:
            self._arrive(stream.visitor)
        if stream.club or stream.club_event:
            self.club_changed()
        if not stream.game:
            return
        if stream.viewer is None:
            self._count_watchers(stream.game)
            return
        key = stream.game, stream.viewer
        self._here[key] += 1
        if self._here[key] == 1:
            self._do(self._service.present, stream.game, stream.viewer, True)
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
        self._people[stream.visitor] -= 1
        if not self._people[stream.visitor]:
            del self._people[stream.visitor]
            if not self._closed and self._loop is not None:
                self._loop.call_later(self.grace, self._depart, stream.visitor)
        if not stream.game:
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
            self._do(self._service.present, game, color, False)

    # --- The club --------------------------------------------------------------------------------

    def _arrive(self, visitor: str) -> None:
        """Somebody is here; those who come together are told together."""
        if not self._came and self._loop is not None:
            self._loop.call_later(COUNT_PAUSE, self._arrived)
        self._came.add(visitor)

    def _arrived(self) -> None:
        came, self._came = self._came, set()
        self._do(self._note, self._club.come, came)

    def _depart(self, visitor: str) -> None:
        if not self._people[visitor]:
            del self._people[visitor]
            self._do(self._note, self._club.leave, {visitor})

    def _note(self, note: Callable[[Collection[str]], bool], visitors: Collection[str]) -> None:
        if note(visitors):
            self.club_changed()

    def club_changed(self, *visitors: str) -> None:
        """What the club sees is another, and for some in particular; called in any thread."""
        if self._loop is not None and not self._closed:
            self._loop.call_soon_threadsafe(self._look_soon, True, visitors)

    def _look_soon(self, publish: bool, visitors: Collection[str] = ()) -> None:
        self._untold |= publish
        self._called.update(visitors)
        if self._stale or self._closed or self._loop is None:
            return
        self._stale = True
        self._loop.call_later(CLUB_PAUSE, self._look_at_club)

    def _look_at_club(self) -> None:
        self._stale = False
        self._looks += 1
        if self._untold:
            self._untold = False
            for some in batched(sorted(self._called)):
                self._bulletin.publish(f"{CLUB}{','.join(some)}")
        called, self._called = self._called & self._people.keys(), set()
        follow = {one.visitor for one in self._all() if one.club and one.version is not None}
        if follow or called:
            self._do(self._see_club, self._looks, follow | called)
        if events := {one.club_event for one in self._all() if one.club_event}:
            self._do(self._see_events, self._looks, events)

    def _see_club(self, look: int, visitors: Collection[str]) -> None:
        news = b"event: club\ndata: %s\n\n" % msgspec.json.encode(self._club.look())
        paired = self._club.seeks.paired(self._club.now)
        yours = {
            who: b"event: yours\ndata: %s\n\n" % msgspec.json.encode(view)
            for who, view in self._challenging.yours(visitors).items()
        }
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._tell_club, look, news, paired, yours)

    def _tell_club(
        self, look: int, news: bytes, paired: dict[str, str], yours: dict[str, bytes]
    ) -> None:
        """Send the club to those who follow it, and their own affairs to everyone concerned."""
        if look < self._club_look:
            return  # a later look was faster
        self._club_look = look
        for stream in self._all():
            mine = yours.get(stream.visitor)
            if stream.version is None or mine is None:
                continue
            if stream.club:
                stream.news = news
                if (game := paired.get(stream.visitor)) is not None:
                    stream.news += b"event: paired\ndata: %s\n\n" % game.encode()
            if mine != stream.yours:
                stream.yours = stream.own = mine  # which no later look at the club may replace
            self._send(stream)

    def _see_events(self, look: int, events: Collection[str]) -> None:
        news = {
            event: b"event: event\ndata: %s\n\n" % msgspec.json.encode(self._events.look(event))
            for event in events
        }
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._tell_events, look, news)

    def _tell_events(self, look: int, news: Mapping[str, bytes]) -> None:
        if look < self._events_look:
            return
        self._events_look = look
        for stream in self._all():
            told = news.get(stream.club_event, stream.theatre)
            if stream.version is not None and told != stream.theatre:
                stream.theatre = stream.theatre_news = told
                self._send(stream)

    def _tend(self) -> None:
        """Let club events go on, also where nobody looks on: times run out, a server was killed."""
        if not self._closed and self._loop is not None:
            self._do(self._events.tend)
            self._loop.call_later(TEND, self._tend)

    def _all(self) -> Iterator[Stream]:
        return (stream for streams in self._streams.values() for stream in streams)

    # --- Who may not look on any longer ----------------------------------------------------------

    def visitor_dismissed(self, visitor: str) -> None:
        """End somebody's streams, here and elsewhere; called in any thread."""
        if self._loop is not None and not self._closed:
            self._loop.call_soon_threadsafe(self._end, {visitor})
            self._bulletin.publish(f"{OUT}{visitor}")

    def _end(self, visitors: Collection[str]) -> None:
        self._out.update(visitors)
        for stream in self._all():
            if stream.visitor in visitors:
                stream.task.cancel()

    def _look_at_tokens(self) -> None:
        """See whose tokens were revoked, where nobody may have said so."""
        programs = {stream.visitor for stream in self._all() if stream.program}

        def look() -> None:
            gone = self._club.tokens.revoked(programs)
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._end, gone)

        if programs:
            self._do(look)

    # --- What is told ----------------------------------------------------------------------------

    def game_changed(self, game: str, version: int, render: Render) -> None:
        """A game has changed; called in any thread, when it is on the disk."""
        loop = self._loop
        if loop is None or self._closed:
            return
        streams = self._streams.get(game)
        if streams:
            change = render({stream.viewer for stream in streams.copy()})
            loop.call_soon_threadsafe(self._tell, change)
        self._bulletin.publish(game, version)

    def _tell(self, change: GameChange) -> None:
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
                self._do(self._service.present, change.game, color, True)
        self._watch_deadline(change.game, change.deadline)

    def _send(self, stream: Stream) -> None:
        """Send what waits; while a line takes nothing more, only the latest is kept for it."""
        if stream.sending is None:
            stream.sending = asyncio.ensure_future(self._send_all(stream))

    async def _send_all(self, stream: Stream) -> None:
        try:
            while body := (
                (stream.event or b"") + stream.news + stream.own + stream.theatre_news + stream.more
            ):
                stream.event = None
                stream.news = stream.own = stream.theatre_news = stream.more = b""
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
        if self._people:
            self._do(self._note, self._club.come, set(self._people))
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
        if game.startswith(CLUB):
            self._look_soon(False, game.removeprefix(CLUB).split(","))
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
        """Something may have been missed: look at every table."""
        for game in filter(None, self._streams):
            self._look(game)
        self._look_soon(False)
        self._look_at_tokens()

    def _look(self, game: str) -> None:
        def look() -> None:
            change = self._service.change(game)
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._tell, change)

        self._do(look)

    def _watch_deadline(self, game: str, deadline: float | None) -> None:
        """End a game when somebody's time is up, also where no page says so."""
        if timer := self._deadlines.pop(game, None):
            timer.cancel()
        if deadline is not None and self._loop is not None and game in self._streams:
            delay = max(0.0, deadline - time.time()) + 0.01
            self._deadlines[game] = self._loop.call_later(
                delay, self._do, self._service.time_out, game
            )

    def _do(self, job: Callable[..., object], *arguments: Any) -> None:
        """Do what needs the database in a thread; where that fails, the log says so."""
        if not self._closed and self._loop is not None:
            done = self._loop.run_in_executor(self._pool, job, *arguments)
            done.add_done_callback(_report)


def _report(done: "asyncio.Future[object]") -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        asyncio.get_running_loop().call_exception_handler(
            {"message": "A shared table could not be looked after", "exception": error}
        )


def batched(visitors: Sequence[str]) -> Iterator[Sequence[str]]:
    """So many as one message names; one message also where nobody is called."""
    for first in range(0, max(1, len(visitors)), CALLED):
        yield visitors[first : first + CALLED]
