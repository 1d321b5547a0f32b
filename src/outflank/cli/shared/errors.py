"""Messages for users' errors."""

import argparse
import os
import sys
from pathlib import Path

from outflank.translation import _


class UsageError(ValueError):
    """A request that cannot be carried out; ``main`` prints the message in one line.

    ``main`` treats every ValueError and LookupError defined by Outflank like this.
    """


def at_least(args: argparse.Namespace, **least: int) -> None:
    """Refuse options below their smallest values."""
    for option, smallest in least.items():
        number = getattr(args, option)
        if number is not None and number < smallest:
            raise UsageError(
                _(
                    "--{option} must be {least} or more, not {number}.",
                    option=option,
                    least=smallest,
                    number=number,
                )
            )


def file_trouble(error: OSError) -> str:
    """Describe an error of a file, a folder or a disk."""
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
    """Describe a database error without the URL, which may contain a password."""
    cause = str(getattr(error, "orig", None) or error).splitlines()[0]
    return _("The database does not work: {cause}", cause=cause)


def warn_root() -> None:
    """Warn on standard error if a command that serves or meets strangers runs as root."""
    if sys.platform != "win32" and os.geteuid() == 0:
        why = _("Warning: Outflank is running as root. Start it as an ordinary user.")
        print(why, file=sys.stderr, flush=True)
