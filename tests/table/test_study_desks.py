"""Studying on a screen that stays open: done in the background, told to the screen's own thread."""

from collections.abc import Callable, Sequence
from queue import Queue

import pytest

from outflank.board import Board, Color
from outflank.engine import CannotThink, Limit, Result
from outflank.study import Analyst, Card
from outflank.study import messages as m
from outflank.table import PracticeDesk, ReviewDesk, Shown
from study import Held, MemoryDeck, Plain, last_moves


class Calls:
    """The calls that wait for the screen's own thread."""

    def __init__(self) -> None:
        self.waiting: Queue[Callable[[], None]] = Queue()

    def hear(self) -> None:
        self.waiting.get(timeout=240)()


def review_desk(calls: Calls, analyst: Analyst, deck: MemoryDeck) -> ReviewDesk:
    return ReviewDesk(
        last_moves(4),
        [Color.WHITE],
        post=calls.waiting.put,
        open_deck=lambda: deck,
        analyst=lambda: analyst,
    )


def test_a_review_grows_while_one_looks_and_leads_to_practice() -> None:
    calls, deck, drawn, opened = Calls(), MemoryDeck(), [], []
    desk = review_desk(calls, Plain(), deck)
    desk.changed = lambda: drawn.append(desk.view.done)
    desk.open_practice = lambda: opened.append(True)
    desk.handle(m.StopOrGoOn())
    while desk.view.running:
        calls.hear()
    assert drawn == [0, 1, 2, 3, 4]
    assert desk.view.complete
    desk.handle(m.Practise())
    calls.hear()
    assert (opened, deck.closed) == ([True], 1)
    assert {card.board for card in deck.cards.values()} <= {
        error.board for error in desk.study.review.errors if error.color is Color.WHITE
    }
    assert desk.view.note == "1 new position to practise."


def test_a_desk_that_is_left_asks_for_nothing_more() -> None:
    calls = Calls()
    held = Held(0)
    desk = review_desk(calls, held, MemoryDeck())
    desk.handle(m.StopOrGoOn())
    desk.changed = lambda: pytest.fail("nobody looks any more")
    desk.close()
    held.answers.release(100)
    calls.hear()
    assert not desk.view.running
    assert calls.waiting.empty()


def test_an_error_in_the_background_is_raised_where_the_screen_sees_it() -> None:
    class Failing:
        def analyse(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
            raise CannotThink("it has a headache")

    calls = Calls()
    desk = review_desk(calls, Failing(), MemoryDeck())
    desk.handle(m.StopOrGoOn())
    with pytest.raises(CannotThink, match="headache"):
        calls.hear()


def test_practice_fetches_weighs_and_writes_down() -> None:
    game = last_moves(3)
    first = game.history[0].square
    assert first is not None
    good = next(move for move in game.start.legal_moves if move != first)
    card = Card(game.start, first, (good,), 18, True, "")
    calls, deck = Calls(), MemoryDeck([card])
    desk = PracticeDesk(lambda: deck, post=calls.waiting.put, now=lambda: 1000.0, analyst=Plain)
    desk.handle(m.Begin())
    assert desk.view.sentence == "Looking for the positions that are due…"
    calls.hear()
    shown = Shown.of(desk.view.position)
    assert shown.board == card.board.to_text().partition(" ")[0]
    assert list(shown.moves) == list(card.board.legal_moves)
    assert shown.flips(first) == frozenset(card.board.flips(first))
    assert shown.flips(None) == frozenset()
    desk.choose(first)
    assert deck.cards[card.key].lapses == 1
    calls.hear()
    assert desk.view.sentence.startswith("a1 loses 18 discs, and was played in the game")
    desk.give_up()
    assert desk.view.solved
    desk.handle(m.GoOn())
    assert desk.view.sentence == "That was all. The next position comes in 10 minutes."
    desk.close()
    desk.close()
    assert deck.closed == 1


def test_practice_that_is_closed_while_it_is_drawn_or_fetched_ends_quietly() -> None:
    """Turtles hear the close button and keys while they draw."""
    card = Card(Board(), 19, (26,), 2, True, "")
    calls, deck = Calls(), MemoryDeck([card])
    desk = PracticeDesk(lambda: deck, post=calls.waiting.put, now=lambda: 1000.0)
    desk.begin()
    calls.hear()
    desk.give_up()
    desk.changed = desk.close
    desk.go_on()  # it would take stock of the deck
    desk.go_on()
    assert deck.closed == 1
    late = PracticeDesk(lambda: deck, post=calls.waiting.put)
    late.begin()
    late.close()
    calls.hear()
    assert deck.closed == 2
    assert calls.waiting.empty()
