"""The board editor: place, remove and transform discs to set up a playable position.

A state machine whose methods return the instructions to carry out. The view reports what is wrong
with an unfinished position.
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
MOST_KEPT = 20  # changes kept for undo

_TURNED = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class EditorState:
    """The complete state of an editor between two requests."""

    board: str = Board().to_text()  # the position, as `Board.to_text` writes it
    brush: Brush = "black"  # painted on a chosen square
    past: tuple[str, ...] = ()  # earlier positions, for undo
    note: str = ""


class BoardEditor:
    """An editor of one position.

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
        """The values of the moves, if requested and the position is unchanged."""

    # --- Queries ---------------------------------------------------------------------------------

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

    # --- Actions ---------------------------------------------------------------------------------

    def put(self, square: Square) -> EditorInstructions:
        """Paint a square with the brush; painting it again clears it."""
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
        """Read a position, or the final position of a game, from text."""
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
        """Show the position read from a text; None means failure, with the ``problem``."""
        return self._set(board or self.board, sentence(problem) if problem else "")

    def values_found(self, board: Board, values: MoveValues) -> EditorInstructions:
        """Show the values if the position is still the same."""
        if board == self.board:
            self.values, self.note = dict(values), ""
        return [RefreshView()]

    # --- Private ---------------------------------------------------------------------------------

    def _say(self, note: str) -> EditorInstructions:
        self.note = note
        return [RefreshView()]

    def _set(self, board: Board, note: str = "") -> EditorInstructions:
        """Change the position and record the change for undo."""
        if board != self.board:
            self.past = (*self.past, self.board.to_text())[-MOST_KEPT:]
            self.board, self.values = board, {}
        self.note = note
        return [RefreshView()]


def what_is_wrong(board: Board) -> str:
    """Return why a position cannot be played; empty if it can."""
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
    """Return why a playable position cannot occur in a game; empty if it may."""
    half = board.size // 2
    center = [row * board.size + column for row in (half - 1, half) for column in (half - 1, half)]
    empty = [square for square in center if board[square] is None]
    if empty:
        return _(
            "No game reaches this position: {square} is empty, but the four center "
            "squares never are.",
            square=square_name(empty[0], board.size),
        )
    alone = _cut_off(board, center[0])
    if alone is not None:
        return _(
            "No game reaches this position: {square} does not touch the other discs.",
            square=square_name(alone, board.size),
        )
    return ""


def _cut_off(board: Board, middle: Square) -> Square | None:
    """Return the first disc that is not connected to the middle, if any."""
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
