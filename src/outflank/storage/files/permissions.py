"""Files and folders that only their owner may read."""

import os
from contextlib import suppress
from pathlib import Path


def private_folder(folder: Path, *, ours: bool = False) -> Path:
    """Make a folder, with those above it, for its owner alone.

    One that is there is taken away from others only if it is ``ours``: a folder that the user named
    may be shared on purpose.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in {*missing, folder} if ours else missing:
        take_from_others(path, 0o700)
    return folder


def private_file(path: Path) -> None:
    """Make a file for its owner alone, or take an own one away from others.

    A file that is there is not opened: closing it again would drop SQLite's locks on it. Where a
    new one cannot be made, SQLite says why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    take_from_others(path)


def take_from_others(path: Path, mode: int = 0o600) -> None:
    """Let only the owner use an own file; where there is none, nothing is to be done."""
    with suppress(FileNotFoundError, NotADirectoryError):
        found = path.stat()
        if found.st_uid == os.geteuid() and found.st_mode & 0o077:
            path.chmod(mode)
