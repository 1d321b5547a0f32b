"""What a book knows, however the board is turned, and how a player chooses from it."""

from collections import defaultdict
from dataclasses import replace
from itertools import islice
from math import exp, log
from random import Random

import pytest
from small_book import PLAN, POSITIONS

from outflank import _native
from outflank.board import Board, Symmetry, square_name
from outflank.book import Book, BookMove, default_book
from outflank.book.balanced import balanced_lines
from outflank.book.build import BuildPlan
from outflank.book.deepen import DEEPER, checked_to
from outflank.book.graph import DOUBT, SYMMETRIES, Worth, carried_back, key_of, plies
from outflank.book.lines import ends_of_lines, positions_along
from outflank.engine import Engine
from outflank.openings import openings


def boards_of(book: Book) -> list[Board]:
    return [Board.from_bits(*key) for key in sorted(book.entries)]


def after(line: str) -> Board:
    board = Board()
    for at in range(0, len(line), 2):
        board = board.play(line[at : at + 2])
    return board


def test_the_native_key_is_the_canonical_board_and_says_how_to_get_there(small: Book) -> None:
    for board in boards_of(small)[::7]:
        for symmetry in Symmetry:
            turned = board.transformed(symmetry)
            mover, opponent, number = _native.canonical(turned.mover_bits, turned.opponent_bits)
            canonical = board.canonical()
            assert (mover, opponent) == (canonical.mover_bits, canonical.opponent_bits)
            assert turned.transformed(SYMMETRIES[number]) == canonical


def test_a_position_is_found_however_it_is_turned(small: Book) -> None:
    board = after("f5d6c3")
    known = {move.move: move for move in small.moves(board)}
    assert set(known) == set(board.legal_moves)
    for symmetry in Symmetry:
        turned = board.transformed(symmetry)
        assert turned in small
        for move in small.moves(turned):
            back = known[symmetry.inverse.square(move.move)]
            assert replace(move, move=back.move) == back


def test_the_value_of_a_position_is_that_of_its_best_move(small: Book) -> None:
    """Said in other words: through every move that stays in the book, as boards and not as keys."""
    inside = 0
    for board in boards_of(small):
        moves = small.moves(board)
        assert [move.value for move in moves] == sorted((m.value for m in moves), reverse=True)
        for move in moves:
            following = board.play(move.move)
            assert move.inside == (following in small)
            if move.inside:
                inside += 1
                best = small.moves(following)[0]
                assert (move.value, move.depth) == (-best.value, best.depth + 1)
            else:
                assert move.depth in (PLAN.depth, PLAN.quick_depth)
    assert inside >= POSITIONS - 1


def test_after_a_pass_the_value_keeps_its_sign() -> None:
    # White has no answer to c1 nor to e8, so Black moves again: the same side, the same sign.
    board = Board.from_text("XO" + "-" * 54 + "XXOO----" + " X")
    key, _ = key_of(board)
    answers = [board.play(move) for move in board.legal_moves]
    assert [answer.must_pass for answer in answers] == [True, True]
    again, _ = key_of(answers[1].pass_turn())
    moves = len(answers[1].pass_turn().legal_moves)
    searched = {key: (Worth(0, 1), Worth(0, 1)), again: tuple([Worth(7, 3)] * moves)}
    found = carried_back(searched)[key]
    assert sorted(found) == [Worth(0, 1), Worth(7, 4)]


def test_a_sound_book_has_no_problems_and_a_wrong_value_is_named(small: Book) -> None:
    assert list(small.problems()) == []
    key = key_of(after("f5"))[0]
    wrong = tuple(Worth(worth.value + 5, worth.depth) for worth in small.entries[key])
    problems = list(Book(small.making, {**small.entries, key: wrong}).problems())
    inside = sum(move.inside for move in small.moves(after("f5")))
    assert len(problems) == inside
    assert "has score" in problems[0]
    cut = Book(small.making, {**small.entries, key: wrong[1:]})
    assert [problem.partition(" has ")[2] for problem in cut.problems()] == [
        "3 legal moves, but the book has 2."
    ]
    turned = Board.from_bits(*key).transformed(Symmetry.ROTATE_180)
    other = Book(small.making, {(turned.mover_bits, turned.opponent_bits): wrong})
    assert "orientation" in next(other.problems())


def test_a_move_among_the_best_that_was_seen_only_quickly_is_named(small: Book) -> None:
    board = next(
        board
        for board in boards_of(small)
        if len(board.legal_moves) > 2 and not any(move.inside for move in small.moves(board))
    )
    key, _ = key_of(board)
    *others, _ = small.entries[key]
    top = max(others).value
    for value, named in ((top + 1, 1), (top, 1), (top - DOUBT, 1), (top - DOUBT - 1, 0)):
        changed = (*others, Worth(value, PLAN.quick_depth))
        book = Book(small.making, {**small.entries, key: changed})
        found = [problem for problem in book.problems() if "at depth 1 only" in problem]
        assert len(found) == named
        assert all(problem.startswith(board.to_text()) for problem in found)


