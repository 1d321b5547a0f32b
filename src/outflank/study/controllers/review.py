"""Carries out what a review asks for, on every surface."""

import time
from collections.abc import Callable, Collection
from functools import partial
from typing import TypeAlias

from outflank.board import Color
from outflank.game import Game, Variation
from outflank.study.controllers.controller import Controller, do_nothing
from outflank.study.controllers.practice import Deck
from outflank.study.game_study import GameStudy
from outflank.study.instructions import (
    AnalyzeMove,
    OpenPractice,
    RefreshView,
    ReviewInstructions,
    SaveErrors,
    SaveVariations,
)
from outflank.study.practice import Card, cards_of
from outflank.study.review import Finding, MadeMove, analyze_move
from outflank.study.values import SCREEN, Analyst, Effort, shared_engine
from outflank.study.views import ReviewView
from outflank.workers.background import Post

Analyze: TypeAlias = Callable[[MadeMove], Finding | None]
"""Analyzes a move; None where that cannot be done now, and the review stays as it is."""


class ReviewDriver(Controller):
    """The one driver of a review.

    ``open_practice`` is called when positions to practice have been saved.
    """

    def __init__(
        self,
        study: GameStudy,
        add_cards: Callable[[list[Card]], int],
        *,
        analyze: Analyze | None = None,
        analyst: Callable[[], Analyst] = shared_engine,
        effort: Effort = SCREEN,
        post: Post | None = None,
    ) -> None:
        super().__init__("review", post)
        self.study = study
        self.open_practice: Callable[[], None] = do_nothing
        self._add_cards = add_cards
        self._analyze = analyze or (lambda made: analyze_move(made, analyst(), effort))
        self._analyst = analyst
        self._effort = effort

    @property
    def view(self) -> ReviewView:
        return self.study.view

    def carry_out(self, instructions: ReviewInstructions) -> None:
        for instruction in instructions:
            match instruction:
                case RefreshView():
                    self.changed()
                case AnalyzeMove(made):
                    self._tasks.run(partial(self._analyze, made), self._analyzed)
                case SaveVariations(variations):
                    self.save_variations(variations)
                case SaveErrors():
                    self._tasks.run(
                        partial(self._save_errors, instruction),
                        lambda added: self.carry_out(self.study.errors_saved(added)),
                    )
                case OpenPractice():
                    self.open_practice()

    def save_variations(self, variations: tuple[Variation, ...]) -> None: ...

    def _analyzed(self, finding: Finding | None) -> None:
        if finding is not None:
            self.carry_out(self.study.add_finding(finding))

    def _save_errors(self, found: SaveErrors) -> int:
        analyst = self._analyst()
        return self._add_cards(
            cards_of(found.errors, analyst, self._effort, source=found.source, now=time.time())
        )


class ReviewController(ReviewDriver):
    """The review of a game on a screen that stays open.

    ``keep`` is called when variations were added to the game or changed; ``title_of`` gives a
    player's name for what the game's info says.
    """

    def __init__(
        self,
        game: Game,
        mine: Collection[Color],
        *,
        post: Post,
        open_deck: Callable[[], Deck],
        keep: Callable[[], object] = lambda: None,
        title_of: Callable[[str], str] | None = None,
        analyst: Callable[[], Analyst] = shared_engine,
        effort: Effort = SCREEN,
    ) -> None:
        named = game.copy()
        if title_of is not None:
            named.info |= {
                color.value: title_of(game.info.get(color.value, "human")) for color in Color
            }

        def add_cards(cards: list[Card]) -> int:
            deck = open_deck()
            try:
                return deck.add(cards)
            finally:
                deck.close()

        super().__init__(
            GameStudy(named, mine), add_cards, analyst=analyst, effort=effort, post=post
        )
        self._game = game
        self._keep = keep

    def save_variations(self, variations: tuple[Variation, ...]) -> None:
        """Save them with the game on the table."""
        self._game.variations = variations
        self._keep()

    def close(self) -> None:
        super().close()
        self.open_practice = do_nothing
        if self.study.running:
            self.carry_out(self.study.start_or_stop())
