"""A position: the discs on the board and the side to move."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from outflank import _native
from outflank.board import kernels, text
from outflank.board.color import Color
from outflank.board.errors import IllegalMove, InvalidPosition
from outflank.board.geometry import Bitboard, Square, SquareLike, geometry_of
from outflank.board.guesses import Guess, public_names
from outflank.board.notation import checked_square, square_name
from outflank.board.rows import parse_rows
from outflank.board.squares import SquareSet, make_squares
from outflank.board.svg import board_svg
from outflank.board.symmetry import Symmetry
from outflank.board.words import listed
from outflank.translation import _

_OF_DIGIT = str.maketrans("012", f"-{Color.BLACK.symbol}{Color.WHITE.symbol}")


class Board:
    """An immutable position of Othello: the discs and the side to move.

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

    Any even size from 4 to 16 is supported: ``Board(6)``. Boards are equal if their discs and the
    side to move are; they are hashable.
    """

    __slots__ = ()

    def __new__(cls, size: int = 8) -> "Board":
        if isinstance(size, str):  # a common guess
            raise InvalidPosition(
                f"a board has a size, not {size[:40]!r}; write Game('f5d6').board for moves, "
                "Board.from_text(…) for a position"
            )
        middle = geometry_of(size).size // 2
        upper, lower = (middle - 1) * size + middle - 1, middle * size + middle - 1
        black = 1 << (upper + 1) | 1 << lower
        white = 1 << upper | 1 << (lower + 1)
        return make_board(black, white, Color.BLACK, size)

    # --- Constructors --------------------------------------------------------------------------

    @staticmethod
    def from_text(position: str) -> "Board":
        """Parse a position on one line: all squares from a1 in order, then the side to move.

        ``X``, ``*`` or ``B`` is black, ``O`` or ``W`` white, ``-`` or ``.`` empty. The number of
        squares determines the size; blanks are ignored.

        >>> Board.from_text("---- -OX- -XO- ---- X") == Board(4)
        True
        """
        return _board_of(text.parse_line(position))

    @staticmethod
    def from_rows(rows: Iterable[Any], turn: Color = Color.BLACK) -> "Board":
        """Create a position from rows, top first: strings, lists of cells, or a numpy array.

        An empty cell is None, ``""``, ``"."``, ``"-"`` or 0. Black is ``"B"``, ``"X"``,
        ``"black"``, ``"Dark"`` or 1; White is ``"W"``, ``"O"``, ``"white"``, ``"Light"``, 2 or
        −1. Case is ignored.

        >>> rows = [[0, 0, 0, 0], [0, -1, 1, 0], [0, 1, -1, 0], [0, 0, 0, 0]]
        >>> Board.from_rows(rows) == Board.from_rows(["....", ".WB.", ".BW.", "...."]) == Board(4)
        True
        """
        return _board_of(parse_rows(rows, turn))

    @staticmethod
    def from_diagram(diagram: str) -> "Board":
        """Parse a diagram as printed by ``print(board)``."""
        return _board_of(text.parse_diagram(diagram))

    @staticmethod
    def from_discs(
        *,
        black: Iterable[SquareLike],
        white: Iterable[SquareLike],
        turn: Color = Color.BLACK,
        size: int = 8,
    ) -> "Board":
        """Create a position from the squares of both sides.

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
        """Create a position from the bitboards of the side to move and the other side."""
        sides = SquareSet.from_bits(mover, size), SquareSet.from_bits(opponent, size)
        _refuse_overlap(mover, opponent, size)
        _refuse_turn(turn)
        return make_board(sides[0].bits, sides[1].bits, turn, size)

    # --- Implemented by the subclasses, natively and in plain Python ----------------------------

    @property
    def size(self) -> int:
        """The width and height of the board in squares."""
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
        """The legal moves of the side to move."""
        raise NotImplementedError

    @property
    def opponent_moves(self) -> SquareSet:
        """The moves the other side would have if it were its turn."""
        raise NotImplementedError

    @property
    def must_pass(self) -> bool:
        """True if only the other side has a legal move."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """True if neither side has a legal move."""
        raise NotImplementedError

    def flips(self, move: SquareLike) -> SquareSet:
        """Return the discs flipped by a move; empty if the move is illegal."""
        raise NotImplementedError

    def play(self, move: SquareLike) -> "Board":
        """Return the position after a move, with the other side to move even if it must pass."""
        raise NotImplementedError

    def pass_turn(self) -> "Board":
        """Return the position after a pass; raises an error unless the pass is forced."""
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
        """The empty squares."""
        taken = self.mover_bits | self.opponent_bits
        return make_squares(geometry_of(self.size).everywhere & ~taken, self.size)

    def __getitem__(self, square: SquareLike) -> Color | None:
        """Return the color of the disc on a square or at ``[row, column]``; None if empty."""
        number = self.square(square)
        if self.mover_bits >> number & 1:
            return self.turn
        return self.turn.opponent if self.opponent_bits >> number & 1 else None

    def __iter__(self) -> Iterator[tuple[Square, Color | None]]:
        """Yield all squares in reading order, each with the color of its disc or None.

        >>> [square for square, color in Board() if color is Color.WHITE]
        [27, 36]
        """
        return ((square, self[square]) for square in range(self.size * self.size))

    def __contains__(self, value: object) -> NoReturn:
        raise TypeError(
            "a board does not support 'in'; for a legal move use 'move in board.legal_moves', "
            f"for a disc board['d3'] or 'square in board.black'; got {value!r}"
        )

    def count(self, color: Color) -> int:
        """Return the number of discs of a side."""
        return (self.mover_bits if color is self.turn else self.opponent_bits).bit_count()

    @property
    def score(self) -> int:
        """The final score in discs for the side to move.

        Empty squares count for the winner, so a wipe-out on 8×8 is +64. If the game is not over,
        this is the score if it ended now.
        """
        own, other = self.mover_bits.bit_count(), self.opponent_bits.bit_count()
        if own == other:
            return 0
        empties = self.size * self.size - own - other
        return own - other + (empties if own > other else -empties)

    def square(self, move: SquareLike) -> Square:
        """Return the number of a square given by name, number or pair; raises ``InvalidSquare``."""
        return checked_square(move, self.size)

    def score_for(self, color: Color) -> int:
        """Return the final score in discs for a side.

        >>> board = Board.from_text("XXXX XXXX XXXX XXO- O")
        >>> board.score_for(Color.BLACK), board.score
        (14, -14)
        """
        return self.score if color is self.turn else -self.score

    # --- Symmetry --------------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry) -> "Board":
        """Return the board rotated or reflected."""
        return make_board(
            symmetry.bits(self.mover_bits, self.size),
            symmetry.bits(self.opponent_bits, self.size),
            self.turn,
            self.size,
        )

    def canonical(self) -> "Board":
        """Return the same board for all positions that are equal up to symmetry.

        >>> Board().play("f5").canonical() == Board().play("c4").canonical()
        True
        """
        return min(
            (self.transformed(symmetry) for symmetry in Symmetry),
            key=lambda board: (board.mover_bits, board.opponent_bits),
        )

    # --- Output --------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the position on one line, as read by ``from_text``."""
        # Bits read as decimal digits: the sum has 1 for a black disc, 2 for a white one, a1 last.
        digits = int(f"{self.black_bits:b}") + 2 * int(f"{self.white_bits:b}")
        squares = f"{digits:0{self.size * self.size}}"[::-1]
        return f"{squares.translate(_OF_DIGIT)} {self.turn.symbol}"

    def to_rows(
        self, black: object = "B", white: object = "W", empty: object = None
    ) -> list[list[Any]]:
        """Return the discs as a list of rows with the given cell values.

        >>> Board(4).to_rows()[1], Board(4).to_rows(black=1, white=-1, empty=0)[1]
        ([None, 'W', 'B', None], [0, -1, 1, 0])
        >>> Board.from_rows(Board(6).to_rows()) == Board(6)
        True
        """
        values = {Color.BLACK: black, Color.WHITE: white, None: empty}
        cells = [values[color] for _, color in self]
        return [cells[start : start + self.size] for start in range(0, len(cells), self.size)]

    def diagram(self) -> str:
        """The board as text, with legal moves marked ``+``."""
        # Not translated, because ``from_diagram`` reads it.
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
        """Return the board as an SVG, as displayed by notebooks."""
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

    # --- Names that people try -------------------------------------------------------------------

    push = move = make_move = apply = Guess('board.play("f5"), which returns the new board')
    pass_ = pass_move = play_pass = skip = Guess("board.pass_turn(), which returns the new board")
    moves = get_legal_moves = valid_moves = possible_moves = Guess("board.legal_moves")
    is_legal = is_valid_move = Guess("move in board.legal_moves")
    game_over = is_game_over = is_terminal = Guess("board.is_over")
    winner = result = Guess("board.score_for(Color.BLACK): above 0 if Black wins, 0 for a draw")
    player = to_move = side_to_move = current_player = Guess("board.turn")
    discs = Guess("board.black, board.white or board.count(Color.BLACK)")
    copy = Guess("the same name again: a board never changes")
    from_transcript = start = Guess('Game("f5d6").board, or Board() for the starting position')

    def __dir__(self) -> list[str]:
        return public_names(Board, super().__dir__())

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
    """A board of any size in plain Python; the native boards are tested against it."""

    __slots__ = ("_legal_bits", "_mover_bits", "_opponent_bits", "_size", "_turn")

    _mover_bits: Bitboard
    _opponent_bits: Bitboard
    _turn: Color
    _size: int
    _legal_bits: Bitboard | None  # computed on first use

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
"""Native versions of ``PlainBoard``, for 8×8 and for all other sizes."""


def make_board(mover: Bitboard, opponent: Bitboard, turn: Color, size: int) -> Board:
    """Create a board of this size without validation."""
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
        raise InvalidPosition(f"the side to move must be Color.BLACK or Color.WHITE; got {turn!r}")


def _refuse_overlap(first: Bitboard, second: Bitboard, size: int) -> None:
    if first & second:
        both = make_squares(first & second, size)
        raise InvalidPosition(
            _("Both sides have a disc on {squares}. A square holds one disc", squares=both)
        )
