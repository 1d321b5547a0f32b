"""Read and write files of games in every format, as streams with constant memory."""

import codecs
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TextIO

from outflank.formats.diagram import LONGEST_PRINTED
from outflank.formats.errors import InvalidRecord, line_place, too_long
from outflank.formats.format import BinaryFormat, Format, FormatWriter, TextFormat
from outflank.formats.record import GameRecord, with_score
from outflank.formats.registry import FORMATS, formats_of, recognised
from outflank.translation import _

LONGEST_DOCUMENT = 1 << 22  # characters per JSON document


def _writes(format: Format) -> bool:
    return isinstance(format, BinaryFormat) or getattr(format, "write", None) is not None


def _sentences(formats: Iterable[Format]) -> dict[str, list[str]]:
    sentences: dict[str, list[str]] = {}
    for format in formats:
        for ending in format.endings:
            sentences.setdefault(ending, []).append(format.sentence)
    return sentences


READ_FORMATS = _sentences(FORMATS)
WRITE_FORMATS = tuple(_sentences(filter(_writes, FORMATS)))


def _latin_1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


# Old archives use Latin-1, so invalid UTF-8 is read as Latin-1.
codecs.register_error("outflank-latin-1", _latin_1)


def format_of(path: Path | str, named: str | None = None) -> str:
    """Return the given format of a file, or the one of its extension."""
    path = Path(path)
    ending = (named or path.suffix.lstrip(".")).lower()
    if ending not in READ_FORMATS:
        known = ", ".join(READ_FORMATS)
        raise InvalidRecord(
            _(
                "{file} has an unknown extension. Formats: {known}. Specify the format if the "
                "file has another extension.",
                file=path.name,
                known=known,
            )
        )
    return ending


def read_file(path: Path | str, named: str | None = None) -> Iterator[GameRecord]:
    """Yield the games of a file as records; ``record.game()`` is a ``Game``."""
    path = Path(path)
    name = format_of(path, named)
    with path.open("rb") as stream:
        try:
            yield from read_stream(stream, name, beside=path)
        except InvalidRecord as error:
            raise InvalidRecord(f"{path.name}: {error}") from None


def read_stream(stream: BinaryIO, name: str, *, beside: Path | None = None) -> Iterator[GameRecord]:
    """Yield the games of a byte stream in one of ``READ_FORMATS``."""
    formats = formats_of(name)
    if isinstance(formats[0], BinaryFormat):
        yield from formats[0].read(stream, beside)
        return
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="outflank-latin-1", newline=None)
    try:
        yield from _read_text(text, [each for each in formats if isinstance(each, TextFormat)])
    finally:
        text.detach()  # the caller closes the stream


def _read_text(stream: TextIO, formats: Sequence[TextFormat]) -> Iterator[GameRecord]:
    if len(formats) == 1:
        yield from formats[0].read(stream)
        return
    first = stream.readline(LONGEST_DOCUMENT)
    if not any(format.document for format in formats):
        first += stream.read(LONGEST_PRINTED) + stream.readline(LONGEST_DOCUMENT)
    format = recognised(first, formats)
    if format.document:
        yield from _read_documents(first, stream, formats)
    else:
        yield from format.read(_Begun(first, stream))


class _Begun(io.StringIO):
    """A stream that starts again with the lines already read for detection."""

    def __init__(self, first: str, stream: TextIO) -> None:
        super().__init__(first)
        self.stream = stream

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        return super().readline(size) or self.stream.readline(size)


def _read_documents(
    first: str, stream: TextIO, formats: Sequence[TextFormat]
) -> Iterator[GameRecord]:
    """Yield games from JSON documents, one per line or one over many lines."""
    try:
        json.loads(first or "null")
    except (ValueError, RecursionError):
        text = first + stream.read(LONGEST_DOCUMENT)
        if len(text) >= LONGEST_DOCUMENT:
            raise InvalidRecord(too_long(LONGEST_DOCUMENT)) from None
        yield from recognised(text, formats).read(io.StringIO(text))
        return
    number = 0
    while first:
        number += 1
        if first.strip():
            try:
                yield from recognised(first, formats).read(io.StringIO(first))
            except InvalidRecord as error:
                raise InvalidRecord(f"{line_place(number)}: {error}") from None
        first = stream.readline(LONGEST_DOCUMENT)


@dataclass(slots=True)
class _TextWriter:
    stream: TextIO
    line: Callable[[GameRecord], str]

    def write(self, record: GameRecord) -> None:
        self.stream.write(self.line(record) + "\n")

    def close(self) -> None:
        self.stream.flush()


class GameFile(AbstractContextManager["GameFile"]):
    """A file to write games to, in the format of its extension.

    A WTHOR file is written with its players and tournaments, ``games.jou`` and ``games.trn``. Files
    are replaced only when everything is written; after an error the old ones remain. With
    ``stream``, games are written there and the path is only a name for it.
    """

    def __init__(
        self, path: Path, named: str | None = None, *, stream: TextIO | None = None
    ) -> None:
        self.path = path
        self.format = format_of(path, named)
        if self.format not in WRITE_FORMATS:
            raise InvalidRecord(
                _(
                    "{file} cannot be written: {format} can only be read. Formats: {known}.",
                    file=path.name,
                    format=self.format,
                    known=", ".join(WRITE_FORMATS),
                )
            )
        self.games = 0
        self._stack = ExitStack()
        self._drafts: list[tuple[Path, Path]] = []
        self._writer = self._open(next(filter(_writes, formats_of(self.format))), stream)

    def _open(self, format: Format, stream: TextIO | None) -> FormatWriter:
        if isinstance(format, BinaryFormat):
            if stream is not None:
                raise InvalidRecord(
                    _("{format} games are several files. Specify a file.", format=_(format.name))
                )
            return format.writer(self._create)
        assert isinstance(format, TextFormat)
        assert format.write is not None
        if stream is None:
            draft = self._draft(self.path)
            stream = self._stack.enter_context(draft.open("w", encoding="utf-8", newline="\n"))
        return _TextWriter(stream, format.write)

    def _create(self, ending: str) -> BinaryIO:
        path = self.path.with_suffix(ending) if ending else self.path
        return self._stack.enter_context(self._draft(path).open("wb"))

    def write(self, record: GameRecord) -> None:
        """Write a game; a finished one gets its score if it has none."""
        try:
            self._writer.write(with_score(record))
        except InvalidRecord as error:
            raise InvalidRecord(f"{self.path.name}: {error}") from None
        self.games += 1

    def write_all(self, records: Iterable[GameRecord]) -> None:
        for record in records:
            self.write(record)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with self._stack:
                self._writer.close()
            if kind is None:
                for draft, target in self._drafts:
                    draft.replace(target)
        finally:
            for draft, _ in self._drafts:
                draft.unlink(missing_ok=True)

    def _draft(self, path: Path) -> Path:
        """Return a temporary path to write to; pipes and devices are written directly."""
        target = path.resolve()  # keep symbolic links
        if target.exists() and not target.is_file():
            return path
        draft = target.with_name(f"{target.name}.unfinished")
        self._drafts.append((draft, target))
        return draft
