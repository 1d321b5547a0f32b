"""Studying on a screen that stays open: work in the background, results in the screen's thread."""

from collections.abc import Callable, Sequence
from queue import Queue

import pytest

from outflank.board import Board, Color
from outflank.engine import CannotThink, Limit, Result
from outflank.play.scene import BoardScene
from outflank.study import instructions
from outflank.study.controllers.practice import PracticeController
from outflank.study.controllers.review import ReviewController, ReviewDriver
from outflank.study.game_study import GameStudy
from outflank.study.practice import Card
from outflank.study.review import Finding, MadeMove, analyze_move
from outflank.study.values import SCREEN, Analyst
from outflank.workers.background import TaskRunner
from study import Held, MemoryDeck, Plain, facts, last_moves


class Calls:
    """The calls that wait for the screen's own thread."""

    def __init__(self) -> None:
        self.waiting: Queue[Callable[[], None]] = Queue()

    def hear(self) -> None:
        self.waiting.get(timeout=240)()


def review_controller(calls: Calls, analyst: Analyst, deck: MemoryDeck) -> ReviewController:
    return ReviewController(
        last_moves(4),
        [Color.WHITE],
        post=calls.waiting.put,
        open_deck=lambda: deck,
        analyst=lambda: analyst,
    )


def test_a_review_grows_while_one_looks_and_leads_to_practice() -> None:
    calls, deck, drawn, opened = Calls(), MemoryDeck(), [], []
    controller = review_controller(calls, Plain(), deck)
    controller.changed = lambda: drawn.append(controller.view.done)
    controller.open_practice = lambda: opened.append(True)
    controller.carry_out(controller.study.start_or_stop())
    while controller.view.running:
        calls.hear()
    assert drawn == [0, 1, 2, 3, 4]
    assert controller.view.complete
    controller.carry_out(controller.study.practice_errors())
    calls.hear()
    assert (opened, deck.closed) == ([True], 1)
    assert {card.board for card in deck.cards.values()} <= {
        error.board for error in controller.study.review.errors if error.color is Color.WHITE
    }
    assert facts(controller.view.note) == ["1"]


def test_a_controller_that_is_left_asks_for_nothing_more() -> None:
    calls = Calls()
    held = Held(0)
    controller = review_controller(calls, held, MemoryDeck())
    controller.carry_out(controller.study.start_or_stop())
    controller.changed = lambda: pytest.fail("nobody looks any more")
    controller.close()
    held.answers.release(100)
    calls.hear()
    assert not controller.view.running
    assert calls.waiting.empty()


def test_an_error_in_the_background_is_raised_where_the_screen_sees_it() -> None:
    class Failing:
        def analyze(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
            raise CannotThink("it has a headache")

        def clear(self) -> None:
            """There is nothing to forget."""

    calls = Calls()
    controller = review_controller(calls, Failing(), MemoryDeck())
    controller.carry_out(controller.study.start_or_stop())
    with pytest.raises(CannotThink, match="headache"):
        calls.hear()


def test_practice_fetches_weighs_and_writes_down() -> None:
    game = last_moves(3)
    first = game.history[0].square
    assert first is not None
    good = next(move for move in game.start.legal_moves if move != first)
    card = Card(game.start, first, (good,), 18, True, "")
    calls, deck = Calls(), MemoryDeck([card])
    controller = PracticeController(
        lambda: deck, post=calls.waiting.put, now=lambda: 1000.0, analyst=Plain
    )
    controller.begin()
    assert controller.view.sentence.endswith("…")
    calls.hear()
    shown = BoardScene.of(controller.view.position)
    assert shown.board == card.board.to_text().partition(" ")[0]
    assert list(shown.moves) == list(card.board.legal_moves)
    assert shown.flips(first) == frozenset(card.board.flips(first))
    assert shown.flips(None) == frozenset()
    controller.choose(first)
    assert deck.cards[card.key].lapses == 1
    calls.hear()
    assert facts(controller.view.sentence)[:2] == ["a1", "18"]
    controller.give_up()
    assert controller.view.solved
    controller.go_on()
    assert facts(controller.view.sentence) == ["10"]  # minutes until the next one
    controller.close()
    controller.close()
    assert deck.closed == 1


def test_practice_that_is_closed_while_it_is_drawn_or_fetched_ends_quietly() -> None:
    """Turtles hear the close button and keys while they draw."""
    card = Card(Board(), 19, (26,), 2, True, "")
    calls, deck = Calls(), MemoryDeck([card])
    controller = PracticeController(lambda: deck, post=calls.waiting.put, now=lambda: 1000.0)
    controller.begin()
    calls.hear()
    controller.give_up()
    controller.changed = controller.close
    controller.go_on()  # it would take stock of the deck
    controller.go_on()
    assert deck.closed == 1
    late = PracticeController(lambda: deck, post=calls.waiting.put)
    late.begin()
    late.close()
    calls.hear()
    assert deck.closed == 2
    assert calls.waiting.empty()


def test_without_a_screen_everything_is_done_when_a_call_returns() -> None:
    deck = MemoryDeck()
    study = GameStudy(last_moves(4), [Color.WHITE])
    driver = ReviewDriver(study, deck.add, analyst=Plain)
    driver.carry_out(study.start_or_stop())
    assert study.view.complete
    driver.carry_out(study.practice_errors())
    assert facts(study.view.note) == ["1"]
    assert len(deck.cards) == 1


def test_a_review_that_cannot_go_on_now_stays_as_it_is() -> None:
    study = GameStudy(last_moves(4), [])
    left = [1, 1]

    def analyze(made: MadeMove) -> Finding | None:
        return analyze_move(made, Plain(), SCREEN) if left and left.pop() else None

    ReviewDriver(study, MemoryDeck().add, analyze=analyze).carry_out(study.start_or_stop())
    assert (study.view.done, study.view.running) == (2, True)
    again = GameStudy(last_moves(4), [], study.state)
    ReviewDriver(again, MemoryDeck().add, analyst=Plain).carry_out(again.resume())
    assert again.view.complete


def test_several_moves_are_requested_together_and_the_next_when_all_are_analyzed() -> None:
    study = GameStudy(last_moves(5), [], batch=2)
    batches = []
    waiting = study.start_or_stop()
    while made := [each.made for each in waiting if isinstance(each, instructions.AnalyzeMove)]:
        batches.append([move.ply for move in made])
        for move in made:
            waiting = study.add_finding(analyze_move(move, Plain(), SCREEN))
    assert batches == [[4, 3], [2, 1], [0]]
    assert study.view.complete


def test_tasks_that_start_tasks_do_not_pile_up() -> None:
    tasks, done = TaskRunner("a test"), []

    def report(count: int) -> None:
        done.append(count)
        if count < 5000:
            tasks.run(lambda: count + 1, report)

    tasks.run(lambda: 1, report)
    assert done == list(range(1, 5001))
