"""Add the repertoires of visitors."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "opening_answers",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("interval", sa.Float, nullable=False),
        sa.Column("ease", sa.Float, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("lapses", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("opening_answers")
