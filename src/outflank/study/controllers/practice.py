"""The controllers of practice rounds and of endings to play out."""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Protocol

from outflank.board import Board, Square
from outflank.study.controllers.controller import Controller
from outflank.study.instructions import (
    AnalyzeAnswer,
    CountCards,
    FetchCards,
    FindReply,
    PlayOutInstructions,
    PracticeInstructions,
    RefreshView,
    SaveCard,
)
from outflank.study.play_out import Ending, PlayOut, PlayOutState, find_reply
from outflank.study.practice import Card, analyze_answer
from outflank.study.practice_round import (
    RUN_SECONDS,
    SITTING_SECONDS,
    DeckStatus,
    PracticeRound,
    Step,
)
from outflank.study.puzzles.puzzle import PuzzleMode
from outflank.study.puzzles.themes import Theme
from outflank.study.values import SCREEN, Analyst, Effort, shared_engine
from outflank.study.views import PracticeView
from outflank.workers.background import Post


class Deck(Protocol):
    """A store of practice cards, such as ``storage.PracticeCards``."""

    def add(self, new: list[Card]) -> int:
        """Add cards; return the number of new ones."""

    def update(self, card: Card) -> None: ...
    def due(self, now: float, limit: int = 100) -> list[Card]: ...
    def count(self) -> int: ...
    def next_due(self) -> float | None: ...
    def close(self) -> None: ...


class PracticeController(Controller):
    """Run a round of practice with the cards that are due."""

    def __init__(
        self,
        open_deck: Callable[[], Deck],
        practice: PracticeRound | None = None,
        *,
        post: Post | None = None,
        now: Callable[[], float] = time.time,
        analyst: Callable[[], Analyst] = shared_engine,
        effort: Effort = SCREEN,
    ) -> None:
        super().__init__("practice", post)
        self.round = practice or PracticeRound()
        self._open_deck = open_deck
        self._now = now
        self._analyst = analyst
        self._effort = effort
        self._deck: Deck | None = None
        self._closed = False

    @property
    def view(self) -> PracticeView:
        return self.round.view

    @property
    def time_left(self) -> float | None:
        """The seconds that a timed run still has; None for other rounds and after its end."""
        until = self.round.until
        asking = self.round.is_run and self.view.asking
        return None if until is None or not asking else max(0.0, until - self._now())

    def begin(self) -> None:
        self.carry_out(self.round.begin())

    def choose(self, square: Square) -> None:
        self.carry_out(self.round.choose(square, self._now()))

    def give_up(self) -> None:
        self.carry_out(self.round.give_up(self._now()))

    def go_on(self) -> None:
        self.carry_out(self.round.go_on(self._now()))

    def step(self, where: Step) -> None:
        self.carry_out(self.round.step(where))

    def carry_out(self, instructions: PracticeInstructions) -> None:
        """Carry out the instructions of the round; do nothing after ``close``.

        Drawing a screen can process keys and the close button, so it may close during this call.
        """
        for instruction in instructions:
            if self._closed:
                return
            match instruction:
                case RefreshView():
                    self.changed()
                case FetchCards(limit):  # opening the database takes a moment
                    self._tasks.run(partial(self._fetch, limit), self._fetched)
                case SaveCard(card):
                    self._opened().update(card)
                case AnalyzeAnswer(card, square):
                    self._tasks.run(
                        lambda: analyze_answer(card, square, self._analyst(), self._effort),
                        lambda tried: self.carry_out(self.round.answer_analyzed(tried)),
                    )
                case CountCards():
                    self.carry_out(self.round.finish(self._status(self._opened())))

    def close(self) -> None:
        """Close the deck; all answers are already saved."""
        super().close()
        self._closed = True
        if self._deck is not None:
            self._deck.close()
            self._deck = None

    def _opened(self) -> Deck:
        if self._deck is None:
            self._deck = self._open_deck()
        return self._deck

    def _status(self, deck: Deck) -> DeckStatus:
        return DeckStatus(deck.count(), deck.next_due(), self._now())

    def _fetch(self, limit: int) -> tuple[Deck, list[Card], DeckStatus]:
        deck = self._deck or self._open_deck()
        return deck, deck.due(self._now(), limit), self._status(deck)

    def _fetched(self, fetched: tuple[Deck, list[Card], DeckStatus]) -> None:
        deck, cards, status = fetched
        if self._closed:
            deck.close()
            return
        self._deck = deck
        self.carry_out(self.round.start(cards, status))


def puzzle_controller(
    open_puzzles: Callable[[PuzzleMode, Theme | None], Deck],
    post: Post,
    mode: PuzzleMode = "puzzle",
    theme: Theme | None = None,
) -> PracticeController:
    practice = PracticeRound(seconds=RUN_SECONDS if mode == "run" else None)
    return PracticeController(partial(open_puzzles, mode, theme), practice, post=post)


def training_controller(deck: Callable[[], Deck], post: Post) -> PracticeController:
    """Return five minutes with a repertoire for a screen."""
    practice = PracticeRound(limit=100, seconds=SITTING_SECONDS)
    return PracticeController(deck, practice, post=post)


class PlayOutController(Controller):
    """Run an ending to play out, on the practice screens."""

    time_left: float | None = None  # endings have no clock

    def __init__(
        self,
        ending: Ending | PlayOut,
        *,
        post: Post | None = None,
        analyst: Callable[[], Analyst] = shared_engine,
    ) -> None:
        super().__init__("defense", post)
        self.play_out = ending if isinstance(ending, PlayOut) else PlayOut(PlayOutState(ending))
        self._analyst = analyst

    @property
    def view(self) -> PracticeView:
        return self.play_out.view

    def begin(self) -> None:
        self.carry_out(self.play_out.begin(Random().randrange(self.view.total)))

    def choose(self, square: Square) -> None:
        self.carry_out(self.play_out.choose(square))

    def give_up(self) -> None:
        self.carry_out(self.play_out.begin_again())

    def go_on(self) -> None:
        self.carry_out(self.play_out.go_on())

    def carry_out(self, instructions: PlayOutInstructions) -> None:
        for instruction in instructions:
            match instruction:
                case RefreshView():
                    self.changed()
                case FindReply(board):
                    self._tasks.run(partial(self._find, instruction), partial(self._found, board))

    def _find(self, request: FindReply) -> Square:
        return find_reply(self._analyst(), request)

    def _found(self, board: Board, square: Square) -> None:
        self.carry_out(self.play_out.reply(board, square))
