"""Nobody thinks twice about one move, and nobody's long thoughts keep others from playing."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from outflank.board import Board, Color
from outflank.game import Game
from outflank.play.view import GameView
from outflank.web.app import close_app, create_app
from outflank.web.context import REPLIES
from outflank.web.games.computer_replies import ComputerReplies
from outflank.web.settings import Settings

SLOW, QUICK = "lookahead:depth=8", "lookahead:depth=1"
PATIENCE = 120  # seconds; reached only by a test that fails


class Thinkers:
    """Stand-ins for thinking processes: slow players answer when they are let go on."""

    def __init__(self) -> None:
        self.asked: list[str] = []  # the boards that slow players were asked about
        self.go_on = threading.Event()
        self.seconds = 30.0  # that slow players say they thought
        self.went_behind: dict[str, list[bool]] = {}  # whether players went behind others

    def start(self, nice: int, sandbox: object) -> "Thinker":
        return Thinker(self, nice)


class Thinker:
    def __init__(self, all: Thinkers, nice: int) -> None:
        self.all, self.nice = all, nice
        self.must_restart = False
        self.process = self

    def poll(self) -> None: ...

    def call(self, handler: str, player: str, board: str, *_: object, within: float) -> object:
        seconds = 0.0
        self.all.went_behind.setdefault(player, []).append(self.nice > 0)
        if player != QUICK:
            self.all.asked.append(board)
            assert self.all.go_on.wait(PATIENCE)
            seconds = self.all.seconds
        square = next(iter(Board.from_text(board).legal_moves))
        return {"square": square, "seconds": seconds}

    def discard_stderr(self) -> None: ...

    def signal(self, number: int) -> None: ...

    def end(self) -> None: ...


@pytest.fixture
def thinkers(monkeypatch: pytest.MonkeyPatch) -> Thinkers:
    thinkers = Thinkers()
    monkeypatch.setattr("outflank.play.thinkers.processes.start_thinker", thinkers.start)
    return thinkers


@pytest.fixture
def tables(settings: Settings, thinkers: Thinkers) -> Iterator[Callable[..., ComputerReplies]]:
    """The tables of a server with so many thinkers."""
    apps = []

    def start(places: int) -> ComputerReplies:
        apps.append(create_app(replace(settings, thinkers=places, patience_seconds=PATIENCE)))
        tables: ComputerReplies = apps[-1].extensions[REPLIES]
        tables.thinkers.warm_up(QUICK)
        return tables

    yield start
    thinkers.go_on.set()
    for app in apps:
        close_app(app)


class Replies:
    """Requests for replies, each in a thread as on a server."""

    def __init__(self) -> None:
        self.given: list[GameView] = []
        self._threads: list[threading.Thread] = []

    def ask(self, tables: ComputerReplies, visitor: str, game: GameView) -> None:
        def ask() -> None:
            self.given.append(tables.reply(visitor, game.id, 1))

        self._threads.append(threading.Thread(target=ask))
        self._threads[-1].start()

    def until(self, count: Callable[[], int], wanted: int) -> None:
        """Wait until there are so many."""
        for _ in range(PATIENCE * 100):
            if count() == wanted:
                return
            self._threads[0].join(0.01)
        pytest.fail(f"there were never {wanted}, but {count()}")

    def end(self) -> None:
        for thread in self._threads:
            thread.join()


def begun(tables: ComputerReplies, visitor: str, player: str, size: int = 8) -> GameView:
    """A game in which the computer is to answer the first move."""
    game = tables.service.create(
        visitor, Game(Board(size)), {Color.BLACK: "human", Color.WHITE: player}
    )
    return tables.service.play(visitor, game.id, next(iter(game.legal)))


def all_asking(tables: ComputerReplies) -> int:
    """How many requests want an answer of a thinker, those who get another's answer among them."""
    numbers = tables.thinkers.numbers()
    return numbers.thinking + numbers.waiting


