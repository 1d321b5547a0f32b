"""Printed boards with blanks, coordinates, borders or Unicode discs.

A board of size n is n consecutive lines with n cells each. Cells are separated by blanks or bars,
or adjacent; if blanks are empty squares, cells are aligned with the column labels.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import TextIO

from outflank.board import COLUMNS, SIZES, Board, Color, InvalidPosition
from outflank.formats.cells import BLACK_WORDS, EMPTY_WORDS, WHITE_WORDS, Cells, read_cells
from outflank.formats.errors import InvalidRecord
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord, noted
from outflank.formats.side_to_move import assumed_turn
from outflank.translation import N_, _

MOST_LINES = 200
LONGEST_LINE = 200
LONGEST_PRINTED = MOST_LINES * LONGEST_LINE

_FIRST_ROW = re.compile(r"^[^\S\n]*+1[^\S\n]++[-.+_XxOo*●○][-.+_XxOo*●○ ]*+$", re.MULTILINE)
_BARS = re.compile("[|│┃║]")
_RULE = set("+-=─━═┄┈┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╫╢╭╮╰╯|│┃║ ")
_WORDS = BLACK_WORDS | WHITE_WORDS | EMPTY_WORDS | {"0", "1", "2", "-1"}
_LETTERS = tuple(COLUMNS)
_TURN_WORDS = {"move", "moves", "turn", "play", "plays", "player", "next", "go", "current"}
_SIDE_WORDS = {"black", "white", "dark", "light"}
_WORD = re.compile(r"[^\W\d_]+|[●○⚫⚪◯*#]")


def read_printed_board(text: str) -> GameRecord | None:
    """Read the position of a printed board, or return None.

    >>> record = read_printed_board('''
    ...      1   2   3   4
    ... a  |   |   |   |   |
    ... b  |   | ○ | ● |   |
    ... c  |   | ● | ○ |   |
    ... d  |   |   |   |   |
    ... White plays''')
    >>> record.start.to_text()
    '-----OX--XO----- O'

    Assumptions are listed in ``extra["note"]``.
    """
    lines = [line.replace("\ufe0f", "") for line in text.expandtabs().splitlines()]
    if len(lines) > MOST_LINES or max(map(len, lines), default=0) > LONGEST_LINE:
        return None
    readings: list[Callable[[str], list[str] | None]] = [_between_bars, _apart]
    # Leading blanks of the first line may be lost, so its columns may be shifted right.
    columns = next(filter(None, map(_header, lines)), [])
    readings += [_below([at + shift for at in columns]) for shift in range(16) if columns]
    for reading in readings:
        boards = list(_boards(lines, reading))
        likely = [each for each in boards if _has_middle(each[2])]
        if reading in readings[:2]:
            likely = likely or boards
        if likely:
            # A ruler line may look like a row, but the center of a board is never empty.
            first, last, cells = likely[len(likely) // 2]
            found = read_cells(cells, isqrt(len(cells)))
            turn, note = _turn(found, lines[:first] + lines[last + 1 :])
            return noted(GameRecord(b"", found.board(turn)), [found.note, note])
    return None


def _boards(
    lines: Sequence[str], reading: Callable[[str], list[str] | None]
) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the first line, last line and cells of everything shaped like a board."""
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines):
        row = reading(line)
        if row is not None:
            rows.append((number, row))
        elif not set(line) <= _RULE:
            yield from _windows(rows)
            rows = []
    yield from _windows(rows)


def _windows(rows: Sequence[tuple[int, list[str]]]) -> Iterator[tuple[int, int, list[str]]]:
    for size in SIZES:
        for at in range(len(rows) - size + 1):
            window = rows[at : at + size]
            cells = _without_labels([row for _, row in window])
            if cells is not None:
                yield window[0][0], window[-1][0], cells


def _without_labels(rows: Sequence[list[str]]) -> list[str] | None:
    """Remove row and column labels and return the cells of a square board."""
    size, width = len(rows), len(rows[0])
    if any(len(row) != width for row in rows):
        return None
    for before, after in ((0, 0), (1, 0), (0, 1), (1, 1)):
        if width - before - after != size:
            continue
        labels = [[row[0] for row in rows]] * before + [[row[-1] for row in rows]] * after
        cells = [cell for row in rows for cell in row[before : width - after]]
        if all(map(_is_sequence, labels)) and all(cell in _WORDS for cell in cells):
            return cells
    return None


