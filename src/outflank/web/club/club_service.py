"""The club on a server: members online, games, opponent searches and ratings."""

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from outflank.board import Color
from outflank.club.glicko import GlickoRating
from outflank.club.ladder import PACES, Counted, Pace, pace_of
from outflank.club.names import checked_person, name_key
from outflank.club.seek_pairing import Seeker, pair_up
from outflank.game import Game, TimeControl, parse_time_control
from outflank.play.opponents.characters import nearest
from outflank.play.seat import HUMAN
from outflank.play.session import GameSession
from outflank.play.session_data import Terms
from outflank.storage.club.club_events import ClubEvents, EventState, EventSummary
from outflank.storage.club.members import (
    Club,
    ClubTable,
    OpeningRecord,
    PersonView,
    ResultView,
    WonAndLost,
)
from outflank.storage.club.seeks import Seeks
from outflank.storage.club.tokens import Tokens
from outflank.storage.models import MemberRow, SeekRow
from outflank.translation import language
from outflank.web.api.errors import ApiError
from outflank.web.games.game_service import GameService, shared_session
from outflank.web.games.notifier import ChangeListener

HERE = 40.0  # seconds after a sign of life during which a member is online
DAY = 24 * 3600.0
PEOPLE, TABLES, BOARDS, RESULTS, RUNGS, RECENT, OPENINGS = 60, 40, 12, 30, 100, 20, 5
FRESH = 1.0  # seconds
HOUSE_AFTER = 20.0  # seconds of searching until a computer plays
CURVE = 500  # latest ratings shown per member
EVENTS = 20
EVENTS_SHOWN: tuple[EventState, ...] = ("open", "running", "over")
LEFT = 60.0  # seconds after which an abandoned game is hidden


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating at one pace with its uncertainty (two deviations)."""

    pace: Pace
    rating: int
    uncertainty: int
    games: int


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """An open game that you can join."""

    game: str
    who: PersonView
    color: Color  # your color
    size: int
    control: str  # the time control; empty: none
    rated: bool


@dataclass(frozen=True, slots=True)
class LiveGame:
    game: str
    black: PersonView
    white: PersonView
    size: int
    board: str
    moves: int
    control: str
    rated: bool


@dataclass(frozen=True, slots=True)
class ClubView:
    """The current state of the club; long lists are cut and come with their full length."""

    here: Sequence[PersonView]
    here_count: int
    seats: Sequence[SeatOffer]
    seats_count: int
    games: Sequence[LiveGame]
    games_count: int
    results: Sequence[ResultView]  # from the last 24 hours
    seeking: int  # number of searches for an opponent
    events: Sequence[EventSummary]
    """Current events, then the latest ones, without closed ones."""


@dataclass(frozen=True, slots=True)
class RungView:
    """A place on the ladder."""

    rank: int
    who: PersonView
    strength: Strength


@dataclass(frozen=True, slots=True)
class LadderView:
    """The strongest members at a pace by rating minus two deviations."""

    pace: Pace
    rungs: Sequence[RungView]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    at: float
    rating: int


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The history of a rating, oldest first."""

    pace: Pace
    points: Sequence[CurvePoint]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A member's profile."""

    who: PersonView
    joined: float
    here: bool
    strengths: Sequence[Strength]
    record: WonAndLost
    curves: Sequence[RatingCurve]
    recent: Sequence[ResultView]
    openings: Sequence[OpeningRecord]


class _RecentLooks(ChangeListener):
    """Views of the club by language, kept for ``FRESH`` seconds or until the club changes."""

    def __init__(self) -> None:
        self._changes = 0
        self._looks: dict[str, tuple[int, float, ClubView]] = {}

    def club_changed(self, *visitors: str) -> None:
        self._changes += 1

    def of(self, look: Callable[[], ClubView], now: float) -> ClubView:
        changes, at, view = self._looks.get(language(), (-1, 0.0, None))
        if view is None or changes != self._changes or now - at > FRESH:
            changes, at = self._changes, now
            view = look()
            self._looks[language()] = changes, at, view
        return view


