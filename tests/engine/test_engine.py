"""The engine's manners: limits, stopping, determinism, several engines, and what it refuses."""

import signal
import threading
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from engine_positions import random_boards

from outflank import _native
from outflank.board import Board
from outflank.engine import LEVELS, CannotThink, Engine, Limit, Result
from outflank.engine.bench import bench_nodes
from outflank.engine.clock import Settling, seconds_for_move
from outflank.engine.levels import USUAL_LEVEL

# Changes with every change of the search or the weights; goes into the commit message as "Bench:".
BENCH_NODES = 695_435


def test_the_bench_looks_at_exactly_as_many_positions_as_recorded() -> None:
    assert bench_nodes() == BENCH_NODES


def test_one_thread_repeats_itself_exactly_after_clearing() -> None:
    engine = Engine(memory=2)
    board = random_boards(seed=1, empties=40, number=1)[0]
    for limit in (Limit(depth=9), Limit(nodes=20_000)):
        runs = []
        for _ in range(2):
            engine.clear()
            result = engine.choose(board, limit)
            runs.append((result.move, result.score, result.line, result.nodes))
        assert runs[0] == runs[1]


def test_two_engines_do_not_disturb_each_other() -> None:
    board = random_boards(seed=2, empties=30, number=1)[0]
    alone = Engine(memory=2).choose(board, Limit(depth=8))
    engines = [Engine(memory=2), Engine(memory=2)]
    found: list[Result] = []
    threads = [
        threading.Thread(target=lambda e=engine: found.append(e.choose(board, Limit(depth=8))))
        for engine in engines
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(result.nodes, result.line) for result in found] == [(alone.nodes, alone.line)] * 2


