"""How to train: every setting in one value that is written beside what it made."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from outflank.board import listed
from outflank.translation import _


class InvalidTraining(ValueError):
    """Settings or files that a training cannot go on with; the sentence says why."""


SOLVE = 0  # as a depth: to the end of the game


@dataclass(frozen=True)
class Band:
    """How positions of one part of the game are labelled."""

    up_to: int  # empties; a position belongs to the first band that reaches so far
    depth: int  # plies to search, or SOLVE
    positions: int  # of each phase; the others of the phase are left out of its fit

    def __post_init__(self) -> None:
        if not 1 <= self.up_to <= 60:
            raise InvalidTraining(
                _("Expected 1 to 60 empty squares. Got {empties}.", empties=self.up_to)
            )
        if not 0 <= self.depth <= 20:
            raise InvalidTraining(
                _("Expected a depth of 1 to 20 plies, or “solve”. Got {depth}.", depth=self.depth)
            )
        if self.positions < 1:
            raise InvalidTraining(
                _("Expected at least one position. Got {count}.", count=self.positions)
            )

    def __str__(self) -> str:
        return f"{self.up_to}:{self.depth or 'solve'}:{self.positions}"


@dataclass(frozen=True)
class Round:
    """One improvement of the labels: search anew, from the end to the beginning, and fit again."""

    bands: tuple[Band, ...]

    def __post_init__(self) -> None:
        reach = [band.up_to for band in self.bands]
        if reach != sorted(set(reach)) or not reach or reach[-1] != 60:
            raise InvalidTraining(
                _(
                    "Expected bands with increasing numbers of empties, up to 60. Got {bands}.",
                    bands=listed(reach),
                )
            )

    def band_of(self, empties: int) -> Band:
        return next(band for band in self.bands if empties <= band.up_to)

    @classmethod
    def parse(cls, text: str) -> Round:
        """Bands as the command line takes them: empties, depth and positions of a phase.

        >>> Round.parse("14:solve:200000,60:6:50000").band_of(20)
        Band(up_to=60, depth=6, positions=50000)
        """
        try:
            bands = []
            for part in text.split(","):
                up_to, depth, positions = part.split(":")
                plies = SOLVE if depth == "solve" else int(depth)
                bands.append(Band(int(up_to), plies, int(positions)))
            return cls(tuple(bands))
        except ValueError as error:
            raise InvalidTraining(
                _(
                    "A round is EMPTIES:DEPTH:POSITIONS,…, such as 14:solve:200000,60:6:50000. Got "
                    "“{text}”: {error}",
                    text=text,
                    error=error,
                )
            ) from error

    def __str__(self) -> str:
        return ",".join(map(str, self.bands))


# Many rather than deep: nine labels of four plies cost as much as one of eight, and teach as much
# each (docs/decisions/0018).
DEFAULT_ROUND = Round((Band(60, 4, 2_000_000),))


@dataclass(frozen=True)
class Descent:
    """How a network is fitted; see native/learning/fit.hpp."""

    epochs: int = 8
    rate: float = 0.3
    damping: float = 300_000
    decay: float = 0.01
    overlap: int = 2  # phases before and after a stage that it learns from as well

    def __post_init__(self) -> None:
        if self.epochs < 1 or self.overlap < 0:
            raise InvalidTraining(
                _(
                    "Expected at least one epoch and an overlap of at least 0. Got {epochs} and "
                    "{overlap}.",
                    epochs=self.epochs,
                    overlap=self.overlap,
                )
            )
        if not (self.rate > 0 and self.damping > 0 and self.decay >= 0):
            raise InvalidTraining(
                _(
                    "Expected a rate and a damping above 0 and a decay of at least 0. Got {rate}, "
                    "{damping} and {decay}.",
                    rate=self.rate,
                    damping=self.damping,
                    decay=self.decay,
                )
            )


@dataclass(frozen=True)
class TrainingRecipe:
    """The settings of a training; the same recipe and games give the same weights."""

    exact_from: int = 12  # empties; positions with so many or fewer are solved
    solved: int = 4_000_000  # positions of each such phase to learn from
    rounds: tuple[Round, ...] = (DEFAULT_ROUND,)
    descent: Descent = Descent()
    # At how many empties how many positions are solved to stretch by, and as many to measure by.
    calibrate: tuple[tuple[int, int], ...] = ((12, 2000), (16, 1000), (20, 600), (24, 600))
    strays: float = 1.5  # positions a few random moves off the games, per position of a game
    stray_moves: int = 2
    hold_out: int = 50  # every so manieth game is kept for measuring and never learned from
    weigh: tuple[tuple[str, float], ...] = (("L", 0.2),)  # how much the games of a source count
    chunk: int = 20_000  # positions per task and checkpoint
    seed: int = 1
    start: str | None = None  # checksum of the weights that the first round searches with

    def __post_init__(self) -> None:
        if not 8 <= self.exact_from <= 24:
            raise InvalidTraining(
                _(
                    "Expected to solve from 8 to 24 empty squares. Got {empties}.",
                    empties=self.exact_from,
                )
            )
        if self.exact_from % 2:  # a phase is two plies long, and all of it is solved or none
            raise InvalidTraining(
                _(
                    "Expected an even number of empty squares. Got {empties}.",
                    empties=self.exact_from,
                )
            )
        if self.hold_out < 2:
            raise InvalidTraining(
                _(
                    "Expected to hold out every 2nd game or fewer. Got {number}.",
                    number=self.hold_out,
                )
            )

    def remember(self, directory: Path, games: str) -> None:
        """Writes recipe and digest of the games, or checks that they are those already there."""
        path = directory / "recipe.json"
        settings = {name: value for name, value in asdict(self).items() if value is not None}
        text = json.dumps({**settings, "games": games}, indent=2) + "\n"
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise InvalidTraining(
                _(
                    "{directory} has a training with other settings or games (see {path}). Use the "
                    "same ones to resume it, or another directory.",
                    directory=directory,
                    path=path,
                )
            )
        directory.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
