"""A whole game looked at: what every move cost, where it turned, and why."""

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
from outflank.study.why.explaining import explain
from outflank.study.why.good import praise
from outflank.study.why.lines import HORIZON, follow
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.translation import _

FURTHER = Effort(8, 12)  # how hard to think to follow a line on from its end
CORNERS = {ReasonKind.CORNER_GIVEN, ReasonKind.CORNER_MISSED}
ALIKE = (
    CORNERS,
    {ReasonKind.EDGE, ReasonKind.STABLE},
    {ReasonKind.QUIET, ReasonKind.OPENS},
    {
        ReasonKind.SAFE_MOVES,
        ReasonKind.MOBILITY,
        ReasonKind.FREEDOM,
        ReasonKind.RESERVE,
        ReasonKind.WALL,
    },
    {ReasonKind.TEMPO, ReasonKind.NOW_OR_NEVER, ReasonKind.COULD_WAIT, ReasonKind.EXCHANGE},
)
"""Kinds that say nearly the same of a move: one of them is enough."""
QUICK = Effort(2, 0)  # a look that sees something only where it is about to happen

Progress = Callable[[int, int], None]  # called with the number of positions looked at, and of all


@dataclass(frozen=True, slots=True)
class MadeMove:
    """One move of a game, and where it was made."""

    ply: int  # the number of moves and passes before it
    number: int  # the move's number, passes not counted
    board: Board  # the position before it
    move: Square


@dataclass(frozen=True, slots=True)
class Finding:
    """What the analysis found about a move: numbers, in discs, from the mover's view."""

    ply: int
    best: Square
    best_score: int
    score: int
    exact: bool  # whether both scores are proven
    line: tuple[Square, ...]  # the best line, beginning with `best`
    answer: Square | None  # the best reply to the move made
    made_line: tuple[Square, ...] = ()  # the line of an error, beginning with it
    seen: tuple[int, ...] = ()
    """What a quick look says after each move of the best line, where there was an error."""
    made_seen: tuple[int, ...] = ()  # the same for the line of the error
    second: Square | None = None
    """The next best move, where the best one was made, though a quick look finds another."""
    second_score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview(Finding):
    """What was found out about a move, judged and explained."""

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
        """Whether a game that was surely won or drawn became worse by it."""
        return self.exact and flips_result(self.best_score, self.score)

    def for_black(self, score: int) -> int:
        """One of its scores from Black's view."""
        return score if self.color is Color.BLACK else -score


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """One point of the graph: the position after so many plies."""

    ply: int
    score: int  # from Black's view
    exact: bool
    lost: dict[Color, int]  # the discs each side has lost up to here


@dataclass(frozen=True, slots=True)
class Totals:
    moves: int
    discs_lost: int
    best: int  # moves that lost nothing
    judgements: dict[Judgement, int]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game as far as it has come; one goes from the end to the beginning."""

    start: Board
    moves: tuple[MoveReview, ...]
    """The moves looked at, in the order of the game; a stopped review has the last ones."""
    total: int  # how many moves the game has
    opening: str  # its name; empty where it has none

    @property
    def complete(self) -> bool:
        return len(self.moves) == self.total

    @property
    def points(self) -> tuple[GraphPoint, ...]:
        """The graph: the value before each move looked at, and after the last one."""
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
        """The list of inaccuracies, mistakes and blunders: the only one, used for practice too."""
        return tuple(move for move in self.moves if move.judgement.is_listed)

    @property
    def turning_point(self) -> MoveReview | None:
        """The last move that threw a proven win or draw away."""
        return next((move for move in reversed(self.moves) if move.throws_away), None)

    @property
    def door(self) -> GraphPoint | None:
        """The position from which the proven result never changed again: where a door closed.

        The move made there may have closed it; where it is the first that could be proven, it may
        have been closed before.
        """
        turning, points = self.turning_point, self.points
        if turning is not None:
            return next(point for point in points if point.ply == turning.ply)
        return next((point for point in points if point.exact), None) if self.complete else None

    def totals(self, color: Color) -> Totals:
        own = [move for move in self.moves if move.color is color]
        return Totals(
            moves=len(own),
            discs_lost=sum(move.loss for move in own),
            best=sum(move.loss == 0 for move in own),
            judgements={kind: sum(m.judgement is kind for m in own) for kind in Judgement},
        )


def cannot_review(game: Game) -> str | None:
    """Why a game cannot be reviewed, in a sentence; None where it can."""
    return None if game.history or game.future else _("There is no move to review yet.")


def review_game(
    game: Game,
    analyst: Analyst,
    effort: Effort = DEEP,
    *,
    progress: Progress = lambda done, total: None,
    stop: Event | None = None,
) -> Review:
    """Look at a game from its end to its beginning.

    Backwards, because what is known of the later positions helps with the earlier ones. ``stop``
    ends it after the position at hand; what has been looked at by then is in the review.
    """
    reviews = reviewing(game, analyst, effort)
    review = next(reviews)
    while not review.complete and not (stop is not None and stop.is_set()):
        review = next(reviews)
        progress(len(review.moves), review.total)
    return review


def reviewing(game: Game, analyst: Analyst, effort: Effort = DEEP) -> Iterator[Review]:
    """Ever larger reviews of a game, one move more each: first with none, last with all of them.

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
    """The moves made so far that are no passes."""
    boards = (game.start, *(made.board for made in game.history))
    squares = [(ply, made.square) for ply, made in enumerate(game.history)]
    moves = [(ply, square) for ply, square in squares if square is not None]
    return tuple(
        MadeMove(ply, number, boards[ply], square)
        for number, (ply, square) in enumerate(moves, start=1)
    )


