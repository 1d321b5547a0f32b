"""Who tried which puzzle, and how they stood after it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "puzzle_tries",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.Column("own_rating", sa.Integer, nullable=False),
        sa.Column("own_tries", sa.Integer, nullable=False),
        sa.Column("own_solved", sa.Integer, nullable=False),
        sa.Column("own_streak", sa.Integer, nullable=False),
        sa.Column("own_days", sa.Integer, nullable=False),
    )
    op.create_index("puzzle_tries_owner", "puzzle_tries", ["owner", "own_tries"])
    op.create_index("puzzle_tries_number", "puzzle_tries", ["number"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("puzzle_tries")
