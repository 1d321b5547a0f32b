"""Runs: the same games whatever the workers, the stops and the kills."""

import re
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.arena.log import GameLog
from outflank.arena.openings import load_openings
from outflank.arena.pairings import FORMATS
from outflank.arena.playing.executors import LocalExecutor
from outflank.arena.playing.referee import play_game
from outflank.arena.playing.worker import make
from outflank.arena.records import Assignment, Entrant, Fault, FaultKind, PlayedGame
from outflank.arena.reports.page import to_html
from outflank.arena.reports.ranking import (
    Ranking,
    futile_lines,
    match_lines,
    match_verdict,
    verdict,
)
from outflank.arena.reports.report import to_json
from outflank.arena.reports.standings import Standings
from outflank.arena.runs import RunEnding, RunResult, RunSettings, Tournament, result_of_log
from outflank.arena.statistics.sprt import Sprt
from outflank.board import Board, Color


def _settings(*specs: str, **others: object) -> RunSettings:
    base = RunSettings(
        tuple(Entrant(spec, spec) for spec in specs),
        pairs=3,
        seed=5,
        openings=tuple(load_openings("balanced", 8, 5, 0)[:10]),
    )
    return replace(base, **others)  # type: ignore[arg-type]


def _here(games: Sequence[Assignment]) -> list[PlayedGame]:
    """Plays in the test's own process: quick, for everything that is not about processes."""
    return [play_game(game, make) for game in games]


def _run(
    settings: RunSettings, path: Path, executor: Executor | None = None, workers: int = 2
) -> RunResult:
    log = GameLog.resume(path) if path.exists() else GameLog.create(path, settings.to_json())
    with log, executor or ThreadPoolExecutor(workers) as pool:
        return Tournament(settings, log, pool, workers=workers, play=_here).run()


def _games(records: Sequence[PlayedGame]) -> list[tuple[object, ...]]:
    return [(r.game, r.round, r.black, r.white, r.moves, r.discs) for r in records]


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_workers(tmp_path: Path) -> None:
    settings = _settings("random", "greedy", "positional")
    one = _run(settings, tmp_path / "1.jsonl", workers=1)
    assert len(one.records) == 18
    for workers in (2, 5):
        other = _run(settings, tmp_path / f"{workers}.jsonl", workers=workers)
        assert _games(other.records) == _games(one.records)
    changed = _run(replace(settings, seed=6), tmp_path / "6.jsonl")
    assert _games(changed.records) != _games(one.records)


def test_real_processes_play_the_same_games(tmp_path: Path) -> None:
    settings = _settings("random", "priority")
    log = GameLog.create(tmp_path / "real.jsonl", settings.to_json())
    with log, LocalExecutor(2) as pool:
        real = Tournament(settings, log, pool, workers=2).run()
    assert _games(real.records) == _games(_run(settings, tmp_path / "here.jsonl").records)