def test_one_engine_serves_two_threads() -> None:
    engine = Engine(memory=2, threads=2)
    boards = random_boards(seed=3, empties=12, number=2)
    expected = [Engine(memory=2).solve(board).score for board in boards]
    scores: dict[int, int] = {}

    def solve(index: int) -> None:
        scores[index] = engine.solve(boards[index]).score

    threads = [threading.Thread(target=solve, args=(index,)) for index in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [scores[0], scores[1]] == expected


def test_an_analysis_gets_deeper_until_its_limit() -> None:
    depths = [results[0].depth for results in Engine(memory=2).analysis(Board(), Limit(depth=6))]
    assert depths == [1, 2, 3, 4, 5, 6]


def test_an_analysis_shows_several_lines_best_first() -> None:
    results = Engine(memory=2).analyze(Board().play("f5"), Limit(depth=5), lines=3)
    assert len({result.move for result in results}) == 3
    assert results[0].score >= results[1].score >= results[2].score


@pytest.mark.parametrize("threads", [1, 2])
def test_an_analysis_without_limit_is_stopped_from_another_thread(threads: int) -> None:
    analysis = Engine(memory=2, threads=threads).analysis(Board())
    next(analysis)
    stopper = threading.Timer(0.05, analysis.stop)
    stopper.start()
    assert all(results[0].move in Board().legal_moves for results in analysis)
    assert analysis.results


def test_leaving_the_with_block_ends_the_analysis() -> None:
    with Engine(memory=2).analysis(Board()) as analysis:
        assert next(analysis)[0].depth == 1
    assert analysis.results[0].depth == 1


def test_an_error_inside_an_analysis_arrives_where_it_is_read() -> None:
    with pytest.raises(CannotThink, match="must pass"):
        list(Engine(memory=1).analysis(PASS))


def test_a_stopped_search_still_has_a_legal_move() -> None:
    engine = Engine(memory=2)
    stop = _native.Stop()
    stop.set()
    native = _native.SearchEngine(1, 2)
    board = Board()
    found = native.analyse(
        board.mover_bits, board.opponent_bits, 2**64 - 1, _native.SearchLimit(), 1, stop
    )
    assert found[0].move in board.legal_moves
    assert engine.choose(board, Limit(nodes=1)).move in board.legal_moves


def test_a_limit_of_nodes_is_kept() -> None:
    result = Engine(memory=2).choose(Board(), Limit(nodes=50_000))
    assert 1_000 < result.nodes < 80_000


def test_what_a_step_found_before_it_was_cut_short_counts() -> None:
    engine, judge = Engine(memory=2), Engine(memory=8)
    gained, changed = 0, 0
    for board in random_boards(seed=41, empties=36, number=120):
        engine.clear()
        finished = list(engine.analysis(board, Limit(nodes=3_000)))
        engine.clear()
        result, last = engine.choose(board, Limit(nodes=3_000)), finished[-1][0]
        assert (result.depth, result.exact) == (last.depth, last.exact)
        assert result.line[0] == result.move
        if result.move != last.move:
            changed += 1
            worth = {
                each.move: each.score
                for each in judge.analyze(board, Limit(depth=last.depth + 3), lines=60)
            }
            gained += worth[result.move] - worth[last.move]
    assert changed > 3
    assert gained > 0


def test_a_limit_of_time_ends_the_search() -> None:
    result = Engine(memory=2).choose(Board(), Limit(seconds=0.05))
    assert not result.exact
    assert result.move in Board().legal_moves


def test_a_progress_callback_ends_the_search_by_saying_no() -> None:
    seen: list[int] = []

    def progress(results: object) -> bool:
        seen.append(len(seen))
        return len(seen) < 3

    Engine(memory=2).analyze(Board(), Limit(), progress=progress, lines=1)
    assert len(seen) >= 3


def test_far_from_the_end_no_step_is_left_out_for_it() -> None:
    """With 29 empties the end is far, and the twentieth step comes before it."""
    far = "----------XXO---OOXXXX---OOXOO--XOOOOOO-XXOOOO----OOXO---XXX--O- O"
    depths: list[int] = []

    def progress(results: Sequence[Result]) -> bool:
        depths.append(results[0].depth)
        return depths[-1] < 20

    Engine(memory=2).analyze(Board.from_text(far), Limit(), progress=progress, lines=1)
    assert depths == list(range(1, 21))


def test_an_error_in_a_progress_callback_arrives() -> None:
    def progress(results: object) -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Engine(memory=2).analyze(Board(), Limit(), progress=progress, lines=1)


def test_ctrl_c_interrupts_a_search() -> None:
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))

    def solve() -> None:
        timer.start()  # here, where what it sends is expected
        Engine(memory=2).solve(Board())

    with pytest.raises(KeyboardInterrupt):
        solve()
    timer.join()


PASS = Board.from_text("XXXXXXXX " * 7 + "OXXXXXX- X")


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (PASS, "must pass"),
        (Board.from_discs(black=["a1"], white=["h8"]), "game is over"),
    ],
)
def test_positions_it_cannot_think_about_are_refused_in_a_sentence(
    board: Board, sentence: str
) -> None:
    engine = Engine(memory=1)
    with pytest.raises(CannotThink, match=sentence):
        engine.choose(board)


def test_the_native_engine_refuses_nonsense_itself() -> None:
    native = _native.SearchEngine(1, 1)
    everywhere = 2**64 - 1
    for mover, opponent, playable, lines, sentence in (
        (1, 1, everywhere, 1, "disc of each side"),
        (1, 2, everywhere, 0, "at least 1 line"),
        (1, 2, 4, 1, "outside the board"),
        (0, 0, everywhere, 1, "no legal move"),
    ):
        with pytest.raises(ValueError, match=sentence):
            native.analyse(mover, opponent, playable, _native.SearchLimit(), lines, _native.Stop())
    for limit in (
        _native.SearchLimit(seconds=0.0),
        _native.SearchLimit(seconds=float("nan")),
        _native.SearchLimit(nodes=0),
        _native.SearchLimit(depth=0),
    ):
        board = Board()
        with pytest.raises(ValueError, match="expected"):
            native.analyse(
                board.mover_bits, board.opponent_bits, everywhere, limit, 1, _native.Stop()
            )


