"""What a screen is given to draw."""

from collections.abc import Iterable

from outflank.board import Board, Color, parse_square
from outflank.formats import read_transcript
from outflank.game import Reason
from outflank.play import instructions as do
from outflank.play.seat import HUMAN, Seat
from outflank.play.session import GameSession
from outflank.play.view import GameView, SeatView, view_of

BLACK, WHITE = Color.BLACK, Color.WHITE
# Black plays a3; White has no move then, and Black plays the other.
PASS_START = "XO-- ---- ---- XO-- X"


def describe(seat: str, size: int) -> SeatView:
    return SeatView(seat, seat == HUMAN, seat.capitalize(), f"{seat} on {size}×{size}", "")


def seen(session: GameSession, instructions: Iterable[do.Instruction] = ()) -> GameView:
    return view_of(session, instructions, describe=describe, opening="Tiger")


def at_table(moves: str = "", white: str = HUMAN, board: Board | None = None) -> GameSession:
    return GameSession(read_transcript(moves, board), {BLACK: Seat(), WHITE: Seat(white)})


def test_the_person_to_move_sees_the_moves_and_what_they_turn() -> None:
    view = seen(at_table())
    assert view.legal == {"d3": ["d4"], "c4": ["d4"], "f5": ["e5"], "e6": ["e5"]}
    assert (view.turn, view.status, view.last) == (BLACK, "Black to move", None)
    assert (view.counts.black, view.counts.white, view.counts.empty) == (2, 2, 60)
    assert (view.opening, view.can.study) == ("Tiger", True)


def test_while_a_computer_thinks_nobody_may_move() -> None:
    session = at_table(white="greedy")
    view = seen(session, session.play(parse_square("f5")))
    assert view.legal == {}
    assert view.thinking is not None
    assert (view.thinking.ticket, view.thinking.color) == (1, WHITE)
    assert view.status == "Greedy (White) is thinking…"
    session.pause()
    assert seen(session).paused
    assert seen(session).status == "Paused. Greedy (White) is next"


def test_the_moves_are_numbered_and_a_pass_is_not() -> None:
    session = at_table(board=Board.from_text(PASS_START))
    told = session.play(session.game.board.legal_moves[0])
    view = seen(session, told)
    assert [(ply.ply, ply.number, ply.color) for ply in view.moves] == [
        (1, 1, BLACK),
        (2, None, WHITE),
    ]
    assert view.moves[1].square is None
    assert [(notice.kind, notice.color) for notice in view.notices] == [("pass", WHITE)]


def test_moves_taken_back_are_still_shown() -> None:
    session = at_table("f5d6c3")
    session.go_to(1)
    view = seen(session)
    assert (view.ply, view.transcript, len(view.moves)) == (1, "f5", 3)
    assert (view.can.undo, view.can.redo) == (True, True)


def test_a_failure_is_told_by_the_name_of_the_player() -> None:
    session = at_table(white="greedy")
    session.play(parse_square("f5"))
    view = seen(session, session.fail(1, "It raised an error."))
    assert [(one.kind, one.color, one.sentence) for one in view.notices] == [
        ("failure", WHITE, "Greedy cannot move. It raised an error.")
    ]


def test_the_end_is_told_in_a_sentence() -> None:
    session = at_table("f5")
    view = seen(session, session.resign())
    assert view.outcome is not None
    assert (view.outcome.winner, view.outcome.reason) == (BLACK, Reason.RESIGNATION)
    assert view.status == view.outcome.sentence
    assert [one.kind for one in view.notices] == ["finished"]
