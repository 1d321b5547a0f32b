"""The log of a run: one line of JSON for each game, on the disk before the game counts.

The first line is the run's settings, so a log can be resumed without repeating the command. Lines
are only ever added. A run killed in the middle of writing leaves a torn last line; it is cut off
when the run is resumed, and that game is played again.
"""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Any

from outflank.arena.records import GameRecord

FORMAT = "outflank-arena"
VERSION = 1


class LogError(ValueError):
    """A log that cannot be read or does not belong to this run."""


class LogExists(LogError):
    """A new log would be written over a file."""


class GameLog:
    """An append-only file of games."""

    def __init__(self, path: Path, settings: dict[str, Any], records: list[GameRecord]) -> None:
        self.path = path
        self.settings = settings
        self.records = records
        self._seen = {record.game for record in records}
        self._file: IO[bytes] | None = None

    @classmethod
    def create(cls, path: Path, settings: dict[str, Any]) -> "GameLog":
        """Start a new log; refuses to write over a file."""
        log = cls(path, settings, [])
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            log._file = path.open("xb", buffering=0)
        except OSError as error:
            if path.is_dir():
                raise LogError(f"the log {path} is a folder; name a file in it") from None
            if path.exists():
                raise LogExists(
                    f"{path} exists already: resume it, or choose another file with --log"
                ) from None
            raise LogError(f"cannot write the log {path}: {error.strerror}") from None
        log._write([{"format": FORMAT, "version": VERSION, "settings": settings}])
        _sync_folder(path.parent)
        return log

    @classmethod
    def read(cls, path: Path) -> "GameLog":
        """Read a log without touching it; a torn last line is left out."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise LogError(f"cannot read the log {path}: {error.strerror}") from None
        lines = data.split(b"\n")
        complete, torn = lines[:-1], lines[-1]
        if not complete:
            raise LogError(
                f"{path} has no complete first line, so nothing to resume: {torn[:60]!r}"
            )
        header = _parse(path, 1, complete[0])
        if header.get("format") != FORMAT:
            raise LogError(f"{path} is not a log of the arena: its first line has no {FORMAT!r}")
        if header.get("version") != VERSION:
            raise LogError(
                f"{path} is a log of version {header.get('version')!r}; "
                f"this program reads version {VERSION}"
            )
        records: list[GameRecord] = []
        seen: set[int] = set()
        for number, line in enumerate(complete[1:], start=2):
            data_line = _parse(path, number, line)
            try:
                record = GameRecord.from_json(data_line)
            except (KeyError, TypeError, ValueError) as error:
                raise LogError(f"{path}, line {number}: not a game ({error!r})") from None
            if record.game in seen:
                raise LogError(f"{path}, line {number}: game {record.game} is there twice")
            seen.add(record.game)
            records.append(record)
        return cls(path, header["settings"], records)

    @classmethod
    def resume(cls, path: Path) -> "GameLog":
        """Read a log and go on writing it, after cutting off a torn last line."""
        log = cls.read(path)
        log._file = path.open("r+b", buffering=0)
        data = path.read_bytes()
        log._file.truncate(data.rfind(b"\n") + 1)
        log._file.seek(0, os.SEEK_END)
        return log

    def append(self, records: Sequence[GameRecord]) -> None:
        """Write games and wait until they are on the disk; games that came together wait once."""
        for record in records:
            if record.game in self._seen:
                raise LogError(f"game {record.game} is in the log already; it must not count twice")
            self._seen.add(record.game)
        self._write(record.to_json() for record in records)
        self.records.extend(records)

    def _write(self, documents: Iterable[dict[str, Any]]) -> None:
        if self._file is None:
            raise LogError(f"{self.path} was opened for reading only")
        text = "".join(
            json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
            for document in documents
        ).encode()
        while text:
            text = text[self._file.write(text) :]
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> "GameLog":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _parse(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except ValueError:
        raise LogError(f"{path}, line {number}: not JSON: {line[:60]!r}") from None
    if not isinstance(document, dict):
        raise LogError(f"{path}, line {number}: expected an object, got {line[:60]!r}")
    return document


def _sync_folder(folder: Path) -> None:
    """Make the new file's name durable too, not only what is in it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
