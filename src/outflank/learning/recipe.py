"""The settings of a training, stored with its results."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from outflank.board import listed
from outflank.translation import _


class InvalidTraining(ValueError):
    """Invalid settings or files for a training; the message says why."""


SOLVE = 0  # the depth of a search to the end of the game


@dataclass(frozen=True)
class Band:
    """How positions with a range of empties are labeled."""

    up_to: int  # maximum empties; a position belongs to the first matching band
    depth: int  # search depth in plies, or SOLVE
    positions: int  # per phase; the others are excluded from the fit

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
    """A round that labels positions again by search, from the end to the start, and refits."""

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
        """Parse bands as on the command line: empties, depth and positions per phase.

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


# Many shallow labels: nine of four plies cost as much as one of eight, and each is as
# useful (docs/decisions/0018).
DEFAULT_ROUND = Round((Band(60, 4, 2_000_000),))


@dataclass(frozen=True)
class Descent:
    """The parameters of the network fit; see native/learning/fit.hpp."""

    epochs: int = 8
    rate: float = 0.3
    damping: float = 300_000
    decay: float = 0.01
    overlap: int = 2  # phases before and after a stage that are included in its fit

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
    """The settings of a training; the same settings and games give the same weights."""

    exact_from: int = 12  # positions with this number of empties or fewer are solved
    solved: int = 4_000_000  # training positions per such phase
    rounds: tuple[Round, ...] = (DEFAULT_ROUND,)
    descent: Descent = Descent()
    # Pairs of empties and positions solved for calibration, and again for measurement.
    calibrate: tuple[tuple[int, int], ...] = ((12, 2000), (16, 1000), (20, 600), (24, 600))
    strays: float = 1.5  # number of random deviations per position of a game
    stray_moves: int = 2
    hold_out: int = 50  # one in this many games is held out for measurement
    weigh: tuple[tuple[str, float], ...] = (("L", 0.2),)  # weights of the games of a source
    chunk: int = 20_000  # positions per task and checkpoint
    seed: int = 1
    start: str | None = None  # checksum of the weights used by the first round

    def __post_init__(self) -> None:
        if not 8 <= self.exact_from <= 24:
            raise InvalidTraining(
                _(
                    "Expected to solve from 8 to 24 empty squares. Got {empties}.",
                    empties=self.exact_from,
                )
            )
        if self.exact_from % 2:  # a phase has two plies and is solved completely or not at all
            raise InvalidTraining(
                _(
                    "Expected an even number of empty squares. Got {empties}.",
                    empties=self.exact_from,
                )
            )
        if self.hold_out < 2:
            raise InvalidTraining(
                _(
                    "Expected to hold out every 2nd game or less often. Got {number}.",
                    number=self.hold_out,
                )
            )

    def remember(self, directory: Path, games: str) -> None:
        """Store the settings and the digest of the games, or verify the stored ones."""
        path = directory / "recipe.json"
        settings = {name: value for name, value in asdict(self).items() if value is not None}
        text = json.dumps({**settings, "games": games}, indent=2) + "\n"
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise InvalidTraining(
                _(
                    "{directory} contains a training with other settings or games (see {path}). "
                    "Use the same ones to resume it, or another directory.",
                    directory=directory,
                    path=path,
                )
            )
        directory.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
