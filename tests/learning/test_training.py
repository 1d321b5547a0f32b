"""Training on a little data: the pieces, the whole way, and going on after an interruption."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cluster import Cluster

from outflank import _native
from outflank.arena.playing.executors import ClusterExecutor
from outflank.engine import weights
from outflank.learning import rounds, trained_weights
from outflank.learning.calibration import Solver, measure_stretch
from outflank.learning.labels import Labels, label
from outflank.learning.positions import (
    Bits,
    GamePositions,
    InvalidGames,
    phase_of,
    read_games,
    strays,
)
from outflank.learning.recipe import Descent, Round, TrainingRecipe
from outflank.learning.rounds import train

SMALL = TrainingRecipe(
    exact_from=8,
    rounds=(Round.parse("14:solve:300,60:2:300"),),
    hold_out=4,
    chunk=500,
    descent=Descent(epochs=2),
    solved=300,
    calibrate=((8, 20), (12, 10)),
)


def test_a_game_gives_every_position_in_which_somebody_moved(games_file: Path) -> None:
    line = games_file.read_text().splitlines()[0]
    mover, opponent, score, black, game = _native.replay(line.encode())
    assert len(mover) == len(line.split()[0]) // 2
    assert mover[0] == 0x0000000810000000
    assert opponent[0] == 0x0000001008000000
    assert black[0] == 1
    assert score[0] == int(line.split()[1])
    assert set(score[black == 0]) <= {-int(line.split()[1])}
    assert set(game) == {0}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("f5f5 +10", "f5 is not a legal move"),
        ("f5x9 +10", "x9 is not a square"),
        ("f5d6 +10", "the game is not finished"),
        ("f5d6", "no moves followed by a score"),
    ],
)
def test_a_wrong_game_is_refused_by_its_line(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(line + "\n")
    with pytest.raises(InvalidGames, match=f"game in line 1: {reason}"):
        read_games(path)


def test_a_game_with_a_wrong_score_is_refused(tmp_path: Path, games_file: Path) -> None:
    moves, score = games_file.read_text().splitlines()[0].split()
    path = tmp_path / "wrong.txt"
    path.write_text(f"{moves} {int(score) + 2}\n")
    with pytest.raises(InvalidGames, match=f"it ends {int(score)}, not {int(score) + 2}"):
        read_games(path)


def test_a_missing_file_of_games_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidGames, match=r"nowhere\.txt"):
        read_games(tmp_path / "nowhere.txt")


@pytest.mark.parametrize("folder", [".", "folder.xz"])
def test_a_folder_in_the_place_of_games_is_named(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(exist_ok=True)
    with pytest.raises(InvalidGames, match="cannot be read: Is a directory"):
        read_games(tmp_path / folder)


def test_games_count_by_their_source_whatever_lines_are_between(
    tmp_path: Path, games_file: Path
) -> None:
    first, second, third = games_file.read_text().splitlines()[:3]
    path = tmp_path / "games.txt"
    path.write_text(f"\n{first} W\n\n\n{second}\n{third} Logistello\n")
    found = read_games(path, weigh={"L": 0.25, "W": 3})
    assert {(game, weight) for game, weight in zip(found.game, found.weight, strict=True)} == {
        (1, 3),
        (4, 1),
        (5, 0.25),
    }
    assert set(read_games(path, weigh={"W": 1}, others=0).weight) == {0, 1}


def test_several_files_are_read_as_one(tmp_path: Path, games_file: Path) -> None:
    lines = games_file.read_text().splitlines(keepends=True)
    parts = [tmp_path / "archive.txt", tmp_path / "selfplay.txt"]
    parts[0].write_text("".join(lines[:5]).rstrip("\n"))
    parts[1].write_text("".join(lines[5:]))
    assert read_games(*parts).digest == read_games(games_file).digest
    assert read_games(*parts[::-1]).digest != read_games(games_file).digest


def test_strays_are_positions_in_which_somebody_can_move(games: GamePositions) -> None:
    found = strays(games, 500, 2, seed=3)
    assert 400 < len(found) <= 500
    assert not (found.mover & found.opponent).any()
    assert (found.empties < 60).all()
    again = strays(games, 500, 2, seed=3)
    assert (again.mover == found.mover).all()


def test_labels_near_the_end_are_the_exact_scores(games: GamePositions) -> None:
    near = games[games.empties <= 7]
    by_label = _native.label(None, near.mover, near.opponent, 12, 0)
    for mover, opponent, found in list(zip(near.mover, near.opponent, by_label, strict=True))[::9]:
        engine = _native.SearchEngine(1, 1)
        limit = _native.SearchLimit(exact_from=64)
        best = engine.analyse(int(mover), int(opponent), 2**64 - 1, limit, 1, _native.Stop())[0]
        assert best.exact
        assert found == best.score


def negamax(known: _native.Weights, mover: int, opponent: int, depth: int) -> float:
    """The slow way to a label: no pruning, no table, no order."""
    if depth == 0:
        bits = (np.array([mover], np.uint64), np.array([opponent], np.uint64))
        return float(known.evaluate_all(*bits)[0] + 128 >> 8)  # 1/256 disc, rounded to discs
    best = -np.inf
    moves = _native.legal_moves(mover, opponent)
    for square in range(64):
        if moves >> square & 1:
            turned = _native.flips(square, mover, opponent)
            after = (opponent ^ turned, mover | turned | 1 << square)
            best = max(best, -negamax(known, *after, depth - 1))
    if not moves:
        assert _native.legal_moves(opponent, mover), "the positions of this test are not finished"
        return -negamax(known, opponent, mover, depth)
    return best


def test_a_label_before_the_end_is_the_mean_of_two_whole_trees(games: GamePositions) -> None:
    middle = games[(games.empties > 20) & (games.empties < 40)]
    some = middle[np.arange(0, len(middle), 101)]
    known = weights.default()
    found = _native.label(known, some.mover, some.opponent, 0, 3)
    expected = [
        (negamax(known, *pair, 3) + negamax(known, *pair, 2)) / 2
        for pair in zip(some.mover.tolist(), some.opponent.tolist(), strict=True)
    ]
    assert found.tolist() == expected


def test_what_is_not_to_be_solved_cannot_be_labelled_without_weights(games: GamePositions) -> None:
    some = games[games.empties == 20]
    with pytest.raises(ValueError, match="needs weights"):
        _native.label(None, some.mover, some.opponent, 12, 4)


def test_a_deep_label_is_the_mean_of_the_engines_last_two_depths(games: GamePositions) -> None:
    some = games[games.empties == 30]
    known = weights.default()
    differ = 0
    for mover, opponent in zip(some.mover, some.opponent, strict=True):
        # One at a time: the labelling engine keeps its table from position to position.
        told = _native.label(known, np.array([mover]), np.array([opponent]), 0, 7)[0]
        scores: list[int] = []
        engine = _native.SearchEngine(1, 16, weights=known)
        engine.analyse(
            int(mover),
            int(opponent),
            2**64 - 1,
            _native.SearchLimit(depth=7),
            1,
            _native.Stop(),
            lambda results, scores=scores: scores.append(results[0].score) or True,
        )
        assert told == (scores[-2] + scores[-1]) / 2
        differ += scores[-2] != scores[-1]
    assert differ > 5  # else the last depth alone, or the one before, would pass


def test_a_stretch_is_what_makes_the_evaluation_the_solution(games: GamePositions) -> None:
    some = games[games.empties == 20]
    known = weights.default()
    found = known.evaluate_all(some.mover, some.opponent) / 256
    stretch = measure_stretch(known, some, (1.25 * found - 2).astype(np.float32))
    assert (stretch.empties, stretch.slope, stretch.shift) == pytest.approx((20, 1.25, -2))


def test_errors_are_measured_on_positions_of_no_game_learned_from(
    games: GamePositions, tmp_path: Path
) -> None:
    # Game 1 is game 0 again, of which one is held out; game 3 and 5 are both held out and equal.
    twins = [
        replace(part, game=np.full_like(part.game, number))
        for number, part in enumerate(games[games.game == n] for n in (0, 0, 1, 2, 3, 2))
    ]
    with ThreadPoolExecutor(1) as executor:
        solver = Solver(
            GamePositions.joined(twins),
            packed=weights.DEFAULT_FILE.read_bytes(),
            hold_out=2,
            seed=1,
            executor=executor,
            directory=tmp_path,
        )
        chosen, solved = solver.solve(6, 10, held=True)
    assert set(chosen.game) == {3}
    assert len(chosen) == len(solved) == 1


def fitted(
    positions: GamePositions, labels: np.ndarray, threads: int = 2
) -> trained_weights.Parameters:
    """A network for one stage, in the place of all five."""
    rows, start, worth = _native.fit(
        positions.mover, positions.opponent, labels, 30, 0.3, 1, 0, 1, threads, lambda *_: True
    )
    columns = (-1, _native.COLUMNS)
    return trained_weights.Parameters(
        np.stack([rows.reshape(columns)] * _native.STAGES),
        start.reshape(columns),
        worth.reshape(columns),
    )


def exclusive_or(positions: GamePositions) -> np.ndarray:
    """Ten discs if exactly one of two corners is the mover's: no sum of patterns says so."""
    mine = [(positions.mover >> np.uint64(corner)) & np.uint64(1) for corner in (0, 63)]
    return np.where(mine[0] != mine[1], 10, -10).astype(np.float32)


