"""Thinking is bounded in time and in number, and can be stopped."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from endless_player import ENDLESS

from outflank.board import Board
from outflank.play.thinkers.processes import (
    QUICK,
    CannotAnswer,
    ProcessThinkers,
    Stopped,
)
from outflank.workers.fair_queue import Busy
from outflank.workers.service_process import ServiceProcess

BOTS = """
import os, threading, time

class Good:
    def choose(self, board):
        return list(board.legal_moves)[-1]

class Threads(Good):
    def choose(self, board):
        threading.Thread(target=time.sleep, args=[3600], daemon=True).start()
        return super().choose(board)

class Closes(Good):
    def choose(self, board):
        os.closerange(0, 64)
        return super().choose(board)

class ClosesAll(Good):
    def choose(self, board):
        os.closerange(0, 4096)
        return super().choose(board)

class Exits(Good):
    def choose(self, board):
        os._exit(3)
"""


@pytest.fixture
def room() -> Iterator[ProcessThinkers]:
    room = ProcessThinkers(1, seconds=60, patience=0.2, waiting=0)
    yield room
    room.close()


def idle(room: ProcessThinkers) -> list[ServiceProcess]:
    """The thinkers that wait for a question."""
    return room._quick.idle + room._long.idle


def test_a_player_answers_and_its_process_is_used_again(room: ProcessThinkers) -> None:
    board = Board()
    assert room.choose("greedy", board, "a") in board.legal_moves
    (thinker,) = idle(room)
    assert room.choose("first", board, "b") == 19
    assert idle(room) == [thinker]


def test_who_is_known_to_be_quick_goes_before_who_thinks_for_long(
    room: ProcessThinkers, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(
        "import os\n"
        "class Tells:\n"
        "    def choose(self, board):\n"
        f"        open({str(tmp_path / 'told')!r}, 'a').write(f'{{os.nice(0)}} ')\n"
        "        return next(iter(board.legal_moves))\n"
    )

    def told() -> int:
        room.choose(str(tmp_path / "bot.py"), Board(), "short")
        return int((tmp_path / "told").read_text().split()[-1])

    unknown = told()  # at first nobody knows how quick it is
    # A hundred quick answers are enough, and as many again after one that a busy machine delayed.
    assert any(told() < unknown for _ in range(5000))


def test_who_thinks_too_long_is_ended_and_told(room: ProcessThinkers) -> None:
    room.seconds = 1.0
    with pytest.raises(CannotAnswer, match="did not answer within 1 seconds"):
        room.choose(ENDLESS, Board(), "a")
    assert idle(room) == []
    room.seconds = 60
    assert room.choose("first", Board(), "b") == 19


@contextmanager
def thinking_for_ever(room: ProcessThinkers, visitor: str = "ann") -> Iterator[threading.Thread]:
    """Somebody's long thought, which takes a place until it is stopped."""

    def think() -> None:
        with pytest.raises(Stopped):
            room.choose(ENDLESS, Board(), visitor, visitor=visitor)

    thread = threading.Thread(target=think)
    thread.start()
    while not any(one.topic == visitor and one.thinker for one in room._thoughts):
        thread.join(0.02)
    try:
        yield thread
    finally:
        room.stop(visitor)
        thread.join()


def test_a_second_question_finds_the_room_full_and_a_stop_frees_it(room: ProcessThinkers) -> None:
    with thinking_for_ever(room) as thread:
        with pytest.raises(Busy) as busy:
            room.choose("first", Board(), "short")
        assert busy.value.retry_after >= 1
        room.stop("something else")
        assert thread.is_alive()
    assert room.choose("first", Board(), "short") == 19


def is_quick(room: ProcessThinkers, player: str) -> bool:
    """Whether a player is known to answer at once on the first board."""
    return room._longest[player, Board().size, len(Board().empties)] <= QUICK


def test_a_quick_player_does_not_wait_behind_slow_ones(room: ProcessThinkers) -> None:
    room.warm_up("first")
    while not is_quick(room, "first"):  # a busy machine may have delayed its answer
        room.warm_up("first")
    with thinking_for_ever(room):
        assert room.choose("first", Board(), "short", visitor="bob") == 19
        with pytest.raises(Busy):  # nobody knows yet how quick it is on this board
            room.choose("first", Board(6), "other", visitor="bob")


def test_a_question_that_waits_can_be_stopped_too() -> None:
    room = ProcessThinkers(1, seconds=60, patience=60, waiting=1)
    stopped = threading.Event()

    def ask() -> None:
        try:
            room.choose("first", Board(), "waits")
        except Stopped:
            stopped.set()

    with thinking_for_ever(room):
        thread = threading.Thread(target=ask)
        thread.start()
        while len(room._thoughts) < 2:
            thread.join(0.02)
        room.stop("waits")
    thread.join()
    assert stopped.is_set()
    room.close()


@pytest.mark.parametrize(("bot", "again"), [("Good", True), ("Threads", False), ("Closes", False)])
def test_what_a_player_leaves_behind_meets_no_other_player(
    room: ProcessThinkers, tmp_path: Path, bot: str, again: bool
) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    room.choose("first", Board(), "before")
    before = list(idle(room))
    assert room.choose(f"{bots}:{bot}", Board(), "a") == 44
    assert (idle(room) == before != []) == again
    assert room.choose("first", Board(), "b") == 19


def test_a_player_that_ends_its_process_is_told(room: ProcessThinkers, tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    with pytest.raises(CannotAnswer, match=r"ended without an answer \(exit code 3\)"):
        room.choose(f"{bots}:Exits", Board(), "a")
    with pytest.raises(CannotAnswer, match="ended without an answer"):
        room.choose(f"{bots}:ClosesAll", Board(), "b")
    assert room.choose("first", Board(), "c") == 19


def test_a_player_that_cannot_be_made_is_told_by_name(room: ProcessThinkers) -> None:
    with pytest.raises(CannotAnswer, match="UnknownOpponent"):
        room.choose("nobody", Board(), "a")


def test_a_thinker_that_died_is_replaced(room: ProcessThinkers) -> None:
    room.warm_up("first")
    (thinker,) = idle(room)
    thinker.process.kill()
    thinker.process.wait()
    assert room.choose("first", Board(), "a") == 19
