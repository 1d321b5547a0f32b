"""The file of a book: small, the same for the same book, and refused when it is not one."""

import hashlib
import random
import tracemalloc
import zlib
from pathlib import Path

import pytest

from outflank.board import Board
from outflank.book import Book, InvalidBook
from outflank.book.book import BOOK_FILE
from outflank.book.file import (
    HEAD,
    HEADER_SIZE,
    MOST_BYTES,
    Making,
    pack,
    save_book,
    unpack,
)

LARGEST = 3_000_000  # bytes of the book that comes with Outflank


def test_a_book_comes_back_as_it_was(small: Book, tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    save_book(small.making, small.entries, path)
    read = Book.load(path)
    assert read.making == small.making
    assert read.entries == small.entries
    assert [file.name for file in tmp_path.iterdir()] == ["my.book"]


def test_equal_books_are_equal_files(small: Book) -> None:
    backwards = dict(reversed(list(small.entries.items())))
    assert pack(small.making, backwards) == pack(small.making, small.entries)


def test_the_shipped_book_is_small() -> None:
    assert BOOK_FILE.stat().st_size < LARGEST


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lambda data: b"", "mine is not an opening book"),
        (lambda data: b"PNG" + data, "is not an opening book"),
        (lambda data: data[:20], "mine is not an opening book"),
        (lambda data: data[:13] + b"\x09" + data[14:], "mine has format version 9.*reads version"),
        (lambda data: data[:-1], "mine is damaged"),
        (
            lambda data: (
                data[:HEADER_SIZE] + bytes([data[HEADER_SIZE] ^ 1]) + data[HEADER_SIZE + 1 :]
            ),
            "mine is damaged",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_a_sentence(small: Book, harm, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidBook, match=sentence):
        unpack(harm(pack(small.making, small.entries)), "mine")


def test_any_bit_of_the_header_that_changed_is_noticed(small: Book) -> None:
    """Magic, version, both depths, number of positions, weights and the checksum itself."""
    data = pack(small.making, small.entries)
    for bit in range(8 * HEADER_SIZE):
        harmed = bytearray(data)
        harmed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidBook):
            unpack(bytes(harmed), "mine")


@pytest.mark.parametrize(
    "making", [Making(9, 1, "00" * 8), Making(2, 9, "00" * 8), Making(2, 1, "11" * 8)]
)
def test_another_making_under_the_old_checksum_is_refused(small: Book, making: Making) -> None:
    other = pack(making, small.entries)
    data = pack(small.making, small.entries)
    assert other[: HEAD.size] != data[: HEAD.size]
    with pytest.raises(InvalidBook, match="mine is damaged"):
        unpack(other[: HEAD.size] + data[HEAD.size :], "mine")


def forged(head: bytes, packed: bytes) -> bytes:
    """A book with the checksum that belongs to it."""
    return head + hashlib.sha256(head + packed).digest() + packed


def test_a_forged_book_is_read_or_refused_with_a_sentence(small: Book) -> None:
    """Bytes of the header, of what is compressed and of what was compressed, changed at random."""
    data = pack(small.making, small.entries)
    head, packed = data[: HEAD.size], data[HEADER_SIZE:]
    dice = random.Random(1)
    refused = 0
    for _ in range(600):
        parts = [bytearray(head), bytearray(packed), bytearray(zlib.decompress(packed))]
        part = dice.choice(parts)
        for _ in range(dice.randint(1, 4)):
            if part is not parts[0] and dice.random() < 0.2:
                del part[dice.randrange(len(part)) :]
            if part:
                part[dice.randrange(len(part))] = dice.randrange(256)
        contents = parts[1] if part is parts[1] else zlib.compress(parts[2], 1)
        try:
            making, entries = unpack(forged(bytes(parts[0]), bytes(contents)), "mine")
            book = Book(making, entries)
            for mover, opponent in small.entries:
                book.moves(Board.from_bits(mover, opponent))
        except InvalidBook as error:
            refused += 1
            assert 20 < len(str(error)) < 300
    assert 100 < refused < 600  # values and depths may be anything


def test_a_forged_position_without_moves_is_refused(small: Book) -> None:
    with pytest.raises(InvalidBook, match="mine"):
        unpack(pack(small.making, {(1, 2): ()}), "mine")


def test_a_forged_book_does_not_fill_the_memory(small: Book) -> None:
    head = bytearray(pack(small.making, small.entries)[: HEAD.size])
    bomb = zlib.compress(bytes(1 << 26), 9)
    for positions in (120, 1 << 20, 0xFFFFFFFF):
        head[17:21] = positions.to_bytes(4, "little")
        tracemalloc.start()
        with pytest.raises(InvalidBook, match=f": != {positions}"):
            unpack(forged(bytes(head), bomb), "mine")
        # At most MOST_BYTES are unpacked for a byte of the file, and held twice for a moment: zlib
        # joins the blocks it unpacked. Whole, this bomb is a thousand times its file.
        assert tracemalloc.get_traced_memory()[1] < (2 * MOST_BYTES + 10) * len(bomb)
        tracemalloc.stop()
