"""Shared tables on a server: a stored game, the meeting that says what an event means, who is told.

Nothing of a table stays in memory between two requests. What happened is on the disk first, then
acknowledged to who did it, then told to everybody who looks on.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import msgspec

from outflank.board import Color, InvalidSquare, parse_square
from outflank.club import name_key, pace_of
from outflank.sitting import (
    Affairs,
    Game,
    Meeting,
    MeetingView,
    Person,
    Terms,
    TimeControl,
    meeting_views,
)
from outflank.sitting import meeting_messages as mm
from outflank.sitting import messages as m
from outflank.storage import (
    EVERYBODY,
    Club,
    Holder,
    KeptMeeting,
    Listed,
    Meetings,
    NextTable,
    NoSuchInvitation,
    Played,
    Shared,
    Standing,
)
from outflank.study import opening_name
from outflank.web import links
from outflank.web.problems import Problem, sentence
from outflank.web.state import GameView

Viewer = Color | None
"""Who looks at a table: the player of a side, or a watcher."""
RATED_SIZE = 8
VIEWERS: tuple[Viewer, ...] = (*Color, None)
_READ_AFFAIRS = msgspec.json.Decoder(Affairs)  # once before there are threads, as in ``api.route``


@dataclass(frozen=True, slots=True)
class Change:
    """What is told of a table that has changed, to each kind of viewer."""

    game: str
    version: int
    views: Mapping[Viewer, bytes]
    deadline: float | None
    """When somebody's time is up."""
    gone: tuple[Color, ...]
    """Who is not there."""


