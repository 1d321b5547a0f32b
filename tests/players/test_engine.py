"""The engine as an opponent keeps to its limits and can be stopped while it thinks."""

import threading

import pytest

from outflank.arena.openings import replay_opening
from outflank.board import Board, square_name
from outflank.book import Book, default_book
from outflank.book.graph import Worth
from outflank.engine import LEVELS, Engine, Limit, Result
from outflank.engine.engine import Progress
from outflank.engine.levels import BOOK_FROM
from outflank.engine.limit import DEEPEST
from outflank.game import Game, Reason, TimeControl, TimeLeft
from outflank.players import (
    ClockedPlayer,
    InvalidSetting,
    RecipePlayer,
    StoppablePlayer,
    ask,
    make_player,
    opponents,
)
from outflank.players.engine import EnginePlayer


def test_a_thinking_engine_stops_and_answers_with_the_best_it_has() -> None:
    player = make_player("engine:level=20,memory=1,book=off")
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
        ("engine", LEVELS[15].limit),
        ("engine:3", LEVELS[2].limit),
        ("engine:depth=8", Limit(depth=8)),
        ("engine:level=20,depth=8,seconds=2", Limit(depth=8, seconds=2)),
        ("engine:level=19,nodes=5000", Limit(depth=20, exact_from=25, nodes=5000)),
        ("engine:level=19,seconds=0.5", Limit(depth=20, exact_from=25, seconds=0.5)),
        ("engine:level=20,nodes=5000", Limit(exact_from=28, nodes=5000)),
        ("engine:level=20,seconds=0.5", Limit(exact_from=28, seconds=0.5)),
    ],
)
def test_limits_replace_those_of_the_level(text: str, limit: Limit) -> None:
    player = make_player(text)
    assert isinstance(player, EnginePlayer)
    assert player.limit == limit


def test_the_engine_searches_within_the_limit_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    depths = []
    analyze = Engine.analyze

    def noted(self: Engine, *args: object, **settings: object) -> object:
        results = analyze(self, *args, **settings)  # type: ignore[arg-type]
        depths.append(results[0].depth)
        return results

    monkeypatch.setattr(Engine, "analyze", noted)
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
        "depth 8 for the whole game",
        "level 20, at most 5,000 nodes per move, at most 2 s per move",
    ]


def test_a_depth_beyond_any_game_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="depth must be from 0 to 60, not 61"):
        make_player("engine:depth=61")


