"""A round of practice: the positions that are due, each asked until it is found.

A state machine whose methods return the instructions to carry out; the time is an argument. The
first answer to a position counts and is saved immediately, so that leaving loses nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.board import Board, Square, square_name
from outflank.study.instructions import (
    AnalyzeAnswer,
    CountCards,
    FetchCards,
    PracticeInstructions,
    RefreshView,
    SaveCard,
)
from outflank.study.practice import (
    Card,
    WrongTry,
    answered,
    question,
    rating_sentence,
    solution,
    verdict,
)
from outflank.study.views import GOOD, WRONG, PracticeView, position_of
from outflank.study.words import in_time, not_legal
from outflank.translation import N_, Nn_, _

MOST_ASKED = 20  # positions in one go
EMPTY = N_(
    "There is nothing to practice yet. Review one of your games and practice its errors: they come "
    "back here until you find a move that loses nothing."
)


@dataclass(frozen=True, slots=True)
class DeckStatus:
    """How many cards there are, and when the next one is due."""

    count: int
    next_due: float | None
    now: float

    @property
    def sentence(self) -> str:
        """When the next card is due, in words."""
        if self.next_due is None:
            return ""
        if self.next_due <= self.now:
            return _("More positions are due now.")
        return in_time(
            self.next_due - self.now,
            Nn_(
                "The next position is due in {count} day.",
                "The next position is due in {count} days.",
            ),
            Nn_(
                "The next position is due in {count} hour.",
                "The next position is due in {count} hours.",
            ),
            Nn_(
                "The next position is due in {count} minute.",
                "The next position is due in {count} minutes.",
            ),
        )


@dataclass(frozen=True, slots=True)
class PracticeState:
    """Everything that is not in the cards, to restore a round in the next request."""

    keys: tuple[str, ...] = ()  # the positions of this round
    at: int = -1  # which of them is asked: -1 before the first, their number after the last
    first: bool | None = None  # whether the first answer was right; None before it
    solved: bool = False
    tried: Square | None = None
    sentence: str = ""  # empty while the positions are fetched


class PracticeRound:
    """The cards of this round and how far one has come with them."""

    def __init__(
        self,
        cards: Sequence[Card] = (),
        state: PracticeState | None = None,
        *,
        limit: int = MOST_ASKED,
    ) -> None:
        state = state or PracticeState()
        self.cards = tuple(cards)
        self.at = state.at
        self.first = state.first
        self.solved = state.solved
        self.tried = state.tried
        self.sentence = state.sentence or _("Looking for the positions that are due…")
        self._limit = limit
        if not -1 <= self.at <= len(self.cards) or not self._fits(state.tried):
            raise ValueError("this is no state of these positions; begin again")

    # --- What a screen may ask -------------------------------------------------------------------

    @property
    def state(self) -> PracticeState:
        keys = tuple(card.key for card in self.cards)
        return PracticeState(keys, self.at, self.first, self.solved, self.tried, self.sentence)

    @property
    def card(self) -> Card | None:
        """The card that is asked; None before the first and after the last."""
        return self.cards[self.at] if 0 <= self.at < len(self.cards) else None

    @property
    def view(self) -> PracticeView:
        card = self.card
        board = Board() if card is None else card.board
        asking = card is not None and not self.solved
        labels = {} if self.tried is None else {square_name(self.tried, board.size): WRONG}
        if card is not None and self.solved:
            labels |= {square_name(square, board.size): GOOD for square in card.good}
        headline = _("Practice")
        if card is not None:
            headline = f"{self._title(card)} {_(card.task)}"
        return PracticeView(
            position_of(board, legal=asking, labels=labels),
            number=min(self.at + 1, len(self.cards)),
            total=len(self.cards),
            asking=asking,
            solved=card is not None and self.solved,
            headline=headline,
            sentence=self.sentence,
        )

    # --- What a person does ----------------------------------------------------------------------

    def begin(self) -> PracticeInstructions:
        return [RefreshView(), FetchCards(self._limit)]

    def choose(self, square: Square, now: float) -> PracticeInstructions:
        """Answer with this square; after the right answer, any square goes on."""
        return self.go_on() if self.solved else self._answer(square, now)

    def give_up(self, now: float) -> PracticeInstructions:
        card = self.card
        if card is None or self.solved:
            return []
        self.solved = True
        self.sentence = solution(card)
        return self._count(card, now, gave_up=True)

    def go_on(self) -> PracticeInstructions:
        if self.card is not None and not self.solved:
            self.sentence = _("Find the move first, or show the answer.")
            return [RefreshView()]
        if self.at >= len(self.cards):
            return []
        self.at += 1
        self.first, self.solved, self.tried = None, False, None
        card = self.card
        if card is None:
            if self.cards and self.cards[-1].puzzle and not self.cards[-1].puzzle.daily:
                return [FetchCards(1)]  # puzzles go on
            self.sentence = _("That was all.")
            return [RefreshView(), CountCards()]
        self.sentence = question(card)
        return [RefreshView()]

    # --- Results of instructions -----------------------------------------------------------------

    def start(self, cards: Sequence[Card], deck: DeckStatus) -> PracticeInstructions:
        """Begin with the cards that are due."""
        self.cards, self.at, self.solved, self.tried = tuple(cards), -1, False, None
        if cards:
            return self.go_on()
        nothing = " ".join([_("Nothing is due now."), deck.sentence]).rstrip()
        self.sentence = nothing if deck.count else _(EMPTY)
        return [RefreshView()]

    def answer_analyzed(self, tried: WrongTry) -> PracticeInstructions:
        """Say what a wrong answer costs."""
        if self.card is not None and not self.solved and tried.square == self.tried:
            self.sentence = verdict(self.card, tried)
        return [RefreshView()]

    def finish(self, deck: DeckStatus) -> PracticeInstructions:
        """Say when the next card is due."""
        if self.cards and self.card is None:
            self.sentence = " ".join([_("That was all."), deck.sentence]).rstrip()
        return [RefreshView()]

    # --- Inside ----------------------------------------------------------------------------------

    def _answer(self, square: Square, now: float) -> PracticeInstructions:
        card = self.card
        if card is None:
            return []
        legal = card.board.legal_moves
        if square not in legal:
            self.sentence = not_legal(legal)
            return [RefreshView()]
        self.solved = card.accepts(square)
        name = square_name(square, card.board.size)
        if self.solved:
            self.tried = None
            fine = _("{move} loses nothing.", move=name)
            self.sentence = fine if card.puzzle is None else solution(card)
            return self._count(card, now)
        self.tried = square
        self.sentence = _("{move} loses discs. Analyzing how many…", move=name)
        return [*self._count(card, now), AnalyzeAnswer(card, square)]

    def _count(self, card: Card, now: float, *, gave_up: bool = False) -> PracticeInstructions:
        """Write the first answer down; later ones change nothing."""
        if self.first is not None:
            return [RefreshView()]
        self.first = self.solved and not gave_up
        after = answered(card, self.first, now)
        if after.puzzle is not None:
            self.sentence += f" {rating_sentence(after.puzzle)}"
        elif self.solved:
            self.sentence += " " + in_time(
                after.interval,
                Nn_("It comes back in {count} day.", "It comes back in {count} days."),
                Nn_("It comes back in {count} hour.", "It comes back in {count} hours."),
                Nn_("It comes back in {count} minute.", "It comes back in {count} minutes."),
            )
        return [SaveCard(after), RefreshView()]

    def _title(self, card: Card) -> str:
        turn = card.board.turn
        if card.puzzle is None:
            at, total = self.at + 1, len(self.cards)
            return _(
                "Position {number} of {total}, {color} to move.", number=at, total=total, color=turn
            )
        if card.puzzle.daily:
            return _("The puzzle of the day, {color} to move.", color=turn)
        return _("Puzzle {number}, {color} to move.", number=card.puzzle.number, color=turn)

    def _fits(self, tried: Square | None) -> bool:
        legal = () if self.card is None else self.card.board.legal_moves
        return tried is None or (self.card is not None and tried in tuple(legal))
