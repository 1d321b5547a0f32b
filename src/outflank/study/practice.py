"""Practice: the user's own errors as flashcards with spaced repetition.

The intervals follow SuperMemo 2 (P. Woźniak, 1987): a card answered correctly comes back after
increasing intervals, any other soon. Nothing here reads a clock.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from outflank.board import Board, Square, listed, sentence, square_name
from outflank.study.puzzles.puzzle import Puzzle, puzzle_at
from outflank.study.puzzles.standing import SolverRating
from outflank.study.repertoire.repertoire import RepertoirePosition, same_move
from outflank.study.repertoire.replies import book_losses
from outflank.study.review import MadeMove, MoveReview, analyze_move
from outflank.study.values import SCREEN, Analyst, Effort, MoveValues, values_of
from outflank.study.why.explaining import explain
from outflank.study.why.lines import Line, follow
from outflank.study.words import DAY, MINUTE, TASK
from outflank.translation import N_, _, ngettext

AGAIN = 10 * MINUTE  # interval after a wrong answer
FIRST = DAY
SECOND = 3 * DAY
LONGEST = 365 * DAY
MOST_THEMES = 2  # themes that a solved puzzle explains
WORD = re.compile(r"\b[a-z]\d\d?\b")  # a square in a sentence
ESTIMATE_TOLERANCE = 1  # discs; closer estimates count as equal
ALSO_GOOD = 1  # discs that a good move outside the repertoire may lose
OPENING_TASK = N_("Play the move of your repertoire.")


@dataclass(frozen=True, slots=True)
class PuzzleTask:
    """The puzzle of a card, and the progress of its solver."""

    puzzle: Puzzle
    rating: int  # its current difficulty
    standing: SolverRating
    daily: bool = False  # the puzzle of the day
    run: bool = False  # part of a timed run, which is not rated
    right: bool | None = None  # the answer was right; None before the answer
    at: float = 0.0  # the time of the answer

    @property
    def number(self) -> int:
        return self.puzzle.number


@dataclass(frozen=True, slots=True)
class Card:
    """A position to practice and its due time."""

    board: Board
    played: Square | None  # the move in the game; None for a puzzle, also a missed one
    good: tuple[Square, ...]  # the moves that lose nothing, best first
    loss: int  # discs lost by the move played
    exact: bool
    sentence: str  # why it was bad
    source: str = ""  # the title of its game
    due: float = 0.0
    interval: float = 0.0
    ease: float = 2.5
    streak: int = 0  # right answers in a row
    lapses: int = 0
    task: str = TASK  # translated when displayed
    puzzle: PuzzleTask | None = None  # set if the card is a puzzle, not an error
    opening: RepertoirePosition | None = None  # set if it is a position of a repertoire

    @property
    def key(self) -> str:
        """A key that is equal for all symmetric positions."""
        if self.puzzle is not None:
            kind = "daily" if self.puzzle.daily else "run" if self.puzzle.run else "puzzle"
            return f"{kind} {self.puzzle.number}"
        if self.opening is not None:
            return "{} {:016x}{:016x}".format(self.board.turn.value, *self.opening.key)
        return self.board.canonical().to_text()

    @property
    def known(self) -> Puzzle | None:
        """The shipped puzzle with this position, if there is one."""
        if self.opening is not None:
            return None
        return puzzle_at(self.board) if self.puzzle is None else self.puzzle.puzzle

    @property
    def is_new(self) -> bool:
        """True for a position of a repertoire that was never shown."""
        return self.opening is not None and self.interval == 0

    def accepts(self, move: Square) -> bool:
        """Return True if a move loses nothing."""
        return move in self.good


def answered(card: Card, right: bool, now: float) -> Card:
    """Return the card after an answer, with its next due time.

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
        if card.puzzle.run:
            return replace(card, puzzle=replace(card.puzzle, right=right, at=now))
        standing = card.puzzle.standing.after(card.puzzle.rating, right)
        if card.puzzle.daily:
            standing = replace(standing, days=standing.days + 1 if right else 0)
        return replace(card, puzzle=replace(card.puzzle, standing=standing, right=right, at=now))
    if card.is_new:  # it was shown, and is asked from now on
        return replace(card, due=now + AGAIN, interval=AGAIN)
    if card.opening is not None and right and card.streak and card.due > now:
        return card  # repeating a known line early changes nothing
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
    """Create cards, due immediately, for the errors of a review.

    No card is created if the values of all moves show that the move lost nothing after all.
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


def puzzle_card(task: PuzzleTask) -> Card:
    puzzle = task.puzzle
    return Card(
        puzzle.board,
        None,
        (puzzle.answer,),
        puzzle.score - puzzle.second,
        exact=True,
        sentence="",
        source=_("Puzzle {number}", number=puzzle.number),
        task=puzzle.goal.task,
        puzzle=task,
    )


def opening_card(position: RepertoirePosition, **schedule: Any) -> Card:
    """Return the card of a position of a repertoire; without a schedule, it is new."""
    board, answer = position.board, position.answer
    same = (move for move in board.legal_moves if move != answer and same_move(board, answer, move))
    good = (answer, *same)
    return Card(
        board,
        None,
        good,
        0,
        exact=False,
        sentence="",
        task=OPENING_TASK,
        opening=position,
        **schedule,
    )


def missed_card(card: Card, now: float) -> Card:
    """Return the card that brings a missed puzzle back among one's own errors."""
    return replace(card, puzzle=None, due=now + AGAIN, interval=AGAIN)


