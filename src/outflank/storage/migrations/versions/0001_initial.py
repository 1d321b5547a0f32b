"""The tables as of version 0.3.

They are written out here, and not taken from ``models.py``, which describes the newest version:
``restore`` creates the tables of the version that a backup has, and later migrations build on
exactly these.
"""

from typing import Any

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID, MEMBER, DIGEST = String(32), String(12), String(64)
FACE, PERSON, CONTROL, TITLE = String(20), String(40), String(20), String(60)

metadata = MetaData()


def _required(name: str, *rest: Any, **options: Any) -> "Column[Any]":
    return Column(name, *rest, nullable=False, **options)


def _parent(name: str, table: str, kind: Any = ID, **options: Any) -> "Column[Any]":
    """A foreign key to a row that takes this one along when it is deleted."""
    return _required(name, kind, ForeignKey(f"{table}.id", ondelete="CASCADE"), **options)


def _former_visitor(**options: Any) -> "Column[Any]":
    return Column("visitor", ID, ForeignKey("visitors.id", ondelete="SET NULL"), **options)


# --- Games ---------------------------------------------------------------------------------------

Table(
    "visitors",
    metadata,
    Column("id", ID, primary_key=True),
    _required("created", Float),
    Column("current_game", ID),
    _required("seen", Float, index=True),
)
_NAMED_SAVES = text("kind = 'save' AND deleted IS NULL")
Table(
    "games",
    metadata,
    Column("id", ID, primary_key=True),
    _parent("visitor", "visitors"),
    _required("kind", String(8)),
    Column("name", TITLE),
    _required("document", Text),
    _required("black", String(200)),
    _required("white", String(200)),
    _required("paused", Boolean),
    Column("pending", Integer),
    _required("next_ticket", Integer),
    _required("version", Integer),
    _required("size", Integer),
    _required("board", Text),
    _required("moves", Integer),
    Column("result", String(80)),
    Column("score", Integer),
    _required("spent", Float, server_default="0"),
    Column("since", Float),
    Column("shared", Text),
    _required("created", Float),
    _required("updated", Float),
    Column("deleted", Float),
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
Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True),
    _parent("game", "games"),
    _required("version", Integer),
    Column("request", String(64)),
    _required("kind", String(20)),
    _required("data", Text),
    _required("at", Float),
    UniqueConstraint("game", "version", name="one_event_a_version"),
    UniqueConstraint("game", "request", name="a_request_once"),
)
Table(
    "recovery_codes",
    metadata,
    _parent("visitor", "visitors", primary_key=True),
    _required("digest", DIGEST, unique=True),
    _required("made", Float),
)
Table(
    "passwords",
    metadata,
    _parent("visitor", "visitors", primary_key=True),
    _required("digest", String(200)),
    _required("made", Float),
)
Table(
    "seats",
    metadata,
    _parent("game", "games", primary_key=True),
    Column("color", String(5), primary_key=True),
    _former_visitor(),
    _required("name", PERSON),
    _required("program", Boolean),
    _required("taken", Float),
    Column("member", MEMBER),
    Column("face", FACE),
    Column("rating", Integer),
    Column("deleted", Float),
    Index("seats_of_visitor", "visitor"),
)
Table(
    "invitations",
    metadata,
    Column("digest", DIGEST, primary_key=True),
    _parent("game", "games"),
    _required("color", String(5)),
    _required("made", Float),
    UniqueConstraint("game", "color", name="one_invitation_a_seat"),
)

# --- The club ------------------------------------------------------------------------------------

