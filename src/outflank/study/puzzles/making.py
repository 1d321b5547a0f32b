"""Making puzzles: positions of games in which one move is right, and how hard that is to see."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Protocol

from outflank.board import Board, Square
from outflank.engine import Engine, Limit, Result
from outflank.game import Game
from outflank.study.puzzles.puzzle import FEWEST, MOST, Puzzle, PuzzleKind
from outflank.study.puzzles.standing import expected_score
from outflank.study.why.explaining import explain
from outflank.study.why.lines import follow
from outflank.study.why.mobility import opened
from outflank.study.why.reason import ReasonKind

CHOICES = 4  # moves there must be, or one guesses it
APART = 6  # discs between the best move and the next where the result is the same
QUIET_FROM = 8  # empties from which a quiet move is worth looking for
HARD_FROM = 16  # empties from which solving every move takes seconds rather than moments
LOWEST, HIGHEST = 200, 2600  # ratings: what all solve, and what none does, lies beyond knowing


class Weaker(Protocol):
    """Somebody who may miss the answer."""

    def choose(self, board: Board) -> Square: ...


def positions_of(game: Game, random: Random) -> Iterator[Board]:
    """The positions of a game that may be puzzles, in an order by lot."""
    boards = [game.start, *(made.board for made in game.history)]
    chosen = [
        board
        for board in boards
        if FEWEST <= len(board.empties) <= MOST and len(board.legal_moves) >= CHOICES
    ]
    random.shuffle(chosen)
    yield from chosen


def puzzle_of(board: Board, engine: Engine) -> Puzzle | None:
    """The puzzle that a position is, not yet rated; None where it is none."""
    if not _looks_like_one(board, engine):
        return None
    results = engine.analyse(board, Limit(exact_from=MOST), lines=2)
    best, second = results[0], results[1]
    if not (best.exact and second.exact):
        return None
    kind = _kind(board, best, second, engine)
    if kind is None:
        return None
    return Puzzle(0, kind, board, best.move, best.score, second.score, 0)


def _looks_like_one(board: Board, engine: Engine) -> bool:
    """Whether a shallow look sees the best move well apart: it spares solving for nothing."""
    if len(board.empties) < HARD_FROM:
        return True
    best, second = engine.analyse(board, Limit(depth=8), lines=2)
    return best.score - second.score >= APART // 2


def _kind(board: Board, best: Result, second: Result, engine: Engine) -> PuzzleKind | None:
    if best.score > 0 >= second.score:
        return PuzzleKind.WIN
    if best.score == 0 > second.score:
        return PuzzleKind.HOLD
    if best.score - second.score < APART:
        return None
    line = follow(board, best.line)
    if len(board.empties) >= QUIET_FROM and not line.steps[0].passed and not opened(line):
        return PuzzleKind.QUIET
    reasons = explain(board, follow(board, second.line), line, best.score - second.score)
    if any(reason.kind is ReasonKind.PARITY for reason in reasons[:1]):
        return PuzzleKind.PARITY
    return None


def rated(puzzle: Puzzle, weaker: Sequence[tuple[float, Weaker]], tries: int = 3) -> Puzzle | None:
    """A puzzle with its rating, from who misses it; None where nobody does.

    The rating is the one at which somebody of each strength is expected to solve as often as the
    weaker players did, in all.
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
    """The puzzles in order, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.line))
    return [replace(puzzle, number=number) for number, puzzle in enumerate(ordered, start=1)]
