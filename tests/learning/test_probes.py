"""The errors of probes: measured between searches, and fitted by the law the search states."""

import csv
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from outflank import _native
from outflank.cli.commands.teach import probes as probes_command
from outflank.cli.main import main
from outflank.engine import weights
from outflank.learning import probes
from outflank.learning.accuracy import choose_pairs, solve_one
from outflank.learning.positions import GamePositions
from outflank.learning.probes import (
    EMPTIES,
    Law,
    Probe,
    Reach,
    fit_law,
    measure_probes,
    probe_table,
    scores_on_the_way,
    write_probes,
)
from outflank.learning.recipe import TrainingRecipe

SHIPPED = weights.DEFAULT_FILE.read_bytes()


def as_stated() -> list[Probe]:
    """What would be measured if the search's statement were true to the last digit."""
    return [
        Probe(empties, depth, probe, 100, _native.probe_error(empties, depth, probe), 0.0)
        for empties in EMPTIES
        for depth in (*range(1, 11), *([empties] if empties <= Reach().solved else []))
        for probe in range(depth - 2, -1, -2)
        if probe <= 10
    ]


def test_depths_of_equal_parity_are_compared_and_the_exact_score(games: GamePositions) -> None:
    pairs = choose_pairs(games, hold_out=2, empties=14, count=5)
    with ThreadPoolExecutor(1) as executor:
        said: list[str] = []
        found = measure_probes(SHIPPED, {14: pairs}, Reach(4), executor, said.append)
    assert said == ["14 empties: 5 positions searched"]
    assert [(probe.depth, probe.probe) for probe in found] == [
        (2, 0),
        (3, 1),
        (4, 0),
        (4, 2),
        (14, 0),
        (14, 2),
        (14, 4),
    ]
    assert all(probe.positions == 5 and probe.deviation > 0 for probe in found)


def test_the_deepest_score_is_the_exact_one(games: GamePositions) -> None:
    pairs = choose_pairs(games, hold_out=2, empties=10, count=3)
    found = scores_on_the_way(SHIPPED, pairs, Reach(4))
    assert [scores[10] for scores in found] == [solve_one(*pair) for pair in pairs]
    assert [sorted(scores) for scores in found] == [[0, 1, 2, 3, 4, 10]] * 3


def test_the_fit_finds_the_constants_that_the_search_states() -> None:
    law = fit_law(as_stated())
    for depth, probe in ((8, 2), (9, 3)):
        size, gap, slope, quiet = law.middle
        stated = _native.probe_error(30, depth, probe)
        by_hand = size * (depth - probe) ** gap * 2.718281828 ** (slope * probe + quiet * 30)
        assert by_hand == pytest.approx(stated)
    assert law.end[0] == pytest.approx(_native.probe_error(20, 20, 0))


def test_the_law_reads_as_the_search_writes_it() -> None:
    source = Path(__file__).parents[2] / "native" / "probcut.cpp"
    middle, end = str(fit_law(as_stated())).splitlines()
    for line in (middle, end):
        assert line.partition(": ")[2] in source.read_text()


def test_a_law_may_rise_as_well_as_fall() -> None:
    middle, end = str(Law((5.0, 0.25, 0.08, 0.01), (7.0, 0.02))).splitlines()
    assert "std::exp(0.0800 * probe + 0.0100 * std::min(empties, QUIET))" in middle
    assert "std::exp(0.0200 * probe)" in end
    assert "exp(-0.0800 * probe - 0.0100 *" in str(Law((5.0, 0.25, -0.08, -0.01), (7.0, -0.02)))


def test_the_search_trusts_deeper_probes_and_quieter_positions_more() -> None:
    error = _native.probe_error
    assert error(30, 10, 6) < error(30, 10, 4) < error(30, 10, 2)
    assert error(40, 8, 2) < error(20, 8, 2)
    assert error(20, 20, 8) < error(20, 20, 4)
    for depth in range(_native.PROBED_DEPTH, 60):
        probe = _native.probe_depth(depth)
        assert 0 <= probe < depth
        assert (depth - probe) % 2 == 0


def test_the_table_shows_measured_beside_stated() -> None:
    lines = probe_table(as_stated())
    assert lines[0].split("  ")[-1].strip() == "end"
    assert len(lines) == 1 + len(EMPTIES) + 2
    first, solved = lines[1].split(), lines[-3].split()
    assert (first[0], first[-1]) == ("50", "–")
    measured, stated = solved[-1].split("/")
    assert measured == stated


def test_all_that_was_measured_is_written(tmp_path: Path) -> None:
    write_probes(as_stated(), tmp_path / "probes.csv")
    with (tmp_path / "probes.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(as_stated())
    assert all(row["deviation"] == row["stated"] for row in rows)


def test_too_few_games_are_refused(games_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["teach", "probes", "--from", str(games_file), "--workers", "1"]) == 2
    told = capsys.readouterr().err
    assert re.findall(r"\d+", told) == ["1", "50", "10"]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        (("--depth", "1"), ["2", "24", "1"]),
        (("--solve-from", "40"), ["14", "32", "40"]),
    ],
)
def test_what_cannot_be_measured_is_refused(
    option: tuple[str, str], told: list[str], games_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["teach", "probes", "--from", str(games_file), *option]) == 2
    assert re.findall(r"\d+", capsys.readouterr().err) == told  # from, to, and what came


def test_the_command_prints_a_table_and_the_law(
    games_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probes, "EMPTIES", (18, 10))
    monkeypatch.setattr(probes, "FEWEST", 1)
    monkeypatch.setattr(probes_command, "TrainingRecipe", partial(TrainingRecipe, hold_out=2))
    table = tmp_path / "probes.csv"
    arguments = ["--from", str(games_file), "--positions", "5", "--workers", "1"]
    reach = ["--depth", "6", "--solve-from", "10"]
    assert main(["teach", "probes", *arguments, *reach, "--csv", str(table)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "18",
        "10",
        "empties",
        "18",
        "10",
        "Middle",
        "To",
    ]
    assert {row.split(",")[0] for row in table.read_text().splitlines()[1:]} == {"18", "10"}
