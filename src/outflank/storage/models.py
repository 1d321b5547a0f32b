"""The tables: visitors, their games, and every event that made a game what it is.

A table of what is a visitor's own is also named in ``upkeep.sweep``, and goes with the visitor.
"""

from typing import Annotated, ClassVar

from sqlalchemy import Float, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(32)  # 16 random bytes in hexadecimal
EVERYBODY = "everybody".ljust(32, "-")  # the one visitor of a server with one game for all
MEMBER = String(12)  # a member of the club as others know them; says nothing of the visitor
NAME = String(60)  # as long as the names of the saves on disk (storage/saves.py)

# The keys of rows that are deleted with the row they belong to.
OwnerKey = Annotated[
    str, mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True)
]
GameKey = Annotated[
    str, mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
]
EventKey = Annotated[
    str, mapped_column(ForeignKey("club_events.id", ondelete="CASCADE"), primary_key=True)
]


class Base(DeclarativeBase):
    """What the tables have in common. Times are seconds since 1970, which both databases sort."""

    type_annotation_map: ClassVar = {float: Float}  # SQLAlchemy 2.1 would choose Double


class VisitorRow(Base):
    """Somebody who plays here, known by a signed cookie only."""

    __tablename__ = "visitors"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    created: Mapped[float]
    current_game: Mapped[str | None] = mapped_column(ID)
    seen: Mapped[float] = mapped_column(index=True)  # opened the page or began a game


_NAMED_SAVES = text("kind = 'save' AND deleted IS NULL")


class GameRow(Base):
    """A game or a named save, as it stands after its last event."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    visitor: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str | None] = mapped_column(NAME)
    document: Mapped[str] = mapped_column(Text)
    black: Mapped[str] = mapped_column(String(200))
    white: Mapped[str] = mapped_column(String(200))
    paused: Mapped[bool]
    pending: Mapped[int | None]
    next_ticket: Mapped[int]
    version: Mapped[int]
    size: Mapped[int]
    board: Mapped[str] = mapped_column(Text)
    moves: Mapped[int]
    result: Mapped[str | None] = mapped_column(String(80))
    score: Mapped[int | None]  # Black's discs minus White's
    spent: Mapped[float] = mapped_column(server_default="0")  # seconds of this turn, before
    since: Mapped[float | None]  # the clock runs, if it does
    shared: Mapped[str | None] = mapped_column(Text)  # JSON; None: not shared
    created: Mapped[float]
    updated: Mapped[float]
    deleted: Mapped[float | None]

    __table_args__ = (
        Index("games_of_visitor", "visitor", "updated"),
        Index(
            "one_save_a_name",
            "visitor",
            "name",
            unique=True,
            sqlite_where=_NAMED_SAVES,
            postgresql_where=_NAMED_SAVES,
        ),
    )


class EventRow(Base):
    """One thing that happened in a game; its version is the game's after it."""

    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    version: Mapped[int]
    request: Mapped[str | None] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[str] = mapped_column(Text)
    at: Mapped[float]

    __table_args__ = (
        UniqueConstraint("game", "version", name="one_event_a_version"),
        UniqueConstraint("game", "request", name="a_request_once"),
    )


class RecoveryRow(Base):
    """The code with which a visitor takes the games to another browser: its digest alone."""

    __tablename__ = "recovery_codes"

    visitor: Mapped[OwnerKey]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    made: Mapped[float]


class PasswordRow(Base):
    """The password with which a member signs in elsewhere: what argon2 makes of it alone."""

    __tablename__ = "passwords"

    visitor: Mapped[OwnerKey]
    digest: Mapped[str] = mapped_column(String(200))
    made: Mapped[float]


class SeatRow(Base):
    """A player of a shared game; the name stays when the visitor is deleted."""

    __tablename__ = "seats"

    game: Mapped[GameKey]
    color: Mapped[str] = mapped_column(String(5), primary_key=True)
    visitor: Mapped[str | None] = mapped_column(ForeignKey("visitors.id", ondelete="SET NULL"))
    name: Mapped[str] = mapped_column(String(40))
    program: Mapped[bool]
    taken: Mapped[float]
    member: Mapped[str | None] = mapped_column(MEMBER)
    face: Mapped[str | None] = mapped_column(String(20))
    rating: Mapped[int | None]  # when they sat down
    deleted: Mapped[float | None]  # in this player's bin

    __table_args__ = (Index("seats_of_visitor", "visitor"),)


class InvitationRow(Base):
    """A link to a free seat: the digest of its token alone. Who has taken the seat keeps it."""

    __tablename__ = "invitations"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    color: Mapped[str] = mapped_column(String(5))
    made: Mapped[float]

    __table_args__ = (UniqueConstraint("game", "color", name="one_invitation_a_seat"),)


# --- The club ------------------------------------------------------------------------------------


class MemberRow(Base):
    """A visitor who has a name in the club that nobody else has."""

    __tablename__ = "members"

    visitor: Mapped[OwnerKey]
    id: Mapped[str] = mapped_column(MEMBER, unique=True)
    name: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(200), unique=True)  # the same for names that look alike
    face: Mapped[str] = mapped_column(String(20))
    program: Mapped[bool]
    joined: Mapped[float]
    here: Mapped[float] = mapped_column(index=True)  # until when they are taken to be here