@dataclass(frozen=True, slots=True)
class Question:
    """A position that whoever judges is to look at: how hard, and how many of its best moves."""

    board: Board
    effort: Effort
    lines: int = 1


Found = TypeVar("Found")
Asking: TypeAlias = Generator[list[Question], list[Sequence[Result]], Found]
"""Something being found out: gives the next questions, and takes the results of each."""


def analyze_move(made: MadeMove, analyst: Analyst, effort: Effort) -> Finding:
    """Find out what a move was worth, what the best one was, and what follows each."""
    asking = move_analysis(made, effort)
    questions = next(asking)
    while True:
        found = [analyst.analyse(q.board, q.effort.limit, lines=q.lines) for q in questions]
        try:
            questions = asking.send(found)
        except StopIteration as done:
            finding: Finding = done.value
            return finding


def analyze_with_answers(
    made: MadeMove, effort: Effort, known: Mapping[Question, Sequence[Result]]
) -> Finding | list[Question]:
    """The same from what is known already; or what must be known to go on."""
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
    """What to ask about a move, some questions at a time, and what the answers say in the end."""
    board, move = made.board, made.move
    (best,) = yield from _values([board], effort)
    assert best.move is not None, "a move was made here, so there is a best one"
    if move == best.move:
        answer = best.line[1] if len(best.line) > 1 else None
        found = Finding(made.ply, move, best.score, best.score, best.exact, best.line, answer)
        return (yield from _with_second(found, board, effort))
    (after,) = yield from _values([board.play(move)], effort.one_less())
    own = after.turned()
    exact, line = own.exact and best.exact, (move, *own.line)
    if own.score >= best.score:
        # What looks better from one ply on than the best one did from here is the best one.
        return Finding(made.ply, move, own.score, own.score, exact, line, own.move)
    found = Finding(made.ply, best.move, best.score, own.score, exact, best.line, own.move)
    if not judge(best.score, own.score, exact=exact).is_listed:
        return found
    whole, made_whole = yield from _lengthened(board, [best.line, line])
    seen, made_seen = yield from _seen(board, [whole, made_whole])
    return replace(found, line=whole, made_line=made_whole, seen=seen, made_seen=made_seen)


def _values(boards: Sequence[Board], effort: Effort) -> Asking[list[Value]]:
    """What positions are worth, also where the game is over or a pass is due."""
    asked = [board.pass_turn() if board.must_pass else board for board in boards]
    results = iter((yield [Question(board, effort) for board in asked if not board.is_over]))
    values = []
    for board, turn in zip(boards, asked, strict=True):
        if turn.is_over:
            values.append(Value(board.score, exact=True))
            continue
        best = next(results)[0]
        value = Value(best.score, best.exact, best.move, best.line)
        values.append(value if turn is board else value.turned())
    return values


def _lengthened(
    board: Board, lines: Sequence[tuple[Square, ...]]
) -> Asking[list[tuple[Square, ...]]]:
    """Lines of best moves continued from their ends, as far as reasons look."""
    longer = list(lines)
    while True:
        ends = [follow(board, line).steps[-1].after for line in longer]
        short = [
            at for at, end in enumerate(ends) if len(longer[at]) <= HORIZON and not end.is_over
        ]
        if not short:
            return [line[: HORIZON + 1] for line in longer]
        values = yield from _values([ends[at] for at in short], FURTHER)
        for at, value in zip(short, values, strict=True):
            longer[at] += value.line


def _seen(board: Board, lines: Sequence[tuple[Square, ...]]) -> Asking[list[tuple[int, ...]]]:
    """What a quick look says after each move of the lines, for whoever makes the first."""
    ways = [[step.after for step in follow(board, line).steps] for line in lines]
    values = iter((yield from _values([after for way in ways for after in way], QUICK)))

    def scores(way: list[Board]) -> Iterator[int]:
        for after in way:
            score = next(values).score
            yield score if after.turn is board.turn else -score

    return [tuple(scores(way)) for way in ways]


def _with_second(found: Finding, board: Board, effort: Effort) -> Asking[Finding]:
    """With the next best move, where there is one and a quick look would not find the best."""
    others, quick = yield [Question(board, effort, lines=2), Question(board, QUICK)]
    if quick[0].move == found.best:
        return found  # nothing to praise: everybody sees it
    other = next((each for each in others if each.move != found.best), None)
    if other is None or other.score > found.best_score:
        return found
    return replace(found, second=other.move, second_score=other.score)


def _distinct(reasons: tuple[MoveReason, ...]) -> tuple[MoveReason, ...]:
    """The first reason, and one more that says something else."""
    first, *others = reasons

    def repeats(other: MoveReason) -> bool:
        same_corner = first.squares[:1] == other.squares[:1]
        return first.kind is other.kind or any(
            {first.kind, other.kind} <= kinds and (kinds is not CORNERS or same_corner)
            for kinds in ALIKE
        )

    return first, *[reason for reason in others if not repeats(reason)][:1]


def judged(made: MadeMove, found: Finding) -> MoveReview:
    """What the numbers mean: how bad the move was, and why; or what is good about it."""
    judgement = judge(found.best_score, found.score, exact=found.exact)
    reasons: tuple[MoveReason, ...] = ()
    board, best = made.board, follow(made.board, found.line, found.seen)
    if judgement.is_listed:
        own = follow(board, found.made_line or (made.move,), found.made_seen)
        reasons = _distinct(explain(board, own, best, found.best_score - found.score))
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
        reasons=reasons,
    )
