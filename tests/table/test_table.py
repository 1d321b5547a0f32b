"""What every screen that stays open shares: thinking in the background, hints, saves, the pace."""

import threading
import time
from collections.abc import Iterator
from queue import Queue

from tables import AGAINST_FIRST, BLACK, WHITE, Desk

from outflank.board import Board, Color, parse_square
from outflank.game import Game, TimeControl, TimeLeft
from outflank.players import Player
from outflank.sitting import HUMAN, Arranged
from outflank.sitting import messages as m
from outflank.study import Fate, Hint, MoveValue, MoveValues, best_line
from outflank.study import messages as study
from outflank.table import ReviewDesk
from study import MemoryDeck


class Slow:
    """Answers when it is let go, with the first legal square."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()
        self.stopped = False

    def choose(self, board: Board) -> int:
        self.asked.set()
        self.go.wait(240)
        return next(iter(board.legal_moves))

    def stop(self) -> None:
        self.stopped = True
        self.go.set()


class Crowd:
    """Makes slow players, and tells of each."""

    def __init__(self) -> None:
        self.arrivals: Queue[Slow] = Queue()

    def __call__(self, color: Color, seat: str, size: int) -> Player:
        player = Slow()
        self.arrivals.put(player)
        return player


def play(desk: Desk, square: str) -> None:
    desk.table.choose(parse_square(square, desk.table.game.size))


def test_the_computer_answers_from_the_background() -> None:
    desk = Desk()
    play(desk, "f5")
    assert desk.table.thinking
    assert desk.table.game.transcript == "f5"
    desk.let_answer()
    assert desk.table.game.transcript == "f5f4"
    assert not desk.table.thinking


def test_while_the_computer_thinks_no_square_is_offered() -> None:
    crowd = Crowd()
    desk = Desk(make_player=crowd)
    assert desk.table.view.legal == {"d3": ["d4"], "c4": ["d4"], "f5": ["e5"], "e6": ["e5"]}
    assert desk.table.shown.flips(parse_square("d3")) == {parse_square("d4")}
    play(desk, "f5")
    assert not desk.table.view.legal
    assert not desk.table.shown.flips(parse_square("f4"))
    assert desk.table.view.status == "First (White) is thinking…"
    desk.table.handle(m.Stop())


def test_stopping_stops_the_player_and_another_one_takes_its_place() -> None:
    crowd = Crowd()
    desk = Desk(make_player=crowd)
    play(desk, "f5")
    first = crowd.arrivals.get(timeout=240)
    first.asked.wait(240)
    desk.table.pause_or_resume()
    assert first.stopped
    assert desk.table.view.status == "First (White) is paused"
    desk.table.pause_or_resume()
    second = crowd.arrivals.get(timeout=240)
    second.go.set()
    desk.let_answer()
    assert desk.table.game.transcript == "f5f4"
    assert desk.calls.empty()  # the first player's late answer was not reported


def test_players_that_hold_a_program_are_closed_when_they_are_no_longer_needed() -> None:
    closed: list[str] = []

    class Held(Slow):
        def close(self) -> None:
            closed.append("closed")

    made: Queue[Held] = Queue()

    def make(color: Color, seat: str, size: int) -> Player:
        player = Held()
        made.put(player)
        return player

    desk = Desk(make_player=make)
    play(desk, "f5")
    made.get(timeout=240).go.set()
    desk.let_answer()
    assert closed == []  # it is asked again after the next move
    desk.table.handle(m.Resign())
    assert closed == ["closed"]
    desk.table.rematch()
    play(desk, "f5")
    thinking = made.get(timeout=240)
    thinking.asked.wait(240)
    desk.table.leave()
    assert thinking.stopped
    end = time.monotonic() + 60
    while len(closed) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    assert closed == ["closed", "closed"]


def test_a_player_that_failed_leaves_the_game_as_it_was() -> None:
    class Broken:
        def choose(self, board: Board) -> int:
            raise RuntimeError("out of ideas")

    desk = Desk(make_player=lambda color, seat, size: Broken())
    play(desk, "f5")
    desk.let_answer()
    assert "out of ideas" in desk.notes.lines[-1]
    assert desk.table.game.transcript == "f5"
    assert desk.table.sitting.paused


def test_an_answer_for_the_last_game_is_not_taken_for_one_in_this() -> None:
    desk = Desk(seats={BLACK: "first", WHITE: HUMAN})
    late = desk.calls.get(timeout=240)
    desk.table.rematch()
    late()
    assert desk.table.game.transcript == ""
    desk.let_answer()
    assert desk.table.game.transcript == "d3"


def test_two_computers_play_to_the_end_with_passes_told() -> None:
    desk = Desk(Game(size=6), {BLACK: "greedy", WHITE: "greedy"})
    while not desk.table.game.is_over:
        desk.let_answer()
    assert desk.notes.lines == [
        "Black has no move and passes; White moves again.",
        "Black has no move and passes; White moves again.",
        "White has no move and passes; Black moves again.",
        "end: White wins 22–14",
    ]


def test_after_a_game_one_hears_how_it_went_so_far_and_who_is_next() -> None:
    desk = Desk(seats={BLACK: HUMAN, WHITE: "lookahead"})
    for games in ("1 game", "2 games", "3 games"):
        desk.table.handle(m.Resign())
        assert desk.notes.after.startswith(f"Against Milo you won 0 of {games}.")
        assert ("easier" in desk.notes.after) == (games == "3 games")
        desk.table.rematch()


def test_a_pause_is_refused_where_no_computer_plays() -> None:
    desk = Desk(seats={BLACK: HUMAN, WHITE: HUMAN})
    desk.table.pause_or_resume()
    assert desk.notes.lines == ["refused: No computer is thinking, so there is nothing to pause."]


def test_the_pace_goes_up_and_down_within_its_range() -> None:
    desk = Desk()
    for _ in range(9):
        desk.table.change_pace(+1)
    assert desk.table.pace == 4.0
    for _ in range(9):
        desk.table.change_pace(-1)
    assert desk.table.pace == 0.0
    assert desk.notes.lines[-1] == "Computers play as fast as they can."


def test_a_hint_marks_a_square_until_the_position_changes() -> None:
    desk = Desk(adviser=lambda board: Hint(parse_square("f5"), "f5 is best."))
    desk.table.ask_for_hint()
    desk.let_answer()
    assert desk.table.hint == Hint(parse_square("f5"), "f5 is best.")
    assert desk.notes.lines[-1] == "f5 is best."
    play(desk, "f5")
    assert desk.table.hint is None


def test_a_hint_that_comes_too_late_is_not_shown() -> None:
    desk = Desk()
    desk.table.ask_for_hint()
    late = desk.calls.get(timeout=240)
    play(desk, "f5")
    desk.let_answer()
    late()
    assert desk.table.hint is None


def test_a_hint_that_cannot_be_had_is_told() -> None:
    def no_idea(board: Board) -> Hint:
        raise ValueError("the adviser knows 8×8 only")

    desk = Desk(adviser=no_idea)
    desk.table.ask_for_hint()
    desk.let_answer()
    assert desk.notes.lines[-1] == "refused: There is no hint: the adviser knows 8×8 only."


def test_no_hint_is_given_on_the_computers_turn() -> None:
    desk = Desk(seats={BLACK: "first", WHITE: HUMAN})
    desk.table.ask_for_hint()
    assert desk.notes.lines[-1].startswith("refused: A hint is for a person's move")


def test_a_saved_game_comes_back_with_its_players() -> None:
    desk = Desk()
    play(desk, "f5")
    desk.let_answer()
    assert desk.table.save("mine")
    desk.table.new_game(Arranged(Game(size=6), {BLACK: HUMAN, WHITE: HUMAN}))
    assert desk.table.load("mine")
    assert desk.table.game.transcript == "f5f4"
    assert desk.table.sitting.seats == AGAINST_FIRST


def test_somebody_unknown_in_a_saved_game_leaves_the_seat_to_a_person() -> None:
    desk = Desk()
    desk.shelf.games["old"] = Game(info={"black": "first", "white": "Ben"})
    assert desk.table.load("old")
    assert desk.table.sitting.seats[WHITE] == HUMAN
    assert "White was Ben" in desk.notes.lines[-1]


def test_what_cannot_be_saved_or_loaded_is_told_and_changes_nothing() -> None:
    desk = Desk()
    assert not desk.table.save("")
    assert not desk.table.load("nothing")
    assert desk.notes.lines == [
        "refused: Not saved: a save needs a name.",
        "refused: Not loaded: nothing is saved as 'nothing'.",
    ]


def test_leaving_keeps_a_game_that_goes_on_and_no_other() -> None:
    desk = Desk()
    assert desk.table.leave() is None
    play(desk, "f5")
    assert desk.table.leave() == "interrupted"
    assert desk.shelf.games["interrupted"].transcript == "f5"
    desk.table.handle(m.Resign())
    assert desk.table.leave() is None


def test_a_finished_game_is_kept_while_other_moves_are_tried_in_it() -> None:
    desk = Desk(seats={BLACK: HUMAN, WHITE: HUMAN})
    play(desk, "f5")
    desk.table.handle(m.Resign())
    assert desk.shelf.kept == {}
    review = ReviewDesk(
        desk.table.game, (), post=lambda call: call(), open_deck=MemoryDeck, keep=desk.table.keep
    )
    review.handle(study.LookAt(0))
    review.handle(study.TryMove(parse_square("d3")))
    assert list(desk.shelf.games) == ["reviewed"]
    assert desk.shelf.games["reviewed"].variations
    assert desk.table.leave() == "reviewed"
    review.handle(study.Delete())
    assert desk.shelf.games == {}


def test_a_game_is_kept_after_every_move_in_one_place_until_it_is_over() -> None:
    desk = Desk(seats={BLACK: HUMAN, WHITE: HUMAN})
    kept = desk.shelf.kept
    assert kept == {}
    play(desk, "f5")
    assert kept == {"interrupted": "f5"}
    play(desk, "d6")
    assert kept == {"interrupted": "f5d6"}
    desk.table.handle(m.Undo())
    play(desk, "f6")
    assert kept == {"interrupted": "f5f6"}  # though it is another game now
    desk.table.rematch()
    play(desk, "c4")
    assert kept == {"interrupted": "f5f6", "interrupted 2": "c4"}
    desk.table.handle(m.Resign())
    assert kept == {"interrupted": "f5f6"}
    desk.table.handle(m.Undo())
    assert kept == {"interrupted": "f5f6", "interrupted 2": "c4"}


def test_a_game_is_on_the_disk_before_the_computer_is_asked() -> None:
    crowd = Crowd()
    desk = Desk(make_player=crowd)
    play(desk, "f5")
    crowd.arrivals.get(timeout=240).asked.wait(240)
    assert desk.shelf.kept == {"interrupted": "f5"}
    desk.table.leave()


def test_a_full_disk_is_told_once_and_the_game_goes_on() -> None:
    desk = Desk(seats={BLACK: HUMAN, WHITE: HUMAN})

    def full(game: Game, called: str = "") -> str:
        raise OSError(28, "No space left on device")

    desk.shelf.keep = full  # type: ignore[method-assign]
    play(desk, "f5")
    play(desk, "d6")
    assert desk.table.game.transcript == "f5d6"
    told = [line for line in desk.notes.lines if "No space left" in line]
    assert len(told) == 1


def test_a_side_whose_clock_runs_out_loses() -> None:
    time = 0.0
    both = {BLACK: HUMAN, WHITE: HUMAN}
    desk = Desk(Game(clock=TimeControl(60, 5)), both, now=lambda: time)
    time = 20.0
    play(desk, "f5")
    assert desk.table.remaining(BLACK) == 45.0
    time = 79.0
    desk.table.tick()
    assert desk.table.remaining(WHITE) == 1.0
    assert not desk.table.game.is_over
    time = 80.5
    desk.table.tick()
    assert desk.notes.lines == [
        "end: White ran out of time: Black wins, counted 64–0; on the board Black 4, White 1"
    ]


def test_a_player_that_minds_the_clock_is_told_what_is_left() -> None:
    told = []

    class Clocked:
        def choose(self, board: Board) -> int:
            raise AssertionError("there is a clock")

        def choose_in_time(self, board: Board, left: TimeLeft) -> int:
            told.append(left)
            return next(iter(board.legal_moves))

    time = 100.0
    desk = Desk(
        Game(clock=TimeControl(60, 5)),
        make_player=lambda color, seat, size: Clocked(),
        now=lambda: time,
    )
    time += 20
    play(desk, "f5")
    desk.let_answer()
    assert told == [TimeLeft(60, 5)]
    assert desk.table.remaining(BLACK) == 45


def test_the_clock_stands_while_the_computer_is_paused() -> None:
    time = 0.0
    desk = Desk(
        Game(clock=TimeControl(60)),
        {BLACK: "slow", WHITE: HUMAN},
        make_player=Crowd(),
        now=lambda: time,
    )
    time = 10.0
    desk.table.pause_or_resume()
    time = 1000.0
    assert desk.table.remaining(BLACK) == 50.0
    desk.table.pause_or_resume()
    time = 1010.0
    assert desk.table.remaining(BLACK) == 40.0
    desk.table.handle(m.Stop())


class Steps:
    """An analysis that gives some values each time it is let go, until it is stopped."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.values: Queue[MoveValues | None] = Queue()
        self.stopped = threading.Event()

    def __iter__(self) -> Iterator[MoveValues]:
        while (values := self.values.get(timeout=240)) is not None:
            yield values

    def give(self, square: str, score: int, *, exact: bool) -> None:
        move = parse_square(square)
        self.values.put({move: MoveValue(move, score, exact, True, 9, (move,))})

    def stop(self) -> None:
        self.stopped.set()
        self.values.put(None)


