"""Positions from the command line: text, a transcript, a diagram, or a file."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from outflank.board import Board, InvalidPosition
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.games import refuse_missing_file, with_note_said
from outflank.formats import READ_FORMATS, InvalidRecord, read_anything, read_file, read_obf_line
from outflank.formats.diagram import read_printed_board
from outflank.formats.lines import split_position
from outflank.game import Game
from outflank.translation import N_, _

_SCORE = re.compile(r"[\s;]*(?:[A-Pa-p]\d{1,2}\s*:\s*)?[+-]?\d+\s*(?:;|\Z)")
_CELLS = re.compile(r"[XO*\-.]{2,}+(?:\s+[XO*])?+\s*+;?+\s*+", re.IGNORECASE)
_TRANSCRIPT = re.compile(r"(?:\s*[A-Pa-p]\d{1,2})*\s*")

HELP = N_(
    "a position (the squares from a1, then X or O to move), moves such as f5d6c3, a game "
    "in any format, a file with positions (.obf), a diagram or games, or - for standard "
    "input"
)


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position with its source and the known scores of its moves."""

    name: str
    board: Board
    scores: dict[int, int] = field(default_factory=dict)

    @property
    def best_score(self) -> int | None:
        return max(self.scores.values()) if self.scores else None


def read_positions(given: str) -> list[GivenPosition]:
    """Return the positions of an argument; for a game, the final position."""
    if given == "-":
        return _parse(sys.stdin.read(), _("standard input"))
    if not given.strip():
        return [GivenPosition(_("starting position"), Board())]
    path = Path(given)
    try:
        if len(given) < 1000 and not _TRANSCRIPT.fullmatch(given) and path.is_file():
            return _from_file(path)
    except OSError as error:
        raise UsageError(_("{path} cannot be read: {error}", path=given, error=error)) from None
    refuse_missing_file(given)
    if _TRANSCRIPT.fullmatch(given):
        return _parse(given, given if len(given) < 200 else given[:199] + "…")
    try:
        return _parse(given, _("position"))
    except UsageError as error:
        if len(given) > 40 or _CELLS.fullmatch(given):
            raise
        raise UsageError(
            _(
                "{text} is not a file, a position (the squares from a1, then X or O to move) or "
                "moves such as f5d6c3. {error}",
                text=repr(given),
                error=error,
            )
        ) from None


def _from_file(path: Path) -> list[GivenPosition]:
    ending = path.suffix.lstrip(".").lower()
    if ending in ("obf", "txt") or ending not in READ_FORMATS:
        return _parse(path.read_text(encoding="utf-8-sig", errors="replace"), path.name)
    return _ends([record.game() for record in read_file(path)], path.name)


def _parse(text: str, source: str) -> list[GivenPosition]:
    try:
        printed = read_printed_board(text)
        if printed is not None:
            return _ends([printed.game()], source)
        lines = [
            (number, line)
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip() and not line.lstrip().startswith(("%", "#"))
        ]
        if lines and _is_position(lines[0][1]):
            return [_puzzle(line, number, source) for number, line in lines]
        return _ends(read_anything(text).games, source)
    except (InvalidPosition, InvalidRecord) as error:
        raise UsageError(f"{source}: {error}") from None


def _is_position(line: str) -> bool:
    """Return True if a line is a position, with or without scores, and not a game."""
    board, rest = split_position(line, "line 1")
    if board is None:  # a wrong number of cells, which the board parser reports
        return _CELLS.fullmatch(line) is not None
    return not rest.strip(" ;") or _SCORE.match(rest) is not None


def _ends(games: Sequence[Game], source: str) -> list[GivenPosition]:
    if not games:
        raise InvalidRecord(_("There is no game in it."))
    if len(games) == 1:
        return [GivenPosition(source, with_note_said(games[0]).board)]
    return [
        GivenPosition(f"{source}:{at}", with_note_said(game).board)
        for at, game in enumerate(games, start=1)
    ]


def _puzzle(line: str, number: int, source: str) -> GivenPosition:
    """Parse a position, perhaps with scores of its moves as in an .obf file."""
    if ";" not in line:  # a bare position: do not mention OBF in the error
        return GivenPosition(f"{source}:{number}", Board.from_text(line.partition("%")[0]))
    position = read_obf_line(line, number)
    return GivenPosition(f"{source}:{number}", position.board, position.values)
