"""Pack a whole game, with its start position, into a few characters of a URL.

``4.lrS…@12`` is half the size, then for an unusual start the side to move and the discs; a dot; one
character per move (two on boards larger than 8×8); and the ply to open at.
"""

import re

from outflank.board import Board, Color, IllegalMove, InvalidPosition
from outflank.formats.errors import InvalidRecord
from outflank.formats.format import TextFormat
from outflank.formats.record import record_of
from outflank.game import Game
from outflank.translation import N_, _

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

_LINK = re.compile(r"([2-8])(?:([bw])([A-Za-z0-9_-]*))?\.([A-Za-z0-9_-]*)(?:@(\d{1,4}))?")
_IN_ADDRESS = re.compile(r"[?&#]game=([^&#\s]+)")
_VALUES = {character: value for value, character in enumerate(ALPHABET)}
_CELLS = "-XO"


def pack_game(game: Game) -> str:
    """Pack a game, with undone moves and its current ply, as text for a URL.

    >>> game = Game(); game.play("f5"); game.play("d6")
    >>> pack_game(game)
    '4.lr@2'
    """
    size = game.size
    start = "" if game.start == Board(size) else _packed_start(game.start)
    moves = [ply.square for ply in (*game.history, *game.future) if ply.square is not None]
    if size <= 8:
        packed = "".join(ALPHABET[square] for square in moves)
    else:
        packed = "".join(ALPHABET[square >> 6] + ALPHABET[square & 63] for square in moves)
    return f"{size // 2}{start}.{packed}@{game.ply}"


def unpack_game(text: str) -> Game:
    """Unpack a game written by ``pack_game``, or a URL with the parameter ``game=``."""
    address = _IN_ADDRESS.search(text)
    packed = address[1] if address else text.strip()
    match = _LINK.fullmatch(packed)
    if match is None:
        raise InvalidRecord(
            _(
                "The link has no game such as 4.lr@2 (half the size, a dot, moves, the ply). "
                "Found: {text}",
                text=repr(packed[:40]),
            )
        )
    size = 2 * int(match[1])
    game = Game(Board(size) if match[2] is None else _start(match[2], match[3], size))
    for number, square in enumerate(_squares(match[4], size), start=1):
        try:
            game.play(square)
        except (IllegalMove, ValueError) as error:
            raise InvalidRecord(
                _("Move {number} of the link: {error}", number=number, error=error)
            ) from None
    if match[5] is not None:
        try:
            game.go_to(int(match[5]))
        except ValueError as error:
            raise InvalidRecord(_("Invalid ply in the link: {error}", error=error)) from None
    return game


def looks_like_link(text: str) -> bool:
    """Return True if a text is a packed game or a URL with one."""
    return _IN_ADDRESS.search(text) is not None or _LINK.fullmatch(text.strip()) is not None


def _squares(moves: str, size: int) -> list[int]:
    values = [_VALUES[character] for character in moves]
    if size <= 8:
        return values
    if len(values) % 2:
        raise InvalidRecord(_("The last move of the link is not complete. Copy the whole link."))
    return [high << 6 | low for high, low in zip(values[::2], values[1::2], strict=True)]


def _packed_start(board: Board) -> str:
    number = 0
    for cell in board.to_text().split()[0]:
        number = 3 * number + _CELLS.index(cell)
    digits = ""
    while number:
        number, digit = divmod(number, 64)
        digits += ALPHABET[digit]
    return ("b" if board.turn is Color.BLACK else "w") + digits


def _start(side: str, digits: str, size: int) -> Board:
    if len(digits) > size * size:
        raise InvalidRecord(_("The starting position in the link has more squares than the board."))
    number = 0
    for character in reversed(digits):
        number = 64 * number + _VALUES[character]
    cells = ""
    for _each in range(size * size):
        number, cell = divmod(number, 3)
        cells = _CELLS[cell] + cells
    try:
        return Board.from_text(cells + side)
    except InvalidPosition as error:
        raise InvalidRecord(_("The starting position of the link: {error}", error=error)) from None


LINK = TextFormat(
    name=N_("link"),
    sentence=N_("a link to a game"),
    example="http://localhost:5000/?game=4.lrSTa@3",
    recognise=looks_like_link,
    read=lambda stream: iter([record_of(unpack_game(stream.read()))]),
    games=lambda text: [unpack_game(text)],
)
