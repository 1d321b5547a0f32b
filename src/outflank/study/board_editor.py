"""A board to set up: discs put and taken away, turned and mirrored, until it can be played on from.

A pure state machine, as a review is. What is wrong with a position is said while it is built.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from outflank.board import (
    SIZES,
    Board,
    Color,
    InvalidPosition,
    Square,
    Symmetry,
    counted,
    square_name,
)
from outflank.study import messages as m
from outflank.study.values import MoveValues
from outflank.study.views import EditorView, Position, discs, value_view
from outflank.study.words import as_sentence

Brush: TypeAlias = Literal["black", "white", "empty"]
BRUSHES: dict[Brush, str] = {"black": "X", "white": "O", "empty": "-"}
MOST_KEPT = 20  # changes that can be taken back

Instructions: TypeAlias = list[m.EditorInstruction]

_TURNED = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class EditorState:
    """All there is to keep between two events."""

    board: str = Board().to_text()
    """The position, as ``Board.to_text`` writes it."""
    brush: Brush = "black"
    """What a chosen square gets."""
    past: tuple[str, ...] = ()
    """The positions before the last changes."""
    note: str = ""


class BoardEditor:
    """A position that is being set up.

    >>> editor = BoardEditor()
    >>> _ = editor.handle(m.Change("clear"))
    >>> editor.view.problem
    'There is no disc on the board yet.'
    >>> _ = editor.handle(m.Put(0))
    >>> editor.board.to_text()[:4], editor.view.counts
    ('X---', 'Black 1, White 0, 63 empty squares')
    """

    def __init__(self, state: EditorState | None = None) -> None:
        state = state or EditorState()
        self.board = Board.from_text(state.board)
        self.brush: Brush = state.brush
        self.past = state.past[-MOST_KEPT:]
        self.note = state.note
        self.values: MoveValues = {}
        """What the moves are worth, where that was asked for and nothing has changed since."""

    # --- What a screen may ask -------------------------------------------------------------------

    @property
    def state(self) -> EditorState:
        """What is to be kept of it."""
        return EditorState(self.board.to_text(), self.brush, self.past, self.note)

    @property
    def view(self) -> EditorView:
        """What there is to see."""
        board, problem = self.board, what_is_wrong(self.board)
        black, white = (board.count(color) for color in Color)
        most = max((value.score for value in self.values.values()), default=0)
        return EditorView(
            Position(board.size, discs(board), board.turn),
            text=board.to_text(),
            brush=self.brush,
            counts=f"Black {black}, White {white}, {counted(len(board.empties), 'empty square')}",
            headline=f"{board.turn} to move",
            problem=problem,
            remark="" if problem else what_is_odd(board),
            note=self.note,
            can_play=not problem,
            can_undo=bool(self.past),
            values=tuple(value_view(each, board.size, most) for each in self.values.values()),
        )

    # --- Events ----------------------------------------------------------------------------------

    def handle(self, event: m.EditorEvent) -> Instructions:
        """Take an event in; give back what to do now."""
        match event:
            case m.Put(square):
                return self._set(self._with(square))
            case m.TakeBrush(brush):
                self.brush, self.note = brush, ""
            case m.Change(how):
                return self._change(how)
            case m.Resize(size):
                if size not in SIZES:
                    self.note = f"A board has an even size from {SIZES[0]} to {SIZES[-1]}."
                else:
                    return self._set(Board(size))
            case m.Pasted(text):
                self.note = "Reading…"
                return [m.Redraw(), m.ReadText(text)]
            case m.WasRead(board, problem):
                return self._set(board or self.board, as_sentence(problem) if problem else "")
            case m.AskValues():
                return self._ask_values()
            case m.ValuesFound(board, values):
                if board == self.board:
                    self.values, self.note = dict(values), ""
            case m.PlayOn():
                self.note = what_is_wrong(self.board)
                return [m.Redraw()] if self.note else [m.PlayFrom(self.board)]
        return [m.Redraw()]

    def _change(self, how: m.How) -> Instructions:
        board = self.board
        match how:
            case "turn":
                return self._set(_retold(board, lambda cells, side: f"{cells} {_other(side)}"))
            case "clear":
                return self._set(_retold(board, lambda cells, side: f"{'-' * len(cells)} {side}"))
            case "start":
                return self._set(Board(board.size))
            case "mirror":
                return self._set(board.transformed(Symmetry.FLIP_COLUMNS))
            case "rotate":
                return self._set(board.transformed(Symmetry.ROTATE_90))
            case "swap":
                return self._set(Board.from_text(board.to_text().translate(_TURNED)))
            case "undo":
                if not self.past:
                    self.note = "Nothing has been changed that could be taken back."
                    return [m.Redraw()]
                *past, before = self.past
                told = self._set(Board.from_text(before))
                self.past = tuple(past)
                return told

    def _ask_values(self) -> Instructions:
        self.note = what_is_wrong(self.board)
        if self.note:
            return [m.Redraw()]
        self.note = "Looking what the moves are worth…"
        return [m.Redraw(), m.FindValues(self.board)]

    # --- Inside ----------------------------------------------------------------------------------

    def _set(self, board: Board, note: str = "") -> Instructions:
        """Another position; the one before can be had again."""
        if board != self.board:
            self.past = (*self.past, self.board.to_text())[-MOST_KEPT:]
            self.board, self.values = board, {}
        self.note = note
        return [m.Redraw()]

    def _with(self, square: Square) -> Board:
        """The square as the brush paints it; painted so already, it becomes empty."""

        def painted(cells: str, side: str) -> str:
            if not 0 <= square < len(cells):
                raise InvalidPosition(f"there is no square {square} on this board")
            sign = BRUSHES[self.brush]
            sign = "-" if cells[square] == sign else sign
            return f"{cells[:square]}{sign}{cells[square + 1 :]} {side}"

        return _retold(self.board, painted)


def what_is_wrong(board: Board) -> str:
    """Why nobody can play on from a position, in a sentence; empty where one can."""
    if not board.black and not board.white:
        return "There is no disc on the board yet."
    for color, own in ((Color.BLACK, board.black), (Color.WHITE, board.white)):
        if not own:
            return f"{color} has no disc, so the game is over here."
    if board.is_over:
        full = "" if board.empties else "The board is full: "
        sentence = f"{full}neither side has a move, so the game is over here."
        return sentence[0].upper() + sentence[1:]
    if board.must_pass:
        return (
            f"{board.turn} has no move here and would have to pass; "
            f"let {board.turn.opponent} be the side to move."
        )
    return ""


def what_is_odd(board: Board) -> str:
    """Why a position cannot come up in a game although it can be played; empty where it may."""
    half = board.size // 2
    centre = [row * board.size + column for row in (half - 1, half) for column in (half - 1, half)]
    empty = [square for square in centre if board[square] is None]
    if empty:
        return (
            f"No game comes to this: {square_name(empty[0], board.size)} is empty, "
            "and the four squares in the middle never are."
        )
    alone = _cut_off(board, centre[0])
    if alone is not None:
        name = square_name(alone, board.size)
        return f"No game comes to this: {name} does not touch the other discs."
    return ""


def _cut_off(board: Board, middle: Square) -> Square | None:
    """The first disc that no chain of neighbours joins to the middle."""
    size = board.size
    joined, waiting = {middle}, [middle]
    while waiting:
        row, column = divmod(waiting.pop(), size)
        for y in range(max(0, row - 1), min(size, row + 2)):
            for x in range(max(0, column - 1), min(size, column + 2)):
                square = y * size + x
                if square not in joined and board[square] is not None:
                    joined.add(square)
                    waiting.append(square)
    all_discs = (square for square in range(size * size) if board[square] is not None)
    return next((square for square in all_discs if square not in joined), None)


def _retold(board: Board, change: Callable[[str, str], str]) -> Board:
    """The position whose text is another one: of its squares, and of the side to move."""
    cells, side = board.to_text().split(" ")
    return Board.from_text(change(cells, side))


def _other(side: str) -> str:
    return side.translate(_TURNED)
