"""Add the answers to the exercises of lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "lesson_answers",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("lesson", sa.String(64), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("correct", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Index("lesson_answers_lesson", "lesson"),
    )


def downgrade() -> None:
    op.drop_table("lesson_answers")
