"""The engine as an opponent keeps to its limits and can be stopped while it thinks."""

import threading

import pytest

from outflank.board import Board
from outflank.engine import LEVELS, Engine, Limit, Result
from outflank.engine.engine import Progress
from outflank.game import Game, Reason, TimeControl, TimeLeft
from outflank.players import ClockedPlayer, InvalidSetting, StoppablePlayer, ask, make_player
from outflank.players.engine import EnginePlayer


def test_a_thinking_engine_stops_and_answers_with_the_best_it_has() -> None:
    player = make_player("engine:level=20,memory=1")
    assert isinstance(player, StoppablePlayer)
    answers: list[int] = []
    begun = threading.Event()

    def think() -> None:
        begun.set()
        answers.append(player.choose(Board()))

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    begun.wait()
    while thread.is_alive():  # also a stop that comes before the search has begun is no harm
        player.stop()
        thread.join(0.05)
    assert answers[0] in Board().legal_moves


def test_a_stopped_engine_thinks_again_when_it_is_asked_again() -> None:
    player = make_player("engine:level=1,memory=1")
    assert isinstance(player, StoppablePlayer)
    player.stop()
    assert player.choose(Board()) in Board().legal_moves


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("engine", LEVELS[9].limit),
        ("engine:3", LEVELS[2].limit),
        ("engine:depth=8", Limit(depth=8)),
        ("engine:level=20,depth=8,seconds=2", Limit(depth=8, seconds=2)),
        ("engine:level=20,nodes=5000", Limit(depth=30, exact_from=30, nodes=5000)),
        ("engine:level=20,seconds=0.5", Limit(depth=30, exact_from=30, seconds=0.5)),
    ],
)
def test_limits_replace_those_of_the_level(text: str, limit: Limit) -> None:
    player = make_player(text)
    assert isinstance(player, EnginePlayer)
    assert player.limit == limit


def test_the_engine_searches_within_the_limit_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    depths = []
    analyse = Engine.analyse

    def noted(self: Engine, *args: object, **settings: object) -> object:
        results = analyse(self, *args, **settings)  # type: ignore[arg-type]
        depths.append(results[0].depth)
        return results

    monkeypatch.setattr(Engine, "analyse", noted)
    board = Board().play("f5")
    for depth in (1, 3):
        make_player(f"engine:level=20,memory=1,depth={depth}").choose(board)
    assert depths == [1, 3]


def test_the_limits_are_told_in_the_description() -> None:
    descriptions = [
        getattr(make_player(text), "description")  # noqa: B009 - optional for a player
        for text in ("engine:depth=8", "engine:level=20,nodes=5000,seconds=2")
    ]
    assert descriptions == [
        "depth 8 throughout",
        "level 20, 5,000 positions a move at most, 2 s a move at most",
    ]


def test_a_depth_beyond_any_game_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="depth must be from 0 to 60; got 61"):
        make_player("engine:depth=61")


class SlowEngine:
    """An engine that takes all its time and a little more, on a clock of its own.

    It reports ten steps in the first tenth of its time, and stops when it is told to.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def analyse(self, board: Board, limit: Limit, *, progress: Progress) -> tuple[Result, ...]:
        assert limit.seconds is not None
        move = next(iter(board.legal_moves))
        for step in range(1, 11):
            seconds = limit.seconds / 100 * step
            results = (Result(move, 0, False, step, 73, (move,), 1, seconds),)
            if not progress(results):
                self.seconds += seconds
                return results
        self.seconds += limit.seconds * 1.05 + 0.01
        return results


@pytest.mark.parametrize("clock", [TimeControl(1), TimeControl(60), TimeControl(5, 3)])
def test_a_whole_game_never_oversteps_its_clock(
    clock: TimeControl, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = SlowEngine()
    monkeypatch.setattr("outflank.players.engine.Engine", lambda **_: engine)
    player = make_player("engine:20")
    game = Game(clock=clock)
    while not game.is_over:
        left = TimeLeft(game.remaining(game.turn), clock.increment)
        before = engine.seconds
        square = ask(player, game.board, left=left)
        game.play(square, seconds=engine.seconds - before)
    assert game.outcome is not None
    assert game.outcome.reason is not Reason.TIME


def test_with_much_time_left_a_move_still_takes_no_longer_than_its_level_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = SlowEngine()
    monkeypatch.setattr("outflank.players.engine.Engine", lambda **_: engine)
    player = make_player("engine:10")
    assert isinstance(player, ClockedPlayer)
    player.choose_in_time(Board(), TimeLeft(3600))
    assert engine.seconds == pytest.approx(LEVELS[9].seconds * 1.05 + 0.01)


def test_the_only_move_is_played_without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = SlowEngine()
    monkeypatch.setattr("outflank.players.engine.Engine", lambda **_: engine)
    player = make_player("engine:20")
    assert isinstance(player, ClockedPlayer)
    only_a1 = Board.from_text("-XO" + "-" * 61 + " O")
    assert player.choose_in_time(only_a1, TimeLeft(3600)) == 0
    assert engine.seconds == pytest.approx(LEVELS[19].seconds / 100)
