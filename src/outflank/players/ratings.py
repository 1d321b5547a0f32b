"""Opponent ratings, as measured by `outflank ladder`."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from outflank.book import BOOK_FILE
from outflank.engine import LEVELS, weights
from outflank.engine.levels import USUAL_LEVEL
from outflank.players.catalogue import find_opponent, opponents
from outflank.players.engine import EnginePlayer
from outflank.players.parameters import InvalidSetting
from outflank.translation import N_, _

RATINGS_FILE = Path(__file__).with_name("data") / "ratings.json"
FORMAT, VERSION = "outflank-ratings", 1
RATED_SIZE = 8  # the board size of all ratings
# Settings that have little or no effect on the strength of a level.
HARMLESS = {"seed", "threads", "memory", "opening"}
# Descriptions with their lowest rating. The ratings are measured, the words are our choice.
PHRASES: tuple[tuple[float, str], ...] = (
    (-math.inf, N_("loses to anyone who knows the rules")),
    (50, N_("for a first game: a child can win")),
    (250, N_("plays like someone in their first week")),
    (550, N_("beats most beginners")),
    (850, N_("a good family player")),
    (1150, N_("beats most occasional players")),
    (1500, N_("a club player")),
    (1800, N_("a tournament player")),
    (2050, N_("a strong tournament player")),
    (2250, N_("a champion")),
    (2600, N_("almost no human can win")),
    (3100, N_("no one beats it")),
)


class InvalidRatings(ValueError):
    """A file that is not a table of ratings."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's measured strength."""

    elo: float
    error: float  # half the error bar (95 %)
    games: int
    seconds: float  # per move, on the machine used for the measurement

    @property
    def phrase(self) -> str:
        """The rating in words."""
        return _(next(words for low, words in reversed(PHRASES) if self.elo >= low))

    @property
    def number(self) -> str:
        """The rating with its error bar."""
        return f"{self.elo:z.0f} ± {self.error:.0f}".replace("-", "−")

    @property
    def time(self) -> str:
        """The time per move."""
        if self.seconds >= 0.95:
            return f"{self.seconds:.0f} s"
        if self.seconds >= 0.00095:
            return f"{self.seconds * 1000:.0f} ms"
        return _("under 1 ms")

    def __str__(self) -> str:
        return _(
            "{number}: {phrase}; {time} per move.",
            number=self.number,
            phrase=self.phrase,
            time=self.time,
        )


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The ratings by name, and how they were measured."""

    about: str
    of: Mapping[str, Rating]

    def to_json(self) -> dict[str, Any]:
        """Return the table as JSON data, weakest first."""
        order = sorted(self.of, key=lambda name: self.of[name].elo)
        return {
            "format": FORMAT,
            "version": VERSION,
            "about": self.about,
            "players": {
                name: {
                    "elo": round(self.of[name].elo, 1),
                    "error": round(self.of[name].error, 1),
                    "games": self.of[name].games,
                    "seconds": float(f"{self.of[name].seconds:.2g}"),
                }
                for name in order
            },
        }

    @classmethod
    def from_json(cls, data: object, source: str) -> "RatingTable":
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise InvalidRatings(
                _("{source} is not a table of ratings from `outflank ladder`.", source=source)
            )
        if data.get("version") != VERSION:
            raise InvalidRatings(
                _(
                    "{source} has version {version}, but this program reads version {own}.",
                    source=source,
                    version=repr(data.get("version")),
                    own=VERSION,
                )
            )
        try:
            players = {name: Rating(**numbers) for name, numbers in data["players"].items()}
            return cls(str(data["about"]), players)
        except (KeyError, TypeError, AttributeError) as error:
            raise InvalidRatings(
                _("{source} is damaged: {error}", source=source, error=repr(error))
            ) from None


@cache
def shipped_ratings() -> RatingTable:
    """Return the included table, or the one written by `outflank ladder`."""
    return RatingTable.from_json(
        json.loads(RATINGS_FILE.read_text(encoding="utf-8")), str(RATINGS_FILE)
    )


def rating_of(text: str) -> Rating | None:
    """Return an opponent's rating; None if it is not rated with these settings.

    >>> rating_of("engine:20").elo > rating_of("greedy").elo
    True
    >>> rating_of("positional:corner=90") is None
    True
    """
    opponent, settings = find_opponent(text)
    if opponents().get(opponent.name) != opponent:
        return None  # the user's own player, whatever its name
    told = {name: value for name, value in settings.items() if name not in HARMLESS}
    usual = {parameter.name: parameter.default for parameter in opponent.parameters}
    told = {name: value for name, value in told.items() if usual.get(name) != value}
    if opponent.name == "engine" and set(told) <= {"level"}:
        return shipped_ratings().of.get(f"engine:{told.get('level', usual['level'])}")
    return shipped_ratings().of.get(opponent.name) if not told else None


def engine_digest(text: str) -> str:
    """Return a digest of everything that affects the engine's play; "" for other players.

    It covers the limits, the weights and, if used, the book, but not a level's name or number.
    """
    try:
        opponent, settings = find_opponent(text)
    except ValueError:
        return ""
    if opponent.make is not EnginePlayer:
        return ""
    try:
        player = EnginePlayer(**settings)  # type: ignore[arg-type]
    except InvalidSetting:
        return ""  # a missing weights file
    limit, level = player.limit, LEVELS[int(settings.get("level", USUAL_LEVEL)) - 1]
    mistake = 0.0 if settings.get("depth") else level.mistake
    rests_on = [limit.depth, limit.exact_from, limit.nodes, limit.seconds, mistake]
    book = _checksum(BOOK_FILE) if player.uses_book else None
    own = settings.get("weights")
    known = _checksum(weights.DEFAULT_FILE) if own is None else weights.checksum(Path(str(own)))
    made = json.dumps([*rests_on, known, book])
    return hashlib.sha256(made.encode()).hexdigest()[:16]


@cache
def _checksum(path: Path) -> str:
    beside = path.with_suffix(".sha256")  # of a file that a copy in the page does without
    if beside.exists():
        return beside.read_text("ascii")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def strength(text: str, size: int) -> str:
    """Return a sentence about an opponent's strength, or "" without a rating.

    >>> strength("engine:1", 8).startswith("Level 1 (first game), rated ")
    True
    >>> strength("engine:16", 10)
    'Not measured on 10×10: looks 8 moves ahead, plays the last 15 squares perfectly.'
    """
    if size != RATED_SIZE:
        return _level_on(text, size)
    try:
        rating = rating_of(text)
        opponent, settings = find_opponent(text)
    except ValueError:
        return ""  # an incomplete spec while the user is typing
    if rating is None:
        return ""
    if opponent.name != "engine":
        return _("Rated {rating}", rating=rating)
    level = LEVELS[int(settings.get("level", USUAL_LEVEL)) - 1]
    return _(
        "Level {number} ({name}), rated {rating}",
        number=level.number,
        name=level.title,
        rating=rating,
    )


def _level_on(text: str, size: int) -> str:
    """Describe an engine level on a board size for which it has no rating."""
    try:
        opponent, settings = find_opponent(text)
    except ValueError:
        return ""
    if opponent.make is not EnginePlayer or set(settings) - HARMLESS - {"level"}:
        return ""
    level = LEVELS[int(settings.get("level", USUAL_LEVEL)) - 1].on(size)
    return _("Not measured on {size}×{size}: {abilities}.", size=size, abilities=level.does)
