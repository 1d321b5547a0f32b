"""Lines replayed move by move, after the move played and after the best move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outflank.board import Board, Color, Square, square_name
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.sentences import say

HORIZON = 4  # plies that reasons look ahead


@dataclass(frozen=True, slots=True)
class LineStep:
    color: Color
    square: Square
    before: Board  # the position before the move
    after: Board  # the position after the move and a forced pass
    passed: bool  # the other side had to pass

    @property
    def flips(self) -> int:
        return len(self.before.flips(self.square))


@dataclass(frozen=True, slots=True)
class Line:
    """A sequence of moves from a position; the first is the one to explain."""

    steps: tuple[LineStep, ...]

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(step.square for step in self.steps)

    def answer(self) -> LineStep | None:
        """Return the opponent's reply to the first move, if it is known and there is one."""
        answers = self.steps[1:2]
        return answers[0] if answers and answers[0].color is not self.steps[0].color else None


def follow(board: Board, squares: Sequence[Square]) -> Line:
    """Replay a line, with forced passes; raise ``IllegalMove`` for an illegal move."""
    steps = []
    for square in squares:
        color = board.turn
        after = board.play(square)
        passed = after.must_pass
        if passed:
            after = after.pass_turn()
        steps.append(LineStep(color, square, board, after, passed))
        board = after
    return Line(tuple(steps))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first moves of two lines: after the move played, and after the best move."""

    board: Board
    played: Line
    best: Line
    tell_best: bool = True  # sentences may name the best move
    least: int = 3  # the least difference of moves and discs that counts

    @property
    def mover(self) -> Color:
        return self.board.turn

    @property
    def opponent(self) -> Color:
        return self.board.turn.opponent

    @property
    def after_played(self) -> Board:
        return self.played.steps[0].after

    @property
    def after_best(self) -> Board:
        return self.best.steps[0].after

    def square(self, square: Square) -> str:
        return square_name(square, self.board.size)

    def answer(self) -> LineStep | None:
        return self.played.answer()

    def best_answered(self) -> Board | None:
        """Return the position after the best move and the same answer, if that is legal."""
        answer = self.answer()
        legal = answer is not None and answer.square in self.after_best.legal_moves
        if answer is None or not legal or self.after_best.turn is not self.opponent:
            return None
        return self.after_best.play(answer.square)

    @property
    def together(self) -> int:
        """The number of moves that both lines have."""
        return min(len(self.played.steps), len(self.best.steps))

    @property
    def certain(self) -> bool:
        """True if both lines reach the end of the game."""
        return all(line.steps[-1].after.is_over for line in (self.played, self.best))

    def reason(
        self,
        kind: ReasonKind,
        claim: str,
        line: Line,
        at: int,
        marks: Iterable[Square],
        count: int = 1,
        **facts: object,
    ) -> MoveReason:
        """Create a reason that appears after the move ``at`` of a line; its claim is a sentence."""
        answer = self.answer()
        names = {
            "played": self.square(self.played.steps[0].square),
            "best": self.square(self.best.steps[0].square),
            "mover": self.mover,
            "opponent": self.opponent,
            "answer": "" if answer is None else self.square(answer.square),
        } | facts
        return MoveReason(
            kind,
            say(claim, count, compared=self.tell_best, **names),
            tuple(marks),
            line.squares[: at + 1],
            claim,
            {name: str(value) for name, value in names.items()} | {"count": str(count)},
        )
