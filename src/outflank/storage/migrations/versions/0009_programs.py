"""Programs of the club: tokens with which they come, and challenges, to them and to people."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _visitor(name: str, *, unique: bool = False) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(32),
        sa.ForeignKey("visitors.id", ondelete="CASCADE"),
        nullable=False,
        unique=unique,
        index=not unique,
    )


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(12), primary_key=True),
        _visitor("sender"),
        _visitor("receiver"),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("color", sa.String(5), nullable=False),
        sa.Column("control", sa.String(20), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.UniqueConstraint("sender", "receiver", name="one_challenge_a_pair"),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(12), nullable=False, unique=True),
        _visitor("visitor", unique=True),
        _visitor("owner"),
        sa.Column("made", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("tokens")
    op.drop_table("challenges")
