"""What a click, a key or an answer means, whatever the screen."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Board, Color, parse_square
from outflank.formats import read_transcript
from outflank.game import Game, Reason, TimeControl
from outflank.sitting import HUMAN, Sitting
from outflank.sitting import messages as m

BLACK, WHITE = Color.BLACK, Color.WHITE


def sitting(
    moves: str = "", black: str = HUMAN, white: str = "greedy", board: Board | None = None
) -> Sitting:
    return Sitting(read_transcript(moves, board), {BLACK: black, WHITE: white})


def click(table: Sitting, square: str) -> list[m.Instruction]:
    return table.handle(m.SquareChosen(parse_square(square, table.game.size)))


def answer(table: Sitting, square: str) -> list[m.Instruction]:
    assert table.pending is not None
    return table.handle(m.Answered(table.pending, parse_square(square, table.game.size)))


def asked(instructions: list[m.Instruction]) -> m.Ask:
    questions = [each for each in instructions if isinstance(each, m.Ask)]
    assert len(questions) == 1, instructions
    return questions[0]


def refused(instructions: list[m.Instruction]) -> str:
    assert len(instructions) == 1, instructions
    assert isinstance(instructions[0], m.Refuse), instructions
    return instructions[0].sentence


# --- Playing -------------------------------------------------------------------------------------


def test_a_persons_move_is_made_and_the_computer_is_asked_about_the_new_position() -> None:
    table = sitting()
    assert table.begin() == [m.Redraw()]
    redraw, question = click(table, "f5")
    assert redraw == m.Redraw()
    assert question == m.Ask(1, WHITE, "greedy", Board().play("f5"), (parse_square("f5"),))
    assert answer(table, "d6") == [m.Redraw()]
    assert table.game.transcript == "f5d6"
    assert table.waits_for_human


def test_a_computer_that_is_black_is_asked_at_once() -> None:
    question = asked(sitting(black="first", white=HUMAN).begin())
    assert (question.color, question.seat) == (BLACK, "first")


def test_an_illegal_click_says_why_and_changes_nothing() -> None:
    table = sitting()
    sentence = "Black cannot play a1: it would turn no white disc; Black may play d3, c4, f5 or e6."
    assert refused(click(table, "a1")) == sentence
    assert table.game == Game()


def test_a_click_while_the_computer_thinks_is_refused() -> None:
    table = sitting()
    click(table, "f5")
    assert refused(click(table, "d6")) == "It is White's turn, and greedy is thinking."
    assert table.pending == 1


def test_a_click_after_the_end_says_the_game_is_over() -> None:
    table = sitting("f5d6c5f4e3f6g5e6e7")
    assert table.begin() == [m.Redraw(), m.Finished(table.game.outcome)]  # type: ignore[arg-type]
    assert refused(click(table, "a1")) == (
        "This game is already over: Black wins 13–0, counted 64–0: "
        "the 51 empty squares go to the winner."
    )


def test_the_end_is_told_once_with_its_outcome() -> None:
    table = sitting("f5d6c5f4e3f6g5e6", white=HUMAN)
    redraw, finished = click(table, "e7")
    assert redraw == m.Redraw()
    assert isinstance(finished, m.Finished)
    assert finished.outcome.winner is BLACK


def test_a_forced_pass_is_announced_and_the_same_side_goes_on() -> None:
    table = sitting("a2a3b4c1", black="first", white=HUMAN, board=Board(4))
    asked(table.begin())
    instructions = answer(table, "a4")
    assert instructions[:2] == [m.Redraw(), m.AnnouncePass(WHITE)]
    assert asked(instructions).color is BLACK


def test_a_set_up_that_begins_with_a_pass_announces_it() -> None:
    board = Board.from_rows(["OX--", "----", "----", "----"])
    table = Sitting(Game(board), {BLACK: HUMAN, WHITE: HUMAN})
    assert table.begin() == [m.Redraw(), m.AnnouncePass(BLACK)]


def test_computers_play_each_other_to_the_end() -> None:
    table = sitting(black="random", white="random")
    waiting, choose = table.begin(), random.Random(1)
    while not isinstance(waiting[-1], m.Finished):
        question = asked(waiting)
        square = choose.choice(list(question.board.legal_moves))
        waiting = table.handle(m.Answered(question.ticket, square))
    assert table.game.is_over


# --- Answers that come late, or not at all -------------------------------------------------------


def test_a_late_answer_for_a_position_that_is_gone_is_ignored() -> None:
    table = sitting()
    ticket = asked(click(table, "f5")).ticket
    assert table.handle(m.Undo()) == [m.StopAsking(ticket), m.Redraw()]
    assert table.handle(m.Answered(ticket, parse_square("d6"))) == []
    assert table.handle(m.Failed(ticket, "crashed")) == []
    assert table.game.transcript == ""


def test_an_answer_counts_once() -> None:
    table = sitting()
    ticket = asked(click(table, "f5")).ticket
    table.handle(m.Answered(ticket, parse_square("d6")))
    assert table.handle(m.Answered(ticket, parse_square("d6"))) == []
    assert table.game.transcript == "f5d6"


def test_tickets_never_repeat() -> None:
    table = sitting()
    first = asked(click(table, "f5")).ticket
    table.handle(m.Undo())
    assert asked(click(table, "f5")).ticket > first


def test_a_failing_computer_is_reported_and_can_be_asked_again() -> None:
    table = sitting()
    ticket = asked(click(table, "f5")).ticket
    report = m.ReportFailure(WHITE, "greedy", "out of ideas")
    assert table.handle(m.Failed(ticket, "out of ideas")) == [m.Redraw(), report]
    assert table.game.transcript == "f5"
    assert refused(click(table, "d6")) == "It is White's turn, and greedy is paused."
    assert asked(table.handle(m.Resume())).ticket > ticket


def test_an_illegal_answer_is_a_failure_of_the_computer() -> None:
    table = sitting()
    click(table, "f5")
    redraw, report = answer(table, "a1")
    assert redraw == m.Redraw()
    assert isinstance(report, m.ReportFailure)
    assert report.problem.startswith("answered with an illegal move: White cannot play a1")
    assert table.game.transcript == "f5"


def test_another_player_can_take_over_from_a_failing_one() -> None:
    table = sitting()
    ticket = asked(click(table, "f5")).ticket
    table.handle(m.Failed(ticket, "out of ideas"))
    assert asked(table.handle(m.ChangeSeat(WHITE, "first"))).seat == "first"
    assert refused(table.handle(m.Redo())) == "There is no move to make again."


# --- Taking back ---------------------------------------------------------------------------------


def test_taking_back_against_the_computer_removes_both_moves() -> None:
    table = sitting("f5d6c3d3")
    assert table.handle(m.Undo()) == [m.Redraw()]
    assert table.game.transcript == "f5d6"
    assert table.waits_for_human


def test_taking_back_while_the_computer_thinks_removes_the_persons_move() -> None:
    table = sitting("f5d6")
    click(table, "c3")
    table.handle(m.Undo())
    assert table.game.transcript == "f5d6"
    assert table.pending is None


def test_two_people_take_back_one_move() -> None:
    table = sitting("f5d6c3", white=HUMAN)
    table.handle(m.Undo())
    assert table.game.transcript == "f5d6"


def test_taking_back_reaches_over_passes() -> None:
    # White passed after a4; Black, a person, moved twice in a row.
    table = sitting("a2a3b4c1a4d3", white="first", board=Board(4))
    table.handle(m.Undo())
    assert table.game.transcript == "a2a3b4c1a4"
    assert table.game.history[-1].is_pass
    table.handle(m.Undo())
    assert table.game.transcript == "a2a3b4c1"


def test_there_may_be_nothing_to_take_back() -> None:
    assert refused(sitting().handle(m.Undo())) == "There is no move to take back."
    table = sitting("f5", black="greedy", white=HUMAN)
    assert refused(table.handle(m.Undo())) == "There is no move of yours to take back."
    assert table.game.transcript == "f5"


def test_redo_makes_again_up_to_the_persons_turn() -> None:
    table = sitting("f5d6c3d3")
    table.handle(m.Undo())
    table.handle(m.Undo())
    assert table.handle(m.Redo()) == [m.Redraw()]
    assert table.game.transcript == "f5d6"
    table.handle(m.Redo())
    assert table.game.transcript == "f5d6c3d3"
    assert refused(table.handle(m.Redo())) == "There is no move to make again."


def test_redo_of_a_move_without_its_answer_asks_the_computer() -> None:
    table = sitting()
    click(table, "f5")
    table.handle(m.Undo())
    assert asked(table.handle(m.Redo())).color is WHITE
    assert table.game.transcript == "f5"


def test_a_show_between_computers_pauses_when_somebody_takes_back() -> None:
    table = sitting("f5d6", black="first", white="first")
    table.begin()
    assert table.handle(m.Undo()) == [m.StopAsking(1), m.Redraw()]
    assert table.game.transcript == "f5"
    assert table.paused
    assert asked(table.handle(m.Resume())).color is WHITE


def test_looking_back_waits_and_a_move_from_there_goes_on() -> None:
    table = sitting("f5d6c3d3")
    assert table.handle(m.GoTo(1)) == [m.Redraw()]  # White, the computer, is to move: it waits
    assert table.paused
    table.handle(m.GoTo(2))
    assert not table.paused
    assert asked(click(table, "c4")).board == table.game.board
    assert table.game.transcript == "f5d6c4"
    assert refused(table.handle(m.GoTo(9))) == "This game has positions 0 to 3; 9 is not one."


def test_looking_through_a_finished_game_does_not_tell_the_end_again() -> None:
    table = sitting("f5d6c5f4e3f6g5e6e7", white=HUMAN)
    assert table.handle(m.GoTo(3)) == [m.Redraw()]
    assert table.handle(m.GoTo(9)) == [m.Redraw()]
    assert table.game.is_over


def test_the_computer_goes_on_from_where_one_looked_back_to() -> None:
    table = sitting("f5d6c3d3")
    table.handle(m.GoTo(1))
    assert asked(table.handle(m.Resume())).color is WHITE


# --- Seats, giving up, stopping ------------------------------------------------------------------


def test_swapping_seats_in_the_middle_gives_the_turn_to_the_computer() -> None:
    table = sitting("f5d6")
    question = asked(table.handle(m.SwapSeats()))
    assert (question.color, question.seat) == (BLACK, "greedy")
    assert table.seats == {BLACK: "greedy", WHITE: HUMAN}


def test_swapping_seats_stops_the_thinking_computer() -> None:
    table = sitting()
    click(table, "f5")
    assert table.handle(m.SwapSeats()) == [m.StopAsking(1), m.Redraw()]
    assert table.waits_for_human


def test_a_person_resigns_also_while_the_computer_thinks() -> None:
    table = sitting()
    click(table, "f5")
    stop, redraw, finished = table.handle(m.Resign())
    assert (stop, redraw) == (m.StopAsking(1), m.Redraw())
    assert isinstance(finished, m.Finished)
    assert (finished.outcome.winner, finished.outcome.reason) == (WHITE, Reason.RESIGNATION)
    assert refused(table.handle(m.Resign())).startswith("This game is already over")


def test_a_resignation_can_be_taken_back() -> None:
    table = sitting("f5d6")
    table.handle(m.Resign())
    assert table.handle(m.Undo()) == [m.Redraw()]
    assert table.waits_for_human
    assert table.game.transcript == "f5d6"


def test_of_two_people_the_one_to_move_resigns_and_computers_never_do() -> None:
    table = sitting("f5", white=HUMAN)
    table.handle(m.Resign())
    assert table.game.outcome is not None
    assert table.game.outcome.winner is BLACK
    show = sitting(black="first", white="first")
    assert refused(show.handle(m.Resign())) == "No person is playing, so there is nobody to resign."


def test_stopping_and_resuming_a_thinking_computer() -> None:
    table = sitting()
    click(table, "f5")
    assert table.handle(m.Stop()) == [m.StopAsking(1), m.Redraw()]
    assert table.handle(m.Stop()) == []
    assert asked(table.handle(m.Resume())).ticket == 2
    assert table.handle(m.Resume()) == []


def test_two_people_have_nothing_to_stop() -> None:
    assert sitting(white=HUMAN).handle(m.Stop()) == []


def test_time_running_out_ends_the_game() -> None:
    table = Sitting(Game(clock=TimeControl(60)), {BLACK: "first", WHITE: HUMAN})
    table.begin()
    stop, redraw, finished = table.handle(m.TimeOut(BLACK))
    assert (stop, redraw) == (m.StopAsking(1), m.Redraw())
    assert isinstance(finished, m.Finished)
    assert (finished.outcome.winner, finished.outcome.reason) == (WHITE, Reason.TIME)
    assert sitting().handle(m.TimeOut(BLACK)) == []


def test_a_late_time_out_does_not_hit_the_other_side() -> None:
    table = Sitting(Game(clock=TimeControl(60)), {BLACK: HUMAN, WHITE: HUMAN})
    table.handle(m.SquareChosen(parse_square("f5"), seconds=59))
    assert table.handle(m.TimeOut(BLACK)) == []
    assert not table.game.is_over


def test_a_move_without_its_time_is_refused_before_anything_happens() -> None:
    table = Sitting(Game(clock=TimeControl(60)), {BLACK: "first", WHITE: HUMAN})
    ticket = asked(table.begin()).ticket
    with pytest.raises(ValueError, match="say with the move how many seconds"):
        table.handle(m.Answered(ticket, parse_square("f5")))
    assert table.pending == ticket


def test_coming_back_asks_the_computer_anew() -> None:
    table = Sitting(read_transcript("f5"), {BLACK: HUMAN, WHITE: "first"}, pending=3, next_ticket=4)
    assert asked(table.begin()).ticket == 4


def test_the_time_a_move_took_is_passed_on_to_the_game() -> None:
    table = Sitting(Game(clock=TimeControl(60)), {BLACK: HUMAN, WHITE: "first"})
    table.handle(m.SquareChosen(parse_square("f5"), seconds=4))
    table.handle(m.Answered(1, parse_square("d6"), seconds=2))
    assert table.game.remaining(BLACK) == 56
    assert table.game.remaining(WHITE) == 58


# --- Whatever happens ----------------------------------------------------------------------------

events = st.one_of(
    st.integers(0, 15).map(m.SquareChosen),
    st.builds(m.Answered, st.integers(1, 12), st.integers(0, 15)),
    st.builds(m.Failed, st.integers(1, 12), st.just("crashed")),
    st.sampled_from([m.Undo(), m.Redo(), m.SwapSeats(), m.Resign(), m.Stop(), m.Resume()]),
    st.integers(-1, 14).map(m.GoTo),
    st.builds(m.ChangeSeat, st.sampled_from(Color), st.sampled_from([HUMAN, "first"])),
)


@given(
    st.sampled_from([HUMAN, "first"]),
    st.sampled_from([HUMAN, "first"]),
    st.lists(events, max_size=60),
)
def test_whatever_happens_exactly_the_side_to_move_is_waited_for(
    black: str, white: str, happenings: list[m.Event]
) -> None:
    table = sitting(black=black, white=white, board=Board(4))
    open_tickets: set[int] = set()
    instructions = table.begin()
    for event in [None, *happenings]:
        if event is not None:
            if isinstance(event, m.Answered | m.Failed):
                open_tickets.discard(event.ticket)
            instructions = table.handle(event)
        for instruction in instructions:
            if isinstance(instruction, m.Ask):
                assert instruction.board == table.game.board
                open_tickets.add(instruction.ticket)
            elif isinstance(instruction, m.StopAsking):
                open_tickets.discard(instruction.ticket)
        assert len(open_tickets) <= 1
        assert open_tickets == ({table.pending} if table.pending else set())
        thinking = not (table.game.is_over or table.waits_for_human or table.paused)
        assert (table.pending is not None) == thinking


def test_a_sitting_can_be_taken_up_again_from_what_was_kept() -> None:
    table = sitting()
    ticket = asked(click(table, "f5")).ticket
    again = Sitting(
        table.game,
        table.seats,
        paused=table.paused,
        pending=table.pending,
        next_ticket=table.next_ticket,
    )
    assert again.handle(m.Answered(ticket, parse_square("d6"))) == [m.Redraw()]
    assert again.game.transcript == "f5d6"
    assert asked(click(again, "c3")).ticket > ticket


def test_only_what_goes_on_from_the_middle_of_a_finished_game_rewrites_it() -> None:
    table = sitting(black=HUMAN, white=HUMAN, board=Board(4))
    square = next(iter(table.game.board.legal_moves))
    assert not table.rewrites(m.SquareChosen(square))
    while not table.game.is_over:
        table.handle(m.SquareChosen(next(iter(table.game.board.legal_moves))))
    assert not table.rewrites(m.SwapSeats())  # it stands at its end
    table.handle(m.GoTo(0))
    rewriting: list[m.Event] = [m.SquareChosen(square), m.Resign(), m.Resume(), m.SwapSeats()]
    looking: list[m.Event] = [m.Undo(), m.Redo(), m.GoTo(3), m.Stop()]
    assert all(table.rewrites(event) for event in rewriting)
    assert not any(table.rewrites(event) for event in looking)
