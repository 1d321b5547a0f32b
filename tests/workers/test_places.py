"""Threads wait for a place, and are told when there is none."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from outflank.workers.places import Places
from outflank.workers.turns import Busy, Turns


def _places(places: int, waiting: int, patience: float) -> Places:
    return Places(Turns(places, waiting=waiting), patience=patience, sentence="All are taken.")


@contextmanager
def _held(places: Places, visitor: str) -> Iterator[None]:
    """A place is taken by another thread."""
    sits, go = threading.Event(), threading.Event()

    def hold() -> None:
        with places.place(visitor):
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
    places = _places(1, waiting=5, patience=120)
    got: list[int] = []
    threads = []
    with _held(places, "ann"):
        for number in range(5):

            def sit(number: int = number) -> None:
                with places.place(f"visitor {number}"):
                    got.append(number)

            threads.append(threading.Thread(target=sit))
            threads[-1].start()
        while len(places._turns.queue) < 5:
            threads[0].join(0.001)
        assert not got
    for thread in threads:
        thread.join()
    assert sorted(got) == [0, 1, 2, 3, 4]
    assert places._told == {}


def test_a_full_queue_turns_away_at_once_and_impatience_later() -> None:
    full, impatient = _places(1, waiting=0, patience=120), _places(1, waiting=5, patience=0.01)
    for places in (full, impatient):
        with _held(places, "ann"):
            with pytest.raises(Busy, match=r"All are taken\.") as busy, places.place("bob"):
                pass
            assert busy.value.retry_after >= 1
        with places.place("bob"):
            pass
        assert (places._told, places._turns.queue, places._turns.seated) == ({}, [], [])


def test_a_place_is_free_again_after_an_error() -> None:
    places = _places(1, waiting=0, patience=1)
    for _ in range(2):
        with pytest.raises(ValueError, match="mine"), places.place("ann"):
            raise ValueError("mine")


def test_who_gives_no_name_shares_with_nobody() -> None:
    places = _places(2, waiting=0, patience=1)
    with places.place(), places.place():
        pass


def test_what_it_took_is_what_is_charged() -> None:
    now = [0.0]
    turns = Turns(2, waiting=9)
    places = Places(turns, patience=1, sentence="", clock=lambda: now[0])
    with _held(places, "bob"):
        with places.place("ann", cost=1.0):
            guessed = turns._charged["ann"]
            now[0] += 7.5
        assert turns._charged["ann"] == guessed + 6.5
    assert turns._charged == {}  # nobody is here to share with
