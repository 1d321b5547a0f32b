"""The opponents as people would choose them: characters with a name, a face and a way to play.

Each is a seat of the catalogue as it was measured, so that its strength is known; they stand here
from the weakest to the strongest. Whoever wants other settings chooses from the whole catalogue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from outflank.players import Rating, opponents, rating_of


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody to play against."""

    name: str
    seat: str  # the player's text, such as `engine:13`
    line: str  # how it plays, in one line

    @property
    def face(self) -> str:
        return self.name.lower()

    @property
    def rating(self) -> Rating:
        rating = rating_of(self.seat)
        assert rating is not None, f"{self.seat} is not on the ladder"
        return rating

    @property
    def strength(self) -> str:
        return self.rating.phrase[0].upper() + self.rating.phrase[1:]

    @property
    def sizes(self) -> Sequence[int]:
        return opponents()[self.seat.partition(":")[0]].sizes


CHARACTERS = (
    Character("Pip", "random", "Hops onto any square that is allowed."),
    Character("Greta", "greedy", "Stuffs in as many discs as she can, every time."),
    Character("Milo", "lookahead", "Thinks three moves ahead, and counts nothing but discs."),
    Character("Otis", "priority", "Slow and sure: corners first, edges next, nothing beside them."),
    Character("Rosa", "learned", "Has watched 96,000 games and plays what looked best."),
    Character("Bruno", "gentle", "Knows what is good, and slips a little now and then."),
    Character("Nadia", "engine:13", "Sharp: three moves ahead without a mistake."),
    Character("Viktor", "engine:16", "A champion, who plays the end perfectly."),
    Character("Athena", "engine:20", "Sees everything. Win a disc from her and be proud."),
)


def character_of(seat: str) -> Character | None:
    """Who is meant by a player's text; nobody where its settings are others.

    >>> character_of("greedy").name, character_of("engine:level=13").name
    ('Greta', 'Nadia')
    >>> character_of("engine:12") is None
    True
    """
    rating = _measured(seat)
    return next(
        (one for one in CHARACTERS if rating is not None and _measured(one.seat) is rating), None
    )


def neighbours(seat: str, size: int) -> tuple[Character | None, Character | None]:
    """The next easier and the next harder character for who plays this one on such a board.

    Where nobody measured how strong somebody is, nobody is known to be harder or easier.

    >>> [one.name for one in neighbours("engine:12", 8)]
    ['Bruno', 'Nadia']
    """
    rating = _measured(seat)
    if rating is None:
        return None, None
    here = [one for one in CHARACTERS if size in one.sizes]
    easier = [one for one in here if one.rating.elo < rating.elo]
    harder = [one for one in here if one.rating.elo > rating.elo]
    return easier[-1] if easier else None, harder[0] if harder else None


@cache
def _measured(seat: str) -> Rating | None:
    if seat.partition(":")[0].strip() not in opponents():
        return None  # a person, or somebody's own program, which is not to be started for this
    try:
        return rating_of(seat)
    except ValueError:
        return None  # a text that somebody is still typing