def test_a_network_learns_what_no_sum_can_say(games: GamePositions) -> None:
    near = strays(games, 4000, 2, seed=1)
    some = near[(near.empties < 20) & (near.empties > 12)]
    labels = exclusive_or(some)
    known = weights.native(trained_weights.pack(fitted(some, labels), effort=1))
    found = known.evaluate_all(some.mover, some.opponent) / 256
    assert ((found > 0) == (labels > 0)).mean() > 0.95


def test_a_fit_is_the_same_on_any_number_of_threads(games: GamePositions) -> None:
    phase = games[phase_of(games.empties) == 12]
    labels = exclusive_or(phase)
    one, three = (fitted(phase, labels, threads) for threads in (1, 3))
    assert (one.rows == three.rows).all()
    assert (one.start == three.start).all()
    assert (one.worth == three.worth).all()


def test_patterns_that_never_occur_say_nothing(games: GamePositions) -> None:
    phase = games[phase_of(games.empties) == 12]
    network = fitted(phase, np.full(len(phase), 3, np.float32))
    seen = network.rows[0].any(axis=1)
    assert 1000 < seen.sum() < _native.PARAMETERS / 2


def test_phases_without_a_position_read_as_the_nearest_that_has_some(
    games: GamePositions,
) -> None:
    phases = phase_of(games.empties)
    some = games[(phases == 10) | (phases == 12)]
    network = fitted(some, np.full(len(some), 3, np.float32))
    assert (network.worth[0] == network.worth[10]).all()
    assert (network.start[23] == network.start[12]).all()
    assert (network.start[10] != network.start[12]).any()


