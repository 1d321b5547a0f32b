"""Determine the side to move in another program's save.

Programs write it as a color, a name, 0 or 1, 1 or 2, or as a turn counter. If a number is
ambiguous, the discs on the board decide, and a note states the assumption.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from outflank.board import Color
from outflank.formats.cells import Cells, inner_value
from outflank.formats.errors import shortened
from outflank.translation import _

COUNTER_NAMES = {"playerturn", "playerturns", "turncount", "turncounter", "turnnumber", "turns"}
TURN_NAMES = COUNTER_NAMES | {
    "active", "activeplayer", "color", "colour", "current", "currentcolor", "currentplayer",
    "currentturn", "curplayer", "mover", "next", "nextplayer", "nexttomove", "player",
    "playertomove", "side", "sidetomove", "tomove", "turn", "whoseturn",
}  # fmt: skip
EMPTIES_NAMES = {"emptysquares", "movesleft", "squaresleft"}
PLAYED_NAMES = {"movecount", "movecounter", "movenumber"}
CAN_MOVE_NAMES = {"canmove", "hasmoves"}
_COLOR_WORDS = {Color.BLACK: ("black", "dark"), Color.WHITE: ("white", "light")}


def side_to_move(cells: Cells, fields: Mapping[str, Any]) -> tuple[Color, list[str]]:
    """Return the side to move and notes on assumptions; ``fields`` have normalized names."""
    turn, note = _turn(cells, fields)
    said = turn
    if cells.board(turn).must_pass:
        turn = turn.opponent
        passed = _("{color} has no legal move, so {other} is to move.", color=said, other=turn)
        note = " ".join(filter(None, (note, passed)))
    return turn, [note, *_contradictions(cells, fields, said)]


def _turn(cells: Cells, fields: Mapping[str, Any]) -> tuple[Color, str]:
    values = {name: inner_value(value) for name, value in fields.items() if name in TURN_NAMES}
    for value in values.values():
        side = cells.named_side(value)
        if side is not None:
            return side, ""
    for name, value in fields.items():
        if isinstance(value, bool) and ("turn" in name or "move" in name):
            for color, words in _COLOR_WORDS.items():
                if any(word in name for word in words):
                    return (color if value else color.opponent), ""
    for name, value in values.items():
        number = _whole_number(value)
        if number is not None:
            return _numbered_turn(cells, number, counter=name in COUNTER_NAMES)
    said = next((value for value in values.values() if isinstance(value, str)), None)
    return assumed_turn(cells, said)


def assumed_turn(cells: Cells, said: str | None = None) -> tuple[Color, str]:
    """Return the likely side to move if the source does not name it, with a note."""
    turn, why = cells.likely_turn()
    if said is None:
        note = _("The side to move is not given, so {color} is assumed.", color=turn)
    else:
        note = _(
            "{text} is not a side to move, so {color} is assumed.",
            text=shortened(said),
            color=turn,
        )
    return turn, f"{note} {why}"


def _numbered_turn(cells: Cells, number: int, *, counter: bool) -> tuple[Color, str]:
    likely, why = cells.likely_turn()
    turn = cells.numbers.get(str(number))  # or the sign of a side as used in the squares
    if turn is None or counter:
        turn = _counted_side(number, cells.played)
    if turn is None:
        note = _(
            "The turn {number} can mean either side, so {color} is assumed.",
            number=number,
            color=likely,
        )
        return likely, f"{note} {why}"
    return turn, _("The turn {number} is read as {color}.", number=number, color=turn)


def _counted_side(number: int, played: int) -> Color | None:
    """Return the side for a number; None if it is ambiguous.

    0 is always the first side. 1 and 2 may be sides numbered from 0, sides numbered from 1, or the
    start of a counter. A counter from 0 or 2 is even when Black moves, with passes counted; one
    from 1 is odd then.
    """
    if number in (-1, 0):
        return Color.BLACK if number == 0 else Color.WHITE
    if number in (1, 2) or number - played == 1:
        return None
    return Color.WHITE if number % 2 else Color.BLACK


def _whole_number(value: Any) -> int | None:
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal() and len(value) <= 4:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if abs(value) < 10_000 and value == int(value) else None


def _contradictions(cells: Cells, fields: Mapping[str, Any], turn: Color) -> Iterator[str]:
    """Report data in the save that contradicts the board."""
    empties = len(cells.colors) - 4 - cells.played
    for name, value in fields.items():
        number = _whole_number(value)
        if name in EMPTIES_NAMES and number is not None and number != empties:
            yield _(
                "The text says that {number} squares are empty, but {empties} are.",
                number=number,
                empties=empties,
            )
        # Counters start at 0 or 1 and may include passes or the four discs of the start.
        if name in PLAYED_NAMES and number is not None and number < cells.played:
            yield _(
                "The text says that {number} moves were played, but {played} discs were placed.",
                number=number,
                played=cells.played,
            )
        if name in CAN_MOVE_NAMES:
            yield from _wrong_can_move(cells, value, turn)


def _wrong_can_move(cells: Cells, value: Any, turn: Color) -> Iterator[str]:
    said = {turn: value}
    if isinstance(value, dict):
        said = {side: flag for key, flag in value.items() if (side := cells.named_side(key))}
    elif isinstance(value, list) and len(value) == 2:
        said = dict(zip(Color, value, strict=True))
    for side, flag in said.items():
        can = bool(cells.board(side).legal_moves)
        if isinstance(flag, bool) and flag != can:
            yield (
                _("The text says that {color} has a legal move, but {color} has none.", color=side)
                if flag
                else _(
                    "The text says that {color} has no legal move, but {color} has one.", color=side
                )
            )
