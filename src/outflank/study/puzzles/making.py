"""Generate puzzles from games, and estimate their difficulty."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Protocol

from outflank.board import Board, Square
from outflank.engine import Engine, Limit
from outflank.game import Game
from outflank.study.puzzles.puzzle import FEWEST, MOST, Goal, Puzzle
from outflank.study.puzzles.standing import expected_score
from outflank.study.puzzles.themes import Solution, Theme, themes_of

CHOICES = 4  # fewest legal moves; with fewer the answer is easy to guess
QUICK = 16  # most empties of new puzzles; more take long to solve
ON_LINES = {Theme.PARITY, Theme.SQUEEZE, Theme.SWINDLE}
"""The themes that depend on more than the right move."""
LOWEST, HIGHEST = 200, 2600  # limits of estimated ratings


class Weaker(Protocol):
    """A weaker player, who may miss the answer."""

    def choose(self, board: Board) -> Square: ...


def positions_of(game: Game, random: Random) -> Iterator[Board]:
    """Yield the positions of a game that may be puzzles, in random order."""
    boards = [game.start, *(made.board for made in game.history)]
    chosen = [
        board
        for board in boards
        if FEWEST <= len(board.empties) <= QUICK and len(board.legal_moves) >= CHOICES
    ]
    random.shuffle(chosen)
    yield from chosen


def may_fit(board: Board, wanted: Collection[Theme]) -> bool:
    """Return True if some move may have a wanted theme, which saves useless solving."""
    moves = [Solution(board, (move,), (move,)) for move in board.legal_moves]
    return any(theme in ON_LINES or any(map(theme.fits, moves)) for theme in wanted)


def puzzle_of(board: Board, engine: Engine) -> Puzzle | None:
    """Return the puzzle of a position, not numbered and rated yet; None if it is not a puzzle."""
    best, second = engine.analyze(board, Limit(exact_from=MOST), lines=2)
    if not (best.exact and second.exact) or best.score < 0:
        return None
    goal = Goal.WIN if best.score else Goal.HOLD
    if second.score >= (1 if best.score else 0):
        return None
    lines = best.line, second.line
    themes = themes_of(board, *lines)
    return Puzzle(0, goal, board, best.score, second.score, 0, themes, *lines)


def rated(puzzle: Puzzle, weaker: Sequence[tuple[float, Weaker]], tries: int = 3) -> Puzzle | None:
    """Return a puzzle rated by the players who miss it; None if no player does.

    The rating is that of a player with the same expected success as the weaker players together.
    """
    solved = [
        (elo, sum(player.choose(puzzle.board) == puzzle.answer for _ in range(tries)) / tries)
        for elo, player in weaker
    ]
    found = sum(share for _, share in solved)
    if found >= len(solved):
        return None
    low, high = float(LOWEST), float(HIGHEST)
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(expected_score(elo, middle) for elo, _ in solved)
        low, high = (middle, high) if expected > found else (low, middle)
    return replace(puzzle, rating=round(low))


def numbered(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Sort from easiest to hardest; new puzzles get numbers after those that have one."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.line))
    last = max((puzzle.number for puzzle in ordered), default=0)
    new = count(last + 1)
    return [puzzle if puzzle.number else replace(puzzle, number=next(new)) for puzzle in ordered]
