"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    ${upgrades if upgrades else "raise NotImplementedError"}


def downgrade() -> None:
    """Undo it, in empty tables: a backup of the older version is restored into them."""
    ${downgrades if downgrades else "raise NotImplementedError"}
