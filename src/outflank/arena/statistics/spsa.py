"""Tune many numbers at once from noisy games: simultaneous perturbation (SPSA, Spall 1992).

Each step moves all parameters a little, each up or down at random, and plays the one variant
against its mirror image. Which won says, on average, in which direction to go, for all parameters
from the same games. Steps and perturbations shrink as Spall advises.

Parameters are handled as shares of their range, from 0 to 1, so that one step size serves all.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from outflank.players import Parameter, Setting

ALPHA, GAMMA = 0.602, 0.101  # how fast steps and perturbations shrink; Spall's practical values
STABILITY = 0.1  # of the planned steps: keeps the first steps from being wild


@dataclass(frozen=True)
class Spsa:
    """The rule that makes the next values out of the last ones and a result."""

    parameters: Sequence[Parameter]
    steps: int
    seed: int = 1
    reach: float = 0.10  # perturbation of the first step, as a share of each range
    gain: float = 0.25  # how far the first clear result moves, as a share of each range

    def directions(self, step: int) -> list[int]:
        """Up (+1) or down (−1) for each parameter in a step; depends on the seed and step only."""
        dice = random.Random(f"spsa/{self.seed}/{step}")
        return [dice.choice((-1, 1)) for _ in self.parameters]

    def perturbation(self, step: int) -> float:
        """How far both variants are from the middle, as a share of the range."""
        shrunk: float = self.reach / (step + 1) ** GAMMA
        return shrunk

    def variants(self, values: Sequence[float], step: int) -> tuple[list[float], list[float]]:
        """The two variants a step compares, as shares from 0 to 1."""
        reach = self.perturbation(step)
        directions = self.directions(step)
        plus = [_within(v + reach * d) for v, d in zip(values, directions, strict=True)]
        minus = [_within(v - reach * d) for v, d in zip(values, directions, strict=True)]
        return plus, minus

    def update(self, values: Sequence[float], step: int, advantage: float) -> list[float]:
        """The values after a step in which the first variant did this much better, from −1 to 1.

        Where a bound cut a variant short, the parameter moves less, as it was compared less.
        """
        size = self.gain / (step + 1 + STABILITY * self.steps) ** ALPHA
        size *= (1 + STABILITY * self.steps) ** ALPHA  # so that `gain` is the very first step
        plus, minus = self.variants(values, step)
        reach = self.perturbation(step)
        return [
            _within(v + size * advantage * (p - m) / (2 * reach))
            for v, p, m in zip(values, plus, minus, strict=True)
        ]

    def shares(self, settings: Mapping[str, Setting]) -> list[float]:
        """Values of the parameters as shares of their ranges; what is not given is the default."""
        return [
            (float(settings.get(p.name, p.default)) - p.low) / (p.high - p.low)
            for p in self.parameters
        ]

    def settings(self, shares: Sequence[float]) -> dict[str, int | float]:
        """Shares turned back into values, whole where the parameter is whole."""
        return {p.name: _value(p, share) for p, share in zip(self.parameters, shares, strict=True)}


def _value(parameter: Parameter, share: float) -> int | float:
    value = parameter.low + share * (parameter.high - parameter.low)
    return round(value) if isinstance(parameter.default, int) else round(value, 3)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
