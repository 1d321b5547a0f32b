"""The file of weights: what is written comes back, and a wrong file is refused with a sentence."""

import hashlib
import random
import zlib
from pathlib import Path

import numpy as np
import pytest
from engine_positions import random_boards

from outflank import _native
from outflank.batch import Positions
from outflank.engine import weights
from outflank.learning import trained_weights


@pytest.fixture(scope="module")
def parameters() -> trained_weights.Parameters:
    rng = np.random.default_rng(1)
    made = trained_weights.Parameters.ignorant()
    # Most patterns never occur, and noise takes long to pack.
    made.rows[:, :1000] = rng.normal(0, 2, (_native.STAGES, 1000, _native.COLUMNS))
    made.start[:] = rng.normal(0, 1, made.start.shape)
    made.worth[:] = rng.uniform(-1, 1, made.worth.shape)
    return made


@pytest.fixture(scope="module")
def packed(parameters: trained_weights.Parameters) -> bytes:
    return trained_weights.pack(parameters)


def test_weights_come_back_as_they_were_saved(
    parameters: trained_weights.Parameters, packed: bytes
) -> None:
    assert weights.unpack(packed) == trained_weights.block(parameters)


def at_all_times(seed: int) -> Positions:
    """Positions from the opening to the end."""
    boards = [random_boards(seed + empties, empties, 8) for empties in range(2, 60, 3)]
    return Positions.of([board for some in boards for board in some])


