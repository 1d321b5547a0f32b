"""A club: members, their ratings, results, tables that are open to all, seekers, bans."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and say of a seat which member holds it."""
    for column in (
        sa.Column("member", sa.String(12)),
        sa.Column("face", sa.String(20)),
        sa.Column("rating", sa.Integer),
    ):
        op.add_column("seats", column)
    op.create_table(
        "members",
        sa.Column(
            "visitor",
            sa.String(32),
            sa.ForeignKey("visitors.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("id", sa.String(12), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(200), nullable=False, unique=True),
        sa.Column("face", sa.String(20), nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("here", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "ratings",
        sa.Column("member", sa.String(12), primary_key=True),
        sa.Column("pace", sa.String(10), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("control", sa.String(20), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("black", sa.String(12), index=True),
        sa.Column("white", sa.String(12), index=True),
        sa.Column("black_name", sa.String(40), nullable=False),
        sa.Column("white_name", sa.String(40), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("opening", sa.String(80), nullable=False),
        sa.Column("place", sa.Integer, index=True),
        sa.Column("black_rating", sa.Float),
        sa.Column("white_rating", sa.Float),
    )
    op.create_table(
        "club_tables",
        sa.Column(
            "game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("playing", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("control", sa.String(20), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "seeks",
        sa.Column(
            "visitor",
            sa.String(32),
            sa.ForeignKey("visitors.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("control", sa.String(20), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("game", sa.String(32)),
    )
    op.create_table(
        "bans",
        sa.Column("visitor", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "host_keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("host_keys", "bans", "seeks", "club_tables", "results", "ratings", "members"):
        op.drop_table(table)
    for column in ("rating", "face", "member"):
        op.drop_column("seats", column)
