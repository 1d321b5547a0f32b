"""Club events on a server: tournaments played as shared games.

The arena pairs the players (``arena/club_event.py``), and the state of an event is only in the
database: any server can record finished games and start the next ones.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from outflank.arena import (
    BALANCED,
    Assignment,
    Entrant,
    Limits,
    OpeningError,
    PlayedGame,
    Ranking,
    RunSettings,
    course,
    default_openings,
    event_ranking,
    event_result,
    load_openings,
    log_text,
    opening_game,
    played_at_table,
    upcoming,
)
from outflank.board import Color, sentence
from outflank.club.ladder import Counted, pace_of
from outflank.club.names import FACES, checked_person, name_key
from outflank.game import Game, TimeControl, parse_time_control
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.play.session_data import Terms
from outflank.storage.club.club_events import EventEntrant, EventRefused, EventStep, StoredEvent
from outflank.storage.games.games import read_shared
from outflank.storage.models import MemberRow
from outflank.storage.study.lesson_answers import progress_of
from outflank.study.course.course import Lesson
from outflank.translation import _, language
from outflank.web.api.errors import ApiError
from outflank.web.club.club_service import ClubService
from outflank.web.club.event_views import (
    EventView,
    LessonResult,
    LessonResults,
    at_boards,
    board_view,
    event_view,
)
from outflank.web.games.game_service import RATED_SIZE, shared_session
from outflank.web.games.notifier import ChangeListener

EventFormat = Literal["swiss", "round-robin", "knock-out", "gauntlet"]
OPENINGS_KEPT = 200  # openings per event, before they repeat
BOARDS = 16  # boards shown
SEEDED = ("swiss", "knock-out", "round-robin")  # in a gauntlet the first player meets all others


@dataclass(frozen=True, slots=True)
class EventPlan:
    """A host's settings for a new event."""

    name: str
    format: EventFormat = "swiss"
    pairs: int = 1
    clock: str = "3+2"
    size: int = 8
    openings: str = ""  # balanced, start or random:N; empty: default for the board size
    rounds: int = 0  # of a Swiss; 0: automatic
    rated: bool = False
    seed: int | None = None


