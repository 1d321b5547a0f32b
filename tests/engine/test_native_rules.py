"""The fast moves and flips against the plain ones."""

from outflank import _native

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
