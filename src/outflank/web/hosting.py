"""What the host of a club does, from the browser and with ``outflank club``: one way for both."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outflank.club import checked_person, name_key
from outflank.storage import (
    Club,
    Database,
    EventSummary,
    Meetings,
    Member,
    Recovery,
    drop_password,
    everything_of,
    forget_person,
    rename_person,
)
from outflank.web.club import ClubRoom, LiveGame
from outflank.web.club_events import EventRoom
from outflank.web.meetings import MeetingRoom
from outflank.web.problems import Problem

GAMES = 200  # that are listed


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member, as the host sees them."""

    id: str
    name: str
    program: bool
    joined: float
    here: bool


@dataclass(frozen=True, slots=True)
class HostView:
    """The club, as its host sees it."""

    members: Sequence[MemberView]
    banned: Sequence[str]
    games: Sequence[LiveGame]
    """That are played now."""
    events: Sequence[EventSummary]
    """All of them, the latest first."""


class Hosting:
    """A host's deeds. What is refused is a ``Problem``, ``InvalidName`` or ``NameTaken``."""

    def __init__(self, club: ClubRoom, events: EventRoom) -> None:
        self._room = club
        self._club = club.club
        self.events = events

    @classmethod
    def of(cls, database: Database) -> "Hosting":
        """The host of a club beside its servers, who hear of what is done when they look next."""
        club = ClubRoom(MeetingRoom(Meetings(database), Club(database)))
        return cls(club, EventRoom(club))

    def look(self) -> HostView:
        """All members, games and events."""
        return HostView(
            [
                MemberView(one.id, one.name, one.program, one.joined, one.here > self._room.now)
                for one in self._club.members()
            ],
            self._club.banned(),
            self._room.live(GAMES),
            self._room.events.listed(),
        )

    def known(self, id_: str) -> Member:
        """A member by the id that others see."""
        return self._found(self._club.known_as(id_), "Nobody in the club is known so.")

    def called(self, name: str) -> Member:
        """A member by the name."""
        found = self._club.called(name_key(name))
        return self._found(found, f"Nobody in the club is called {name!r}.")

    def rename(self, member: Member, name: str) -> str:
        """Give a member another name, in all they played; it is returned as it is written."""
        name = checked_person(name)
        self._club.claim(member.visitor, name, name_key(name), member.face, program=member.program)
        rename_person(self._club.database, member.visitor, name)
        self._room.room.tell_club()
        return name

    def code(self, member: Member) -> str:
        """A code with which a member comes back who has lost their browser or their password.

        It works once, as those of Take your games with you. The password opens nothing any more;
        browsers in which they are known stay so.
        """
        if member.program:
            raise Problem(409, "program", f"{member.name} is a program, which has its token.")
        code = Recovery(self._club.database).make(member.visitor)
        drop_password(self._club.database, member.visitor)
        return code

    def remove(self, member: Member) -> None:
        """Take a member's name away; the games stay."""
        self.events.leave_all(member)
        self._club.remove(member.visitor)
        self._room.room.tell_club()

    def ban(self, member: Member) -> int:
        """Let a member meet nobody here any more; how many tables they opened are closed."""
        self.events.leave_all(member)
        self._club.ban(member)
        tables = self._club.open_tables_of(member.visitor)
        for game in tables:
            self._room.room.close(game)
        self._room.room.tell_club()
        return len(tables)

    def unban(self, name: str) -> None:
        """Let somebody come again."""
        if not self._club.unban(name):
            raise Problem(404, "not-banned", f"Nobody called {name!r} is banned.")

    def close(self, game: str) -> None:
        """Call a game off; it does not count."""
        if not self._room.room.close(game):
            raise Problem(409, "game-over", "This game is over already.")

    def export(self, member: Member) -> dict[str, Any]:
        """Everything there is about a member."""
        return everything_of(self._club.database, member.visitor)

    def delete(self, member: Member) -> None:
        """Delete everything of a member; others keep their games, without the name."""
        self.events.leave_all(member)
        forget_person(self._club.database, member.visitor)
        self._room.room.tell_club()

    def _found(self, member: Member | None, otherwise: str) -> Member:
        if member is None:
            raise Problem(404, "no-such-member", otherwise)
        return member
