"""The tasks of exercises: which legal moves are right, counted on the board.

Each task but ``BEST`` counts something after every legal move; the moves with the most, or the
fewest, are right. For ``BEST`` the engine has proved or estimated the values in advance.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from outflank.board import Board, Square, square_name
from outflank.study.puzzles.themes import Solution, Theme
from outflank.study.why.shapes import (
    corners,
    discs_of,
    frontier,
    regions,
    safe_moves,
    stable_discs,
)
from outflank.translation import _, ngettext

TEXTS_FILE = Path(__file__).with_name("course.toml")
Evidence = Callable[[Board, Square], Iterable[Square]]


def _flips(board: Board, move: Square) -> Iterable[Square]:
    return board.flips(move)


def _replies(board: Board, move: Square) -> Iterable[Square]:
    return board.play(move).legal_moves


def _opened(board: Board, move: Square) -> Iterable[Square]:
    return board.play(move).legal_moves - board.opponent_moves


def _corners_given(board: Board, move: Square) -> Iterable[Square]:
    return board.play(move).legal_moves & corners(board.size)


def _frontier(board: Board, move: Square) -> Iterable[Square]:
    after = board.play(move)
    return frontier(after, discs_of(after, board.turn))


def _stable(board: Board, move: Square) -> Iterable[Square]:
    return stable_discs(board.play(move), board.turn)


def _odd(board: Board, move: Square) -> Iterable[Square]:
    """Return one square of each odd region."""
    return [next(iter(region)) for region in regions(board.play(move)) if len(region) % 2]


def _safe_replies(board: Board, move: Square) -> Iterable[Square]:
    return safe_moves(board.play(move))


def _shows(theme: Theme) -> Evidence:
    """Count the move itself if it has a theme."""
    return lambda board, move: (move,) if theme.fits(Solution(board, (move,), (move,))) else ()


def _nothing(board: Board, move: Square) -> Iterable[Square]:
    return ()


@cache
def course_texts() -> dict[str, Any]:
    """Return the texts of the course: lessons and tasks."""
    import tomllib  # only here, because most games have no lessons

    return tomllib.loads(TEXTS_FILE.read_text("utf-8"))


class ExerciseTask(Enum):
    """A task: its key in course.toml, what it counts, and whether most is right."""

    BEST = "best", _nothing, False
    FEWEST_FLIPS = "fewest-flips", _flips, False
    MOST_FLIPS = "most-flips", _flips, True
    PASS = "pass", _replies, False
    MOBILITY = "fewest-replies", _replies, False
    CORNER = "corner", _shows(Theme.CORNER), True
    GUARD = "no-corner", _corners_given, False
    THREAT = "threat", _shows(Theme.THREAT), True
    QUIET = "quiet", _opened, False
    FRONTIER = "frontier", _frontier, False
    STABLE = "stable", _stable, True
    NO_SAFE_REPLY = "no-safe-reply", _safe_replies, False
    WEDGE = "wedge", _shows(Theme.WEDGE), True
    TEMPO = "tempo", _shows(Theme.TEMPO), True
    PARITY = "parity", _odd, False

    def __init__(self, key: str, evidence: Evidence, most: bool) -> None:
        self.key = key
        self.evidence = evidence
        self.most = most

    @property
    def _texts(self) -> dict[str, Any]:
        return next(each for each in course_texts()["task"] if each["id"] == self.key)

    @property
    def counted(self) -> bool:
        return self is not ExerciseTask.BEST

    @property
    def has_comment(self) -> bool:
        return "comment" in self._texts

    def sentence(self, board: Board) -> str:
        text = self._texts["sentence"]
        return _(text, color=board.turn, opponent=board.turn.opponent)

    def count(self, board: Board, move: Square) -> int:
        return len(tuple(self.evidence(board, move)))

    def right_moves(self, board: Board) -> tuple[Square, ...]:
        """Return the moves with the most, or the fewest; not for ``BEST``."""
        counts = {move: self.count(board, move) for move in board.legal_moves}
        wanted = (max if self.most else min)(counts.values())
        return tuple(move for move, count in counts.items() if count == wanted)

    def comment(self, board: Board, move: Square) -> str:
        """Return what the task counts after a move; empty if it counts nothing."""
        if not self.has_comment:
            return ""
        one, many = self._texts["comment"]
        names = {"move": square_name(move, board.size), "opponent": board.turn.opponent}
        return ngettext(one, many, self.count(board, move), **names)
