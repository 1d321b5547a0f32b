"""Thinking is bounded in time and in number, and can be stopped."""

import threading
from collections.abc import Iterator

import pytest

from outflank.board import Board
from outflank.web.thinking import Busy, CannotAnswer, Stopped, ThinkingRoom

ENDLESS = "lookahead:depth=8"  # on 16×16 in plain Python: minutes


@pytest.fixture
def room() -> Iterator[ThinkingRoom]:
    room = ThinkingRoom(1, seconds=60, patience=0.2, waiting=0)
    yield room
    room.close()


def test_a_player_answers_and_its_process_is_used_again(room: ThinkingRoom) -> None:
    board = Board()
    assert room.choose("greedy", board, "a") in board.legal_moves
    (thinker,) = room._idle
    assert room.choose("first", board, "b") == 19
    assert room._idle == [thinker]


def test_who_thinks_too_long_is_ended_and_told(room: ThinkingRoom) -> None:
    room.seconds = 1.0
    with pytest.raises(CannotAnswer, match="did not answer within 1 seconds"):
        room.choose(ENDLESS, Board(16), "a")
    assert room._idle == []
    room.seconds = 60
    assert room.choose("first", Board(), "b") == 19


def test_a_second_question_finds_the_room_full_and_a_stop_frees_it(room: ThinkingRoom) -> None:
    outcome: list[type[BaseException]] = []

    def think() -> None:
        try:
            room.choose(ENDLESS, Board(16), "long")
        except Stopped as stopped:
            outcome.append(type(stopped))

    thread = threading.Thread(target=think)
    thread.start()
    while "long" not in room._at_work:
        thread.join(0.02)
    with pytest.raises(Busy) as busy:
        room.choose("first", Board(), "short")
    assert busy.value.retry_after >= 1
    room.stop("something else")
    assert thread.is_alive()
    room.stop("long")
    thread.join()
    assert outcome == [Stopped]
    assert room.choose("first", Board(), "short") == 19


def test_a_player_that_cannot_be_made_is_told_by_name(room: ThinkingRoom) -> None:
    with pytest.raises(CannotAnswer, match="UnknownOpponent"):
        room.choose("nobody", Board(), "a")


def test_a_thinker_that_died_is_replaced(room: ThinkingRoom) -> None:
    room.warm_up()
    (thinker,) = room._idle
    thinker.process.kill()
    thinker.process.wait()
    assert room.choose("first", Board(), "a") == 19
