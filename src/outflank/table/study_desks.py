"""Studying on screens that stay open: does in the background what a study asks for.

What a step, an answer or a late finding means is decided in ``study``; what is seen is in its view.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from random import Random
from typing import Protocol, TypeAlias

from outflank.board import Board, Color
from outflank.sitting import HUMAN, Game, seat_title
from outflank.study import (
    SCREEN,
    Analyst,
    BoardEditor,
    Card,
    EditorState,
    EditorView,
    Effort,
    Ending,
    GameStudy,
    MadeMove,
    PlayOut,
    PlayOutState,
    PracticeRound,
    PracticeView,
    ReviewView,
    answer_of,
    cards_of,
    look_at,
    move_values,
    shared_engine,
    weigh,
)
from outflank.study import messages as m
from outflank.table.background import Post, in_background
from outflank.table.shown import Shown

PlayFrom: TypeAlias = Callable[[Board], object]


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

    ``changed`` is called by the screen's own thread whenever there is something new to draw,
    ``open_practice`` when positions to practise have been kept, and ``keep`` when other moves were
    tried, which belong to the game.
    """

    def __init__(
        self,
        game: Game,
        mine: Collection[Color],
        *,
        post: Post,
        open_deck: Callable[[], Deck],
        keep: Callable[[], object] = lambda: None,
        analyst: Callable[[], Analyst] = shared_engine,
        effort: Effort = SCREEN,
    ) -> None:
        named = game.copy()
        named.info |= {
            color.value: seat_title(game.info.get(color.value, HUMAN)) for color in Color
        }
        self.study = GameStudy(named, mine)
        self._keep_game = keep
        self._game = game
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
                case m.KeepVariations(variations):
                    self._game.variations = variations
                    self._keep_game()
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
        self._closed = False

    @property
    def view(self) -> PracticeView:
        """What there is to see."""
        return self.round.view

    def begin(self) -> None:
        """Ask for the positions."""
        self.handle(m.Begin())

    def go_on(self) -> None:
        """A person wants the next position."""
        self.handle(m.GoOn())

    def choose(self, square: int) -> None:
        """A person chose a square."""
        self.handle(m.Choose(square, self._now()))

    def give_up(self) -> None:
        """A person wants to see the answer."""
        self.handle(m.GiveUp(self._now()))

    def handle(self, event: m.PracticeEvent) -> None:
        """Something happened: let the round decide, and do what it says.

        A screen hears keys and its close button while it draws, and what was on its way when it was
        closed comes later: none of that finds a deck any more.
        """
        if self._closed:
            return
        for instruction in self.round.handle(event):
            if self._closed:
                return
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
        self._closed = True
        if self._deck is not None:
            self._deck.close()
            self._deck = None

    def _fetch(self, limit: int) -> None:
        deck = self._deck or self._open_deck()
        now = self._now()
        arrived = m.CardsArrived(tuple(deck.due(now, limit)), stock_of(deck, now))

        def tell() -> None:
            if self._closed:
                deck.close()
                return
            self._deck = deck
            self.handle(arrived)

        self._post(tell)

    def _weigh(self, asked: m.Weigh) -> None:
        tried = weigh(asked.card, asked.square, self._analyst(), self._effort)
        self._post(lambda: self.handle(m.TryWeighed(tried)))


class PlayOutDesk:
    """An ending that is played out, on the screens of practice."""

    def __init__(
        self, ending: Ending, *, post: Post, analyst: Callable[[], Analyst] = shared_engine
    ) -> None:
        self.play_out = PlayOut(PlayOutState(ending))
        self.changed: Callable[[], None] = _nobody_looks
        self._post = post
        self._analyst = analyst

    @property
    def view(self) -> PracticeView:
        """What there is to see."""
        return self.play_out.view

    def begin(self) -> None:
        """Begin with any of the endings."""
        self.handle(m.BeginEnding(Random().randrange(self.view.total)))

    def go_on(self) -> None:
        """A person wants the next ending."""
        self.handle(m.GoOn())

    def choose(self, square: int) -> None:
        """A person chose a square."""
        self.handle(m.Choose(square, 0.0))

    def give_up(self) -> None:
        """A person wants to begin the ending anew."""
        self.handle(m.GiveUp(0.0))

    def handle(self, event: m.PlayOutEvent) -> None:
        """Something happened: let the ending decide, and do what it says."""
        for instruction in self.play_out.handle(event):
            match instruction:
                case m.Redraw():
                    self.changed()
                case m.AskAnswer():
                    in_background(partial(self._answer, instruction), self._post, "defence")

    def close(self) -> None:
        """Nobody looks any more."""
        self.changed = _nobody_looks

    def _answer(self, asked: m.AskAnswer) -> None:
        square = answer_of(self._analyst(), asked)
        self._post(lambda: self.handle(m.Answered(asked.board, square)))


class EditorDesk:
    """A position that is set up. ``changed`` is as at a ``ReviewDesk``.

    ``play_from`` is called with a position to begin a game at.
    """

    def __init__(
        self, board: Board, read: Callable[[str], Game], play_from: PlayFrom, *, post: Post
    ) -> None:
        self.editor = BoardEditor(EditorState(board.to_text()))
        self.changed: Callable[[], None] = _nobody_looks
        self._read = read
        self._play_from = play_from
        self._post = post

    @property
    def view(self) -> EditorView:
        """What there is to see."""
        return self.editor.view

    @property
    def shown(self) -> Shown:
        """What there is to see on the board."""
        return replace(Shown.of(self.view.position), values=self.editor.values)

    def handle(self, event: m.EditorEvent) -> None:
        """Something happened: let the editor decide, and do what it says."""
        for instruction in self.editor.handle(event):
            match instruction:
                case m.Redraw():
                    self.changed()
                case m.ReadText(text):
                    self.handle(self._was_read(text))
                case m.FindValues(board):
                    in_background(partial(self._find_values, board), self._post, "values")
                case m.PlayFrom(board):
                    self._play_from(board)

    def close(self) -> None:
        """Nobody looks any more."""
        self.changed = _nobody_looks

    def _was_read(self, text: str) -> m.WasRead:
        try:
            return m.WasRead(self._read(text).board)
        except ValueError as error:
            return m.WasRead(None, str(error))

    def _find_values(self, board: Board) -> None:
        values = move_values(board)
        self._post(lambda: self.handle(m.ValuesFound(board, values)))


def _nobody_looks() -> None: ...
