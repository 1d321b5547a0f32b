"""Read, write and verify book files.

A file is a header and one compressed block. The header contains the format version, the build
parameters and a checksum of everything else; a file that does not match is rejected. For each
position, in order, the block contains the discs of both sides, the number of moves, and each move's
value and depth; the moves themselves follow from the position.
"""

import hashlib
import struct
import sys
import zlib
from array import array
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from outflank.book.graph import Entries, Entry, Key, Worth
from outflank.translation import N_, _

MAGIC = b"OUTFLANK BOOK"
FILE_VERSION = 2
HEAD = struct.Struct("<13sHBBI8s")  # magic, version, depths, positions, weights
CHECKSUM = hashlib.sha256().digest_size  # bytes after the header: checksum of the rest
HEADER_SIZE = HEAD.size + CHECKSUM
MOST_BYTES = 17 + 2 * 60  # per position; compressed, each takes a byte or more


FORGED = N_("{file} is inconsistent: {error}. Build it again.")


class InvalidBook(ValueError):
    """The file is not a book that this version of Outflank can use."""


@dataclass(frozen=True, slots=True)
class Making:
    depth: int  # search depth for the moves that seemed good
    quick_depth: int  # search depth for all moves
    weights: str  # prefix of the checksum of the weights file


def pack(making: Making, entries: Entries) -> bytes:
    """Serialize a book; entries are sorted, so equal books are equal files."""
    keys = sorted(entries)
    block = b"".join(
        (
            _little_endian(array("Q", [mover for mover, _ in keys])),
            _little_endian(array("Q", [opponent for _, opponent in keys])),
            bytes(len(entries[key]) for key in keys),
            array("b", [worth.value for key in keys for worth in entries[key]]).tobytes(),
            bytes(worth.depth for key in keys for worth in entries[key]),
        )
    )
    packed = zlib.compress(block, 9)
    head = HEAD.pack(
        MAGIC,
        FILE_VERSION,
        making.depth,
        making.quick_depth,
        len(keys),
        bytes.fromhex(making.weights),
    )
    return head + hashlib.sha256(head + packed).digest() + packed


def unpack(data: bytes, name: str = "the book") -> tuple[Making, dict[Key, Entry]]:
    """Return the build parameters and the entries; ``name`` is the file's name in errors."""
    if len(data) < HEADER_SIZE or not data.startswith(MAGIC):
        raise InvalidBook(_("{file} is not an opening book from `outflank book build`.", file=name))
    _magic, version, depth, quick_depth, positions, weights = HEAD.unpack_from(data)
    if version != FILE_VERSION:
        raise InvalidBook(
            _(
                "{file} has format version {version}, but this Outflank reads version {own}. Build "
                "it again, or use the version of Outflank that wrote it.",
                file=name,
                version=version,
                own=FILE_VERSION,
            )
        )
    head, checksum = data[: HEAD.size], data[HEAD.size : HEADER_SIZE]
    packed = data[HEADER_SIZE:]
    if hashlib.sha256(head + packed).digest() != checksum:
        raise InvalidBook(
            _("{file} is damaged: its checksum is wrong. Copy or download it again.", file=name)
        )
    block = _block(packed, positions, name)
    movers = _from_little_endian(block[: 8 * positions])
    opponents = _from_little_endian(block[8 * positions : 16 * positions])
    counts = block[16 * positions : 17 * positions]
    moves = sum(counts)
    if len(block) != 17 * positions + 2 * moves or (positions and not min(counts)):
        raise InvalidBook(
            _(FORGED, file=name, error=f"{17 * positions + 2 * moves} != {len(block)}")
        )
    values = block[17 * positions : 17 * positions + moves].cast("b")
    depths = block[17 * positions + moves :]
    worths = list(map(Worth, values, depths))
    ends = [0]
    for count in counts:
        ends.append(ends[-1] + count)
    entries = (tuple(worths[first:last]) for first, last in pairwise(ends))
    found = dict(zip(zip(movers, opponents, strict=True), entries, strict=True))
    return Making(depth, quick_depth, weights.hex()), found


def _block(packed: bytes, positions: int, name: str) -> memoryview:
    """Decompress the block, but not beyond the largest valid size."""
    stream = zlib.decompressobj()
    try:
        block = stream.decompress(packed, min(positions, len(packed)) * MOST_BYTES + 1)
    except zlib.error as error:
        raise InvalidBook(_(FORGED, file=name, error=error)) from None
    if not stream.eof or stream.unused_data or len(block) < 17 * positions:
        raise InvalidBook(_(FORGED, file=name, error=f"!= {positions}"))
    return memoryview(block)


def save_book(making: Making, entries: Entries, path: Path) -> None:
    """Write a book, replacing an existing file only when the new one is complete."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(pack(making, entries))
    unfinished.replace(path)


def _little_endian(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _from_little_endian(data: memoryview) -> "array[int]":
    numbers = array("Q", bytes(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