class MeetingRoom:
    """What one can do at shared tables."""

    def __init__(self, meetings: Meetings, club: Club, *, chat: bool = False) -> None:
        """``chat`` is whether players may write to each other, besides the phrases."""
        self.meetings = meetings
        self.chat = chat
        self.club = club
        self.now: Callable[[], float] = time.time  # one clock for all servers of a database
        self.tell: Callable[[str, int, Callable[[Collection[Viewer]], Change]], None] = (
            lambda game, version, make: None
        )
        """Told of each change: the table, its version, and how to see it. A server listens here."""
        self.tell_club: Callable[..., None] = lambda *visitors: None
        """Told when what the club sees has changed, and for whom in particular."""
        self.dismiss: Callable[[str], None] = lambda visitor: None
        """Told of somebody who may not look on any longer."""
        self.event_ended: Callable[[str], None] = lambda event: None
        """Told of a club event when a game of it is over."""
        self.happened: Counter[str] = Counter()

    # --- Who somebody is -------------------------------------------------------------------------

    def person(self, visitor: str, name: str, game: Game, *, program: bool = False) -> Person:
        """Somebody who sits down; a member of the club does so under the name they have there."""
        self.admit(visitor)
        member = self.club.member(visitor)
        if member is None:
            if self.club.called(name_key(name)) is not None:
                raise Problem(
                    409,
                    "name-taken",
                    f"A member of the club is called {name!r}; choose another name.",
                )
            return Person(visitor, name, program)
        rating = self.strength(member.id, game.clock)
        return Person(
            visitor, member.name, program or member.program, member.id, member.face, rating
        )

    def strength(self, member: str, clock: TimeControl | None) -> int | None:
        """A member's rating with such a clock; None where no game was rated."""
        counted = self.club.rating(member, pace_of(clock))
        return round(counted.rating.value) if counted.games else None

    def admit(self, visitor: str) -> None:
        """Refuse whom the host does not want here."""
        if self.club.is_banned(visitor):
            raise Problem(403, "banned", "The host of this club lets you play with nobody here.")

    # --- Sitting down ----------------------------------------------------------------------------

    def begin(
        self,
        host: str,
        game: Game,
        color: Color,
        name: str,
        terms: Terms,
        *,
        request: str | None = None,
    ) -> GameView:
        """Set up a table, at which the host sits at one side."""
        person = self.person(host, name, game)
        expect_rated(terms.rated, game, person)
        game.info[color.value] = person.name
        meeting = Meeting(game, {color: person}, Affairs(terms))
        kept = self.meetings.begin(host, new_table(meeting), request=request)
        if terms.club:
            self.tell_club()
        return self._view(kept, host)

    def invite(self, host: str, game: str) -> str:
        """A token for the free seat."""
        kept = self._hosted(host, game)
        free = meeting_of(kept).free
        if free is None:
            raise self._problem(409, "seat-taken", "Nobody can sit down here any more.", kept, host)
        return self.meetings.invite(game, free)

    def revoke(self, host: str, game: str) -> None:
        """Let the invitation lead nowhere."""
        self._hosted(host, game)
        self.meetings.revoke(game)

    def look_at_invitation(self, token: str, visitor: str) -> tuple[GameView, Color, bool]:
        """The table of an invitation, the seat, and whether it is free."""
        game, color = self._invited(token)
        kept = self.meetings.meeting(game)
        return self._view(kept, visitor), color, meeting_of(kept).free is color

    def join(self, token: str, visitor: str, name: str, *, program: bool = False) -> GameView:
        """Take the seat of an invitation; whoever has it already comes back to it."""
        game, color = self._invited(token)
        kept = self.meetings.meeting(game)
        if meeting_of(kept).color_of(visitor) is not None:
            return self._view(kept, visitor)
        return self._sit(kept, color, visitor, name, program=program)

    def sit_in_club(self, visitor: str, game: str, name: str) -> GameView:
        """Take the free seat of a table that is open to the whole club."""
        kept = self.meetings.meeting(game)
        meeting = meeting_of(kept)
        if not meeting.affairs.terms.club:
            raise Problem(404, "no-such-table", "There is no such table in the club.")
        if meeting.color_of(visitor) is not None:
            return self._view(kept, visitor)
        if meeting.free is None:
            raise self._problem(409, "seat-taken", "Somebody was quicker.", kept, visitor)
        return self._sit(kept, meeting.free, visitor, name)

    def _sit(
        self, kept: KeptMeeting, color: Color, visitor: str, name: str, *, program: bool = False
    ) -> GameView:
        person = self.person(visitor, name, kept.shared.standing.game, program=program)
        event = mm.TakeSeat(color, person)
        data = {"name": person.name}
        return self.handle(visitor, kept.id, lambda size: event, kind="sat", data=data)

    def _invited(self, token: str) -> tuple[str, Color]:
        try:
            return self.meetings.invited(token)
        except NoSuchInvitation as error:
            raise Problem(404, "no-such-invitation", sentence(error)) from None

    def _hosted(self, host: str, game: str) -> KeptMeeting:
        kept = self.meetings.meeting(game)
        if kept.host != host:
            raise self._problem(403, "not-host", "Only the host invites to a table.", kept, host)
        return kept

    # --- At the table ----------------------------------------------------------------------------

    def show(self, visitor: str, game: str) -> GameView:
        """A table as somebody sees it."""
        return self._view(self.meetings.meeting(game), visitor)

    def play(
        self,
        visitor: str,
        game: str,
        square: str,
        *,
        thought: float | None = None,
        ply: int | None = None,
        request: str | None = None,
    ) -> GameView:
        """Play a square given by its name."""

        def chosen(size: int) -> mm.MeetingEvent:
            try:
                return mm.Play(parse_square(square, size), thought)
            except InvalidSquare as error:
                raise Problem(422, "illegal-move", sentence(error)) from None

        return self.handle(
            visitor, game, chosen, kind="moves", data={"square": square}, ply=ply, request=request
        )

    def handle(
        self,
        visitor: str,
        game: str,
        make: Callable[[int], mm.MeetingEvent],
        *,
        kind: str,
        data: dict[str, Any],
        ply: int | None = None,
        request: str | None = None,
    ) -> GameView:
        """Let an event happen, and show the table as it stands then."""
        told: list[m.Instruction] = []

        def step(kept: KeptMeeting) -> Shared | None:
            meeting = meeting_of(kept)
            if ply is not None and ply != meeting.game.ply:
                moved_on = "This game has moved on; it is shown here as it is now."
                raise self._problem(409, "moved-on", moved_on, kept, visitor)
            was_over = meeting.is_over
            instructions = meeting.handle(make(meeting.game.size), visitor, self.now())
            next_table = None
            told.clear()
            for one in instructions:
                if isinstance(one, m.Refuse):
                    status = {"illegal-move": 422, "watching": 403}.get(one.name, 409)
                    raise self._problem(status, one.name, one.sentence, kept, visitor)
                if isinstance(one, mm.BeginAnother):
                    seats = {
                        color: self.person(who.key, who.name, one.game, program=who.program)
                        for color, who in one.seats.items()
                    }
                    again = Meeting(one.game, seats, Affairs(meeting.affairs.terms))
                    next_table = NextTable(secrets.token_hex(16), new_table(again))
                    meeting.affairs = replace(meeting.affairs, another=next_table.id)
                else:
                    told.append(one)
            if not instructions:
                return None
            ended = meeting.is_over and not was_over
            played = self._played(kept.id, meeting) if ended else None
            return replace(_shared(meeting), next=next_table, ended=ended, played=played)

        kept, changed = self.meetings.happen(game, kind, data, step, request=request)
        self.happened[kind] += changed
        seen: dict[Viewer, GameView] = {}  # by whoever is told, and by who did it
        if changed:
            self.tell(
                kept.id, kept.version, lambda viewers: self._change(kept, viewers, told, seen)
            )
            if kept.shared.played is not None and kept.shared.played.rated:
                self.club.settle()
            terms = _terms(kept)
            if terms.club:
                self.tell_club()
            if kept.shared.ended and terms.event:
                self.event_ended(terms.event)
        return self._view(kept, visitor, told, seen)

    def _played(self, game: str, meeting: Meeting) -> Played | None:
        """What the club keeps of a game that is over; nothing of one that was called off."""
        terms, outcome, clock = meeting.affairs.terms, meeting.game.outcome, meeting.game.clock
        if not (terms.club or terms.rated) or outcome is None:
            return None
        black, white = (meeting.seats[color] for color in Color)
        return Played(
            game,
            self.now(),
            pace_of(clock),
            "" if clock is None else str(clock),
            meeting.game.size,
            terms.rated,
            black.member or None,
            white.member or None,
            black.name,
            white.name,
            outcome.score,
            outcome.reason.value,
            opening_name(meeting.game) or "",
        )

    def close(self, game: str) -> bool:
        """Call a game off for the host of the club; whether it was still going on."""
        closed = self.meetings.close(game)
        if closed:
            kept = self.meetings.meeting(game)
            self.happened["closed"] += 1
            self.tell(game, kept.version, lambda viewers: self._change(kept, viewers))
            self.tell_club()
            if event := _terms(kept).event:
                self.event_ended(event)
        return closed

    def delay(self, game: str, seconds: float) -> None:
        """Give the side to move time back that no server was there for."""

        def step(kept: KeptMeeting) -> Shared | None:
            standing = kept.shared.standing
            if standing.since is None:
                return None
            return replace(kept.shared, standing=replace(standing, since=standing.since + seconds))

        kept, changed = self.meetings.happen(game, "delayed", {"seconds": seconds}, step)
        if changed:
            self.tell(game, kept.version, lambda viewers: self._change(kept, viewers))

    def present(self, game: str, color: Color, here: bool) -> None:
        """A player has come, or left; nothing happens where that is known."""
        meeting = meeting_of(self.meetings.meeting(game))
        holder = meeting.seats.get(color)
        known = meeting.affairs.gone(color) is None
        if holder is not None and holder.key and here != known:
            event = mm.Come() if here else mm.Leave()
            kind = "came" if here else "left"
            self.handle(holder.key, game, lambda size: event, kind=kind, data={})

    def time_up(self, game: str) -> None:
        """See whether the time of the side to move is up."""
        self.handle("", game, lambda size: mm.TimeUp(), kind="time", data={})

    # --- What is seen ----------------------------------------------------------------------------

    def change(self, game: str, viewers: Collection[Viewer] = VIEWERS) -> Change:
        """A table as it stands, for whoever looks on."""
        return self._change(self.meetings.meeting(game), viewers)

    def seen_by(self, visitor: str, game: str) -> tuple[Viewer, Change]:
        """As what somebody looks at a table, and the table as it stands, for them."""
        kept = self.meetings.meeting(game)
        viewer = meeting_of(kept).color_of(visitor)
        return viewer, self._change(kept, (viewer,))

    def _change(
        self,
        kept: KeptMeeting,
        viewers: Iterable[Viewer],
        told: Iterable[m.Instruction] = (),
        seen: dict[Viewer, GameView] | None = None,
    ) -> Change:
        meeting = meeting_of(kept)
        found = self._views(kept, meeting, viewers, told)
        if seen is not None:
            seen |= found
        views = {viewer: msgspec.json.encode(view) for viewer, view in found.items()}
        gone = tuple(color for color in Color if meeting.affairs.gone(color) is not None)
        return Change(kept.id, kept.version, views, meeting.deadline(), gone)

    def _view(
        self,
        kept: KeptMeeting,
        visitor: str,
        told: Iterable[m.Instruction] = (),
        seen: Mapping[Viewer, GameView] = MappingProxyType({}),
    ) -> GameView:
        meeting = meeting_of(kept)
        viewer = meeting.color_of(visitor)
        return (
            seen[viewer] if viewer in seen else self._views(kept, meeting, (viewer,), told)[viewer]
        )

    def _views(
        self,
        kept: KeptMeeting,
        meeting: Meeting,
        viewers: Iterable[Viewer],
        told: Iterable[m.Instruction],
    ) -> dict[Viewer, GameView]:
        game = meeting.game
        seen = meeting_views(
            meeting,
            viewers,
            self.now(),
            told,
            opening=opening_name(game) or None,
            chat=self.chat,
        )
        return {viewer: _shown(kept, view, game) for viewer, view in seen.items()}

    def _problem(
        self, status: int, code: str, text: str, kept: KeptMeeting, visitor: str
    ) -> Problem:
        """A refusal, with the table as it stands."""
        return Problem(status, code, text, game=self._view(kept, visitor))


