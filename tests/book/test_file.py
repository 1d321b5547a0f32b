"""The file of a book: small, the same for the same book, and refused when it is not one."""

from pathlib import Path

import pytest

from outflank.book import Book, InvalidBook
from outflank.book.book import DEFAULT_FILE
from outflank.book.file import HEAD, HEADER_SIZE, Making, pack, save, unpack

LARGEST = 3_000_000  # bytes of the book that comes with Outflank


def test_a_book_comes_back_as_it_was(small: Book, tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    save(small.making, small.entries, path)
    read = Book.load(path)
    assert read.making == small.making
    assert read.entries == small.entries
    assert [file.name for file in tmp_path.iterdir()] == ["my.book"]


def test_equal_books_are_equal_files(small: Book) -> None:
    backwards = dict(reversed(list(small.entries.items())))
    assert pack(small.making, backwards) == pack(small.making, small.entries)


def test_the_shipped_book_is_small() -> None:
    assert DEFAULT_FILE.stat().st_size < LARGEST


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lambda data: b"", "mine is not an opening book of Outflank"),
        (lambda data: b"PNG" + data, "expected it to begin with 'OUTFLANK BOOK'"),
        (lambda data: data[:20], "mine is not an opening book"),
        (lambda data: data[:13] + b"\x09" + data[14:], "mine has format version 9.*reads version"),
        (lambda data: data[:-1], "mine is damaged: its checksum does not match"),
        (
            lambda data: (
                data[:HEADER_SIZE] + bytes([data[HEADER_SIZE] ^ 1]) + data[HEADER_SIZE + 1 :]
            ),
            "mine is damaged: its checksum does not match",
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
    with pytest.raises(InvalidBook, match="mine is damaged: its checksum does not match"):
        unpack(other[: HEAD.size] + data[HEAD.size :], "mine")
