"""The record against each opponent, and suggestions for the next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.play.opponents.characters import CHARACTERS, Character, character_of, neighbours
from outflank.play.opponents.seating import describe
from outflank.play.view import NextView, SeatView
from outflank.translation import _, ngettext

LOSSES = 3  # in a row before an easier opponent is suggested


@dataclass(frozen=True, slots=True)
class PastGame:
    """A person's finished game: the opponent and the margin in discs."""

    opponent: str  # the text of the opponent's seat
    margin: int  # negative for a loss


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    games: int
    won: int
    best: int | None  # the largest margin of a win


@dataclass(frozen=True, slots=True)
class CharacterView:
    name: str
    seat: str
    face: str
    line: str
    strength: str
    sizes: Sequence[int]
    record: OpponentRecord


def character_views(past: Sequence[PastGame] = ()) -> list[CharacterView]:
    """Return the characters from weakest to strongest, with the record against each."""
    return [
        CharacterView(
            one.name,
            one.seat,
            one.face,
            one.line,
            one.strength,
            one.sizes,
            record_against(one.seat, past),
        )
        for one in CHARACTERS
    ]


def record_against(seat: str, past: Sequence[PastGame]) -> OpponentRecord:
    """Return the results against one opponent.

    >>> record_against("greedy", [PastGame("greedy", 12), PastGame("greedy", -4)])
    OpponentRecord(games=2, won=1, best=12)
    """
    margins = _margins(seat, past)
    won = [margin for margin in margins if margin > 0]
    return OpponentRecord(len(margins), len(won), max(won, default=None))


def next_opponents(seat: str, size: int, past: Sequence[PastGame]) -> NextView:
    """Suggest the next opponent after a game; ``past`` starts with that game.

    After a win suggest the next stronger character, after three losses in a row the next weaker.
    """
    easier, harder = neighbours(seat, size)
    margins = _margins(seat, past)
    proposed, sentence = None, ""
    if harder is not None and margins[:1] and margins[0] > 0:
        proposed = harder
        sentence = _("Well played! Ready for {player}?", player=harder.name)
    elif easier is not None and len(margins) >= LOSSES and max(margins[:LOSSES]) < 0:
        proposed = easier
        sentence = _("{player} is easier to beat.", player=easier.name)
    return NextView(_seat(easier, size), _seat(harder, size), _seat(proposed, size), sentence)


def summarize(seat: str, size: int, past: Sequence[PastGame]) -> str:
    """Return the record and a suggestion after a game; ``past`` starts with that game.

    >>> summarize("greedy", 8, [PastGame("greedy", 12), PastGame("greedy", -4)])
    'You have won 1 of 2 games against Greta. Well played! Ready for Milo?'
    """
    record = record_against(seat, past)
    summary = ngettext(
        "You have won {won} of {count} game against {player}.",
        "You have won {won} of {count} games against {player}.",
        record.games,
        won=record.won,
        player=describe(seat, size).title,
    )
    return f"{summary} {next_opponents(seat, size, past).sentence}".rstrip()


def _margins(seat: str, past: Sequence[PastGame]) -> list[int]:
    """Return the margins against an opponent, even if its settings were written differently."""
    meant = character_of(seat)
    return [
        one.margin
        for one in past
        if one.opponent == seat or (meant is not None and character_of(one.opponent) is meant)
    ]


def _seat(character: Character | None, size: int) -> SeatView | None:
    return None if character is None else describe(character.seat, size)
