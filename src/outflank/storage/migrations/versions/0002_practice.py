"""Practice cards. Databases from before this migration may have the table: it is as made here."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "practice_cards",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(300), primary_key=True),
        sa.Column("board", sa.String(300), nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("good", sa.Text, nullable=False),
        sa.Column("loss", sa.Integer, nullable=False),
        sa.Column("exact", sa.Boolean, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("interval", sa.Float, nullable=False),
        sa.Column("ease", sa.Float, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("lapses", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_index("practice_due", "practice_cards", ["owner", "due"], if_not_exists=True)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("practice_cards")