class ClubService:
    def __init__(self, service: GameService, *, house: bool = False) -> None:
        """``house`` lets computers play with players who find no opponent."""
        self._house = house
        self._recent = _RecentLooks()
        service.bus.subscribe(self._recent)
        self.service = service
        self.club: Club = service.club
        self.seeks = Seeks(service.games)
        self.events = ClubEvents(service.games)
        self.tokens = Tokens(service.games.database)

    @property
    def now(self) -> float:
        """The current time, which is the same for all servers."""
        return self.service.now()

    # --- Views -----------------------------------------------------------------------------------

    def look(self) -> ClubView:
        return self._recent.of(self._look, self.service.time.now())

    def _look(self) -> ClubView:
        here, here_count = self.club.here(PEOPLE)
        free, free_count = self.club.tables(False, TABLES)
        played, played_count = self.club.tables(True, 2 * BOARDS)
        results = self.club.results(since=self.now - DAY, most=RESULTS)
        strengths = self.club.ratings_of(member.id for member in here)
        offers = [table for table in free if len(table.seats) == 1 and not self._is_left(table)]
        boards = [table for table in played if not self._is_left(table)]
        return ClubView(
            [person_view(member, most_played(strengths, member.id)) for member in here],
            here_count,
            [_offer(table) for table in offers],
            max(len(offers), free_count - (len(free) - len(offers))),
            [_live(table) for table in boards[:BOARDS]],
            max(len(boards), played_count - (len(played) - len(boards))),
            results,
            len(self.seeks.waiting(self.now)),
            self.events.listed(EVENTS_SHOWN, EVENTS),
        )

    def live(self, most: int) -> list[LiveGame]:
        """Return the games in progress, newest first."""
        return [_live(table) for table in self.club.tables(True, most)[0]]

    def _is_left(self, table: ClubTable) -> bool:
        """Return True if both players have been away for a while and do not have days."""
        if table.control.endswith("d"):
            return False
        gone, now = [table.shared.gone(color) for color in table.seats], self.service.time.now()
        return all(since is not None and now - since > LEFT for since in gone)

    def people(self, visitors: Collection[str]) -> dict[str, PersonView]:
        """Return the members among some visitors, as others see them."""
        members = self.club.members_among(visitors)
        counted = self.club.ratings_of(one.id for one in members)
        return {one.visitor: person_view(one, most_played(counted, one.id)) for one in members}

    def ladder(self, pace: Pace) -> LadderView:
        ranked = self.club.ladder(pace, RUNGS)
        return LadderView(
            pace,
            [
                RungView(rank, person_view(member, counted), self._strength(pace, counted))
                for rank, (member, counted) in enumerate(ranked, 1)
            ],
        )

    def player(self, member: MemberRow) -> PlayerView:
        counted = self.club.ratings_of([member.id])
        curves: dict[Pace, list[CurvePoint]] = {}
        for pace, at, value in self.club.curve_of(member.id, CURVE):
            curves.setdefault(pace, []).append(CurvePoint(at, round(value)))
        return PlayerView(
            person_view(member, most_played(counted, member.id)),
            member.joined,
            member.here > self.now,
            self.strengths(member.id, counted),
            self.club.record_of(member.id),
            [RatingCurve(pace, curves[pace]) for pace in PACES if pace in curves],
            self.club.results(member=member.id, most=RECENT),
            self.club.openings_of(member.id, OPENINGS),
        )

    def strengths(self, member: str, counted: dict[tuple[str, Pace], Counted]) -> list[Strength]:
        return [
            self._strength(pace, counted[member, pace])
            for pace in PACES
            if (member, pace) in counted
        ]

    def _strength(self, pace: Pace, counted: Counted) -> Strength:
        rating = counted.now(self.now)
        return Strength(pace, round(rating.value), round(2 * rating.deviation), counted.games)

    # --- Names -----------------------------------------------------------------------------------

    def claim(self, visitor: str, name: str, face: str, *, program: bool = False) -> MemberRow:
        """Choose a name and a picture; a program is marked as one."""
        self.service.admit(visitor)
        name = checked_person(name)
        member = self.club.claim(visitor, name, name_key(name), face, program=program)
        self.come([visitor])
        self.service.bus.club_changed()
        return member

    def dismiss(self, owner: str, token: str) -> None:
        """Revoke a token; its program is disconnected immediately."""
        self.service.bus.visitor_dismissed(self.tokens.revoke(owner, token))
        self.service.bus.club_changed()

    def come(self, visitors: Iterable[str]) -> bool:
        """Mark visitors as online; return True if this changes the club."""
        return self.club.present(list(visitors), self.now + HERE) > 0

    def leave(self, visitors: Iterable[str]) -> bool:
        """Mark visitors as offline; return True if this changes the club."""
        return self.club.present(list(visitors), self.now) > 0

    # --- Opponent search -------------------------------------------------------------------------

    def seek(self, visitor: str, name: str, control: str, rated: bool) -> None:
        """Start or renew a search for an opponent, and pair all players that match."""
        game = Game(clock=clock_of(control))
        try:
            self.service.seat_for(visitor, name, game)
        except ApiError:
            self.seeks.stop(visitor)
            raise
        self.seeks.ask(visitor, name, control, rated, self.now)
        if self.seeks.pair(self._bring_together, self.now):
            self.service.bus.club_changed()
        found = self.seeks.of(visitor, self.now)
        assert found is not None
        if self._house and found.game is None and self.now - found.since >= HOUSE_AFTER:
            self._play_in_house(found)

    def _play_in_house(self, seek: SeekRow) -> None:
        """Begin a game with a computer of about the same strength, which is never rated."""
        member = self.club.member(seek.visitor)
        clock = clock_of(seek.control)
        counted = Counted() if member is None else self.club.rating(member.id, pace_of(clock))
        rating = counted.now(self.now)
        mine = secrets.choice(list(Color))
        seat = nearest(rating.value - rating.deviation).seat
        players = {mine: HUMAN, mine.opponent: seat}
        made = self.service.create(seek.visitor, Game(clock=clock), players)
        self.seeks.found(seek.visitor, made.id)

    def _bring_together(self, waiting: Sequence[SeekRow]) -> list[tuple[str, str, GameSession]]:
        by_key = {seek.visitor: seek for seek in waiting}
        pairs = pair_up(self._seekers(waiting), self.now)
        made = []
        for pair in pairs:
            black, white = (by_key[one.key] for one in secrets.SystemRandom().sample(pair, 2))
            game = Game(clock=clock_of(black.control))
            try:
                seats = {
                    color: self.service.seat_for(seek.visitor, seek.name, game)
                    for color, seek in ((Color.BLACK, black), (Color.WHITE, white))
                }
            except ApiError:
                continue  # the rejected player gets the error with the next request
            terms = Terms(takebacks=not black.rated, rated=black.rated, club=True)
            made.append((black.visitor, white.visitor, shared_session(game, seats, terms)))
        return made

    def _seekers(self, waiting: Sequence[SeekRow]) -> list[Seeker]:
        """Return the ratings and previous opponents of all searching players."""
        visitors = [seek.visitor for seek in waiting]
        members = {one.visitor: one.id for one in self.club.members_among(visitors)}
        known = self.club.ratings_of(members.values())
        last = self.seeks.last_opponents(visitors)

        def seeker(seek: SeekRow) -> Seeker:
            pace = pace_of(clock_of(seek.control))
            counted = known.get((members.get(seek.visitor, ""), pace))
            rating = GlickoRating() if counted is None else counted.now(self.now)
            terms = f"{seek.control} {'rated' if seek.rated else 'casual'}"
            return Seeker(seek.visitor, terms, rating, seek.since, last.get(seek.visitor, ""))

        return [seeker(seek) for seek in waiting]


def time_control_text(clock: str | None) -> str:
    """Return a requested time control as the club stores it; empty: none."""
    return "" if clock is None else str(parse_time_control(clock))


def clock_of(control: str) -> TimeControl | None:
    """Parse a stored time control; None if there is none."""
    return parse_time_control(control) if control else None


def most_played(counted: dict[tuple[str, Pace], Counted], member: str) -> Counted | None:
    """Return a member's rating at the pace with the most games."""
    mine = [one for (who, _), one in counted.items() if who == member]
    return max(mine, key=lambda one: one.games, default=None)


def person_view(member: MemberRow, counted: Counted | None) -> PersonView:
    rating = None if counted is None else round(counted.rating.value)
    return PersonView(member.id, member.name, member.face, member.program, rating)


def _offer(table: ClubTable) -> SeatOffer:
    [(color, seat)] = table.seats.items()
    return SeatOffer(table.game, seat, color.opponent, table.size, table.control, table.rated)


def _live(table: ClubTable) -> LiveGame:
    return LiveGame(
        table.game,
        table.seats[Color.BLACK],
        table.seats[Color.WHITE],
        table.size,
        table.board,
        table.moves,
        table.control,
        table.rated,
    )
