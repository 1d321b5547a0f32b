"""When a visitor was here last, and codes that bring the games to another browser."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them; of visitors from before it is known when they came first."""
    op.add_column("visitors", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE visitors SET seen = created")
    op.create_index("ix_visitors_seen", "visitors", ["seen"])
    op.create_table(
        "recovery_codes",
        sa.Column(
            "visitor",
            sa.String(32),
            sa.ForeignKey("visitors.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("made", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("recovery_codes")
    op.drop_index("ix_visitors_seen", "visitors")
    op.drop_column("visitors", "seen")
