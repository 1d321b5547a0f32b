"""A position: the discs on the board and the side to move."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from outflank import _native
from outflank.board import kernels, text
from outflank.board.color import Color
from outflank.board.errors import IllegalMove, InvalidPosition
from outflank.board.geometry import Bitboard, Square, SquareLike, geometry_of
from outflank.board.notation import checked_square, square_name
from outflank.board.rows import parse_rows
from outflank.board.squares import SquareSet, make_squares
from outflank.board.svg import board_svg
from outflank.board.symmetry import Symmetry
from outflank.board.words import listed
from outflank.translation import _

_OF_DIGIT = str.maketrans("012", f"-{Color.BLACK.symbol}{Color.WHITE.symbol}")


class Board:
    """A position of Othello: where the discs are and whose turn it is. It never changes.

    >>> board = Board()
    >>> print(board.legal_moves)
    d3 c4 f5 e6
    >>> board = board.play("f5")
    >>> print(board)
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - - - - - - -
    4 - - - O X + - -
    5 - - - X X X - -
    6 - - - + - + - -
    7 - - - - - - - -
    8 - - - - - - - -
    White to move

    A board is any even size from 4 to 16: ``Board(6)``. Two boards are equal when their discs and
    the side to move are; a board can be a dictionary's key.
    """

    __slots__ = ()

    def __new__(cls, size: int = 8) -> "Board":
        middle = geometry_of(size).size // 2
        upper, lower = (middle - 1) * size + middle - 1, middle * size + middle - 1
        black = 1 << (upper + 1) | 1 << lower
        white = 1 << upper | 1 << (lower + 1)
        return make_board(black, white, Color.BLACK, size)

    # --- Other ways to a board -----------------------------------------------------------------

    @staticmethod
    def from_text(position: str) -> "Board":
        """Read a position from one line: every square from a1 in reading order, then who moves.

        ``X``, ``*`` or ``B`` is black, ``O`` or ``W`` white, ``-`` or ``.`` empty; the number of
        squares tells the size, and blanks do not count.

        >>> Board.from_text("---- -OX- -XO- ---- X") == Board(4)
        True
        """
        return _board_of(text.parse_line(position))

    @staticmethod
    def from_rows(rows: Iterable[Any], turn: Color = Color.BLACK) -> "Board":
        """Read a position row by row from the top: strings, lists of cells, or a numpy array.

        An empty cell is None, ``""``, ``"."``, ``"-"`` or 0. Black is ``"B"``, ``"X"``,
        ``"black"``, ``"Dark"`` or 1; White is ``"W"``, ``"O"``, ``"white"``, ``"Light"``, 2 or
        −1. Upper and lower case are the same.

        >>> rows = [[0, 0, 0, 0], [0, -1, 1, 0], [0, 1, -1, 0], [0, 0, 0, 0]]
        >>> Board.from_rows(rows) == Board.from_rows(["....", ".WB.", ".BW.", "...."]) == Board(4)
        True
        """
        return _board_of(parse_rows(rows, turn))

    @staticmethod
    def from_diagram(diagram: str) -> "Board":
        """Read a position from a diagram such as ``print(board)`` shows."""
        return _board_of(text.parse_diagram(diagram))

    @staticmethod
    def from_discs(
        *,
        black: Iterable[SquareLike],
        white: Iterable[SquareLike],
        turn: Color = Color.BLACK,
        size: int = 8,
    ) -> "Board":
        """Set up a position from the squares of both sides.

        >>> Board.from_discs(black=["b1"], white=["c1"], size=4).to_text()
        '-XO------------- X'
        """
        sides = SquareSet.of(black, size), SquareSet.of(white, size)
        _refuse_overlap(sides[0].bits, sides[1].bits, size)
        return _board_of(text.Discs(size, sides[0].bits, sides[1].bits, turn))

    @staticmethod
    def from_bits(
        mover: Bitboard, opponent: Bitboard, turn: Color = Color.BLACK, size: int = 8
    ) -> "Board":
        """Make a position from the bitboards of the side to move and of the other side."""
        sides = SquareSet.from_bits(mover, size), SquareSet.from_bits(opponent, size)
        _refuse_overlap(mover, opponent, size)
        _refuse_turn(turn)
        return make_board(sides[0].bits, sides[1].bits, turn, size)

    # --- What the classes below provide, natively and in plain Python ----------------------------

    @property
    def size(self) -> int:
        """How many squares the board is wide and high."""
        raise NotImplementedError

    @property
    def turn(self) -> Color:
        """The side to move."""
        raise NotImplementedError

    @property
    def mover_bits(self) -> Bitboard:
        """The discs of the side to move."""
        raise NotImplementedError

    @property
    def opponent_bits(self) -> Bitboard:
        """The discs of the other side."""
        raise NotImplementedError

    @property
    def legal_moves(self) -> SquareSet:
        """The squares where the side to move may play."""
        raise NotImplementedError

    @property
    def opponent_moves(self) -> SquareSet:
        """The squares where the other side could play if it were its turn."""
        raise NotImplementedError

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has no move while the other side has one."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether neither side can move any more."""
        raise NotImplementedError

    def flips(self, move: SquareLike) -> SquareSet:
        """The discs that a move turns; none where the move is illegal."""
        raise NotImplementedError

    def play(self, move: SquareLike) -> "Board":
        """The position after a move, the other side to move (even if it will have to pass)."""
        raise NotImplementedError

    def pass_turn(self) -> "Board":
        """The position after a pass, which is only allowed, and then forced, without a move."""
        raise NotImplementedError

    @property
    def after_forced_pass(self) -> "Board":
        """This position, or the one after the pass that is forced here."""
        return self.pass_turn() if self.must_pass else self

    # --- Discs -----------------------------------------------------------------------------------

    @property
    def black_bits(self) -> Bitboard:
        """Black's discs as an integer."""
        return self.mover_bits if self.turn is Color.BLACK else self.opponent_bits

    @property
    def white_bits(self) -> Bitboard:
        """White's discs as an integer."""
        return self.opponent_bits if self.turn is Color.BLACK else self.mover_bits

    @property
    def black(self) -> SquareSet:
        """The squares with a black disc."""
        return make_squares(self.black_bits, self.size)

    @property
    def white(self) -> SquareSet:
        """The squares with a white disc."""
        return make_squares(self.white_bits, self.size)

    @property
    def empties(self) -> SquareSet:
        """The squares without a disc."""
        taken = self.mover_bits | self.opponent_bits
        return make_squares(geometry_of(self.size).everywhere & ~taken, self.size)

    def __getitem__(self, square: SquareLike) -> Color | None:
        """The color of the disc on a square, also as ``board[row, column]``; None if empty."""
        number = self.square(square)
        if self.mover_bits >> number & 1:
            return self.turn
        return self.turn.opponent if self.opponent_bits >> number & 1 else None

    def __iter__(self) -> Iterator[tuple[Square, Color | None]]:
        """All squares in reading order, each with its disc's color, or None.

        >>> [square for square, color in Board() if color is Color.WHITE]
        [27, 36]
        """
        return ((square, self[square]) for square in range(self.size * self.size))

    def __contains__(self, value: object) -> NoReturn:
        raise TypeError(
            "'in' has no meaning for a board; for a legal move use 'move in board.legal_moves', "
            f"for a disc board['d3'] or 'square in board.black'; got {value!r}"
        )

    def count(self, color: Color) -> int:
        """How many discs a side has."""
        return (self.mover_bits if color is self.turn else self.opponent_bits).bit_count()

    @property
    def score(self) -> int:
        """The final score, in discs, from the view of the side to move.

        The empty squares go to the winner, so a wipe-out on 8×8 is +64. Where the game is not over
        yet it is the score if nobody could move any more.
        """
        own, other = self.mover_bits.bit_count(), self.opponent_bits.bit_count()
        if own == other:
            return 0
        empties = self.size * self.size - own - other
        return own - other + (empties if own > other else -empties)

    def square(self, move: SquareLike) -> Square:
        """The number of a square given by name, number or pair; refuses what is off the board."""
        return checked_square(move, self.size)

    # --- Symmetry --------------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry) -> "Board":
        """The board turned or mirrored."""
        return make_board(
            symmetry.bits(self.mover_bits, self.size),
            symmetry.bits(self.opponent_bits, self.size),
            self.turn,
            self.size,
        )

    def canonical(self) -> "Board":
        """The same board for all positions that are equal but for a turn or mirroring.

        >>> Board().play("f5").canonical() == Board().play("c4").canonical()
        True
        """
        return min(
            (self.transformed(symmetry) for symmetry in Symmetry),
            key=lambda board: (board.mover_bits, board.opponent_bits),
        )

    # --- Shown -----------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The position on one line, as ``from_text`` reads it."""
        # Bits read as decimal digits: the sum has 1 for a black disc, 2 for a white one, a1 last.
        digits = int(f"{self.black_bits:b}") + 2 * int(f"{self.white_bits:b}")
        squares = f"{digits:0{self.size * self.size}}"[::-1]
        return f"{squares.translate(_OF_DIGIT)} {self.turn.symbol}"

    def to_rows(
        self, black: object = "B", white: object = "W", empty: object = None
    ) -> list[list[Any]]:
        """The discs as a new list of rows, in the values that a program expects.

        >>> Board(4).to_rows()[1], Board(4).to_rows(black=1, white=-1, empty=0)[1]
        ([None, 'W', 'B', None], [0, -1, 1, 0])
        >>> Board.from_rows(Board(6).to_rows()) == Board(6)
        True
        """
        values = {Color.BLACK: black, Color.WHITE: white, None: empty}
        cells = [values[color] for _, color in self]
        return [cells[start : start + self.size] for start in range(0, len(cells), self.size)]

    def diagram(self) -> str:
        """The board as people draw it, legal moves marked ``+``."""
        # Not translated: ``from_text`` reads it.
        status = f"{'Game over, ' * self.is_over}{self.turn.value.capitalize()} to move"
        return text.diagram(self._discs(), self.legal_moves.bits, status)

    def to_svg(
        self,
        *,
        width: int = 320,
        legal: bool = True,
        last_move: SquareLike | None = None,
        highlight: Iterable[SquareLike] = (),
    ) -> str:
        """The board as a picture in SVG; notebooks show it by themselves."""
        return board_svg(
            self,
            width=width,
            legal=legal,
            last_move=None if last_move is None else self.square(last_move),
            highlight=[self.square(square) for square in highlight],
        )

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"Board.from_text({self.to_text()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return make_board, (self.mover_bits, self.opponent_bits, self.turn, self.size)

    # --- Inside ----------------------------------------------------------------------------------

    def _discs(self) -> text.Discs:
        return text.Discs(self.size, self.black_bits, self.white_bits, self.turn)

    def _refuse_move(self, square: Square) -> None:
        name = square_name(square, self.size)
        if self[square] is not None:
            why = _("{color} cannot play {square}: it is occupied.", color=self.turn, square=name)
        else:
            why = _(
                "{color} cannot play {square}: it flips no discs.", color=self.turn, square=name
            )
        if moves := self.legal_moves.names:
            choice = _("Legal moves: {moves}", moves=listed(moves))
        elif self.is_over:
            choice = _("The game is over")
        else:
            choice = _("{color} has no legal move and must pass", color=self.turn)
        raise IllegalMove(f"{why} {choice}")

    def _refuse_pass(self) -> None:
        if self.is_over:
            raise IllegalMove(_("The game is over, so neither side can pass"))
        moves = listed(self.legal_moves.names)
        raise IllegalMove(
            _("{color} cannot pass. Legal moves: {moves}", color=self.turn, moves=moves)
        )


