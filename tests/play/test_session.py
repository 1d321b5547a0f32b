"""What every action means in a game where both sides are played here."""

import random

from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Board, Color, parse_square
from outflank.formats import read_transcript
from outflank.game import Game, Reason, TimeControl
from outflank.play import instructions as do
from outflank.play.seat import HUMAN, Seat
from outflank.play.session import GameSession

BLACK, WHITE = Color.BLACK, Color.WHITE


def seats(black: str = HUMAN, white: str = "greedy") -> dict[Color, Seat]:
    return {BLACK: Seat(black), WHITE: Seat(white)}


def session(
    moves: str = "", black: str = HUMAN, white: str = "greedy", board: Board | None = None
) -> GameSession:
    return GameSession(read_transcript(moves, board), seats(black, white))


def timed(black: str = HUMAN, white: str = HUMAN, seconds: float = 60) -> GameSession:
    return GameSession(Game(clock=TimeControl(seconds)), seats(black, white))


def play(table: GameSession, square: str) -> list[do.Instruction]:
    return table.play(parse_square(square, table.game.size))


def answer(table: GameSession, square: str) -> list[do.Instruction]:
    assert table.pending is not None
    return table.answer(table.pending, parse_square(square, table.game.size))


def asked(instructions: list[do.Instruction]) -> do.Ask:
    questions = [each for each in instructions if isinstance(each, do.Ask)]
    assert len(questions) == 1, instructions
    return questions[0]


def refused(instructions: list[do.Instruction], code: str = "refused") -> str:
    assert len(instructions) == 1, instructions
    assert isinstance(instructions[0], do.Refuse), instructions
    assert instructions[0].code == code
    return instructions[0].sentence


# --- Playing -------------------------------------------------------------------------------------


def test_a_persons_move_is_made_and_the_computer_is_asked_about_the_new_position() -> None:
    table = session()
    assert table.begin() == [do.Redraw()]
    redraw, question = play(table, "f5")
    assert redraw == do.Redraw()
    assert question == do.Ask(1, WHITE, "greedy", Board().play("f5"), (parse_square("f5"),))
    assert answer(table, "d6") == [do.Redraw()]
    assert table.game.transcript == "f5d6"
    assert table.waits_for_human


def test_a_computer_that_is_black_is_asked_at_once() -> None:
    question = asked(session(black="first", white=HUMAN).begin())
    assert (question.color, question.player) == (BLACK, "first")


def test_an_illegal_click_says_why_and_changes_nothing() -> None:
    table = session()
    assert "d3, c4, f5, e6" in refused(play(table, "a1"), "illegal-move")
    assert table.game == Game()


def test_a_click_while_the_computer_thinks_is_refused() -> None:
    table = session()
    play(table, "f5")
    assert "is thinking" in refused(play(table, "d6"), "not-your-turn")
    assert table.pending == 1


def test_a_click_after_the_end_says_the_game_is_over() -> None:
    table = session("f5d6c5f4e3f6g5e6e7")
    assert table.begin() == [do.Redraw(), do.Finished(table.game.outcome)]  # type: ignore[arg-type]
    assert "Black wins 13–0" in refused(play(table, "a1"), "game-over")


def test_the_end_is_told_once_with_its_outcome() -> None:
    table = session("f5d6c5f4e3f6g5e6", white=HUMAN)
    redraw, finished = play(table, "e7")
    assert redraw == do.Redraw()
    assert isinstance(finished, do.Finished)
    assert finished.outcome.winner is BLACK


def test_a_forced_pass_is_announced_and_the_same_side_goes_on() -> None:
    table = session("a2a3b4c1", black="first", white=HUMAN, board=Board(4))
    asked(table.begin())
    instructions = answer(table, "a4")
    assert instructions[:2] == [do.Redraw(), do.AnnouncePass(WHITE)]
    assert asked(instructions).color is BLACK


def test_a_set_up_that_begins_with_a_pass_announces_it() -> None:
    board = Board.from_rows(["OX--", "----", "----", "----"])
    table = GameSession(Game(board), seats(HUMAN, HUMAN))
    assert table.begin() == [do.Redraw(), do.AnnouncePass(BLACK)]


def test_computers_play_each_other_to_the_end() -> None:
    table = session(black="random", white="random")
    waiting, choose = table.begin(), random.Random(1)
    while not isinstance(waiting[-1], do.Finished):
        question = asked(waiting)
        square = choose.choice(list(question.board.legal_moves))
        waiting = table.answer(question.ticket, square)
    assert table.game.is_over


# --- Answers that come late, or not at all -------------------------------------------------------


def test_a_late_answer_for_a_position_that_is_gone_is_ignored() -> None:
    table = session()
    ticket = asked(play(table, "f5")).ticket
    assert table.undo() == [do.StopAsking(ticket), do.Redraw()]
    assert table.answer(ticket, parse_square("d6")) == []
    assert table.fail(ticket, "crashed") == []
    assert table.game.transcript == ""