class EventService(ChangeListener):
    def __init__(self, club: ClubService) -> None:
        self.club = club
        self.service = club.service
        self.events = club.events
        self._tables: dict[str, tuple[object, tuple[Ranking, str | None]]] = {}  # cached rankings
        self._known: set[str] = set()  # games that were announced
        club.service.bus.subscribe(self)

    # --- Host ------------------------------------------------------------------------------------

    def make(self, plan: EventPlan) -> str:
        control = parse_time_control(plan.clock)
        if plan.rated and plan.size != RATED_SIZE:
            raise ApiError(422, "not-rated", _("Rated games need an 8×8 board."))
        seed = secrets.randbelow(10**6) if plan.seed is None else plan.seed
        settings = RunSettings(
            (),
            plan.format,
            plan.pairs,
            plan.size,
            seed,
            tuple(_openings(plan, seed)),
            Limits(clock=control.seconds, increment=control.increment),
            plan.rounds,
        )
        id_ = self.events.make(plan.name, str(control), plan.rated, settings.to_json())
        self.service.bus.club_changed()
        return id_

    def start(self, id_: str) -> None:
        """Start the games; new entries are no longer possible."""

        def begin(event: StoredEvent) -> EventStep:
            if event.state != "open":
                raise EventRefused(_("This event has already started."))
            here = [one for one in event.entrants if not one.left]
            if len(here) < 2:
                raise EventRefused(_("An event needs at least two players."))
            settings = _settings(event)
            if settings.format in SEEDED:
                here = self._seeded(here, event.control)
            settings = replace(
                settings,
                entrants=tuple(
                    Entrant(one.name, "program" if one.program else "person") for one in here
                ),
            )
            games = settings.make_format().games_known()
            most = self.service.games.limits.games
            if games is not None and games > most:
                raise EventRefused(
                    _(
                        "This event would have {games} games, but the limit is {most}. Choose "
                        "fewer rounds or a Swiss event.",
                        games=games,
                        most=most,
                    )
                )
            return EventStep("running", settings=_text(settings))

        self.events.step(id_, begin)
        self.advance(id_)

    def _seeded(self, entrants: Sequence[EventEntrant], control: str) -> list[EventEntrant]:
        """Sort entrants by rating minus two deviations; ties keep the order of entry."""
        known = self.club.club.ratings_of(one.member for one in entrants)
        pace, now = pace_of(parse_time_control(control)), self.service.now()

        def sure(one: EventEntrant) -> float:
            rating = known.get((one.member, pace), Counted()).now(now)
            return rating.value - 2 * rating.deviation

        return sorted(entrants, key=sure, reverse=True)

    def close(self, id_: str) -> None:
        """End an event early; played games stay in its log."""

        def end(event: StoredEvent) -> EventStep:
            if event.state not in ("open", "running"):
                raise EventRefused(_("This event is already over."))
            return EventStep("closed")

        event, _step = self.events.step(id_, end)
        for table in event.tables.values():
            self.service.call_off(table.game)
        self.service.bus.club_changed()

    def log(self, id_: str) -> str:
        event = self.events.event(id_)
        return log_text(_settings(event).to_json(), _records(event).values())

    def lesson_results(self, id_: str, lesson: Lesson) -> LessonResults:
        entrants = [one for one in self.events.event(id_).entrants if not one.left]
        visitors = [one.visitor for one in entrants if one.visitor]
        known = progress_of(self.service.games.database, lesson.id, visitors)
        marks = {True: "right", False: "wrong", None: ""}
        return LessonResults(
            lesson.link.title,
            [
                LessonResult(
                    one.name,
                    [marks[known.get(one.visitor, {}).get(at)] for at in lesson.exercises],
                )
                for one in entrants
            ],
        )

    # --- Players ---------------------------------------------------------------------------------

    def enter(self, id_: str, visitor: str, name: str, *, program: bool = False) -> MemberRow:
        """Enter an event; a guest becomes a member under the given name."""
        self.service.admit(visitor)
        self.events.event(id_)
        member = self.club.club.member(visitor)
        if member is None:
            name = checked_person(name)
            face = FACES[-1] if program else FACES[0]
            member = self.club.club.claim(visitor, name, name_key(name), face, program=program)
            self.club.come([visitor])
        self.events.enter(id_, member)
        self.service.bus.club_changed()
        return member

    def is_in(self, id_: str, visitor: str) -> bool:
        member = self.club.club.member(visitor)
        return member is not None and id_ in self.events.entered_by(member.id)

    def leave(self, id_: str, member: MemberRow) -> None:
        """Leave an event: resign the current game and forfeit the others."""
        self.events.event(id_)
        if not self.events.leave(id_, member.id):
            return
        who = member.visitor
        for table in self.events.event(id_).tables.values():
            session = self._session(table.game)
            if session.color_of(who) is not None and not session.is_over:
                self.service.act(
                    who, table.game, "resign", lambda now, at: now.resign(who=who, at=at)
                )
        self.advance(id_)
        self.service.bus.club_changed()

    def leave_all(self, member: MemberRow) -> None:
        """Leave all events, before a member's name is removed or banned."""
        for event in self.events.entered_by(member.id):
            self.leave(event, member)

    # --- Progress --------------------------------------------------------------------------------

    def event_game_ended(self, event: str) -> None:
        self.advance(event)

    def advance(self, id_: str) -> None:
        """Record finished games and start the next ones."""
        called: list[str] = []

        def go_on(event: StoredEvent) -> EventStep | None:
            called.clear()
            if event.state != "running":
                return None
            settings, done = _settings(event), _records(event)
            playing = set[int]()
            new: list[PlayedGame] = []
            for number, table in event.tables.items():
                if table.ended is None and not table.called_off:
                    playing.add(number)
                elif table.ended is not None and not table.called_off:
                    new.append(_played(settings, done, number, table.ended, table.shared))
            done |= {record.game: record for record in new}
            left = {one.name for one in event.entrants if one.left}
            plan = upcoming(settings, done, playing, left)
            new += plan.forfeited
            if not new and not plan.begin and not plan.is_over:
                return None
            by_name = {one.name: one for one in event.entrants}
            begin = {one.game: self._table(event, one, by_name) for one in plan.begin}
            called.extend(
                by_name[player.name].visitor
                for one in plan.begin
                for player in (one.black, one.white)
            )
            return EventStep(
                "over" if plan.is_over else "running",
                {record.game: json.dumps(record.to_json()) for record in new},
                begin,
            )

        _, step = self.events.step(id_, go_on)
        if step is not None:
            self.service.bus.club_changed(*called)

    def tend(self) -> None:
        """Advance all events, even after a crash or without connected players."""
        called: set[str] = set()
        known, self._known = self._known, set()
        in_play = self.events.in_play()
        for id_, tables in in_play.items():
            for game in filter(None, tables):
                session = self._session(game)
                deadline = session.deadline()
                if deadline is not None and self.service.time.now() >= deadline:
                    self.service.time_out(game)
                if game not in known:
                    called |= {one.key for one in session.seats.values()}
                self._known.add(game)
            if not tables or None in tables:
                self.advance(id_)
        if called:  # possibly changed by another process, such as `outflank club`
            self.service.bus.club_changed(*called)

    def _table(
        self, event: StoredEvent, one: Assignment, by_name: Mapping[str, EventEntrant]
    ) -> GameSession:
        game = opening_game(one)
        game.info |= {
            "black": one.black.name,
            "white": one.white.name,
            "event": event.name,
            "round": str(one.round + 1),
            "date": datetime.now(UTC).date().isoformat(),
        }
        seats = {
            color: self._seat(by_name[player.name], game.clock)
            for color, player in ((Color.BLACK, one.black), (Color.WHITE, one.white))
        }
        terms = Terms(takebacks=False, rated=event.rated, club=True, event=event.id)
        return shared_session(game, seats, terms, since=self.service.time.now())

    def _seat(self, entrant: EventEntrant, clock: TimeControl | None) -> Seat:
        return Seat(
            name=entrant.name,
            elsewhere=True,
            key=entrant.visitor,
            program=entrant.program,
            member=entrant.member,
            face=entrant.face,
            rating=self.service.rating(entrant.member, clock),
        )

    def _session(self, game: str) -> GameSession:
        return self.service.games.get("", game).session

    # --- Views -----------------------------------------------------------------------------------

    def look(self, id_: str) -> EventView:
        event = self.events.event(id_)
        settings, done = _settings(event), _records(event)
        boards = [
            board_view(table.number, table.game, self._session(table.game), self.service.time.now())
            for table in at_boards(event)[:BOARDS]
        ]
        return event_view(event, settings, done, self._ranking(event, settings, done), boards)

    def _ranking(
        self, event: StoredEvent, settings: RunSettings, done: Mapping[int, PlayedGame]
    ) -> tuple[Ranking, str | None] | None:
        """Return the standings and the winner, recalculated after each finished game."""
        if not settings.entrants:
            return None
        known, played = self._tables.get(event.id), (len(done), event.settings, language())
        if known is None or known[0] != played:
            known = played, event_ranking(event_result(settings, done))
            self._tables[event.id] = known
        return known[1]


