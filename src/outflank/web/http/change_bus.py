"""The change bus between server processes: it announces that a shared game has changed.

A message names the game but not its content: servers that stream the game read it from the
database. Workers, and servers of one SQLite file, use sockets in a common folder. Servers that
share a PostgreSQL database use LISTEN and NOTIFY, or poll behind a transaction pooler.
"""

import asyncio
import json
import logging
import os
import secrets
import socket
import stat
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from outflank.storage.database import Database

Heard = Callable[[str, str, int | None, int | None], None]
"""Called with the sender, a game, its version or None, and its spectators there or None."""
UNIX = getattr(socket, "AF_UNIX", 0)  # not on Windows, which has one server process
LARGEST = 1000  # bytes per message
PATIENCE = 1.0  # seconds to wait for a worker that does not read
CHANNEL = "outflank_tables"
LOOK = 2.0  # seconds between two polls

logger = logging.getLogger("outflank.web")


class ChangeBus:
    """The connection to other servers, used on the event loop; ``publish`` is thread-safe.

    This base class is for a server that has no others.
    """

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Start listening; ``missed`` is called when messages may have been lost."""

    def publish(
        self, game: str, version: int | None = None, watchers: int | None = None
    ) -> None: ...

    def close(self) -> None: ...


class UnixBus(ChangeBus):
    """The bus of the servers of this computer: one socket each in a private folder."""

    def __init__(self, folder: Path) -> None:
        self._name = secrets.token_hex(4)
        self._folder = folder
        self._own = folder / f"tables-{self._name}"
        self._inbox: socket.socket | None = None
        self._heard: Heard | None = None

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        self._heard = heard
        self._inbox = socket.socket(UNIX, socket.SOCK_DGRAM)
        self._inbox.setblocking(False)
        self._folder.mkdir(mode=0o700, exist_ok=True)  # the last server to leave removes it
        self._inbox.bind(str(self._own))
        asyncio.get_running_loop().add_reader(self._inbox, self._read)

    def _read(self) -> None:
        assert self._inbox is not None
        assert self._heard is not None
        try:
            message = self._inbox.recv(LARGEST)
        except BlockingIOError:
            return
        self._heard(*json.loads(message))

    def publish(self, game: str, version: int | None = None, watchers: int | None = None) -> None:
        """Send to the sockets of all workers, and remove the sockets of dead ones."""
        message = json.dumps([self._name, game, version, watchers]).encode()
        with socket.socket(UNIX, socket.SOCK_DGRAM) as outbox:
            outbox.settimeout(PATIENCE)
            for other in self._folder.glob("tables-*"):
                if other == self._own:
                    continue
                try:
                    outbox.sendto(message, str(other))
                except (ConnectionRefusedError, FileNotFoundError):
                    other.unlink(missing_ok=True)
                except TimeoutError:
                    logger.warning("A worker does not read change messages")

    def close(self) -> None:
        if self._inbox is None:
            return
        asyncio.get_running_loop().remove_reader(self._inbox)
        self._inbox.close()
        self._own.unlink(missing_ok=True)
        with suppress(OSError):  # others use it
            self._folder.rmdir()


class PostgresBus(ChangeBus):
    """The bus for servers that share a PostgreSQL database."""

    def __init__(self, database: Database) -> None:
        self._name = secrets.token_hex(4)
        self._database = database
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Listen in a thread; after a lost connection everything is read again."""
        loop = asyncio.get_running_loop()

        def listen() -> None:
            for told in self._database.notices(CHANNEL, self._closed):
                if self._closed.is_set():
                    return
                if told is None:
                    loop.call_soon_threadsafe(missed)
                    continue
                sender, *rest = json.loads(told)
                if sender != self._name:
                    loop.call_soon_threadsafe(heard, sender, *rest)

        self._thread = threading.Thread(target=listen, name="notices", daemon=True)
        self._thread.start()

    def publish(self, game: str, version: int | None = None, watchers: int | None = None) -> None:
        self._database.announce(CHANNEL, json.dumps([self._name, game, version, watchers]))

    def close(self) -> None:
        self._closed.set()


class PollingBus(ChangeBus):
    """The bus behind a transaction pooler, which does not forward notifications.

    It polls all followed games every few seconds.
    """

    def __init__(self) -> None:
        self._closed = False

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Start polling, and log a warning about the delay."""
        logger.warning(
            "A pooler in transaction mode does not forward notifications: changes on other servers "
            "appear here up to %g seconds later. A direct connection, or session mode, avoids this",
            LOOK,
        )
        loop = asyncio.get_running_loop()

        def look() -> None:
            if not self._closed:
                missed()
                loop.call_later(LOOK, look)

        loop.call_later(LOOK, look)

    def close(self) -> None:
        self._closed = True


def usual_bulletin(database: Database, folder: Path | None = None) -> ChangeBus:
    """Return the bus for a database; workers of a supervisor share a folder."""
    if database.is_pooled:
        return PollingBus()
    if not database.is_sqlite:
        return PostgresBus(database)
    folder = folder or _folder_of(database)
    return ChangeBus() if folder is None else UnixBus(folder)


def _folder_of(database: Database) -> Path | None:
    """Return a private folder for all servers of one SQLite file; None if there can be only one."""
    file = database.engine.url.database
    if sys.platform == "win32":
        return None
    if not file or file == ":memory:":
        return None
    key = sha256(f"{os.getuid()} {Path(file).resolve()}".encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"outflank-{key}"  # short, as addresses of sockets are
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        logger.warning("%s is not private: other servers learn of changes only later", folder)
        return None
    return folder
