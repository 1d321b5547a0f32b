"""The keys of members' names are skeletons of UTS #39."""

import sqlalchemy as sa
from alembic import op

from outflank.club.names import name_key

revision = "0005"
down_revision = "0004"

MEMBERS = sa.table(
    "members", sa.column("visitor"), sa.column("name"), sa.column("key"), sa.column("joined")
)


def upgrade() -> None:
    """Members whose names now look alike keep them: the later one keeps the old key."""
    connection = op.get_bind()
    rows = connection.execute(sa.select(MEMBERS).order_by(MEMBERS.c.joined)).all()
    taken = {row.key for row in rows}
    for row in rows:
        key = name_key(row.name)
        if key not in taken:
            change = sa.update(MEMBERS).where(MEMBERS.c.visitor == row.visitor).values(key=key)
            connection.execute(change)
            taken.add(key)


def downgrade() -> None: ...