def test_an_answer_counts_once() -> None:
    table = session()
    ticket = asked(play(table, "f5")).ticket
    table.answer(ticket, parse_square("d6"))
    assert table.answer(ticket, parse_square("d6")) == []
    assert table.game.transcript == "f5d6"


def test_tickets_never_repeat() -> None:
    table = session()
    first = asked(play(table, "f5")).ticket
    table.undo()
    assert asked(play(table, "f5")).ticket > first


def test_a_failing_computer_is_reported_and_can_be_asked_again() -> None:
    table = session()
    ticket = asked(play(table, "f5")).ticket
    report = do.ReportFailure(WHITE, "greedy", "out of ideas")
    assert table.fail(ticket, "out of ideas") == [do.Redraw(), report]
    assert table.game.transcript == "f5"
    assert "paused" in refused(play(table, "d6"), "not-your-turn")
    assert asked(table.resume()).ticket > ticket


def test_an_illegal_answer_is_a_failure_of_the_computer() -> None:
    table = session()
    play(table, "f5")
    redraw, report = answer(table, "a1")
    assert redraw == do.Redraw()
    assert isinstance(report, do.ReportFailure)
    assert "White cannot play a1" in report.problem
    assert table.game.transcript == "f5"


def test_another_player_can_take_over_from_a_failing_one() -> None:
    table = session()
    ticket = asked(play(table, "f5")).ticket
    table.fail(ticket, "out of ideas")
    assert asked(table.change_seat(WHITE, "first")).player == "first"
    assert "redo" in refused(table.redo())


# --- Taking back ---------------------------------------------------------------------------------


def test_taking_back_against_the_computer_removes_both_moves() -> None:
    table = session("f5d6c3d3")
    assert table.undo() == [do.Redraw()]
    assert table.game.transcript == "f5d6"
    assert table.waits_for_human


def test_taking_back_while_the_computer_thinks_removes_the_persons_move() -> None:
    table = session("f5d6")
    play(table, "c3")
    table.undo()
    assert table.game.transcript == "f5d6"
    assert table.pending is None


def test_two_people_take_back_one_move() -> None:
    table = session("f5d6c3", white=HUMAN)
    table.undo()
    assert table.game.transcript == "f5d6"


def test_taking_back_reaches_over_passes() -> None:
    # White passed after a4; Black, a person, moved twice in a row.
    table = session("a2a3b4c1a4d3", white="first", board=Board(4))
    table.undo()
    assert table.game.transcript == "a2a3b4c1a4"
    assert table.game.history[-1].is_pass
    table.undo()
    assert table.game.transcript == "a2a3b4c1"


def test_there_may_be_nothing_to_take_back() -> None:
    assert "undo" in refused(session().undo())
    table = session("f5", black="greedy", white=HUMAN)
    assert "You have no move" in refused(table.undo())
    assert table.game.transcript == "f5"


def test_redo_makes_again_up_to_the_persons_turn() -> None:
    table = session("f5d6c3d3")
    table.undo()
    table.undo()
    assert table.redo() == [do.Redraw()]
    assert table.game.transcript == "f5d6"
    table.redo()
    assert table.game.transcript == "f5d6c3d3"
    assert "redo" in refused(table.redo())


def test_redo_of_a_move_without_its_answer_asks_the_computer() -> None:
    table = session()
    play(table, "f5")
    table.undo()
    assert asked(table.redo()).color is WHITE
    assert table.game.transcript == "f5"


def test_a_show_between_computers_pauses_when_somebody_takes_back() -> None:
    table = session("f5d6", black="first", white="first")
    table.begin()
    assert table.undo() == [do.StopAsking(1), do.Redraw()]
    assert table.game.transcript == "f5"
    assert table.paused
    assert asked(table.resume()).color is WHITE


def test_looking_back_waits_and_a_move_from_there_goes_on() -> None:
    table = session("f5d6c3d3")
    assert table.go_to(1) == [do.Redraw()]  # White, the computer, is to move: it waits
    assert table.paused
    table.go_to(2)
    assert not table.paused
    assert asked(play(table, "c4")).board == table.game.board
    assert table.game.transcript == "f5d6c4"
    assert "0 to 3, not 9" in refused(table.go_to(9))


def test_looking_through_a_finished_game_does_not_tell_the_end_again() -> None:
    table = session("f5d6c5f4e3f6g5e6e7", white=HUMAN)
    assert table.go_to(3) == [do.Redraw()]
    assert table.go_to(9) == [do.Redraw()]
    assert table.game.is_over


def test_the_computer_goes_on_from_where_one_looked_back_to() -> None:
    table = session("f5d6c3d3")
    table.go_to(1)
    assert asked(table.resume()).color is WHITE


