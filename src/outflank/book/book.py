"""The opening book as used by players."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random

from outflank.board import Board, Square, square_name
from outflank.book.file import InvalidBook, Making, unpack
from outflank.book.graph import (
    BOOK_SIZE,
    START,
    Entries,
    Key,
    best,
    best_moves,
    by_plies,
    carried_back,
    following,
    key_of,
    squares_of,
    unsure,
)
from outflank.engine import Result
from outflank.translation import _

BOOK_FILE = Path(__file__).with_name("openings.book")


@dataclass(frozen=True, slots=True)
class BookMove:
    move: Square
    value: int  # final discs for the side to move
    depth: int  # search depth, including the moves through the book
    inside: bool  # True if the resulting position is also in the book


class Book:
    """Opening positions in any orientation, with the values of all their moves.

    >>> book = default_book()
    >>> len({move.value for move in book.moves(Board())})  # all first moves are the same
    1
    >>> book.moves(Board(6))
    ()
    """

    def __init__(self, making: Making, entries: Entries) -> None:
        self.making = making
        self.entries = entries

    @staticmethod
    def load(path: Path) -> "Book":
        """Load a book from a file; raises ``InvalidBook`` with a message if it is not one."""
        return Book(*unpack(path.read_bytes(), str(path)))

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, board: object) -> bool:
        return (
            isinstance(board, Board)
            and board.size == BOOK_SIZE
            and key_of(board)[0] in self.entries
        )

    def moves(self, board: Board) -> tuple[BookMove, ...]:
        """Return all legal moves, best first; empty if the position is not in the book."""
        if board.size != BOOK_SIZE:
            return ()
        key, symmetry = key_of(board)
        entry = self.entries.get(key)
        if entry is None:
            return ()
        squares = squares_of(key)
        if len(squares) != len(entry):
            raise InvalidBook(
                _(
                    "The book is inconsistent: it has {number} scores for the {count} moves of "
                    "{position}. Build it again.",
                    number=len(entry),
                    count=len(squares),
                    position=board.to_text(),
                )
            )
        back = symmetry.inverse
        found = (
            BookMove(
                back.square(square),
                worth.value,
                worth.depth,
                after is not None and after.key in self.entries,
            )
            for square, worth, after in zip(squares, entry, following(key), strict=True)
        )
        return tuple(sorted(found, key=lambda move: (-move.value, -move.depth, move.move)))

    def line(self, board: Board, move: Square) -> tuple[Square, ...]:
        """Return the best line that starts with a move, to the end of the book."""
        line = [move]
        board = board.play(move).after_forced_pass
        while moves := self.moves(board):
            line.append(moves[0].move)
            board = board.play(moves[0].move).after_forced_pass
        return tuple(line)

    def results(self, board: Board) -> tuple[Result, ...]:
        """Return the book's moves as engine results; empty if the position is not in the book."""
        return tuple(self.result(board, move) for move in self.moves(board))

    def result(self, board: Board, move: BookMove) -> Result:
        return Result(
            move=move.move,
            score=move.value,
            exact=False,
            depth=move.depth,
            confidence=0,
            line=self.line(board, move.move),
            nodes=0,
            seconds=0.0,
            book=True,
        )

    def choose(self, board: Board, dice: Random, *, depth: int = 0) -> BookMove | None:
        """Choose one of the best moves at random; None if the book's depth is below ``depth``.

        All of them have the same value, so the choice does not lose a disc.
        """
        moves = self.moves(board)
        if not moves or moves[0].depth < depth:
            return None
        top = moves[0].value
        good = [move for move in moves if move.value == top and move.depth >= depth]
        return dice.choices(good)[0]  # a single random number, as in the browser

    def variety(self) -> float:
        """Return the effective number of different lines in self-play, up to symmetry.

        This is the exponential of the entropy; lines that are mirror images count as one.
        """
        return exp(self._surprise(START, {}))

    def _surprise(self, key: Key, known: dict[Key, float]) -> float:
        """Return the entropy of the book's lines from a position."""
        if key not in known and key in self.entries:
            afters = [following(key)[at] for at in best_moves(self.entries[key])]
            likely = {to: count / len(afters) for to, count in Counter(afters).items()}
            known[key] = sum(
                share * ((self._surprise(to.key, known) if to else 0.0) - log(share))
                for to, share in likely.items()
            )
        return known.get(key, 0.0)

    def count_after(self, board: Board, move: Square) -> int:
        """Count the book positions reachable through a move."""
        after = board.play(move).after_forced_pass
        first = key_of(after)[0]
        seen = {first} & self.entries.keys()
        waiting = list(seen)
        while waiting:
            for next_one in following(waiting.pop()):
                if next_one and next_one.key in self.entries and next_one.key not in seen:
                    seen.add(next_one.key)
                    waiting.append(next_one.key)
        return len(seen)

    def problems(self) -> Iterator[str]:
        """Yield the errors of the book, one sentence each."""
        sound = True
        for key in by_plies(self.entries):
            board = Board.from_bits(*key)
            if key_of(board)[0] != key:
                sound = False
                yield _("{position} is not in the standard orientation.", position=board.to_text())
            elif len(self.entries[key]) != len(board.legal_moves):
                sound = False
                yield (
                    _(
                        "{position} has {count} legal moves, but the book has {number}.",
                        position=board.to_text(),
                        count=len(board.legal_moves),
                        number=len(self.entries[key]),
                    )
                )
        if sound:
            yield from self._contradictions()
            yield from self._unsure()

    def _contradictions(self) -> Iterator[str]:
        right = carried_back(self.entries)
        for key in by_plies(self.entries):
            for square, said, true in zip(
                squares_of(key), self.entries[key], right[key], strict=True
            ):
                if said != true:
                    name = Board.from_bits(*key).to_text()
                    yield (
                        _(
                            "{position}: {square} has score {score:+d} at depth {depth}, but the "
                            "moves after it give {true:+d} at depth {other}.",
                            position=name,
                            square=square_name(square),
                            score=said.value,
                            depth=said.depth,
                            true=true.value,
                            other=true.depth,
                        )
                    )

    def _unsure(self) -> Iterator[str]:
        depth, quick_depth = self.making.depth, self.making.quick_depth
        for key, square in unsure(self.entries, depth, quick_depth):
            worth = self.entries[key][squares_of(key).index(square)]
            name = Board.from_bits(*key).to_text()
            yield (
                _(
                    "{position}: {square} has score {score:+d} at depth {depth} only, which is "
                    "too close to the best, {best:+d}. Build the book again.",
                    position=name,
                    square=square_name(square),
                    score=worth.value,
                    depth=worth.depth,
                    best=self.value(key),
                )
            )

    def longest(self) -> int:
        """Return the number of moves to the deepest position of the book."""
        return max((key[0] | key[1]).bit_count() - 4 for key in self.entries)

    def value(self, key: Key) -> int:
        """Return the value of a book position for the side to move."""
        return best(self.entries[key]).value


@cache
def default_book() -> Book:
    return Book.load(BOOK_FILE)
