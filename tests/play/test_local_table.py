"""A table on this computer: thinking in the background, hints, saves, the pace."""

import threading
import time
from collections.abc import Callable, Iterator
from queue import Queue

from tables import BLACK, WHITE, LocalGame

from outflank.board import Board, Color, parse_square
from outflank.game import Game, TimeControl, TimeLeft
from outflank.play.new_game import GameSetup
from outflank.play.seat import HUMAN, Seat
from outflank.play.table import ONLY_REMOTE
from outflank.players import Player
from outflank.study.controllers.review import ReviewController
from outflank.study.hints import Hint
from outflank.study.values import Fate, MoveValue, MoveValues, best_line
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


def play(game: LocalGame, square: str) -> None:
    game.table.choose(parse_square(square, game.table.game.size))


def test_the_computer_answers_from_the_background() -> None:
    game = LocalGame()
    play(game, "f5")
    assert game.table.thinking
    assert game.table.game.transcript == "f5"
    game.let_answer()
    assert game.table.game.transcript == "f5f4"
    assert not game.table.thinking


def test_while_the_computer_thinks_no_square_is_offered() -> None:
    crowd = Crowd()
    game = LocalGame(make_player=crowd)
    assert game.table.view.legal == {"d3": ["d4"], "c4": ["d4"], "f5": ["e5"], "e6": ["e5"]}
    assert game.table.scene.flips(parse_square("d3")) == {parse_square("d4")}
    play(game, "f5")
    assert not game.table.view.legal
    assert not game.table.scene.flips(parse_square("f4"))
    assert game.table.view.status == "First (White) is thinking…"
    game.table.pause_or_resume()


def test_stopping_stops_the_player_and_another_one_takes_its_place() -> None:
    crowd = Crowd()
    game = LocalGame(make_player=crowd)
    play(game, "f5")
    first = crowd.arrivals.get(timeout=240)
    first.asked.wait(240)
    game.table.pause_or_resume()
    assert first.stopped
    assert game.table.view.paused
    assert "First (White)" in game.table.view.status
    game.table.pause_or_resume()
    second = crowd.arrivals.get(timeout=240)
    second.go.set()
    game.let_answer()
    assert game.table.game.transcript == "f5f4"
    assert game.calls.empty()  # the first player's late answer was not reported


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

    game = LocalGame(make_player=make)
    play(game, "f5")
    made.get(timeout=240).go.set()
    game.let_answer()
    assert closed == []  # it is asked again after the next move
    game.table.resign()
    assert closed == ["closed"]
    game.table.rematch()
    play(game, "f5")
    thinking = made.get(timeout=240)
    thinking.asked.wait(240)
    game.table.leave()
    assert thinking.stopped
    end = time.monotonic() + 60
    while len(closed) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    assert closed == ["closed", "closed"]


def test_a_player_that_failed_leaves_the_game_as_it_was() -> None:
    class Broken:
        def choose(self, board: Board) -> int:
            raise RuntimeError("out of ideas")

    game = LocalGame(make_player=lambda color, seat, size: Broken())
    play(game, "f5")
    game.let_answer()
    assert "out of ideas" in game.notes.lines[-1]
    assert game.table.game.transcript == "f5"
    assert game.table.session.paused


def test_an_answer_for_the_last_game_is_not_taken_for_one_in_this() -> None:
    game = LocalGame(seats={BLACK: "first", WHITE: HUMAN})
    late = game.calls.get(timeout=240)
    game.table.rematch()
    late()
    assert game.table.game.transcript == ""
    game.let_answer()
    assert game.table.game.transcript == "d3"


def test_two_computers_play_to_the_end_with_passes_told() -> None:
    game = LocalGame(Game(size=6), {BLACK: "greedy", WHITE: "greedy"})
    while not game.table.game.is_over:
        game.let_answer()
    assert game.notes.lines == [
        "Black has no legal move and passes. White moves again.",
        "Black has no legal move and passes. White moves again.",
        "White has no legal move and passes. Black moves again.",
        "end: White wins 22–14",
    ]


