"""Run by Alembic on the connection that ``Database.migrate`` passes."""

from alembic import context

from outflank.storage.database import VERSION_TABLE
from outflank.storage.metadata import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transaction_per_migration=False,
)
context.run_migrations()
