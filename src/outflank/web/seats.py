"""Who may sit at a table on the web: people, and the opponents of the catalogue."""

import re
from typing import Any

from outflank.players import InvalidSetting, Opponent, UnknownOpponent, find_opponent, opponents
from outflank.sitting import HUMAN

FRIENDLY = "greedy"  # knows the rules and takes what it sees: a beginner can beat it
ADVISERS = ("engine", "lookahead", "positional", FRIENDLY)  # who is asked for a hint, best first
# Settings that spend the server's own means, not a visitor's: a level of the engine is enough.
OWNERS = {"engine": {"threads", "memory", "depth", "nodes", "seconds"}}
LONGEST = 200  # characters of a seat's text
_SEAT = re.compile(r"[A-Za-z0-9_-]+(:[A-Za-z0-9_=.,+ -]*)?")


def checked_seat(text: str, size: int) -> str:
    """The text of a seat, if a visitor may choose it for such a board.

    Players from Python files and other programs (``gtp:COMMAND``) run what their text says. They
    are for the owner of a computer, not for its visitors: only names of the catalogue are taken,
    and any other text is refused before anything looks at it.
    """
    text = text.strip()
    if text == HUMAN:
        return text
    listed = text.partition(":")[0] in opponents()
    if not listed or len(text) > LONGEST or not _SEAT.fullmatch(text) or ".py" in text.lower():
        raise UnknownOpponent(f"a seat is {HUMAN} or one of {_names(size)}; got {text[:60]!r}")
    opponent, settings = find_opponent(text)
    if taken := sorted(OWNERS.get(opponent.name, set()) & set(settings)):
        raise InvalidSetting(
            f"{' and '.join(taken)} of {opponent.name} are for the server to decide; leave them out"
        )
    if size not in opponent.sizes:
        raise UnknownOpponent(
            f"{opponent.name} does not play on {size}×{size}; these do: {_names(size)}"
        )
    return text


def adviser(size: int) -> str:
    """The opponent that gives hints on such a board."""
    known = opponents()
    return next(name for name in ADVISERS if name in known and size in known[name].sizes)


def seat_view(text: str) -> dict[str, Any]:
    """A seat as the page shows it."""
    if text == HUMAN:
        return {"spec": HUMAN, "human": True, "title": "Human", "description": "A person."}
    name, _, settings = text.partition(":")
    known = opponents().get(name.strip())
    title = _title(name) + (f" ({settings})" if settings else "")
    description = known.sentence if known else "An opponent that is not installed here."
    return {"spec": text, "human": False, "title": title, "description": description}


def opponent_view(opponent: Opponent) -> dict[str, Any]:
    """An opponent of the catalogue as the New Game dialog shows it."""
    return {
        "name": opponent.name,
        "title": _title(opponent.name),
        "sentence": opponent.sentence,
        "friendly": opponent.name == FRIENDLY,
        "sizes": list(opponent.sizes),
        "parameters": [
            {
                "name": parameter.name,
                "default": parameter.default,
                "low": parameter.low,
                "high": parameter.high,
                "meaning": parameter.meaning,
            }
            for parameter in opponent.parameters
            if parameter.name not in OWNERS.get(opponent.name, set())
        ],
    }


def _title(name: str) -> str:
    return name.strip().replace("-", " ").replace("_", " ").capitalize()


def _names(size: int) -> str:
    return ", ".join(name for name, opponent in opponents().items() if size in opponent.sizes)