def test_after_a_game_one_hears_how_it_went_so_far_and_who_is_next() -> None:
    game = LocalGame(seats={BLACK: HUMAN, WHITE: "lookahead"})
    for games in ("1 game", "2 games", "3 games"):
        game.table.resign()
        assert game.notes.after.startswith(f"You have won 0 of {games} against Milo.")
        assert ("easier" in game.notes.after) == (games == "3 games")
        game.table.rematch()


def test_a_pause_is_refused_where_no_computer_plays() -> None:
    game = LocalGame(seats={BLACK: HUMAN, WHITE: HUMAN})
    game.table.pause_or_resume()
    assert game.notes.lines == ["refused: No computer is thinking, so there is nothing to pause."]


def test_the_pace_goes_up_and_down_within_its_range() -> None:
    game = LocalGame()
    for _ in range(9):
        game.table.change_pace(+1)
    assert game.table.pace == 4.0
    for _ in range(9):
        game.table.change_pace(-1)
    assert game.table.pace == 0.0
    assert game.notes.lines[-1] == "Computers play as fast as they can."


def test_a_hint_marks_a_square_until_the_position_changes() -> None:
    game = LocalGame(adviser=lambda board: Hint(parse_square("f5"), "f5 is best."))
    game.table.ask_for_hint()
    game.let_answer()
    assert game.table.hint == Hint(parse_square("f5"), "f5 is best.")
    assert game.notes.lines[-1] == "f5 is best."
    play(game, "f5")
    assert game.table.hint is None


def test_a_hint_that_comes_too_late_is_not_shown() -> None:
    game = LocalGame()
    game.table.ask_for_hint()
    late = game.calls.get(timeout=240)
    play(game, "f5")
    game.let_answer()
    late()
    assert game.table.hint is None


def test_a_hint_that_cannot_be_had_is_told() -> None:
    def no_idea(board: Board) -> Hint:
        raise ValueError("the adviser knows 8×8 only")

    game = LocalGame(adviser=no_idea)
    game.table.ask_for_hint()
    game.let_answer()
    assert "the adviser knows 8×8 only" in game.notes.lines[-1]


def test_no_hint_is_given_on_the_computers_turn() -> None:
    game = LocalGame(seats={BLACK: "first", WHITE: HUMAN})
    game.table.ask_for_hint()
    assert game.notes.lines[-1].startswith("refused: ")


def test_a_saved_game_comes_back_with_its_players() -> None:
    game = LocalGame()
    play(game, "f5")
    game.let_answer()
    assert game.table.save("mine")
    game.table.new_game(GameSetup(Game(size=6), {BLACK: HUMAN, WHITE: HUMAN}))
    assert game.table.load("mine")
    assert game.table.game.transcript == "f5f4"
    assert game.table.session.seats == {BLACK: Seat(), WHITE: Seat("first")}


def test_somebody_unknown_in_a_saved_game_leaves_the_seat_to_a_person() -> None:
    game = LocalGame()
    game.saves.games["old"] = Game(info={"black": "first", "white": "Ben"})
    assert game.table.load("old")
    assert game.table.session.seats[WHITE] == Seat(name="Ben")
    assert "Ben" in game.notes.lines[-1]


def test_what_cannot_be_saved_or_loaded_is_told_and_changes_nothing() -> None:
    game = LocalGame()
    assert not game.table.save("")
    assert not game.table.load("nothing")
    unsaved, unloaded = game.notes.lines
    assert unsaved.startswith("refused: ")
    assert "not saved" in unsaved
    assert unloaded.startswith("refused: ")
    assert "'nothing'" in unloaded


def test_leaving_keeps_a_game_that_goes_on_and_no_other() -> None:
    game = LocalGame()
    assert game.table.leave() is None
    play(game, "f5")
    assert game.table.leave() == "interrupted"
    assert game.saves.games["interrupted"].transcript == "f5"
    game.table.resign()
    assert game.table.leave() is None


