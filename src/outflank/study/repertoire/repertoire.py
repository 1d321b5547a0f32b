"""A repertoire: one answer for each position in which a color is to move.

Positions that are equal up to symmetry, or reached by another order of moves, are the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from outflank.board import Board, Color, Square, parse_square, square_name
from outflank.book.graph import Key, key_of
from outflank.openings.names import local_name, opening_of
from outflank.study.repertoire.replies import likely_replies
from outflank.translation import _

Line: TypeAlias = tuple[Square, ...]
LONGEST = 40  # moves of a line
MOST_POSITIONS = 2000
FIRST_MOVE = 37  # f5; all first moves are equivalent, and this is the usual one in books


class RepertoireError(ValueError):
    """Lines that are no repertoire; the message says why."""


@dataclass(frozen=True, slots=True)
class RepertoirePosition:
    """A position of a repertoire, in the orientation in which its line reaches it."""

    board: Board
    line: Line
    answer: Square

    @property
    def key(self) -> Key:
        return key_of(self.board)[0]

    @property
    def is_choice(self) -> bool:
        """True if there are different moves to choose from."""
        return len({key_of(self.board.play(move))[0] for move in self.board.legal_moves}) > 1

    @property
    def opening(self) -> str:
        """The translated name of the opening; empty if it has none."""
        found = opening_of(self.line)
        return local_name(found.name) if found else ""


@dataclass(frozen=True, slots=True)
class Repertoire:
    """The answers of one color, in the orientation of their keys.

    >>> tiger = Repertoire(Color.BLACK).with_line(parse_line("f5d6c3d3c4"))
    >>> [square_name(each.answer) for each in tiger.positions()]
    ['f5', 'c3', 'c4']
    >>> tiger.answer(Board().play("d3").play("c3")) is None  # another orientation of f5f6
    True
    """

    color: Color
    answers: Mapping[Key, Square] = field(default_factory=dict)

    def answer(self, board: Board) -> Square | None:
        """Return the answer in a position in any orientation; None if there is none."""
        if board.size != 8 or board.turn is not self.color:
            return None
        key, symmetry = key_of(board)
        answer = self.answers.get(key)
        if answer is not None and board == Board():
            return FIRST_MOVE
        return None if answer is None else symmetry.inverse.square(answer)

    def with_answer(self, board: Board, move: Square) -> "Repertoire":
        """Return the repertoire with this answer in place of any other."""
        key, symmetry = key_of(board)
        return Repertoire(self.color, {**self.answers, key: symmetry.square(move)})

    def with_line(self, line: Iterable[Square], *, replace: bool = True) -> "Repertoire":
        """Return the repertoire with the moves of its color in a line.

        Without ``replace``, a line with other answers than the repertoire is refused.
        """
        board, found = Board(), self
        for square in line:
            if board.turn is self.color:
                own = found.answer(board)
                if own is None or not same_move(board, own, square):
                    if own is not None and not replace:
                        raise RepertoireError(
                            _(
                                "The lines have two answers, {first} and {second}, in the same "
                                "position. A repertoire has one answer for each position.",
                                first=square_name(own),
                                second=square_name(square),
                            )
                        )
                    found = found.with_answer(board, square)
            board = board.play(square).after_forced_pass
        return found

    def without(self, board: Board) -> "Repertoire":
        """Return the repertoire without a position and what can only be reached through it."""
        key = key_of(board)[0]
        return Repertoire(
            self.color, {at: move for at, move in self.answers.items() if at != key}
        ).pruned()

    def pruned(self) -> "Repertoire":
        """Return the repertoire without positions that its own answers never reach."""
        return Repertoire(
            self.color, {each.key: self.answers[each.key] for each in self.positions()}
        )

    def positions(self, start: Sequence[Square] = ()) -> Iterator[RepertoirePosition]:
        """Yield the positions that are reached from a line, each once, line by line."""
        seen: set[Key] = set()
        waiting: list[tuple[Board, Line]] = [(after_line(start), tuple(start))]
        while waiting:
            board, line = waiting.pop()
            key = key_of(board)[0]
            if board.turn is not self.color:
                waiting += reversed(list(self._answered_replies(board, line)))
            elif key not in seen and (answer := self.answer(board)) is not None:
                seen.add(key)
                yield RepertoirePosition(board, line, answer)
                if not (after := board.play(answer).after_forced_pass).is_over:
                    waiting.append((after, (*line, answer)))

    def _answered_replies(self, board: Board, line: Line) -> Iterator[tuple[Board, Line]]:
        """Yield the positions after the opponent's moves that have an answer, likely ones first."""
        tried: set[Key] = set()
        likely = [one.move for one in likely_replies(board)] or list(board.legal_moves)
        for move in [FIRST_MOVE] if board == Board() else likely:
            after = board.play(move).after_forced_pass
            key = key_of(after)[0]
            if after.is_over or key in tried:
                continue
            tried.add(key)
            if after.turn is not self.color or key in self.answers:
                yield after, (*line, move)

    def lines(self) -> list[Line]:
        """Return lines from the start that have all positions of the repertoire."""
        ends: list[Line] = []
        for each in self.positions():
            line = (*each.line, each.answer)
            if ends and line[: len(ends[-1])] == ends[-1]:
                ends.pop()
            ends.append(line)
        return ends


def repertoire_of(color: Color, lines: Iterable[Line]) -> Repertoire:
    """Return the repertoire with these lines; raise ``RepertoireError`` if they disagree."""
    found = Repertoire(color)
    for line in lines:
        if len(line) > LONGEST:
            raise RepertoireError(
                _(
                    "A line of a repertoire has at most {most} moves, not {count}.",
                    most=LONGEST,
                    count=len(line),
                )
            )
        found = found.with_line(line, replace=False)
        if len(found.answers) > MOST_POSITIONS:
            raise RepertoireError(too_large())
    if not found.answers:
        raise RepertoireError(
            _("There is no move of {color} in this repertoire. It needs at least one.", color=color)
        )
    return found


def too_large() -> str:
    return _("A repertoire has at most {most} positions.", most=MOST_POSITIONS)


def parse_line(text: str) -> Line:
    """Parse moves such as ``f5d6c3``; raise ``RepertoireError`` for an illegal one."""
    board, line = Board(), list[Square]()
    text = "".join(text.split()).lower()
    for at in range(0, len(text), 2):
        move = text[at : at + 2]
        if board.is_over or move not in board.legal_moves.names:
            raise RepertoireError(
                _(
                    "Move {number}, {move}, is illegal. Legal moves: {moves}.",
                    number=at // 2 + 1,
                    move=repr(move),
                    moves=board.legal_moves,
                )
            )
        line.append(parse_square(move))
        board = board.play(move).after_forced_pass
    return tuple(line)


def after_line(line: Iterable[Square]) -> Board:
    board = Board()
    for square in line:
        board = board.play(square).after_forced_pass
    return board


def line_text(line: Iterable[Square]) -> str:
    return "".join(square_name(square) for square in line)


def same_move(board: Board, one: Square, other: Square) -> bool:
    """Return True if two moves lead to the same position, up to symmetry."""
    return one == other or key_of(board.play(one))[0] == key_of(board.play(other))[0]
