"""Pairing players who seek an opponent: near in strength, and soon.

The rounds of club events are paired by ``arena/club_event.py`` and ``arena/tournament_formats.py``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outflank.club.glicko import GlickoRating

NEAR = 100.0  # points between two who are paired at once
WIDER = 50.0  # more for each second that the one who has waited longer has waited
LAST = 2.0  # seconds before somebody plays whom they played last


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who asks for an opponent, since a time; terms are what both must want."""

    key: str
    terms: str
    rating: GlickoRating
    since: float
    last: str = ""  # whom they played last, and shall not meet again at once


def pair_up(seekers: Iterable[Seeker], now: float) -> list[tuple[Seeker, Seeker]]:
    """Pairs of seekers. Who waits longest chooses first, and takes the nearest in strength.

    Two who are far from each other wait a little, in case somebody nearer comes; the longer one
    waits, the farther they may be. Of somebody of whom little is known that much more is allowed.
    """
    waiting = sorted(seekers, key=lambda one: (one.since, one.key))
    pairs: list[tuple[Seeker, Seeker]] = []
    taken: set[str] = set()
    for one in waiting:
        if one.key in taken:
            continue
        other = _nearest(one, [two for two in waiting if two.key not in taken], now)
        if other is not None:
            taken |= {one.key, other.key}
            pairs.append((one, other))
    return pairs


def _nearest(one: Seeker, others: Sequence[Seeker], now: float) -> Seeker | None:
    able = [two for two in others if two is not one and _suit(one, two, now)]
    return min(able, key=lambda two: (_apart(one, two), two.since, two.key), default=None)


def _suit(one: Seeker, two: Seeker, now: float) -> bool:
    waited = max(0.0, now - min(one.since, two.since))
    if one.terms != two.terms or one.key == two.key:
        return False
    if two.key == one.last and waited < LAST:
        return False
    unsure = max(one.rating.deviation, two.rating.deviation)
    return _apart(one, two) <= NEAR + unsure + WIDER * waited


def _apart(one: Seeker, two: Seeker) -> float:
    return abs(one.rating.value - two.rating.value)
