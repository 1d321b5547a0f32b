"""One suite of review, practice and values for every screen: those that stay open, and the page.

Terminal and window draw what a controller or a table gives them, the page what the API answers.
Each goes through the same steps here, and the views are compared field by field.
"""

from collections.abc import Callable
from queue import Queue
from typing import Any, Protocol

import msgspec
import pytest
from tables import LocalGame

from outflank.board import Color, square_name
from outflank.play.opponents.catalogue import seat_title
from outflank.play.seat import HUMAN
from outflank.study.controllers.practice import PracticeController
from outflank.study.controllers.review import ReviewController
from study import MemoryDeck, facts, last_moves

SEATS = {Color.BLACK: "greedy", Color.WHITE: HUMAN}
WRONG = "a1"  # where h8 keeps the draw


class Study(Protocol):
    """Somebody who studies the end of a game on one kind of screen; views as plain data."""

    def review(self) -> Any: ...

    def practise_errors(self) -> str: ...

    def practice(self, event: str, square: str | None = None) -> Any: ...

    def values(self) -> dict[str, tuple[int, bool, bool]]: ...


class OpenScreen:
    """As terminal and window do it."""

    def __init__(self) -> None:
        self.calls: Queue[Callable[[], None]] = Queue()
        self.deck = MemoryDeck()
        self.controller = ReviewController(
            last_moves(4),
            [Color.WHITE],
            post=self.calls.put,
            open_deck=lambda: self.deck,
            title_of=seat_title,
        )
        self.round = PracticeController(lambda: self.deck, post=self.calls.put)

    def hear(self) -> None:
        self.calls.get(timeout=120)()

    def review(self) -> Any:
        self.controller.carry_out(self.controller.study.start_or_stop())
        while self.controller.view.running:
            self.hear()
        return _plain(self.controller.view)

    def practise_errors(self) -> str:
        self.controller.carry_out(self.controller.study.practice_errors())
        self.hear()
        return self.controller.view.note

    def practice(self, event: str, square: str | None = None) -> Any:
        if event == "choose":
            self.round.choose(ord(str(square)[0]) - ord("a") + 8 * (int(str(square)[1]) - 1))
        elif event == "give up":
            self.round.give_up()
        else:
            self.round.begin()
        if event != "give up":  # the cards, or what a try is worth
            self.hear()
        return _plain(self.round.view)

    def values(self) -> dict[str, tuple[int, bool, bool]]:
        desk = LocalGame(_before_the_end(), SEATS)
        desk.table.toggle_values()
        while not all(value.exact for value in desk.table.values.values()) or not desk.table.values:
            desk.let_answer()
        desk.table.leave()
        return {
            square_name(square, 8): (value.score, value.exact, value.best)
            for square, value in desk.table.values.items()
        }


class Page:
    """As the page does it."""

    def __init__(self, visitor: Any) -> None:
        self.visitor = visitor
        self.game = self._new(last_moves(4))
        self.study: Any = None
        self.round: Any = None

    def _new(self, game: Any) -> Any:
        start, moves = game.start.to_text(), game.transcript
        return self.visitor.new(start=start, transcript=moves, black="greedy", white=HUMAN)

    def _step(self, event: str) -> Any:
        answer = self.visitor.act(self.game, "review", event=event, study=self.study)
        self.study = answer["study"]
        return answer["view"]

    def review(self) -> Any:
        view = self._step("go on")
        while view["running"]:
            view = self._step("go on")
        return view

    def practise_errors(self) -> str:
        return str(self._step("practise")["note"])

    def practice(self, event: str, square: str | None = None) -> Any:
        asked = {"event": event, "square": square, "round": self.round}
        answer = self.visitor.post("/api/practice", asked)
        self.round = answer["round"]
        return answer["view"]

    def values(self) -> dict[str, tuple[int, bool, bool]]:
        answer = self.visitor.act(self._new(_before_the_end()), "values")
        return {
            one["square"]: (one["score"], one["exact"], one["best"]) for one in answer["values"]
        }


def _plain(view: Any) -> Any:
    """A view as it would come over HTTP."""
    return msgspec.json.decode(msgspec.json.encode(view))


def _before_the_end() -> Any:
    """White to move, with three squares empty."""
    game = last_moves(4)
    game.go_to(next(ply for ply in (1, 2, 3) if game.history[ply].color is Color.WHITE))
    return game.branch()


@pytest.fixture(params=["terminal and window", "page"])
def study(request: pytest.FixtureRequest, ann: Any) -> Study:
    return OpenScreen() if request.param != "page" else Page(ann)


def test_a_review_says_what_every_move_cost(study: Study) -> None:
    view = study.review()
    assert (view["done"], view["complete"], view["running"]) == (4, True, False)
    assert view["summary"] == "Discs lost: Black 4, White 18."
    (error,) = [move for move in view["moves"] if move["loss"] == 18]
    assert (error["color"], error["listed"]) == ("white", True)
    assert error["why"]


def test_an_error_is_practised_tried_and_given_up(study: Study) -> None:
    study.review()
    assert facts(study.practise_errors()) == ["1"]
    asked = study.practice("begin")
    assert (asked["number"], asked["total"], asked["asking"]) == (1, 1, True)
    wrong = next(name for name in asked["position"]["legal"] if name != "h8")
    tried = study.practice("choose", wrong)
    assert tried["asking"]
    assert facts(tried["sentence"])[0] == wrong
    shown = study.practice("give up")
    assert shown["solved"]
    assert "h8" in shown["position"]["labels"]


def test_near_the_end_every_move_has_its_exact_value(study: Study) -> None:
    values = study.values()
    assert all(exact for _, exact, _ in values.values())
    assert any(best for _, _, best in values.values())


def test_all_screens_see_the_same(ann: Any) -> None:
    here, there = OpenScreen(), Page(ann)
    assert here.review() == there.review()
    assert here.practise_errors() == there.practise_errors()
    assert here.values() == there.values()
    for event, square in (("begin", None), ("choose", WRONG), ("give up", None)):
        assert here.practice(event, square) == there.practice(event, square)
