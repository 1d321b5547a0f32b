"""The number of moves of a result."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("results", sa.Column("moves", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("results", "moves")
