"""The host's actions, shared by the browser and ``outflank club``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outflank.club.fair_play import DAY, suspicious
from outflank.club.names import checked_person, name_key
from outflank.play.opponents.hosted import HostedSeats
from outflank.storage.club.club_events import EventSummary
from outflank.storage.club.members import Club
from outflank.storage.club.passwords import drop_password
from outflank.storage.club.personal_data import everything_of, forget_person, rename_person
from outflank.storage.database import Database
from outflank.storage.games.games import Games
from outflank.storage.games.recovery_codes import Recovery
from outflank.storage.models import MemberRow
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.club.club_events import EventService
from outflank.web.club.club_service import ClubService, LiveGame
from outflank.web.games.game_service import GameService

GAMES = 200  # games listed
MONTH = 30 * DAY


@dataclass(frozen=True, slots=True)
class MemberView:
    id: str
    name: str
    program: bool
    joined: float
    here: bool


@dataclass(frozen=True, slots=True)
class SeriesView:
    """Rated games of two members within a day; the winner comes first."""

    winner: str  # the ids of the members
    loser: str
    names: Sequence[str]
    games: int
    points: float  # of the winner
    moves: float  # per game
    until: float  # the end of the last game


@dataclass(frozen=True, slots=True)
class HostView:
    members: Sequence[MemberView]
    banned: Sequence[str]
    games: Sequence[LiveGame]  # in progress
    events: Sequence[EventSummary]  # all, newest first
    suspicious: Sequence[SeriesView]  # series of rated games that look arranged, latest first


class HostService:
    """The host's actions; they raise ``ApiError``, ``InvalidName`` or ``NameTaken``."""

    def __init__(self, club: ClubService, events: EventService) -> None:
        self._club_service = club
        self._club = club.club
        self.events = events

    @classmethod
    def of(cls, database: Database) -> "HostService":
        """Create a host service outside a server; servers notice its changes by polling."""
        club = ClubService(GameService(Games(database), Club(database), HostedSeats()))
        return cls(club, EventService(club))

    def look(self) -> HostView:
        return HostView(
            [
                MemberView(
                    one.id, one.name, one.program, one.joined, one.here > self._club_service.now
                )
                for one in self._club.members()
            ],
            self._club.banned(),
            self._club_service.live(GAMES),
            self._club_service.events.listed(),
            self.suspicious(),
        )

    def suspicious(self) -> list[SeriesView]:
        """Return the series of the last month that look arranged, latest first."""
        names = {member.id: member.name for member in self._club.members()}
        return [
            SeriesView(
                one.winner,
                one.loser,
                [names.get(id_, _("Unknown player")) for id_ in (one.winner, one.loser)],
                one.games,
                one.points,
                one.moves,
                one.until,
            )
            for one in suspicious(self._club.rated_games(self._club_service.now - MONTH))
        ]

    def unrate(self, one: str, other: str) -> int:
        """Take back the ratings of two members' games; return the number of games."""
        count = self._club.unrate(one, other)
        self._club_service.service.bus.club_changed()
        return count

    def known(self, id_: str) -> MemberRow:
        return self._found(self._club.known_as(id_), _("The club has no such member."))

    def called(self, name: str) -> MemberRow:
        found = self._club.called(name_key(name))
        return self._found(found, _("The club has no member named {name}.", name=repr(name)))

    def rename(self, member: MemberRow, name: str) -> str:
        """Rename a member everywhere; return the normalized name."""
        name = checked_person(name)
        self._club.claim(member.visitor, name, name_key(name), member.face, program=member.program)
        rename_person(self._club.database, member.visitor, name)
        self._club_service.service.bus.club_changed()
        return name

    def code(self, member: MemberRow) -> str:
        """Create a one-time code for a member who has lost their browser or password.

        It works like the codes of Move to another device. The password is disabled; browsers in
        which the member is signed in stay signed in.
        """
        if member.program:
            why = _("{player} is a program and signs in with its token.", player=member.name)
            raise ApiError(409, "program", why)
        code = Recovery(self._club.database).make(member.visitor)
        drop_password(self._club.database, member.visitor)
        return code

    def remove(self, member: MemberRow) -> None:
        """Remove a member's name; games are kept."""
        self.events.leave_all(member)
        self._club.remove(member.visitor)
        self._club_service.service.bus.club_changed()

    def ban(self, member: MemberRow) -> int:
        """Ban a member from playing others; return the number of open games that were closed."""
        self.events.leave_all(member)
        self._club.ban(member)
        tables = self._club.open_tables_of(member.visitor)
        for game in tables:
            self._club_service.service.call_off(game)
        self._club_service.service.bus.club_changed()
        return len(tables)

    def unban(self, name: str) -> None:
        if not self._club.unban(name):
            why = _("No member named {name} is banned.", name=repr(name))
            raise ApiError(404, "not-banned", why)

    def close(self, game: str) -> None:
        """Abort a game; it does not count."""
        if not self._club_service.service.call_off(game):
            raise ApiError(409, "game-over", _("This game is already over."))

    def export(self, member: MemberRow) -> dict[str, Any]:
        return everything_of(self._club.database, member.visitor)

    def delete(self, member: MemberRow) -> None:
        """Delete all data of a member; opponents keep their games, without the name."""
        self.events.leave_all(member)
        forget_person(self._club.database, member.visitor)
        self._club_service.service.bus.club_changed()

    def _found(self, member: MemberRow | None, otherwise: str) -> MemberRow:
        if member is None:
            raise ApiError(404, "no-such-member", otherwise)
        return member
