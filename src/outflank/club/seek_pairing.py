"""Pair players who seek an opponent: quickly, and with similar ratings.

The rounds of club events are paired by ``arena/club_event.py`` and ``arena/pairings.py``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outflank.club.glicko import GlickoRating

NEAR = 100.0  # largest rating difference for an immediate pairing
WIDER = 50.0  # added per second that the longer-waiting player has waited
LAST = 2.0  # seconds before a player meets the previous opponent again


@dataclass(frozen=True, slots=True)
class Seeker:
    """A player who seeks an opponent; ``terms`` must be equal for both players."""

    key: str
    terms: str
    rating: GlickoRating
    since: float
    last: str = ""  # the previous opponent


def pair_up(seekers: Iterable[Seeker], now: float) -> list[tuple[Seeker, Seeker]]:
    """Pair seekers; the longest-waiting player chooses first and gets the nearest rating.

    Players with very different ratings wait for a closer match. The allowed difference grows with
    the waiting time and with the larger rating deviation.
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
