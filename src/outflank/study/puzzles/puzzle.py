"""A puzzle: a position with one right move, proved to the last disc.

The puzzle file has one puzzle per line, readable by people and easy to compare with Git.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from outflank.board import Board, Square, parse_square, square_name
from outflank.study.puzzles.themes import Theme
from outflank.study.words import TASKS
from outflank.translation import _

PUZZLES_FILE = Path(__file__).with_name("puzzles.txt")
HEADER = (
    "# outflank puzzles 2: number, position, goal, score, next best score, rating, themes, "
    "line, next best line"
)
WORDS = 10  # words per line; the position has two
NO_THEME = "-"
PuzzleMode: TypeAlias = Literal["puzzle", "daily", "run"]
FEWEST, MOST = 4, 20  # limits of empties in a puzzle


class InvalidPuzzles(ValueError):
    """A file that is not a puzzle file; the message gives the reason."""


class Goal(Enum):
    """What only the right move achieves: every puzzle decides the game."""

    WIN = "win"  # one move wins
    HOLD = "hold"  # one move holds the draw; all others lose

    @property
    def task(self) -> str:
        return TASKS[self.value]


@dataclass(frozen=True, slots=True)
class Puzzle:
    number: int  # stays the same in later versions of the file
    goal: Goal
    board: Board
    score: int  # the score of the answer with perfect play, in discs
    second: int  # the score of the next best move
    rating: int  # difficulty, on the rating scale of the opponents
    themes: tuple[Theme, ...]
    best_line: tuple[Square, ...]  # perfect play to the end, from the answer on
    second_line: tuple[Square, ...]  # perfect play after the next best move

    @property
    def answer(self) -> Square:
        return self.best_line[0]

    @property
    def line(self) -> str:
        themes = ",".join(theme.key for theme in self.themes) or NO_THEME
        best, second = (
            "".join(square_name(square, self.board.size) for square in line)
            for line in (self.best_line, self.second_line)
        )
        return (
            f"{self.number} {self.board.to_text()} {self.goal.value} {self.score:+d} "
            f"{self.second:+d} {self.rating} {themes} {best} {second}"
        )


def write_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Write a puzzle file atomically."""
    text = "\n".join([HEADER, *(puzzle.line for puzzle in puzzles), ""])
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file; ``InvalidPuzzles`` names an invalid line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != HEADER:
        raise InvalidPuzzles(
            _(
                "{path} is not a puzzle file: its first line is not “{header}”.",
                path=path,
                header=HEADER,
            )
        )
    for number, line in enumerate(lines[1:], start=1):
        try:
            yield puzzle_from_line(line)
        except ValueError as error:
            raise InvalidPuzzles(
                _("{path}, line {line}: {error}", path=path, line=number + 1, error=error)
            ) from None


def puzzle_from_line(line: str) -> Puzzle:
    """Parse a line; raise ``ValueError`` with the problem."""
    words = line.split()
    if len(words) != WORDS:
        raise ValueError(
            _(
                "Expected a number, position, goal, two scores, a rating, themes and two lines of "
                "moves. Got “{line}”.",
                line=line,
            )
        )
    number, discs, turn, goal, score, second, rating, themes, *lines = words
    board = Board.from_text(f"{discs} {turn}")
    best, other = (_moves(board, text) for text in lines)
    return Puzzle(
        int(number),
        Goal(goal),
        board,
        int(score),
        int(second),
        int(rating),
        () if themes == NO_THEME else tuple(map(Theme.of, themes.split(","))),
        best,
        other,
    )


def _moves(board: Board, text: str) -> tuple[Square, ...]:
    """Parse a line of moves; its first move must be legal."""
    moves = tuple(parse_square(text[at : at + 2], board.size) for at in range(0, len(text), 2))
    if moves[0] not in board.legal_moves:
        name = square_name(moves[0], board.size)
        raise ValueError(_("The answer {answer} is illegal.", answer=name))
    return moves


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship with Outflank, easiest first."""
    return tuple(read_puzzles(PUZZLES_FILE))


@cache
def _by_board() -> dict[Board, Puzzle]:
    return {puzzle.board: puzzle for puzzle in shipped_puzzles()}


def puzzle_at(board: Board) -> Puzzle | None:
    """Return the shipped puzzle with this position in this orientation, if there is one."""
    return _by_board().get(board)


def with_theme(theme: Theme | None) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles with a theme, or all of them."""
    return tuple(p for p in shipped_puzzles() if theme is None or theme in p.themes)
