"""The review of a whole game: the cost of each move, the turning point, and reasons."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from threading import Event
from typing import TypeAlias, TypeVar

from outflank.board import Board, Color, Square, square_name
from outflank.engine import Result
from outflank.game import Game
from outflank.openings.names import opening_name
from outflank.study.judging import Judgement, flips_result, judge
from outflank.study.values import DEEP, Analyst, Effort, Value
from outflank.study.why.explaining import explain, proven_end
from outflank.study.why.good import is_alone, praise
from outflank.study.why.lines import HORIZON, follow
from outflank.study.why.reason import MoveReason
from outflank.translation import _

FURTHER = Effort(8, 12)  # effort for extending a line from its end
CERTAIN = Effort(18, 22)
"""The least effort of the second, deeper look that confirms an error before it is listed."""
QUICK = Effort(2, 0)  # a shallow search, which sees only what is about to happen

Progress = Callable[[int, int], None]  # arguments: positions analyzed, and total


@dataclass(frozen=True, slots=True)
class MadeMove:
    ply: int  # the number of moves and passes before it
    number: int  # the move number, without passes
    board: Board  # the position before it
    move: Square


@dataclass(frozen=True, slots=True)
class Finding:
    """The analysis of a move: scores in discs from the mover's view."""

    ply: int
    best: Square
    best_score: int
    score: int
    exact: bool  # whether both scores are proven
    line: tuple[Square, ...]  # the best line, starting with `best`
    answer: Square | None  # the best reply to the move made
    made_line: tuple[Square, ...] = ()  # the line after an error, starting with it
    second: Square | None = None
    """The next best move, if the best one was played and a shallow search misses it."""
    second_score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview(Finding):
    """An analyzed move with its judgement and reasons."""

    number: int
    board: Board  # the position before it
    move: Square
    judgement: Judgement
    reasons: tuple[MoveReason, ...]  # why it was bad or good, most important first

    @property
    def color(self) -> Color:
        return self.board.turn

    @property
    def reason(self) -> MoveReason | None:
        return self.reasons[0] if self.reasons else None

    @property
    def loss(self) -> int:
        return self.best_score - self.score

    @property
    def name(self) -> str:
        return square_name(self.move, self.board.size)

    @property
    def throws_away(self) -> bool:
        """True if it worsened a proven win or draw."""
        return self.exact and flips_result(self.best_score, self.score)

    def for_black(self, score: int) -> int:
        return score if self.color is Color.BLACK else -score


@dataclass(frozen=True, slots=True)
class GraphPoint:
    ply: int
    score: int  # from Black's view
    exact: bool
    lost: dict[Color, int]  # the discs each side has lost up to here


