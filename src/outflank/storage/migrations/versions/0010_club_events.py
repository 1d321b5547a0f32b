"""Events of a club: tournaments, who has entered, and their games."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "club_events",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("state", sa.String(10), nullable=False, index=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("control", sa.String(20), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("format", sa.String(20), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("tended", sa.Float),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.create_table(
        "club_entrants",
        _event(),
        sa.Column("member", sa.String(12), primary_key=True),
        sa.Column(
            "visitor",
            sa.String(32),
            sa.ForeignKey("visitors.id", ondelete="SET NULL"),
            index=True,
        ),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
    )
    op.create_table(
        "club_event_games",
        _event(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32)),
        sa.Column("record", sa.Text),
    )


def _event() -> "sa.Column[str]":
    return sa.Column(
        "event",
        sa.String(32),
        sa.ForeignKey("club_events.id", ondelete="CASCADE"),
        primary_key=True,
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("club_event_games", "club_entrants", "club_events"):
        op.drop_table(table)
