"""A shared table: whatever two players, watchers and a line that is cut do, it stays fair."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Color, parse_square
from outflank.game import Game, Outcome, Reason, TimeControl
from outflank.sitting import (
    Affairs,
    Meeting,
    MeetingView,
    Person,
    Terms,
    absence_news,
    meeting_views,
)
from outflank.sitting import meeting_messages as mm
from outflank.sitting import messages as m
from outflank.sitting.meeting import FREE_MOVES, GONE, LAG, SAID_KEPT
from outflank.sitting.meeting_news import news_of

ANN, BEN = Person("key-of-ann", "Ann"), Person("key-of-ben", "Ben")
EVE = "key-of-eve"  # watches
BLACK, WHITE = Color.BLACK, Color.WHITE
BOTH = {BLACK: ANN, WHITE: BEN}


def table(clock: TimeControl | None = None, **terms: Any) -> Meeting:
    game = Game(size=6, clock=clock)
    return Meeting(game, BOTH, Affairs(Terms(**terms)))


def first_legal(meeting: Meeting) -> mm.Play:
    return mm.Play(next(iter(meeting.game.board.legal_moves)))


def play(meeting: Meeting, moves: int, *, at: float = 0.0) -> None:
    for _ in range(moves):
        who = meeting.seats[meeting.game.turn].key
        refused(meeting.handle(first_legal(meeting), who, at), None)


def refused(told: Sequence[object], name: str | None) -> None:
    names = [one.name for one in told if isinstance(one, m.Refuse)]
    assert names == ([] if name is None else [name]), told


def views(meeting: Meeting, at: float = 0.0) -> dict[Color | None, MeetingView]:
    return meeting_views(meeting, (BLACK, WHITE, None), at, opening=None)


def outcome(meeting: Meeting) -> Outcome:
    assert meeting.game.outcome is not None
    return meeting.game.outcome


# --- Whatever happens ----------------------------------------------------------------------------

people = st.sampled_from([ANN.key, BEN.key, EVE, ""])
deeds = st.one_of(
    st.builds(mm.Play, st.integers(-1, 36), st.none() | st.floats(-1, 5)),
    st.just("legal move"),
    st.just("legal move"),
    st.builds(mm.Propose, st.sampled_from(mm.WISHES)),
    st.builds(mm.Answer, st.booleans()),
    st.sampled_from([mm.GiveUp(), mm.TimeUp(), mm.Claim(), mm.Come(), mm.Leave()]),
    st.builds(mm.Say, st.sampled_from(["hello", "rude"])),
    st.builds(mm.TakeSeat, st.sampled_from(Color), st.sampled_from([ANN, BEN])),
)


def snapshot(meeting: Meeting) -> object:
    game = meeting.game
    return (game.history, game.outcome, meeting.seats.copy(), meeting.affairs, meeting.since)


@given(
    st.lists(st.tuples(people, deeds, st.floats(0, 40)), max_size=80),
    st.sampled_from([None, TimeControl(60, 1)]),
    st.booleans(),
    st.booleans(),
)
def test_whatever_happens_it_stays_fair(
    deeds_done: list[tuple[str, Any, float]],
    clock: TimeControl | None,
    takebacks: bool,
    seated: bool,
) -> None:
    meeting = Meeting(
        Game(size=6, clock=clock), BOTH if seated else {BLACK: ANN}, Affairs(Terms(takebacks))
    )
    at = 0.0
    for who, event, seconds in deeds_done:
        at += seconds
        if event == "legal move":
            if meeting.is_over or meeting.game.turn not in meeting.seats:
                continue
            who, event = meeting.seats[meeting.game.turn].key, first_legal(meeting)
        before, was_over, turn = snapshot(meeting), meeting.is_over, meeting.game.turn
        history, since = meeting.game.history, meeting.since
        proposal, color = meeting.affairs.proposal, meeting.color_of(who)
        left = 0.0 if clock is None else meeting.game.remaining(turn)
        told = meeting.handle(event, who, at)

        if not told or isinstance(told[0], m.Refuse):
            assert snapshot(meeting) == before  # who is refused has changed nothing
            assert len(told) <= 1
            continue
        if color is None and not isinstance(event, mm.TakeSeat):
            assert isinstance(event, mm.TimeUp)  # which only the clock decides
        now = meeting.game.history
        if now != history:
            assert not was_over
            if len(now) > len(history):
                assert isinstance(event, mm.Play)
                assert color is turn
            else:  # back only as far as the one who asked had moved, and with the other's consent
                assert takebacks
                assert proposal is not None
                assert proposal.wish == "take-back"
                assert color is proposal.by.opponent
                assert history[len(now)].color is proposal.by
            assert meeting.affairs.proposal is None
            assert meeting.affairs.declined == ()
        if isinstance(event, mm.Play) and clock is not None and len(now) > len(history):
            passed = 0.0 if since is None else at - since
            charged = now[len(history)].seconds
            assert charged is not None
            assert passed - LAG - 1e-9 <= charged <= passed
            assert charged <= left
        check_views(meeting, at)


def check_views(meeting: Meeting, at: float) -> None:
    """What a view says one may do is not refused, what it says one may not is; and no secrets."""
    seen = views(meeting, at)
    for viewer, view in seen.items():
        assert "key-of" not in repr(view)
        assert bool(view.legal) == view.company.may.move
        offered = {
            "move": view.company.may.move,
            "resign": view.company.may.resign,
            "take-back": view.company.may.take_back,
            "rematch": view.company.may.rematch,
            "abort": view.company.may.abort,
            "answer": view.company.may.answer or view.company.may.withdraw,
            "say": view.company.may.say,
            "claim": view.company.may.claim == 0,
        }
        deeds: dict[str, mm.MeetingEvent | None] = {
            **{wish: mm.Propose(wish) for wish in mm.WISHES},
            "move": None if meeting.is_over else first_legal(meeting),
            "resign": mm.GiveUp(),
            "answer": mm.Answer(False),
            "say": mm.Say("hello"),
            "claim": mm.Claim(),
        }
        who = EVE if viewer is None or viewer not in meeting.seats else meeting.seats[viewer].key
        for name, may in offered.items():
            deed = deeds.get(name)
            if deed is None or (viewer is not None and viewer not in meeting.seats):
                continue
            copy = Meeting(meeting.game.copy(), meeting.seats, meeting.affairs, meeting.since)
            told = copy.handle(deed, who, at)
            assert isinstance(told[0], m.Refuse) != may, (name, viewer, told)
    assert sum(view.company.may.move for view in seen.values()) == meeting.is_running


# --- One thing each ------------------------------------------------------------------------------


def test_a_seat_is_taken_once_and_nobody_sits_opposite_themselves() -> None:
    meeting = Meeting(Game(), {BLACK: ANN})
    refused(meeting.handle(mm.TakeSeat(WHITE, ANN), ANN.key, 0), "already-seated")
    refused(meeting.handle(mm.TakeSeat(BLACK, BEN), BEN.key, 0), "seat-taken")
    refused(meeting.handle(mm.TakeSeat(WHITE, BEN), BEN.key, 0), None)
    refused(meeting.handle(mm.TakeSeat(WHITE, Person(EVE, "Eve")), EVE, 0), "seat-taken")
    assert meeting.game.info["white"] == "Ben"


def test_somebody_without_a_key_is_nobody() -> None:
    """A person who was forgotten leaves a seat without a key; a watcher has none either."""
    meeting = Meeting(Game(), {BLACK: ANN, WHITE: Person("", "somebody")})
    assert meeting.color_of("") is None
    refused(meeting.handle(mm.GiveUp(), "", 0), "watching")


def test_clocks_start_when_both_have_moved_and_a_slow_line_is_not_charged() -> None:
    meeting = table(TimeControl(60, 0))
    play(meeting, FREE_MOVES, at=1000.0)
    assert meeting.remaining(BLACK, 1000.0) == 60
    # Ten seconds here, of which Black saw nine and a half: the half is the line's.
    play_one = replace(first_legal(meeting), thought=9.5)
    meeting.handle(play_one, ANN.key, 1010.0)
    assert meeting.remaining(BLACK, 1010.0) == pytest.approx(50.5)
    # Somebody who says nothing was thought for wins no more than that.
    meeting.handle(replace(first_legal(meeting), thought=0.0), BEN.key, 1020.0)
    assert meeting.remaining(WHITE, 1020.0) == pytest.approx(50.5)
    # A clock that goes backwards charges nothing.
    meeting.handle(first_legal(meeting), ANN.key, 900.0)
    assert meeting.remaining(BLACK, 900.0) == pytest.approx(50.5)


def test_time_is_up_when_the_servers_clock_says_so() -> None:
    meeting = table(TimeControl(60, 0))
    play(meeting, 2, at=0.0)
    assert meeting.deadline() == 60 + LAG
    assert meeting.handle(mm.TimeUp(), BEN.key, 60.4) == []
    told = meeting.handle(mm.TimeUp(), EVE, 60.5)
    assert isinstance(told[-1], m.Finished)
    assert told[-1].outcome.winner is WHITE
    assert outcome(meeting).reason is Reason.TIME
    late = table(TimeControl(60, 0))
    play(late, 2, at=0.0)
    late.handle(first_legal(late), ANN.key, 61.0)  # a move that comes too late is not made
    assert late.game.ply == 2
    assert outcome(late).reason is Reason.TIME


def test_a_take_back_needs_the_other_ones_consent() -> None:
    meeting = table()
    refused(meeting.handle(mm.Propose("take-back"), ANN.key, 0), "nothing-to-take-back")
    play(meeting, 2)
    refused(meeting.handle(mm.Propose("take-back"), ANN.key, 0), None)
    refused(meeting.handle(mm.Propose("take-back"), ANN.key, 0), "asked")
    refused(meeting.handle(mm.Answer(True), ANN.key, 0), "own-proposal")
    refused(meeting.handle(mm.Propose("abort"), BEN.key, 0), "answer-first")
    shown = views(meeting)[WHITE].company.proposal
    assert shown is not None
    assert shown.sentence == "Ann would like to take back the last move."
    meeting.handle(mm.Answer(False), BEN.key, 0)
    refused(meeting.handle(mm.Propose("take-back"), ANN.key, 0), "declined")
    play(meeting, 1)
    meeting.handle(mm.Propose("take-back"), BEN.key, 0)
    meeting.handle(mm.Answer(True), ANN.key, 0)
    assert meeting.game.ply == 1
    assert meeting.game.turn is WHITE
    assert not meeting.game.can_redo
    strict = table(takebacks=False)
    play(strict, 2)
    refused(strict.handle(mm.Propose("take-back"), ANN.key, 0), "no-take-backs")


def test_a_proposal_lapses_with_the_next_move_and_can_be_withdrawn() -> None:
    meeting = table()
    play(meeting, 3)
    meeting.handle(mm.Propose("take-back"), ANN.key, 0)
    play(meeting, 1)
    refused(meeting.handle(mm.Answer(True), BEN.key, 0), "nothing-proposed")
    meeting.handle(mm.Propose("abort"), ANN.key, 0)
    meeting.handle(mm.Answer(False), ANN.key, 0)
    assert meeting.affairs.proposal is None
    assert meeting.affairs.declined == ()


def test_who_has_not_moved_may_leave_and_later_both_must_agree() -> None:
    early = table()
    early.handle(mm.Propose("abort"), BEN.key, 0)
    assert early.affairs.called_off
    assert views(early)[None].status == "The game was called off"
    refused(early.handle(first_legal(early), ANN.key, 0), "game-over")
    meeting = table()
    play(meeting, FREE_MOVES)
    meeting.handle(mm.Propose("abort"), BEN.key, 0)
    assert not meeting.is_over
    meeting.handle(mm.Propose("abort"), ANN.key, 0)  # who wants the same has agreed
    assert meeting.affairs.called_off
    assert meeting.game.outcome is None


def test_who_is_gone_for_a_minute_loses_the_claim_and_who_comes_back_does_not() -> None:
    meeting = table()
    play(meeting, 3)
    refused(meeting.handle(mm.Claim(), ANN.key, 0), "not-gone")
    meeting.handle(mm.Leave(), BEN.key, 100.0)
    assert meeting.handle(mm.Leave(), BEN.key, 110.0) == []  # gone since the first time
    assert views(meeting, 130.0)[None].company.white.gone == 30.0
    assert views(meeting, 130.0)[BLACK].company.may.claim == 30.0
    refused(meeting.handle(mm.Claim(), ANN.key, 100.0 + GONE - 1), "not-gone")
    meeting.handle(mm.Come(), BEN.key, 150.0)
    refused(meeting.handle(mm.Claim(), ANN.key, 500.0), "not-gone")
    meeting.handle(mm.Leave(), BEN.key, 500.0)
    meeting.handle(mm.Claim(), ANN.key, 500.0 + GONE)
    assert str(meeting.game.outcome).startswith("White left: Black wins")
    absent = table()
    play(absent, 3)
    absent.handle(mm.Leave(), BEN.key, 0.0)
    absent.handle(mm.Propose("abort"), ANN.key, GONE)  # or it does not count
    assert absent.affairs.called_off


def test_a_rematch_swaps_colours() -> None:
    meeting = table(TimeControl(60, 2))
    refused(meeting.handle(mm.Propose("rematch"), ANN.key, 0), "not-over")
    play(meeting, 3)
    meeting.handle(mm.GiveUp(), BEN.key, 0)
    assert outcome(meeting).winner is BLACK
    meeting.handle(mm.Propose("rematch"), BEN.key, 0)
    _, again = meeting.handle(mm.Answer(True), ANN.key, 0)
    assert isinstance(again, mm.BeginAnother)
    assert again.seats == {BLACK: BEN, WHITE: ANN}
    assert (again.game.clock, again.game.size, again.game.ply) == (TimeControl(60, 2), 6, 0)
    assert again.game.info["black"] == "Ben"
    meeting.affairs = replace(meeting.affairs, another="that one")
    refused(meeting.handle(mm.Propose("rematch"), BEN.key, 0), "game-over")


def test_phrases_are_numbered_and_the_last_ones_are_kept() -> None:
    meeting = table()
    refused(meeting.handle(mm.Say("hello"), EVE, 0), "watching")
    for _ in range(SAID_KEPT + 2):
        meeting.handle(mm.Say("well-played"), BEN.key, 0)
    said = views(meeting)[None].company.said
    assert [one.number for one in said] == list(range(3, SAID_KEPT + 3))
    assert said[-1].text == "Well played"


def test_a_game_is_studied_when_it_is_over_unless_the_host_allows_it() -> None:
    meeting = table()
    assert not views(meeting)[None].can.study
    assert views(table(early_study=True))[None].can.study
    meeting.handle(mm.GiveUp(), ANN.key, 0)
    assert views(meeting)[None].can.study


def test_the_news_say_who_waits_for_whom_and_what_can_be_done() -> None:
    meeting = Meeting(Game(), {Color.BLACK: ANN})

    def news(viewer: Color | None) -> list[tuple[str, tuple[str, ...]]]:
        seen = meeting_views(meeting, (viewer,), 0, opening=None)[viewer]
        return [(one.sentence, tuple(one.deeds)) for one in seen.company.news]

    waiting = "Waiting for somebody to take the other seat."
    assert news(Color.BLACK) == [(waiting, ("invite", "close"))]
    assert news(None) == []
    meeting.handle(mm.TakeSeat(Color.WHITE, BEN), BEN.key, 0)
    meeting.handle(mm.Play(parse_square("f5")), ANN.key, 0)
    meeting.handle(mm.Propose("take-back"), ANN.key, 0)
    asked = "You have asked to take back a move; waiting for the answer."
    assert news(Color.BLACK) == [(asked, ("withdraw",))]
    wants = "Ann would like to take back the last move."
    assert news(Color.WHITE) == [(wants, ("agree", "decline"))]
    assert news(None) == [(wants, ())]
    meeting.handle(mm.Answer(False), BEN.key, 0)
    assert news(Color.BLACK) == [("Ben would rather not have the move taken back.", ())]
    assert news(Color.WHITE) == news(None) == []
    meeting.handle(mm.Propose("abort"), BEN.key, 0)
    assert news(None) == [("The game was called off; it does not count.", ())]


def test_somebody_who_is_away_can_be_claimed_against_after_a_while() -> None:
    assert absence_news("Ben", 5.9, None).sentence == "Ben has been gone for 5 s."
    soon = absence_news("Ben", 30.0, 29.2)
    assert soon.sentence == "Ben has been gone for 30 s. In 30 s you may claim the game."
    now = absence_news("Ben", 61.0, 0.0)
    assert now.sentence == "Ben has been gone for 1 min 1 s."
    assert now.deeds == ("claim", "call-off")


# --- At a table of an event ----------------------------------------------------------------------


def event_table() -> Meeting:
    program = Person("key-of-bot", "Bot", program=True)
    game = Game(size=6, clock=TimeControl(60))
    return Meeting(game, {BLACK: ANN, WHITE: program}, Affairs(Terms(event="e")), since=100.0)


def test_clocks_of_an_event_run_from_the_first_move_on() -> None:
    meeting = event_table()
    assert meeting.deadline() == 160.0 + LAG
    play(meeting, 1, at=110)
    assert meeting.game.remaining(BLACK) == 50
    assert meeting.deadline() == 170.0 + LAG
    assert meeting.handle(mm.TimeUp(), "", 171)
    assert (outcome(meeting).winner, outcome(meeting).reason) == (BLACK, Reason.TIME)


@pytest.mark.parametrize("wish", mm.WISHES)
def test_nothing_is_proposed_at_a_table_of_an_event(wish: mm.Wish) -> None:
    meeting = event_table()
    refused(meeting.handle(mm.Propose(wish), ANN.key, 101), "event")
    meeting.handle(mm.GiveUp(), ANN.key, 101)
    refused(meeting.handle(mm.Propose(wish), ANN.key, 102), "event")
    may = views(meeting)[BLACK].company.may
    assert not any((may.take_back, may.rematch, may.abort))


def test_an_illegal_answer_of_a_program_forfeits_and_that_of_a_person_does_not() -> None:
    meeting = event_table()
    refused(meeting.handle(mm.Play(parse_square("a1", 6)), ANN.key, 101), "illegal-move")
    play(meeting, 1, at=101)
    meeting.handle(mm.Play(parse_square("a1", 6)), "key-of-bot", 102)
    assert (outcome(meeting).winner, outcome(meeting).reason) == (BLACK, Reason.FORFEIT)
    assert meeting.affairs.failure is not None
    assert meeting.affairs.failure.kind == "illegal"


def test_a_program_that_says_how_it_failed_forfeits() -> None:
    meeting = event_table()
    meeting.handle(mm.GiveUp(mm.Failure("crash", "boom")), "key-of-bot", 101)
    assert (outcome(meeting).winner, outcome(meeting).reason) == (BLACK, Reason.FORFEIT)
    assert meeting.affairs.failure == mm.Failure("crash", "boom")
    assert [one.sentence for one in news_of(meeting, None)] == ["Bot crashed."]  # and no more
