"""A player with learned weights that returns a probability for each move."""

import json
import math
import random
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import ClassVar

from outflank.board import Board, Square
from outflank.players.move_features import NAMES, features_of
from outflank.players.parameters import FileParameter, Parameter
from outflank.players.player import refuse_without_move
from outflank.translation import N_, _

PHASES = ("opening", "middle", "end")
Weights = Sequence[Sequence[float]]  # one row per phase, one column per feature


class InvalidPolicyWeights(ValueError):
    """A weights file with missing or invalid entries."""


class LearnedPlayer:
    NAME: ClassVar = "learned"
    DESCRIPTION: ClassVar = N_(
        "Plays with learned weights; its temperature sets how random its moves are."
    )
    PARAMETERS: ClassVar = (
        Parameter(
            "temperature",
            0.0,
            0.0,
            20.0,
            N_("0: always the best move; 1: as learned; higher: more random"),
        ),
    )

    FILES: ClassVar = (FileParameter("weights", N_("a weights file from `outflank learn`")),)

    def __init__(
        self,
        *,
        temperature: float = 0.0,
        seed: int | None = None,
        weights: Weights | str | None = None,
    ) -> None:
        """``weights`` are numbers, or the path of a file written by `outflank learn`."""
        self._temperature = temperature
        self._random = random.Random(seed)
        if isinstance(weights, str):
            weights = read_weights(Path(weights))
        self._weights = shipped_weights() if weights is None else weights

    def choose(self, board: Board) -> Square:
        likely = self.distribution(board)
        return self._random.choices(list(likely), weights=list(likely.values()))[0]

    def distribution(self, board: Board) -> dict[Square, float]:
        """Return the probability of each legal move."""
        refuse_without_move(board)
        moves = list(board.legal_moves)
        weights = weights_at(self._weights, board)
        worth = [sum(map(mul, weights, features_of(board, move))) for move in moves]
        return dict(zip(moves, softmax(worth, self._temperature), strict=True))


def weights_at(weights: Weights, board: Board) -> list[float]:
    """Return the feature weights for this position, interpolated between phases."""
    shares = phase_shares(board)
    return [sum(map(mul, shares, phases)) for phases in zip(*weights, strict=True)]


def phase_shares(board: Board) -> list[float]:
    """Return the shares of opening, middle game and endgame, which add up to one."""
    filled = (board.mover_bits | board.opponent_bits).bit_count() / board.size**2
    return [max(0.0, 1 - abs(filled - middle) * 2) for middle in (0.0, 0.5, 1.0)]


def softmax(worth: Sequence[float], temperature: float) -> list[float]:
    """Convert values to probabilities; with temperature 0 the first maximum gets all.

    >>> softmax([1, 1, 0], 0)
    [1.0, 0.0, 0.0]
    """
    best = max(worth)
    if temperature == 0:
        first = worth.index(best)
        return [1.0 if i == first else 0.0 for i in range(len(worth))]
    powers = [math.exp((value - best) / temperature) for value in worth]
    total = sum(powers)
    return [power / total for power in powers]


def weights_to_json(weights: Weights, about: str) -> dict[str, object]:
    """Return the weights as readable JSON data: per feature name, one number per phase."""
    return {
        "format": "outflank-learned",
        "version": 1,
        "about": about,
        "phases": list(PHASES),
        "weights": {
            name: [round(float(phase[i]), 4) for phase in weights] for i, name in enumerate(NAMES)
        },
    }


def weights_from_json(document: object, source: str) -> Weights:
    """Read weights from such data."""
    if not isinstance(document, Mapping) or document.get("format") != "outflank-learned":
        raise InvalidPolicyWeights(
            _("{source} is not a weights file from `outflank learn`.", source=source)
        )
    table = document.get("weights")
    if not isinstance(table, Mapping) or set(table) != set(NAMES):
        odd = sorted(set(table or ()) ^ set(NAMES)) if isinstance(table, Mapping) else NAMES
        raise InvalidPolicyWeights(
            _(
                "{source} has weights for a different set of features. Differences: {names}",
                source=source,
                names=", ".join(odd),
            )
        )
    for name in NAMES:
        row = table[name]
        if not isinstance(row, Sequence) or len(row) != len(PHASES) or not all(map(_finite, row)):
            raise InvalidPolicyWeights(
                _(
                    "{source} needs {count} numbers for {name}, not {got}.",
                    source=source,
                    count=len(PHASES),
                    name=repr(name),
                    got=repr(row),
                )
            )
    return [[float(table[name][phase]) for name in NAMES] for phase in range(len(PHASES))]


def read_weights(path: Path) -> Weights:
    try:
        return weights_from_json(json.loads(path.read_text(encoding="utf-8")), str(path))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise InvalidPolicyWeights(
            _("{path} cannot be read: {error}", path=path, error=error)
        ) from None


@cache
def shipped_weights() -> Weights:
    # Imported here because other players do not need it.
    from importlib import resources

    text = resources.files("outflank.players").joinpath("data/learned.json").read_text("utf-8")
    return weights_from_json(json.loads(text), "the shipped weights")


def _finite(number: object) -> bool:
    return isinstance(number, int | float) and math.isfinite(number)
