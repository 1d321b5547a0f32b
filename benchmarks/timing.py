"""Rates per CPU second, best of several rounds, to reduce the effect of a busy machine."""

import time
from collections.abc import Callable


def rate(work: Callable[[], int], rounds: int = 5) -> float:
    """Return the units per CPU second of ``work``, which returns the number of units done."""
    best = 0.0
    for _ in range(rounds):
        begin = time.process_time()
        done = work()
        best = max(best, done / (time.process_time() - begin))
    return best


def report(figure: str, ours: float, others: dict[str, float], unit: str) -> None:
    """Print one line: our rate, and its ratio to that of each other library."""
    ratios = "  ".join(f"{ours / other:6.2f} × {name}" for name, other in others.items())
    print(f"{figure:<28} {ours:>14,.0f} {unit:<12} {ratios}")
