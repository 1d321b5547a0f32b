"""A review on a screen that stays open: it grows in the background while one walks through it."""

from collections.abc import Callable
from queue import Queue

import pytest
from study import QUICK, Held, MemoryDeck, engine, finished_game

from outflank.board import Color, parse_square
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.table import ReviewDesk, cannot_review
from outflank.table.labels import BEST, NEXT, REASON, lost


class Screen:
    """A review desk, and the calls that wait for the screen's own thread."""

    def __init__(self, game: Game, answers: int | None = None) -> None:
        self.calls: Queue[Callable[[], None]] = Queue()
        self.drawn = 0
        held = None if answers is None else Held(answers)
        self.desk = ReviewDesk(
            game,
            (Color.WHITE,),
            post=self.calls.put,
            analyst=engine if held is None else lambda: held,
            effort=QUICK,
        )
        self.desk.changed = self.changed

    def changed(self) -> None:
        self.drawn += 1

    def hear(self) -> None:
        self.calls.get(timeout=60)()

    def hear_all(self) -> None:
        while self.desk.running:
            self.hear()


@pytest.fixture(scope="module")
def reviewed() -> Screen:
    screen = Screen(finished_game())
    screen.desk.go_on()
    screen.hear_all()
    return screen


def test_what_is_known_grows_from_the_end_and_the_screen_is_told() -> None:
    screen = Screen(finished_game())
    desk = screen.desk
    assert (desk.done, desk.total, desk.ply, desk.running) == (0, 60, 60, False)
    desk.go_on()
    assert desk.progress == "Looking at the moves, the last first: 0 of 60"
    while desk.done < 3:
        screen.hear()
    assert desk.review is not None
    assert [move.number for move in desk.review.moves] == [58, 59, 60]
    screen.hear_all()
    assert desk.complete
    assert screen.drawn == 62  # with none, with each move, and at the end
    assert desk.progress.startswith("Discs lost: Black ")


def test_a_review_is_stopped_and_gone_on_with() -> None:
    screen = Screen(finished_game(), answers=4)
    desk = screen.desk
    desk.go_on()
    while not desk.done:
        screen.hear()
    desk.stop_or_go_on()
    assert desk.progress.startswith("Stopping: ")
    held = desk._analyst
    assert isinstance(held, Held)
    held.answers.release(1000)
    screen.hear_all()
    done = desk.done
    assert done < 60
    assert desk.progress == f"Stopped after {done} of 60 moves"
    desk.stop_or_go_on()
    screen.hear_all()
    assert desk.complete


def test_the_position_before_an_error_shows_the_better_move_and_why(reviewed: Screen) -> None:
    desk = reviewed.desk
    desk.go_to(57)
    assert desk.headline == "58. White a1 lost 18, a blunder"
    assert desk.best.startswith("Best +10: h8 ")
    assert desk.best.endswith("; a1 -8")
    assert desk.why.startswith("h8 leaves Black without a move, so White moves twice")
    h8, a1, a2 = (parse_square(name) for name in ("h8", "a1", "a2"))
    assert desk.labels == {h8: BEST, a1: lost(18), a2: REASON}
    assert desk.noted == frozenset()
    assert desk.board.turn is Color.WHITE
    assert desk.board[parse_square("a1")] is None
    assert desk.last == parse_square("b2")


def test_a_move_that_lost_nothing_says_so(reviewed: Screen) -> None:
    reviewed.desk.go_to(59)
    assert reviewed.desk.headline == "60. White h8 lost nothing"
    assert reviewed.desk.best == "Best -8: h8"
    assert reviewed.desk.why == ""


def test_one_walks_from_error_to_error(reviewed: Screen) -> None:
    desk = reviewed.desk
    desk.go_to(60)
    assert desk.headline == "Black wins 36–28"
    seen = []
    for _ in desk.errors:
        desk.step_to_error(-1)
        seen.append(desk.ply)
    assert seen == [error.ply for error in reversed(desk.errors)]
    desk.step_to_error(-1)
    assert desk.note == "No error came before."
    desk.step(1)
    assert (desk.note, desk.ply) == ("", seen[-1] + 1)
    desk.go_to(1000)
    assert desk.ply == 60
    desk.step(1)
    assert desk.ply == 60
    desk.go_to(-5)
    desk.step(-1)
    assert (desk.ply, desk.last) == (0, None)


def test_nobody_stands_where_a_pass_is_forced() -> None:
    desk = Screen(passing_game()).desk
    there = next(at for at, ply in enumerate(desk.game.history) if ply.is_pass)
    desk.go_to(there + 1)
    desk.step(-1)
    assert desk.ply == there - 1
    desk.step(1)
    assert desk.ply == there + 1
    desk.go_to(there)
    assert desk.ply == there - 1


def passing_game() -> Game:
    """A game with a pass, and one move after it."""
    game = Game()
    while not any(ply.is_pass for ply in game.history):
        game.play(max(game.board.legal_moves))
    game.play(max(game.board.legal_moves))
    return game


def test_what_was_taken_back_is_reviewed_too_and_the_table_left_alone() -> None:
    game = read_transcript("f5d6c3d3c4")
    game.go_to(2)
    desk = Screen(game).desk
    assert (desk.total, desk.ply, game.ply) == (5, 5, 2)
    desk.go_to(1)
    assert desk.headline == "2. White d6: not looked at yet"
    assert desk.labels == {parse_square("d6"): NEXT}
    assert desk.best == desk.why == ""


def test_ones_own_errors_become_cards_and_only_those() -> None:
    screen = Screen(finished_game())
    desk = screen.desk
    deck, after = MemoryDeck(), []
    desk.practise(lambda: deck, lambda: after.append(True))
    assert desk.note == "The review goes on; practise when it is done, or stop it."
    desk.go_on()
    screen.hear_all()
    desk.practise(lambda: deck, lambda: after.append(True))
    screen.hear()
    own = {error.board for error in desk.errors if error.color is Color.WHITE}
    assert {card.board for card in deck.cards.values()} <= own
    assert deck.cards
    assert desk.note == f"{len(deck.cards)} new positions to practise."
    assert (after, deck.closed) == ([True], 1)


def test_a_review_without_own_errors_says_so() -> None:
    screen = Screen(read_transcript("f5"))
    screen.desk.go_on()
    screen.hear_all()
    screen.desk.practise(MemoryDeck, lambda: pytest.fail("there is nothing to practise"))
    assert screen.desk.note == "There are no errors of yours to practise."


def test_what_cannot_be_reviewed_is_told_in_a_sentence() -> None:
    assert cannot_review(Game()) == "There is no move to review yet."
    assert "this one is 10×10" in (cannot_review(Game(size=10)) or "")
    assert cannot_review(read_transcript("f5")) is None
