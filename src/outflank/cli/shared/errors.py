"""What a command tells a person who asked for something that cannot be done."""

import os
from pathlib import Path


class UsageError(ValueError):
    """Something a person asked for that cannot be done; shown as one line.

    So are all exceptions of Outflank that are a ValueError or a LookupError.
    """


def file_trouble(error: OSError) -> str:
    """A sentence about a file, a folder or a disk that does not do what it should."""
    why = error.strerror or str(error)
    if not isinstance(error.filename, str | bytes | os.PathLike):
        return why
    path = os.fsdecode(error.filename)
    data = os.environ.get("OUTFLANK_DATA")
    if data and Path(path).is_relative_to(data):
        return f"{path}: {why}; OUTFLANK_DATA says that files are kept in {data}"
    return f"{path}: {why}"


def database_trouble(error: Exception) -> str:
    """A sentence about a database: what it said, without the URL, which may have a password."""
    cause = str(getattr(error, "orig", None) or error).splitlines()[0]
    return f"the database cannot be used: {cause}"
