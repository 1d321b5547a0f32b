"""Parses visitors' texts and files in a separate process, one at a time and in limited time.

A text that takes too long, or crashes the parser, ends only that process.
"""

import logging
from typing import Any

import msgspec
from flask import Flask, current_app

from outflank.formats import InvalidRecord, InvalidSave, load_game
from outflank.game import Game
from outflank.translation import _, language
from outflank.web.games.paste_worker import SECONDS, Read, is_timeout
from outflank.workers.fair_queue import BUSY, FairQueue
from outflank.workers.fair_slots import FairSlots
from outflank.workers.pool import Pool
from outflank.workers.service_process import (
    ServiceDied,
    ServiceError,
    ServiceProcess,
    ServiceTimeout,
)

MEMORY_MB = 1024  # limits the address space
LATEST = 10.0  # time limit in seconds, for a busy machine or a hanging worker
PATIENCE = 3.0  # seconds a text waits for its turn
TEXTS_WAITING = 6

logger = logging.getLogger("outflank.web")
READING_ROOM = "outflank.reading"
msgspec.json.Decoder(Read)  # created before there are threads, as in ``api.routing``


def start_reader() -> ServiceProcess:
    return ServiceProcess(["-m", "outflank.web.games.paste_worker"], memory_mb=MEMORY_MB)


class PasteReader:
    def __init__(self) -> None:
        self.latest = LATEST
        self.readers = Pool(start_reader)
        self._slots = FairSlots(
            FairQueue(1, waiting=TEXTS_WAITING),
            patience=PATIENCE,
            sentence=BUSY,
        )

    def paste(self, text: str, visitor: str | None = None) -> Read:
        return msgspec.convert(self._read("paste", text, visitor), Read)

    def save(self, text: str, visitor: str | None = None) -> Game:
        try:
            return load_game(self._read("save", text, visitor))
        except InvalidRecord as error:
            raise InvalidSave(str(error)) from None

    def _read(self, kind: str, text: str, visitor: str | None) -> Any:
        with self._slots.acquire(visitor), self.readers.child() as reader:
            try:
                return reader.call(kind, text, language(), within=self.latest)
            except ServiceError as error:
                raise InvalidRecord(str(error)) from None
            except ServiceDied as died:
                if not is_timeout(died):
                    details = {"details": died.printed}
                    logger.error("A submitted text crashed the parser", extra=details)
                    why = _("The server failed to read this text. The host can see why in the log")
                    raise InvalidRecord(why) from None
            except ServiceTimeout:
                pass
            raise InvalidRecord(
                _(
                    "Reading this text took longer than {seconds} s. Send a shorter text, or read "
                    "it on your own computer with outflank convert",
                    seconds=f"{SECONDS:g}",
                )
            )


def init_app(app: Flask) -> None:
    app.extensions[READING_ROOM] = PasteReader()


def reading_room(app: Flask | None = None) -> PasteReader:
    """Return the parser of an application; default: the current one."""
    room: PasteReader = (app or current_app).extensions[READING_ROOM]
    return room
