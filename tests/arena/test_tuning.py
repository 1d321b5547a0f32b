"""Tuning: the rule, the run, the proof."""

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.arena.log import GameLog
from outflank.arena.records import Assignment, PlayedGame
from outflank.arena.statistics.spsa import Spsa
from outflank.arena.tuning import Tuning, TuningProgress, TuningSettings
from outflank.board import Color
from outflank.players import Parameter, find_opponent

SHARP = (
    Parameter("a", 10.0, 0.0, 100.0, "wants to be 70"),
    Parameter("b", 80.0, 0.0, 100.0, "wants to be 30"),
    Parameter("c", 5, 0, 10, "whole, does not matter"),
)


def _worth(settings: dict[str, float]) -> float:
    return -abs(settings["a"] - 70) / 40 - abs(settings["b"] - 30) / 40


def test_spsa_finds_the_best_values_through_noise() -> None:
    dice = random.Random(1)
    spsa = Spsa(SHARP, steps=300)
    values = spsa.shares({})
    assert values == [0.1, 0.8, 0.5]
    for step in range(300):
        plus, minus = spsa.variants(values, step)
        difference = _worth(spsa.settings(plus)) - _worth(spsa.settings(minus))
        values = spsa.update(values, step, max(-1, min(1, difference + dice.gauss(0, 0.3))))
    found = spsa.settings(values)
    assert found["a"] == pytest.approx(70, abs=12)
    assert found["b"] == pytest.approx(30, abs=12)
    assert isinstance(found["c"], int)


def test_values_stay_within_their_ranges() -> None:
    spsa = Spsa(SHARP, steps=20)
    values = [0.0, 1.0, 0.5]
    for step in range(20):
        for side in spsa.variants(values, step):
            assert all(0 <= share <= 1 for share in side)
        values = spsa.update(values, step, 1.0)
        assert all(0 <= share <= 1 for share in values)


def _play(games: Sequence[Assignment]) -> list[PlayedGame]:
    return [_made_up(game) for game in games]


def _made_up(assignment: Assignment) -> PlayedGame:
    """A made-up game: the larger corner bonus wins, the more clearly the larger."""
    corner = {
        entrant.name: float(find_opponent(entrant.spec)[1].get("corner", 30.0))
        for entrant in (assignment.black, assignment.white)
    }
    lead = round(corner[assignment.black.name] - corner[assignment.white.name])
    lead = max(-64, min(64, lead // 2 * 2))
    winner = None if not lead else Color.BLACK if lead > 0 else Color.WHITE
    return PlayedGame(
        assignment.game,
        assignment.round,
        assignment.pair,
        assignment.black.name,
        assignment.white.name,
        8,
        assignment.opening,
        assignment.opening,
        winner,
        (32 + lead // 2, 32 - lead // 2),
    )


SETTINGS = TuningSettings(
    player="positional:edge=3",
    parameters=("corner", "danger"),
    steps=12,
    pairs=2,
    proof_pairs=10,
    openings=("f5d6", "f5f6", "f5f4"),
)


def _tune(
    settings: TuningSettings, path: Path, stop_after: int = 10**9, workers: int = 2
) -> TuningProgress:
    log = GameLog.resume(path) if path.exists() else GameLog.create(path, settings.to_json())
    opponent, start = find_opponent(settings.player)
    seen: list[TuningProgress] = []
    with log, ThreadPoolExecutor(workers) as pool:
        tuning = Tuning(
            settings,
            opponent.parameters,
            dict(start),
            log,
            pool,
            play=_play,
            stopping=lambda: len(seen) >= stop_after,
        )
        for progress in tuning.run():
            seen += [progress]
    return seen[-1]


@pytest.mark.parametrize("against", [(), ("greedy", "random")])
def test_a_run_moves_towards_what_wins_and_proves_it(
    tmp_path: Path, against: tuple[str, ...]
) -> None:
    progress = _tune(replace(SETTINGS, against=against), tmp_path / "log.jsonl")
    assert progress.values[0] > progress.path[0][0]
    assert len(progress.path) == 13
    assert progress.proof.counts == (0, 0, 0, 0, 10)
    assert progress.proof.elo().is_clear_of_zero


def test_a_stopped_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = _tune(SETTINGS, tmp_path / "whole.jsonl", workers=1)
    stopped = _tune(SETTINGS, tmp_path / "log.jsonl", stop_after=5)
    assert stopped.stopped
    assert stopped.step == 5
    resumed = _tune(SETTINGS, tmp_path / "log.jsonl")
    assert resumed.path == whole.path
    assert resumed.proof == whole.proof
    games = [record.game for record in GameLog.read(tmp_path / "log.jsonl").records]
    assert sorted(games) == list(range(12 * 4 + 20))


def test_a_log_cut_in_the_middle_of_a_step_is_completed(tmp_path: Path) -> None:
    whole = _tune(SETTINGS, tmp_path / "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:7]) + lines[7][:20])
    assert _tune(SETTINGS, tmp_path / "cut.jsonl").path == whole.path


def test_settings_come_back_from_the_log(tmp_path: Path) -> None:
    with GameLog.create(tmp_path / "log.jsonl", SETTINGS.to_json()):
        pass
    assert TuningSettings.from_json(GameLog.read(tmp_path / "log.jsonl").settings) == SETTINGS
    with pytest.raises(ValueError, match="not of tuning"):
        TuningSettings.from_json({"format": "round-robin"})


def test_settings_that_are_not_tuned_stay_in_the_text(tmp_path: Path) -> None:
    opponent, start = find_opponent(SETTINGS.player)
    with GameLog.create(tmp_path / "log.jsonl", {}) as log, ThreadPoolExecutor(1) as pool:
        tuning = Tuning(SETTINGS, opponent.parameters, dict(start), log, pool)
    assert tuning.text(tuning.spsa.shares({})) == "positional:edge=3,corner=35,danger=100"


def test_settings_that_are_tuned_stand_in_the_text_once(tmp_path: Path) -> None:
    settings = replace(SETTINGS, player="positional:40,edge=3,danger=5")
    progress = _tune(settings, tmp_path / "log.jsonl", stop_after=1)
    opponent, start = find_opponent(settings.player)
    with GameLog.create(tmp_path / "other.jsonl", {}) as log, ThreadPoolExecutor(1) as pool:
        tuning = Tuning(settings, opponent.parameters, dict(start), log, pool)
    assert tuning.text(progress.path[0]) == "positional:edge=3,corner=40,danger=5"
