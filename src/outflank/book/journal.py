"""The journal of a book build: one result per line, written immediately.

Lines that start with a word are not positions; they mark the start of a round or the result of a
move that was searched again.

The first line holds the build parameters; a journal with other parameters is rejected. A truncated
last line is dropped and its position searched again.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from outflank.board import Square, square_name
from outflank.book.graph import Entry, Key, Worth, squares_of
from outflank.translation import N_, _
from outflank.workers.lines import LineFile, LinesError

DAMAGED = N_("{path}, line {number} is damaged: {text}. Delete the file to start again.")
FORMAT = "outflank-book-journal"
VERSION = 2
ROUND, DEEPER = "round", "deeper"


class Journal(AbstractContextManager["Journal"]):
    """The evaluated positions so far, in the order of the requests."""

    def __init__(self, path: Path, making: Mapping[str, object]) -> None:
        self.path = path
        header = json.dumps({"format": FORMAT, "version": VERSION, **making})
        self.entries: dict[Key, Entry] = {}
        self.round_begun = 0
        """The number of positions at the start of the current round."""
        self.deeper: dict[tuple[Key, Square], Worth] = {}
        """The values of quickly searched moves that were searched again to the full depth."""
        self._file = LineFile(path)
        try:
            self._begin(header)
        except BaseException:
            self.close()
            raise

    def _begin(self, header: str) -> None:
        lines = self._file.lines
        if not lines:
            self._file.append([header])
            return
        _refuse_other(self.path, lines[0], header)
        for number, line in enumerate(lines[1:], start=2):
            if line == ROUND:
                self.round_begun = len(self.entries)
            elif line.startswith(DEEPER):
                move, worth = _read_deeper(line, self.path, number)
                self.deeper[move] = worth
            else:
                key, entry = _read(line, self.path, number)
                self.entries[key] = entry

    def append(self, keys: Sequence[Key], entries: Sequence[Entry]) -> None:
        """Append results and sync them to disk."""
        self._file.append([_line(key, entry) for key, entry in zip(keys, entries, strict=True)])
        self.entries.update(zip(keys, entries, strict=True))

    def append_deeper(self, moves: Sequence[tuple[Key, Square]], worths: Sequence[Worth]) -> None:
        """Append results of single moves and sync them to disk."""
        found = dict(zip(moves, worths, strict=True))
        self._file.append(
            [
                f"{DEEPER} {key[0]:016x} {key[1]:016x} {square_name(square)} "
                f"{worth.value:+d}/{worth.depth}"
                for (key, square), worth in found.items()
            ]
        )
        self.deeper.update(found)

    def begin_round(self) -> None:
        """Mark the start of a round, chosen from all results so far."""
        self._file.append([ROUND])
        self.round_begun = len(self.entries)

    def close(self) -> None:
        self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def _line(key: Key, entry: Entry) -> str:
    worths = " ".join(f"{worth.value:+d}/{worth.depth}" for worth in entry)
    return f"{key[0]:016x} {key[1]:016x} {worths}"


def _read(line: str, path: Path, number: int) -> tuple[Key, Entry]:
    words = line.split()
    try:
        key = int(words[0], 16), int(words[1], 16)
        pairs = [word.split("/") for word in words[2:]]
        entry = tuple(Worth(int(value), int(depth)) for value, depth in pairs)
        if len(entry) != len(squares_of(key)):
            raise ValueError
    except (ValueError, IndexError, OverflowError, TypeError):
        raise LinesError(_(DAMAGED, path=path, number=number, text=repr(line[:80]))) from None
    return key, entry


def _read_deeper(line: str, path: Path, number: int) -> tuple[tuple[Key, Square], Worth]:
    try:
        _word, mover, opponent, name, pair = line.split(" ")
        key = int(mover, 16), int(opponent, 16)
        square = {square_name(square): square for square in squares_of(key)}[name]
        value, depth = pair.split("/")
        return (key, square), Worth(int(value), int(depth))
    except (ValueError, KeyError, OverflowError, TypeError):
        raise LinesError(_(DAMAGED, path=path, number=number, text=repr(line[:80]))) from None


def _refuse_other(path: Path, found: str, wanted: str) -> None:
    if found == wanted:
        return
    try:
        there, here = json.loads(found), json.loads(wanted)
        named = there.get("format") == FORMAT
    except (ValueError, AttributeError):
        named = False
    if not named:
        raise LinesError(_("{path} is not the journal of a book. Choose another path.", path=path))
    differ = ", ".join(
        f"{name} {there.get(name)!r} → {here.get(name)!r}"
        for name in here
        if there.get(name) != here.get(name)
    )
    raise LinesError(
        _(
            "{path} is from a book with other settings or weights: {differences}. Use the same "
            "ones, or delete the file.",
            path=path,
            differences=differ,
        )
    )
