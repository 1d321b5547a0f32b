"""The strengths of the engine, from a beginner's to its full one."""

from dataclasses import dataclass

from outflank.engine.limit import Limit

BOOK_FROM = 14  # the lowest level that knows openings by heart


@dataclass(frozen=True, slots=True)
class Level:
    """One strength: what the engine sees at it, and how long a move takes at most."""

    number: int
    name: str
    depth: int
    """Moves it looks ahead."""
    exact_from: int
    """Empties from which it plays perfectly."""
    seconds: float
    """The longest a move takes; most take far less."""

    @property
    def limit(self) -> Limit:
        """The engine's limit at this level."""
        return Limit(depth=self.depth, exact_from=self.exact_from, seconds=self.seconds)

    @property
    def knows_openings(self) -> bool:
        """Whether it plays from the opening book."""
        return self.number >= BOOK_FROM

    @property
    def sentence(self) -> str:
        """What it sees, for people."""
        moves = "1 move" if self.depth == 1 else f"{self.depth} moves"
        return (
            f"{self.name}: looks {moves} ahead, plays the last {self.exact_from} squares "
            f"perfectly{', knows openings by heart' * self.knows_openings}, "
            f"{self.seconds:g} s at most"
        )


LEVELS: tuple[Level, ...] = tuple(
    Level(number, name, depth, exact_from, seconds)
    for number, (name, depth, exact_from, seconds) in enumerate(
        (
            ("newcomer", 1, 2, 0.5),
            ("beginner", 1, 4, 0.5),
            ("learner", 2, 4, 0.5),
            ("casual", 2, 6, 0.5),
            ("improver", 3, 8, 0.5),
            ("club newcomer", 4, 10, 1),
            ("club player", 5, 12, 1),
            ("keen club player", 6, 14, 1),
            ("strong club player", 7, 14, 1),
            ("club champion", 8, 16, 1),
            ("regional player", 9, 16, 2),
            ("regional champion", 10, 18, 2),
            ("national player", 12, 18, 2),
            ("national champion", 14, 20, 3),
            ("international", 16, 20, 5),
            ("master", 18, 22, 5),
            ("grandmaster", 20, 22, 10),
            ("world class", 22, 24, 15),
            ("beyond human", 24, 26, 20),
            ("full strength", 30, 30, 30),
        ),
        start=1,
    )
)
