"""The archive of games. Databases from before may have the tables: they are as made here."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "archive_sources",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("imported", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "archive_names",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.UniqueConstraint("kind", "name", name="archive_one_id_a_name"),
        if_not_exists=True,
    )
    op.create_table(
        "archive_games",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        _source(),
        *(
            sa.Column(column, sa.Integer, sa.ForeignKey("archive_names.id"), nullable=False)
            for column in ("black", "white", "event", "opening")
        ),
        sa.Column("year", sa.SmallInteger),
        sa.Column("date", sa.String(40), nullable=False),
        sa.Column("score", sa.SmallInteger),
        sa.Column("theoretical", sa.SmallInteger),
        if_not_exists=True,
    )
    for column in ("black", "white", "event", "opening", "year", "source"):
        name = f"archive_games_of_{column}"
        op.create_index(name, "archive_games", [column], if_not_exists=True)
    op.create_table(
        "archive_chunks",
        sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
        _source(),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("squares", sa.LargeBinary, nullable=False),
        sa.Column("scores", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("archive_chunks", "archive_games", "archive_names", "archive_sources"):
        op.drop_table(table)


def _source() -> sa.Column[int]:
    return sa.Column(
        "source",
        sa.Integer,
        sa.ForeignKey("archive_sources.id", ondelete="CASCADE"),
        nullable=False,
    )
