"""The log of a run: one line of JSON per game, synced to disk before the game counts.

The first line holds the run's settings, so a log can be resumed without repeating the command. A
process killed while writing leaves a truncated last line; that game is played again.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from outflank.arena.records import PlayedGame
from outflank.translation import _
from outflank.workers.lines import LineFile, LinesError, LinesExist, read_lines

FORMAT = "outflank-arena"
VERSION = 1


class GameLog(AbstractContextManager["GameLog"]):
    """An append-only file of games."""

    def __init__(
        self, path: Path, settings: dict[str, Any], records: list[PlayedGame], file: LineFile | None
    ) -> None:
        self.path = path
        self.settings = settings
        self.records = records
        self._seen = {record.game for record in records}
        self._file = file  # None if read-only

    @classmethod
    def create(cls, path: Path, settings: dict[str, Any]) -> Self:
        """Start a new log; an existing file is never overwritten."""
        try:
            log = cls(path, settings, [], LineFile(path, new=True))
        except LinesExist:
            raise LinesExist(
                _("{path} already exists. Resume it, or choose another file with --log.", path=path)
            ) from None
        log._write([_header(settings)])
        return log

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a log without opening it for writing."""
        return cls(path, *_games(path, read_lines(path)), None)

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Read a log and open it for appending."""
        read_lines(path)  # resuming does not create a log
        file = LineFile(path)
        try:
            return cls(path, *_games(path, file.lines), file)
        except BaseException:
            file.close()
            raise

    def append(self, records: Sequence[PlayedGame]) -> None:
        """Append games and sync them to disk with a single fsync."""
        for record in records:
            if record.game in self._seen:
                raise LinesError(_("Game {number} is already in the log.", number=record.game))
            self._seen.add(record.game)
        self._write(record.to_json() for record in records)
        self.records.extend(records)

    def _write(self, documents: Iterable[dict[str, Any]]) -> None:
        if self._file is None:
            raise LinesError(_("{path} was opened read-only.", path=self.path))
        self._file.append(map(_line, documents))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def log_text(settings: dict[str, Any], records: Iterable[PlayedGame]) -> str:
    """Return the log of a run that is not stored in a file."""
    documents = (_header(settings), *(record.to_json() for record in records))
    return "".join(f"{_line(document)}\n" for document in documents)


def _header(settings: dict[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "settings": settings}


def _line(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


class GamesInMemory:
    """A log kept in memory, for runs that are never resumed."""

    def __init__(self) -> None:
        self.records: list[PlayedGame] = []

    def append(self, records: Sequence[PlayedGame]) -> None:
        self.records.extend(records)


def _games(path: Path, lines: Sequence[str]) -> tuple[dict[str, Any], list[PlayedGame]]:
    if not lines:
        raise LinesError(
            _("{path} has no complete first line, so it cannot be resumed.", path=path)
        )
    header = _parse(path, 1, lines[0])
    if header.get("format") != FORMAT:
        raise LinesError(_("{path} is not an arena log.", path=path))
    if header.get("version") != VERSION:
        raise LinesError(
            _(
                "{source} has version {version}, but this program reads version {own}.",
                source=path,
                version=repr(header.get("version")),
                own=VERSION,
            )
        )
    records: dict[int, PlayedGame] = {}
    for number, line in enumerate(lines[1:], start=2):
        document = _parse(path, number, line)
        try:
            record = PlayedGame.from_json(document)
        except (KeyError, TypeError, ValueError) as error:
            raise LinesError(
                _(
                    "{path}, line {line}: this is not a game: {error}",
                    path=path,
                    line=number,
                    error=repr(error),
                )
            ) from None
        if record.game in records:
            raise LinesError(
                _(
                    "{path}, line {line}: game {number} occurs twice.",
                    path=path,
                    line=number,
                    number=record.game,
                )
            )
        records[record.game] = record
    return header["settings"], list(records.values())


def _parse(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        raise LinesError(
            _(
                "{path}, line {line}: this is not JSON: {text}",
                path=path,
                line=number,
                text=line[:60],
            )
        ) from None
    if not isinstance(document, dict):
        raise LinesError(
            _(
                "{path}, line {line}: expected an object, not {text}",
                path=path,
                line=number,
                text=line[:60],
            )
        )
    return document
