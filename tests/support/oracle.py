"""The rules once more, slow and obvious: a list of lists and eight directions."""

from dataclasses import dataclass

from outflank.board import Board, Color

DIRECTIONS = [
    (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
]


@dataclass
class Oracle:
    """A board as rows of ``"black"``, ``"white"`` or None, and the side to move."""

    rows: list[list[str | None]]
    mover: str

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def opponent(self) -> str:
        return "white" if self.mover == "black" else "black"

    def flips(self, square: int) -> list[int]:
        row, column = divmod(square, self.size)
        if self.rows[row][column] is not None:
            return []
        turned = []
        for down, right in DIRECTIONS:
            run = []
            y, x = row + down, column + right
            while self._on_board(y, x) and self.rows[y][x] == self.opponent:
                run.append(y * self.size + x)
                y, x = y + down, x + right
            if self._on_board(y, x) and self.rows[y][x] == self.mover:
                turned += run
        return sorted(turned)

    def legal_moves(self) -> list[int]:
        return [square for square in range(self.size**2) if self.flips(square)]

    def play(self, square: int) -> "Oracle":
        rows = [row[:] for row in self.rows]
        for turned in [square, *self.flips(square)]:
            rows[turned // self.size][turned % self.size] = self.mover
        return Oracle(rows, self.opponent)

    def pass_turn(self) -> "Oracle":
        return Oracle(self.rows, self.opponent)

    def _on_board(self, row: int, column: int) -> bool:
        return 0 <= row < self.size and 0 <= column < self.size


def oracle_of(board: Board) -> Oracle:
    """The same position for the oracle, read square by square."""
    size = board.size
    squares = [board[square] for square in range(size * size)]
    names = [None if color is None else color.value for color in squares]
    return Oracle([names[row * size : (row + 1) * size] for row in range(size)], board.turn.value)


def start_oracle(size: int) -> Oracle:
    """The start position, written down from the rule book."""
    rows: list[list[str | None]] = [[None] * size for _ in range(size)]
    middle = size // 2
    rows[middle - 1][middle - 1] = rows[middle][middle] = "white"
    rows[middle - 1][middle] = rows[middle][middle - 1] = "black"
    return Oracle(rows, Color.BLACK.value)
