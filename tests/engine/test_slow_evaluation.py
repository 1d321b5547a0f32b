"""The trained evaluation once more, slow and obvious, to the last unit of 1/256 disc.

Nothing here comes from the native tables: the patterns are drawn, the board is turned as a person
turns it, and moves are counted by the oracle. What is shared is the block of a weights file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from oracle import Oracle, oracle_of

from outflank import _native
from outflank.batch import Positions
from outflank.board import Board
from outflank.engine import weights

# The upper rows of the board, a1 at the left. A digit is a square's place in the ternary number
# that its pattern holds, the least place 0. The order of the patterns is that of the file.
DRAWINGS = {
    "edge with X": """
        0 1 2 3 4 5 6 7
        . 8 . . . . 9 .
    """,
    "edge block": """
        0 . 1 2 3 4 . 5
        . . 6 7 8 9 . .
    """,
    "corner 2x5": """
        0 1 2 3 4 . . .
        5 6 7 8 9 . . .
    """,
    "corner 3x3": """
        0 1 2 . . . . .
        3 4 5 . . . . .
        6 7 8 . . . . .
        . . . 9 . . . .
    """,
    "triangle": """
        0 1 2 3 . . . .
        4 5 6 . . . . .
        7 8 . . . . . .
        9 . . . . . . .
    """,
    "narrow triangle": """
        0 1 2 3 4 . . .
        5 6 . . . . . .
        7 . . . . . . .
        8 . . . . . . .
        9 . . . . . . .
    """,
    "line 2": """
        8 . . . . . . 9
        0 1 2 3 4 5 6 7
    """,
    "line 3": """
        . . . . . . . .
        . . . . . . . .
        0 1 2 3 4 5 6 7
    """,
    "line 4": """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        0 1 2 3 4 5 6 7
    """,
    "diagonal 8": """
        0 . . . . . . .
        . 1 . . . . . .
        . . 2 . . . . .
        . . . 3 . . . .
        . . . . 4 . . .
        . . . . . 5 . .
        . . . . . . 6 .
        . . . . . . . 7
    """,
    "diagonal 7": """
        7 0 . . . . . .
        . . 1 . . . . .
        . . . 2 . . . .
        . . . . 3 . . .
        . . . . . 4 . .
        . . . . . . 5 .
        . . . . . . . 6
        . . . . . . . 8
    """,
}

MOST_MOVES = 24
DIGITS = {"opponent": 0, None: 1, "mover": 2}
COLUMNS = 16
SHARES_OF_UNIT = 64  # a worth counts 1/64 of 1/256 disc
HIGHEST = 2047  # where a hidden unit stands at most


def all_ways_to_turn_the_board() -> Iterator[list[list[int]]]:
    """The squares as they lie after quarter turns, the board face up and face down."""
    board = [[8 * row + column for column in range(8)] for row in range(8)]
    for _ in range(2):
        for _ in range(4):
            yield board
            board = [[board[7 - column][row] for column in range(8)] for row in range(8)]
        board = [row[::-1] for row in board]


@dataclass
class Pattern:
    """Where a drawing lies on the board in every way that differs from the others."""

    drawing: str
    size: int = 0
    placements: list[list[int]] = field(default_factory=list)  # squares by place
    mirrors: list[list[int]] = field(default_factory=list)  # the same squares in another order

    def __post_init__(self) -> None:
        marks = {
            int(mark): (row, column)
            for row, line in enumerate(self.drawing.strip().splitlines())
            for column, mark in enumerate(line.split())
            if mark != "."
        }
        self.size = len(marks)
        for turned in all_ways_to_turn_the_board():
            squares = [turned[row][column] for row, column in map(marks.__getitem__, sorted(marks))]
            if not any(set(squares) == set(known) for known in self.placements):
                self.placements.append(squares)
            if set(squares) == set(self.placements[0]):
                self.mirrors.append(squares)

    def numbers_of_rows(self) -> NDArray[np.int64]:
        """For all contents which of the pattern's rows is theirs: mirrored ones have the same.

        A row belongs to the smallest of the contents that share it, and rows are in that order.
        """
        contents = np.arange(3**self.size)
        digits = [contents // 3**place % 3 for place in range(self.size)]
        smallest = contents
        for mirror in self.mirrors:
            places = [self.placements[0].index(square) for square in mirror]
            image = sum(digits[place] * 3**to for to, place in enumerate(places))
            smallest = np.minimum(smallest, image)
        return np.unique(smallest, return_inverse=True)[1].reshape(-1)


class SlowEvaluation:
    """What a block of weights says about a position."""

    def __init__(self, block: bytes, drawings: dict[str, str]) -> None:
        self.patterns = [Pattern(drawing) for drawing in drawings.values()]
        self.rows_of_patterns = [pattern.numbers_of_rows() for pattern in self.patterns]
        rows = sum(int(numbers[-1]) + 1 for numbers in self.rows_of_patterns)
        rows += (MOST_MOVES + 1) ** 2 + 2  # mobility and parity

        readings = 24 * 2 * COLUMNS
        self.readings = np.frombuffer(block, "<i2", readings).reshape(24, 2, COLUMNS).astype(int)
        self.stages = []
        at = 2 * readings
        for _ in range(5):
            bits = np.frombuffer(block, np.uint8, (rows + 7) // 8, at)
            at += len(bits)
            present = np.unpackbits(bits)[:rows].astype(bool)
            count = int(present.sum())
            stage = np.zeros((rows, COLUMNS), int)
            stage[present] = np.frombuffer(block, np.int8, COLUMNS * count, at).reshape(-1, count).T
            at += COLUMNS * count
            self.stages.append(stage)
        assert at == len(block)

    def rows(self, squares: list[str | None], moves: int, answers: int) -> Iterator[int]:
        """The numbers of the rows that a position adds up."""
        first = 0
        for pattern, numbers in zip(self.patterns, self.rows_of_patterns, strict=True):
            for placement in pattern.placements:
                contents = sum(
                    DIGITS[squares[square]] * 3**place for place, square in enumerate(placement)
                )
                yield first + int(numbers[contents])
            first += int(numbers[-1]) + 1
        yield first + min(moves, MOST_MOVES) * (MOST_MOVES + 1) + min(answers, MOST_MOVES)
        first += (MOST_MOVES + 1) ** 2
        yield first + (64 - squares.count(None)) % 2

    def __call__(self, position: Oracle) -> int:
        """The expected score of the side to move, in 1/256 disc."""
        names = {position.mover: "mover", position.opponent: "opponent", None: None}
        squares = [names[disc] for row in position.rows for disc in row]
        moves, answers = len(position.legal_moves()), len(position.pass_turn().legal_moves())
        discs = 64 - squares.count(None)
        phase = max(0, min((discs - 12) // 2, 23))
        stage = sum(discs >= first for first in (28, 36, 44, 52))

        start, worth = self.readings[phase]
        total = start + sum(self.stages[stage][row] for row in self.rows(squares, moves, answers))
        # The first two columns are the sum. A hidden unit speaks where it is positive, louder where
        # it stands higher: a step is worth that many 2048ths, to the nearest whole one.
        total[2:] = np.clip(total[2:], 0, HIGHEST)
        worth = np.concatenate([worth[:2], np.floor(total[2:] * worth[2:] / 2048 + 0.5)])
        score = int((total * worth).sum()) // SHARES_OF_UNIT
        return max(-64 * 256 + 1, min(score, 64 * 256 - 1))


def made_up_block() -> bytes:
    """Weights in which hardly two rows are alike, so that none can stand for another."""
    rng = np.random.default_rng(23)
    start = rng.integers(-500, 500, (24, 1, COLUMNS))
    worth = rng.integers(-200, 200, (24, 1, COLUMNS))
    parts = [np.concatenate([start, worth], axis=1).astype("<i2").tobytes()]
    for _ in range(5):
        present = rng.random(_native.PARAMETERS) < 0.8
        parts += [np.packbits(present).tobytes(), rng.bytes(COLUMNS * int(present.sum()))]
    return b"".join(parts)


@pytest.fixture(scope="module", params=["shipped", "made up"])
def block(request: pytest.FixtureRequest) -> bytes:
    shipped = request.param == "shipped"
    return weights.unpack(weights.DEFAULT_FILE.read_bytes()) if shipped else made_up_block()


def boards_of_random_games(games: int) -> list[Board]:
    """Every third position of some games, those included where a side must pass or all is over."""
    random = Random(23)
    boards = []
    for _ in range(games):
        board = Board()
        boards.append(board)
        while not board.is_over:
            board = board.pass_turn() if board.must_pass else board
            board = board.play(random.choice(list(board.legal_moves)))
            boards.append(board)
    special = [board for board in boards if not board.legal_moves]
    return boards[::3] + special


def scattered_boards(number: int) -> list[Board]:
    """Discs thrown on the board: contents that no game brings about."""
    random = Random(24)
    boards = []
    for _ in range(number):
        squares = random.sample(range(64), random.randint(4, 64))
        middle = random.randint(0, len(squares))
        boards.append(Board.from_discs(black=squares[:middle], white=squares[middle:]))
    return boards


def wiped_out_boards() -> list[Board]:
    """Seen by the side that has nothing left, and by the other."""
    lonely = "--------" * 3 + "--XXX---" + "---XX---" + "--------" * 3
    full, late = "X" * 64, "X" * 50 + "-" * 14
    return [Board.from_text(f"{text} {turn}") for text in (lonely, full, late) for turn in "XO"]


def boards_of_many_moves() -> list[Board]:
    """More moves than the table of mobility has lines, for either side."""
    ring, inside = "-OOOOOO-", "-OXXXXO-"
    squares = "-" * 8 + ring + inside * 4 + ring + "-" * 8
    return [Board.from_text(f"{squares} {turn}") for turn in "XO"]


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    return (
        boards_of_random_games(games=12)
        + scattered_boards(100)
        + wiped_out_boards()
        + boards_of_many_moves()
    )


def test_the_positions_are_of_all_kinds(boards: list[Board]) -> None:
    assert {len(board.black) + len(board.white) for board in boards} >= set(range(4, 65))
    assert any(len(board.legal_moves) > MOST_MOVES for board in boards)
    assert any(len(board.opponent_moves) > MOST_MOVES for board in boards)
    assert any(board.must_pass for board in boards)
    assert any(board.is_over and board.empties for board in boards)
    assert any(not board.mover_bits for board in boards)
    assert any(not board.opponent_bits for board in boards)


def test_the_drawings_lie_in_as_many_ways_as_they_should() -> None:
    placements = {name: len(Pattern(drawing).placements) for name, drawing in DRAWINGS.items()}
    assert placements.pop("corner 2x5") == 8
    assert placements.pop("diagonal 8") == 2
    assert set(placements.values()) == {4}


def test_the_engine_evaluates_as_the_slow_words_say(block: bytes, boards: list[Board]) -> None:
    slow = SlowEvaluation(block, DRAWINGS)
    positions = Positions.of(boards)
    found = (
        _native.Weights(block).evaluate_all(positions.mover_bits, positions.opponent_bits).tolist()
    )
    differing = [
        f"{board.to_text()}: {score}, expected {expected}"
        for board, score in zip(boards, found, strict=True)
        if score != (expected := slow(oracle_of(board)))
    ]
    assert not differing
