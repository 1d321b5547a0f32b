"""Readers take time in proportion to what they read, whatever somebody pastes to make them slow.

Texts are made to be long in every way a format knows: its example up to some place, then a part of
it or of any other format again and again, then an end that does not fit. The time is that of this
thread on the processor, the best of several; a reader fails only if three doublings of the length
one after the other take more than twice and a half as long.
"""

import gc
import io
import random
import re
import time
from collections.abc import Callable, Iterator
from itertools import chain

import pytest

from outflank.board import Board, InvalidPosition
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import read_positions
from outflank.formats import InvalidRecord, read_anything
from outflank.formats.files import READ_FORMATS, read_stream
from outflank.formats.registry import TEXT_FORMATS

Reader = Callable[[str], object]
REFUSALS = (InvalidRecord, InvalidPosition, UsageError)

WORST_RATIO = 2.5  # of the times for a text and for one twice as long
FLOOR = 0.05  # seconds: what is quicker is not worth a ratio
LONGEST = 1 << 20

UNITS = [
    *" \n\r\t\v\u2003()[]{};:,.+-?*/\\\"'%#@=_0a1XO\u0663\u00e9\0",
    *(
        "a1",
        "f5",
        "1.",
        "1:",
        "-- ",
        "X ",
        "- ",
        "SZ[8]",
        "B[]",
        "(;)",
        "(;;)",
        "{}",
        '""',
        "[[",
        "\\]",
        "\r\n",
    ),
    *(
        "black ",
        "Black to move\n",
        "1 - ",
        "pa ",
        "0-0 ",
        "\n1",
        "; ",
        "B[f5]",
        '[A "b"]\n',
        "1. f5 ",
        "{}\n",
    ),
]
ENDS = ["", "x", "\n?"]


def _lines(read: Callable[[io.StringIO], Iterator[object]]) -> Reader:
    return lambda text: sum(1 for _ in read(io.StringIO(text)))


def _bytes(ending: str) -> Reader:
    return lambda text: sum(1 for _ in read_stream(io.BytesIO(text.encode()), ending))


READERS: dict[str, tuple[Reader, str]] = {
    **{f"{each.name}": (_lines(each.read), each.example) for each in TEXT_FORMATS},
    **{f"pasted {each.name}": (read_anything, each.example) for each in TEXT_FORMATS},
    **{
        f"file .{ending}": (_bytes(ending), each.example)
        for each in TEXT_FORMATS
        for ending in each.endings[:1]
    },
    "Board.from_text": (Board.from_text, Board().to_text()),
    "Board.from_diagram": (Board.from_diagram, str(Board())),
    "positions of a command": (read_positions, Board().to_text() + "; F5:+0;"),
}

NAMED: list[tuple[str, str, str, str]] = [
    # A reader, a beginning, what is repeated, an end: found by attacking the program.
    ("pasted GGF", "(;GM[Othello]", " ", "x"),
    ("pasted position", "-" * 16, " ", "?"),
    ("pasted diagram", "a", "\n", "a"),
    ("pasted diagram", "1 - -\n", "black ", ""),
    ("SGF", "(;", "SZ[8]", ")"),
    ("SGF", "", "(;B[f5])", ""),
    ("SGF", "(;", "(", ""),
    ("SGF", "(;B[f5]", "(;W[d6];B[c3](;W[d3])(;W[f4]C[x]))(;W[f6])", ")"),
    ("SGF", "(;B[f5]", "C[x]", ")"),
    ("move list", "", '[A "b"]\n1. f5\n', ""),
    ("move list", "", '[A "b"]\n', ""),
    ("Othello Quest", '{"players":[], "position": {"moves":[', "[],", "]}}"),
    ("file .jsonl", '{"format":"outflank-arena","version":1}\n', '{"a":1}\n', ""),
    ("positions of a command", "--", " ", "?"),
    ("positions of a command", Board().to_text() + "; F5:", "0", ""),
    ("Board.from_diagram", "", "white ", ""),
]


def test_every_reader_of_a_file_is_here() -> None:
    covered = {ending for each in TEXT_FORMATS for ending in each.endings}
    assert covered == set(READ_FORMATS) - {"wtb"}  # whose records are counted in its header


@pytest.mark.parametrize("case", NAMED, ids=lambda case: f"{case[0]}: {case[1]!r:.20} {case[2]!r}")
def test_a_text_that_once_held_everybody_up_is_read_in_linear_time(
    case: tuple[str, str, str, str],
) -> None:
    name, begin, unit, end = case
    _check(READERS[name][0], begin, unit, end, shortest=1 << 16)


@pytest.mark.parametrize("name", READERS)
def test_a_sample_of_hostile_texts_is_read_in_linear_time(name: str) -> None:
    read, example = READERS[name]
    attacks = list(_attacks(example))
    for begin, unit, end in random.Random(name).sample(attacks, min(8, len(attacks))):
        _check(read, begin, unit, end, shortest=1 << 13)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", READERS)
def test_many_hostile_texts_are_read_in_linear_time(name: str) -> None:
    """All of them would take a day: others are drawn in every run, and named where one fails."""
    read, example = READERS[name]
    draw = random.SystemRandom()
    for begin, unit, end in draw.sample(list(_attacks(example)), 100):
        _check(read, begin, unit, end, shortest=1 << 13)
    for unit in draw.sample(sorted({*UNITS, *_parts(example), example}), 12):
        for begin in ("", example):
            _check(read, begin, unit, "", shortest=1 << 18)


def _parts(example: str) -> list[str]:
    """The words, signs and brackets of an example, each once."""
    return list(dict.fromkeys(re.findall(r"\w+\[[^]]*\]|\w+|\s+|[^\w\s]", example)))


def _attacks(example: str) -> Iterator[tuple[str, str, str]]:
    cuts = [0, *(match.end() for match in re.finditer(r"\w+|[^\w\s]", example))]
    begins = dict.fromkeys(example[:cut] for cut in cuts[:: max(1, len(cuts) // 25)])
    units = dict.fromkeys(chain(UNITS, _parts(example)))
    return ((begin, unit, end) for begin in begins for unit in units for end in ENDS)


def _check(read: Reader, begin: str, unit: str, end: str, *, shortest: int) -> None:
    """Read longer and longer texts as long as they take too long for their length."""

    def seconds(length: int, times: int) -> float:
        text = begin + unit * (length // len(unit)) + end
        return min(_seconds(read, text) for _ in range(times))

    length = shortest
    if seconds(length, 1) < FLOOR * length / LONGEST * 8:
        return  # so quick that a megabyte is read before anybody notices
    while (before := seconds(length, 3)) < FLOOR and length < LONGEST:
        length *= 2
    for _ in range(3):
        after = seconds(2 * length, 3)
        if after <= WORST_RATIO * max(before, FLOOR):
            return
        before, length = after, 2 * length
    raise AssertionError(
        f"{begin!r:.60} + {unit!r} × n + {end!r} takes {after:.2f} s for {length:,} characters and "
        f"more than {WORST_RATIO} times as long for every doubling"
    )


def _seconds(read: Reader, text: str) -> float:
    gc.disable()
    try:
        begin = time.thread_time()
        try:
            read(text)
        except REFUSALS as error:
            took = time.thread_time() - begin
            assert 20 < len(str(error)) < 1500, f"{str(error)[:200]} is {len(str(error))} long"
            return took
        return time.thread_time() - begin
    finally:
        gc.enable()
