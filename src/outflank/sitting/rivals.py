"""How it went against each opponent, and whom to play next."""

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.board import counted
from outflank.sitting.characters import CHARACTERS, Character, character_of, neighbours
from outflank.sitting.seats import describe
from outflank.sitting.view import SeatView

LOSSES = 3  # in a row against somebody, before an easier one is proposed


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game of a person: against whom, and by how many discs it was won."""

    opponent: str
    """The text of the seat."""
    margin: int
    """Below zero where it was lost."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """How it went against somebody."""

    games: int
    won: int
    best: int | None
    """The most discs it was won by."""


@dataclass(frozen=True, slots=True)
class CharacterView:
    """A character as a screen offers it."""

    name: str
    seat: str
    face: str
    line: str
    strength: str
    sizes: Sequence[int]
    meetings: Meetings


@dataclass(frozen=True, slots=True)
class NextView:
    """Whom to play after a game."""

    easier: SeatView | None
    harder: SeatView | None
    proposed: SeatView | None
    """One of them, where the last games suggest it."""
    sentence: str
    """Why."""


def character_views(past: Sequence[PastGame] = ()) -> list[CharacterView]:
    """The characters, the weakest first, and how it went against each."""
    return [
        CharacterView(
            one.name,
            one.seat,
            one.face,
            one.line,
            one.strength,
            one.sizes,
            meetings_with(one.seat, past),
        )
        for one in CHARACTERS
    ]


def meetings_with(seat: str, past: Sequence[PastGame]) -> Meetings:
    """How it went against somebody.

    >>> meetings_with("greedy", [PastGame("greedy", 12), PastGame("greedy", -4)])
    Meetings(games=2, won=1, best=12)
    """
    margins = _margins(seat, past)
    won = [margin for margin in margins if margin > 0]
    return Meetings(len(margins), len(won), max(won, default=None))


def next_opponents(seat: str, size: int, past: Sequence[PastGame]) -> NextView:
    """Whom to play after a game against somebody; ``past`` has that game first.

    After a win the next stronger character, after three losses in a row the next weaker one.
    """
    easier, harder = neighbours(seat, size)
    margins = _margins(seat, past)
    proposed, sentence = None, ""
    if harder is not None and margins[:1] and margins[0] > 0:
        proposed, sentence = harder, f"Well played! {harder.name} is the next stronger one."
    elif easier is not None and len(margins) >= LOSSES and max(margins[:LOSSES]) < 0:
        proposed, sentence = easier, f"{easier.name} would be an easier one to beat."
    return NextView(_seat(easier, size), _seat(harder, size), _seat(proposed, size), sentence)


def told_after(seat: str, size: int, past: Sequence[PastGame]) -> str:
    """What is said after a game against somebody; ``past`` has that game first.

    >>> told_after("greedy", 8, [PastGame("greedy", 12), PastGame("greedy", -4)])
    'Against Greta you won 1 of 2 games. Well played! Milo is the next stronger one.'
    """
    record = meetings_with(seat, past)
    games = f"{record.won} of {counted(record.games, 'game')}"
    told = f"Against {describe(seat, size).title} you won {games}."
    return f"{told} {next_opponents(seat, size, past).sentence}".rstrip()


def _margins(seat: str, past: Sequence[PastGame]) -> list[int]:
    """The results against somebody, however its settings were written."""
    meant = character_of(seat)
    return [
        one.margin
        for one in past
        if one.opponent == seat or (meant is not None and character_of(one.opponent) is meant)
    ]


def _seat(character: Character | None, size: int) -> SeatView | None:
    return None if character is None else describe(character.seat, size)
