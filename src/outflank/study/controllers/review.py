"""The controllers of reviews."""

import time
from collections.abc import Callable, Collection
from functools import partial
from typing import TypeAlias

from outflank.board import Board, Color, Square
from outflank.game import Game, Variation, position
from outflank.study.controllers.controller import Controller, do_nothing
from outflank.study.controllers.live_values import LiveValues
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
from outflank.study.strengths import LossyMove, lossy_moves
from outflank.study.values import (
    SCREEN,
    Analyst,
    Effort,
    MoveValues,
    ValueSearch,
    shared_engine,
)
from outflank.study.views import Position, ReviewView, position_of
from outflank.workers.background import Post

Analyze: TypeAlias = Callable[[MadeMove], Finding | None]
"""Analyzes a move; None if that is not possible now, which leaves the review unchanged."""
KeepReview: TypeAlias = Callable[[Game, tuple[LossyMove, ...]], object]
"""Stores the result of a finished review."""


class ReviewDriver(Controller):
    """Run a review, on any surface.

    ``open_practice`` is called after positions to practice were saved, ``open_lesson`` with the
    lesson that explains the described move.
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
        keep_review: KeepReview = lambda game, losses: None,
    ) -> None:
        super().__init__("review", post)
        self._keep_review = keep_review
        self.study = study
        self.open_practice: Callable[[], None] = do_nothing
        self.open_lesson: Callable[[str], None] = lambda name: None
        self.find_departures: Callable[[Game], str] | None = None
        """Returns where a game left the user's repertoire, when its review is complete."""
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

    def learn(self) -> None:
        """Open the lesson that explains the described move, if there is one."""
        if lesson := self.view.lesson:
            self.open_lesson(lesson.id)

    def save_variations(self, variations: tuple[Variation, ...]) -> None: ...

    def _analyzed(self, finding: Finding | None) -> None:
        if finding is None:
            return
        self.carry_out(self.study.add_finding(finding))
        if self.study.review.complete:
            self._keep_review(self.study.game, lossy_moves(self.study.review))
            if self.find_departures is not None:
                self._tasks.run(partial(self.find_departures, self.study.game), self._departed)

    def _departed(self, sentences: str) -> None:
        self.study.note = sentences
        self.changed()

    def _save_errors(self, found: SaveErrors) -> int:
        analyst = self._analyst()
        return self._add_cards(
            cards_of(found.errors, analyst, self._effort, source=found.source, now=time.time())
        )


class ReviewController(ReviewDriver):
    """The review of a game on a screen.

    ``keep`` is called when variations changed; ``title_of`` returns the display name of a player in
    the game's info.
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
        self._post = post
        self._live_values = LiveValues(self._report, ValueSearch)
        self.shows_values = False
        self.values: MoveValues = {}

    @property
    def board(self) -> Board:
        shown = self.view.position
        return Board.from_text(f"{shown.board} {shown.turn.symbol}")

    def position_after(self, line: tuple[Square, ...]) -> Position:
        """Return the position after a line, to preview it."""
        return position_of(position(self.board, line), legal=False, last=line[-1])

    def show_values(self, shown: bool) -> None:
        """Show the values of all moves, or hide them."""
        self.shows_values = shown
        self.carry_out([RefreshView()])

    def play_line(self, line: Collection[Square]) -> None:
        for square in line:
            self.carry_out(self.study.try_move(square))

    def carry_out(self, instructions: ReviewInstructions) -> None:
        if self._live_values.follow(self.board if self.shows_values else None):
            self.values = {}
        super().carry_out(instructions)

    def _report(self, board: Board, values: MoveValues) -> None:
        self._post(lambda: self._show_values(board, values))

    def _show_values(self, board: Board, values: MoveValues) -> None:
        if board == self._live_values.board:
            self.values = values
            self.changed()

    def save_variations(self, variations: tuple[Variation, ...]) -> None:
        """Save the variations with the game."""
        self._game.variations = variations
        self._keep()

    def close(self) -> None:
        super().close()
        self.shows_values = False
        self._live_values.follow(None)
        self.open_practice = do_nothing
        self.open_lesson = lambda name: None
        if self.study.running:
            self.carry_out(self.study.start_or_stop())