class PlainBoard(Board):
    """A board of any size in plain Python: what native boards are tested against."""

    __slots__ = ("_legal_bits", "_mover_bits", "_opponent_bits", "_size", "_turn")

    _mover_bits: Bitboard
    _opponent_bits: Bitboard
    _turn: Color
    _size: int
    _legal_bits: Bitboard | None  # found when first asked for

    def __new__(cls, mover: Bitboard, opponent: Bitboard, turn: Color, size: int) -> "PlainBoard":
        # Not in __init__: Python would call that again with the arguments of Board(6).
        self = object.__new__(cls)
        self._mover_bits = mover
        self._opponent_bits = opponent
        self._turn = turn
        self._size = size
        self._legal_bits = None
        return self

    @property
    def size(self) -> int:
        return self._size

    @property
    def turn(self) -> Color:
        return self._turn

    @property
    def mover_bits(self) -> Bitboard:
        return self._mover_bits

    @property
    def opponent_bits(self) -> Bitboard:
        return self._opponent_bits

    def _legal(self) -> Bitboard:
        if self._legal_bits is None:
            self._legal_bits = kernels.legal_moves(
                self._mover_bits, self._opponent_bits, geometry_of(self._size)
            )
        return self._legal_bits

    @property
    def legal_moves(self) -> SquareSet:
        return make_squares(self._legal(), self._size)

    @property
    def opponent_moves(self) -> SquareSet:
        bits = kernels.legal_moves(self._opponent_bits, self._mover_bits, geometry_of(self._size))
        return make_squares(bits, self._size)

    @property
    def must_pass(self) -> bool:
        return not self._legal() and bool(self.opponent_moves)

    @property
    def is_over(self) -> bool:
        return not self._legal() and not self.opponent_moves

    def _turned_by(self, square: Square) -> Bitboard:
        if (self._mover_bits | self._opponent_bits) >> square & 1:
            return 0
        return kernels.flips(square, self._mover_bits, self._opponent_bits, geometry_of(self._size))

    def flips(self, move: SquareLike) -> SquareSet:
        return make_squares(self._turned_by(self.square(move)), self._size)

    def play(self, move: SquareLike) -> "PlainBoard":
        square = self.square(move)
        turned = self._turned_by(square)
        if not turned:
            self._refuse_move(square)
        return PlainBoard(
            self._opponent_bits ^ turned,
            self._mover_bits | turned | 1 << square,
            self._turn.opponent,
            self._size,
        )

    def pass_turn(self) -> "PlainBoard":
        if not self.must_pass:
            self._refuse_pass()
        return PlainBoard(self._opponent_bits, self._mover_bits, self._turn.opponent, self._size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlainBoard):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self._size, self._mover_bits, self._opponent_bits, self._turn