# --- Seats, giving up, stopping ------------------------------------------------------------------


def test_swapping_seats_in_the_middle_gives_the_turn_to_the_computer() -> None:
    table = session("f5d6")
    question = asked(table.swap())
    assert (question.color, question.player) == (BLACK, "greedy")
    assert table.seats == seats("greedy", HUMAN)


def test_swapping_seats_stops_the_thinking_computer() -> None:
    table = session()
    play(table, "f5")
    assert table.swap() == [do.StopAsking(1), do.Redraw()]
    assert table.waits_for_human


def test_a_person_resigns_also_while_the_computer_thinks() -> None:
    table = session()
    play(table, "f5")
    stop, redraw, finished = table.resign()
    assert (stop, redraw) == (do.StopAsking(1), do.Redraw())
    assert isinstance(finished, do.Finished)
    assert (finished.outcome.winner, finished.outcome.reason) == (WHITE, Reason.RESIGNATION)
    refused(table.resign(), "game-over")


def test_a_resignation_can_be_taken_back() -> None:
    table = session("f5d6")
    table.resign()
    assert table.undo() == [do.Redraw()]
    assert table.waits_for_human
    assert table.game.transcript == "f5d6"


def test_of_two_people_the_one_to_move_resigns_and_computers_never_do() -> None:
    table = session("f5", white=HUMAN)
    table.resign()
    assert table.game.outcome is not None
    assert table.game.outcome.winner is BLACK
    show = session(black="first", white="first")
    assert "cannot resign" in refused(show.resign())


def test_stopping_and_resuming_a_thinking_computer() -> None:
    table = session()
    play(table, "f5")
    assert table.pause() == [do.StopAsking(1), do.Redraw()]
    assert table.pause() == []
    assert asked(table.resume()).ticket == 2
    assert table.resume() == []


def test_two_people_have_nothing_to_stop() -> None:
    assert session(white=HUMAN).pause() == []


def test_time_running_out_ends_the_game() -> None:
    table = timed(black="first")
    table.begin(100.0)
    assert table.deadline() == 160.0
    assert table.time_out(159.9) == []
    stop, redraw, finished = table.time_out(160.0)
    assert (stop, redraw) == (do.StopAsking(1), do.Redraw())
    assert isinstance(finished, do.Finished)
    assert (finished.outcome.winner, finished.outcome.reason) == (WHITE, Reason.TIME)
    assert table.time_out(500.0) == []
    assert session().time_out(1e9) == []


def test_each_side_has_a_clock_of_its_own() -> None:
    table = timed()
    table.begin(0.0)
    table.play(parse_square("f5"), at=59.0)
    assert table.time_out(61.0) == []
    assert (table.remaining(BLACK, 61.0), table.remaining(WHITE, 61.0)) == (1.0, 58.0)


def test_a_move_after_the_time_is_not_made() -> None:
    table = timed()
    table.begin(0.0)
    table.play(parse_square("f5"), at=61.0)
    assert table.game.ply == 0
    assert table.game.outcome is not None
    assert table.game.outcome.reason is Reason.TIME


def test_the_clock_stands_while_a_computer_is_paused_and_at_the_end() -> None:
    table = timed(black="first")
    table.begin(0.0)
    table.pause(at=10.0)
    assert (table.remaining(BLACK, 1000.0), table.deadline()) == (50.0, None)
    table.resume(at=1000.0)
    assert table.remaining(BLACK, 1010.0) == 40.0
    table.resign(at=1010.0)
    assert table.deadline() is None


def test_a_computer_pays_for_its_thinking_or_for_what_passed() -> None:
    table = timed(white="first")
    table.begin(0.0)
    table.play(parse_square("f5"), at=4.0)
    table.answer(1, parse_square("d6"), at=10.0, seconds=2.0)
    assert (table.game.remaining(BLACK), table.game.remaining(WHITE)) == (56, 58)
    table.play(parse_square("c3"), at=10.0)
    table.answer(2, parse_square("d3"), at=11.0)
    assert table.game.remaining(WHITE) == 57


def test_coming_back_asks_the_computer_anew() -> None:
    table = GameSession(read_transcript("f5"), seats(), pending=3, next_ticket=4)
    assert asked(table.begin()).ticket == 4


# --- Whatever happens ----------------------------------------------------------------------------

actions = st.one_of(
    st.tuples(st.just("play"), st.integers(0, 15)),
    st.tuples(st.just("answer"), st.integers(1, 12), st.integers(0, 15)),
    st.tuples(st.just("fail"), st.integers(1, 12), st.just("crashed")),
    st.sampled_from([(name,) for name in ("undo", "redo", "swap", "resign", "pause", "resume")]),
    st.tuples(st.just("go_to"), st.integers(-1, 14)),
    st.tuples(st.just("change_seat"), st.sampled_from(Color), st.sampled_from([HUMAN, "first"])),
)


