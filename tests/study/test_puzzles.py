"""Puzzles: that each has one right move, and how they are made, rated and kept."""

from pathlib import Path
from random import Random

import pytest
from plain_solver import is_at_least

from outflank.board import Board, Square, square_name
from outflank.engine import Engine
from outflank.game import Game
from outflank.study.practice import (
    AGAIN,
    PuzzleTask,
    analyze_answer,
    fault,
    lessons,
    missed_card,
    puzzle_card,
    question,
    solution,
)
from outflank.study.puzzles.making import positions_of, puzzle_of, rated
from outflank.study.puzzles.puzzle import (
    Goal,
    InvalidPuzzles,
    Puzzle,
    read_puzzles,
    shipped_puzzles,
    with_theme,
    write_puzzles,
)
from outflank.study.puzzles.standing import SolverRating
from outflank.study.puzzles.themes import Theme, themes_of
from outflank.study.values import Effort
from outflank.study.why.lines import follow
from outflank.study.words import TASKS
from study import facts

QUICK = Effort(4, 20)
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


def test_there_are_many_and_each_once() -> None:
    assert len(SHIPPED) >= 1900
    assert len({puzzle.board.canonical() for puzzle in SHIPPED}) == len(SHIPPED)
    assert len({puzzle.number for puzzle in SHIPPED}) == len(SHIPPED)
    assert [p.rating for p in SHIPPED] == sorted(p.rating for p in SHIPPED)
    assert {puzzle.goal for puzzle in SHIPPED} == set(Goal)


def test_every_answer_decides_the_game() -> None:
    for puzzle in SHIPPED:
        assert 4 <= len(puzzle.board.empties) <= 20
        assert len(puzzle.board.legal_moves) >= 4
        assert {puzzle.answer, puzzle.second_line[0]} <= set(puzzle.board.legal_moves)
        if puzzle.goal is Goal.WIN:
            assert puzzle.score > 0 >= puzzle.second
        else:
            assert puzzle.score == 0 > puzzle.second


def test_both_lines_lead_to_the_scores_and_show_the_themes() -> None:
    for puzzle in SHIPPED:
        scores = []
        for line in (puzzle.best_line, puzzle.second_line):
            end = follow(puzzle.board, line).steps[-1].after
            assert end.is_over, puzzle.number
            scores.append(end.score if end.turn is puzzle.board.turn else -end.score)
        assert scores == [puzzle.score, puzzle.second], puzzle.number
        assert puzzle.themes == themes_of(puzzle.board, puzzle.best_line, puzzle.second_line)


def test_every_theme_has_puzzles_from_easy_to_hard() -> None:
    assert len(Theme) >= 12
    assert len({theme.key for theme in Theme}) == len(Theme)
    for theme in Theme:
        found = with_theme(theme)
        assert len(found) >= 60, theme.key
        assert found[-1].rating - found[0].rating > 400, theme.key
        assert theme.title
        assert theme.definition.endswith(".")
    assert with_theme(None) == SHIPPED


def blamed(puzzle: Puzzle) -> bool:
    """Whether what is said of the next best move has a word about the answer."""
    best, second = (follow(puzzle.board, line) for line in (puzzle.best_line, puzzle.second_line))
    loss = puzzle.score - puzzle.second
    why = fault(puzzle.board, second, best, loss, (puzzle.answer,))
    return square_name(puzzle.answer, 8) in facts(why)


def test_no_reason_blames_the_answer() -> None:
    assert not [p.number for p in Random(4).sample(SHIPPED, 150) if blamed(p)]


@pytest.mark.slow
def test_no_reason_of_any_puzzle_blames_the_answer() -> None:
    assert not [puzzle.number for puzzle in SHIPPED if blamed(puzzle)]


@pytest.mark.slow
def test_no_wrong_try_that_the_engine_explains_blames_the_answer() -> None:
    for puzzle in Random(8).sample(SHIPPED, 60):
        card = puzzle_card(PuzzleTask(puzzle, 950, SolverRating()))
        for move in puzzle.board.legal_moves:
            if move != puzzle.answer:
                why = analyze_answer(card, move, Engine(), QUICK).why
                assert square_name(puzzle.answer, 8) not in facts(why), puzzle.number


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
        for seed in range(12)
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
        ("", "themes"),
        (SHIPPED[0].line.replace(f" {SHIPPED[0].goal.value} ", " riddle "), "riddle"),
        (f"1 {Board().to_text()} win +2 +0 900 - a1 d3", "a1"),
        (f"1 {Board().to_text()} win +2 +0 900 riddles d3 c4", "riddles"),
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


def test_a_card_says_how_hard_its_puzzle_is_and_what_the_answer_achieves() -> None:
    puzzle = Puzzle(7, Goal.WIN, Board(), 2, -4, 950, (Theme.QUIET,), (19,), (26,))
    card = puzzle_card(PuzzleTask(puzzle, 950, SolverRating()))
    assert (facts(card.source), card.task) == (["7"], TASKS["win"])
    assert facts(question(card)) == ["950", "1000"]
    assert facts(solution(card))[:5] == ["d3", "d3", "2", "c4", "4"]
    assert [facts(lesson) for lesson in lessons(puzzle)] == [[], ["d3"]]
    assert Theme.QUIET.title in lessons(puzzle)[0]


def test_a_missed_puzzle_comes_back_as_an_error_and_is_still_explained() -> None:
    puzzle = SHIPPED[-1]
    card = puzzle_card(PuzzleTask(puzzle, 950, SolverRating()))
    again = missed_card(card, 1000.0)
    assert (again.puzzle, again.due, again.known) == (None, 1000.0 + AGAIN, puzzle)
    assert again.accepts(puzzle.answer)
    assert facts(question(again)) == [str(puzzle.number)]
    assert solution(again) == solution(card)
