"""Sends the club to the streams that follow it, shortly after changes.

Boards change all the time, so changes are collected. Each visitor also gets their own games and
challenges, and followers of a club event get the event.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from outflank.translation import speaking
from outflank.web.club.challenges import ChallengeService
from outflank.web.club.club_events import EventService
from outflank.web.club.club_service import ClubService
from outflank.web.http.change_bus import ChangeBus
from outflank.web.http.loop_jobs import LoopJobs
from outflank.web.http.stream import Stream, named_event

Reader = tuple[str, str]  # a visitor and the language of a stream
CLUB_PAUSE = 0.5  # seconds between two updates of the club
TEND = 2.0  # seconds between two checks of club events
CLUB = "club "  # prefix of a message about the club to other servers
CALLED = 20  # visitors per message to other servers, limited by its size


class ClubFeed:
    """Reads the club after changes and sends what is new."""

    def __init__(
        self,
        club: ClubService,
        challenging: ChallengeService,
        events: EventService,
        jobs: LoopJobs,
        bulletin: ChangeBus,
        streams: Callable[[], Iterable[Stream]],
    ) -> None:
        """``streams`` returns the open streams."""
        self._club = club
        self._challenging = challenging
        self._events = events
        self._jobs = jobs
        self._bulletin = bulletin
        self._streams = streams
        self._called: set[str] = set()  # visitors whose games or challenges have changed
        self._is_due = self._unpublished = False
        self._looks = self._club_look = self._events_look = (
            0  # sequence numbers, to drop outdated updates
        )

    def tend_events(self) -> None:
        """Advance club events even without viewers: clocks run out, servers crash."""
        self._jobs.in_thread(self._events.tend)
        self._jobs.later(TEND, self.tend_events)

    def refresh(self, *, publish: bool, visitors: Collection[str] = ()) -> None:
        """Schedule an update of the club; with ``publish``, on other servers too."""
        self._unpublished |= publish
        self._called.update(visitors)
        if not self._is_due:
            self._is_due = True
            self._jobs.later(CLUB_PAUSE, self._look)

    def _look(self) -> None:
        self._is_due = False
        self._looks += 1
        if self._unpublished:
            self._unpublished = False
            for some in batched(sorted(self._called)):
                self._bulletin.publish(f"{CLUB}{','.join(some)}")
        streams = list(self._streams())
        called, self._called = self._called & {one.visitor for one in streams}, set()
        if visitors := called | {one.visitor for one in streams if one.club}:
            readers = {(one.visitor, one.language) for one in streams if one.visitor in visitors}
            self._jobs.in_thread(self._see_club, self._looks, readers)
        if events := {(one.club_event, one.language) for one in streams if one.club_event}:
            self._jobs.in_thread(self._see_events, self._looks, events)

    def _see_club(self, look: int, readers: Collection[Reader]) -> None:
        club, yours = {}, {}
        for language in {language for _, language in readers}:
            with speaking(language):
                club[language] = named_event("club", msgspec.json.encode(self._club.look()))
                visitors = {visitor for visitor, theirs in readers if theirs == language}
                for who, view in self._challenging.yours(visitors).items():
                    yours[who, language] = named_event("yours", msgspec.json.encode(view))
        paired = self._club.seeks.paired(self._club.now)
        self._jobs.soon(self._send_club, look, club, paired, yours)

    def _send_club(
        self,
        look: int,
        club: Mapping[str, bytes],
        paired: Mapping[str, str],
        yours: Mapping[Reader, bytes],
    ) -> None:
        """Send the club to its followers, and personal data to their owners."""
        if look < self._club_look:
            return  # a newer update was faster
        self._club_look = look
        for stream in self._streams():
            reader = stream.visitor, stream.language
            if reader not in yours:
                continue
            if stream.club:
                game = paired.get(stream.visitor)
                found = b"" if game is None else named_event("paired", game.encode())
                stream.put("club", club[stream.language] + found)
            stream.put_new("yours", yours[reader])

    def _see_events(self, look: int, events: Collection[tuple[str, str]]) -> None:
        news = {}
        for event, language in events:
            with speaking(language):
                view = self._events.look(event)
            news[event, language] = named_event("event", msgspec.json.encode(view))
        self._jobs.soon(self._send_events, look, news)

    def _send_events(self, look: int, news: Mapping[tuple[str, str], bytes]) -> None:
        if look < self._events_look:
            return
        self._events_look = look
        for stream in self._streams():
            if (followed := (stream.club_event, stream.language)) in news:
                stream.put_new("event", news[followed])


def batched(visitors: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split visitors into batches of one message each, with at least one batch."""
    for first in range(0, max(1, len(visitors)), CALLED):
        yield visitors[first : first + CALLED]
