"""Balanced starts: a position after an opening that is even for both sides.

The list is made from the book (`outflank book openings`); any file with one opening per line can be
used instead. Games begin at the position itself, so values and losses count from there.
"""

import re
from importlib.resources import files
from pathlib import Path
from random import Random

from outflank.board import Board, IllegalMove, InvalidSquare, sentence
from outflank.translation import _

BALANCED = "balanced"
_MOVE = re.compile(r"[a-p]\d{1,2}")


class InvalidStart(ValueError):
    """Openings that cannot be used; the message says where and why."""


def balanced_text() -> str:
    """Return the included list of openings, one per line."""
    return files("outflank.openings").joinpath("balanced.txt").read_text("utf-8")


def drawn_start(text: str, size: int, dice: Random) -> Board:
    """Return the position after one opening of a list, chosen at random.

    ``text`` is `balanced` for the included list, or the list itself: one opening per line.

    >>> len(drawn_start("balanced", 8, Random(1)).empties)
    52
    """
    if text.strip() == BALANCED:
        if size != 8:
            raise InvalidStart(
                _("The balanced openings are for 8×8 boards, not {size}×{size}.", size=size)
            )
        text = balanced_text()
    lines = [line.partition("#")[0].strip().lower() for line in text.splitlines()]
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line]
    if not numbered:
        raise InvalidStart(_("There are no openings. Write one per line, such as f5d6c3."))
    number, line = dice.choice(numbered)
    board, moves = Board(size), _MOVE.findall(line)
    try:
        for move in moves:
            board = board.after_forced_pass.play(move)
    except (IllegalMove, InvalidSquare) as error:
        raise InvalidStart(
            _("Line {number}: {error}", number=number, error=sentence(error))
        ) from None
    board = board.after_forced_pass
    if not moves or board.is_over:
        raise InvalidStart(
            _(
                "Line {number} must be an opening such as f5d6c3, not {text}.",
                number=number,
                text=repr(line[:40]),
            )
        )
    return board


def chosen_start(choice: str, size: int, dice: Random) -> Board:
    """Return the start of a game: the usual one (empty), `balanced`, or from a file."""
    choice = choice.strip()
    if not choice:
        return Board(size)
    if choice == BALANCED:
        return drawn_start(choice, size, dice)
    try:
        text = Path(choice).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidStart(
            _(
                "The start must be empty, balanced or a file with one opening per line, not "
                "{text}: {error}",
                text=repr(choice),
                error=error,
            )
        ) from None
    return drawn_start(text, size, dice)
