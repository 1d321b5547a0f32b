"""The time of games in one row, in place of the time when a server last managed an event."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "game_clock",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("time", sa.Float(), nullable=False),
    )
    op.drop_column("club_events", "tended")


def downgrade() -> None:
    op.add_column("club_events", sa.Column("tended", sa.Float(), nullable=True))
    op.drop_table("game_clock")
