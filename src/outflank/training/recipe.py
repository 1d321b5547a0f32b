"""How to train: every setting in one value that is written beside what it made."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Round:
    """One improvement of the labels: search so deep from a share of the positions, then fit again."""

    depth: int  # plies
    share: float = 1.0  # of the positions of a phase; the others keep the label they have

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 20:
            raise ValueError(f"expected a depth of 1 to 20 plies, got {self.depth}")
        if not 0 < self.share <= 1:
            raise ValueError(f"expected a share above 0 and up to 1, got {self.share}")

    @classmethod
    def parse(cls, text: str) -> Round:
        """`4` or `8:0.2`, as the command line takes them.

        >>> Round.parse("8:0.2")
        Round(depth=8, share=0.2)
        """
        depth, _, share = text.partition(":")
        try:
            return cls(int(depth), float(share or 1))
        except ValueError as error:
            raise ValueError(
                f"a round is DEPTH or DEPTH:SHARE, like 4 or 8:0.2, not {text!r} ({error})"
            ) from error


@dataclass(frozen=True)
class Recipe:
    """The settings of a training; the same recipe and games give the same weights."""

    exact_from: int = 12  # empties; positions with so many or fewer are solved
    rounds: tuple[Round, ...] = (Round(4), Round(8, 0.15))
    strays: float = 0.5  # positions a few random moves off the games, per position of a game
    stray_moves: int = 2
    hold_out: int = 50  # every so manieth game is kept for measuring and never learned from
    pull: float = 16  # positions; how strongly a phase is held to its neighbour, see native/training/fit.hpp
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
