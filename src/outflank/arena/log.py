"""The log of a run: one line of JSON for each game, on the disk before the game counts.

The first line is the run's settings, so a log can be resumed without repeating the command. A run
killed in the middle of writing leaves a torn last line; that game is played again.
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
    """A file of games that only grows."""

    def __init__(
        self, path: Path, settings: dict[str, Any], records: list[PlayedGame], file: LineFile | None
    ) -> None:
        self.path = path
        self.settings = settings
        self.records = records
        self._seen = {record.game for record in records}
        self._file = file  # None: for reading only

    @classmethod
    def create(cls, path: Path, settings: dict[str, Any]) -> Self:
        """Start a new log; refuses to write over a file."""
        try:
            log = cls(path, settings, [], LineFile(path, new=True))
        except LinesExist:
            raise LinesExist(
                _("{path} exists already. Resume it, or name another file with --log.", path=path)
            ) from None
        log._write([_header(settings)])
        return log

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a log without touching it."""
        return cls(path, *_games(path, read_lines(path)), None)

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Read a log and go on writing it."""
        read_lines(path)  # resuming makes no log
        file = LineFile(path)
        try:
            return cls(path, *_games(path, file.lines), file)
        except BaseException:
            file.close()
            raise

    def append(self, records: Sequence[PlayedGame]) -> None:
        """Write games and wait until they are on the disk; games that came together wait once."""
        for record in records:
            if record.game in self._seen:
                raise LinesError(_("Game {number} is in the log already.", number=record.game))
            self._seen.add(record.game)
        self._write(record.to_json() for record in records)
        self.records.extend(records)

    def _write(self, documents: Iterable[dict[str, Any]]) -> None:
        if self._file is None:
            raise LinesError(_("{path} was opened for reading only.", path=self.path))
        self._file.append(map(_line, documents))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def log_text(settings: dict[str, Any], records: Iterable[PlayedGame]) -> str:
    """The whole log of a run that was kept elsewhere than in a file."""
    documents = (_header(settings), *(record.to_json() for record in records))
    return "".join(f"{_line(document)}\n" for document in documents)


def _header(settings: dict[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "settings": settings}


def _line(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


class GamesInMemory:
    """The games of a run that nobody wants to go on with, in the place of a log."""

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
        raise LinesError(_("{path} is not a log of the arena.", path=path))
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
                    "{path}, line {line}: game {number} is there twice.",
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
    except ValueError:
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
