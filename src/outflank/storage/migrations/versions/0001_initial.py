"""The tables of version 0.3, where migrations begin.

It changes nothing: a new database gets the tables of the models (``database.create_tables``). Later
migrations change existing databases, and are undone to restore an older backup.
"""

revision = "0001"
down_revision = None


def upgrade() -> None: ...


def downgrade() -> None: ...
