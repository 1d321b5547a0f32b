"""What the rest of the program knows of a format, as each module here states it of its own."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, TextIO

from outflank.formats.record import GameRecord
from outflank.game import Game


@dataclass(frozen=True, kw_only=True)
class Format:
    """A way to write games down."""

    name: str
    """What people call it; translated where it is shown."""
    sentence: str
    """What a text or a file of it holds, for the help."""
    endings: tuple[str, ...] = ()
    """Of its files, without the dot; none if it is only ever pasted."""


@dataclass(frozen=True, kw_only=True)
class TextFormat(Format):
    """A format that can be pasted."""

    example: str
    """A small text of it; the tests damage it, stretch it and repeat its parts."""
    recognise: Callable[[str], bool]
    """Whether a text looks like it. Of all formats the first that says so reads the text."""
    read: Callable[[TextIO], Iterator[GameRecord]]
    """The games of a stream, one after the other, in time that grows with its length."""
    games: Callable[[str], Iterable[Game]] | None = None
    """The games of a pasted text, where the records of ``read`` would lose something."""
    document: bool = False
    """Whether it is one JSON document, so that a file or a paste may have one a line."""
    write: Callable[[GameRecord], str] | None = None
    """The text of a game, a line or several, without the last line's end."""


class FormatWriter(Protocol):
    """Whatever takes the games of a file that is being written."""

    def write(self, record: GameRecord) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class BinaryFormat(Format):
    """A format of bytes."""

    read: Callable[[BinaryIO, Path | None], Iterator[GameRecord]]
    """The games of a stream; other files that belong to it are beside the path."""
    writer: Callable[[Callable[[str], BinaryIO]], FormatWriter]
    """Takes what makes a file: of the name that was asked for (""), or with another ending."""
