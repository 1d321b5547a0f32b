"""Players that misbehave forfeit, and nothing else happens."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from processes import wait_until_ended

from outflank.arena.playing.executors import LocalExecutor, play_safely
from outflank.arena.playing.guard import Guard, GuardStopped
from outflank.arena.playing.referee import play_game
from outflank.arena.records import Assignment, Entrant, FaultKind, Limits, PlayedGame
from outflank.board import Board, Color


@pytest.fixture
def guard() -> Iterator[Guard]:
    guard = Guard()
    yield guard
    guard.close()


def _game(black: str, white: str, *, seconds: float = 60, memory_mb: int = 0) -> Assignment:
    return Assignment(
        game=4,
        round=0,
        pair=2,
        black=Entrant("black bot", black),
        white=Entrant("white bot", white),
        opening="f5d6c3d3",
        size=8,
        seed=1,
        limits=Limits(seconds, memory_mb),
    )


def test_a_game_is_played_to_its_end(guard: Guard) -> None:
    record = guard.play(_game("greedy", "random"))
    assert record.fault is None
    assert record.discs is not None
    assert sum(record.discs) == 64
    assert record.moves.startswith("f5d6c3d3")
    assert record == _without_times(guard.play(_game("greedy", "random")), record)


def _without_times(record: PlayedGame, like: PlayedGame) -> PlayedGame:
    return PlayedGame(**{**vars(record), "seconds": like.seconds})


@pytest.mark.parametrize(
    ("bot", "kind", "words"),
    [
        ("Raises", FaultKind.CRASH, "I give up"),
        ("Unmakeable", FaultKind.CRASH, "not today"),
        ("Illegal", FaultKind.ILLEGAL, "z9"),
        ("Occupied", FaultKind.ILLEGAL, "27"),
        ("Sleeps", FaultKind.TIME, " 2 s"),
        ("HangsInC", FaultKind.TIME, " 2 s"),
        ("Segfaults", FaultKind.CRASH, "SIGSEGV"),
        ("Exits", FaultKind.CRASH, "exit code 3"),
        ("SystemExits", FaultKind.CRASH, "bye"),
        ("EatsMemory", FaultKind.MEMORY, "MemoryError"),
    ],
)
def test_whatever_a_player_does_wrong_is_its_forfeit(
    guard: Guard, bots: Path, bot: str, kind: FaultKind, words: str
) -> None:
    seconds = 2 if kind is FaultKind.TIME else 60
    # Whatever the process still had to load is loaded: a short limit is for the player alone.
    assert guard.play(_game("first", f"{bots}:Good", memory_mb=700)).fault is None
    game = _game("first", f"{bots}:{bot}", seconds=seconds, memory_mb=700)
    record = guard.play(game)
    assert record.winner is Color.BLACK
    assert record.discs is None
    assert record.fault is not None
    assert (record.fault.player, record.fault.kind) == ("white bot", kind)
    assert words in record.fault.message
    position = Board.from_text(record.fault.position)
    if bot not in ("Unmakeable", "Exits"):
        assert position.turn is Color.WHITE
    if bot in ("Raises", "Segfaults"):
        # The moves made before it went wrong are all there.
        assert len(position.empties) == 51
        assert len(record.moves) == 2 * (60 - 51)
    if kind is not FaultKind.ILLEGAL and bot != "Exits":
        # Its own line in its own file, even where the process died or hung.
        assert "bots.py" in record.fault.traceback
    # And the next game is played as if nothing had been.
    assert guard.play(_game("first", "greedy")).fault is None


def test_a_process_killed_by_somebody_else_is_nobodys_fault(guard: Guard, bots: Path) -> None:
    """The game is played again; only a process that dies twice is blamed on the player."""
    wanted = guard.play(_game("random", f"{bots}:Waits"))
    results: list[PlayedGame] = []
    thread = threading.Thread(
        target=lambda: results.append(guard.play(_game("random", f"{bots}:Waits")))
    )
    first = guard._playing
    assert first is not None
    closed = bots.with_name("closed")
    closed.touch()
    thread.start()
    while first.notes.read().asked is None:
        time.sleep(0.001)
    os.kill(first.process.pid, signal.SIGKILL)
    closed.unlink()
    thread.join()
    assert results[0].moves == wanted.moves
    assert results[0].fault is None


def test_stopping_ends_a_running_game_and_its_process_at_once(bots: Path) -> None:
    executor = LocalExecutor(1)
    running = executor.submit(play_safely, [_game("first", f"{bots}:Sleeps")])
    queued = executor.submit(play_safely, [_game("first", "first")])
    while not executor._guards or executor._guards[0]._playing is None:
        time.sleep(0.001)
    process = executor._guards[0]._playing.process
    executor.stop_now()
    with pytest.raises(GuardStopped):
        running.result()
    assert queued.cancelled()
    assert process.poll() is not None


def test_a_playing_process_does_not_outlive_whoever_started_it(bots: Path) -> None:
    """Killed without warning, an arena leaves no process thinking for ever."""
    program = (
        "from outflank.arena.playing.guard import Guard\n"
        "from outflank.arena.records import *\n"
        "import os, threading, time\n"
        "guard = Guard()\n"
        f"bot = Entrant('a', '{bots}:Sleeps')\n"
        "game = Assignment(0, 0, 0, bot, Entrant('b', 'first'), '', 8, 1)\n"
        "threading.Thread(target=guard.play, args=(game,), daemon=True).start()\n"
        "while not (guard._playing and guard._playing.notes.read().asked): time.sleep(0.01)\n"
        "print(guard._playing.process.pid, flush=True)\n"
        "time.sleep(3600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    wait_until_ended(child)


def test_players_that_can_be_closed_are_closed_after_the_game() -> None:
    closed: list[str] = []

    class Closable:
        def choose(self, board: Board) -> int:
            if len(board.empties) < 50:
                raise RuntimeError
            return next(iter(board.legal_moves))

        def close(self) -> None:
            closed.append("closed")
            raise OSError("gone already")

    record = play_game(_game("a", "b"), lambda spec, seed, size: Closable())
    assert record.fault is not None
    assert closed == ["closed", "closed"]


def test_a_fault_in_the_middle_of_a_bundle_costs_no_other_game(guard: Guard, bots: Path) -> None:
    """The process already has the next game when it dies; that game is played by the next one."""
    bad = ("Segfaults", "Illegal", "Sleeps")
    games = [_game("random", "greedy")]
    for bot in bad:
        games += [_game("first", f"{bots}:{bot}", seconds=0.3), _game("random", "greedy")]
    records = guard.play_all(games)
    assert [record.fault is not None for record in records] == [False, True] * 3 + [False]
    assert len({record.moves for record in records[::2]}) == 1


def test_who_tidies_up_the_files_of_its_process_harms_only_its_process(
    guard: Guard, bots: Path
) -> None:
    """Both games count; the second is played in a fresh process, where one may print."""
    records = guard.play_all(
        [
            _game("first", f"{bots}:ClosesFew"),
            _game(f"{bots}:Good", "first"),
            _game("first", "first"),
        ]
    )
    assert [record.fault for record in records] == [None, None, None]
    assert "hm" in records[1].printed[0]


@pytest.mark.parametrize("innocent", ["Good", "first"])
def test_who_closes_our_own_files_forfeits_and_nobody_else(
    guard: Guard, bots: Path, innocent: str
) -> None:
    other = f"{bots}:Good" if innocent == "Good" else innocent
    games = [_game(other, f"{bots}:ClosesAll"), _game("first", "greedy")]
    spoilt, fine = guard.play_all(games)
    assert fine.fault is None
    assert spoilt.fault is not None
    assert spoilt.fault.player == "white bot"
    assert "closed" in spoilt.fault.message


def test_gigabytes_of_print_are_kept_nowhere(guard: Guard, bots: Path) -> None:
    record = guard.play(_game("first", f"{bots}:Chatters"))
    assert record.fault is None
    assert len(record.printed[1]) < 5000
    assert guard._playing is not None
    assert len(guard._playing.stderr_tail()) <= 4000


def test_a_thread_that_a_player_leaves_meets_no_other_players(guard: Guard, bots: Path) -> None:
    games = [_game("first", f"{bots}:LeavesThreads")] * 3
    records = guard.play_all(games)
    assert [record.fault for record in records] == [None] * 3
    assert len({record.printed[1].splitlines()[0] for record in records}) == 3


def test_a_program_that_a_player_leaves_is_ended_before_the_next_game(
    guard: Guard, bots: Path
) -> None:
    assert guard.play(_game("first", f"{bots}:LeavesPrograms")).fault is None
    assert guard.play(_game("first", "greedy")).fault is None
    for process in map(int, bots.with_name("left").read_text().split()):
        wait_until_ended(process)


CLOCKED = '''
import time
from outflank.arena.playing import referee

class Loads:
    """Takes an hour to sit down, by the referee's clock, and answers at once."""
    def get_ready(self):
        referee.monotonic = lambda: time.monotonic() + 3600
    def choose(self, board):
        return list(board.legal_moves)[0]

