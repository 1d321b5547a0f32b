"""A whole game looked at: what every move cost, where it turned, and why."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event

from outflank.board import Board, Color, Square, square_name
from outflank.game import Game
from outflank.openings import Opening, openings
from outflank.review.judging import Judgement, flips_result, judge
from outflank.review.reasons import Reason, explain
from outflank.review.values import Analyst, Effort, value_after, value_of

Progress = Callable[[int, int], None]
"""Called with the number of positions looked at, and of all."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move and what it was worth, in discs from the view of the side that made it."""

    ply: int
    """The number of moves and passes before it."""
    number: int
    """The move's number, passes not counted."""
    color: Color
    board: Board
    """The position before it."""
    move: Square
    best: Square
    best_score: int
    score: int
    exact: bool
    """Whether both scores are proven."""
    line: tuple[Square, ...]
    """The best line, beginning with ``best``."""
    answer: Square | None
    """The best reply to the move made."""
    judgement: Judgement
    reason: Reason | None
    """Why it was bad, where it was."""

    @property
    def loss(self) -> int:
        """The discs it cost."""
        return self.best_score - self.score

    @property
    def name(self) -> str:
        """The move's name."""
        return square_name(self.move, self.board.size)

    @property
    def throws_away(self) -> bool:
        """Whether a game that was surely won or drawn became worse by it."""
        return self.exact and flips_result(self.best_score, self.score)


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the graph: the position after so many plies."""

    ply: int
    score: int
    """From Black's view."""
    exact: bool
    lost: dict[Color, int]
    """The discs each side has lost up to here."""


@dataclass(frozen=True, slots=True)
class Totals:
    """One side's moves summed up."""

    moves: int
    discs_lost: int
    best: int
    """Moves that lost nothing."""
    judgements: dict[Judgement, int]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game. ``complete`` is False where it was stopped before the first move."""

    start: Board
    moves: tuple[MoveReview, ...]
    """The moves looked at, in the order of the game; a stopped review has the last ones."""
    points: tuple[Point, ...]
    opening: Opening | None
    complete: bool

    @property
    def errors(self) -> tuple[MoveReview, ...]:
        """The list of inaccuracies, mistakes and blunders: the only one, used for practice too."""
        return tuple(move for move in self.moves if move.judgement.is_listed)

    @property
    def turning_point(self) -> MoveReview | None:
        """The last move that threw a proven win or draw away."""
        return next((move for move in reversed(self.moves) if move.throws_away), None)

    def totals(self, color: Color) -> Totals:
        """One side's moves summed up."""
        own = [move for move in self.moves if move.color is color]
        return Totals(
            moves=len(own),
            discs_lost=sum(move.loss for move in own),
            best=sum(move.loss == 0 for move in own),
            judgements={kind: sum(m.judgement is kind for m in own) for kind in Judgement},
        )


def review_game(
    game: Game,
    analyst: Analyst,
    effort: Effort | None = None,
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
    total = sum(not ply.is_pass for ply in game.history)
    while not review.complete and not (stop is not None and stop.is_set()):
        review = next(reviews)
        progress(len(review.moves), total)
    return review


def reviewing(game: Game, analyst: Analyst, effort: Effort | None = None) -> Iterator[Review]:
    """Ever larger reviews of a game, one move more each: first with none, last with all of them.

    For screens that show what is known so far. The last one is ``complete``.
    """
    effort = effort or Effort()
    plies = list(_moves(game))
    boards = [game.start, *(each.board for each in game.history)]
    opening = openings().of(boards) if game.start == Board() else None
    yield Review(game.start, (), (), opening, complete=not plies)
    if not plies:
        return
    end = value_of(analyst, boards[-1], effort)
    score = end.score if boards[-1].turn is Color.BLACK else -end.score
    reviewed: list[MoveReview] = []
    for ply, number, board, move in reversed(plies):
        reviewed.insert(0, review_move(analyst, effort, ply, number, board, move))
        points = (*_points(reviewed), Point(len(boards) - 1, score, end.exact, _lost(reviewed)))
        complete = len(reviewed) == len(plies)
        yield Review(game.start, tuple(reviewed), points, opening, complete=complete)


def review_move(
    analyst: Analyst, effort: Effort, ply: int, number: int, board: Board, move: Square
) -> MoveReview:
    """Look at one move."""
    best = value_of(analyst, board, effort)
    assert best.move is not None
    if move == best.move:
        own, answer = best, best.line[1] if len(best.line) > 1 else None
    else:
        own = value_after(analyst, board, move, effort)
        answer = own.move
    # A move that looks better from one ply on than the best one did from here is the best one.
    best_move, best_score, line = best.move, best.score, best.line
    if own.score >= best.score:
        best_score = own.score
        if own.score > best.score:
            best_move, line = move, (move, *own.line)
    exact = own.exact and best.exact
    judgement = judge(best_score, own.score, exact=exact)
    loss = best_score - own.score
    reason = explain(board, move, best_move, answer, loss) if judgement.is_listed else None
    return MoveReview(
        ply,
        number,
        board.turn,
        board,
        move,
        best_move,
        best_score,
        own.score,
        exact,
        line,
        answer,
        judgement,
        reason,
    )


def _moves(game: Game) -> Iterator[tuple[int, int, Board, Square]]:
    """The moves that are not passes: ply, number, position, square."""
    board = game.start
    number = 0
    for ply, made in enumerate(game.history):
        if made.square is not None:
            number += 1
            yield ply, number, board, made.square
        board = made.board


def _points(reviewed: list[MoveReview]) -> Iterator[Point]:
    """The graph: the value before each reviewed move."""
    lost = _lost([])
    for move in reviewed:
        score = move.best_score if move.color is Color.BLACK else -move.best_score
        yield Point(move.ply, score, move.exact, dict(lost))
        lost[move.color] += move.loss


def _lost(reviewed: list[MoveReview]) -> dict[Color, int]:
    return {color: sum(m.loss for m in reviewed if m.color is color) for color in Color}
