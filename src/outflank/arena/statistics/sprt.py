"""The sequential probability ratio test: stop a match as soon as it is decided.

There are two hypotheses: the first player is better by `elo0`, or by `elo1`. After each pair of
games the log-likelihood ratio measures how much better the second one explains the results. The
test stops when the ratio leaves the interval between the bounds; the error probabilities are at
most α (false positive) and β (false negative).

The likelihoods are those of the maximum-likelihood distribution of pair results under each
hypothesis (a generalized ratio test), after Van den Bergh's notes, sections 1 and 4
(https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from outflank.arena.statistics.elo import NORMALIZED_SCALE, PAIR_SCORES, Pentanomial, expected_score
from outflank.translation import _

UNSEEN = 1e-3  # regularization in pairs, so that an unseen outcome has a nonzero likelihood
SOLVED = 1e-8  # convergence threshold of a distribution


class Decision(Enum):
    """The state of the test."""

    CONTINUE = "continue"
    ACCEPT = "accept"
    REJECT = "reject"


class Model(Enum):
    """The meaning of the Elo bounds of a test."""

    LOGISTIC = "logistic"  # ordinary Elo, based on the score per game
    NORMALIZED = "normalized"  # Elo in units of a game's standard deviation


@dataclass(frozen=True)
class Sprt:
    """A test whether the first player is better than the second by elo1 rather than elo0."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = Model.LOGISTIC

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(
                _(
                    "elo0 must be less than elo1, not {low:g} and {high:g}.",
                    low=self.elo0,
                    high=self.elo1,
                )
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(
                    _(
                        "{name} must be between 0 and 0.5, not {value:g}; 0.05 is usual.",
                        name=name,
                        value=value,
                    )
                )

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """Parse `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic`; each part is optional."""
        names = ("elo0", "elo1", "alpha", "beta", "model")
        numbers: dict[str, float] = {}
        model = Model.LOGISTIC
        for part in filter(None, (piece.strip() for piece in text.split(","))):
            name, equals, value = part.partition("=")
            if not equals or name not in names:
                raise ValueError(
                    _(
                        "A part must be one of {names} with a value, such as elo0=0, not {text}.",
                        names=", ".join(names),
                        text=repr(part),
                    )
                )
            if name == "model":
                try:
                    model = Model(value)
                except ValueError:
                    raise ValueError(
                        _("model must be logistic or normalized, not {text}.", text=repr(value))
                    ) from None
            else:
                try:
                    numbers[name] = float(value)
                except ValueError:
                    raise ValueError(
                        _("{name} must be a number, not {text}.", name=name, text=repr(value))
                    ) from None
        return cls(**numbers, model=model)

    def __str__(self) -> str:
        return (
            f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g},"
            f"model={self.model.value}"
        )

    @property
    def lower(self) -> float:
        """The bound below which the test rejects elo1."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound above which the test accepts elo1."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """Return the log-likelihood ratio of elo1 against elo0 for these pairs."""
        if not pairs.pairs:
            return 0.0
        weights = [count or UNSEEN for count in pairs.counts]
        return log_likelihood_ratio(weights, PAIR_SCORES, self.elo0, self.elo1, self.model)

    def decide(self, pairs: Pentanomial) -> Decision:
        """Return the decision after these pairs."""
        llr = self.llr(pairs)
        if llr >= self.upper:
            return Decision.ACCEPT
        if llr <= self.lower:
            return Decision.REJECT
        return Decision.CONTINUE

    def explain(self, pairs: Pentanomial) -> str:
        """Explain the state of the test in a sentence."""
        llr = self.llr(pairs)
        values = {"elo": self.elo1, "llr": llr, "low": self.lower, "high": self.upper}
        match self.decide(pairs):
            case Decision.ACCEPT:
                return _(
                    "stopped, the hypothesis of {elo:g} Elo is accepted: the log-likelihood ratio"
                    " is {llr:+z.2f}, above {high:+.2f}",
                    **values,
                )
            case Decision.REJECT:
                return _(
                    "stopped, the hypothesis of {elo:g} Elo is rejected: the log-likelihood ratio"
                    " is {llr:+z.2f}, below {low:.2f}",
                    **values,
                )
            case Decision.CONTINUE:
                return _(
                    "undecided: the log-likelihood ratio is {llr:+z.2f}, between {low:.2f} and "
                    "{high:+.2f}",
                    **values,
                )


def log_likelihood_ratio(
    weights: Sequence[float], scores: Sequence[float], elo0: float, elo1: float, model: Model
) -> float:
    """Return how much better `elo1` explains the counted results than `elo0`.

    `weights` are the counts and `scores` the points per game of each kind of result: five kinds for
    pairs of games, three (0, ½, 1) for single games.
    """
    total = sum(weights)
    seen = [weight / total for weight in weights]
    if model is Model.LOGISTIC:
        fits = [_most_likely_with_mean(seen, scores, expected_score(elo)) for elo in (elo0, elo1)]
    else:
        # A pair has half the variance of a game (per game), so its t-value is √2 larger.
        games = math.sqrt(2.0) if len(scores) == len(PAIR_SCORES) else 1.0
        fits = [
            _most_likely_with_t(seen, scores, games * elo / NORMALIZED_SCALE)
            for elo in (elo0, elo1)
        ]
    return total * sum(
        share * math.log(better / worse)
        for share, worse, better in zip(seen, fits[0], fits[1], strict=True)
    )


def _most_likely_with_mean(
    seen: Sequence[float], scores: Sequence[float], mean: float
) -> list[float]:
    """Return the maximum-likelihood distribution for `seen` with this mean."""
    return _tilt(seen, [score - mean for score in scores])


def _most_likely_with_t(seen: Sequence[float], scores: Sequence[float], t: float) -> list[float]:
    """Return the maximum-likelihood distribution for `seen` with (mean − ½) / σ = t.

    The constraint is not linear in the probabilities. Each iteration replaces it by its tangent at
    the current distribution, which is the linear problem above.
    """
    fit = [1 / len(scores)] * len(scores)
    for _each in range(200):
        mean = sum(p * s for p, s in zip(fit, scores, strict=True))
        sigma = math.sqrt(sum(p * (s - mean) ** 2 for p, s in zip(fit, scores, strict=True)))
        tangent = [
            score - 0.5 - t * sigma * (1 + ((score - mean) / sigma) ** 2) / 2 for score in scores
        ]
        tilted = _tilt(seen, tangent)
        moved = max(abs(a - b) for a, b in zip(tilted, fit, strict=True))
        fit = tilted
        if moved < SOLVED:
            break
    return fit


def _tilt(seen: Sequence[float], values: Sequence[float]) -> list[float]:
    """Return the most likely distribution for `seen` under which `values` average to zero."""
    lowest, highest = min(values), max(values)
    if not lowest < 0 < highest:
        raise ValueError(f"no distribution over {list(values)} has mean zero")

    def average(theta: float) -> float:
        return sum(p * v / (1 + theta * v) for p, v in zip(seen, values, strict=True))

    theta = _falling_root(average, -1 / highest, -1 / lowest)
    return [p / (1 + theta * v) for p, v in zip(seen, values, strict=True)]


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Find the root of a decreasing function between two poles by bisection."""
    for _each in range(60):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
