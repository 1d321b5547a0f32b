"""The tables of the archive of games.

Moves are stored in chunks of a few thousand games, 60 bytes each, rather than in rows: the native
core (``native/games.hpp``) searches all of them for a position, without an index of millions of
positions. The rows store players, events and dates.
"""

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
)

from outflank.storage.models import Base

metadata = Base.metadata

sources = Table(
    "archive_sources",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the file
    Column("games", Integer, nullable=False),
    Column("imported", Float, nullable=False),  # seconds since 1970
)

names = Table(
    "archive_names",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),  # player, event or opening
    Column("name", String(200), nullable=False),
    UniqueConstraint("kind", "name", name="archive_one_id_a_name"),
)

games = Table(
    "archive_games",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("source", ForeignKey("archive_sources.id", ondelete="CASCADE"), nullable=False),
    Column("black", ForeignKey("archive_names.id"), nullable=False),
    Column("white", ForeignKey("archive_names.id"), nullable=False),
    Column("event", ForeignKey("archive_names.id"), nullable=False),
    Column("opening", ForeignKey("archive_names.id"), nullable=False),
    Column("year", SmallInteger),
    Column("date", String(40), nullable=False),
    Column("score", SmallInteger),
    Column("theoretical", SmallInteger),
    Index("archive_games_of_black", "black"),
    Index("archive_games_of_white", "white"),
    Index("archive_games_of_event", "event"),
    Index("archive_games_of_opening", "opening"),
    Index("archive_games_of_year", "year"),
    Index("archive_games_of_source", "source"),
)

chunks = Table(
    "archive_chunks",
    metadata,
    Column("first", Integer, primary_key=True, autoincrement=False),  # the id of its first game
    Column("source", ForeignKey("archive_sources.id", ondelete="CASCADE"), nullable=False),
    Column("games", Integer, nullable=False),
    Column("squares", LargeBinary, nullable=False),
    Column("scores", LargeBinary, nullable=False),
)
