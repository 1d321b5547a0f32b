"""Passwords of members, where the host of a club wants people to sign in."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "passwords",
        sa.Column(
            "visitor",
            sa.String(32),
            sa.ForeignKey("visitors.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("digest", sa.String(200), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