class SlowEngine:
    """An engine that takes all its time and a little more, on a clock of its own.

    It reports ten steps in the first tenth of its time, and stops when it is told to.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.depth: int | None = None  # that it was last given

    def analyze(
        self, board: Board, limit: Limit, *, progress: Progress, lines: int = 1
    ) -> tuple[Result, ...]:
        assert limit.seconds is not None
        self.depth = limit.depth
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
    player = make_player("engine:20,book=off")
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


def test_by_the_clock_only_full_strength_looks_farther_than_its_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = SlowEngine()
    monkeypatch.setattr("outflank.players.engine.Engine", lambda **_: engine)
    for size in (6, 8, 10):
        depths = []
        for level in (19, 20):
            player = make_player(f"engine:{level},book=off", size=size)
            assert isinstance(player, ClockedPlayer)
            player.choose_in_time(Board(size), TimeLeft(3600))
            depths.append(engine.depth)
        assert depths == [LEVELS[18].on(size).depth, None]


@pytest.mark.parametrize("left", [None, TimeLeft(3600)])
def test_the_only_move_is_played_without_thinking(
    left: TimeLeft | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = SlowEngine()
    monkeypatch.setattr("outflank.players.engine.Engine", lambda **_: engine)
    player = make_player("engine:20,book=off")
    only_a1 = Board.from_text("-XO" + "-" * 61 + " O")
    assert ask(player, only_a1, left=left) == 0
    assert engine.seconds == 0


def test_a_recipe_says_the_same_as_the_player_does_by_the_clock() -> None:
    depths = []
    for level in (19, 20):
        player = make_player(f"engine:{level}")
        assert isinstance(player, RecipePlayer)
        recipes = [player.recipe(timed=timed) for timed in (False, True)]
        depths.append([recipe.depth for recipe in recipes if recipe is not None])
    assert depths == [[LEVELS[18].depth, LEVELS[18].depth], [LEVELS[19].depth, DEEPEST]]


# --- The opening book ----------------------------------------------------------------------------


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    """The positions that were searched; the search itself is left out."""
    searched: list[Board] = []

    def noted(self: Engine, board: Board, *_: object, **__: object) -> list[Result]:
        searched.append(board)
        return [Result(next(iter(board.legal_moves)), 0, False, 1, 100, (), 1, 0.0)]

    monkeypatch.setattr(Engine, "analyze", noted)
    return searched


def opening(text: str, seed: int, moves: int = 4) -> str:
    player, board, line = make_player(text, seed=seed), Board(), ""
    for _ in range(moves):
        move = player.choose(board)
        board, line = board.play(move), line + square_name(move)
    return line


def test_high_levels_open_by_the_book_with_variety_by_seed(searches: list[Board]) -> None:
    text = f"engine:{BOOK_FROM},memory=1"
    lines = [opening(text, seed, moves=10) for seed in range(12)]
    assert searches == []
    assert lines == [opening(text, seed, moves=10) for seed in range(12)]
    assert len({Board().play(line[:2]) for line in lines}) > 1
    assert len(set(lines)) > 4
    for line in lines:
        board = Board()
        for at in range(0, len(line), 2):
            moves = {square_name(move.move): move for move in default_book().moves(board)}
            best = max(move.value for move in moves.values())
            assert moves[line[at : at + 2]].value == best
            board = board.play(line[at : at + 2])


@pytest.mark.parametrize(
    "text",
    [
        f"engine:{BOOK_FROM},memory=1,book=off",
        f"engine:{BOOK_FROM - 1},memory=1",
        f"engine:{BOOK_FROM},memory=1,depth=3",
        f"engine:{BOOK_FROM},memory=1,nodes=99",
    ],
)
def test_the_book_stays_shut(text: str, searches: list[Board]) -> None:
    make_player(text, seed=1).choose(Board())
    assert searches == [Board()]


def test_a_level_that_sees_farther_than_the_book_thinks(
    searches: list[Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    book = default_book()
    shallow = {key: tuple(Worth(w.value, 2) for w in book.entries[key]) for key in book.entries}
    monkeypatch.setattr("outflank.players.engine.default_book", lambda: Book(book.making, shallow))
    make_player(f"engine:{BOOK_FROM},memory=1").choose(Board())
    assert searches == [Board()]


def test_the_book_is_told_of() -> None:
    texts = [f"engine:{BOOK_FROM}", f"engine:{BOOK_FROM - 1}", f"engine:{BOOK_FROM},book=off"]
    known, unknown, shut = [getattr(make_player(text), "description") for text in texts]  # noqa: B009
    assert "openings" in known
    assert "openings" not in unknown
    assert shut == f"level {BOOK_FROM}, no opening book"
    help_line = next(x for x in opponents()["engine"].settings_help if x.startswith("book="))
    assert help_line.startswith("book=on (off, on): opening book")


@pytest.mark.parametrize("value", ["maybe", "2", "-1"])
def test_a_switch_is_on_or_off(value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"book must be one of off, on, not '?{value}"):
        make_player(f"engine:book={value}")


def test_a_level_that_errs_says_so() -> None:
    assert getattr(make_player("engine:4"), "description") == (  # noqa: B009
        "learner: looks 2 moves ahead, loses up to 18.3 discs per move on purpose, at most 0.5 s"
    )
    assert "on purpose" not in getattr(make_player("engine:14"), "description")  # noqa: B009


def test_a_weak_level_errs_within_its_bound_and_repeats_itself_by_its_seed() -> None:
    """Judged as the level judges, no move of a game loses more than the level's largest mistake."""
    level = LEVELS[3]
    judge = Engine(memory=1)
    games: list[list[int]] = []
    for seed in (1, 1, 2):
        player, board, moves = make_player("engine:4", seed=seed), Board(), []
        while not board.is_over:
            if board.must_pass:
                board = board.pass_turn()
                continue
            move = player.choose(board)
            lines = len(board.legal_moves)
            judged = {r.move: r.score for r in judge.analyze(board, level.limit, lines=lines)}
            assert max(judged.values()) - judged[move] <= level.mistake
            moves.append(move)
            board = board.play(move)
        games.append(moves)
    assert games[0] == games[1] != games[2]


def test_a_depth_of_its_own_leaves_the_mistakes_of_the_level_out() -> None:
    board = replay_opening("f5d6c3d3c4f4f6", 8)
    best = Engine(memory=1).choose(board, Limit(depth=5)).move
    levels = range(1, 13)
    deep = {make_player(f"engine:{n},depth=5", seed=1).choose(board) for n in levels}
    assert deep == {best}
    assert len({make_player(f"engine:{n}", seed=1).choose(board) for n in levels}) > 1
