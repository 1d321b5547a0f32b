"""A second look searches deeper whatever a book plays, and ends in the same book every time."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from small_book import PLAN, AtOnce

from outflank.board import Board
from outflank.book import Book
from outflank.book.deepen import checked_to, corrections, look_again, second_header, unchecked
from outflank.book.graph import Entries, Key, Worth, best_moves, plies
from outflank.book.journal import Journal
from outflank.book.lines import ends_of_lines, positions_along
from outflank.engine import Engine, Limit
from outflank.workers.lines import LinesError

DEPTH = PLAN.depth + 2
LINES_TO = 7
WAYS = positions_along(["f5d6c3d3c4", "f5f4e3"])


def journal(path: Path, book: Book, ways: Sequence[Key] = WAYS) -> Journal:
    return Journal(path, second_header(book, DEPTH, ways, LINES_TO))


def looked(book: Book, kept: Journal, ways: Sequence[Key] = WAYS) -> Entries:
    executor = AtOnce()
    found = look_again(book, DEPTH, kept, executor, openings=ways, lines_to=LINES_TO)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def again(small: Book, tmp_path_factory: pytest.TempPathFactory) -> Book:
    path = tmp_path_factory.mktemp("again") / "again.journal"
    with journal(path, small) as kept:
        return Book(small.making, looked(small, kept))


def test_whatever_it_plays_was_seen_deeper_and_right(small: Book, again: Book) -> None:
    """Every move out of the book that it plays is worth what a search of it says."""
    engine = Engine(memory=1)
    found = 0
    for key in again.entries:
        board = Board.from_bits(*key)
        best, *others = again.moves(board)
        for move in (best, *others):
            if move.inside or move.value < best.value:
                continue
            found += 1
            assert move.depth == DEPTH
            answer = engine.analyze(board.play(move.move), Limit(depth=DEPTH - 1), lines=1)[0]
            engine.clear()
            assert move.value == -answer.score
    assert found > len(small) / 2
    assert list(unchecked(again.entries, DEPTH)) == []
    assert checked_to(again.entries) == DEPTH > checked_to(small.entries)


def test_the_book_stays_sound_and_gets_the_lines_it_lacks(small: Book, again: Book) -> None:
    assert list(again.problems()) == []
    assert ends_of_lines(small.entries, WAYS, LINES_TO)
    assert ends_of_lines(again.entries, WAYS, LINES_TO) == []
    assert set(small.entries) <= set(again.entries)
    assert all(plies(key) <= LINES_TO for key in again.entries.keys() - small.entries.keys())


def a_few_looks(book: Book, path: Path) -> Entries | None:
    """What comes of it when somebody stops it after nine reports."""
    told: list[int] = []
    with journal(path, book) as kept:
        return look_again(
            book,
            DEPTH,
            kept,
            AtOnce(),
            openings=WAYS,
            lines_to=LINES_TO,
            ahead=1,
            report=lambda done, wanted: told.append(done),
            stopped=lambda: len(told) >= 9,
        )


def test_a_killed_second_look_goes_on_to_the_same_book(
    small: Book, again: Book, tmp_path: Path
) -> None:
    """Stopped after every few looks, once more in the middle of writing a line."""
    path = tmp_path / "killed.journal"
    rounds = 0
    while (found := a_few_looks(small, path)) is None:
        rounds += 1
        path.write_bytes(path.read_bytes() + b"deeper 000000")
    assert rounds > 3
    assert found == again.entries


def test_a_finished_second_look_has_nothing_left_to_do(again: Book, tmp_path: Path) -> None:
    with journal(tmp_path / "more.journal", again) as kept:
        executor = AtOnce()
        found = look_again(again, DEPTH, kept, executor, openings=WAYS, lines_to=LINES_TO)
    assert found == again.entries
    assert not executor.tasks


def test_what_changed_is_counted(small: Book, tmp_path: Path) -> None:
    with journal(tmp_path / "again.journal", small, ()) as kept:
        after = looked(small, kept, ())
        found = corrections(small, after, kept)
        assert found.moves == len(kept.deeper)
    assert (found.positions, found.added) == (len(small), 0)
    assert 0 < len(found.by_discs) <= found.moves
    assert 0 not in found.by_discs
    other = [
        key for key in small.entries if best_moves(small.entries[key]) != best_moves(after[key])
    ]
    assert found.other_best == len(other) > 0


def test_a_move_that_was_taken_for_too_good_makes_room_for_the_next(
    small: Book, tmp_path: Path
) -> None:
    """One move of a position is said to win by far; all that is left of it is what it is worth."""
    key = next(
        key
        for key, entry in small.entries.items()
        if len(entry) > 3 and not any(move.inside for move in small.moves(Board.from_bits(*key)))
    )
    first, *rest = small.entries[key]
    low = tuple(Worth(worth.value, PLAN.quick_depth) for worth in rest)
    book = Book(small.making, {key: (first._replace(value=60), *low)})
    with journal(tmp_path / "one.journal", book, ()) as kept:
        found = looked(book, kept, ())
    assert max(found[key]).value < 60
    assert max(found[key]).depth == DEPTH
    assert list(Book(book.making, found).problems()) == []


def test_the_journal_of_another_book_is_refused(small: Book, again: Book, tmp_path: Path) -> None:
    path = tmp_path / "my.journal"
    journal(path, small).close()
    with pytest.raises(LinesError, match=r"other settings or weights: book "):
        journal(path, again)
    other = second_header(small, DEPTH + 1, WAYS, LINES_TO)
    with pytest.raises(LinesError, match=f"second_look {DEPTH} → {DEPTH + 1}"):
        Journal(path, other)