def _openings(plan: EventPlan, seed: int) -> list[str]:
    """Return the openings of an event; a remote host cannot name files on the server."""
    choice = plan.openings or default_openings(plan.size)
    kind = choice.partition(":")[0]
    if kind not in (BALANCED, "start", "random"):
        raise ApiError(
            422,
            "invalid-openings",
            _(
                "The openings must be balanced, start or random:N, not {choice}.",
                choice=repr(choice),
            ),
        )
    try:
        return load_openings(choice, plan.size, seed, OPENINGS_KEPT)[:OPENINGS_KEPT]
    except OpeningError as error:
        raise ApiError(422, "invalid-openings", sentence(error)) from None


def _text(settings: RunSettings) -> str:
    return json.dumps(settings.to_json(), ensure_ascii=False)


def _settings(event: StoredEvent) -> RunSettings:
    return RunSettings.from_json(json.loads(event.settings))


def _records(event: StoredEvent) -> dict[int, PlayedGame]:
    return {
        number: PlayedGame.from_json(json.loads(line)) for number, line in event.records.items()
    }


def _played(
    settings: RunSettings, done: Mapping[int, PlayedGame], number: int, game: Game, shared: str
) -> PlayedGame:
    """Convert a finished game to a line of the log."""
    failure = read_shared(shared).failure
    assignment = next(one for one in course(settings, done)[1] or () if one.game == number)
    fault = None if failure is None else (failure.kind, failure.message)
    return played_at_table(assignment, game, fault)
