"""Readers meet damaged files: each either reads them or refuses with a sentence."""

import io
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.formats import InvalidRecord, read_anything, read_ggf, read_obf, unpack_game
from outflank.formats.arena_log import read_arena_log
from outflank.formats.files import READ_FORMATS, read_stream
from outflank.formats.lines import read_lines
from outflank.formats.movelist import read_move_lists
from outflank.formats.quest import read_quest
from outflank.formats.sgf import read_sgf
from outflank.formats.wthor import Header, WthorGame, read_games, read_names

GGF = "(;GM[Othello]PC[x]DT[1987]PB[Ann]PW[Bo]RE[+2.000:r]TY[8]B[F5//1.5]W[D6/-2]B[C3];)"
SGF = "(;FF[4]GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]PB[a\\]b]RE[B+10];B[f5](;W[d6];B[c3])(;W[f6]))"
OBF = "---------------------------OX------XO--------------------------- X; F5:+0; D3:-2;\n% x\n"
PGN = '[Black "Ann"]\n[White "Bo"]\n\n1. F5 d6 {why} 2. C3 d3 (2... c4) 33-31\n'
LINE = "f5d6c3d3c4 +12 W\n-XO------------- X;d1\n"
QUEST = (
    '{"name":"x","args":[{"players":[{"name":"a"},{"name":"b"}],'
    '"position":{"moves":[{"t":12,"m":"e6"},{"m":"f4"}]},"created":"2020"}]}'
)
LOG = (
    '{"format":"outflank-arena","version":1,"settings":{}}\n'
    '{"game":0,"black":"a","white":"b","size":8,"opening":"f5","moves":"f5d6","winner":"white",'
    '"discs":null,"seconds":[0.1,0.2],"fault":{"kind":"crash","message":"boom"}}\n'
    '{"game":1,"black":"b","white":"a","size":4,"moves":"b1a1","winner":null}\n'
)

TEXT_READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "GGF": (lambda text: _all(read_ggf(io.StringIO(text))), GGF),
    "SGF": (lambda text: _all(read_sgf(io.StringIO(text))), SGF),
    "OBF": (lambda text: _all(read_obf(io.StringIO(text))), OBF),
    "move lists": (lambda text: _all(read_move_lists(io.StringIO(text))), PGN),
    "lines": (lambda text: _all(read_lines(io.StringIO(text))), LINE),
    "Quest": (read_quest, QUEST),
    "arena logs": (lambda text: _all(read_arena_log(io.StringIO(text))), LOG),
    "links": (unpack_game, "4.lrSTa@3"),
    "anything": (read_anything, GGF),
}


def _all(records: Iterable[object]) -> int:
    return sum(1 for _ in records)


@pytest.mark.parametrize("name", TEXT_READERS)
def test_the_sample_of_each_format_is_read(name: str) -> None:
    read, sample = TEXT_READERS[name]
    assert read(sample)


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