@dataclass(frozen=True, slots=True)
class Totals:
    moves: int
    discs_lost: int
    best: int  # moves without loss
    judgements: dict[Judgement, int]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, which may be incomplete; it proceeds from the end to the start."""

    start: Board
    moves: tuple[MoveReview, ...]
    """The analyzed moves in game order; a stopped review has the last ones."""
    total: int  # the number of moves in the game
    opening: str  # its name; empty if it has none

    @property
    def complete(self) -> bool:
        return len(self.moves) == self.total

    @property
    def points(self) -> tuple[GraphPoint, ...]:
        """The graph: the value before each analyzed move, and after the last one."""
        lost = dict.fromkeys(Color, 0)
        found = []
        for move in self.moves:
            found.append(
                GraphPoint(move.ply, move.for_black(move.best_score), move.exact, dict(lost))
            )
            lost[move.color] += move.loss
        if self.moves:
            last = self.moves[-1]
            found.append(GraphPoint(last.ply + 1, last.for_black(last.score), last.exact, lost))
        return tuple(found)

    @property
    def errors(self) -> tuple[MoveReview, ...]:
        """The inaccuracies, mistakes and blunders, also used for practice."""
        return tuple(move for move in self.moves if move.judgement.is_listed)

    @property
    def turning_point(self) -> MoveReview | None:
        """The last move that gave up a proven win or draw."""
        return next((move for move in reversed(self.moves) if move.throws_away), None)

    def totals(self, color: Color) -> Totals:
        own = [move for move in self.moves if move.color is color]
        return Totals(
            moves=len(own),
            discs_lost=sum(move.loss for move in own),
            best=sum(move.loss == 0 for move in own),
            judgements={kind: sum(m.judgement is kind for m in own) for kind in Judgement},
        )


def cannot_review(game: Game) -> str | None:
    """Return why a game cannot be reviewed; None if it can."""
    return None if game.history or game.future else _("There is no move to review yet.")


def review_game(
    game: Game,
    analyst: Analyst,
    effort: Effort = DEEP,
    *,
    progress: Progress = lambda done, total: None,
    stop: Event | None = None,
) -> Review:
    """Review a game from its end to its start.

    The results of later positions speed up earlier ones. ``stop`` ends the review after the current
    position; the review then has the moves analyzed so far.
    """
    reviews = reviewing(game, analyst, effort)
    review = next(reviews)
    while not review.complete and not (stop is not None and stop.is_set()):
        review = next(reviews)
        progress(len(review.moves), review.total)
    return review


def reviewing(game: Game, analyst: Analyst, effort: Effort = DEEP) -> Iterator[Review]:
    """Yield growing reviews of a game, from no analyzed moves to all of them.

    The last one is ``complete``.
    """
    made = moves_of(game)
    opening = opening_name(game)
    yield Review(game.start, (), len(made), opening)
    reviewed: list[MoveReview] = []
    for move in reversed(made):
        reviewed.insert(0, judged(move, analyze_move(move, analyst, effort)))
        yield Review(game.start, tuple(reviewed), len(made), opening)


def moves_of(game: Game) -> tuple[MadeMove, ...]:
    """Return the moves made so far, without passes."""
    boards = (game.start, *(made.board for made in game.history))
    squares = [(ply, made.square) for ply, made in enumerate(game.history)]
    moves = [(ply, square) for ply, square in squares if square is not None]
    return tuple(
        MadeMove(ply, number, boards[ply], square)
        for number, (ply, square) in enumerate(moves, start=1)
    )


@dataclass(frozen=True, slots=True)
class Question:
    """A request to search a position: its effort and the number of best moves."""

    board: Board
    effort: Effort
    lines: int = 1


Found = TypeVar("Found")
Asking: TypeAlias = Generator[list[Question], list[Sequence[Result]], Found]
"""A computation that yields questions and receives their results."""


def analyze_move(made: MadeMove, analyst: Analyst, effort: Effort) -> Finding:
    """Analyze a move: its value, the best move, and what follows each.

    The analyst forgets everything before each question, so that the answers do not depend on what
    was analyzed before.
    """

    def answer(question: Question) -> Sequence[Result]:
        analyst.clear()
        return analyst.analyze(question.board, question.effort.limit, lines=question.lines)

    asking = move_analysis(made, effort)
    questions = next(asking)
    while True:
        try:
            questions = asking.send([answer(question) for question in questions])
        except StopIteration as done:
            finding: Finding = done.value
            return finding


def analyze_with_answers(
    made: MadeMove, effort: Effort, known: Mapping[Question, Sequence[Result]]
) -> Finding | list[Question]:
    """Analyze a move from known results; return the missing questions if there are any."""
    asking = move_analysis(made, effort)
    questions = next(asking)
    while not (missing := [question for question in questions if question not in known]):
        try:
            questions = asking.send([known[question] for question in questions])
        except StopIteration as done:
            finding: Finding = done.value
            return finding
    return missing


def move_analysis(made: MadeMove, effort: Effort) -> Asking[Finding]:
    """Analyze a move in steps: yield questions, receive results, return the finding.

    A move that looks like an error is looked at again, more deeply: many shallow estimates are
    wrong.
    """
    found = yield from _compared(made, effort)
    if _is_error(found):
        found = yield from _compared(made, _deeper(effort))
    if found.best == made.move:
        return (yield from _with_second(found, made.board, effort))
    if not _is_error(found):
        return replace(found, made_line=())
    whole, made_whole = yield from _lengthened(made.board, [found.line, found.made_line])
    return replace(found, line=whole, made_line=made_whole)


def _is_error(found: Finding) -> bool:
    return judge(found.best_score, found.score, exact=found.exact).is_listed


def _deeper(effort: Effort) -> Effort:
    return Effort(
        min(60, max(CERTAIN.depth, effort.depth + 2)), max(CERTAIN.exact_from, effort.exact_from)
    )


def _compared(made: MadeMove, effort: Effort) -> Asking[Finding]:
    """Compare the move made with the best one; both searches end at the same ply."""
    board, move = made.board, made.move
    (best,) = yield from _values([board], effort)
    assert best.move is not None, "a move was made here, so there is a best one"
    if move == best.move:
        answer = best.line[1] if len(best.line) > 1 else None
        return Finding(made.ply, move, best.score, best.score, best.exact, best.line, answer)
    (after,) = yield from _values([board.play(move)], effort.one_less())
    own = after.turned()
    exact, line = own.exact and best.exact, (move, *own.line)
    if own.score >= best.score:
        # The move played becomes the best move if it scores higher one ply later.
        return Finding(made.ply, move, own.score, own.score, exact, line, own.move)
    return Finding(made.ply, best.move, best.score, own.score, exact, best.line, own.move, line)


def _values(boards: Sequence[Board], effort: Effort) -> Asking[list[Value]]:
    """Return the values of positions, including finished games and forced passes."""
    asked = [board.pass_turn() if board.must_pass else board for board in boards]
    results = iter((yield [Question(board, effort) for board in asked if not board.is_over]))
    values = []
    for board, turn in zip(boards, asked, strict=True):
        if turn.is_over:
            values.append(Value(board.score, exact=True))
            continue
        best = next(results)[0]
        value = Value(best.score, best.exact, int(best.move), best.line)
        values.append(value if turn is board else value.turned())
    return values


def _lengthened(
    board: Board, lines: Sequence[tuple[Square, ...]]
) -> Asking[list[tuple[Square, ...]]]:
    """Extend lines with best moves, as far as reasons look ahead."""
    longer = list(lines)
    while True:
        ends = [follow(board, line).steps[-1].after for line in longer]
        short = [
            at for at, end in enumerate(ends) if len(longer[at]) <= HORIZON and not end.is_over
        ]
        if not short:
            return longer
        values = yield from _values([ends[at] for at in short], FURTHER)
        for at, value in zip(short, values, strict=True):
            longer[at] += value.line


def _with_second(found: Finding, board: Board, effort: Effort) -> Asking[Finding]:
    """Add the second best move if the best one is hard to see, and clearly the best."""
    (quick,) = yield [Question(board, QUICK)]
    if quick[0].move == found.best:
        return found  # nothing to praise: the best move is obvious
    for look in (effort, _deeper(effort)):
        (others,) = yield [Question(board, look, lines=2)]
        if others[0].move != found.best or len(others) < 2:
            return found
        best, other = others[:2]
        if not is_alone(best.score, other.score, exact=best.exact and other.exact):
            return found
    return replace(
        found,
        best_score=best.score,
        score=best.score,
        exact=best.exact and other.exact,
        line=best.line,
        second=other.move,
        second_score=other.score,
    )


def judged(made: MadeMove, found: Finding) -> MoveReview:
    """Judge a finding: the severity and reasons of an error, or praise for a good move."""
    judgement = judge(found.best_score, found.score, exact=found.exact)
    reasons: tuple[MoveReason, ...] = ()
    board, best = made.board, follow(made.board, found.line)
    if judgement.is_listed:
        own = follow(board, found.made_line or (made.move,))
        reasons = explain(board, own, best, found.best_score - found.score)
        if not reasons and found.exact:
            reasons = proven_end(board, own, best, found.best_score, found.score)
    elif found.second is not None:
        score, second = found.best_score, found.second
        word = praise(board, best, score, second, found.second_score, exact=found.exact)
        reasons = () if word is None else (word,)
    return MoveReview(
        **asdict(found),
        number=made.number,
        board=board,
        move=made.move,
        judgement=judgement,
        reasons=reasons[:1],
    )
