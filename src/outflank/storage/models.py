"""The tables: visitors, their games, and the events of each game.

A table of a visitor's data is also named in ``upkeep.sweep``, so that it is deleted with the
visitor.
"""

from typing import Annotated, ClassVar

from sqlalchemy import Float, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(32)  # 16 random bytes in hexadecimal
EVERYBODY = "everybody".ljust(32, "-")  # the only visitor of a server with one shared game
MEMBER = String(12)  # a member's public id; reveals nothing about the visitor
NAME = String(60)  # the same limit as for saves on disk (files/saves.py)

# Keys of rows that are deleted with their parent row.
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
    """The base of all tables. Times are seconds since 1970, which both databases can sort."""

    type_annotation_map: ClassVar = {float: Float}  # SQLAlchemy 2.1 would choose Double


class VisitorRow(Base):
    """A user, identified only by a signed cookie."""

    __tablename__ = "visitors"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    created: Mapped[float]
    current_game: Mapped[str | None] = mapped_column(ID)
    seen: Mapped[float] = mapped_column(index=True)  # last opened the page or started a game


_NAMED_SAVES = text("kind = 'save' AND deleted IS NULL")


class GameRow(Base):
    """A game or a named save, in its state after the last event."""

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
    spent: Mapped[float] = mapped_column(
        server_default="0"
    )  # seconds of this turn before ``since``
    since: Mapped[float | None]  # when the clock was started, if it runs
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


class GameClockRow(Base):
    """The time of games, in one row: see ``games/game_time.py``."""

    __tablename__ = "game_clock"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    time: Mapped[float]


class EventRow(Base):
    """An event of a game; ``version`` is the game's version after it."""

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
    """The digest of the code with which a visitor moves to another browser."""

    __tablename__ = "recovery_codes"

    visitor: Mapped[OwnerKey]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    made: Mapped[float]


class PasswordRow(Base):
    """The argon2 hash of a member's password."""

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
    rating: Mapped[int | None]  # at the time of joining
    deleted: Mapped[float | None]  # in this player's bin

    __table_args__ = (Index("seats_of_visitor", "visitor"),)


class InvitationRow(Base):
    """The digest of a link to a free seat; a player who has taken the seat keeps it."""

    __tablename__ = "invitations"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    color: Mapped[str] = mapped_column(String(5))
    made: Mapped[float]

    __table_args__ = (UniqueConstraint("game", "color", name="one_invitation_a_seat"),)


# --- The club ------------------------------------------------------------------------------------


class MemberRow(Base):
    """A visitor with a unique name in the club."""

    __tablename__ = "members"

    visitor: Mapped[OwnerKey]
    id: Mapped[str] = mapped_column(MEMBER, unique=True)
    name: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(200), unique=True)  # equal for names that look alike
    face: Mapped[str] = mapped_column(String(20))
    program: Mapped[bool]
    joined: Mapped[float]
    here: Mapped[float] = mapped_column(index=True)  # considered online until then


class RatingRow(Base):
    """A member's rating at one pace; it can be recalculated from ``results``."""

    __tablename__ = "ratings"

    member: Mapped[str] = mapped_column(MEMBER, primary_key=True)
    pace: Mapped[str] = mapped_column(String(10), primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    games: Mapped[int]
    at: Mapped[float]


class ResultRow(Base):
    """The result of a club game, kept for the ratings when the game or its players are deleted."""

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
    moves: Mapped[int | None]
    opening: Mapped[str] = mapped_column(String(80))
    place: Mapped[int | None] = mapped_column(index=True)
    """Position in the order of rated games; None if it is not rated, or not yet."""
    black_rating: Mapped[float | None]  # after the game
    white_rating: Mapped[float | None]


class ClubTableRow(Base):
    """A shared game that is listed in the club until it is over."""

    __tablename__ = "club_tables"

    game: Mapped[GameKey]
    playing: Mapped[bool]  # False while it waits for an opponent
    rated: Mapped[bool]
    control: Mapped[str] = mapped_column(String(20))
    since: Mapped[float]


class SeekRow(Base):
    """A search for an opponent, with the game once one is found."""

    __tablename__ = "seeks"

    visitor: Mapped[OwnerKey]
    name: Mapped[str] = mapped_column(String(40))
    control: Mapped[str] = mapped_column(String(20))
    rated: Mapped[bool]
    since: Mapped[float]
    until: Mapped[float]  # when it expires
    game: Mapped[str | None] = mapped_column(ID)


class ChallengeRow(Base):
    """A challenge to one member, until it is answered and both players have seen the answer."""

    __tablename__ = "challenges"

    id: Mapped[str] = mapped_column(MEMBER, primary_key=True)
    sender: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), index=True)
    receiver: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))  # the sender's name, who may be a guest
    size: Mapped[int]
    color: Mapped[str] = mapped_column(String(5))  # the sender's color; "lot" for a random one
    control: Mapped[str] = mapped_column(String(20))
    rated: Mapped[bool]
    until: Mapped[float]  # when it expires
    declined: Mapped[bool]
    game: Mapped[str | None] = mapped_column(ID)

    __table_args__ = (UniqueConstraint("sender", "receiver", name="one_challenge_a_pair"),)


class TokenRow(Base):
    """The digest of a program's token, with the program's visitor and its owner."""

    __tablename__ = "tokens"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    id: Mapped[str] = mapped_column(MEMBER, unique=True)  # shown to its owner; not secret
    visitor: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), unique=True)
    owner: Mapped[str] = mapped_column(ForeignKey("visitors.id", ondelete="CASCADE"), index=True)
    made: Mapped[float]


class ClubEventRow(Base):
    """A tournament of the club; ``settings`` are those of an arena run, as text."""

    __tablename__ = "club_events"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(NAME)
    state: Mapped[str] = mapped_column(String(10), index=True)  # open, running, over or closed
    made: Mapped[float]
    control: Mapped[str] = mapped_column(String(20))
    rated: Mapped[bool]
    format: Mapped[str] = mapped_column(String(20))
    size: Mapped[int]
    settings: Mapped[str] = mapped_column(Text)


class ClubEntrantRow(Base):
    """An entrant of an event; ``place`` is the order of entry."""

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
    """A game of an event: first the running game, then its line of the arena's log."""

    __tablename__ = "club_event_games"

    event: Mapped[EventKey]
    number: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str | None] = mapped_column(ID)  # None if a player had left
    record: Mapped[str | None] = mapped_column(Text)


class BanRow(Base):
    """A visitor who may not play others; kept even when their data is deleted."""

    __tablename__ = "bans"

    visitor: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    at: Mapped[float]


class HostKeyRow(Base):
    """The digest of the host's key."""

    __tablename__ = "host_keys"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    made: Mapped[float]
