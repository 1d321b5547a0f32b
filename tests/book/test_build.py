"""A book is built the same whoever works at it and however often the work is interrupted."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from small_book import PLAN, POSITIONS, AtOnce

from outflank.board import Board
from outflank.book import Book
from outflank.book.build import BuildPlan, build_book, journal_header, nearest, often_played
from outflank.book.evaluation import evaluate
from outflank.book.graph import (
    DOUBT,
    START,
    Entries,
    Worth,
    best,
    carried_back,
    following,
    key_of,
    plies,
)
from outflank.book.journal import Journal
from outflank.engine import Engine, Limit
from outflank.workers.lines import LinesError

HEADER = journal_header(PLAN, ())


def journal(path: Path) -> Journal:
    return Journal(path, HEADER)


def test_a_killed_build_goes_on_to_the_same_book(small: Book, tmp_path: Path) -> None:
    """Killed after every few positions, once in the middle of writing a line."""
    path = tmp_path / "killed.journal"
    found = {}
    for wanted in range(7, POSITIONS + 7, 7):
        with journal(path) as kept:
            before = len(kept.entries)
            executor = AtOnce()
            found = build_book(PLAN, kept, min(wanted, POSITIONS), executor)
            assert executor.tasks["evaluate"] <= 4  # what was there is not done again
            assert before <= len(kept.entries)
        path.write_bytes(path.read_bytes() + b"00000000000000ff 00000")
    assert found == small.entries


def test_who_works_at_it_makes_no_difference(small: Book, tmp_path: Path) -> None:
    with journal(tmp_path / "threads.journal") as kept, ThreadPoolExecutor(3) as executor:
        assert build_book(PLAN, kept, POSITIONS, executor, ahead=9) == small.entries


def test_a_stopped_build_keeps_what_is_done(tmp_path: Path) -> None:
    told: list[int] = []

    with journal(tmp_path / "stopped.journal") as kept:
        book = build_book(
            PLAN,
            kept,
            POSITIONS,
            AtOnce(),
            ahead=1,
            report=lambda done, wanted: told.append(done),
            stopped=lambda: len(told) == 5,
        )
    assert len(told) == 5
    assert told == sorted(told)
    assert len(book) == told[-1] < POSITIONS


def test_no_move_among_the_best_was_seen_only_quickly(small: Book, tmp_path: Path) -> None:
    """Carrying values back alone would leave some, because what looked better has fallen."""

    def doubtful(entries: Entries) -> int:
        return sum(
            worth.depth == PLAN.quick_depth and worth.value >= max(entry).value - DOUBT
            for entry in entries.values()
            for worth in entry
        )

    assert doubtful(small.entries) == 0
    with journal(tmp_path / "small.journal") as kept:
        build_book(PLAN, kept, POSITIONS, AtOnce())
        assert doubtful(carried_back(kept.entries)) > 0


def test_a_look_at_one_move_is_the_search_of_what_follows_it(tmp_path: Path) -> None:
    with journal(tmp_path / "small.journal") as kept:
        build_book(PLAN, kept, POSITIONS, AtOnce())
        assert kept.deeper
        for (key, square), worth in kept.deeper.items():
            board = Board.from_bits(*key).play(square)
            sign = 1 if board.must_pass else -1
            board = board.pass_turn() if board.must_pass else board
            result = Engine(memory=1).analyze(board, Limit(depth=PLAN.depth - 1), lines=1)[0]
            assert worth == Worth(sign * result.score, PLAN.depth)


def test_what_was_looked_at_again_is_read_from_the_journal(small: Book, tmp_path: Path) -> None:
    path = tmp_path / "small.journal"
    with journal(path) as kept:
        build_book(PLAN, kept, POSITIONS, AtOnce())
        known = dict(kept.deeper)
    executor = AtOnce()
    with journal(path) as kept:
        assert kept.deeper == known
        assert build_book(PLAN, kept, POSITIONS, executor) == small.entries
    assert not executor.tasks


def test_the_book_grows_from_the_start_along_the_best_lines(small: Book) -> None:
    """Every position was reached from one in the book; the best line is the longest or nearly."""
    reached = {START} | {
        after.key for key in small.entries for after in following(key) if after is not None
    }
    assert set(small.entries) <= reached
    board, moves = Board(), 0
    while known := small.moves(board):
        board, moves = board.play(known[0].move), moves + 1
    assert moves >= max(map(plies, small.entries)) - 2


def test_the_nearest_position_is_the_one_that_lost_least(small: Book) -> None:
    """Computed by walking every way through the book."""
    cost: dict[tuple[int, int], float] = {}

    def walk(key: tuple[int, int], lost: float) -> None:
        if key not in small.entries:
            cost[key] = min(lost, cost.get(key, lost))
            return
        top = best(small.entries[key]).value
        for worth, after in zip(small.entries[key], following(key), strict=True):
            if after is not None and worth.depth >= PLAN.depth and lost < 12:
                walk(after.key, lost + top - worth.value + PLAN.per_move)

    walk(START, 0.0)
    found = nearest(PLAN, small.entries, 10)
    assert found == sorted(cost, key=lambda key: (cost[key], key))[:10]


def test_nothing_is_added_after_the_last_ply(tmp_path: Path) -> None:
    plan = BuildPlan(depth=1, quick_depth=1, last_ply=2)
    with Journal(tmp_path / "short.journal", journal_header(plan, ())) as kept:
        book = build_book(plan, kept, 1000, AtOnce())
    assert sorted(map(plies, book)) == [0, 1, 2, 2, 2]


def test_all_moves_are_valued_the_good_ones_more_deeply() -> None:
    board = Board().play("f5").play("d6").play("c3").play("d3")
    key, _ = key_of(board)
    canonical = Board.from_bits(*key)
    (entry,) = evaluate([key], 4, 2, 3)
    deep = [worth for worth in entry if worth.depth == 4]
    rest = [worth for worth in entry if worth.depth == 2]
    assert len(entry) == len(canonical.legal_moves)
    assert deep
    assert rest
    assert min(worth.value for worth in deep) >= max(worth.value for worth in rest)
    alone = Engine(memory=1).analyze(canonical, Limit(depth=4), lines=1)[0]
    assert best(entry) == Worth(alone.score, 4)


def test_mirror_images_are_worth_the_same() -> None:
    for worth in evaluate([START], 5, 5, 64):
        assert len(set(worth)) == 1


def test_what_is_played_often_is_begun_with(tmp_path: Path) -> None:
    games = ["f5d6c3d3 +2 W"] * 5 + ["d3c5f6f5c4 -4 W"] * 5 + ["f5f4 +0 W"]
    often = often_played(games, times=10, last_ply=3)
    # The second game is the first one turned, with two more moves beyond the last ply.
    boards = [Board().play("f5"), Board().play("f5").play("d6")]
    assert often[:3] == [START, key_of(boards[0])[0], key_of(boards[1])[0]]
    assert all(plies(key) <= 3 for key in often)
    rare = key_of(Board().play("f5").play("f4"))[0]
    assert rare not in often
    with Journal(tmp_path / "seeds.journal", journal_header(PLAN, often)) as kept:
        build_book(PLAN, kept, len(often) + 1, AtOnce(), seeds=often)
        assert list(kept.entries)[: len(often)] == often


@pytest.mark.parametrize("line", ["hello", "{ f5", "f5d9", "f5d"])
def test_a_line_that_is_no_game_is_named_however_rare_it_is(line: str) -> None:
    games = ["f5d6c3d3 +2 W", line, "", "F5D6"]
    with pytest.raises(ValueError, match="Game 2 begins with"):
        often_played(games, times=200, last_ply=3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "is not the journal of a book"),
        ("[1]\n", "is not the journal of a book"),
    ],
)
def test_another_file_is_not_taken_for_a_journal(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "other.txt"
    path.write_text(text)
    with pytest.raises(LinesError, match=sentence):
        journal(path)
    assert path.read_text() == text


def test_a_journal_of_another_making_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.journal"
    journal(path).close()
    with pytest.raises(LinesError, match=r"depth 2 → 3"):
        Journal(path, journal_header(BuildPlan(depth=3, quick_depth=1, near=4), ()))


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "my.journal"
    with journal(path) as kept:
        build_book(PLAN, kept, 2, AtOnce())
    before = path.read_text()
    path.write_text(before + "0000 zzz\n")
    with pytest.raises(LinesError, match=r"my.journal, line 5 is damaged: .*'0000 zzz'"):
        journal(path)
    start = f"{START[0]:016x} {START[1]:016x}"
    for rest in ("a1 +3/2", "d3 +3", "d3", ""):
        path.write_text(f"{before}deeper {start} {rest}\n")
        with pytest.raises(LinesError, match=r"line 5 is damaged"):
            journal(path)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"depth": 0}, "depth must be from 1 to 40, not 0"),
        ({"near": -1}, "near must be from 0 to 64, not -1"),
        ({"depth": 4, "quick_depth": 6}, "quick depth must be at most the depth, 4, not 6"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(settings: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        BuildPlan(**settings)
