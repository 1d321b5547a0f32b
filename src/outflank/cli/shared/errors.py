"""Errors of users, in sentences."""

import os
from pathlib import Path

from outflank.translation import _


class UsageError(ValueError):
    """A request that cannot be carried out; ``main`` shows it as one line.

    ``main`` does the same for every ValueError and LookupError that Outflank defines.
    """


def file_trouble(error: OSError) -> str:
    """A sentence about a file, a folder or a disk."""
    why = error.strerror or str(error)
    if not isinstance(error.filename, str | bytes | os.PathLike):
        return why
    path = os.fsdecode(error.filename)
    data = os.environ.get("OUTFLANK_DATA")
    if data and Path(path).is_relative_to(data):
        return f"{path}: {why}. " + _(
            "OUTFLANK_DATA sets the data folder to {folder}.", folder=data
        )
    return f"{path}: {why}"


def database_trouble(error: Exception) -> str:
    """A sentence about a database, without its URL, which may have a password."""
    cause = str(getattr(error, "orig", None) or error).splitlines()[0]
    return _("The database does not work: {cause}", cause=cause)
