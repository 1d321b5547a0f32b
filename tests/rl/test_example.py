"""The worked example learns."""

import numpy as np
from learn_to_beat_positional import Network, play_and_learn

from outflank.arena import play_match
from outflank.batch import Positions


def test_an_empty_network_learns_from_games_against_itself() -> None:
    network, rng = Network(), np.random.default_rng(1)
    assert not network.values(Positions.start(3)).any()
    for _ in range(2):
        play_and_learn(network, 100, 1.0, 0.1, rng)
    assert play_match(network, "random", games=40).score.low > 0.5
