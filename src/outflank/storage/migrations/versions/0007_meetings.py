"""Shared tables: who holds which seat, what is proposed there, and invitations to it."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "meetings",
        _game(primary_key=True),
        sa.Column("affairs", sa.Text, nullable=False),
    )
    op.create_table(
        "seats",
        _game(primary_key=True),
        sa.Column("color", sa.String(5), primary_key=True),
        sa.Column("visitor", sa.String(32), sa.ForeignKey("visitors.id", ondelete="SET NULL")),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("taken", sa.Float, nullable=False),
    )
    op.create_index("seats_of_visitor", "seats", ["visitor"])
    op.create_table(
        "invitations",
        sa.Column("digest", sa.String(64), primary_key=True),
        _game(nullable=False),
        sa.Column("color", sa.String(5), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.UniqueConstraint("game", "color", name="one_invitation_a_seat"),
    )


def _game(**more: Any) -> "sa.Column[str]":
    return sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), **more)


def downgrade() -> None:
    """Drop them."""
    for table in ("invitations", "seats", "meetings"):
        op.drop_table(table)