def _shown(kept: KeptMeeting, view: MeetingView, game: Game) -> GameView:
    record = links.shown(game).id if view.can.study else None
    in_a_copy = "A shared game is studied as a copy; choose Study below the board."
    can = replace(view.can, study=False, why_not=view.can.why_not or in_a_copy)
    return GameView(
        id=kept.id,
        kind="meeting",
        name=None,
        version=kept.version,
        next=None,
        record=record,
        **(vars(view) | {"can": can}),
    )


def meeting_of(kept: KeptMeeting) -> Meeting:
    """The meeting at a stored table, as it was left."""
    shared = kept.shared
    seats = {
        color: Person(
            holder.visitor,
            holder.name,
            holder.program,
            holder.member,
            holder.face,
            holder.rating,
        )
        for color, holder in shared.holders.items()
    }
    affairs = _READ_AFFAIRS.decode(shared.affairs)
    return Meeting(shared.standing.game, seats, affairs, shared.standing.since)


def _terms(kept: KeptMeeting) -> Terms:
    return msgspec.json.decode(kept.shared.affairs, type=Affairs).terms


def new_table(meeting: Meeting) -> Shared:
    """How a table is to be kept that is new, and perhaps seen by the whole club."""
    terms, clock = meeting.affairs.terms, meeting.game.clock
    listed = Listed("" if clock is None else str(clock), terms.rated) if terms.club else None
    return replace(_shared(meeting), listed=listed)


def _shared(meeting: Meeting) -> Shared:
    """How a meeting is to be kept."""
    return Shared(
        Standing(meeting.game, dict.fromkeys(Color, "human"), since=meeting.since),
        {
            color: Holder(
                person.key,
                person.name,
                person.program,
                person.member,
                person.face,
                person.rating,
            )
            for color, person in meeting.seats.items()
        },
        msgspec.json.encode(meeting.affairs).decode(),
        meeting.affairs.called_off,
    )


def expect_rated(rated: bool, game: Game, person: Person) -> None:
    """Refuse a rated game of somebody who is no member, or on another board."""
    if rated and not person.member:
        raise Problem(409, "no-member", "A rated game needs a name in the Club; take one first.")
    if rated and game.size != RATED_SIZE:
        raise Problem(422, "not-rated", "Rated games are played on 8 × 8.")


def expect_persons(visitor: str) -> str:
    """Refuse where everybody is the same visitor, who cannot sit opposite themselves."""
    if visitor == EVERYBODY:
        raise Problem(409, "one-game", "Here everybody plays the same game, from any browser.")
    return visitor
