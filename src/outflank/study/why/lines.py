"""Lines walked move by move: what follows the move played, and what follows the best one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from outflank.board import Board, Color, Square, square_name
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.words import say

HORIZON = 20  # moves that a reason may lie ahead


@dataclass(frozen=True, slots=True)
class LineStep:
    color: Color
    square: Square
    before: Board  # the position in which it is made, its side to move
    after: Board  # the position after it; where the other side must pass, that has been done
    passed: bool  # whether the other side had to pass after it


@dataclass(frozen=True, slots=True)
class Line:
    """Moves from a position on; the first is the one that is talked about."""

    steps: tuple[LineStep, ...]
    seen: tuple[int, ...] = ()
    """What a quick look says after each move, in discs for whoever made the first."""

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(step.square for step in self.steps)


def follow(board: Board, squares: Sequence[Square], seen: Sequence[int] = ()) -> Line:
    """Walk a line; a pass that is due is made. A move that is not legal is an ``IllegalMove``."""
    steps = []
    for square in squares[: HORIZON + 1]:
        color = board.turn
        after = board.play(square)
        passed = after.must_pass
        if passed:
            after = after.pass_turn()
        steps.append(LineStep(color, square, board, after, passed))
        board = after
    return Line(tuple(steps), tuple(seen))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The line of the move made beside that of the best one."""

    board: Board
    played: Line
    best: Line
    tell_best: bool = True  # whether sentences may name the best move

    @property
    def mover(self) -> Color:
        return self.board.turn

    @property
    def opponent(self) -> Color:
        return self.board.turn.opponent

    def square(self, square: Square) -> str:
        return square_name(square, self.board.size)

    def either(
        self, name: str, name_missed: str, color: Color
    ) -> Iterator[tuple[str, Line, Line, Color]]:
        """What a side may do in the line played, or its opponent in the best line, missed.

        Gives the name of the sentence, the line, the other line, and the side.
        """
        yield name, self.played, self.best, color
        yield name_missed, self.best, self.played, color.opponent

    @property
    def together(self) -> int:
        """How many moves of the two lines can be compared, one by one."""
        return min(len(self.played.steps), len(self.best.steps))

    @property
    def certain(self) -> bool:
        """Whether both lines go to the end of the game."""
        return all(line.steps[-1].after.is_over for line in (self.played, self.best))

    @property
    def weighed(self) -> bool:
        """Whether somebody had a quick look at the positions of both lines."""
        return bool(self.played.seen and self.best.seen)

    def worth(self, at: int, since: int | None = None) -> int:
        """How many discs of the loss show around the moves ``at`` of both lines.

        That is by how much the quick look at the one line falls behind that at the other. Over
        the whole lines these add up to the loss. What shows at once is measured where it shows
        most: a quick look wavers from move to move.
        """
        shows = self.behind(at) if at <= 1 else self._behind(at + 2)
        return shows - self._behind(at - 3 if since is None else since)

    def behind(self, at: int) -> int:
        """By how many discs the one line is behind the other where something shows, at most."""
        return max(self._behind(later) for later in range(at, at + 3))

    def _behind(self, at: int) -> int:
        seen = min(len(self.played.seen), len(self.best.seen))
        if at < 0 or not seen:
            return 0
        at = min(at, seen - 1)
        return self.best.seen[at] - self.played.seen[at]

    def reason(
        self,
        kind: ReasonKind,
        line: Line,
        at: int,
        sentence: str,
        squares: Iterable[Square],
        since: int | None = None,
    ) -> MoveReason:
        """A reason that shows after the move ``at`` of one of the lines, or gradually ``since``."""
        replay = line.squares[: at + 1]
        return MoveReason(kind, sentence, tuple(squares), replay, self.worth(at, since))

    def say(self, name: str, count: int = 1, *, than: int = 1, **names: object) -> str:
        """A sentence about the two moves and sides, with further names."""
        return say(
            name,
            count,
            than=than,
            compared=self.tell_best,
            played=self.square(self.played.steps[0].square),
            best=self.square(self.best.steps[0].square),
            mover=self.mover,
            opponent=self.opponent,
            **names,
        )
