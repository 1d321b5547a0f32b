"""A game: its history, forced passes, taking back, the end, clocks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import games

from outflank.board import Board, Color, IllegalMove
from outflank.game import Game, GameOver, Outcome, Reason, TimeControl, parse_time_control

# Found by random play on 4×4: White has no move after Black's fifth.
WITH_A_PASS = ["a2", "a3", "b4", "c1", "a4"]


def played(moves: list[str], size: int = 8) -> Game:
    game = Game(size=size)
    for move in moves:
        game.play(move)
    return game


@given(games())
def test_history_leads_from_the_start_to_the_board_and_nobody_is_left_to_pass(game: Game) -> None:
    board = game.start
    for ply in game.history:
        assert ply.color is board.turn
        board = board.pass_turn() if ply.square is None else board.play(ply.square)
        assert ply.board == board
    assert game.board == board
    assert not game.board.must_pass


@given(games(), st.data())
def test_any_ply_can_be_gone_to_and_everything_comes_back(game: Game, data: st.DataObject) -> None:
    everything = game.history
    ply = data.draw(st.integers(0, len(everything)))
    game.go_to(ply)
    assert game.history + game.future == everything
    assert not game.board.must_pass
    while game.can_redo:
        game.redo()
    assert game.history == everything
    while game.can_undo:
        game.undo()
    assert game.transcript == ""


def test_a_forced_pass_enters_by_itself_and_is_taken_back_with_its_move() -> None:
    game = played(WITH_A_PASS, size=4)
    assert [ply.name for ply in game.history] == [*WITH_A_PASS, "pass"]
    assert game.history[-1].color is Color.WHITE
    assert game.turn is Color.BLACK
    assert game.last_move is not None
    assert game.last_move.name == "a4"
    game.undo()
    assert game.transcript == "".join(WITH_A_PASS[:-1])
    game.redo()
    assert game.history[-1].is_pass
    game.go_to(5)  # between the move and the pass: the pass is made as well
    assert game.ply == 6


def test_a_set_up_where_one_must_pass_starts_with_the_pass() -> None:
    game = Game(Board.from_rows(["OX--", "----", "----", "----"]))
    assert [ply.name for ply in game.history] == ["pass"]
    assert game.turn is Color.WHITE
    assert not game.can_undo
    with pytest.raises(ValueError, match="no move to undo"):
        game.undo()


def test_a_move_from_an_earlier_position_replaces_what_came_after() -> None:
    game = played(["f5", "d6", "c3"])
    game.undo()
    game.undo()
    game.play("f6")
    assert game.transcript == "f5f6"
    assert not game.can_redo
    with pytest.raises(ValueError, match="no move to redo"):
        game.redo()


def test_an_illegal_move_changes_nothing() -> None:
    game = played(["f5"])
    game.undo()
    with pytest.raises(IllegalMove):
        game.play("a1")
    assert game.can_redo
    assert game == _after_undo(played(["f5"]))


def _after_undo(game: Game) -> Game:
    game.undo()
    return game


def test_a_finished_game_tells_winner_discs_and_reason_and_takes_no_move() -> None:
    # The shortest wipe-out known: Black has all discs after nine moves.
    game = played(["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"])
    assert game.outcome == Outcome(Color.BLACK, 64, 0, Reason.NO_MOVES, (13, 0))
    assert str(game.outcome) == (
        "Black wins 13–0 (scored 64–0: the winner gets the 51 empty squares)"
    )
    with pytest.raises(GameOver, match="already over: Black wins 13–0"):
        game.play("a1")


def test_a_draw_shares_the_empties() -> None:
    game = Game(Board.from_rows(["X--O", "----", "----", "----"]))
    assert game.outcome == Outcome(None, 8, 8, Reason.NO_MOVES, (1, 1))
    assert str(game.outcome) == "Draw, 1–1 (scored 8–8: both sides share the 14 empty squares)"


@given(games())
def test_the_outcome_agrees_with_the_score_of_the_board(game: Game) -> None:
    outcome = game.outcome
    if outcome is None:
        assert game.board.legal_moves
    else:
        sign = 1 if game.turn is Color.BLACK else -1
        assert outcome.score == sign * game.board.score
        assert outcome.black + outcome.white == game.size**2


def test_a_resignation_ends_the_game_and_can_be_taken_back_and_made_again() -> None:
    game = played(["f5"])
    game.resign()
    assert game.outcome == Outcome(Color.BLACK, 64, 0, Reason.RESIGNATION, (4, 1))
    assert str(game.outcome) == (
        "White resigned. Black wins (scored 64–0; on the board Black 4, White 1)"
    )
    with pytest.raises(GameOver):
        game.play("d6")
    with pytest.raises(GameOver):
        game.resign()
    game.undo()
    assert game.outcome is None
    assert game.transcript == "f5"
    game.redo()
    assert game.is_over
    game.go_to(0)
    assert game.outcome is None
    game.play("d3")
    assert not game.can_redo


def test_a_game_shows_itself_in_one_line() -> None:
    game = played(["f5", "d6"])
    assert repr(game) == "<Game f5d6: Black to move>"
    assert repr(Game(Board.from_rows(["XO--", "----", "----", "----"]))) == (
        "<Game without moves from XO-------------- X: Black to move>"
    )
    with pytest.raises(ValueError, match=r"a side must be Color\.BLACK .* got 'white'"):
        game.resign("white")  # type: ignore[arg-type]


def test_the_end_of_the_record_is_known_while_looking_back() -> None:
    game = played(["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"])
    end = game.outcome
    game.go_to(2)
    assert game.outcome is None
    assert game.final_outcome == end
    game.play("c4")
    assert game.final_outcome is None
    resigned = played(["f5", "d6"])
    resigned.resign()
    end = resigned.outcome
    resigned.go_to(1)
    assert resigned.final_outcome == end
    assert played(["f5"]).final_outcome is None


def test_either_side_can_resign() -> None:
    game = Game(size=6)
    game.resign(Color.WHITE)
    assert game.outcome == Outcome(Color.BLACK, 36, 0, Reason.RESIGNATION, (2, 2))


def test_a_clock_runs_down_by_the_seconds_passed_in_and_gains_the_increment() -> None:
    game = Game(clock=TimeControl(60, 2))
    game.play("f5", seconds=10)
    game.play("d6", seconds=1.5)
    assert game.remaining(Color.BLACK) == 52
    assert game.remaining(Color.WHITE) == 60.5
    game.undo()
    assert game.remaining(Color.WHITE) == 60


def test_a_move_made_too_late_loses_on_time_instead_of_being_made() -> None:
    game = Game(clock=TimeControl(5))
    game.play("f5", seconds=5)
    game.play("d6", seconds=5.1)
    assert game.transcript == "f5"
    assert game.outcome == Outcome(Color.BLACK, 64, 0, Reason.TIME, (4, 1))
    assert "White ran out of time" in str(game.outcome)
    assert game.remaining(Color.WHITE) == 0
    assert game.remaining(Color.BLACK) == 0


def test_a_clock_needs_to_be_told_the_time() -> None:
    with pytest.raises(ValueError, match="seconds must be given for each move"):
        Game(clock=TimeControl(60)).play("f5")
    for nonsense in (float("nan"), -1, float("inf"), 1e10):
        with pytest.raises(ValueError, match="seconds must be from 0 to 1000000000"):
            Game(clock=TimeControl(60)).play("f5", seconds=nonsense)
        with pytest.raises(ValueError, match="seconds must be from 0 to 1000000000"):
            Game().play("f5", seconds=nonsense)
    with pytest.raises(ValueError, match="this game has no clock"):
        Game().remaining(Color.BLACK)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5+3", (300, 3)),
        ("10", (600, 0)),
        ("1:30+0", (90, 0)),
        ("0:05+0.5", (5, 0.5)),
        ("3d", (259_200, 0, True)),
    ],
)
def test_time_controls_are_read_as_people_write_them(text: str, control: Any) -> None:
    assert parse_time_control(text) == TimeControl(*control)
    assert parse_time_control(str(TimeControl(*control))) == TimeControl(*control)


@pytest.mark.parametrize(
    "text",
    ["", "abc", "-5", "0", "5+-1", "5+x", "nan", "1:2:3", "inf", "-1:90", "1e99", "d", "0d", "-1d"],
)
def test_nonsense_is_no_time_control(text: str) -> None:
    with pytest.raises(ValueError, match="such as 5\\+3"):
        parse_time_control(text)


def test_there_is_no_ply_beyond_the_last() -> None:
    with pytest.raises(ValueError, match="has plies 0 to 1; got 2"):
        played(["f5"]).go_to(2)


def test_a_branch_knows_the_moves_so_far_and_leaves_the_game_alone() -> None:
    game = Game(info={"black": "Ann"})
    for square in ("f5", "d6", "c3"):
        game.play(square)
    game.resign()
    game.go_to(2)
    branch = game.branch()
    assert (branch.transcript, branch.future, branch.outcome) == ("f5d6", (), None)
    assert branch.info == game.info
    branch.play("c4")
    assert [ply.name for ply in game.future] == ["c3"]
    assert not branch.can_redo
    game.go_to(3)
    assert game.can_redo  # the resignation


def test_the_way_is_known_from_the_usual_start_alone() -> None:
    game = Game()
    game.play("f5")
    game.play("d6")
    game.undo()
    assert game.moves_from_start == (37,)
    assert Game(game.board).moves_from_start is None
