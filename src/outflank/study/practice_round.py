"""A round of practice: each position that is due is asked until it is solved.

A sitting with a repertoire ends after a few minutes. New positions are shown first; these and the
wrong ones come again at its end.

A state machine whose methods return the instructions to carry out; the time is an argument. The
first answer to a position counts and is saved immediately, so leaving loses nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

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
    ALSO_GOOD,
    Card,
    WrongTry,
    also_good,
    answered,
    lessons,
    puzzle_solution,
    question,
    rating_sentence,
    solution,
    verdict,
)
from outflank.study.puzzles.puzzle import Puzzle
from outflank.study.views import GOOD, WRONG, Position, PracticeView, position_of
from outflank.study.why.lines import follow
from outflank.study.words import in_time, not_legal
from outflank.translation import N_, Nn_, _, ngettext

MOST_ASKED = 20  # positions per round
RUN_SECONDS = 180.0
SITTING_SECONDS = 300.0  # of training a repertoire
MOST_IN_RUN = 100  # puzzles fetched for a timed run
Step: TypeAlias = Literal["first", "back", "next", "last"]
EMPTY = N_(
    "There is nothing to practice yet. Review one of your games and practice its errors: they come "
    "back here until you find a move that loses nothing."
)

NO_REPERTOIRE = N_(
    "There is no repertoire of this color yet. Choose an opening in the opening trainer, or with "
    "`outflank openings add`."
)


@dataclass(frozen=True, slots=True)
class DeckStatus:
    """The number of cards and the time when the next one is due."""

    count: int
    next_due: float | None
    now: float

    @property
    def sentence(self) -> str:
        """Return when the next card is due, as a sentence."""
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
    """The state of a round between two requests, without the cards."""

    keys: tuple[str, ...] = ()  # the positions of this round
    at: int = -1  # the index of the current one; -1 before the first, their number after the last
    first: bool | None = None  # the first answer was right; None before it
    solved: bool = False
    tried: Square | None = None
    sentence: str = ""  # empty while the positions are fetched
    until: float | None = None  # the end of a timed run or a sitting
    found: int = 0  # positions solved in a timed run


class PracticeRound:
    """The cards of this round and the progress through them."""

    def __init__(
        self,
        cards: Sequence[Card] = (),
        state: PracticeState | None = None,
        *,
        limit: int = MOST_ASKED,
        seconds: float | None = None,
    ) -> None:
        """Begin a round, or restore one; ``seconds`` make it a timed run or a sitting."""
        state = state or PracticeState()
        self.cards = tuple(cards)
        self.at = state.at
        self.first = state.first
        self.solved = state.solved
        self.tried = state.tried
        self.sentence = state.sentence or _("Looking for the positions that are due…")
        self.until = state.until
        self.found = state.found
        self.step_shown = 0  # the position of a solved puzzle's line that is shown
        self._limit = limit
        self._seconds = seconds
        self._tried_at = 0.0
        if not -1 <= self.at <= len(self.cards) or not self._fits(state.tried):
            raise ValueError("this is no state of these positions; begin again")

    # --- Queries ---------------------------------------------------------------------------------

    @property
    def state(self) -> PracticeState:
        keys = tuple(card.key for card in self.cards)
        return PracticeState(
            keys,
            self.at,
            self.first,
            self.solved,
            self.tried,
            self.sentence,
            self.until,
            self.found,
        )

    @property
    def card(self) -> Card | None:
        """The current card; None before the first and after the last."""
        return self.cards[self.at] if 0 <= self.at < len(self.cards) else None

    @property
    def is_run(self) -> bool:
        """True in a timed run, where every answer counts at once."""
        return self.until is not None and not (self.cards and self.cards[0].opening)

    @property
    def view(self) -> PracticeView:
        card = self.card
        board = Board() if card is None else card.board
        asking = card is not None and not self.solved
        labels = {} if self.tried is None else {square_name(self.tried, board.size): WRONG}
        if card is not None and (self.solved or card.is_new):
            labels |= {square_name(square, board.size): GOOD for square in card.good}
        headline = _("Practice")
        if card is not None:
            headline = f"{self._title(card)} {_(card.task)}"
        last = card.opening.line[-1:] if card is not None and card.opening else ()
        position = position_of(board, legal=asking, last=last[0] if last else None, labels=labels)
        along = (position, *self._following)
        return PracticeView(
            along[self.step_shown],
            number=min(self.at + 1, len(self.cards)),
            total=len(self.cards),
            asking=asking,
            solved=card is not None and self.solved,
            headline=headline,
            sentence=self.sentence,
            give_up=_("Skip") if self.is_run else _("Show the answer"),
            lessons=lessons(self._answered) if self._answered else (),
            along=along if len(along) > 1 else (),
            step=self.step_shown,
            until=self.until,
            found=self.found,
        )

    @property
    def _answered(self) -> Puzzle | None:
        """The puzzle of the current card, once it is solved."""
        return self.card.known if self.card is not None and self.solved else None

    @property
    def _following(self) -> list[Position]:
        """The positions after the moves of a solved puzzle's line."""
        if self._answered is None:
            return []
        steps = follow(self._answered.board, self._answered.best_line).steps
        return [position_of(step.after, legal=False, last=step.square) for step in steps]

    # --- Actions ---------------------------------------------------------------------------------

    def begin(self) -> PracticeInstructions:
        return [RefreshView(), FetchCards(self._limit)]

    def choose(self, square: Square, now: float) -> PracticeInstructions:
        """Answer with this square; after the right answer, any square continues."""
        if self._is_over(now):
            return self._end_run()
        return self.go_on(now) if self.solved else self._answer(square, now)

    def step(self, where: Step) -> PracticeInstructions:
        """Show another position of the line of a solved puzzle."""
        last = len(self._following)
        places = {"first": 0, "back": self.step_shown - 1, "next": self.step_shown + 1}
        self.step_shown = max(0, min(last, places.get(where, last)))
        return [RefreshView()]

    def give_up(self, now: float) -> PracticeInstructions:
        card = self.card
        if card is None or self.solved:
            return []
        if self._is_over(now):
            return self._end_run()
        if self.is_run:
            return self._answer_in_run(card, now)
        self.solved = True
        self.sentence = solution(card)
        return self._count(card, now, gave_up=True)

    def go_on(self, now: float | None = None) -> PracticeInstructions:
        """Show the next position, or the end of a timed run."""
        if now is not None and self._is_over(now):
            return self._end_run()
        if self.card is not None and not self.solved:
            self.sentence = _("Find the move first, or show the answer.")
            return [RefreshView()]
        if self.at >= len(self.cards):
            return []
        ended = now is not None and self.until is not None and now >= self.until
        self.at = len(self.cards) if ended else self.at + 1
        self.first, self.solved, self.tried, self.step_shown = None, False, None, 0
        card = self.card
        if card is None and self.is_run:
            return self._end_run()
        if card is None:
            if self.cards and self.cards[-1].puzzle and not self.cards[-1].puzzle.daily:
                return [FetchCards(1)]  # after a puzzle comes the next
            self.sentence = _("That was the last position.")
            return [RefreshView(), CountCards()]
        self.sentence = question(card)
        return [RefreshView()]

    # --- Results of instructions -----------------------------------------------------------------

    def start(self, cards: Sequence[Card], deck: DeckStatus) -> PracticeInstructions:
        """Start with the cards that are due."""
        self.cards, self.at, self.solved, self.tried = tuple(cards), -1, False, None
        if cards and self._seconds is not None:
            self.until, self.found = deck.now + self._seconds, 0
        if cards:
            return self.go_on()
        nothing = " ".join([_("Nothing is due now."), deck.sentence]).rstrip()
        empty = EMPTY if self._seconds is None else NO_REPERTOIRE
        self.sentence = nothing if deck.count else _(empty)
        return [RefreshView()]

    def answer_analyzed(self, tried: WrongTry) -> PracticeInstructions:
        """Show what a wrong answer loses."""
        card = self.card
        if card is None or self.solved or tried.square != self.tried:
            return [RefreshView()]
        self.sentence = verdict(card, tried)
        if card.opening is None:
            return [RefreshView()]
        if tried.loss > ALSO_GOOD:
            return self._count(card, self._tried_at)
        self.tried, self.sentence = None, also_good(card, tried.square)
        return [RefreshView()]

    def finish(self, deck: DeckStatus) -> PracticeInstructions:
        """Show when the next card is due."""
        if self.cards and self.card is None:
            over = self.until is not None and deck.now >= self.until
            end = _("Time is up.") if over else _("That was the last position.")
            self.sentence = " ".join([end, deck.sentence]).rstrip()
        return [RefreshView()]

    # --- Private ---------------------------------------------------------------------------------

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
        if self.is_run:
            return self._answer_in_run(card, now)
        if card.opening is not None and not self.solved:
            return self._answer_outside(card, square, now)
        if self.solved:
            self.tried = None
            fine = _("{move} loses nothing.", move=name)
            known = card.known
            fine = "" if card.opening is not None else fine
            said = f"{_('Correct.')} {fine if known is None else puzzle_solution(known)}"
            self.sentence = said.rstrip()
            return self._count(card, now)
        self.tried = square
        self.sentence = _("{move} loses discs. Analyzing how many…", move=name)
        return [*self._count(card, now), AnalyzeAnswer(card, square)]

    def _answer_outside(self, card: Card, square: Square, now: float) -> PracticeInstructions:
        """Find out whether a move that is not in the repertoire is a mistake."""
        own = square_name(card.good[0])
        if card.is_new:
            self.sentence = _("Your move here is {move}. Play it.", move=own)
            return [RefreshView()]
        self.tried, self._tried_at = square, now
        name = square_name(square, card.board.size)
        self.sentence = _("{move} is not in your repertoire. Analyzing it…", move=name)
        return [RefreshView(), AnalyzeAnswer(card, square)]

    def _answer_in_run(self, card: Card, now: float) -> PracticeInstructions:
        """Count an answer in a timed run, and show the next position immediately."""
        right, self.solved = self.solved, True
        self.found += right
        answer = square_name(card.good[0], card.board.size)
        said = _("Correct.") if right else _("Wrong: {move} was right.", move=answer)
        instructions = self.go_on()
        if self.card is not None:
            self.sentence = said
        return [SaveCard(answered(card, right, now)), *instructions]

    def _is_over(self, now: float) -> bool:
        return self.is_run and self.until is not None and now >= self.until

    def _end_run(self) -> PracticeInstructions:
        self.at, self.solved, self.tried = len(self.cards), False, None
        self.sentence = ngettext(
            "The run is over. You solved {count} puzzle. Missed puzzles come back in practice.",
            "The run is over. You solved {count} puzzles. Missed puzzles come back in practice.",
            self.found,
        )
        return [RefreshView()]

    def _count(self, card: Card, now: float, *, gave_up: bool = False) -> PracticeInstructions:
        """Record the first answer; later ones change nothing."""
        if self.first is not None:
            return [RefreshView()]
        self.first = self.solved and not gave_up
        after = answered(card, self.first, now)
        if after.puzzle is not None:
            if not self.first:
                self.sentence += " " + _("This puzzle comes back in your practice.")
            self.sentence += f" {rating_sentence(after.puzzle)}"
        elif card.opening is not None and (card.is_new or not self.first):
            self.cards += (after,)
            self.sentence += " " + _("This position is asked again in this sitting.")
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
        if self.is_run:
            return _("Solved: {count}. {color} to move.", count=self.found, color=turn)
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