def test_parallel_replies_on_one_game_are_one_thought_and_hinder_nobody(
    tables: Callable[..., ComputerReplies], thinkers: Thinkers
) -> None:
    here = tables(places=1)
    large, small = begun(here, "ann", SLOW, 16), begun(here, "bob", QUICK)
    replies = Replies()
    for _ in range(3):
        replies.ask(here, "ann", large)
    replies.until(lambda: len(thinkers.asked), 1)
    replies.until(lambda: len(here._slots._queue.queue), 2)
    assert here.reply("bob", small.id, 1).ply == 2
    begun_by_cat = here.service.create("cat", Game(), {Color.BLACK: "human", Color.WHITE: "greedy"})
    moved = here.service.play("cat", begun_by_cat.id, "f5", reply=True)
    assert moved.reply is not None  # without a thinker
    assert replies.given == []
    thinkers.go_on.set()
    replies.end()
    assert [game.ply for game in replies.given] == [2, 2, 2]
    assert len(thinkers.asked) == 1


def test_a_visitor_has_one_thought_at_a_time(
    tables: Callable[..., ComputerReplies], thinkers: Thinkers
) -> None:
    here = tables(places=2)
    replies = Replies()
    sizes = {10: "ann", 12: "ann", 14: "bob"}
    for number, (size, visitor) in enumerate(sizes.items(), 1):
        replies.ask(here, visitor, begun(here, visitor, SLOW, size))
        replies.until(lambda: all_asking(here), number)
    replies.until(lambda: len(thinkers.asked), 2)
    assert {Board.from_text(board).size for board in thinkers.asked} == {10, 14}
    thinkers.go_on.set()
    replies.end()
    assert len(thinkers.asked) == 3


def test_servers_that_share_thinkers_think_once_about_a_ticket(
    settings: Settings, tables: Callable[..., ComputerReplies], thinkers: Thinkers
) -> None:
    first = tables(places=2)
    other = create_app(settings, first.thinkers)
    game = begun(first, "ann", SLOW)
    replies = Replies()
    replies.ask(first, "ann", game)
    replies.ask(other.extensions[REPLIES], "ann", game)
    replies.until(lambda: all_asking(first), 2)
    thinkers.go_on.set()
    replies.end()
    assert [game.ply for game in replies.given] == [2, 2]
    assert len(thinkers.asked) == 1
    other.extensions[REPLIES].service.games.database.close()


def test_who_knows_the_opening_by_heart_and_thinks_later_is_quick_only_there(
    tables: Callable[..., ComputerReplies], thinkers: Thinkers
) -> None:
    """The strongest engine answered at once as long as it had its book, and then kept the places
    and the processors that are for those who always do."""
    room = tables(1).thinkers
    thinkers.go_on.set()
    thinkers.seconds = 0.0
    for number in range(200):  # many visitors begin at once, and all are in the book
        room.choose("engine:20", Board(), f"{number}")
    assert not thinkers.went_behind["engine:20"][-1]
    game = Game()
    for square in ("f5", "d6", "c3", "d3"):
        game.play(square)
    later = game.board
    thinkers.seconds = 2.0
    room.choose("engine:20", later, "out of the book")
    thinkers.seconds = 0.0
    for number in range(100):  # once long at a place in the game, for long not quick there
        room.choose("engine:20", later, f"{number} in it")
    assert all(thinkers.went_behind["engine:20"][200:])


def test_who_looks_few_moves_ahead_need_not_show_first_that_it_is_quick(
    tables: Callable[..., ComputerReplies], thinkers: Thinkers
) -> None:
    room = tables(1).thinkers
    thinkers.go_on.set()
    thinkers.seconds = 0.1
    for player in ("engine:5", "lookahead", "lookahead:9", QUICK):
        room.choose(player, Board(), "one")
    assert thinkers.went_behind["lookahead"] == [False]
    assert thinkers.went_behind["lookahead:9"] == [True]
    assert thinkers.went_behind["engine:5"] == [False]
    assert not any(thinkers.went_behind[QUICK])
    room.choose("engine:5", Board(16), "large")
    assert thinkers.went_behind["engine:5"] == [False, True]