def _has_middle(cells: Sequence[str]) -> bool:
    size = isqrt(len(cells))
    upper = (size // 2 - 1) * size + size // 2 - 1
    return all(cells[upper + step] not in EMPTY_WORDS for step in (0, 1, size, size + 1))


def _is_sequence(labels: Sequence[str]) -> bool:
    """Return True if labels count rows up or down by numbers or letters, or are missing."""
    if not any(labels):
        return True
    size = len(labels)
    counted = [[str(number + base) for number in range(size)] for base in (0, 1)]
    counted.append(list(_LETTERS[:size]))
    return any(list(labels) in (each, each[::-1]) for each in counted)


def _between_bars(line: str) -> list[str] | None:
    """Split a line at bars; blanks are empty squares."""
    parts = [part.strip().casefold() for part in _BARS.split(line)]
    return parts if len(parts) >= min(SIZES) else None


def _apart(line: str) -> list[str] | None:
    """Split a line into signs, with or without blanks between them."""
    cells: list[str] = []
    for word in _BARS.sub(" ", line).casefold().split():
        if word in _WORDS or word in _LETTERS or (word.isdecimal() and len(word) <= 2):
            cells.append(word)
        else:
            cells += word
    return cells if cells and all(cell in _WORDS or _is_label(cell) for cell in cells) else None


def _is_label(cell: str) -> bool:
    return cell in _LETTERS or cell.isdecimal()


def _header(line: str) -> list[int] | None:
    """Return the column positions if a line contains the column labels."""
    words = list(re.finditer(r"\w+", line.casefold()))
    if len(words) in SIZES and _is_sequence([word[0] for word in words]):
        return [word.end() - 1 for word in words]
    return None


def _below(columns: Sequence[int]) -> Callable[[str], list[str] | None]:
    """Return a reader of cells aligned with the column labels; blanks are empty squares."""

    def read(line: str) -> list[str] | None:
        padded = line.ljust(columns[-1] + 1)
        cells = [padded[column].strip().casefold() for column in columns]
        between = padded[columns[0] : columns[-1] + 1]
        signs = sum(not sign.isspace() for sign in _BARS.sub(" ", between))
        if signs != sum(map(bool, cells)) or set(line) <= _RULE:
            return None
        return cells

    return read


def _turn(cells: Cells, lines: Sequence[str]) -> tuple[Color, str]:
    """Return the side to move from the surrounding lines, or the likely side with a note."""
    for line in lines:
        words = _WORD.findall(line.casefold())
        turn_words = [at for at, word in enumerate(words) if word in _TURN_WORDS]
        full = any(word in _SIDE_WORDS for word in words)
        sides = [
            (min(abs(at - turn) for turn in turn_words), at, side)
            for at, word in enumerate(words if turn_words else [])
            if (word in _SIDE_WORDS or not full) and (side := cells.side(word)) is not None
        ]
        if sides:
            return min(sides, key=lambda each: each[:2])[2], ""  # the nearest side
    for line in lines:
        side = cells.side(line) if line.strip() else None
        if side is not None:
            return side, ""
    return assumed_turn(cells)


def _looks_like_diagram(text: str) -> bool:
    return _FIRST_ROW.search(text) is not None or read_printed_board(text) is not None


def _read(stream: TextIO) -> Iterator[GameRecord]:
    text = stream.read(LONGEST_PRINTED + 1)
    printed = read_printed_board(text)
    if printed is None:
        try:
            printed = GameRecord(b"", Board.from_diagram(text))  # explains the format of a diagram
        except InvalidPosition as error:
            raise InvalidRecord(_("This looks like a diagram. {error}", error=error)) from None
    yield printed


DIAGRAM = TextFormat(
    name=N_("diagram"),
    sentence=N_("a printed board"),
    endings=("txt",),
    example="  a b c d\n1 - - + -\n2 - O X +\n3 + X O -\n4 - + - -\nBlack to move\n",
    recognise=_looks_like_diagram,
    read=_read,
)
