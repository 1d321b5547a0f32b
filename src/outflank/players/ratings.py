"""How strong the opponents are, as `outflank ladder` measured them."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from outflank.book import BOOK_FILE
from outflank.engine import LEVELS
from outflank.engine.levels import USUAL_LEVEL
from outflank.players.catalogue import find_opponent, opponents
from outflank.players.engine import EnginePlayer
from outflank.players.parameters import InvalidSetting

RATINGS_FILE = Path(__file__).with_name("data") / "ratings.json"
FORMAT, VERSION = "outflank-ratings", 1
RATED_SIZE = 8  # the board on which everybody was measured
# Settings that do not change how strong somebody is at a level, or hardly.
HARMLESS = {"seed", "threads", "memory"}
# What a rating means to a person, each from its rating up. The numbers are measured, the words are
# our judgement.
PHRASES: tuple[tuple[float, str], ...] = (
    (-math.inf, "loses to anybody who knows the rules"),
    (50, "for a first game: a child can win"),
    (250, "plays like somebody in the first week"),
    (550, "beats most beginners"),
    (850, "a good family player"),
    (1150, "beats most people who play now and then"),
    (1500, "at home in a club"),
    (1800, "a tournament player"),
    (2050, "a strong tournament player"),
    (2250, "a champion"),
    (2600, "hardly any human wins"),
    (3100, "nobody beats it"),
)


class InvalidRatings(ValueError):
    """A file that is not a table of ratings; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's measured strength."""

    elo: float
    error: float  # half the error bar (95 %)
    games: int
    seconds: float  # a move, on the machine it was measured on

    @property
    def phrase(self) -> str:
        """The rating in words."""
        return next(words for low, words in reversed(PHRASES) if self.elo >= low)

    @property
    def number(self) -> str:
        """The rating with its error bar."""
        return f"{self.elo:z.0f} ± {self.error:.0f}".replace("-", "−")

    @property
    def time(self) -> str:
        """What a move takes."""
        if self.seconds >= 0.95:
            return f"{self.seconds:.0f} s"
        if self.seconds >= 0.00095:
            return f"{self.seconds * 1000:.0f} ms"
        return "under 1 ms"

    def __str__(self) -> str:
        return f"{self.number}: {self.phrase}; {self.time} a move."


@dataclass(frozen=True, slots=True)
class RatingTable:
    """Everybody who was measured, by name, and how."""

    about: str
    of: Mapping[str, Rating]

    def to_json(self) -> dict[str, Any]:
        """The table as JSON data, the weakest first."""
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
            raise InvalidRatings(f"{source} is not a table of ratings that `outflank ladder` wrote")
        if data.get("version") != VERSION:
            raise InvalidRatings(
                f"{source} has version {data.get('version')!r}; this program reads {VERSION}"
            )
        try:
            players = {name: Rating(**numbers) for name, numbers in data["players"].items()}
            return cls(str(data["about"]), players)
        except (KeyError, TypeError, AttributeError) as error:
            raise InvalidRatings(f"{source} is damaged: {error!r}") from None


@cache
def shipped_ratings() -> RatingTable:
    """The table that comes with the program, or that `outflank ladder` put in its place."""
    return RatingTable.from_json(
        json.loads(RATINGS_FILE.read_text(encoding="utf-8")), str(RATINGS_FILE)
    )


def rating_of(text: str) -> Rating | None:
    """How strong an opponent is; nothing where it was not measured with these settings.

    >>> rating_of("engine:20").elo > rating_of("greedy").elo
    True
    >>> rating_of("positional:corner=90") is None
    True
    """
    opponent, settings = find_opponent(text)
    if opponents().get(opponent.name) != opponent:
        return None  # somebody's own player, whatever it is called
    told = {name: value for name, value in settings.items() if name not in HARMLESS}
    usual = {parameter.name: parameter.default for parameter in opponent.parameters}
    told = {name: value for name, value in told.items() if usual.get(name) != value}
    if opponent.name == "engine" and set(told) <= {"level"}:
        return shipped_ratings().of.get(f"engine:{told.get('level', usual['level'])}")
    return shipped_ratings().of.get(opponent.name) if not told else None


def engine_digest(text: str) -> str:
    """A fingerprint of what the engine's play rests on; nothing for everybody else.

    That is what its level or its settings let it see, its weights, and its book where it plays from
    it. The name and the number of a level are not in it.
    """
    try:
        opponent, settings = find_opponent(text)
    except ValueError:
        return ""
    if opponent.make is not EnginePlayer:
        return ""
    from outflank.engine import weights  # brings numpy; not everybody asks

    try:
        player = EnginePlayer(**settings)  # type: ignore[arg-type]
    except InvalidSetting:
        return ""  # a file of weights that is gone
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
    return hashlib.sha256(path.read_bytes()).hexdigest()


def strength(text: str, size: int) -> str:
    """A sentence about how strong an opponent is, or nothing where it was not measured so.

    >>> strength("engine:1", 8).startswith("Level 1 (first game), rated ")
    True
    >>> strength("engine:16", 10)
    'On 10×10 not measured: looks 8 moves ahead, plays the last 15 squares perfectly.'
    """
    if size != RATED_SIZE:
        return _level_on(text, size)
    try:
        rating = rating_of(text)
        opponent, settings = find_opponent(text)
    except ValueError:
        return ""  # a text somebody is still typing
    if rating is None:
        return ""
    if opponent.name != "engine":
        return f"Rated {rating}"
    level = LEVELS[int(settings.get("level", USUAL_LEVEL)) - 1]
    return f"Level {level.number} ({level.name}), rated {rating}"


def _level_on(text: str, size: int) -> str:
    """What a level of the engine means on a board where nobody measured it."""
    try:
        opponent, settings = find_opponent(text)
    except ValueError:
        return ""
    if opponent.make is not EnginePlayer or set(settings) - HARMLESS - {"level"}:
        return ""
    level = LEVELS[int(settings.get("level", USUAL_LEVEL)) - 1].on(size)
    return f"On {size}×{size} not measured: {level.does}."
