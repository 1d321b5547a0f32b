"""The number of positions so many plies from the start, against the field's tables."""

import pytest
from perft import perft
from random_positions import plain
from shared_data import shared_data

from outflank.board import Board

SIX = [4, 12, 56, 244, 1364, 7604]
LARGE = [4, 12, 56, 244, 1396, 8200, 55180]


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(SIX, start=1)))
def test_perft_on_6x6(depth: int, leaves: int) -> None:
    assert perft(Board(6), depth) == leaves


@pytest.mark.parametrize("size", [10, 12, 14, 16])
def test_perft_on_larger_boards(size: int) -> None:
    # From 10×10 on no edge is within seven plies; the plain rules counted these once.
    assert [perft(Board(size), depth) for depth in range(1, 8)] == LARGE


def test_perft_on_4x4_tells_the_pass_conventions_apart() -> None:
    assert perft(Board(4), 8) == 9112
    assert perft(Board(4), 8, pass_is_ply=False) == 9756


@pytest.mark.slow
def test_perft_on_6x6_to_depth_8() -> None:
    assert perft(Board(6), 8) == 308716


def test_the_plain_rules_count_the_same_on_8x8() -> None:
    assert perft(plain(Board()), 5) == 1396


@pytest.mark.data
def test_perft_on_8x8_is_that_of_the_table() -> None:
    lines = shared_data("suites/perft.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line[:1].isdigit()]
    assert len(rows) >= 9
    for depth, as_ply, free, *_ in rows[:10]:
        assert perft(Board(), int(depth)) == int(as_ply)
        assert perft(Board(), int(depth), pass_is_ply=False) == int(free)