@given(
    st.sampled_from([HUMAN, "first"]),
    st.sampled_from([HUMAN, "first"]),
    st.lists(actions, max_size=60),
)
def test_whatever_happens_exactly_the_side_to_move_is_waited_for(
    black: str, white: str, steps: list[tuple[str, ...]]
) -> None:
    table = session(black=black, white=white, board=Board(4))
    open_tickets: set[int] = set()
    instructions = table.begin()
    for name, *arguments in [("begin",), *steps]:
        if name != "begin":
            if name in ("answer", "fail"):
                open_tickets.discard(int(arguments[0]))
            instructions = getattr(table, name)(*arguments)
        for instruction in instructions:
            if isinstance(instruction, do.Ask):
                assert instruction.board == table.game.board
                open_tickets.add(instruction.ticket)
            elif isinstance(instruction, do.StopAsking):
                open_tickets.discard(instruction.ticket)
        assert len(open_tickets) <= 1
        assert open_tickets == ({table.pending} if table.pending else set())
        thinking = not (table.game.is_over or table.waits_for_human or table.paused)
        assert (table.pending is not None) == thinking


def test_a_session_goes_on_from_what_was_stored() -> None:
    table = session()
    ticket = asked(play(table, "f5")).ticket
    again = GameSession(
        table.game,
        table.seats,
        paused=table.paused,
        pending=table.pending,
        next_ticket=table.next_ticket,
    )
    assert again.answer(ticket, parse_square("d6")) == [do.Redraw()]
    assert again.game.transcript == "f5d6"
    assert asked(play(again, "c3")).ticket > ticket


def test_playing_on_from_the_middle_of_a_finished_game_rewrites_it() -> None:
    table = session(white=HUMAN, board=Board(4))
    assert not table.rewrites
    while not table.game.is_over:
        table.play(next(iter(table.game.board.legal_moves)))
    assert not table.rewrites  # it stands at its end
    table.go_to(0)
    assert table.rewrites
    branch = table.branch()
    assert not branch.rewrites
    branch.play(next(iter(branch.game.board.legal_moves)))
    assert table.game.final_outcome is not None


def test_people_take_their_names_along_when_they_swap() -> None:
    game = Game(info={"black": "Ann"})
    table = GameSession(game, seats())
    table.swap()
    assert table.game.info == {"white": "Ann"}
    table.change_seat(WHITE, "first")
    assert table.game.info == {}


# --- The clock while an earlier position is shown ------------------------------------------------


def on_the_clock(moves: str) -> GameSession:
    """A game of two people in which nobody has used any time yet."""
    game = Game(clock=TimeControl(60))
    for at in range(0, len(moves), 2):
        game.play(moves[at : at + 2], seconds=0.0)
    table = GameSession(game, seats(white=HUMAN))
    table.begin(0.0)
    return table


def test_looking_back_stops_the_clock_and_gives_no_time_back() -> None:
    table = on_the_clock("f5d6c3d3")
    table.go_to(1, at=50.0)
    assert table.time_out(10_000.0) == []
    assert (table.deadline(), table.game.ply) == (None, 1)
    table.go_to(4, at=10_000.0)
    assert table.remaining(table.game.turn, 10_000.0) == 10.0
    assert table.time_out(10_011.0) != []
    assert len(table.game.history) == 4


def test_looking_through_a_finished_game_runs_no_clock() -> None:
    table = on_the_clock("f5d6c3d3")
    table.resign(at=10.0)
    table.go_to(1, at=20.0)
    assert table.time_out(10_000.0) == []
    assert table.game.moves_recorded == 4
    assert table.game.final_outcome is not None
    assert table.game.final_outcome.reason is Reason.RESIGNATION


def test_another_move_from_an_earlier_position_begins_a_turn() -> None:
    table = on_the_clock("f5d6c3")
    table.go_to(2, at=50.0)
    table.play(parse_square("c4"), at=900.0)
    assert table.elapsed(900.0) == 0.0
    assert table.remaining(table.game.turn, 905.0) == 55.0


def test_a_loss_on_time_that_is_taken_back_leaves_time_to_move() -> None:
    table = on_the_clock("f5d6")
    table.time_out(61.0)
    table.undo(at=62.0)
    assert table.time_out(63.0) == []
    assert table.remaining(table.game.turn, 63.0) == 59.0


def test_a_game_put_aside_and_taken_up_goes_on_where_its_clock_stood() -> None:
    table = on_the_clock("f5d6")
    table.shelve(20.0)
    assert table.remaining(table.game.turn, 90_000.0) == 40.0
    table.take_up(90_000.0)
    assert table.remaining(table.game.turn, 90_005.0) == 35.0
