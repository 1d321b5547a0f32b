"""Game time passes while a server runs, and only then; on both databases, with two servers."""

import pytest

from outflank.board import Color
from outflank.game import Game, TimeControl
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.database import Database
from outflank.storage.games.game_time import BEAT, LAPSE, SLOW_BEAT, SOON, GameTime


class Monotonic:
    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Monotonic:
    return Monotonic()


@pytest.fixture
def servers(database: Database, clock: Monotonic) -> list[GameTime]:
    """Two servers of a database; nothing waits, so both beat only when a test lets them."""
    servers = [GameTime(database, clock) for _ in range(2)]
    servers[0].beat()
    servers[1].beat()
    return servers


def test_time_passes_with_the_monotonic_clock(servers: list[GameTime], clock: Monotonic) -> None:
    began = servers[0].now()
    for _ in range(40):
        clock.now += BEAT
        servers[0].beat()
    assert servers[0].now() == pytest.approx(began + 40 * BEAT)


def test_a_stopped_server_charges_nobody(servers: list[GameTime], clock: Monotonic) -> None:
    began = servers[0].now()
    clock.now += 1000  # SIGSTOP, a database that is away, a disk that hangs
    assert servers[0].now() <= began + LAPSE
    assert servers[0].beat() <= began + LAPSE


def test_while_another_server_runs_time_goes_on(servers: list[GameTime], clock: Monotonic) -> None:
    began = servers[0].now()
    for _ in range(100):
        clock.now += BEAT
        servers[1].beat()
    assert servers[0].beat() == pytest.approx(began + 100 * BEAT, abs=LAPSE)


def test_a_new_server_goes_on_at_the_last_beat(
    servers: list[GameTime], database: Database, clock: Monotonic
) -> None:
    clock.now += BEAT
    before = servers[0].beat()
    clock.now = 7.0e6  # another computer, or this one started again
    assert GameTime(database, clock).now() == pytest.approx(before, abs=LAPSE)


def test_a_game_keeps_the_time_running_until_its_deadline(database: Database) -> None:
    time = GameTime(database)
    seats = {color: Seat() for color in Color}
    session = GameSession(Game(clock=TimeControl(0.6)), seats)
    session.begin(time.now())
    deadline = session.deadline()
    assert deadline is not None
    time.wait_for(session)
    thread = time._thread
    assert thread is not None
    thread.join(120)
    assert time.now() >= deadline
    assert time._thread is None


def test_a_slow_game_needs_few_beats(database: Database) -> None:
    time = GameTime(database)
    session = GameSession(Game(clock=TimeControl(10 * SOON)), {color: Seat() for color in Color})
    session.begin(time.now())
    time.wait_for(session)
    time.beat()
    assert time._most in (LAPSE, SLOW_BEAT + LAPSE - BEAT)
    time.close()
    assert time._thread is None


def test_in_the_page_time_passes_without_a_thread(
    database: Database, clock: Monotonic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.storage.games.game_time.THREADS", False)
    time = GameTime(database, clock)
    seats = {color: Seat("human") for color in Color}
    session = GameSession(Game(clock=TimeControl(300)), seats)
    session.begin(time.now())
    began = time.now()
    time.wait_for(session)
    clock.now += 100
    assert time.now() == began + 100
    assert time._thread is None
    time.wait_for(session)  # the next move stores the time
    clock.now += 50
    assert GameTime(database, clock).now() == pytest.approx(began + 100)  # the page was closed
