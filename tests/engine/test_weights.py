"""The file of weights: what is written comes back, and a wrong file is refused with a sentence."""

from pathlib import Path

import numpy as np
import pytest

from outflank import _native
from outflank.engine import weights


@pytest.fixture(scope="module")
def parameters() -> weights.Parameters:
    rng = np.random.default_rng(1)
    made = rng.normal(0, 2, (_native.PHASES, _native.PARAMETERS)).astype(np.float32)
    made[:, 1000:] = 0  # most patterns never occur, and noise takes long to pack
    return made


@pytest.fixture(scope="module")
def packed(parameters: weights.Parameters) -> bytes:
    return weights.pack(parameters)


def test_weights_come_back_as_they_were_saved(
    parameters: weights.Parameters, packed: bytes
) -> None:
    found = weights.unpack(packed) / 256
    assert np.abs(found - parameters).max() <= 0.5 / weights.STEPS


def test_weights_too_large_for_the_engine_are_cut(parameters: weights.Parameters) -> None:
    large = parameters.copy()
    large[3, 5], large[4, 5] = 1000, -1000
    found = weights.unpack(weights.pack(large))
    assert found[3, 5] == 127 * 256
    assert found[4, 5] == -127 * 256


def test_the_shipped_weights_are_small_and_load() -> None:
    assert weights.DEFAULT_FILE.stat().st_size < 6_000_000
    assert weights.default() is weights.default()


def test_another_kind_of_file_is_refused() -> None:
    with pytest.raises(weights.InvalidWeights, match=r"notes\.txt is not a weights file"):
        weights.unpack(b"shopping: bread, milk" * 10, "notes.txt")


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.weights"
    path.touch()
    with pytest.raises(weights.InvalidWeights, match="is not a weights file"):
        weights.load(path)


def test_a_later_format_is_refused(packed: bytes) -> None:
    later = packed[:16] + b"\x07\x00" + packed[18:]
    with pytest.raises(weights.InvalidWeights, match=r"format version 7, but .* reads version 1"):
        weights.unpack(later)


def test_weights_for_other_patterns_are_refused(packed: bytes) -> None:
    other = packed[:24] + b"otherlay" + packed[32:]
    with pytest.raises(weights.InvalidWeights, match="trained for other patterns"):
        weights.unpack(other)


@pytest.mark.parametrize("damage", ["cut short", "one byte changed"])
def test_a_damaged_file_is_refused(packed: bytes, damage: str) -> None:
    if damage == "cut short":
        broken = packed[:-100]
    else:
        broken = packed[:5000] + bytes([packed[5000] ^ 1]) + packed[5001:]
    with pytest.raises(weights.InvalidWeights, match="is damaged"):
        weights.unpack(broken)


def test_weights_of_a_diverged_training_are_not_written(parameters: weights.Parameters) -> None:
    broken = parameters.copy()
    broken[0, 0] = np.nan
    with pytest.raises(weights.InvalidWeights, match="diverged"):
        weights.pack(broken)


def test_the_engine_refuses_a_wrong_number_of_weights() -> None:
    with pytest.raises(ValueError, match=r"an evaluation has .* weights, but got 3"):
        _native.Weights(np.zeros(3, np.int16))
