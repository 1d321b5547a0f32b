"""Files and folders that only their owner can access."""

import os
import sys
from contextlib import suppress
from pathlib import Path


def private_folder(folder: Path, *, ours: bool = False) -> Path:
    """Create a folder, with its parents, accessible to its owner only.

    The permissions of an existing folder change only if it is ``ours``: a folder that the user
    chose may be shared on purpose.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in {*missing, folder} if ours else missing:
        take_from_others(path, 0o700)
    return folder


def private_file(path: Path) -> None:
    """Create a file accessible to its owner only, or restrict an existing one.

    An existing file is not opened: closing it again would drop SQLite's locks on it. If it cannot
    be created, SQLite reports the reason.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    take_from_others(path)


def take_from_others(path: Path, mode: int = 0o600) -> None:
    """Restrict an own file to its owner; do nothing if it does not exist.

    On Windows a file has the rights of its folder, and the user's own folder is private.
    """
    if sys.platform == "win32":
        return
    with suppress(FileNotFoundError, NotADirectoryError):
        found = path.stat()
        if found.st_uid == os.getuid() and found.st_mode & 0o077:
            path.chmod(mode)
