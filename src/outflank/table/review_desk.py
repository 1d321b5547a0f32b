"""The review of a game for screens that stay open: it goes on in the background while one looks.

Where one stands in the game, what is told of a move and which squares are marked is the same on
every screen, and is here; screens draw it.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator

from outflank.board import Board, Color, Square, SquareSet, square_name
from outflank.engine import ENGINE_SIZES, Engine
from outflank.game import Game
from outflank.review import Card, Judgement, MoveReview, Review, cards_of, reviewing
from outflank.review.values import SCREEN_EFFORT, Analyst, Effort
from outflank.table.background import Post, in_background
from outflank.table.labels import BEST, NEXT, REASON, SAME, Label, lost
from outflank.table.practice_desk import Deck
from outflank.table.shown import Shown

LINE_MOVES = 6  # of the best line that a panel shows


def cannot_review(game: Game) -> str | None:
    """Why a game cannot be reviewed, in a sentence; None where it can."""
    if game.size not in ENGINE_SIZES:
        sizes = ", ".join(f"{size}×{size}" for size in ENGINE_SIZES)
        return (
            f"The engine reviews games on boards of {sizes}; this one is {game.size}×{game.size}."
        )
    if not (game.history or game.future):
        return "There is no move to review yet."
    return None


class ReviewDesk:
    """A game, its review as far as it has come, and the position that is looked at.

    ``changed`` is called by the screen's own thread whenever there is something new to draw.
    """

    def __init__(
        self,
        game: Game,
        mine: Collection[Color],
        *,
        post: Post,
        analyst: Callable[[], Analyst] = lambda: Engine(hash_mb=64),
        effort: Effort = SCREEN_EFFORT,
    ) -> None:
        self.game = _whole(game)
        self.mine = mine
        """The sides whose errors one wants to practise."""
        self.ply = self.game.ply
        """How many moves and passes have been made in the position that is looked at."""
        self.total = sum(not ply.is_pass for ply in self.game.history)
        self.review: Review | None = None
        """What is known so far; None before the first news."""
        self.running = False
        self.changed: Callable[[], None] = _nobody_looks
        self.note = ""
        """What became of the last command."""
        self._post = post
        self._make_analyst = analyst
        self._effort = effort
        self._stop = threading.Event()
        self._reviews: Iterator[Review] | None = None
        self._analyst: Analyst | None = None
        self._outcome = game.final_outcome
        self._names = " – ".join(self.game.info.get(c.value, c.value) for c in Color)

    # --- The review ------------------------------------------------------------------------------

    @property
    def done(self) -> int:
        """How many moves have been looked at."""
        return 0 if self.review is None else len(self.review.moves)

    @property
    def complete(self) -> bool:
        """Whether all moves have been looked at."""
        return self.review is not None and self.review.complete

    def go_on(self) -> None:
        """Begin, or go on after a stop."""
        if self.running or self.complete:
            return
        self.running = True
        self._stop.clear()
        in_background(self._run, self._post, "review")

    def stop(self) -> None:
        """Stop after the move at hand; what is known stays."""
        self._stop.set()

    def stop_or_go_on(self) -> None:
        """What the one key for both does."""
        if self.running:
            self.stop()
        else:
            self.go_on()
        self.changed()

    @property
    def progress(self) -> str:
        """How far the review is, in a few words."""
        if self.complete:
            return self.summary
        if self.running:
            verb = "Stopping" if self._stop.is_set() else "Looking at the moves, the last first"
            return f"{verb}: {self.done} of {self.total}"
        return f"Stopped after {self.done} of {self.total} moves"

    @property
    def summary(self) -> str:
        """The discs each side lost."""
        if self.review is None:
            return ""
        totals = ", ".join(f"{c} {self.review.totals(c).discs_lost}" for c in Color)
        return f"Discs lost: {totals}"

    # --- Where one looks -------------------------------------------------------------------------

    def go_to(self, ply: int) -> None:
        """Look at the position after so many moves and passes."""
        ply = min(max(ply, 0), self.game.ply)
        while self._is_pass(ply):
            ply -= 1
        self._look(ply)

    def step(self, by: int) -> None:
        """Look one move on (+1) or back (-1)."""
        ply = self.ply + by
        while self._is_pass(ply):  # a position where a pass is forced is never stood at
            ply += by
        self._look(min(max(ply, 0), self.game.ply))

    def step_to_error(self, by: int) -> None:
        """Look at the next error (+1) or the one before (-1)."""
        plies = [error.ply for error in self.errors]
        ahead = [ply for ply in plies if (ply - self.ply) * by > 0]
        if ahead:
            self._look(ahead[0] if by > 0 else ahead[-1])
        else:
            self.note = "There is no error further on." if by > 0 else "No error came before."
            self.changed()

    @property
    def errors(self) -> tuple[MoveReview, ...]:
        """The errors found so far, in the order of the game."""
        return () if self.review is None else self.review.errors

    @property
    def board(self) -> Board:
        """The position that is looked at: the one before the move that is told of."""
        return self._board_at(self.ply)

    @property
    def last(self) -> Square | None:
        """The move that led to it."""
        made = (ply.square for ply in reversed(self.game.history[: self.ply]))
        return next((square for square in made if square is not None), None)

    @property
    def move(self) -> MoveReview | None:
        """What is known of the move that was made here."""
        moves = () if self.review is None else self.review.moves
        return next((move for move in moves if move.ply == self.ply), None)

    @property
    def labels(self) -> dict[Square, Label]:
        """The words on empty squares: the best move, what the one played cost, the reason."""
        move = self.move
        if move is None:
            made = self.game.history[self.ply].square if self.ply < self.game.ply else None
            return {} if made is None else {made: NEXT}
        found = {square: REASON for square in self._reason if self.board[square] is None}
        found[move.move] = lost(move.loss) if move.loss else SAME
        found[move.best] = BEST
        return found

    @property
    def noted(self) -> frozenset[Square]:
        """The discs that the reason is about."""
        return frozenset(square for square in self._reason if self.board[square] is not None)

    @property
    def shown(self) -> Shown:
        """What there is to see on the board."""
        nothing = SquareSet.from_bits(0, self.game.size)
        return Shown(self.board, nothing, last=self.last, labels=self.labels, noted=self.noted)

    @property
    def headline(self) -> str:
        """The move made here and what it cost."""
        if self.ply == self.game.ply:
            return "The last position" if self._outcome is None else f"{self._outcome}"
        move = self.move
        if move is None:
            made = self.game.history[self.ply]
            number = sum(not ply.is_pass for ply in self.game.history[: self.ply + 1])
            return f"{number}. {made.color} {made.name}: not looked at yet"
        cost = f"lost {move.loss}" if move.loss else "lost nothing"
        label = "" if move.judgement is Judgement.FINE else f", {_a(move.judgement)}"
        return f"{move.number}. {move.color} {move.name} {cost}{label}"

    @property
    def best(self) -> str:
        """The best move here with its value and line, and the value of the one made."""
        move = self.move
        if move is None:
            return ""
        about = "" if move.exact else "about "
        line = " ".join(square_name(square, self.game.size) for square in move.line[:LINE_MOVES])
        return f"Best {about}{move.best_score:+d}: {line}" + (
            f"; {move.name} {about}{move.score:+d}" if move.loss else ""
        )

    @property
    def why(self) -> str:
        """Why the move made here was bad, where it was."""
        move = self.move
        return "" if move is None or move.reason is None else f"{move.reason.sentence}."

    # --- Practice --------------------------------------------------------------------------------

    def practise(self, open_deck: Callable[[], Deck], then: Callable[[], None]) -> None:
        """Put one's own errors among the positions to practise, in the background."""
        errors = [error for error in self.errors if error.color in self.mine]
        if self.running or self.review is None:
            self.note = "The review goes on; practise when it is done, or stop it."
            self.changed()
            return
        if not errors:
            self.note = "There are no errors of yours to practise."
            self.changed()
            return
        self.note = "Looking for all moves that lose nothing…"
        self.changed()
        review = self.review
        in_background(lambda: self._practise(review, open_deck, then), self._post, "practice")

    # --- Inside ----------------------------------------------------------------------------------

    def _run(self) -> None:
        if self._reviews is None:
            self._analyst = self._make_analyst()
            self._reviews = reviewing(self.game, self._analyst, self._effort)
        for review in self._reviews:
            self._post(lambda review=review: self._hear(review))  # type: ignore[misc]
            if self._stop.is_set():
                break
        self._post(self._end)

    def _hear(self, review: Review) -> None:
        self.review = review
        self.changed()

    def _end(self) -> None:
        self.running = False
        self.changed()

    def _practise(
        self, review: Review, open_deck: Callable[[], Deck], then: Callable[[], None]
    ) -> None:
        assert self._analyst is not None, "what is reviewed has an analyst"
        cards: list[Card] = []
        for color in self.mine:
            cards += cards_of(
                review,
                self._analyst,
                self._effort,
                color=color,
                source=self._names,
                now=time.time(),
            )
        deck = open_deck()
        added = deck.add(cards)
        deck.close()

        def tell() -> None:
            self.note = f"{added} new {'position' if added == 1 else 'positions'} to practise."
            self.changed()
            then()

        self._post(tell)

    @property
    def _reason(self) -> tuple[Square, ...]:
        move = self.move
        return () if move is None or move.reason is None else move.reason.squares

    def _board_at(self, ply: int) -> Board:
        return self.game.history[ply - 1].board if ply else self.game.start

    def _is_pass(self, ply: int) -> bool:
        return 0 < ply < self.game.ply and self.game.history[ply].is_pass

    def _look(self, ply: int) -> None:
        self.ply = ply
        self.note = ""
        self.changed()


def _whole(game: Game) -> Game:
    """The game with what was taken back, at its end; the one on the table stays as it is."""
    copy = Game(game.start, info=game.info)
    for ply in (*game.history, *game.future):
        if ply.square is not None:
            copy.play(ply.square)
    return copy


def _a(judgement: Judgement) -> str:
    return ("an " if judgement.value[0] in "aeiou" else "a ") + judgement.value


def _nobody_looks() -> None: ...
