"""Puzzles: that each has one right move, and how they are made, rated and kept."""

from pathlib import Path
from random import Random

import pytest
from plain_solver import is_at_least

from outflank.board import Board, Square
from outflank.engine import Engine
from outflank.game import Game
from outflank.study.practice import PuzzleTask, puzzle_card, question, solution
from outflank.study.puzzles.making import positions_of, puzzle_of, rated
from outflank.study.puzzles.puzzle import (
    InvalidPuzzles,
    Puzzle,
    PuzzleKind,
    read_puzzles,
    shipped_puzzles,
    write_puzzles,
)
from outflank.study.puzzles.standing import SolverRating
from outflank.study.words import TASKS
from study import facts

SHIPPED = shipped_puzzles()
FEW, MORE = 8, 12  # empties that the plain solver does at once, and in a while


def random_game(seed: int) -> Game:
    """A finished game of moves by lot."""
    game, random = Game(), Random(seed)
    while not game.is_over:
        game.play(random.choice(list(game.board.legal_moves)))
    return game


def proves(puzzle: Puzzle) -> bool:
    """Whether the answer is worth what it says, and no other move more than the next best."""
    others = [move for move in puzzle.board.legal_moves if move != puzzle.answer]
    return (
        is_at_least(puzzle.board, puzzle.answer, puzzle.score)
        and not is_at_least(puzzle.board, puzzle.answer, puzzle.score + 1)
        and any(is_at_least(puzzle.board, move, puzzle.second) for move in others)
        and not any(is_at_least(puzzle.board, move, puzzle.second + 1) for move in others)
    )


def test_there_are_two_thousand_and_each_once() -> None:
    assert len(SHIPPED) >= 2000
    assert len({puzzle.board.canonical() for puzzle in SHIPPED}) == len(SHIPPED)
    assert [puzzle.number for puzzle in SHIPPED] == list(range(1, len(SHIPPED) + 1))
    assert [p.rating for p in SHIPPED] == sorted(p.rating for p in SHIPPED)
    assert {puzzle.kind for puzzle in SHIPPED} == set(PuzzleKind)


def test_every_puzzle_asks_what_its_kind_says() -> None:
    for puzzle in SHIPPED:
        assert 4 <= len(puzzle.board.empties) <= 20
        assert len(puzzle.board.legal_moves) >= 4
        assert puzzle.answer in puzzle.board.legal_moves
        match puzzle.kind:
            case PuzzleKind.WIN:
                assert puzzle.score > 0 >= puzzle.second
            case PuzzleKind.HOLD:
                assert puzzle.score == 0 > puzzle.second
            case PuzzleKind.QUIET | PuzzleKind.PARITY:
                assert puzzle.score >= puzzle.second + 6


def test_a_second_solver_agrees_with_the_quick_ones() -> None:
    quick = [puzzle for puzzle in SHIPPED if len(puzzle.board.empties) <= FEW]
    assert len(quick) > 50
    assert all(proves(puzzle) for puzzle in Random(5).sample(quick, 50))


@pytest.mark.slow
def test_a_second_solver_agrees_with_all_it_can_solve() -> None:
    wrong = [p.line for p in SHIPPED if len(p.board.empties) <= MORE and not proves(p)]
    assert not wrong


@pytest.mark.slow
def test_the_engine_agrees_with_all_of_them() -> None:
    engine = Engine()
    for puzzle in SHIPPED:
        best = engine.solve(puzzle.board)
        assert (best.move, best.score) == (puzzle.answer, puzzle.score), puzzle.line


def test_a_puzzle_of_a_game_is_proved_by_the_second_solver() -> None:
    found = [
        puzzle
        for seed in range(3)
        for board in positions_of(random_game(seed), Random(1))
        if len(board.empties) <= FEW and (puzzle := puzzle_of(board, Engine()))
    ]
    assert found
    assert all(proves(puzzle) for puzzle in found)


class Always:
    """Plays the same square."""

    def __init__(self, square: Square) -> None:
        self.square = square

    def choose(self, board: Board) -> Square:
        return self.square


def test_the_more_miss_it_the_harder_it_is() -> None:
    puzzle = SHIPPED[0]
    right = Always(puzzle.answer)
    wrong = Always(next(m for m in puzzle.board.legal_moves if m != puzzle.answer))
    elos = (600.0, 1200.0, 1800.0)
    ratings = []
    for players in ((wrong, right, right), (wrong, wrong, right), (wrong, wrong, wrong)):
        found = rated(puzzle, list(zip(elos, players, strict=True)))
        assert found is not None
        ratings.append(found.rating)
    assert ratings == sorted(set(ratings))
    assert rated(puzzle, [(elo, right) for elo in elos]) is None


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    write_puzzles(SHIPPED[:7], path)
    assert tuple(read_puzzles(path)) == SHIPPED[:7]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "rating"),
        (SHIPPED[0].line.replace(SHIPPED[0].kind.value, "riddle"), "riddle"),
        (f"{Board().to_text()} win a1 +2 +0 900", "a1"),
        (f"{SHIPPED[0].line} more", "more"),
    ],
)
def test_a_line_that_is_no_puzzle_is_named(line: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    write_puzzles(SHIPPED[:2], path)
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(InvalidPuzzles, match=f"line 4: .*{says}"):
        list(read_puzzles(path))


def test_another_file_is_called_that(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("f5d6c3\n")
    with pytest.raises(InvalidPuzzles, match="# outflank puzzles"):
        list(read_puzzles(path))


def test_a_card_says_how_hard_its_puzzle_is_and_what_the_answer_is_worth() -> None:
    puzzle = Puzzle(7, PuzzleKind.WIN, Board(), 19, 2, -4, 950)
    card = puzzle_card(puzzle, PuzzleTask(7, 950, SolverRating()))
    assert (facts(card.source), card.task) == (["7"], TASKS["win"])
    assert facts(question(card)) == ["950", "1000"]
    assert facts(solution(card)) == ["d3", "+2", "-4"]
