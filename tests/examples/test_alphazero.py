"""The parts of examples/alphazero: exact gradients, legal moves, and a training that resumes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import train
from mcts import search
from network import Network

from outflank.batch import Positions
from outflank.board import Board

TINY = train.Settings(4, games=8, simulations=6, batch=32, window=2)


def test_the_gradient_is_the_slope_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(4, width=8)
    network.weights = {n: w.astype(np.float64) for n, w in network.weights.items()}
    planes: Any = Positions.start(6, 4).step([1, 4, 11, 14, 1, 4]).planes().astype(np.float64)
    random = np.random.default_rng(1)
    policy: Any = planes[:, 2].reshape(6, -1) / planes[:, 2].sum(axis=(1, 2))[:, None]
    result: Any = random.uniform(-1, 1, 6)
    slopes: dict[str, np.ndarray] = {}
    monkeypatch.setattr(network, "_adam", lambda found, rate: slopes.update(found))
    base = network.learn(planes, policy, result, 0.0)
    first = dict(slopes)
    for name, matrix in network.weights.items():
        place = tuple(int(random.integers(n)) for n in matrix.shape)
        known = float(first[name][place])
        matrix[place] += 1e-6
        slope = (network.learn(planes, policy, result, 0.0) - base) / 1e-6
        assert slope == pytest.approx(known, abs=1e-4)
        matrix[place] -= 1e-6


def test_search_visits_legal_moves_and_finds_a_win() -> None:
    # Black takes everything with d1; with any other move White lives on.
    board = Board.from_text("XOO- ---- ---- ---- X")
    boards = [board, Board(4)]
    visits, value = search(Network(4, width=8), Positions.of(boards), 30)
    for row, one in zip(visits, boards, strict=True):
        assert set(np.flatnonzero(row)) <= set(one.legal_moves)
        assert row.sum() == 30
    assert visits[0].argmax() == 3
    assert value[0] > 0.9


def test_a_training_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "GATE_PAIRS", 2)
    monkeypatch.setattr(train, "CURVE_PAIRS", 2)
    train.train(TINY, 1e-9, 1, tmp_path, 1)  # one round
    assert "8 games" in capsys.readouterr().out
    first = json.loads((tmp_path / "state.json").read_text())
    train.train(TINY, first["spent"] / 60 + 1e-9, 1, tmp_path, 1)
    assert "16 games" in capsys.readouterr().out
    assert json.loads((tmp_path / "state.json").read_text())["spent"] > first["spent"]
    assert Network.load(tmp_path / train.WEIGHTS).size == 4
    assert len((tmp_path / "curve.csv").read_text().splitlines()) >= 2
    with pytest.raises(SystemExit, match="another run"):
        train.train(TINY, 1, 2, tmp_path, 1)


def test_the_gate_keeps_the_old_network_against_itself() -> None:
    network = Network(4, width=8)
    assert not train.gate(network, network, TINY, 1)
