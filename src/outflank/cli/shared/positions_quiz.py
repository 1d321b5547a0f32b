"""A quiz on the command line: the user's own errors, or puzzles."""

import sys
from collections.abc import Callable
from functools import partial

from outflank.board import InvalidSquare, parse_square, sentence
from outflank.study.controllers.practice import Deck, PracticeController
from outflank.study.practice_round import PracticeRound
from outflank.translation import _


def ask_all(store: Deck, limit: int, seconds: float | None = None) -> int:
    """Ask for the best move in the positions that are due, up to ``limit`` of them."""
    controller = PracticeController(lambda: store, PracticeRound(limit=limit, seconds=seconds))
    act: Callable[[], None] | None = controller.begin
    shown = ""
    while act is not None:
        act()
        view = controller.view
        card = controller.round.card
        if card is not None and view.asking and card.key != shown:
            shown = card.key
            print(sentence(view.headline))
            print(card.board.diagram())
        print(view.sentence)
        if view.solved:
            for lesson in view.lessons:
                print(lesson)
            if view.lesson:
                print(
                    _("Learn: {title}", title=view.lesson.title),
                    f"(outflank course {view.lesson.id})",
                )
            print()
            act = controller.go_on
        else:
            act = _ask(controller) if view.asking else None
    return 0


def _ask(controller: PracticeController) -> Callable[[], None] | None:
    """Read a command of the user; return its action, or None to quit."""
    card = controller.round.card
    assert card is not None, "a position is asked"
    while True:
        question = _("Best move for {color} (? shows it, q quits):", color=card.board.turn)
        print(question, end=" ", flush=True)
        line = sys.stdin.readline()
        text = line.strip().lower()
        if not line or text in ("q", "quit"):
            print(_("Goodbye."))
            return None
        if text == "?":
            return controller.give_up
        try:
            return partial(controller.choose, parse_square(text, card.board.size))
        except InvalidSquare as error:
            print(error)
