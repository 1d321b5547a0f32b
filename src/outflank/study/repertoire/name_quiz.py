"""A quiz: which opening is this?"""

from dataclasses import dataclass
from random import Random

from outflank.board import Board
from outflank.openings.names import local_name, openings
from outflank.study.repertoire.repertoire import Line, after_line, parse_line

CHOICES = 4


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """An opening on the board, and the names to choose from."""

    line: Line
    choices: tuple[str, ...]
    right: int  # the index of the right name

    @property
    def board(self) -> Board:
        return after_line(self.line)


def name_question(dice: Random) -> NameQuestion:
    """Return a question; the wrong names are those of the most similar openings.

    >>> question = name_question(Random(1))
    >>> len(set(question.choices)) == CHOICES
    True
    """
    table = openings().table
    asked = dice.choice(table)
    others = [one for one in table if local_name(one.name) != local_name(asked.name)]
    dice.shuffle(others)
    others.sort(key=lambda one: -_common(one.moves, asked.moves))
    names = dict.fromkeys(local_name(one.name) for one in others)
    choices = [local_name(asked.name), *names][:CHOICES]
    dice.shuffle(choices)
    right = choices.index(local_name(asked.name))
    return NameQuestion(parse_line(asked.moves), tuple(choices), right)


def _common(one: str, other: str) -> int:
    """Return how many characters two lines share at the start."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
