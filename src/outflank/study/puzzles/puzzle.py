"""A puzzle: a position with one right move, proved to the last disc.

The file of puzzles has a line each, so that a person can read it and Git can compare it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from outflank.board import Board, Square, parse_square, square_name
from outflank.study.words import TASKS
from outflank.translation import _

PUZZLES_FILE = Path(__file__).with_name("puzzles.txt")
HEADER = "# outflank puzzles 1: position, kind, answer, score, next best score, rating"
WORDS = 7  # of a line: the position is two
FEWEST, MOST = 4, 20  # empties of a puzzle


class InvalidPuzzles(ValueError):
    """A file that has no puzzles; the sentence says why."""


class PuzzleKind(Enum):
    WIN = "win"  # one move wins
    HOLD = "hold"  # one move holds the draw; every other loses
    QUIET = "quiet"  # the best move by far opens nothing to the opponent
    PARITY = "parity"  # the best move by far keeps the last move of a region

    @property
    def task(self) -> str:
        return TASKS[self.value]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its one right move."""

    number: int  # its place in the file, from 1
    kind: PuzzleKind
    board: Board
    answer: Square
    score: int  # what the answer is worth with perfect play, in discs
    second: int  # what the next best move is worth
    rating: int  # how hard it is, on the scale of the opponents

    @property
    def line(self) -> str:
        name = square_name(self.answer, self.board.size)
        return (
            f"{self.board.to_text()} {self.kind.value} {name} {self.score:+d} {self.second:+d} "
            f"{self.rating}"
        )


def write_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Write a file of puzzles, whole or not at all."""
    text = "\n".join([HEADER, *(puzzle.line for puzzle in puzzles), ""])
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a file; ``InvalidPuzzles`` names the line that is none."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != HEADER:
        raise InvalidPuzzles(
            _(
                "{path} is not a file of puzzles: its first line is not “{header}”.",
                path=path,
                header=HEADER,
            )
        )
    for number, line in enumerate(lines[1:], start=1):
        try:
            yield puzzle_from_line(line, number)
        except ValueError as error:
            raise InvalidPuzzles(
                _("{path}, line {line}: {error}", path=path, line=number + 1, error=error)
            ) from None


def puzzle_from_line(line: str, number: int = 0) -> Puzzle:
    """The puzzle of a line; a ``ValueError`` says what is wrong with it."""
    words = line.split()
    if len(words) != WORDS:
        raise ValueError(
            _(
                "Expected a position, kind, answer, two scores and a rating. Got “{line}”.",
                line=line,
            )
        )
    discs, turn, kind, answer, score, second, rating = words
    board = Board.from_text(f"{discs} {turn}")
    square = parse_square(answer, board.size)
    if square not in board.legal_moves:
        raise ValueError(_("The answer {answer} is illegal.", answer=answer))
    return Puzzle(number, PuzzleKind(kind), board, square, int(score), int(second), int(rating))


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with Outflank, the easiest first."""
    return tuple(read_puzzles(PUZZLES_FILE))
