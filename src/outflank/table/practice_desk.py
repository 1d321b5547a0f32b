"""Practice for screens that stay open: the positions that are due, one after another."""

import time
from collections.abc import Callable
from typing import Protocol

from outflank.board import Board, Square, SquareSet
from outflank.review import Card, Question, duration
from outflank.table.background import Post, in_background
from outflank.table.labels import GOOD, WRONG, Label
from outflank.table.shown import Shown

MOST_ASKED = 20  # positions in one go

NOTHING_YET = (
    "There is nothing to practise yet. Review one of your games and practise its errors: they come "
    "back here until you find a move that loses nothing."
)


class Deck(Protocol):
    """Where cards are kept, such as ``storage.PracticeCards``."""

    def add(self, new: list[Card]) -> int:
        """Add cards; how many were new."""

    def update(self, card: Card) -> None:
        """Keep the schedule of a card."""

    def due(self, now: float, limit: int = 100) -> list[Card]:
        """The cards to be asked now."""

    def count(self) -> int:
        """How many cards there are."""

    def next_due(self) -> float | None:
        """When the next card is due."""

    def close(self) -> None:
        """Let go of the cards."""


class PracticeDesk:
    """The positions that are due, asked until each is found; then they come back later.

    ``changed`` is called by the screen's own thread whenever there is something new to draw.
    """

    def __init__(
        self,
        open_deck: Callable[[], Deck],
        *,
        post: Post,
        now: Callable[[], float] = time.time,
        limit: int = MOST_ASKED,
    ) -> None:
        self.question: Question | None = None
        """The position asked now; None before the first and after the last."""
        self.number = 0
        self.total = 0
        self.tried: Square | None = None
        """The last answer."""
        self.sentence = "Looking for the positions that are due…"
        self.changed: Callable[[], None] = _nobody_looks
        self._open_deck = open_deck
        self._post = post
        self._now = now
        self._limit = limit
        self._deck: Deck | None = None
        self._waiting: list[Card] = []

    def begin(self) -> None:
        """Fetch the positions that are due; opening the database takes a moment."""
        in_background(self._fetch, self._post, "practice")

    def close(self) -> None:
        """Let go of the cards."""
        if self._deck is not None:
            self._deck.close()
            self._deck = None

    # --- What a screen shows ---------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The position that is asked."""
        return Board() if self.question is None else self.question.card.board

    @property
    def playable(self) -> SquareSet:
        """The squares one may answer with."""
        if self.question is None or self.question.solved:
            return SquareSet.from_bits(0, self.board.size)
        return self.board.legal_moves

    @property
    def labels(self) -> dict[Square, Label]:
        """The words on squares: the last answer if it was wrong; in the end the right ones."""
        found: dict[Square, Label] = {}
        if self.tried is not None:
            found[self.tried] = WRONG
        if self.question is not None and self.question.solved:
            found |= dict.fromkeys(self.question.card.good, GOOD)
        return found

    @property
    def shown(self) -> Shown:
        """What there is to see on the board."""
        return Shown(self.board, self.playable, labels=self.labels)

    @property
    def headline(self) -> str:
        """Which position this is and what is asked."""
        if self.question is None:
            return "Practice"
        side = self.board.turn
        return f"Position {self.number} of {self.total}: a move for {side} that loses nothing"

    # --- What a screen tells ---------------------------------------------------------------------

    def choose(self, square: Square) -> None:
        """An answer; after the right one, any choice goes on to the next position."""
        question = self.question
        if question is None:
            return
        if question.solved:
            self.go_on()
            return
        if square not in self.board.legal_moves:
            self.sentence = f"That square is not legal here; legal are {self.board.legal_moves}."
        else:
            first = question.first is None
            self.tried = square
            self.sentence = question.answer(square)
            if first:
                self._keep(question)
        self.changed()

    def give_up(self) -> None:
        """Show the right moves."""
        question = self.question
        if question is None or question.solved:
            return
        first = question.first is None
        self.sentence = question.give_up()
        if first:
            self._keep(question)
        self.changed()

    def go_on(self) -> None:
        """The next position, or the end."""
        if self.question is not None and not self.question.solved:
            self.sentence = "Find a move that loses nothing first, or ask for the answer."
        elif self._waiting:
            self.question = Question(self._waiting.pop(0))
            self.number += 1
            self.tried = None
            source = self.question.card.source
            self.sentence = f"From {source}." if source else ""
        elif self.question is not None:
            self.question = None
            self.sentence = f"That was all. {self._when()}"
        self.changed()

    # --- Inside ----------------------------------------------------------------------------------

    def _fetch(self) -> None:
        deck = self._open_deck()
        due = deck.due(self._now(), self._limit)
        self._post(lambda: self._begin(deck, due))

    def _begin(self, deck: Deck, due: list[Card]) -> None:
        self._deck = deck
        self._waiting = due
        self.total = len(due)
        if due:
            self.go_on()
            return
        self.sentence = f"Nothing is due now. {self._when()}" if deck.count() else NOTHING_YET
        self.changed()

    def _keep(self, question: Question) -> None:
        """The first answer is written down at once, so that leaving loses nothing."""
        assert self._deck is not None, "a question comes from a deck"
        after = question.result(self._now())
        self._deck.update(after)
        if question.solved:
            self.sentence += f" It comes back in {duration(after.interval)}."

    def _when(self) -> str:
        assert self._deck is not None, "the deck is open while one practises"
        waiting = self._deck.next_due()
        if waiting is None:
            return ""
        return f"The next position comes in {duration(waiting - self._now())}."


def _nobody_looks() -> None: ...
