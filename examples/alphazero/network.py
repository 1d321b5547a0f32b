"""A policy and value network in numpy, with its own backpropagation."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.batch import Positions

Floats = NDArray[np.float32]


class Network:
    """Two residual layers, with a policy head (one logit per square) and a value head (tanh).

    The input is ``Positions.planes()``: own discs, opponent's discs and legal moves.
    """

    def __init__(self, size: int, width: int = 256, seed: int = 1) -> None:
        self.size, self.width = size, width
        random, cells = np.random.default_rng(seed), size * size

        def layer(inputs: int, outputs: int, scale: float = 2.0) -> Floats:
            return random.normal(0, np.sqrt(scale / inputs), (inputs, outputs)).astype(np.float32)

        self.weights: dict[str, Floats] = {
            "w1": layer(3 * cells, width),
            "w2": layer(width, width),
            "w3": layer(width, width),
            "wp": layer(width, cells, 0.01),
            "wv": layer(width, 1, 0.01),
        }
        for name, matrix in list(self.weights.items()):
            self.weights[name.replace("w", "b")] = np.zeros(matrix.shape[1], np.float32)
        self._mean = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._square = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def _layers(self, inputs: Floats) -> tuple[Floats, ...]:
        w = self.weights
        h1 = np.maximum(inputs @ w["w1"] + w["b1"], 0)
        r2 = np.maximum(h1 @ w["w2"] + w["b2"], 0)
        h2 = h1 + r2
        r3 = np.maximum(h2 @ w["w3"] + w["b3"], 0)
        h3 = h2 + r3
        return h1, r2, h2, r3, h3, h3 @ w["wp"] + w["bp"], np.tanh(h3 @ w["wv"] + w["bv"])[:, 0]

    def evaluate(self, positions: Positions) -> tuple[Floats, Floats]:
        """Return the probabilities of the legal moves and the mover's expected result."""
        planes = positions.planes().reshape(len(positions), -1)
        *_hidden, logits, value = self._layers(planes)
        return _softmax(logits, planes[:, 2 * self.size**2 :] > 0), value

    def learn(self, planes: Floats, policy: Floats, result: Floats, rate: float) -> float:
        """Make one step of Adam; return the loss."""
        inputs, w = planes.reshape(len(planes), -1), self.weights
        h1, r2, h2, r3, h3, logits, value = self._layers(inputs)
        likely = _softmax(logits, inputs[:, 2 * self.size**2 :] > 0)
        loss = np.mean((value - result) ** 2) - np.mean(
            np.sum(policy * np.log(likely + 1e-9), axis=1)
        )
        dp = (likely - policy) / len(inputs)
        dv = (2 * (value - result) * (1 - value**2) / len(inputs))[:, None]
        slopes = {"wp": h3.T @ dp, "bp": dp.sum(0), "wv": h3.T @ dv, "bv": dv.sum(0)}
        back = dp @ w["wp"].T + dv @ w["wv"].T
        for number, active, before in ((3, r3, h2), (2, r2, h1)):
            inner = back * (active > 0)
            slopes |= {f"w{number}": before.T @ inner, f"b{number}": inner.sum(0)}
            back = back + inner @ w[f"w{number}"].T
        back = back * (h1 > 0)
        slopes |= {"w1": inputs.T @ back, "b1": back.sum(0)}
        self._adam(slopes, rate)
        return float(loss)

    def _adam(self, slopes: dict[str, Any], rate: float, decay: float = 1e-4) -> None:
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._mean[name], self._square[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = mean / (1 - 0.9**self._steps)
            step /= np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            self.weights[name] -= rate * (step + decay * self.weights[name])

    def copy(self) -> "Network":
        twin = Network(self.size, self.width)
        twin.weights = {name: w.copy() for name, w in self.weights.items()}
        return twin

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            moments = {f"mean_{name}": one for name, one in self._mean.items()}
            moments |= {f"square_{name}": one for name, one in self._square.items()}
            about = {"size": self.size, "width": self.width, "steps": self._steps}
            np.savez(file, **about, **self.weights, **moments)  # type: ignore[arg-type]

    @staticmethod
    def load(path: Path) -> "Network":
        with np.load(path) as file:
            network = Network(int(file["size"]), int(file["width"]))
            for name in network.weights:
                network.weights[name] = file[name]
                network._mean[name] = file[f"mean_{name}"]
                network._square[name] = file[f"square_{name}"]
            network._steps = int(file["steps"])
        return network


def _softmax(logits: Floats, legal: NDArray[np.bool_]) -> Floats:
    powers = np.exp(np.where(legal, logits - logits.max(axis=1, keepdims=True), -np.inf))
    likely: Floats = powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-12)
    return likely