@pytest.mark.parametrize("format", list(FORMATS))
def test_a_run_cut_anywhere_and_resumed_ends_with_the_same_table(
    tmp_path: Path, format: str
) -> None:
    settings = _settings(
        "random", "first", "greedy", "positional", "priority", format=format, pairs=1
    )
    whole = _run(settings, tmp_path / "whole.jsonl")
    assert whole.ending is RunEnding.COMPLETE
    text = (tmp_path / "whole.jsonl").read_bytes()
    header = text.index(b"\n") + 1
    for part in range(7):
        path = tmp_path / f"{part}.jsonl"
        path.write_bytes(text[: header + (len(text) - header) * part // 7])
        again = _run(settings, path)
        assert _games(again.records) == _games(whole.records)
        assert again.standings.ratings() == whole.standings.ratings()
        assert len(GameLog.read(path).records) == len(whole.records)


def test_settings_come_back_from_the_log(tmp_path: Path) -> None:
    settings = _settings("random", "first", sprt=Sprt(0, 20), format="gauntlet")
    with GameLog.create(tmp_path / "log.jsonl", settings.to_json()):
        pass
    assert RunSettings.from_json(GameLog.read(tmp_path / "log.jsonl").settings) == settings


def test_stopping_finishes_the_running_games_and_counts_them(tmp_path: Path) -> None:
    settings = _settings("random", "greedy", pairs=200)
    started, go_on = threading.Event(), threading.Event()
    begun: list[int] = []
    counting = threading.Lock()

    def slow(games: Sequence[Assignment]) -> list[PlayedGame]:
        with counting:
            begun.extend(game.game for game in games)
            so_many = len(begun)
        if so_many >= 4:
            started.set()
        if so_many > 2:
            go_on.wait()
        return _here(games)

    log = GameLog.create(tmp_path / "log.jsonl", settings.to_json())
    with log, ThreadPoolExecutor(2) as pool:
        run = Tournament(settings, log, pool, workers=2, play=slow)
        results: list[RunResult] = []
        thread = threading.Thread(target=lambda: results.append(run.run()))
        thread.start()
        started.wait()
        run.stop()
        go_on.set()
        thread.join()
    assert results[0].ending is RunEnding.STOPPED
    assert sorted(r.game for r in results[0].records) == sorted(begun)
    assert len(begun) < 100
    assert result_of_log(GameLog.read(log.path)).ending is RunEnding.STOPPED


def test_a_test_stops_the_match_at_the_same_pair_whatever_the_workers(tmp_path: Path) -> None:
    settings = _settings("positional", "random", pairs=500, sprt=Sprt(0, 50))
    results = [_run(settings, tmp_path / f"{n}.jsonl", workers=n) for n in (1, 4)]
    for result in results:
        assert result.ending is RunEnding.DECIDED
        assert "accepted" in settings.sprt.explain(result.pairs) if settings.sprt else False
        assert 10 < len(result.records) < 400
    assert _games(results[0].records) == _games(results[1].records)
    again = result_of_log(GameLog.read(tmp_path / "4.jsonl"))
    assert _games(again.records) == _games(results[0].records)
    assert again.left_out == results[1].left_out


def test_a_knock_out_ends_with_the_strongest(tmp_path: Path) -> None:
    settings = _settings("random", "first", "greedy", "priority", format="knock-out", pairs=4)
    result = _run(settings, tmp_path / "log.jsonl")
    final = result.rounds[-1][0]
    assert settings.names[final.pairing.first] == "priority" or (
        settings.names[final.pairing.second] == "priority"
    )
    assert result_of_log(GameLog.read(tmp_path / "log.jsonl")).ending is RunEnding.COMPLETE


def test_a_bot_that_fails_at_times_forfeits_and_the_tournament_goes_on(
    tmp_path: Path, bots: Path
) -> None:
    bots.write_text(
        bots.read_text().replace("if len(board.empties) < 52:", "if board.turn is Color.WHITE:")
    )
    bots.write_text("from outflank.board import Color\n" + bots.read_text())
    settings = _settings(f"{bots}:Raises", "greedy", "random")
    result = _run(settings, tmp_path / "log.jsonl")
    assert result.ending is RunEnding.COMPLETE
    broken = result.standings.total[f"{bots}:Raises"]
    assert (broken.games, broken.forfeits) == (12, 6)
    assert result.standings.total["greedy"].forfeits == 0


def test_a_bot_that_only_forfeits_is_expelled_and_the_others_play_on(
    tmp_path: Path, bots: Path
) -> None:
    broken = f"{bots}:Raises"
    settings = _settings(broken, "greedy", "random", pairs=10)
    result = _run(settings, tmp_path / "log.jsonl")
    assert result.ending is RunEnding.COMPLETE
    assert result.only_forfeits == [broken]
    total = result.standings.total
    assert {name: tally.games for name, tally in total.items()} == dict.fromkeys(total, 40)
    kinds = Counter(record.fault.kind for record in result.records if record.fault)
    assert kinds[FaultKind.CRASH] >= 6
    assert kinds[FaultKind.EXPELLED] == 40 - kinds[FaultKind.CRASH] > 20
    rows = {row.name: row for row in Ranking.of_result(result).rows}
    assert not rows[broken].is_rated
    alone = Standings.of(["greedy", "random"], [r for r in result.records if not r.fault])
    assert rows["greedy"].rating == alone.ratings().of["greedy"]
    [told] = futile_lines(result)
    assert "40" in told
    again = _run(settings, tmp_path / "log.jsonl")
    assert len(again.records) == len(result.records)


def test_a_match_with_many_forfeits_has_no_verdict() -> None:
    def standings(forfeits: int) -> Standings:
        games = []
        for game in range(20):
            black, white = ("a", "b") if game % 2 else ("b", "a")
            fault = Fault("b", FaultKind.CRASH, "", None, "", "") if game < forfeits else None
            winner = Color.BLACK if black == "a" else Color.WHITE
            discs = None if fault else ((40, 24) if black == "a" else (24, 40))
            games.append(
                PlayedGame(game, 0, game // 2, black, white, 8, "", "", winner, discs, fault=fault)
            )
        return Standings.of(["a", "b"], games)

    assert match_verdict(standings(3), "a", "b") != match_verdict(standings(2), "a", "b")
    assert "17" in match_verdict(standings(3), "a", "b")
    assert match_verdict(standings(2), "a", "b") == verdict(standings(2).pairs("a", "b"), "a", "b")


def test_a_run_in_which_somebody_only_forfeits_is_stopped(tmp_path: Path, bots: Path) -> None:
    settings = _settings(f"{bots}:Raises", "greedy", pairs=50)
    result = _run(settings, tmp_path / "log.jsonl")
    assert result.ending is RunEnding.FORFEITED
    assert result.only_forfeits == [f"{bots}:Raises"]
    assert 6 <= len(result.records) <= 12
    [told] = futile_lines(result)
    assert re.fullmatch(r".*:Raises forfeited all \d+ games: .*I give up \(bots.py:\d+\)", told)
    facts = dict(match_lines(settings, result.standings))
    assert not facts.keys() & {"Elo", "normalized Elo", "stronger?"}
    report = to_json(result)
    assert report["pairings"][0]["elo"] is None
    assert {player["rating"] for player in report["players"]} == {None}
    assert "stronger" not in to_html(result, "")


def test_who_takes_games_and_not_positions_is_told_the_game_through_every_pass() -> None:
    told: list[tuple[tuple[int, ...], Board]] = []

    class Follower:
        called = "follower"

        def follow(self, moves: Sequence[int]) -> None:
            self.way = tuple(moves)

        def choose(self, board: Board) -> int:
            told.append((self.way, board))
            return next(iter(board.legal_moves))

    passes = 0
    for seed in range(20):
        game = Assignment(0, 0, 0, Entrant("a", "a"), Entrant("b", "random"), "f5d6c4", 8, seed)
        play_game(
            game, lambda spec, seed, size: Follower() if spec == "a" else make(spec, seed, size)
        )
    for way, board in told:
        at = Board()
        for square in way:
            if at.must_pass:
                passes += 1
                at = at.pass_turn()
            at = at.play(square)
        assert (at.pass_turn() if at.must_pass else at) == board
    assert passes
