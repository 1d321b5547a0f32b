"""A club without its walls: strength, who is paired with whom, which names are the same name."""

from outflank.club.glicko import Rating, after, aged, expected
from outflank.club.ladder import PACES, Counted, Ladder, Pace, RatedGame, pace_of
from outflank.club.names import FACES, LONGEST_PERSON, InvalidName, checked_person, name_key
from outflank.club.pairing import Seeker, pair_up

__all__ = [
    "FACES",
    "LONGEST_PERSON",
    "PACES",
    "Counted",
    "InvalidName",
    "Ladder",
    "Pace",
    "RatedGame",
    "Rating",
    "Seeker",
    "after",
    "aged",
    "checked_person",
    "expected",
    "name_key",
    "pace_of",
    "pair_up",
]
