"""A shared game: whatever two players, a watcher and a lost connection do, it stays fair."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Color, parse_square
from outflank.game import Game, Outcome, Reason, TimeControl, parse_time_control
from outflank.game.clock import DAY
from outflank.play import instructions as do
from outflank.play.news import absence_news, news_of
from outflank.play.opponents.seating import describe
from outflank.play.seat import Seat
from outflank.play.session import FREE_MOVES, GONE, LAG, SAID_KEPT, GameSession
from outflank.play.session_data import WISHES, Failure, SharedState, Terms, Wish
from outflank.play.view import (
    AS_A_COPY,
    NOT_YET,
    GameView,
    MayView,
    SharedView,
    seen_by,
    view_of,
)

ANN = Seat(name="Ann", elsewhere=True, key="key-of-ann")
BEN = Seat(name="Ben", elsewhere=True, key="key-of-ben")
EVE = "key-of-eve"  # watches
BLACK, WHITE = Color.BLACK, Color.WHITE
BOTH = {BLACK: ANN, WHITE: BEN}


def table(clock: TimeControl | None = None, **terms: Any) -> GameSession:
    return GameSession(Game(size=6, clock=clock), BOTH, SharedState(Terms(**terms)))


def state(session: GameSession) -> SharedState:
    assert session.shared is not None
    return session.shared


def legal(session: GameSession) -> int:
    return next(iter(session.game.board.legal_moves))


def play(session: GameSession, moves: int, *, at: float = 0.0) -> None:
    for _ in range(moves):
        who = session.seats[session.game.turn].key
        refused(session.play(legal(session), who=who, at=at), None)


def refused(instructions: Sequence[object], code: str | None) -> None:
    codes = [one.code for one in instructions if isinstance(one, do.Refuse)]
    assert codes == ([] if code is None else [code]), instructions


def views(session: GameSession, at: float = 0.0) -> dict[Color | None, GameView]:
    return {
        viewer: view_of(session, at=at, viewer=viewer, describe=describe, opening=None)
        for viewer in (BLACK, WHITE, None)
    }


def shown(session: GameSession, viewer: Color | None, at: float = 0.0) -> SharedView:
    shared = views(session, at)[viewer].shared
    assert shared is not None
    return shared


def outcome(session: GameSession) -> Outcome:
    assert session.game.outcome is not None
    return session.game.outcome


# --- Whatever happens ----------------------------------------------------------------------------

people = st.sampled_from([ANN.key, BEN.key, EVE, ""])
Action = Callable[[GameSession, str, float], list[do.Instruction]]


def _play_square(square: int, thought: float | None) -> Action:
    return lambda session, who, at: session.play(square, who=who, at=at, thought=thought)


def _propose(wish: Wish) -> Action:
    return lambda session, who, at: session.propose(wish, who=who, at=at)


def _agree(yes: bool) -> Action:
    return lambda session, who, at: session.agree(yes, who=who, at=at)


def _present(here: bool) -> Action:
    def act(session: GameSession, who: str, at: float) -> list[do.Instruction]:
        color = session.color_of(who)
        return [] if color is None else session.present(color, here, at=at)

    return act


actions = st.one_of(
    st.tuples(
        st.just("play"),
        st.builds(_play_square, st.integers(-1, 36), st.none() | st.floats(-1, 5)),
    ),
    st.just(("legal move", None)),
    st.just(("legal move", None)),
    st.tuples(st.just("propose"), st.builds(_propose, st.sampled_from(WISHES))),
    st.tuples(st.just("agree"), st.builds(_agree, st.booleans())),
    st.tuples(st.just("present"), st.builds(_present, st.booleans())),
    st.sampled_from(
        [
            ("undo", lambda session, who, at: session.undo(who=who, at=at)),
            ("resign", lambda session, who, at: session.resign(who=who, at=at)),
            ("time", lambda session, who, at: session.time_out(at)),
            ("claim", lambda session, who, at: session.claim(who=who, at=at)),
            ("say", lambda session, who, at: session.say("hello", who=who)),
            ("say", lambda session, who, at: session.say("rude", who=who)),
            ("redo", lambda session, who, at: session.redo(at=at)),
            ("swap", lambda session, who, at: session.swap(at=at)),
            ("go_to", lambda session, who, at: session.go_to(0, at=at)),
            ("join", lambda session, who, at: session.join(WHITE, BEN, at=at)),
            ("join", lambda session, who, at: session.join(WHITE, ANN, at=at)),
            ("join", lambda session, who, at: session.join(BLACK, BEN, at=at)),
        ]
    ),
)


def snapshot(session: GameSession) -> object:
    game = session.game
    clock = (session.spent, session.since)
    return (game.history, game.outcome, game.future, session.seats.copy(), session.shared, clock)


@given(
    st.lists(st.tuples(people, actions, st.floats(0, 40)), max_size=80),
    st.sampled_from([None, TimeControl(60, 1)]),
    st.booleans(),
    st.booleans(),
)
def test_whatever_happens_it_stays_fair(
    steps: list[tuple[str, tuple[str, Action | None], float]],
    clock: TimeControl | None,
    takebacks: bool,
    seated: bool,
) -> None:
    session = GameSession(
        Game(size=6, clock=clock),
        BOTH if seated else {BLACK: ANN},
        SharedState(Terms(takebacks)),
    )
    session.begin(0.0)
    at = 0.0
    for who, (name, action), seconds in steps:
        times = {color: session.remaining(color, at) for color in Color}
        at += seconds
        if action is None:
            if session.is_over or session.game.turn not in session.seats:
                continue
            who, name = session.seats[session.game.turn].key, "play"
            action = _play_square(legal(session), None)
        before, was_over, turn = snapshot(session), session.is_over, session.game.turn
        history, since = session.game.history, session.since
        proposal, color = state(session).proposal, session.color_of(who)
        left = 0.0 if clock is None else session.game.remaining(turn)
        instructions = action(session, who, at)

        if not instructions or isinstance(instructions[0], do.Refuse):
            assert snapshot(session) == before  # a refused action changes nothing
            assert len(instructions) <= 1
            continue
        if color is None and name != "join":
            assert name == "time"  # which only the clock decides
        now = session.game.history
        if now != history:
            assert not was_over
            if len(now) > len(history):
                assert name == "play"
                assert color is turn
            else:  # only as far as the proposing player had moved, with the other's consent
                assert takebacks
                assert proposal is not None
                assert proposal.wish == "take-back"
                assert color is proposal.by.opponent
                assert history[len(now)].color is proposal.by
            assert state(session).proposal is None
            assert state(session).declined == ()
        if name == "play" and clock is not None and len(now) > len(history):
            passed = 0.0 if since is None else at - since
            charged = now[len(history)].seconds
            assert charged is not None
            assert passed - LAG - 1e-9 <= charged <= passed
            assert charged <= left
        if clock is not None and len(now) >= len(history):
            for side, had in times.items():
                has = session.remaining(side, at)
                moved = len(now) > len(history) and side is turn
                most = clock.increment + LAG if moved else 0.0
                assert had is not None
                assert has is not None
                assert has <= had + most + 1e-6  # a clock never gains time
        check_views(session, at)


def check_views(session: GameSession, at: float) -> None:
    """What a view offers is not refused, what it does not offer is; and it has no secrets."""
    seen = views(session, at)
    for viewer, view in seen.items():
        assert "key-of" not in repr(view)
        assert bool(view.legal) == view.can.move
        if viewer is not None and viewer not in session.seats:
            continue
        who = EVE if viewer is None else session.seats[viewer].key
        assert view.shared is not None
        for name, (offered, action) in _offers(session, view, view.shared.may, who, at).items():
            instructions = action(session.copy())
            assert isinstance(instructions[0], do.Refuse) != offered, (name, viewer, instructions)
    assert sum(view.can.move for view in seen.values()) == session.is_running


def _offers(
    session: GameSession, view: GameView, may: MayView, who: str, at: float
) -> dict[str, tuple[bool, Callable[[GameSession], list[do.Instruction]]]]:
    offers: dict[str, tuple[bool, Callable[[GameSession], list[do.Instruction]]]] = {
        "undo": (view.can.undo, lambda copy: copy.undo(who=who, at=at)),
        "rematch": (may.rematch, lambda copy: copy.propose("rematch", who=who, at=at)),
        "abort": (may.abort, lambda copy: copy.propose("abort", who=who, at=at)),
        "answer": (may.answer or may.withdraw, lambda copy: copy.agree(False, who=who, at=at)),
        "resign": (view.can.resign, lambda copy: copy.resign(who=who, at=at)),
        "say": (may.say, lambda copy: copy.say("hello", who=who)),
        "claim": (may.claim == 0, lambda copy: copy.claim(who=who, at=at)),
    }
    if not session.is_over:
        square = legal(session)
        offers["move"] = view.can.move, lambda copy: copy.play(square, who=who, at=at)
    return offers


# --- One thing each ------------------------------------------------------------------------------


def test_a_seat_is_taken_once_and_nobody_sits_opposite_themselves() -> None:
    session = GameSession(Game(), {BLACK: ANN}, SharedState())
    refused(session.join(WHITE, ANN), "already-seated")
    refused(session.join(BLACK, BEN), "seat-taken")
    refused(session.join(WHITE, BEN), None)
    refused(session.join(WHITE, Seat(name="Eve", key=EVE)), "seat-taken")
    assert session.game.info["white"] == "Ben"


def test_somebody_without_a_key_is_nobody() -> None:
    """A person who was forgotten leaves a seat without a key; a watcher has none either."""
    deleted = Seat(name="somebody", elsewhere=True)
    session = GameSession(Game(), {BLACK: ANN, WHITE: deleted}, SharedState())
    assert session.color_of("") is None
    refused(session.resign(who="", at=0), "watching")


def test_clocks_start_when_both_have_moved_and_a_slow_line_is_not_charged() -> None:
    session = table(TimeControl(60, 0))
    play(session, FREE_MOVES, at=1000.0)
    assert session.remaining(BLACK, 1000.0) == 60
    # Ten seconds here, of which Black saw nine and a half: the half is the line's.
    session.play(legal(session), who=ANN.key, at=1010.0, thought=9.5)
    assert session.remaining(BLACK, 1010.0) == pytest.approx(50.5)
    # Somebody who says nothing was thought for wins no more than that.
    session.play(legal(session), who=BEN.key, at=1020.0, thought=0.0)
    assert session.remaining(WHITE, 1020.0) == pytest.approx(50.5)
    # A clock that goes backwards charges nothing.
    session.play(legal(session), who=ANN.key, at=900.0)
    assert session.remaining(BLACK, 900.0) == pytest.approx(50.5)


def test_time_is_up_when_the_servers_clock_says_so() -> None:
    session = table(TimeControl(60, 0))
    play(session, 2, at=0.0)
    assert session.deadline() == 60 + LAG
    assert session.time_out(60.4) == []
    told = session.time_out(60.5)
    assert isinstance(told[-1], do.Finished)
    assert told[-1].outcome.winner is WHITE
    assert outcome(session).reason is Reason.TIME
    late = table(TimeControl(60, 0))
    play(late, 2, at=0.0)
    late.play(legal(late), who=ANN.key, at=61.0)  # a move that comes too late is not made
    assert late.game.ply == 2
    assert outcome(late).reason is Reason.TIME


def test_a_take_back_needs_the_other_ones_consent() -> None:
    session = table()
    refused(session.propose("take-back", who=ANN.key, at=0), "nothing-to-take-back")
    play(session, 2)
    refused(session.propose("take-back", who=ANN.key, at=0), None)
    refused(session.propose("take-back", who=ANN.key, at=0), "asked")
    refused(session.agree(True, who=ANN.key, at=0), "own-proposal")
    refused(session.propose("abort", who=BEN.key, at=0), "answer-first")
    proposal = shown(session, WHITE).proposal
    assert proposal is not None
    assert (proposal.wish, proposal.by) == ("take-back", BLACK)
    assert ANN.title in proposal.sentence
    session.agree(False, who=BEN.key, at=0)
    refused(session.propose("take-back", who=ANN.key, at=0), "declined")
    play(session, 1)
    session.propose("take-back", who=BEN.key, at=0)
    session.agree(True, who=ANN.key, at=0)
    assert session.game.ply == 1
    assert session.game.turn is WHITE
    assert not session.game.can_redo
    strict = table(takebacks=False)
    play(strict, 2)
    refused(strict.propose("take-back", who=ANN.key, at=0), "no-take-backs")


def test_a_proposal_lapses_with_the_next_move_and_can_be_withdrawn() -> None:
    session = table()
    play(session, 3)
    session.propose("take-back", who=ANN.key, at=0)
    play(session, 1)
    refused(session.agree(True, who=BEN.key, at=0), "nothing-proposed")
    session.propose("abort", who=ANN.key, at=0)
    session.agree(False, who=ANN.key, at=0)
    assert state(session).proposal is None
    assert state(session).declined == ()


def test_who_has_not_moved_may_leave_and_later_both_must_agree() -> None:
    early = table()
    early.propose("abort", who=BEN.key, at=0)
    assert state(early).called_off
    assert views(early)[None].status == "Game aborted"
    refused(early.play(legal(early), who=ANN.key, at=0), "game-over")
    session = table()
    play(session, FREE_MOVES)
    session.propose("abort", who=BEN.key, at=0)
    assert not session.is_over
    session.propose("abort", who=ANN.key, at=0)  # who wants the same has agreed
    assert state(session).called_off
    assert session.game.outcome is None


def test_who_is_gone_for_a_minute_loses_the_claim_and_who_comes_back_does_not() -> None:
    session = table()
    play(session, 3)
    refused(session.claim(who=ANN.key, at=0), "not-gone")
    session.present(WHITE, False, at=100.0)
    assert session.present(WHITE, False, at=110.0) == []  # gone since the first time
    assert views(session, 130.0)[None].seats.white.gone == 30.0
    assert shown(session, BLACK, 130.0).may.claim == 30.0
    refused(session.claim(who=ANN.key, at=100.0 + GONE - 1), "not-gone")
    session.present(WHITE, True, at=150.0)
    refused(session.claim(who=ANN.key, at=500.0), "not-gone")
    session.present(WHITE, False, at=500.0)
    session.claim(who=ANN.key, at=500.0 + GONE)
    assert session.game.outcome is not None
    assert (session.game.outcome.winner, session.game.outcome.reason) == (BLACK, Reason.ABSENCE)
    absent = table()
    play(absent, 3)
    absent.present(WHITE, False, at=0.0)
    absent.propose("abort", who=ANN.key, at=GONE)  # or it does not count
    assert state(absent).called_off


def test_with_days_for_a_move_one_may_be_away_but_not_be_late() -> None:
    session = table(parse_time_control("3d"))
    play(session, FREE_MOVES, at=0.0)
    session.present(WHITE, False, at=0.0)
    refused(session.claim(who=ANN.key, at=2 * DAY), "not-gone")
    session.play(legal(session), who=ANN.key, at=2.9 * DAY)
    assert session.remaining(BLACK, 2.9 * DAY) == 3 * DAY  # again for the next move
    assert session.deadline() == pytest.approx(5.9 * DAY, abs=1)
    session.time_out(at=5.8 * DAY)
    assert not session.is_over
    session.time_out(at=6 * DAY)
    assert (outcome(session).winner, outcome(session).reason) == (BLACK, Reason.TIME)


def test_a_rematch_swaps_colours() -> None:
    session = table(TimeControl(60, 2))
    refused(session.propose("rematch", who=ANN.key, at=0), "not-over")
    play(session, 3)
    session.resign(who=BEN.key, at=0)
    assert outcome(session).winner is BLACK
    session.propose("rematch", who=BEN.key, at=0)
    _, again = session.agree(True, who=ANN.key, at=0)
    assert isinstance(again, do.BeginAnother)
    assert again.seats == {BLACK: BEN, WHITE: ANN}
    assert (again.game.clock, again.game.size, again.game.ply) == (TimeControl(60, 2), 6, 0)
    assert again.game.info["black"] == "Ben"
    session.shared = replace(state(session), another="that one")
    refused(session.propose("rematch", who=BEN.key, at=0), "game-over")


def test_phrases_are_numbered_and_the_last_ones_are_kept() -> None:
    session = table()
    refused(session.say("hello", who=EVE), "watching")
    for _ in range(SAID_KEPT + 2):
        session.say("well-played", who=BEN.key)
    said = shown(session, None).said
    assert [one.number for one in said] == list(range(3, SAID_KEPT + 3))
    assert said[-1].text == "Well played"


def test_a_game_is_studied_when_it_is_over_unless_the_host_allows_it() -> None:
    session = table()
    assert views(session)[None].can.why_not == NOT_YET
    assert views(table(early_study=True))[None].can.why_not == AS_A_COPY
    session.resign(who=ANN.key, at=0)
    assert views(session)[None].can.why_not == AS_A_COPY


def test_the_news_say_who_waits_for_whom_and_what_can_be_done() -> None:
    session = GameSession(Game(), {BLACK: ANN}, SharedState())

    def news(viewer: Color | None) -> list[tuple[str, tuple[str, ...]]]:
        return [(one.sentence, tuple(one.actions)) for one in shown(session, viewer).news]

    assert [actions for _, actions in news(Color.BLACK)] == [("invite", "close")]
    assert news(None) == []
    session.join(Color.WHITE, BEN)
    session.play(parse_square("f5"), who=ANN.key, at=0)
    session.propose("take-back", who=ANN.key, at=0)
    asked = "You asked to undo a move. Waiting for the answer."
    assert news(Color.BLACK) == [(asked, ("withdraw",))]
    wants = "Ann (guest) wants to undo the last move."
    assert news(Color.WHITE) == [(wants, ("agree", "decline"))]
    assert news(None) == [(wants, ())]
    session.agree(False, who=BEN.key, at=0)
    assert news(Color.BLACK) == [("Ben (guest) declined the undo.", ())]
    assert news(Color.WHITE) == news(None) == []
    session.propose("abort", who=BEN.key, at=0)
    assert news(None) == [("The game was aborted. It does not count.", ())]


def test_somebody_who_is_away_can_be_claimed_against_after_a_while() -> None:
    assert absence_news("Ben", 5.9, None).sentence == "Ben has been away for 5 s."
    soon = absence_news("Ben", 30.0, 29.2)
    assert soon.sentence == "Ben has been away for 30 s. You can claim the win in 30 s."
    now = absence_news("Ben", 61.0, 0.0)
    assert now.sentence == "Ben has been away for 1 min 1 s."
    assert now.actions == ("claim", "call-off")


# --- At a table of an event ----------------------------------------------------------------------


def event_table() -> GameSession:
    program = Seat(name="Bot", elsewhere=True, key="key-of-bot", program=True)
    game = Game(size=6, clock=TimeControl(60))
    shared = SharedState(Terms(event="e"))
    return GameSession(game, {BLACK: ANN, WHITE: program}, shared, since=100.0)


def test_clocks_of_an_event_run_from_the_first_move_on() -> None:
    session = event_table()
    assert session.deadline() == 160.0 + LAG
    play(session, 1, at=110)
    assert session.game.remaining(BLACK) == 50
    assert session.deadline() == 170.0 + LAG
    assert session.time_out(171)
    assert (outcome(session).winner, outcome(session).reason) == (BLACK, Reason.TIME)


@pytest.mark.parametrize("wish", WISHES)
def test_nothing_is_proposed_at_a_table_of_an_event(wish: Wish) -> None:
    session = event_table()
    refused(session.propose(wish, who=ANN.key, at=101), "event")
    session.resign(who=ANN.key, at=101)
    refused(session.propose(wish, who=ANN.key, at=102), "event")
    view, may = views(session)[BLACK], shown(session, BLACK).may
    assert not any((view.can.undo, may.rematch, may.abort))


def test_an_illegal_answer_of_a_program_forfeits_and_that_of_a_person_does_not() -> None:
    session = event_table()
    refused(session.play(parse_square("a1", 6), who=ANN.key, at=101), "illegal-move")
    play(session, 1, at=101)
    session.play(parse_square("a1", 6), who="key-of-bot", at=102)
    assert (outcome(session).winner, outcome(session).reason) == (BLACK, Reason.FORFEIT)
    failure = state(session).failure
    assert failure is not None
    assert failure.kind == "illegal"


def test_a_program_that_says_how_it_failed_forfeits() -> None:
    session = event_table()
    session.resign(who="key-of-bot", at=101, failure=Failure("crash", "boom"))
    assert (outcome(session).winner, outcome(session).reason) == (BLACK, Reason.FORFEIT)
    assert state(session).failure == Failure("crash", "boom")
    assert [one.sentence for one in news_of(session, None)] == [
        "Bot (program) crashed."
    ]  # and no more


def test_undo_while_the_opponent_asks_to_take_back_is_no_agreement() -> None:
    session = table()
    play(session, 3)
    session.undo(who=ANN.key, at=1.0)
    refused(session.undo(who=BEN.key, at=2.0), "answer-first")
    assert session.game.ply == 3


def test_a_player_who_was_away_too_waits_before_claiming() -> None:
    session = table()
    play(session, 2)
    session.present(BLACK, False, at=10.0)
    session.present(WHITE, False, at=10.0)
    session.present(WHITE, True, at=100.0)
    refused(session.claim(who=BEN.key, at=101.0), "not-gone")
    refused(session.claim(who=BEN.key, at=100.0 + GONE), None)
    assert session.is_over


@given(st.integers(0, 12), st.sampled_from(WISHES), st.booleans())
def test_a_view_for_another_viewer_is_the_one_made_for_them(
    moves: int, wish: Wish, away: bool
) -> None:
    session = table(TimeControl(60))
    play(session, moves)
    session.propose(wish, who=ANN.key, at=1.0)
    session.present(WHITE, not away, at=2.0)
    wanted = views(session, at=3.0)
    for first in wanted.values():
        for viewer, view in wanted.items():
            assert seen_by(first, session, viewer, 3.0, False) == view
