"""Practice: one's own errors again, until a move that loses nothing is found, and later again.

The intervals follow the idea of SuperMemo 2 (P. Woźniak, 1987): a card that is known comes back
after ever longer times, one that is not comes back soon. Nothing here looks at a clock.
"""

from dataclasses import dataclass, replace

from outflank.board import Board, Color, Square, square_name
from outflank.review.review import MoveReview, Review
from outflank.review.values import Analyst, Effort, values_of_moves

MINUTE = 60.0
DAY = 24 * 60 * MINUTE
AGAIN = 10 * MINUTE  # after a wrong answer
FIRST = DAY
SECOND = 3 * DAY
LONGEST = 365 * DAY
ESTIMATE_TOLERANCE = 1  # discs; estimates nearer than this count as the same value


@dataclass(frozen=True, slots=True)
class Card:
    """A position to practise, and when it is due."""

    board: Board
    played: Square
    """What was played in the game."""
    good: tuple[Square, ...]
    """The moves that lose nothing, the best first."""
    loss: int
    """What the move played cost, in discs."""
    exact: bool
    sentence: str
    """Why it was bad."""
    source: str = ""
    """The game it is from, for people."""
    due: float = 0.0
    interval: float = 0.0
    ease: float = 2.5
    streak: int = 0
    """Right answers in a row."""
    lapses: int = 0

    @property
    def key(self) -> str:
        """The same for the same position, however it is turned."""
        return self.board.canonical().to_text()

    def accepts(self, move: Square) -> bool:
        """Whether a move loses nothing."""
        return move in self.good


def answered(card: Card, right: bool, now: float) -> Card:
    """The card after an answer, with the time when it is due again.

    >>> card = Card(Board(), 19, (37,), 4, True, "")
    >>> days = []
    >>> for _ in range(4):
    ...     card = answered(card, True, card.due)
    ...     days.append(round(card.interval / DAY, 1))
    >>> days
    [1.0, 3.0, 7.9, 21.5]
    >>> answered(card, False, 0.0).due == AGAIN
    True
    """
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
    review: Review,
    analyst: Analyst,
    effort: Effort | None = None,
    *,
    color: Color | None = None,
    source: str = "",
    now: float = 0.0,
) -> list[Card]:
    """Cards for the errors of a review, of one side or of both, due at once.

    Every error of the review becomes a card; in positions where the list of values shows that the
    move lost nothing after all there is nothing to practise, and no card is made.
    """
    cards = []
    for error in review.errors:
        if color is not None and error.color is not color:
            continue
        good = good_moves(error, analyst, effort or Effort())
        if error.move not in good:
            cards.append(
                Card(
                    error.board,
                    error.move,
                    good,
                    error.loss,
                    error.exact,
                    error.reason.sentence if error.reason else "",
                    source,
                    due=now,
                )
            )
    return cards


def good_moves(error: MoveReview, analyst: Analyst, effort: Effort) -> tuple[Square, ...]:
    """All moves of the best value in the position of an error."""
    values = values_of_moves(analyst, error.board, effort)
    top = max(value.score for value in values.values())
    tolerance = 0 if all(value.exact for value in values.values()) else ESTIMATE_TOLERANCE
    found = [move for move, value in values.items() if value.score >= top - tolerance]
    if error.best not in found:
        found.insert(0, error.best)  # the review and the cards must never disagree
    return tuple(found)


def due_cards(cards: list[Card], now: float) -> list[Card]:
    """The cards to be asked now: those due longest first, then the costliest."""
    return sorted(
        (card for card in cards if card.due <= now), key=lambda card: (card.due, -card.loss)
    )


def verdict(card: Card, move: Square) -> str:
    """What to say to an answer; the right one is not given away."""
    name = square_name(move, card.board.size)
    if card.accepts(move):
        return f"{name} loses nothing."
    if move == card.played:
        why = f" {card.sentence}." if card.sentence else ""
        return f"That was played in the game and cost {card.loss} discs.{why}"
    return f"{name} loses discs. Try on."


def solution(card: Card) -> str:
    """The right moves, and why the one played was none."""
    names = " or ".join(square_name(square, card.board.size) for square in card.good)
    return f"{names}. {card.sentence}." if card.sentence else f"{names}."


class Question:
    """A card being asked until the answer is right; only the first answer counts."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.first: bool | None = None
        """Whether the first answer was right; None before it."""
        self.solved = False

    def answer(self, move: Square) -> str:
        """What to say to a legal move."""
        self.solved = self.card.accepts(move)
        if self.first is None:
            self.first = self.solved
        return verdict(self.card, move)

    def give_up(self) -> str:
        """The right moves; the answer counts as wrong if it was the first."""
        self.first = bool(self.first)
        self.solved = True
        return solution(self.card)

    def result(self, now: float) -> Card:
        """The card with the time when it is due again."""
        assert self.first is not None, "an unanswered card has no result"
        return answered(self.card, self.first, now)


def duration(seconds: float) -> str:
    """A time to wait in words.

    >>> duration(AGAIN), duration(DAY), duration(3 * DAY)
    ('10 minutes', '1 day', '3 days')
    """
    for unit, length in (("day", DAY), ("hour", 60 * MINUTE)):
        if seconds >= length:
            number = round(seconds / length)
            return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
    minutes = max(1, round(seconds / MINUTE))
    return "1 minute" if minutes == 1 else f"{minutes} minutes"