def slow_evaluation(parameters: trained_weights.Parameters, mover: int, opponent: int) -> float:
    """What native/pattern_evaluation.hpp promises, in floats."""
    moves, answers = (
        int(_native.legal_moves(*pair)).bit_count()
        for pair in ((mover, opponent), (opponent, mover))
    )
    discs = (mover | opponent).bit_count()
    phase = min(max((discs - 12) // 2, 0), _native.PHASES - 1)
    rows = parameters.rows[_native.stage_of_phase(phase)]
    # Only the last parameters have rows here: mobility, 25 × 25, and then parity.
    mobility = _native.PARAMETERS - 2 - 625 + min(moves, 24) * 25 + min(answers, 24)
    total = parameters.start[phase] + rows[mobility] + rows[_native.PARAMETERS - 2 + discs % 2]
    heard = np.concatenate([total[:1], (np.maximum(total[1:], 0) / 2) ** 2])
    return float(heard @ parameters.worth[phase])


def test_the_engine_reads_what_the_training_wrote() -> None:
    rng = np.random.default_rng(2)
    made = trained_weights.Parameters.ignorant()
    made.rows[:, -627:] = rng.normal(0, 2, (_native.STAGES, 627, _native.COLUMNS))
    made.start[:] = rng.normal(0, 1, made.start.shape)
    made.worth[:] = rng.uniform(-1, 1, made.worth.shape)
    known = weights.native(trained_weights.pack(made, effort=1))
    positions = at_all_times(seed=4)
    found = known.evaluate_all(positions.mover_bits, positions.opponent_bits) / 256
    pairs = zip(positions.mover_bits.tolist(), positions.opponent_bits.tolist(), strict=True)
    expected = np.clip([slow_evaluation(made, *pair) for pair in pairs], -64, 64)
    assert np.abs(found - expected).max() < 0.5
    assert np.abs(found - expected).mean() < 0.1
    assert np.std(expected) > 3


def test_stretching_multiplies_and_shifts_the_score() -> None:
    made = trained_weights.Parameters.ignorant()
    made.rows[:, -627:] = np.random.default_rng(3).normal(
        0, 1, (_native.STAGES, 627, _native.COLUMNS)
    )
    made.worth[:] = 1
    positions = at_all_times(seed=5)
    more = made.stretched(np.full(_native.PHASES, 1.5), np.full(_native.PHASES, -2.0))
    before, after = (
        weights.native(trained_weights.pack(one, effort=1)).evaluate_all(
            positions.mover_bits, positions.opponent_bits
        )
        / 256
        for one in (made, more)
    )
    inside = np.abs(before) < 40  # what goes beyond a wipe-out is cut
    assert inside.sum() > 50
    assert np.abs(after - (1.5 * before - 2))[inside].max() < 0.3


def test_weights_too_large_for_the_engine_are_cut(parameters: trained_weights.Parameters) -> None:
    large = trained_weights.Parameters(parameters.rows.copy(), parameters.start, parameters.worth)
    large.rows[3, 5, 0], large.rows[4, 5, 0] = 1000, -1000
    rows, _ = trained_weights.quantise(large)
    assert rows[3, 5, 0] == 127
    assert rows[4, 5, 0] == -127


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
    with pytest.raises(weights.InvalidWeights, match=r"format version 7, but .* reads version 3"):
        weights.unpack(later)


def test_weights_for_other_patterns_are_refused(packed: bytes) -> None:
    other = packed[:24] + b"otherlay" + packed[32:]
    with pytest.raises(weights.InvalidWeights, match="for patterns that differ"):
        weights.unpack(other)


@pytest.mark.parametrize("damage", ["cut short", "one byte changed"])
def test_a_damaged_file_is_refused(packed: bytes, damage: str) -> None:
    if damage == "cut short":
        broken = packed[:-100]
    else:
        broken = packed[:5000] + bytes([packed[5000] ^ 1]) + packed[5001:]
    with pytest.raises(weights.InvalidWeights, match="is damaged"):
        weights.unpack(broken)


def test_weights_of_a_diverged_training_are_not_written(
    parameters: trained_weights.Parameters,
) -> None:
    broken = trained_weights.Parameters(parameters.rows.copy(), parameters.start, parameters.worth)
    broken.rows[0, 0, 0] = np.nan
    with pytest.raises(weights.InvalidWeights, match="not a finite number"):
        trained_weights.pack(broken)
    loud = trained_weights.Parameters(parameters.rows, parameters.start, parameters.worth * 1000)
    with pytest.raises(weights.InvalidWeights, match=r"worth.* of phase .*32767"):
        trained_weights.pack(loud)


@pytest.mark.parametrize("change", ["cut", "lengthened"])
def test_the_engine_refuses_a_block_of_the_wrong_length(
    parameters: trained_weights.Parameters, change: str
) -> None:
    block = trained_weights.block(parameters)
    wrong = block[:-1] if change == "cut" else block + b"x"
    with pytest.raises(ValueError, match=r"the weights (end too early|go on for 1 bytes)"):
        _native.Weights(wrong)


def forged(head: bytes, contents: bytes) -> bytes:
    """A weights file with the checksum that belongs to it; the header ends with it."""
    return head[:-32] + hashlib.sha256(contents).digest() + contents


def test_forged_weights_are_read_or_refused_with_a_sentence(packed: bytes) -> None:
    head, contents = packed[: weights.HEADER.size], packed[weights.HEADER.size :]
    block = zlib.decompress(contents)
    dice = random.Random(1)
    for round in range(16):
        changed = bytearray(contents if round % 2 else block)
        for _ in range(dice.randint(1, 3)):
            if dice.random() < 0.2:
                del changed[dice.randrange(len(changed)) :]
            if changed:
                changed[dice.randrange(len(changed))] ^= dice.randrange(1, 256)
        data = forged(head, bytes(changed) if round % 2 else zlib.compress(changed, 1))
        try:
            weights.native(data, "mine")
        except weights.InvalidWeights as error:
            assert 20 < len(str(error)) < 300


@pytest.mark.parametrize(
    ("contents", "sentence"),
    [
        (b"", "mine .*: >"),
        (zlib.compress(b""), "mine .*: the weights end too early"),
        (zlib.compress(bytes(1 << 29), 1), "mine .*: >"),
        (b"not compressed", r"mine .*: Error"),
    ],
    ids=["nothing", "empty", "far too much", "another thing"],
)
def test_weights_that_are_none_are_refused_whatever_their_checksum(
    packed: bytes, contents: bytes, sentence: str
) -> None:
    with pytest.raises(weights.InvalidWeights, match=sentence):
        weights.native(forged(packed[: weights.HEADER.size], contents), "mine")