NativeBoard: Callable[[Bitboard, Bitboard, Color], Board]
WideBoard: Callable[[Bitboard, Bitboard, Color, int], Board]
NativeBoard, WideBoard = _native.make_board_types(Board, Color.BLACK, Color.WHITE)
"""The board of 8×8 and that of all other sizes: what ``PlainBoard`` does, in the native core."""


def make_board(mover: Bitboard, opponent: Bitboard, turn: Color, size: int) -> Board:
    """The board for this size, without checks."""
    if size == 8:
        return NativeBoard(mover, opponent, turn)
    return WideBoard(mover, opponent, turn, size)


def _board_of(discs: text.Discs) -> Board:
    _refuse_turn(discs.turn)
    sides = (discs.black, discs.white)
    mover, opponent = sides if discs.turn is Color.BLACK else sides[::-1]
    return make_board(mover, opponent, discs.turn, discs.size)


def _refuse_turn(turn: Color) -> None:
    if not isinstance(turn, Color):
        raise InvalidPosition(f"the side to move is Color.BLACK or Color.WHITE; got {turn!r}")


def _refuse_overlap(first: Bitboard, second: Bitboard, size: int) -> None:
    if first & second:
        both = make_squares(first & second, size)
        raise InvalidPosition(
            _("Both sides have a disc on {squares}. A square holds one disc", squares=both)
        )
