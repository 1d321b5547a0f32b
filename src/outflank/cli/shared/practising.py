"""Positions asked on the command line, one's own errors or puzzles, until one leaves."""

import sys
from collections.abc import Callable
from functools import partial

from outflank.board import InvalidSquare, parse_square
from outflank.storage.study.practice_cards import PracticeCards
from outflank.storage.study.puzzle_cards import PuzzleCards
from outflank.study.controllers.practice import PracticeController
from outflank.study.practice_round import PracticeRound


def ask_all(store: PracticeCards | PuzzleCards, limit: int) -> int:
    """Ask the positions that are due, at most so many at a time."""
    controller = PracticeController(lambda: store, PracticeRound(limit=limit))
    act: Callable[[], None] | None = controller.begin
    shown = ""
    while act is not None:
        act()
        view = controller.view
        card = controller.round.card
        if card is not None and view.asking and card.key != shown:
            shown = card.key
            print(f"{view.headline}.")
            print(card.board.diagram())
        print(view.sentence)
        if view.solved:
            print()
            act = controller.go_on
        else:
            act = _ask(controller) if view.asking else None
    return 0


def _ask(controller: PracticeController) -> Callable[[], None] | None:
    """What the person wants to do; None to leave."""
    card = controller.round.card
    assert card is not None, "a position is asked"
    while True:
        turn = card.board.turn
        print(f"{turn}'s best move (? for the answer, q to leave): ", end="", flush=True)
        line = sys.stdin.readline()
        text = line.strip().lower()
        if not line or text in ("q", "quit"):
            print("Until the next time.")
            return None
        if text == "?":
            return controller.give_up
        try:
            return partial(controller.choose, parse_square(text, card.board.size))
        except InvalidSquare as error:
            print(error)
