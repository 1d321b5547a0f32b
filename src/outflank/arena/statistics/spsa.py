"""Tune many parameters from noisy games: simultaneous perturbation (SPSA, Spall 1992).

Each step shifts every parameter slightly up or down at random and plays this variant against its
mirror image. On average the result gives the direction of improvement for all parameters from the
same games. Step sizes and perturbations decrease as Spall recommends.

Parameters are scaled to their range, from 0 to 1, so that one step size fits all.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from outflank.players import Parameter, Setting

ALPHA, GAMMA = 0.602, 0.101  # decay exponents of steps and perturbations; Spall's practical values
STABILITY = 0.1  # share of the planned steps; keeps the first steps small


@dataclass(frozen=True)
class Spsa:
    """The update rule for the parameters."""

    parameters: Sequence[Parameter]
    steps: int
    seed: int = 1
    reach: float = 0.10  # perturbation of the first step, as a share of each range
    gain: float = 0.25  # change after the first clear result, as a share of each range

    def directions(self, step: int) -> list[int]:
        """Return up (+1) or down (−1) for each parameter, determined by seed and step."""
        dice = random.Random(f"spsa/{self.seed}/{step}")
        return [dice.choice((-1, 1)) for _ in self.parameters]

    def perturbation(self, step: int) -> float:
        """Return the distance of both variants from the center, as a share of the range."""
        shrunk: float = self.reach / (step + 1) ** GAMMA
        return shrunk

    def variants(self, values: Sequence[float], step: int) -> tuple[list[float], list[float]]:
        """Return the two variants compared in a step, as shares from 0 to 1."""
        reach = self.perturbation(step)
        directions = self.directions(step)
        plus = [_within(v + reach * d) for v, d in zip(values, directions, strict=True)]
        minus = [_within(v - reach * d) for v, d in zip(values, directions, strict=True)]
        return plus, minus

    def update(self, values: Sequence[float], step: int, advantage: float) -> list[float]:
        """Return the values after a step; ``advantage`` of the first variant is from −1 to 1.

        If a bound limited the perturbation of a parameter, it moves proportionally less.
        """
        size = self.gain / (step + 1 + STABILITY * self.steps) ** ALPHA
        size *= (1 + STABILITY * self.steps) ** ALPHA  # makes `gain` the size of the first step
        plus, minus = self.variants(values, step)
        reach = self.perturbation(step)
        return [
            _within(v + size * advantage * (p - m) / (2 * reach))
            for v, p, m in zip(values, plus, minus, strict=True)
        ]

    def shares(self, settings: Mapping[str, Setting]) -> list[float]:
        """Convert parameter values to shares of their ranges; missing ones get their default."""
        return [
            (float(settings.get(p.name, p.default)) - p.low) / (p.high - p.low)
            for p in self.parameters
        ]

    def settings(self, shares: Sequence[float]) -> dict[str, int | float]:
        """Convert shares back to values, rounded for integer parameters."""
        return {p.name: _value(p, share) for p, share in zip(self.parameters, shares, strict=True)}


def _value(parameter: Parameter, share: float) -> int | float:
    value = parameter.low + share * (parameter.high - parameter.low)
    return round(value) if isinstance(parameter.default, int) else round(value, 3)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
