"""What tests of reviews and practice on screens share: an analyst, a deck, a game."""

import re
import threading
from collections.abc import Sequence
from typing import Any

from outflank.board import Board
from outflank.engine import Engine, Limit, Result
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.study.practice import Card
from outflank.study.values import Effort

# White had won, gave it away with its 58th move, and Black won.
TRANSCRIPT = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)
QUICK = Effort(depth=1, exact_from=10)


def finished_game() -> Game:
    return read_transcript(TRANSCRIPT)


def engine() -> Engine:
    return Engine(memory=16)


def last_moves(count: int) -> Game:
    """The end of that game, as a game of its own."""
    whole = finished_game()
    whole.go_to(whole.ply - count)
    game = Game(whole.board, info={"black": "greedy", "white": "human"})
    for ply in whole.future:
        if ply.square is not None:
            game.play(ply.square)
    return game


class Plain:
    """Solves positions with few empties by trying everything: the same whatever the engine does."""

    def analyze(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
        found = sorted(
            ((-score(board.play(move)), move) for move in board.legal_moves), reverse=True
        )
        return [
            Result(move, value, True, 1, 100, (move,), 0, 0.0, board.size)
            for value, move in found[:lines]
        ]

    def clear(self) -> None:
        """There is nothing to forget."""


def score(board: Board) -> int:
    """What a position is worth to the side to move."""
    if board.is_over:
        return board.score
    if board.must_pass:
        return -score(board.pass_turn())
    return max(-score(board.play(move)) for move in board.legal_moves)


class Held:
    """An analyst that answers as often as it was let; the engine answers for it."""

    def __init__(self, answers: int) -> None:
        self.answers = threading.Semaphore(answers)
        self.engine = Engine(memory=16)

    def analyze(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
        assert self.answers.acquire(timeout=240)
        return self.engine.analyze(board, limit, lines=lines)

    def clear(self) -> None:
        self.engine.clear()


class MemoryDeck:
    """Cards in memory."""

    def __init__(self, cards: Sequence[Card] = ()) -> None:
        self.cards = {card.key: card for card in cards}
        self.closed = 0

    def add(self, new: list[Card]) -> int:
        fresh = {card.key: card for card in new if card.key not in self.cards}
        self.cards |= fresh
        return len(fresh)

    def update(self, card: Card) -> None:
        self.cards[card.key] = card

    def due(self, now: float, limit: int = 100) -> list[Card]:
        return [card for card in self.cards.values() if card.due <= now][:limit]

    def count(self) -> int:
        return len(self.cards)

    def next_due(self) -> float | None:
        return min((card.due for card in self.cards.values()), default=None)

    def close(self) -> None:
        self.closed += 1


def facts(text: str) -> list[str]:
    """The squares, numbers, sides and marks that a sentence has, in their order."""
    return re.findall(r"[a-h][1-8]\b|[-+~−]*\d+|Black|White|[?!]+", text)


def reviewed(visitor: Any, game: dict[str, Any]) -> dict[str, Any]:
    """The review of a game, asked for until it is complete."""
    answer = visitor.act(game, "review", event="go on")
    while answer["view"]["running"]:
        done = answer["view"]["done"]
        answer = visitor.act(game, "review", event="go on", study=answer["study"])
        assert answer["view"]["done"] > done
    assert answer["view"]["complete"]
    return dict(answer)
