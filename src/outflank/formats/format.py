"""The description of a format, as declared by each format's module."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, TextIO

from outflank.formats.record import GameRecord
from outflank.game import Game


@dataclass(frozen=True, kw_only=True)
class Format:
    """A file or text format for games."""

    name: str
    """The display name, to be translated."""
    sentence: str
    """A description of its contents for the help."""
    endings: tuple[str, ...] = ()
    """File extensions without the dot; empty if it can only be pasted."""


@dataclass(frozen=True, kw_only=True)
class TextFormat(Format):
    example: str
    """A small sample, which the fuzz tests mutate."""
    recognise: Callable[[str], bool]
    """Detects the format; the first format that returns True reads the text."""
    read: Callable[[TextIO], Iterator[GameRecord]]
    """Yields the games of a stream in linear time."""
    games: Callable[[str], Iterable[Game]] | None = None
    """Yields the games of a pasted text, if records cannot represent all of its data."""
    document: bool = False
    """True for JSON documents, of which a text may contain one per line."""
    write: Callable[[GameRecord], str] | None = None
    """Returns the text of a game without the final newline."""


class FormatWriter(Protocol):
    def write(self, record: GameRecord) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class BinaryFormat(Format):
    read: Callable[[BinaryIO, Path | None], Iterator[GameRecord]]
    """Yields the games of a stream; related files are in the same folder as the path."""
    writer: Callable[[Callable[[str], BinaryIO]], FormatWriter]
    """Creates a writer from a function that opens a file by extension ("" is the main file)."""
