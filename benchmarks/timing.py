"""Rates in CPU time, best of several rounds, so that a busy machine disturbs them little."""

import time
from collections.abc import Callable


def rate(work: Callable[[], int], rounds: int = 5) -> float:
    """How many units ``work`` does in a CPU second; it returns how many it did."""
    best = 0.0
    for _ in range(rounds):
        begin = time.process_time()
        done = work()
        best = max(best, done / (time.process_time() - begin))
    return best


def report(figure: str, ours: float, others: dict[str, float], unit: str) -> None:
    """Print one line: our rate and, for each other library, how many times its rate that is."""
    ratios = "  ".join(f"{ours / other:6.2f} × {name}" for name, other in others.items())
    print(f"{figure:<28} {ours:>14,.0f} {unit:<12} {ratios}")
