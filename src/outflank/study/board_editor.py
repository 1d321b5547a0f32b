"""A board to set up: discs put and taken away, turned and mirrored, until it can be played on from.

A state machine whose methods return the instructions to carry out. The view says what is wrong with
a position while it is being built.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from outflank.board import (
    SIZES,
    Board,
    Color,
    InvalidPosition,
    Square,
    Symmetry,
    sentence,
    square_name,
)
from outflank.study.instructions import (
    EditorInstructions,
    FindValues,
    ReadText,
    RefreshView,
    StartGame,
)
from outflank.study.values import MoveValues
from outflank.study.views import EditorView, position_of, value_view
from outflank.translation import _

Brush: TypeAlias = Literal["black", "white", "empty"]
BRUSHES: dict[Brush, str] = {"black": "X", "white": "O", "empty": "-"}
BoardChange: TypeAlias = Literal["turn", "clear", "start", "mirror", "rotate", "swap", "undo"]
MOST_KEPT = 20  # changes that can be undone

_TURNED = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class EditorState:
    """Everything to restore an editor in the next request."""

    board: str = Board().to_text()  # the position, as `Board.to_text` writes it
    brush: Brush = "black"  # what a chosen square gets
    past: tuple[str, ...] = ()  # the positions before the last changes
    note: str = ""


class BoardEditor:
    """A position that is being set up.

    >>> editor = BoardEditor()
    >>> made = editor.change("clear")
    >>> editor.view.problem
    'There is no disc on the board yet.'
    >>> made = editor.put(0)
    >>> editor.board.to_text()[:4], editor.view.counts
    ('X---', 'Black 1, White 0, empty 63')
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
        return EditorState(self.board.to_text(), self.brush, self.past, self.note)

    @property
    def view(self) -> EditorView:
        board, problem = self.board, what_is_wrong(self.board)
        black, white = (board.count(color) for color in Color)
        most = max((value.score for value in self.values.values()), default=0)
        return EditorView(
            position_of(board, legal=False),
            text=board.to_text(),
            brush=self.brush,
            counts=_(
                "Black {black}, White {white}, empty {empty}",
                black=black,
                white=white,
                empty=len(board.empties),
            ),
            headline=_("{color} to move", color=board.turn),
            problem=problem,
            remark="" if problem else what_is_odd(board),
            note=self.note,
            can_play=not problem,
            can_undo=bool(self.past),
            values=tuple(value_view(each, board.size, most) for each in self.values.values()),
        )

    # --- What a person does ----------------------------------------------------------------------

    def put(self, square: Square) -> EditorInstructions:
        """Paint a square with the brush; a square painted so already becomes empty."""
        cells, side = self.board.to_text().split(" ")
        if not 0 <= square < len(cells):
            raise InvalidPosition(_("There is no square {square} on this board.", square=square))
        sign = BRUSHES[self.brush]
        sign = "-" if cells[square] == sign else sign
        return self._set(Board.from_text(f"{cells[:square]}{sign}{cells[square + 1 :]} {side}"))

    def select_brush(self, brush: Brush) -> EditorInstructions:
        self.brush = brush
        return self._say("")

    def change(self, how: BoardChange) -> EditorInstructions:
        board = self.board
        cells, side = board.to_text().split(" ")
        match how:
            case "turn":
                return self._set(Board.from_text(f"{cells} {side.translate(_TURNED)}"))
            case "clear":
                return self._set(Board.from_text(f"{'-' * len(cells)} {side}"))
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
                    return self._say(_("There is no change to undo."))
                *past, before = self.past
                instructions = self._set(Board.from_text(before))
                self.past = tuple(past)
                return instructions

    def resize(self, size: int) -> EditorInstructions:
        if size not in SIZES:
            least, most = SIZES[0], SIZES[-1]
            return self._say(
                _("A board has an even size from {least} to {most}.", least=least, most=most)
            )
        return self._set(Board(size))

    def paste(self, text: str) -> EditorInstructions:
        """Read a position, or the last position of a game, from a text."""
        return [*self._say(_("Reading…")), ReadText(text)]

    def request_values(self) -> EditorInstructions:
        if problem := what_is_wrong(self.board):
            return self._say(problem)
        return [*self._say(_("Analyzing the moves…")), FindValues(self.board)]

    def play_on(self) -> EditorInstructions:
        self.note = what_is_wrong(self.board)
        return [RefreshView()] if self.note else [StartGame(self.board)]

    # --- Results of instructions -----------------------------------------------------------------

    def text_read(self, board: Board | None, problem: str = "") -> EditorInstructions:
        """Show the position that was read, or None and what is wrong with the text."""
        return self._set(board or self.board, sentence(problem) if problem else "")

    def values_found(self, board: Board, values: MoveValues) -> EditorInstructions:
        """Show the values, if this is still the position."""
        if board == self.board:
            self.values, self.note = dict(values), ""
        return [RefreshView()]

    # --- Inside ----------------------------------------------------------------------------------

    def _say(self, note: str) -> EditorInstructions:
        self.note = note
        return [RefreshView()]

    def _set(self, board: Board, note: str = "") -> EditorInstructions:
        """Change the position, so that the change can be undone."""
        if board != self.board:
            self.past = (*self.past, self.board.to_text())[-MOST_KEPT:]
            self.board, self.values = board, {}
        self.note = note
        return [RefreshView()]


def what_is_wrong(board: Board) -> str:
    """Why nobody can play on from a position, in a sentence; empty where one can."""
    if not board.black and not board.white:
        return _("There is no disc on the board yet.")
    for color, own in ((Color.BLACK, board.black), (Color.WHITE, board.white)):
        if not own:
            return _("{color} has no disc, so the game is over here.", color=color)
    if board.is_over:
        if not board.empties:
            return _("The board is full, so the game is over here.")
        return _("Neither side has a move, so the game is over here.")
    if board.must_pass:
        return _(
            "{color} has no move and must pass. Make {opponent} the side to move.",
            color=board.turn,
            opponent=board.turn.opponent,
        )
    return ""


def what_is_odd(board: Board) -> str:
    """Why a position cannot come up in a game although it can be played; empty where it may."""
    half = board.size // 2
    centre = [row * board.size + column for row in (half - 1, half) for column in (half - 1, half)]
    empty = [square for square in centre if board[square] is None]
    if empty:
        return _(
            "No game reaches this position: {square} is empty, and the four squares in the middle "
            "never are.",
            square=square_name(empty[0], board.size),
        )
    alone = _cut_off(board, centre[0])
    if alone is not None:
        return _(
            "No game reaches this position: {square} does not touch the other discs.",
            square=square_name(alone, board.size),
        )
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
