"""Readers meet damaged files: each either reads them or refuses with a sentence."""

import io
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.formats import InvalidRecord, read_anything
from outflank.formats.files import READ_FORMATS, read_stream
from outflank.formats.format import TextFormat
from outflank.formats.ggf import GGF
from outflank.formats.registry import TEXT_FORMATS
from outflank.formats.wthor import Header, WthorGame, read_games, read_names


def _all(records: Iterable[object]) -> int:
    return sum(1 for _ in records)


def _reader(format: TextFormat) -> Callable[[str], object]:
    return lambda text: _all(format.read(io.StringIO(text)))


TEXT_READERS: dict[str, tuple[Callable[[str], object], str]] = {
    format.name: (_reader(format), format.example) for format in TEXT_FORMATS
} | {"anything": (read_anything, GGF.example)}


@pytest.mark.parametrize("name", TEXT_READERS)
def test_the_sample_of_each_format_is_read(name: str) -> None:
    read, sample = TEXT_READERS[name]
    assert read(sample)


@pytest.mark.parametrize("format", TEXT_FORMATS, ids=lambda format: format.name)
def test_the_example_of_each_format_is_recognised(format: TextFormat) -> None:
    assert read_anything(format.example).format == format.name


@st.composite
def damaged(draw: st.DrawFn, sample: str) -> str:
    """A sample with a few places cut out, doubled or overwritten."""
    text = sample
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 12)))
        put = draw(
            st.sampled_from(
                ["", text[begin:end] * 2, "]", "[", ";", "9", "a1", "é", "\n", "\0", '"']
            )
        )
        text = text[:begin] + put + text[end:]
    return text


@pytest.mark.parametrize("name", TEXT_READERS)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_text_is_read_or_refused_with_a_sentence(name: str, data: st.DataObject) -> None:
    read, sample = TEXT_READERS[name]
    _read_or_refuse(read, data.draw(damaged(sample)))


@pytest.mark.parametrize("name", TEXT_READERS)
@given(text=st.text(max_size=200) | st.text('(;)[]{}"f5d6PBWAXO-. \n1:,+@=', max_size=120))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_or_refused_with_a_sentence(name: str, text: str) -> None:
    _read_or_refuse(TEXT_READERS[name][0], text)


def _read_or_refuse(read: Callable[[str], object], text: str) -> None:
    refusal = _refusal(lambda: read(text))
    assert refusal is None or 20 < len(refusal) < 600  # a sentence: not a code, and not the file


def _refusal(read: Callable[[], object]) -> str | None:
    """The sentence a reader refuses with; None where it reads; anything else is a failure."""
    try:
        read()
    except InvalidRecord as error:
        return str(error)
    return None


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_wthor_files_are_read_or_refused_naming_the_byte(data: st.DataObject) -> None:
    game = WthorGame(1, 2, 3, 33, 32, bytes([37, 43, 18, 19]))
    sound = Header(games=2, year=1987).to_bytes() + 2 * game.to_bytes()
    at = data.draw(st.integers(0, len(sound) - 1))
    size = data.draw(st.integers(0, len(sound)))
    damaged = sound[:at] + data.draw(st.binary(max_size=3)) + sound[at + 1 : at + size]
    readers: list[Callable[[], object]] = [
        lambda: read_names(io.BytesIO(damaged), 20),
        lambda: read_names(io.BytesIO(damaged), 26),
        lambda: _all(read_games(io.BytesIO(damaged))[1]),
    ]
    for read in readers:
        refusal = _refusal(read)
        assert refusal is None or "byte" in refusal


@pytest.mark.parametrize("name", READ_FORMATS)
@given(content=st.binary(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_read_or_refused_in_every_format(name: str, content: bytes) -> None:
    refusal = _refusal(lambda: _all(read_stream(io.BytesIO(content), name)))
    assert refusal is None or len(refusal) > 20


class Endless(io.RawIOBase):
    """A file without an end: one piece of text again and again."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        self.given += len(view)
        assert self.given < 1 << 26, "a reader went on and on"
        view[:] = (self.piece * (len(view) // len(self.piece) + 1))[: len(view)]
        return len(view)


@pytest.mark.parametrize("piece", [b"(;", b"PB[", b"(;PB[x", b"[", b"{", b"f5", b"X", b"1."])
@pytest.mark.parametrize("name", [name for name in READ_FORMATS if name != "wtb"])
def test_a_file_that_never_ends_is_refused_without_filling_memory(name: str, piece: bytes) -> None:
    with pytest.raises(InvalidRecord):
        _all(read_stream(io.BufferedReader(Endless(piece)), name))