def test_a_finished_game_is_kept_while_other_moves_are_tried_in_it() -> None:
    game = LocalGame(seats={BLACK: HUMAN, WHITE: HUMAN})
    play(game, "f5")
    game.table.resign()
    assert game.saves.kept == {}
    review = ReviewController(
        game.table.game,
        (),
        post=lambda call: call(),
        open_deck=MemoryDeck,
        keep=game.table.autosave,
    )
    review.carry_out(review.study.go_to(0))
    review.carry_out(review.study.try_move(parse_square("d3")))
    assert list(game.saves.games) == ["reviewed"]
    assert game.saves.games["reviewed"].variations
    assert game.table.leave() == "reviewed"
    review.carry_out(review.study.delete())
    assert game.saves.games == {}


def test_a_game_is_kept_after_every_move_in_one_place_until_it_is_over() -> None:
    game = LocalGame(seats={BLACK: HUMAN, WHITE: HUMAN})
    kept = game.saves.kept
    assert kept == {}
    play(game, "f5")
    assert kept == {"interrupted": "f5"}
    play(game, "d6")
    assert kept == {"interrupted": "f5d6"}
    game.table.undo()
    play(game, "f6")
    assert kept == {"interrupted": "f5f6"}  # though it is another game now
    game.table.rematch()
    play(game, "c4")
    assert kept == {"interrupted": "f5f6", "interrupted 2": "c4"}
    game.table.resign()
    assert kept == {"interrupted": "f5f6"}
    game.table.undo()
    assert kept == {"interrupted": "f5f6", "interrupted 2": "c4"}


def test_a_game_is_on_the_disk_before_the_computer_is_asked() -> None:
    crowd = Crowd()
    game = LocalGame(make_player=crowd)
    play(game, "f5")
    crowd.arrivals.get(timeout=240).asked.wait(240)
    assert game.saves.kept == {"interrupted": "f5"}
    game.table.leave()


def test_a_full_disk_is_told_once_and_the_game_goes_on() -> None:
    game = LocalGame(seats={BLACK: HUMAN, WHITE: HUMAN})

    def full(game: Game, called: str = "") -> str:
        raise OSError(28, "No space left on device")

    game.saves.keep = full  # type: ignore[method-assign]
    play(game, "f5")
    play(game, "d6")
    assert game.table.game.transcript == "f5d6"
    told = [line for line in game.notes.lines if "No space left" in line]
    assert len(told) == 1


def test_a_side_whose_clock_runs_out_loses() -> None:
    time = 0.0
    both = {BLACK: HUMAN, WHITE: HUMAN}
    game = LocalGame(Game(clock=TimeControl(60, 5)), both, now=lambda: time)
    time = 20.0
    play(game, "f5")
    assert game.table.remaining(BLACK) == 45.0
    time = 79.0
    game.table.tick()
    assert game.table.remaining(WHITE) == 1.0
    assert not game.table.game.is_over
    time = 80.5
    game.table.tick()
    [end] = game.notes.lines
    assert end.startswith("end: White ran out of time.")


def test_a_player_that_minds_the_clock_is_told_what_is_left() -> None:
    told = []

    class Clocked:
        def choose(self, board: Board) -> int:
            raise AssertionError("there is a clock")

        def choose_in_time(self, board: Board, left: TimeLeft) -> int:
            told.append(left)
            return next(iter(board.legal_moves))

    time = 100.0
    game = LocalGame(
        Game(clock=TimeControl(60, 5)),
        make_player=lambda color, seat, size: Clocked(),
        now=lambda: time,
    )
    time += 20
    play(game, "f5")
    game.let_answer()
    assert told == [TimeLeft(60, 5)]
    assert game.table.remaining(BLACK) == 45


