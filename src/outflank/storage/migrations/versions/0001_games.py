"""Visitors, games and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NAMED_SAVES = sa.text("kind = 'save' AND deleted IS NULL")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("current_game", sa.String(32)),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "visitor",
            sa.String(32),
            sa.ForeignKey("visitors.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(60)),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("black", sa.String(200), nullable=False),
        sa.Column("white", sa.String(200), nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("pending", sa.Integer),
        sa.Column("next_ticket", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("result", sa.String(80)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("deleted", sa.Float),
    )
    op.create_index("games_of_visitor", "games", ["visitor", "updated"])
    op.create_index(
        "one_save_a_name",
        "games",
        ["visitor", "name"],
        unique=True,
        sqlite_where=_NAMED_SAVES,
        postgresql_where=_NAMED_SAVES,
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("request", sa.String(64)),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("game", "version", name="one_event_a_version"),
        sa.UniqueConstraint("game", "request", name="a_request_once"),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("events", "games", "visitors"):
        op.drop_table(table)
