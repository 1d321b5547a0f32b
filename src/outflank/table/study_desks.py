"""Studying on screens that stay open: does in the background what a study asks for.

What a step, an answer or a late finding means is decided in ``study``; what is seen is in its view.
"""

import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Protocol

from outflank.board import Color
from outflank.sitting import Game
from outflank.study import (
    SCREEN,
    Analyst,
    Card,
    Effort,
    GameStudy,
    MadeMove,
    PracticeRound,
    PracticeView,
    ReviewView,
    cards_of,
    look_at,
    shared_engine,
    weigh,
)
from outflank.study import messages as m
from outflank.table.background import Post, in_background


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


def stock_of(deck: Deck, now: float) -> m.Stock:
    """What a deck holds."""
    return m.Stock(deck.count(), deck.next_due(), now)


class ReviewDesk:
    """A game that is looked at again.

    ``changed`` is called by the screen's own thread whenever there is something new to draw, and
    ``open_practice`` when positions to practise have been kept.
    """

    def __init__(
        self,
        game: Game,
        mine: Collection[Color],
        *,
        post: Post,
        open_deck: Callable[[], Deck],
        analyst: Callable[[], Analyst] = shared_engine,
        effort: Effort = SCREEN,
    ) -> None:
        self.study = GameStudy(game, mine)
        self.changed: Callable[[], None] = _nobody_looks
        self.open_practice: Callable[[], None] = _nobody_looks
        self._post = post
        self._open_deck = open_deck
        self._analyst = analyst
        self._effort = effort

    @property
    def view(self) -> ReviewView:
        """What there is to see."""
        return self.study.view

    def handle(self, event: m.ReviewEvent) -> None:
        """Something happened: let the study decide, and do what it says."""
        for instruction in self.study.handle(event):
            match instruction:
                case m.Redraw():
                    self.changed()
                case m.FindOut(made):
                    self._later(partial(self._find_out, made))
                case m.KeepErrors():
                    self._later(partial(self._keep, instruction))
                case m.OpenPractice():
                    self.open_practice()

    def close(self) -> None:
        """Whoever has gone needs no review."""
        self.changed = self.open_practice = _nobody_looks
        if self.study.running:
            self.handle(m.StopOrGoOn())

    def _find_out(self, made: MadeMove) -> m.ReviewEvent:
        return m.Found(look_at(made, self._analyst(), self._effort))

    def _keep(self, asked: m.KeepErrors) -> m.ReviewEvent:
        cards = cards_of(
            asked.errors, self._analyst(), self._effort, source=asked.source, now=time.time()
        )
        deck = self._open_deck()
        try:
            return m.CardsKept(deck.add(cards))
        finally:
            deck.close()

    def _later(self, work: Callable[[], m.ReviewEvent]) -> None:
        def run() -> None:
            event = work()
            self._post(lambda: self.handle(event))

        in_background(run, self._post, "review")


class PracticeDesk:
    """The positions that are due. ``changed`` is as at a ``ReviewDesk``."""

    def __init__(
        self,
        open_deck: Callable[[], Deck],
        *,
        post: Post,
        now: Callable[[], float] = time.time,
        analyst: Callable[[], Analyst] = shared_engine,
        effort: Effort = SCREEN,
    ) -> None:
        self.round = PracticeRound()
        self.changed: Callable[[], None] = _nobody_looks
        self._open_deck = open_deck
        self._post = post
        self._now = now
        self._analyst = analyst
        self._effort = effort
        self._deck: Deck | None = None

    @property
    def view(self) -> PracticeView:
        """What there is to see."""
        return self.round.view

    def choose(self, square: int) -> None:
        """A person chose a square."""
        self.handle(m.Choose(square, self._now()))

    def give_up(self) -> None:
        """A person wants to see the answer."""
        self.handle(m.GiveUp(self._now()))

    def handle(self, event: m.PracticeEvent) -> None:
        """Something happened: let the round decide, and do what it says."""
        for instruction in self.round.handle(event):
            match instruction:
                case m.Redraw():
                    self.changed()
                case m.FetchCards(limit):  # opening the database takes a moment
                    in_background(partial(self._fetch, limit), self._post, "practice")
                case m.KeepCard(card):
                    assert self._deck is not None, "a question comes from a deck"
                    self._deck.update(card)
                case m.Weigh():
                    in_background(partial(self._weigh, instruction), self._post, "practice")
                case m.TakeStock():
                    assert self._deck is not None, "the deck is open while one practises"
                    self.handle(stock_of(self._deck, self._now()))

    def close(self) -> None:
        """Let go of the cards; every answer is written down already."""
        self.changed = _nobody_looks
        if self._deck is not None:
            self._deck.close()
            self._deck = None

    def _fetch(self, limit: int) -> None:
        deck = self._deck or self._open_deck()
        now = self._now()
        arrived = m.CardsArrived(tuple(deck.due(now, limit)), stock_of(deck, now))

        def tell() -> None:
            self._deck = deck
            self.handle(arrived)

        self._post(tell)

    def _weigh(self, asked: m.Weigh) -> None:
        tried = weigh(asked.card, asked.square, self._analyst(), self._effort)
        self._post(lambda: self.handle(m.TryWeighed(tried)))


def _nobody_looks() -> None: ...