class RatingRow(Base):
    """How strong a member is at one pace; counted from ``results``, and can be counted anew."""

    __tablename__ = "ratings"

    member: Mapped[str] = mapped_column(MEMBER, primary_key=True)
    pace: Mapped[str] = mapped_column(String(10), primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    games: Mapped[int]
    at: Mapped[float]


class ResultRow(Base):
    """How a game of the club ended. It outlives the game and its players, so that ratings stay."""

    __tablename__ = "results"

    game: Mapped[str] = mapped_column(ID, primary_key=True)
    at: Mapped[float] = mapped_column(index=True)
    pace: Mapped[str] = mapped_column(String(10))
    control: Mapped[str] = mapped_column(String(20))
    size: Mapped[int]
    rated: Mapped[bool]
    black: Mapped[str | None] = mapped_column(MEMBER, index=True)
    white: Mapped[str | None] = mapped_column(MEMBER, index=True)
    black_name: Mapped[str] = mapped_column(String(40))
    white_name: Mapped[str] = mapped_column(String(40))
    score: Mapped[int]  # Black's discs minus White's
    reason: Mapped[str] = mapped_column(String(20))
    opening: Mapped[str] = mapped_column(String(80))
    place: Mapped[int | None] = mapped_column(index=True)
    """Among the games that were counted, in their order; None until it is, and if it is not."""
    black_rating: Mapped[float | None]  # after it
    white_rating: Mapped[float | None]


class ClubTableRow(Base):
    """A shared table that the whole club sees, until its game is over."""

    __tablename__ = "club_tables"

    game: Mapped[GameKey]
    playing: Mapped[bool]  # and not waiting for somebody
    rated: Mapped[bool]
    control: Mapped[str] = mapped_column(String(20))
    since: Mapped[float]


class SeekRow(Base):
    """Somebody who asks for an opponent; with a game when there is one."""

    __tablename__ = "seeks"

    visitor: Mapped[OwnerKey]
    name: Mapped[str] = mapped_column(String(40))
    control: Mapped[str] = mapped_column(String(20))
    rated: Mapped[bool]
    since: Mapped[float]
    until: Mapped[float]  # when they are taken to have gone
    game: Mapped[str | None] = mapped_column(ID)


class ChallengeRow(Base):
    """Somebody's wish to play with one member, until it is answered and both know."""

    __tablename__ = "challenges"

    id: Mapped[str] = mapped_column(MEMBER, primary_key=True)
    sender: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), index=True)
    receiver: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))  # what the sender is called, who may be a guest
    size: Mapped[int]
    color: Mapped[str] = mapped_column(String(5))  # the sender's; "lot" to draw it
    control: Mapped[str] = mapped_column(String(20))
    rated: Mapped[bool]
    until: Mapped[float]  # when it is taken to be forgotten
    declined: Mapped[bool]
    game: Mapped[str | None] = mapped_column(ID)

    __table_args__ = (UniqueConstraint("sender", "receiver", name="one_challenge_a_pair"),)


class TokenRow(Base):
    """What a program shows when it comes: the digest alone, who it is then, and whose it is."""

    __tablename__ = "tokens"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    id: Mapped[str] = mapped_column(MEMBER, unique=True)  # for its owner, and no secret
    visitor: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), unique=True)
    owner: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), index=True)
    made: Mapped[float]


class ClubEventRow(Base):
    """A tournament of the club; its settings are those of a run of the arena, as text."""

    __tablename__ = "club_events"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(NAME)
    state: Mapped[str] = mapped_column(String(10), index=True)  # open, running, over or closed
    made: Mapped[float]
    control: Mapped[str] = mapped_column(String(20))
    rated: Mapped[bool]
    format: Mapped[str] = mapped_column(String(20))
    size: Mapped[int]
    tended: Mapped[float | None]  # when a server last did
    settings: Mapped[str] = mapped_column(Text)


class ClubEntrantRow(Base):
    """Who has entered an event, in this order."""

    __tablename__ = "club_entrants"

    event: Mapped[EventKey]
    member: Mapped[str] = mapped_column(MEMBER, primary_key=True)
    visitor: Mapped[str | None] = mapped_column(
        ForeignKey("visitors.id", ondelete="SET NULL"), index=True
    )
    name: Mapped[str] = mapped_column(String(40))
    program: Mapped[bool]
    place: Mapped[int]
    left: Mapped[bool]


class ClubEventGameRow(Base):
    """A game of an event: where it is played, and then its line of the arena's log."""

    __tablename__ = "club_event_games"

    event: Mapped[EventKey]
    number: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str | None] = mapped_column(ID)  # none where somebody had left
    record: Mapped[str | None] = mapped_column(Text)


class BanRow(Base):
    """A visitor who may not meet others here, also when all else of them is forgotten."""

    __tablename__ = "bans"

    visitor: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    at: Mapped[float]


class HostKeyRow(Base):
    """The key of whoever looks after the club: its digest alone."""

    __tablename__ = "host_keys"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    made: Mapped[float]
