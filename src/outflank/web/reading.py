"""Reading what visitors send, bounded: one text at a time, and each only for a second.

A text is read in a process of its own, which a text that takes too long, or breaks a reader, ends:
the requests of others go on meanwhile.
"""

import json
import logging
import signal
import sys
from typing import Any

import msgspec
from flask import Flask, current_app

from outflank.sitting import Game
from outflank.storage import InvalidRecord, InvalidSave, load_game
from outflank.web.reader import SECONDS, Read
from outflank.workers import Child, Places, Pool, TooLong, Turns

MEMORY_MB = 1024  # of addresses
LATEST = 10.0  # seconds for an answer, where the machine is busy or the reader does nothing at all
PATIENCE = 3.0  # seconds a text waits for its turn
TEXTS_WAITING = 6

logger = logging.getLogger("outflank.web")
_ROOM = "outflank.reading"
msgspec.json.Decoder(Read)  # once before there are threads, as in ``api.route``


def start_reader() -> Child:
    """A running ``reader``."""
    return Child([sys.executable, "-m", "outflank.web.reader"], memory_mb=MEMORY_MB)


class ReadingRoom:
    """Where one application reads what visitors send."""

    def __init__(self) -> None:
        self.latest = LATEST
        self.readers = Pool(start_reader)
        self._places = Places(
            Turns(1, waiting=TEXTS_WAITING),
            patience=PATIENCE,
            sentence="Many texts are being read at this moment; try again shortly.",
        )

    def paste(self, text: str, visitor: str | None = None) -> Read:
        """What a pasted text is, and the games in it."""
        return msgspec.convert(self._read("paste", text, visitor), Read)

    def save(self, text: str, visitor: str | None = None) -> Game:
        """A saved game."""
        try:
            return load_game(self._read("save", text, visitor))
        except InvalidRecord as error:
            raise InvalidSave(str(error)) from None

    def _read(self, kind: str, text: str, visitor: str | None) -> Any:
        question = json.dumps({"kind": kind, "text": text}).encode() + b"\n"
        with self._places.place(visitor), self.readers.child() as reader:
            try:
                reader.send(question, self.latest)
                line = reader.receive(self.latest)
            except (EOFError, OSError, TooLong):
                reader.spoilt = True
                reader.signal(signal.SIGKILL)  # it may live on, and speak no more
                if reader.wait(self.latest) != -signal.SIGPROF:
                    said = {"details": reader.last_words()}
                    logger.error("A text that was sent ended its reader", extra=said)
                    raise InvalidRecord(
                        "reading this failed, and the server's owner is told"
                    ) from None
                line = None
            if line is None:
                reader.spoilt = True
                raise InvalidRecord(
                    f"reading this took longer than {SECONDS:g} s and was given up; send less of "
                    "it, or read it on your own computer with outflank convert"
                )
        answer = json.loads(line)
        if "problem" in answer:
            raise InvalidRecord(answer["problem"])
        return answer["read"]


def init_app(app: Flask) -> None:
    """Give the application a place to read."""
    app.extensions[_ROOM] = ReadingRoom()


def reading_room(app: Flask | None = None) -> ReadingRoom:
    """Where an application reads; that of this request, where none is given."""
    room: ReadingRoom = (app or current_app).extensions[_ROOM]
    return room
