"""Whose turn it is in another program's save.

Programs write it as a color, a name, 0 or 1, 1 or 2, or as a counter of turns. A number that can
mean either side is decided by the discs on the board; what was assumed is put into a note.
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
    """The side to move and notes on what was assumed; ``fields`` have plain names."""
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
    """The likely side to move where the source names none, and the note about it."""
    turn, why = cells.likely_turn()
    if said is None:
        note = _("The side to move is not given, so {color} is assumed.", color=turn)
    else:
        note = _(
            "{text} does not name a side to move, so {color} is assumed.",
            text=shortened(said),
            color=turn,
        )
    return turn, f"{note} {why}"


def _numbered_turn(cells: Cells, number: int, *, counter: bool) -> tuple[Color, str]:
    likely, why = cells.likely_turn()
    turn = cells.numbers.get(str(number))  # the sign of a side in the squares, too
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
    """The side that a number means; None where it depends on what was counted from where.

    0 is the first side both as a number and as a count. 1 and 2 are sides numbered from 0, sides
    numbered from 1, or the beginning of a count. A count that begins at 0 or 2 is even when Black
    moves, and a pass counts as a turn; one that begins at 1 is odd then.
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
    """What else the save says about the position and the board does not show."""
    empties = len(cells.colors) - 4 - cells.played
    for name, value in fields.items():
        number = _whole_number(value)
        if name in EMPTIES_NAMES and number is not None and number != empties:
            yield _(
                "The text says that {number} squares are empty, but {empties} are.",
                number=number,
                empties=empties,
            )
        # Counts begin at 0 or 1, and a program may count passes or the four discs of the start.
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
