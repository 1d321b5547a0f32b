"""What server processes tell each other about shared tables: that one has changed.

Only that is told, never what: whoever has a stream there looks into the database, which has the
word. A server alone has nobody to tell; the workers of a crew have sockets in a folder of theirs;
servers that share one PostgreSQL use its LISTEN and NOTIFY, or look now and then where a pooler
is in between.
"""

import asyncio
import json
import logging
import secrets
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from outflank.storage.database import Database

Heard = Callable[[str, str, int | None, int | None], None]
"""Takes who tells, a table, its version or None, how many watch there or None."""
LARGEST = 1000  # bytes of a message
PATIENCE = 1.0  # seconds for a worker that does not read
CHANNEL = "outflank_tables"
LOOK = 2.0  # seconds between two looks where nobody can be heard

logger = logging.getLogger("outflank.web")


class ChangeBus:
    """The way to other servers: used on the event loop, and ``publish`` from any thread.

    This one is for a server that has none.
    """

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """From now on listen; ``missed`` is called where something may not have been heard."""

    def publish(
        self, game: str, version: int | None = None, watchers: int | None = None
    ) -> None: ...

    def close(self) -> None: ...


class UnixBus(ChangeBus):
    """Workers of one crew: a socket each, in a folder that is theirs alone."""

    def __init__(self, folder: Path) -> None:
        self._name = secrets.token_hex(4)
        self._folder = folder
        self._own = folder / f"tables-{self._name}"
        self._inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._inbox.setblocking(False)
        self._inbox.bind(str(self._own))
        self._heard: Heard | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._inbox, self._read)

    def _read(self) -> None:
        try:
            message = self._inbox.recv(LARGEST)
        except BlockingIOError:
            return
        assert self._heard is not None
        self._heard(*json.loads(message))

    def publish(self, game: str, version: int | None = None, watchers: int | None = None) -> None:
        """Tell every worker whose socket is there; one that has died leaves it behind."""
        message = json.dumps([self._name, game, version, watchers]).encode()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as outbox:
            outbox.settimeout(PATIENCE)
            for other in self._folder.glob("tables-*"):
                if other == self._own:
                    continue
                try:
                    outbox.sendto(message, str(other))
                except (ConnectionRefusedError, FileNotFoundError):
                    other.unlink(missing_ok=True)
                except TimeoutError:
                    logger.warning("A worker does not hear of changes at shared tables")

    def close(self) -> None:
        if self._loop is not None:
            self._loop.remove_reader(self._inbox)
        self._inbox.close()
        self._own.unlink(missing_ok=True)


class PostgresBus(ChangeBus):
    """Servers that share one PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._name = secrets.token_hex(4)
        self._database = database
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Listen, in a thread, which looks at everything anew when the line was cut."""
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
    """Servers behind a pooler that shares connections by transaction, and hands on no notices.

    They look themselves, every few seconds, at each table that somebody follows here.
    """

    def __init__(self) -> None:
        self._closed = False

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Look now and then, and say that it is so."""
        logger.warning(
            "A pooler in transaction mode hands on no notices: what happens at shared tables on "
            "other servers is seen here up to %g seconds later; a direct connection, or the mode "
            "session, shows it at once",
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
    """The way for a server with this database; a worker of a crew has a folder with the others."""
    if database.is_pooled:
        return PollingBus()
    if not database.is_sqlite:
        return PostgresBus(database)
    return ChangeBus() if folder is None else UnixBus(folder)
