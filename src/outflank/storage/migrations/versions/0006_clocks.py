"""How games ended in discs, and how long the side to move has been thinking."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

GAMES = sa.table(
    "games",
    sa.column("id", sa.String),
    sa.column("result", sa.String),
    sa.column("score", sa.Integer),
)


def upgrade() -> None:
    """Make the columns; the score of games from before is in the sentence about their end."""
    op.add_column("games", sa.Column("score", sa.Integer, nullable=True))
    op.add_column("games", sa.Column("spent", sa.Float, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("since", sa.Float, nullable=True))
    known = op.get_bind()
    rows = known.execute(sa.select(GAMES.c.id, GAMES.c.result).where(GAMES.c.result.is_not(None)))
    for game, result in rows.fetchall():
        known.execute(GAMES.update().where(GAMES.c.id == game).values(score=score_told(result)))


def score_told(result: str) -> int | None:
    """Black's discs minus White's, as the sentence about an end counts them."""
    numbers = re.findall(r"(\d+)–(\d+)", result)
    if not numbers:
        return None
    more, less = (int(number) for number in numbers[-1])
    return less - more if "White wins" in result else more - less


def downgrade() -> None:
    """Drop them."""
    for name in ("since", "spent", "score"):
        op.drop_column("games", name)