def good_moves(error: MoveReview, values: MoveValues) -> tuple[Square, ...]:
    """Return all moves of the best value in the position of an error."""
    top = max(value.score for value in values.values())
    tolerance = 0 if all(value.exact for value in values.values()) else ESTIMATE_TOLERANCE
    found = [move for move, value in values.items() if value.score >= top - tolerance]
    if error.best not in found:
        found.insert(0, error.best)  # the review and the cards must agree
    return tuple(found)


@dataclass(frozen=True, slots=True)
class WrongTry:
    """The cost of a wrong answer and the reason, without the right answer."""

    square: Square
    loss: int
    exact: bool
    why: str


def analyze_answer(
    card: Card, square: Square, analyst: Analyst, effort: Effort = SCREEN
) -> WrongTry:
    """Analyze what a wrong answer loses."""
    found = analyze_move(MadeMove(0, 0, card.board, square), analyst, effort)
    loss, exact = found.best_score - found.score, found.exact
    if square == card.played:
        loss, exact = card.loss, card.exact  # the same loss as in the review
    if card.opening is not None:
        loss = book_losses(card.board).get(square, loss)
    if not found.made_line:
        return WrongTry(square, loss, exact, "")
    made, best = (follow(card.board, line) for line in (found.made_line, found.line))
    return WrongTry(square, loss, exact, fault(card.board, made, best, loss, card.good))


def fault(board: Board, made: Line, best: Line, loss: int, good: Collection[Square]) -> str:
    """Return what is wrong with the first move of ``made``, without a word about a good move.

    Such a reason would give the answer away, or even blame it.
    """
    names = {square_name(square, board.size) for square in good}
    for reason in explain(board, made, best, loss, tell_best=False):
        marked = {square_name(at, board.size) for at in reason.squares}
        told = marked.union(WORD.findall(reason.sentence))
        if not names & told:
            return reason.sentence
    return ""


def puzzle_solution(puzzle: Puzzle) -> str:
    """Return what the answer of a puzzle achieves, and why the next best move does not."""
    best, second = follow(puzzle.board, puzzle.best_line), follow(puzzle.board, puzzle.second_line)
    loss = puzzle.score - puzzle.second
    why = fault(puzzle.board, second, best, loss, (puzzle.answer,))
    return " ".join(filter(None, [_right_result(puzzle), _other_result(puzzle), why]))


def _right_result(puzzle: Puzzle) -> str:
    move = square_name(puzzle.answer, puzzle.board.size)
    if puzzle.score == 0:
        return _("{move} draws with perfect play.", move=move)
    return ngettext(
        "{move} wins by {count} disc with perfect play.",
        "{move} wins by {count} discs with perfect play.",
        puzzle.score,
        move=move,
    )


def _other_result(puzzle: Puzzle) -> str:
    move = square_name(puzzle.second_line[0], puzzle.board.size)
    if puzzle.second == 0:
        return _("The next best move, {move}, only draws.", move=move)
    return ngettext(
        "The next best move, {move}, loses by {count} disc.",
        "The next best move, {move}, loses by {count} discs.",
        -puzzle.second,
        move=move,
    )


def lessons(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the main themes of a puzzle with their definitions, and its line."""
    themes = [f"{theme.title}: {theme.definition}" for theme in puzzle.themes[:MOST_THEMES]]
    line = " ".join(square_name(square, puzzle.board.size) for square in puzzle.best_line)
    return (*themes, _("With perfect play: {moves}", moves=line))


def question(card: Card) -> str:
    """Return the move played in the game, the line of an opening, or the puzzle's difficulty."""
    if card.opening is not None:
        line = " ".join(square_name(move) for move in card.opening.line)
        after = _("After {moves}.", moves=line) if line else ""
        new = _("New: your move here is {move}.", move=square_name(card.good[0]))
        named = f"{card.opening.opening}." if card.opening.opening else ""
        return " ".join(filter(None, [named, after, new if card.is_new else ""]))
    if card.puzzle is not None:
        rated = _("This puzzle is rated {rating}.", rating=card.puzzle.rating)
        return f"{rated} {rating_sentence(card.puzzle)}"
    if card.played is None:
        return _("You missed this puzzle before. {source}.", source=card.source)
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
    """Return the solver's rating and streak; for the daily puzzle, also the days in a row.

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
    """Return the comment on a wrong answer once it is analyzed."""
    sentences = [loss_sentence(tried.square, card.board, tried.loss, exact=tried.exact)]
    if tried.square == card.played:
        sentences.append(_("This move was played in the game."))
    return " ".join(filter(None, [*sentences, tried.why, _("Try again.")]))


def also_good(card: Card, square: Square) -> str:
    """Return the comment on a good move that is not in the repertoire."""
    move, own = square_name(square), square_name(card.good[0])
    return _("{move} is also good: your move here is {own}. Play it.", move=move, own=own)


def solution(card: Card) -> str:
    """Return the right moves, and why the move played was wrong."""
    moves = listed(square_name(square, card.board.size) for square in card.good)
    right = _("Right: {moves}.", moves=moves)
    if card.known is not None:
        return f"{right} {puzzle_solution(card.known)}"
    return f"{right} {sentence(card.sentence)}" if card.sentence else right


def loss_sentence(square: Square, board: Board, loss: int, *, exact: bool) -> str:
    """Return a sentence with the cost of a move."""
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
