"""The opponents as a screen offers them where a new game is arranged."""

from dataclasses import dataclass

from outflank.players import opponents, strength


@dataclass(frozen=True, slots=True)
class OfferedOpponent:
    """One of the catalogue, in words."""

    name: str
    sentence: str
    settings: str
    """All settings as they usually are, such as ``corner=30,edge=5``; empty where it has none."""

    def about(self, seat: str, size: int) -> str:
        """What it is, and how strong as the seat has it on such a board."""
        return f"{self.sentence} {strength(seat, size)}".strip()


def offered_opponents() -> dict[str, OfferedOpponent]:
    """Everybody who can be chosen by name, in the order of the catalogue.

    >>> offered_opponents()["greedy"].settings
    ''
    """
    return {
        name: OfferedOpponent(
            name, one.sentence, ",".join(f"{p.name}={p.shown(p.default)}" for p in one.parameters)
        )
        for name, one in opponents().items()
    }