def test_choices_vary_among_the_best_and_give_no_disc_away(small: Book) -> None:
    """All moves that are worth as much as the best are played, and none that is worth less."""
    varied = 0
    for board in boards_of(small):
        dice = Random(1)
        best, *others = small.moves(board)
        equal = {best.move, *(move.move for move in others if move.value == best.value)}
        chosen = [small.choose(board, dice) for _ in range(99)]
        assert {move.move for move in chosen if move is not None} == equal
        varied += len(equal) > 1
    assert varied > 5


def test_choices_repeat_with_the_seed(small: Book) -> None:
    def line(seed: int) -> list[BookMove | None]:
        dice = Random(seed)
        return [small.choose(board, dice) for board in boards_of(small)]

    assert line(1) == line(1)
    assert line(1) != line(2)


def test_variety_is_how_many_lines_it_plays(small: Book) -> None:
    """Counted by playing on until the book ends, every way with how likely it is."""
    likely: defaultdict[tuple[Board, ...], float] = defaultdict(float)

    def walk(board: Board, line: tuple[Board, ...], share: float) -> None:
        moves = [move for move in small.moves(board) if move.value == small.moves(board)[0].value]
        if not moves:
            likely[line] += share
        for move in moves:
            after = board.play(move.move)
            walk(after, (*line, after.canonical()), share / len(moves))

    walk(Board(), (), 1.0)
    entropy = -sum(share * log(share) for share in likely.values())
    assert exp(entropy) == pytest.approx(small.variety())
    assert small.variety() > 1


def test_a_book_that_saw_less_far_than_wanted_is_silent(small: Book) -> None:
    deepest = small.moves(Board())[0].depth
    assert small.choose(Board(), Random(1), depth=deepest) is not None
    assert small.choose(Board(), Random(1), depth=deepest + 1) is None


def test_outside_the_book_there_is_nothing(small: Book) -> None:
    far = after("f5d6c3d3c4f4f6f3e6e7d7c6f7b5")
    for board in (far, Board(6)):
        assert board not in small
        assert small.moves(board) == ()
        assert small.results(board) == ()
        assert small.choose(board, Random(1)) is None


def test_results_say_that_they_are_from_the_book_and_lines_are_legal(small: Book) -> None:
    for board in boards_of(small)[::9]:
        for result in small.results(board):
            assert result.book
            assert "(book, depth" in str(result)
            position = board
            for square in result.line:
                position = position.play(square)
            assert position not in small


def test_counts_say_how_much_of_the_book_is_behind_a_move(small: Book) -> None:
    assert small.count_after(Board(), Board().square("f5")) == POSITIONS - 1
    leaf = next(
        (board, move)
        for board in boards_of(small)
        for move in small.moves(board)
        if not move.inside
    )
    assert small.count_after(leaf[0], leaf[1].move) == 0


def test_searching_does_not_look_into_the_book() -> None:
    """The bench and whoever gives a limit measure the search."""
    assert Board() in default_book()
    result = Engine(memory=1).analyze(Board(), lines=1)[0]
    assert not result.book
    assert result.nodes > 0


# --- The book that comes with Outflank -----------------------------------------------------------


def test_the_shipped_book_is_sound() -> None:
    book = default_book()
    assert list(islice(book.problems(), 5)) == []
    assert len(book) >= 1000
    assert book.making.depth >= 8


def test_the_shipped_book_knows_that_parallel_is_worse() -> None:
    """What every player of the game knows, in one test: parallel loses against the other two."""
    values = {square_name(move.move): move.value for move in default_book().moves(after("f5"))}
    assert set(values) == {"d6", "f6", "f4"}
    assert values["f4"] < values["d6"]
    assert abs(values["d6"]) <= 2


def test_the_shipped_book_has_the_lines_of_every_named_opening() -> None:
    ways = positions_along(opening.moves for opening in openings().table)
    assert ends_of_lines(default_book().entries, ways, BuildPlan().lines_to) == []


def test_whatever_the_shipped_book_plays_was_looked_at_twice() -> None:
    book = default_book()
    assert checked_to(book.entries) >= book.making.depth + DEEPER


def test_the_shipped_book_plays_more_than_one_opening() -> None:
    assert default_book().variety() > 2


# --- Balanced openings ---------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [2, 4, 5])
def test_balanced_lines_are_all_level_positions_once(small: Book, moves: int) -> None:
    lines = balanced_lines(small, plies=moves, level=1)
    ends = [after(line) for line in lines]
    assert all(line.startswith("f5") and len(line) == 2 * moves for line in lines)
    assert len({end.canonical() for end in ends}) == len(ends) > 0
    for line in lines:
        before = after(line[:-2])
        value = next(m.value for m in small.moves(before) if square_name(m.move) == line[-2:])
        assert abs(value) <= 1
    found = {end.canonical() for end in ends}
    for key in small.entries:
        if plies(key) == moves and abs(small.value(key)) <= 1:
            assert Board.from_bits(*key).canonical() in {
                Board.from_bits(end.mover_bits, end.opponent_bits) for end in found
            }
