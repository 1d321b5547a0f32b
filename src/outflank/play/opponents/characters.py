"""Characters: the opponents that most players choose, with a name, a face and a style.

Each is an opponent of the catalogue with fixed settings and a measured strength, ordered from
weakest to strongest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from outflank.players import Rating, opponents, rating_of
from outflank.translation import N_, _


@dataclass(frozen=True, slots=True)
class Character:
    name: str
    seat: str  # its text in the catalogue, such as `engine:13`
    style: str

    @property
    def line(self) -> str:
        return _(self.style)

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
    Character("Pip", "random", N_("Plays any legal move.")),
    Character("Greta", "greedy", N_("Always flips as many discs as possible.")),
    Character("Milo", "lookahead", N_("Looks three moves ahead and counts only discs.")),
    Character(
        "Otis", "priority", N_("Prefers corners, then edges. Avoids the squares beside them.")
    ),
    Character("Rosa", "learned", N_("Has studied 96,000 games and plays what worked best.")),
    Character("Bruno", "gentle", N_("Knows the good moves, but sometimes makes a small mistake.")),
    Character("Nadia", "engine:13", N_("Looks three moves ahead without a mistake.")),
    Character("Viktor", "engine:16", N_("A champion who plays the endgame perfectly.")),
    Character("Athena", "engine:20", N_("Plays at full strength. Be proud of every disc you win.")),
)


def character_of(seat: str) -> Character | None:
    """Return the character of a player's text; None if its settings differ.

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
    """Return the next weaker and the next stronger character on this board size.

    Both are None for a player without a rating.

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


def nearest(rating: float) -> Character:
    """Return the character whose strength on 8×8 is closest to a rating.

    >>> nearest(-500).name, nearest(3000).name
    ('Pip', 'Athena')
    """
    return min(CHARACTERS, key=lambda one: abs(one.rating.elo - rating))


@cache
def _measured(seat: str) -> Rating | None:
    if seat.partition(":")[0].strip() not in opponents():
        return None  # a person, or an external program, which is not started here
    try:
        return rating_of(seat)
    except ValueError:
        return None  # a text that the user is still typing