Table(
    "members",
    metadata,
    _parent("visitor", "visitors", primary_key=True),
    _required("id", MEMBER, unique=True),
    _required("name", PERSON),
    _required("key", String(200), unique=True),
    _required("face", FACE),
    _required("program", Boolean),
    _required("joined", Float),
    _required("here", Float, index=True),
)
Table(
    "ratings",
    metadata,
    Column("member", MEMBER, primary_key=True),
    Column("pace", String(10), primary_key=True),
    _required("rating", Float),
    _required("deviation", Float),
    _required("volatility", Float),
    _required("games", Integer),
    _required("at", Float),
)
Table(
    "results",
    metadata,
    Column("game", ID, primary_key=True),
    _required("at", Float, index=True),
    _required("pace", String(10)),
    _required("control", CONTROL),
    _required("size", Integer),
    _required("rated", Boolean),
    Column("black", MEMBER, index=True),
    Column("white", MEMBER, index=True),
    _required("black_name", PERSON),
    _required("white_name", PERSON),
    _required("score", Integer),
    _required("reason", String(20)),
    _required("opening", String(80)),
    Column("place", Integer, index=True),
    Column("black_rating", Float),
    Column("white_rating", Float),
)
Table(
    "club_tables",
    metadata,
    _parent("game", "games", primary_key=True),
    _required("playing", Boolean),
    _required("rated", Boolean),
    _required("control", CONTROL),
    _required("since", Float),
)
Table(
    "seeks",
    metadata,
    _parent("visitor", "visitors", primary_key=True),
    _required("name", PERSON),
    _required("control", CONTROL),
    _required("rated", Boolean),
    _required("since", Float),
    _required("until", Float),
    Column("game", ID),
)
Table(
    "challenges",
    metadata,
    Column("id", MEMBER, primary_key=True),
    _parent("sender", "visitors", index=True),
    _parent("receiver", "visitors", index=True),
    _required("name", PERSON),
    _required("size", Integer),
    _required("color", String(5)),
    _required("control", CONTROL),
    _required("rated", Boolean),
    _required("until", Float),
    _required("declined", Boolean),
    Column("game", ID),
    UniqueConstraint("sender", "receiver", name="one_challenge_a_pair"),
)
Table(
    "tokens",
    metadata,
    Column("digest", DIGEST, primary_key=True),
    _required("id", MEMBER, unique=True),
    _parent("visitor", "visitors", unique=True),
    _parent("owner", "visitors", index=True),
    _required("made", Float),
)
Table(
    "bans",
    metadata,
    Column("visitor", ID, primary_key=True),
    _required("name", PERSON),
    _required("at", Float),
)
Table("host_keys", metadata, Column("digest", DIGEST, primary_key=True), _required("made", Float))
Table(
    "club_events",
    metadata,
    Column("id", ID, primary_key=True),
    _required("name", TITLE),
    _required("state", String(10), index=True),
    _required("made", Float),
    _required("control", CONTROL),
    _required("rated", Boolean),
    _required("format", String(20)),
    _required("size", Integer),
    Column("tended", Float),
    _required("settings", Text),
)
Table(
    "club_entrants",
    metadata,
    _parent("event", "club_events", primary_key=True),
    Column("member", MEMBER, primary_key=True),
    _former_visitor(index=True),
    _required("name", PERSON),
    _required("program", Boolean),
    _required("place", Integer),
    _required("left", Boolean),
)
Table(
    "club_event_games",
    metadata,
    _parent("event", "club_events", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", ID),
    Column("record", Text),
)

# --- Practice and puzzles ------------------------------------------------------------------------

Table(
    "practice_cards",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("key", String(300), primary_key=True),
    _required("board", String(300)),
    _required("played", Integer),
    _required("good", Text),
    _required("loss", Integer),
    _required("exact", Boolean),
    _required("sentence", Text),
    _required("source", String(200)),
    _required("due", Float),
    _required("interval", Float),
    _required("ease", Float),
    _required("streak", Integer),
    _required("lapses", Integer),
    Index("practice_due", "owner", "due"),
)
Table(
    "puzzle_tries",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("day", Integer, primary_key=True),
    _required("at", Float),
    _required("solved", Boolean),
    _required("change", Float),
    _required("own_rating", Integer),
    _required("own_tries", Integer),
    _required("own_solved", Integer),
    _required("own_streak", Integer),
    _required("own_days", Integer),
    Index("puzzle_tries_owner", "owner", "own_tries"),
    Index("puzzle_tries_number", "number"),
)

# --- The archive ---------------------------------------------------------------------------------

Table(
    "archive_sources",
    metadata,
    Column("id", Integer, primary_key=True),
    _required("name", String(200)),
    _required("digest", DIGEST, unique=True),
    _required("games", Integer),
    _required("imported", Float),
)
Table(
    "archive_names",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    _required("kind", String(8)),
    _required("name", String(200)),
    UniqueConstraint("kind", "name", name="archive_one_id_a_name"),
)
_NAMES = ("black", "white", "event", "opening")
Table(
    "archive_games",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    _parent("source", "archive_sources", Integer),
    *(_required(name, Integer, ForeignKey("archive_names.id")) for name in _NAMES),
    Column("year", SmallInteger),
    _required("date", String(40)),
    Column("score", SmallInteger),
    Column("theoretical", SmallInteger),
    *(Index(f"archive_games_of_{name}", name) for name in (*_NAMES, "year", "source")),
)
Table(
    "archive_chunks",
    metadata,
    Column("first", Integer, primary_key=True, autoincrement=False),
    _parent("source", "archive_sources", Integer),
    _required("games", Integer),
    _required("squares", LargeBinary),
    _required("scores", LargeBinary),
)


def upgrade() -> None:
    """Create the tables."""
    metadata.create_all(op.get_bind(), checkfirst=False)
