"""Practice: one's own errors again, until a move that loses nothing is found, and later again.

The intervals follow the idea of SuperMemo 2 (P. Woźniak, 1987): a card that is known comes back
after ever longer times, one that is not comes back soon. Nothing here looks at a clock.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from outflank.board import Board, Square, listed, sentence, square_name
from outflank.study.puzzles.puzzle import Puzzle
from outflank.study.puzzles.standing import SolverRating
from outflank.study.review import MadeMove, MoveReview, analyze_move
from outflank.study.values import SCREEN, Analyst, Effort, MoveValues, values_of
from outflank.study.why.explaining import explain
from outflank.study.why.lines import follow
from outflank.study.words import DAY, MINUTE, TASK, about
from outflank.translation import _, ngettext

AGAIN = 10 * MINUTE  # after a wrong answer
FIRST = DAY
SECOND = 3 * DAY
LONGEST = 365 * DAY
ESTIMATE_TOLERANCE = 1  # discs; estimates nearer than this count as the same value


@dataclass(frozen=True, slots=True)
class PuzzleTask:
    """The puzzle that a card asks, and how its solver is doing."""

    number: int
    rating: int  # how hard it is by now
    standing: SolverRating
    daily: bool = False  # whether it is the puzzle of the day
    right: bool | None = None  # how it was answered; None before that
    at: float = 0.0  # when


@dataclass(frozen=True, slots=True)
class Card:
    """A position to practise, and when it is due."""

    board: Board
    played: Square | None  # what was played in the game; None where nobody erred
    good: tuple[Square, ...]  # the moves that lose nothing, the best first
    loss: int  # what the move played cost, in discs
    exact: bool
    sentence: str  # why it was bad
    source: str = ""  # the game it is from, for people
    due: float = 0.0
    interval: float = 0.0
    ease: float = 2.5
    streak: int = 0  # right answers in a row
    lapses: int = 0
    task: str = TASK  # translated where it is shown
    puzzle: PuzzleTask | None = None  # which puzzle it is, if it is none of one's own errors

    @property
    def key(self) -> str:
        """The same for the same position, however it is turned."""
        if self.puzzle is not None:
            return f"{'daily' if self.puzzle.daily else 'puzzle'} {self.puzzle.number}"
        return self.board.canonical().to_text()

    def accepts(self, move: Square) -> bool:
        """Whether a move loses nothing."""
        return move in self.good


def answered(card: Card, right: bool, now: float) -> Card:
    """The card after an answer, with the time when it is due again.

    >>> card = Card(Board(), 19, (37,), 4, True, "")
    >>> days = []
    >>> for turn in range(4):
    ...     card = answered(card, True, card.due)
    ...     days.append(round(card.interval / DAY, 1))
    >>> days
    [1.0, 3.0, 7.9, 21.5]
    >>> answered(card, False, 0.0).due == AGAIN
    True
    """
    if card.puzzle is not None:
        standing = card.puzzle.standing.after(card.puzzle.rating, right)
        if card.puzzle.daily:
            standing = replace(standing, days=standing.days + 1 if right else 0)
        return replace(card, puzzle=replace(card.puzzle, standing=standing, right=right, at=now))
    if not right:
        return replace(
            card,
            due=now + AGAIN,
            interval=AGAIN,
            ease=max(1.3, card.ease - 0.2),
            streak=0,
            lapses=card.lapses + 1,
        )
    ease = min(3.0, card.ease + 0.05)
    if card.streak == 0:
        interval = FIRST
    elif card.streak == 1:
        interval = SECOND
    else:
        interval = min(LONGEST, card.interval * ease)
    return replace(card, due=now + interval, interval=interval, ease=ease, streak=card.streak + 1)


def cards_of(
    errors: Iterable[MoveReview],
    analyst: Analyst,
    effort: Effort = SCREEN,
    *,
    source: str = "",
    now: float = 0.0,
) -> list[Card]:
    """Cards for errors of a review, due at once.

    In positions where the values of all moves show that the move lost nothing after all there is
    nothing to practise, and no card is made.
    """
    cards = []
    for error in errors:
        lines = len(error.board.legal_moves)
        values = values_of(analyst.analyse(error.board, effort.limit, lines=lines))
        good = good_moves(error, values)
        if error.move not in good:
            why = error.reason.sentence if error.reason else ""
            cards.append(
                Card(error.board, error.move, good, error.loss, error.exact, why, source, due=now)
            )
    return cards


def puzzle_card(puzzle: Puzzle, task: PuzzleTask) -> Card:
    loss = puzzle.score - puzzle.second
    return Card(
        puzzle.board,
        None,
        (puzzle.answer,),
        loss,
        exact=True,
        sentence=_(
            "It scores {score}, and the next best move {second}.",
            score=about(puzzle.score, exact=True),
            second=about(puzzle.second, exact=True),
        ),
        source=_("Puzzle {number}", number=puzzle.number),
        task=puzzle.kind.task,
        puzzle=task,
    )


def good_moves(error: MoveReview, values: MoveValues) -> tuple[Square, ...]:
    """All moves of the best value in the position of an error."""
    top = max(value.score for value in values.values())
    tolerance = 0 if all(value.exact for value in values.values()) else ESTIMATE_TOLERANCE
    found = [move for move, value in values.items() if value.score >= top - tolerance]
    if error.best not in found:
        found.insert(0, error.best)  # the review and the cards must never disagree
    return tuple(found)


@dataclass(frozen=True, slots=True)
class WrongTry:
    """What a wrong answer costs, and why, without telling the right one."""

    square: Square
    loss: int
    exact: bool
    why: str


def analyze_answer(
    card: Card, square: Square, analyst: Analyst, effort: Effort = SCREEN
) -> WrongTry:
    """Find out what an answer that is not good loses."""
    found = analyze_move(MadeMove(0, 0, card.board, square), analyst, effort)
    loss, exact = found.best_score - found.score, found.exact
    if square == card.played:
        loss, exact = card.loss, card.exact  # as the review said
    if not found.made_line:
        return WrongTry(square, loss, exact, "")
    made = follow(card.board, found.made_line, found.made_seen)
    best = follow(card.board, found.line, found.seen)
    why = explain(card.board, made, best, loss, tell_best=False)[0].sentence
    return WrongTry(square, loss, exact, why)


def question(card: Card) -> str:
    """What was played in the game, or how hard the puzzle is."""
    if card.puzzle is not None:
        rated = _("This puzzle is rated {rating}.", rating=card.puzzle.rating)
        return f"{rated} {rating_sentence(card.puzzle)}"
    assert card.played is not None, "somebody erred"
    sentences = [
        _(
            "{color} played {move} in the game.",
            color=card.board.turn,
            move=square_name(card.played, card.board.size),
        ),
        loss_sentence(card.played, card.board, card.loss, exact=card.exact),
    ]
    sentences += [_("Game: {source}.", source=card.source)] if card.source else []
    return " ".join(sentences)


def rating_sentence(puzzle: PuzzleTask) -> str:
    """The solver's rating and streak, and for the puzzle of the day the days in a row.

    >>> rating_sentence(PuzzleTask(7, 900, SolverRating(1100, streak=3, days=2), daily=True))
    'Your rating: 1100. Solved in a row: 3. Days in a row: 2.'
    """
    standing = puzzle.standing
    sentences = [_("Your rating: {rating}.", rating=standing.rating)]
    if standing.streak > 1:
        sentences.append(_("Solved in a row: {count}.", count=standing.streak))
    if puzzle.daily and standing.days:
        sentences.append(_("Days in a row: {count}.", count=standing.days))
    return " ".join(sentences)


def verdict(card: Card, tried: WrongTry) -> str:
    """What to say to a wrong answer once it is weighed."""
    sentences = [loss_sentence(tried.square, card.board, tried.loss, exact=tried.exact)]
    if tried.square == card.played:
        sentences.append(_("This move was played in the game."))
    return " ".join(filter(None, [*sentences, tried.why, _("Try again.")]))


def solution(card: Card) -> str:
    """The right moves, and why the one played was none."""
    moves = listed(square_name(square, card.board.size) for square in card.good)
    right = _("Right: {moves}.", moves=moves)
    return f"{right} {sentence(card.sentence)}" if card.sentence else right


def loss_sentence(square: Square, board: Board, loss: int, *, exact: bool) -> str:
    """What a move costs."""
    move = square_name(square, board.size)
    if loss <= 0:
        return _("{move} is only slightly worse than the best move.", move=move)
    if exact:
        return ngettext(
            "{move} loses {count} disc.", "{move} loses {count} discs.", loss, move=move
        )
    return ngettext(
        "{move} loses about {count} disc.", "{move} loses about {count} discs.", loss, move=move
    )
