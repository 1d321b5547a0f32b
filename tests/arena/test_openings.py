"""Where games begin."""

from pathlib import Path

import pytest
from shared_data import shared_data

from outflank.arena.openings import (
    OpeningError,
    default_openings,
    load_openings,
    parse_openings,
    replay_opening,
)
from outflank.book import default_book
from outflank.book.balanced import balanced_document
from outflank.engine import Engine, Limit
from outflank.openings.balanced import balanced_text


def test_the_balanced_list_has_legal_lines_of_eight_moves_no_two_alike() -> None:
    openings = load_openings("balanced", 8, 1, 0)
    assert len(openings) >= 300
    assert sorted(openings) == sorted(parse_openings(balanced_text(), 8, "the list"))
    positions = [replay_opening(line, 8) for line in openings]
    assert {len(board.empties) for board in positions} == {60 - 8}
    assert len({board.canonical() for board in positions}) == len(positions)
    assert all(board.legal_moves for board in positions)


def test_the_seed_shuffles_the_list() -> None:
    one, two = load_openings("balanced", 8, 1, 0), load_openings("balanced", 8, 2, 0)
    assert one != two
    assert sorted(one) == sorted(two)
    assert one == load_openings("balanced", 8, 1, 0)


def test_the_list_is_what_the_book_says() -> None:
    """`outflank book openings` makes it anew after a change of the book."""
    assert balanced_text() == balanced_document(default_book())


def test_the_engine_still_calls_the_balanced_list_level() -> None:
    """Another depth than the book was made with, so not the same numbers again."""
    engine = Engine(memory=4)
    boards = [replay_opening(line, 8) for line in load_openings("balanced", 8, 1, 0)[:60]]
    scores = [engine.choose(board, Limit(depth=8)).score for board in boards]
    assert sum(abs(score) <= 4 for score in scores) >= 54


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_random_openings_are_legal_and_differ(size: int) -> None:
    openings = load_openings(default_openings(size) if size != 8 else "random:6", size, 3, 12)
    assert len(openings) == 12
    assert openings == load_openings(
        "random:6" if size == 8 else default_openings(size), size, 3, 12
    )
    for line in openings:
        assert not replay_opening(line, size).is_over
    if size > 4:
        assert len({replay_opening(line, size).canonical() for line in openings}) == 12


@pytest.mark.parametrize(("size", "positions"), [(8, 30), (6, 30), (4, 3)])
def test_more_random_openings_begin_with_the_same_and_come_round_when_all_are_known(
    size: int, positions: int
) -> None:
    plies = {8: 6, 6: 4, 4: 2}[size]
    few, many = (load_openings(f"random:{plies}", size, 1, count) for count in (7, 30))
    assert many[:7] == few
    assert len(many) == 30
    assert len({replay_opening(line, size).canonical() for line in many}) == positions
    assert many[:positions] * (30 // positions) == many


def test_a_file_gives_a_line_an_opening(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("# mine\nF5 d6 C3\n\nf5f6  # parallel\n")
    assert sorted(load_openings(str(path), 8, 1, 0)) == ["f5d6c3", "f5f6"]


@pytest.mark.parametrize(
    ("choice", "size", "sentence"),
    [
        ("balanced", 6, "8×8 .* 6×6 use --openings random:4"),
        ("random:0", 8, "random:N must be from 1 to 32"),
        ("random:x", 8, "random:N must be from 1 to 32"),
        ("nowhere.txt", 8, "balanced, start, random:N or a file"),
    ],
)
def test_wrong_openings_are_refused_with_the_way_out(choice: str, size: int, sentence: str) -> None:
    with pytest.raises(OpeningError, match=sentence):
        load_openings(choice, size, 1, 10)


def test_a_wrong_line_is_named() -> None:
    with pytest.raises(OpeningError, match=r"mine, line 2: .*a1"):
        parse_openings("f5\na1\n", 8, "mine")
    with pytest.raises(OpeningError, match="mine has no opening"):
        parse_openings("# nothing\n", 8, "mine")


@pytest.mark.data
def test_others_call_many_of_the_balanced_lines_level_too() -> None:
    """Of all lines of eight moves a list of level ones by others has one in twelve."""
    lines = shared_data("openings/xot-small.txt").read_text().split()
    theirs = {replay_opening(line, 8).canonical() for line in lines}
    ours = [replay_opening(line, 8).canonical() for line in load_openings("balanced", 8, 1, 0)]
    assert sum(board in theirs for board in ours) >= len(ours) / 4