def test_a_training_gives_weights_and_goes_on_where_it_stopped(
    games: GamePositions, tmp_path: Path
) -> None:
    lines: list[str] = []
    recipe = replace(SMALL, rounds=SMALL.rounds * 2)
    with ThreadPoolExecutor(2) as executor:
        path = train(games, recipe, tmp_path, executor, lines.append)
        weights.load(path)
        finished = path.read_bytes()
        assert path.name == "evaluation.weights"
        # Two groups of each round, then with neighbours.
        assert sum("Stage 2" in line for line in lines) == 2 * 3
        table = (tmp_path / "errors.csv").read_text().splitlines()
        assert [row.split(",")[:2] for row in table[1:5]] == [
            ["round-0", "8"],
            ["round-1", "8"],
            ["round-2", "8"],
            ["evaluation", "8"],
        ]
        assert (tmp_path / "errors.svg").read_text().count("Mean error at") == 2

        # As if it had been interrupted in the middle of the second round.
        path.unlink()
        learned = tmp_path / "parameters"
        for checkpoint in (*learned.glob("round-2-stage-*"), learned / "round-2-00.npz"):
            checkpoint.unlink()
        next((tmp_path / "labels" / "round-2").glob("02/*.npy")).unlink()
        kept = (learned / "round-2-08.npz").stat().st_mtime_ns
        again = train(games, recipe, tmp_path, executor, lines.append)
    assert again.read_bytes() == finished
    assert (learned / "round-2-08.npz").stat().st_mtime_ns == kept


