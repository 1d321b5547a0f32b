"""Threads wait for a place, and are told when there is none."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from outflank.workers.fair_queue import Busy, FairQueue
from outflank.workers.fair_slots import FairSlots


def _slots(slots: int, waiting: int, patience: float) -> FairSlots:
    return FairSlots(
        FairQueue(slots, waiting=waiting), patience=patience, sentence="All are taken."
    )


@contextmanager
def _held(slots: FairSlots, visitor: str) -> Iterator[None]:
    """A place is taken by another thread."""
    sits, go = threading.Event(), threading.Event()

    def hold() -> None:
        with slots.acquire(visitor):
            sits.set()
            go.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    sits.wait()
    try:
        yield
    finally:
        go.set()
        thread.join()


def test_who_waits_gets_the_place_when_it_is_free() -> None:
    slots = _slots(1, waiting=5, patience=120)
    got: list[int] = []
    threads = []
    with _held(slots, "ann"):
        for number in range(5):

            def sit(number: int = number) -> None:
                with slots.acquire(f"visitor {number}"):
                    got.append(number)

            threads.append(threading.Thread(target=sit))
            threads[-1].start()
        while len(slots._queue.queue) < 5:
            threads[0].join(0.001)
        assert not got
    for thread in threads:
        thread.join()
    assert sorted(got) == [0, 1, 2, 3, 4]
    assert slots._waiting == {}


def test_a_full_queue_turns_away_at_once_and_impatience_later() -> None:
    full, impatient = _slots(1, waiting=0, patience=120), _slots(1, waiting=5, patience=0.01)
    for slots in (full, impatient):
        with _held(slots, "ann"):
            with pytest.raises(Busy, match=r"All are taken\.") as busy, slots.acquire("bob"):
                pass
            assert busy.value.retry_after >= 1
        with slots.acquire("bob"):
            pass
        assert (slots._waiting, slots._queue.queue, slots._queue.active) == ({}, [], [])


def test_a_place_is_free_again_after_an_error() -> None:
    slots = _slots(1, waiting=0, patience=1)
    for _ in range(2):
        with pytest.raises(ValueError, match="mine"), slots.acquire("ann"):
            raise ValueError("mine")


def test_who_gives_no_name_shares_with_nobody() -> None:
    slots = _slots(2, waiting=0, patience=1)
    with slots.acquire(), slots.acquire():
        pass


def test_what_it_took_is_what_is_charged() -> None:
    now = [0.0]
    queue = FairQueue(2, waiting=9)
    slots = FairSlots(queue, patience=1, sentence="", clock=lambda: now[0])
    with _held(slots, "bob"):
        with slots.acquire("ann", cost=1.0):
            guessed = queue._charged["ann"]
            now[0] += 7.5
        assert queue._charged["ann"] == guessed + 6.5
    assert queue._charged == {}  # nobody is here to share with
