"""The trained network as a player: outflank match ./player.py:weights=… positional --size 6."""

import os
from pathlib import Path
from typing import ClassVar

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: one core per player

from mcts import search
from network import Network

from outflank import Board
from outflank.batch import Positions
from outflank.players import FileParameter, Parameter


class AlphaZero:
    """Searches with a trained network."""

    PARAMETERS: ClassVar = (Parameter("simulations", 100, 1, 100_000, "simulations per move"),)
    FILES: ClassVar = (FileParameter("weights", "a file written by train.py"),)

    def __init__(self, *, simulations: float = 100, weights: str = "alphazero.npz") -> None:
        self.simulations = int(simulations)
        self.network = Network.load(Path(weights))

    def choose(self, board: Board) -> int:
        visits, _value = search(self.network, Positions.of([board]), self.simulations)
        return int(visits[0].argmax())