def test_values_come_while_they_are_found_and_end_with_the_position() -> None:
    analyses: Queue[Steps] = Queue()

    def analyse(board: Board) -> Steps:
        steps = Steps(board)
        analyses.put(steps)
        return steps

    desk = Desk(analyse=analyse, seats={BLACK: HUMAN, WHITE: HUMAN})
    desk.table.toggle_values()
    first = analyses.get(timeout=240)
    assert first.board == Board()
    for score, exact in ((2, False), (4, True)):
        first.give("f5", score, exact=exact)
        desk.let_answer()
        value = desk.table.values[parse_square("f5")]
        assert (value.score, value.exact) == (score, exact)
    first.give("f5", -60, exact=False)
    late = desk.calls.get(timeout=240)
    play(desk, "f5")
    assert not desk.table.values
    assert first.stopped.is_set()
    second = analyses.get(timeout=240)
    assert second.board == desk.table.game.board
    late()  # belongs to the position before
    assert not desk.table.values
    desk.table.toggle_values()
    assert second.stopped.wait(240)


def test_the_values_of_an_endgame_are_exact() -> None:
    desk = Desk(Game(size=4), {BLACK: HUMAN, WHITE: HUMAN})
    desk.table.toggle_values()
    while not desk.table.values or not all(v.exact for v in desk.table.values.values()):
        desk.let_answer()
    assert {value.score for value in desk.table.values.values()} == {-10}
    assert {value.fate for value in desk.table.values.values()} == {Fate.LOST}
    assert " -10 exactly: " in best_line(desk.table.values, 4)
    desk.table.leave()


def test_nothing_is_valued_while_the_computer_thinks() -> None:
    asked: list[Board] = []

    def analyse(board: Board) -> Steps:
        asked.append(board)
        return Steps(board)

    crowd = Crowd()
    desk = Desk(make_player=crowd, analyse=analyse)
    play(desk, "f5")
    desk.table.toggle_values()
    assert desk.table.thinking
    assert asked == []
    desk.table.leave()


def test_the_opening_is_named() -> None:
    desk = Desk(seats={BLACK: HUMAN, WHITE: HUMAN})
    for square in ("f5", "d6", "c3", "d3", "c4"):
        play(desk, square)
    assert desk.table.view.opening == "Tiger"
    assert Desk(Game(size=6)).table.view.opening is None


def test_the_values_of_an_opening_are_the_books() -> None:
    desk = Desk(seats={BLACK: HUMAN, WHITE: HUMAN})
    desk.table.toggle_values()
    desk.let_answer()
    assert set(desk.table.values) == set(Board().legal_moves)
    assert all(value.book for value in desk.table.values.values())
    assert " by the book: " in best_line(desk.table.values, 8)