def test_the_clock_stands_while_the_computer_is_paused() -> None:
    time = 0.0
    game = LocalGame(
        Game(clock=TimeControl(60)),
        {BLACK: "slow", WHITE: HUMAN},
        make_player=Crowd(),
        now=lambda: time,
    )
    time = 10.0
    game.table.pause_or_resume()
    time = 1000.0
    assert game.table.remaining(BLACK) == 50.0
    game.table.pause_or_resume()
    time = 1010.0
    assert game.table.remaining(BLACK) == 40.0
    game.table.pause_or_resume()


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

    game = LocalGame(analyse=analyse, seats={BLACK: HUMAN, WHITE: HUMAN})
    game.table.toggle_values()
    first = analyses.get(timeout=240)
    assert first.board == Board()
    for score, exact in ((2, False), (4, True)):
        first.give("f5", score, exact=exact)
        game.let_answer()
        value = game.table.values[parse_square("f5")]
        assert (value.score, value.exact) == (score, exact)
    first.give("f5", -60, exact=False)
    late = game.calls.get(timeout=240)
    play(game, "f5")
    assert not game.table.values
    assert first.stopped.is_set()
    second = analyses.get(timeout=240)
    assert second.board == game.table.game.board
    late()  # belongs to the position before
    assert not game.table.values
    game.table.toggle_values()
    assert second.stopped.wait(240)


def test_the_values_of_an_endgame_are_exact() -> None:
    game = LocalGame(Game(size=4), {BLACK: HUMAN, WHITE: HUMAN})
    game.table.toggle_values()
    while not game.table.values or not all(v.exact for v in game.table.values.values()):
        game.let_answer()
    assert {value.score for value in game.table.values.values()} == {-10}
    assert {value.fate for value in game.table.values.values()} == {Fate.LOST}
    assert " -10 (exact): " in best_line(game.table.values, 4)
    game.table.leave()


def test_nothing_is_valued_while_the_computer_thinks() -> None:
    asked: list[Board] = []

    def analyse(board: Board) -> Steps:
        asked.append(board)
        return Steps(board)

    crowd = Crowd()
    game = LocalGame(make_player=crowd, analyse=analyse)
    play(game, "f5")
    game.table.toggle_values()
    assert game.table.thinking
    assert asked == []
    game.table.leave()


def test_the_opening_is_named() -> None:
    game = LocalGame(seats={BLACK: HUMAN, WHITE: HUMAN})
    for square in ("f5", "d6", "c3", "d3", "c4"):
        play(game, square)
    assert game.table.view.opening == "Tiger"
    assert LocalGame(Game(size=6)).table.view.opening is None


def test_the_values_of_an_opening_are_the_books() -> None:
    game = LocalGame(seats={BLACK: HUMAN, WHITE: HUMAN})
    game.table.toggle_values()
    game.let_answer()
    assert set(game.table.values) == set(Board().legal_moves)
    assert all(value.book for value in game.table.values.values())
    assert " (opening book): " in best_line(game.table.values, 8)


def test_a_screen_that_waits_gets_the_answer_and_the_hint_immediately() -> None:
    game = LocalGame(
        adviser=lambda board: Hint(parse_square("d3"), "d3 is best."), background=False
    )
    play(game, "f5")
    while not game.calls.empty():
        game.let_answer()
    assert game.table.game.transcript == "f5f4"
    game.table.ask_for_hint()
    game.let_answer()
    assert game.notes.lines == ["d3 is best."]


def test_what_needs_a_player_elsewhere_is_refused_here() -> None:
    game = LocalGame()
    actions: list[Callable[[], None]] = [
        lambda: game.table.act("agree"),
        lambda: game.table.agree(True),
        game.table.claim,
        game.table.abort,
        lambda: game.table.speak("hello"),
        lambda: game.table.write("hello"),
        game.table.mute,
    ]
    for action in actions:
        action()
        assert game.notes.lines.pop() == f"refused: {ONLY_REMOTE}"
    assert (game.table.news(), game.table.facts) == ([], "")
