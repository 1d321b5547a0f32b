"""Run by Alembic for each migration, on the connection that ``Database.migrate`` hands over."""

from alembic import context

from outflank.storage import archive_tables, practice  # noqa: F401 — they declare tables
from outflank.storage.models import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=Base.metadata, transaction_per_migration=False
)
context.run_migrations()
