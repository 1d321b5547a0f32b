"""A signal is noticed while games are waited for, also one that woke another thread."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures import _base as futures
from pathlib import Path
from traceback import walk_stack
from types import FrameType

import pytest

from outflank.arena.entrants import make_entrants
from outflank.arena.log import GameLog
from outflank.arena.playing.trial import try_out
from outflank.arena.records import Assignment, PlayedGame
from outflank.arena.runs import RunSettings, Tournament
from outflank.arena.tuning import Tuning, TuningSettings
from outflank.players import find_opponent

RUN = RunSettings(make_entrants(["random", "greedy"], 8), pairs=1)
TUNING = TuningSettings(player="positional", parameters=("corner",), steps=1, pairs=1)

PATIENCE = 60.0  # seconds; it takes a fifth of one
Play = Callable[[Sequence[Assignment]], list[PlayedGame]]


class Noticed(Exception):
    """The handler of the signal ran."""


@pytest.fixture
def noticed() -> Iterator[threading.Event]:
    """Set by the handler of the signal, which then raises."""
    event = threading.Event()

    def notice(number: int, frame: FrameType | None) -> None:
        event.set()
        raise Noticed

    before = signal.signal(signal.SIGUSR1, notice)
    yield event
    signal.signal(signal.SIGUSR1, before)


def _try_out(executor: Executor, play: Play, log: Path) -> None:
    try_out(RUN, executor, play)


def _play_run(executor: Executor, play: Play, log: Path) -> None:
    with GameLog.create(log, RUN.to_json()) as games:
        Tournament(RUN, games, executor, workers=1, play=play).run()


def _tune(executor: Executor, play: Play, log: Path) -> None:
    parameters = find_opponent("positional")[0].parameters
    with GameLog.create(log, TUNING.to_json()) as games:
        for _ in Tuning(TUNING, parameters, {}, games, executor, play=play).run():
            pass


def _sleeps(thread: int) -> bool:
    """Whether a thread waits for a game, and not for its turn: it does nothing while it could."""
    waiting, *around = (frame.f_code for frame, _ in walk_stack(sys._current_frames()[thread]))
    before = sys._current_frames()[thread].f_lasti
    time.sleep(0.01)
    after = sys._current_frames()[thread]
    return (
        waiting is after.f_code is threading.Condition.wait.__code__
        and before == after.f_lasti
        and any(code.co_filename == futures.__file__ for code in around)
    )


@pytest.mark.parametrize("work", [_try_out, _play_run, _tune])
def test_a_signal_to_another_thread_is_noticed(
    work: Callable[[Executor, Play, Path], None], noticed: threading.Event, tmp_path: Path
) -> None:
    main = threading.get_ident()
    assert main == threading.main_thread().ident
    in_time: list[bool] = []

    def play(games: Sequence[Assignment]) -> list[PlayedGame]:
        while not noticed.is_set() and not _sleeps(main):
            pass
        if not in_time and not noticed.is_set():  # or this is a game more, which nobody waits for
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)  # it wakes this thread alone
            in_time.append(noticed.wait(PATIENCE))
        raise RuntimeError("the game is given up, which wakes whoever waits for it")

    executor = ThreadPoolExecutor(1)
    try:
        with pytest.raises(Noticed):
            work(executor, play, tmp_path / "log.jsonl")
    finally:
        executor.shutdown(cancel_futures=True)
    assert in_time == [True]