def test_a_training_may_start_with_weights_of_an_earlier_one(
    games: GamePositions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched_with = {}

    def watched(mover: Bits, opponent: Bits, **how: Any) -> Labels:
        searched_with[how["directory"].relative_to(tmp_path).as_posix()] = how["packed"]
        return label(mover, opponent, **how)

    monkeypatch.setattr(rounds, "label", watched)
    with ThreadPoolExecutor(2) as executor:
        weights.load(train(games, SMALL, tmp_path, executor, print, start=weights.DEFAULT_FILE))
        with pytest.raises(ValueError, match=r"recipe\.json"):
            train(games, SMALL, tmp_path, executor, print)
        (forged := tmp_path / "forged.weights").write_bytes(b"nothing")
        with pytest.raises(ValueError, match="not a weights file"):
            train(games, SMALL, tmp_path / "other", executor, print, start=forged)
    assert not (tmp_path / "other").exists()
    first_round = [used for name, used in searched_with.items() if name.startswith("labels/round")]
    assert set(first_round) == {weights.DEFAULT_FILE.read_bytes()}
    # Nothing but the end is learned before all stages are.
    assert not list((tmp_path / "parameters").glob("round-1-0*"))


def test_a_cluster_finds_the_same_labels(
    cluster: Cluster, games: GamePositions, tmp_path: Path
) -> None:
    some = games[np.flatnonzero(games.empties >= 10)[:200]]
    with ThreadPoolExecutor(1) as here, ClusterExecutor(cluster.address) as there:
        ours, theirs = (
            label(
                some.mover,
                some.opponent,
                packed=weights.DEFAULT_FILE.read_bytes(),
                exact_from=10,
                depth=2,
                chunk=60,
                executor=executor,
                directory=tmp_path / str(number),
            )
            for number, executor in enumerate((here, there))
        )
    assert len(ours) == 200
    assert ours.tolist() == theirs.tolist()


def test_a_directory_with_another_recipe_is_not_mixed_up(
    games: GamePositions, tmp_path: Path
) -> None:
    SMALL.remember(tmp_path, games.digest)
    SMALL.remember(tmp_path, games.digest)
    with pytest.raises(ValueError, match=r"recipe\.json"):
        TrainingRecipe(exact_from=10).remember(tmp_path, games.digest)
    with pytest.raises(ValueError, match=r"recipe\.json"):
        SMALL.remember(tmp_path, games[games.empties > 3].digest)


def test_a_recipe_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="13"):
        TrainingRecipe(exact_from=13)
    with pytest.raises(ValueError, match=r"0\.3, 0 and 0\.01"):
        Descent(damping=0)
    with pytest.raises(ValueError, match="0 and 2"):
        Descent(epochs=0)


@pytest.mark.parametrize(
    "text",
    ["deep", "60:8", "60:21:5", "60:4:0", "24:4:9", "60:4:9,24:4:9", "61:4:9", "0:4:9,60:4:9"],
)
def test_a_round_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="EMPTIES:DEPTH:POSITIONS"):
        Round.parse(text)