class Clocked(Loads):
    """Says what is left on its clock."""
    def get_ready(self):
        pass
    def choose_in_time(self, board, left):
        print(f"{left.seconds:.1f}+{left.increment}")
        return list(board.legal_moves)[0]

class Late(Clocked):
    """Takes its time."""
    def choose_in_time(self, board, left):
        time.sleep(0.3)
        return list(board.legal_moves)[0]

class Never(Clocked):
    def choose_in_time(self, board, left):
        time.sleep(3600)
'''


@pytest.fixture
def clocked(tmp_path: Path) -> str:
    (tmp_path / "clocked.py").write_text(CLOCKED)
    return str(tmp_path / "clocked.py")


def test_loading_is_on_no_clock(guard: Guard, clocked: str) -> None:
    for limits in (Limits(60.0), Limits(clock=60.0)):
        game = replace(_game("first", f"{clocked}:Loads"), limits=limits, size=4, opening="")
        record = guard.play(game)
        assert record.fault is None
        assert record.seconds[1] < 60


def test_a_clock_is_told_and_gains_with_each_move(guard: Guard, clocked: str) -> None:
    limits = Limits(clock=50.0, increment=10.0)
    game = replace(_game("first", f"{clocked}:Clocked"), limits=limits, size=4, opening="")
    told = guard.play(game).printed[1].split()
    assert told[:2] == ["50.0+10.0", "60.0+10.0"]


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Late", r"\d+\.\d\d s .* 0\.\d\d s"),
        ("Never", "clock"),
    ],
)
def test_a_clock_that_ran_out_is_a_forfeit(
    guard: Guard, clocked: str, monkeypatch: pytest.MonkeyPatch, bot: str, words: str
) -> None:
    if bot == "Late":  # its own referee shall judge it, however busy the machine is
        monkeypatch.setattr("outflank.arena.playing.guard.GRACE", 600.0)
    game = replace(_game("first", f"{clocked}:{bot}"), limits=Limits(clock=0.5))
    fault = guard.play(game).fault
    assert fault is not None
    assert fault.kind is FaultKind.TIME
    assert re.search(words, fault.message)


def test_a_game_can_be_solved_instead_of_played_to_its_end(guard: Guard) -> None:
    game = _game("engine:depth=10", "engine:depth=10")
    whole, solved = guard.play(game), guard.play(replace(game, adjudicate=10))
    assert solved.adjudicated == 10
    assert whole.moves.startswith(solved.moves)
    assert (solved.winner, solved.discs) == (whole.winner, whole.discs)
    assert PlayedGame.from_json(solved.to_json()) == solved
