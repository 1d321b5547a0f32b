"""The fast moves and flips against the plain ones."""

from pathlib import Path

import pytest

from outflank import _native

CPUINFO = Path("/proc/cpuinfo")  # what Linux found out about the processor
AVX2 = {"avx2", "bmi1", "bmi2", "popcnt"}
AVX512 = {"avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl"}

START = ((1 << 28) | (1 << 35), (1 << 27) | (1 << 36))
PERFT = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]  # a pass is a ply


def test_the_fast_moves_and_flips_equal_the_portable_ones_on_a_million_positions() -> None:
    assert _native.check_rules(seed=1, positions=1_000_000) > 20_000_000


def test_perft_gives_the_known_counts_with_the_fast_and_the_portable_rules() -> None:
    for portable in (False, True):
        counts = [
            _native.perft(*START, depth=depth, portable=portable) for depth in range(len(PERFT))
        ]
        assert counts == PERFT


@pytest.mark.skipif(not CPUINFO.exists(), reason="only Linux lists what the processor can")
def test_a_portable_build_knows_the_fastest_code_that_this_processor_runs() -> None:
    can = set(CPUINFO.read_text().split())
    expected = "baseline" if not can >= AVX2 else "avx512" if can >= AVX512 else "avx2"
    assert _native.processor_kind() == expected
