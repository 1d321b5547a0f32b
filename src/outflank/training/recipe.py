"""How to train: every setting in one value that is written beside what it made."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

OPENING = 28  # empties; with more the game is still in its first half


@dataclass(frozen=True)
class Round:
    """One improvement of the labels: search from a share of the positions, then fit again."""

    depth: int  # plies
    share: float = 1.0  # of the positions of a phase; the others keep the label they have
    opening_share: float = 1.0  # the same with more than OPENING empties, where searches cost more

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 20:
            raise ValueError(f"expected a depth of 1 to 20 plies, got {self.depth}")
        for share in (self.share, self.opening_share):
            if not 0 < share <= 1:
                raise ValueError(f"expected a share above 0 and up to 1, got {share}")

    @classmethod
    def parse(cls, text: str) -> Round:
        """`4`, `8:0.2` or `4:0.5:0.2`, as the command line takes them.

        >>> Round.parse("8:0.2")
        Round(depth=8, share=0.2, opening_share=0.2)
        """
        depth, *shares = text.split(":")
        try:
            share = float(shares[0]) if shares else 1.0
            return cls(int(depth), share, float(shares[1]) if shares[1:] else share)
        except ValueError as error:
            raise ValueError(
                f"a round is DEPTH[:SHARE[:OPENING SHARE]], like 4 or 8:0.2, not {text!r} ({error})"
            ) from error

    def __str__(self) -> str:
        return f"{self.depth}:{self.share:g}:{self.opening_share:g}"


@dataclass(frozen=True)
class Recipe:
    """The settings of a training; the same recipe and games give the same weights."""

    exact_from: int = 12  # empties; positions with so many or fewer are solved
    rounds: tuple[Round, ...] = (Round(4, 0.5, 0.2),)
    outcomes: float = 0.4  # share of what the outcomes of games say in the final weights
    calibrate: tuple[tuple[int, int], ...] = ((12, 1000), (16, 400), (20, 200), (24, 100))
    strays: float = 0  # positions a few random moves off the games, per position of a game
    stray_moves: int = 2
    hold_out: int = 50  # every so manieth game is kept for measuring and never learned from
    pull: float = (
        16  # positions; how strongly a phase is held to its neighbour, see native/training/fit.hpp
    )
    weigh: tuple[tuple[str, float], ...] = (("L", 0.2),)  # how much the games of a source count
    pull_of_outcomes: float = 100  # the same where the label is the outcome of a game: noisier
    iterations: int = 16  # of the fit of a phase
    chunk: int = 20_000  # positions per task and checkpoint
    seed: int = 1

    def __post_init__(self) -> None:
        if not 8 <= self.exact_from <= 24:
            raise ValueError(f"expected to solve from 8 to 24 empties, got {self.exact_from}")
        if self.hold_out < 2:
            raise ValueError(f"expected to hold out every 2nd game or fewer, got {self.hold_out}")

    def remember(self, directory: Path) -> None:
        """Writes the recipe into the directory, or checks that it is the one already there."""
        path = directory / "recipe.json"
        text = json.dumps(asdict(self), indent=2) + "\n"
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise ValueError(
                f"{directory} holds a training with other settings (see {path}): "
                "give those again to resume it, or another directory to start anew"
            )
        directory.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