@pytest.mark.parametrize(
    "settings",
    [{"seconds": 0}, {"seconds": -1}, {"depth": 0}, {"nodes": 0}, {"exact_from": 61}],
    ids=str,
)
def test_limits_that_make_no_sense_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(CannotThink, match=f"{next(iter(settings))} must be"):
        Limit(**settings)


@pytest.mark.parametrize("settings", [{"threads": 0}, {"memory": 0}, {"threads": 1000}], ids=str)
def test_engines_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(CannotThink, match="must be from 1"):
        Engine(**settings)


def test_exact_from_goes_to_the_end_past_the_depth() -> None:
    board = random_boards(seed=4, empties=14, number=1)[0]
    engine = Engine(memory=2)
    assert engine.choose(board, Limit(depth=2, exact_from=14)).exact
    assert not engine.choose(board, Limit(depth=2, exact_from=13)).exact


def test_levels_err_less_and_less_and_then_see_more_and_more() -> None:
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.mistake > stronger.mistake or (
            weaker.mistake == stronger.mistake == 0
            and weaker.depth < stronger.depth
            and weaker.exact_from < stronger.exact_from
        )
        assert weaker.seconds <= stronger.seconds
    assert LEVELS[USUAL_LEVEL - 1].mistake == 0, "hints and reviews come from it"
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert len({level.name for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("increment", [0.0, 2.0])
@pytest.mark.parametrize("seconds", [1.0, 10.0, 60.0, 1500.0])
@pytest.mark.parametrize("passes", [0, 6])
def test_no_clock_runs_out_even_if_every_move_takes_all_its_time(
    seconds: float, increment: float, passes: int
) -> None:
    remaining = seconds
    empties = 60
    for move in range(30 + passes):  # a side whose opponent passes has more to do
        share = seconds_for_move(remaining, empties, increment)
        remaining -= share * 1.05 + 0.01  # what the engine promises to keep
        assert remaining > 0
        remaining += increment
        empties -= 2 if move >= 2 * passes else 1
    assert seconds < 10 or remaining < seconds / 2 + 30 * increment  # and it is used


def test_an_unchanged_best_move_ends_the_thinking_early() -> None:
    def step(number: int, seconds: float, move: int = 19, lead: int | None = None) -> list[Result]:
        others = [] if lead is None else [Result(44, -lead, False, number, 73, (44,), 1, seconds)]
        return [Result(move, 0, False, number, 73, (move,), 1, seconds), *others]

    def stops(steps: list[list[Result]], moves: int = 9) -> list[int]:
        """The numbers of the steps, out of a second, after which it would stop."""
        settled = Settling(1.0, moves)
        return [results[0].depth for results in steps if settled(results)]

    slow = [step(number, 0.04 * number) for number in range(1, 13)]
    assert stops(slow) == [10, 11, 12]
    assert stops([*slow[:5], step(6, 0.24, move=26), *slow[6:]]) == []
    assert stops([step(number, 0.03 * number) for number in range(1, 13)]) == [12]
    far_ahead = [step(number, 0.02 * number, lead=8) for number in range(1, 11)]
    assert stops(far_ahead) == [8, 9, 10]
    assert stops([*far_ahead[:4], step(5, 0.1, move=26, lead=8), *far_ahead[5:]]) == [10]
    assert stops([step(number, 0.02 * number, lead=7) for number in range(1, 11)]) == []
    assert stops([step(1, 0.7)]) == [1]
    assert stops([step(1, 0.001)], moves=1) == [1]
    assert stops([step(1, 0.001)], moves=2) == []


def test_the_analysis_thread_does_not_outlive_its_analysis() -> None:
    before = threading.active_count()
    analysis = Engine(memory=1).analysis(Board(), Limit(depth=3))
    list(analysis)
    deadline = time.monotonic() + 120
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.001)
    assert threading.active_count() == before
