"""The lines of named openings are in the book, to the ply that was asked for."""

from dataclasses import replace
from pathlib import Path

from small_book import PLAN, AtOnce

from outflank.board import Board
from outflank.book import Book
from outflank.book.build import build_book, journal_header
from outflank.book.graph import START, Entry, Key, carried_back, key_of, plies
from outflank.book.journal import Journal
from outflank.book.lines import ends_of_lines, positions_along, whole_lines
from outflank.openings import openings

NAMED = ("f5d6c3d3c4", "f5f4e3f6d3", "c4e3f6e6f5")
LAST = 9
FOLLOWED = replace(PLAN, lines_to=LAST)


def after(line: str) -> Board:
    board = Board()
    for at in range(0, len(line), 2):
        board = board.play(line[at : at + 2])
    return board


def built(path: Path, positions: int) -> dict[Key, Entry]:
    ways = positions_along(NAMED)
    with Journal(path, journal_header(FOLLOWED, (), ways)) as journal:
        return build_book(FOLLOWED, journal, positions, AtOnce(), openings=ways)


def test_positions_on_the_way_are_there_once_however_they_are_turned() -> None:
    ways = positions_along(["f5d6c3", "f5d6", "d3c5f6", "f5f4"])
    boards = [after(line) for line in ("f5", "f5d6", "f5f4", "f5d6c3")]
    assert sorted(ways) == sorted(key_of(board)[0] for board in boards)
    assert [plies(key) for key in ways] == [1, 2, 2, 3]


def test_both_sides_best_moves_lead_through_the_book_to_the_last_ply(tmp_path: Path) -> None:
    """Walked on boards: from the end of every opening, and of every position on the way to it."""
    book = Book(FOLLOWED.making, built(tmp_path / "lines.journal", 400))
    lengths = set()

    def walk(board: Board, ply: int) -> None:
        assert board in book
        lengths.add(ply)
        if ply == LAST:
            return
        best, *others = book.moves(board)
        for move in (best, *(other for other in others if other.value == best.value)):
            walk(board.play(move.move), ply + 1)

    for line in NAMED:
        for end in range(2, len(line) + 1, 2):
            walk(after(line[:end]), end // 2)
    assert max(lengths) == LAST
    named = [key_of(after(line))[0] for line in NAMED]
    assert whole_lines(book.entries, named, LAST) == len(NAMED)
    assert list(book.problems()) == []


def test_the_lines_come_before_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "lines.journal"
    with Journal(path, journal_header(FOLLOWED, (), positions_along(NAMED))) as journal:
        build_book(FOLLOWED, journal, 40, AtOnce(), openings=positions_along(NAMED))
        first = list(journal.entries)
    ways = positions_along(NAMED)
    assert first[: len(ways) + 1] == [START, *ways]
    begun = carried_back({key: journal.entries[key] for key in first[: len(ways) + 1]})
    ends = ends_of_lines(begun, ways, LAST)
    assert ends
    assert set(ends) <= set(first)


def test_a_killed_build_follows_the_same_lines(tmp_path: Path) -> None:
    whole = built(tmp_path / "whole.journal", 120)
    for wanted in range(9, 120, 9):
        built(tmp_path / "killed.journal", wanted)
    assert built(tmp_path / "killed.journal", 120) == whole


def test_a_line_that_is_long_enough_has_no_end() -> None:
    key = key_of(after("f5d6c3"))[0]
    assert ends_of_lines({}, [key], 2) == []
    assert ends_of_lines({}, [key], 3) == [key]


def test_every_named_opening_is_short_enough_to_be_followed() -> None:
    assert openings().longest <= PLAN.lines_to
