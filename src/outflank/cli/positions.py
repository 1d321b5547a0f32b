"""Positions as people give them on the command line: text, a transcript, a diagram, or a file."""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from outflank.board import Board, IllegalMove, InvalidPosition, InvalidSquare, parse_square
from outflank.cli.errors import UsageError
from outflank.game import Game

_SCORED_MOVE = re.compile(r"([A-Ha-h][1-8]):([+-]?\d+)")
_LIKE_A_POSITION = re.compile(r"[XO*\-.]{2}|to move", re.IGNORECASE)
_TRANSCRIPT = re.compile(r"(?:\s*[A-Pa-p]\d{1,2})*\s*")

HELP = (
    "a position (squares from a1, then X or O to move), a transcript such as f5d6c3, "
    "a file of positions (.obf) or with a diagram, or - for standard input"
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and what is said about it: where it stands, and the scores of its moves."""

    name: str
    board: Board
    scores: dict[int, int] = field(default_factory=dict)

    @property
    def best_score(self) -> int | None:
        """The known score of the best move."""
        return max(self.scores.values()) if self.scores else None


def read_problems(given: str) -> list[Problem]:
    """The positions that an argument means."""
    if given == "-":
        return _parse(sys.stdin.read(), "standard input")
    if _TRANSCRIPT.fullmatch(given):
        return [Problem(given or "start", _after(given))]
    path = Path(given)
    try:
        if path.is_file():
            return _parse(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {given}: {error}") from None
    if path.suffix or not _LIKE_A_POSITION.search(given):
        raise UsageError(
            f"there is no file {given}; or give a position (squares from a1, then X or O to move) "
            "or a transcript such as f5d6c3"
        )
    return _parse(given, "position")


def _after(transcript: str) -> Board:
    game = Game()
    try:
        for name in re.findall(r"[A-Pa-p]\d{1,2}", transcript):
            game.play(parse_square(name))
    except (IllegalMove, InvalidSquare) as error:
        raise UsageError(str(error)) from None
    return game.board


def _parse(text: str, source: str) -> list[Problem]:
    try:
        if re.search(r"to move", text, re.IGNORECASE):
            return [Problem(source, Board.from_diagram(text))]
        return [
            _problem(line, f"{source}:{number}")
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip() and not line.lstrip().startswith(("%", "#"))
        ]
    except InvalidPosition as error:
        raise UsageError(f"{source}: {error}") from None


def _problem(line: str, name: str) -> Problem:
    """One line of an .obf file: a position, then its moves with their scores."""
    position, _, rest = line.partition(";")
    board = Board.from_text(position)
    scores = {
        parse_square(square, board.size): int(score) for square, score in _SCORED_MOVE.findall(rest)
    }
    return Problem(name, board, scores)
