"""The strengths of the engine, from a beginner's to its full one."""

from dataclasses import dataclass, replace

from outflank.engine.limit import Limit

BOOK_FROM = 14  # the lowest level that knows openings by heart
LEARNED_SIZE = 8  # openings and patterns were learned for this board alone
LARGE_DEPTH = 10  # on larger boards no level looks further ahead in its time …
LARGE_EXACT_FROM = 16  # … nor solves more squares for certain


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
    mistake: float = 0.0
    """The most discs it gives away on purpose in a move; 0 is always the best it sees."""
    size: int = LEARNED_SIZE

    def on(self, size: int) -> "Level":
        """The same level on a board of another size: on larger ones it sees less far.

        >>> LEVELS[18].does
        'looks 20 moves ahead, plays the last 25 squares perfectly, knows openings by heart'
        >>> LEVELS[18].on(12).does
        'looks 10 moves ahead, plays the last 16 squares perfectly'
        """
        if size <= LEARNED_SIZE:
            return replace(self, size=size)
        depth, exact_from = min(self.depth, LARGE_DEPTH), min(self.exact_from, LARGE_EXACT_FROM)
        return replace(self, size=size, depth=depth, exact_from=exact_from)

    @property
    def limit(self) -> Limit:
        """The engine's limit at this level."""
        return Limit(depth=self.depth, exact_from=self.exact_from, seconds=self.seconds)

    @property
    def knows_openings(self) -> bool:
        """Whether it plays from the opening book."""
        return self.number >= BOOK_FROM and self.size == LEARNED_SIZE

    @property
    def does(self) -> str:
        """What it sees, for people."""
        does = f"plays the last {self.exact_from} squares perfectly"
        if self.mistake:
            does = f"errs by up to {self.mistake:g} discs a move"
        if self.knows_openings:
            does += ", knows openings by heart"
        return f"looks {self.depth} moves ahead, {does}"

    @property
    def sentence(self) -> str:
        """What it is called, what it sees and how long it takes."""
        return f"{self.name}: {self.does}, {self.seconds:g} s at most"


# Steps of 100 to 250 Elo, the last some more, as `outflank ladder` measures them: first the
# mistakes get smaller, then there are none and it sees further.
LEVELS: tuple[Level, ...] = tuple(
    Level(number, name, depth, exact_from, seconds, mistake)
    for number, (name, depth, exact_from, seconds, mistake) in enumerate(
        (
            ("first game", 2, 4, 0.5, 34.0),
            ("newcomer", 2, 4, 0.5, 26.0),
            ("beginner", 2, 4, 0.5, 20.9),
            ("learner", 2, 4, 0.5, 18.3),
            ("improver", 2, 4, 0.5, 15.0),
            ("family player", 2, 4, 0.5, 11.9),
            ("casual player", 2, 4, 0.5, 9.7),
            ("regular", 2, 4, 0.5, 6.5),
            ("keen player", 3, 6, 0.5, 6.0),
            ("old hand", 3, 6, 0.5, 5.0),
            ("club newcomer", 3, 6, 0.5, 3.5),
            ("club player", 3, 6, 0.5, 2.2),
            ("strong club player", 3, 8, 0.5, 0.0),
            ("tournament player", 4, 10, 1.0, 0.0),
            ("national player", 6, 12, 1.0, 0.0),
            ("champion", 8, 15, 1.0, 0.0),
            ("grandmaster", 10, 20, 2.0, 0.0),
            ("world class", 15, 21, 3.0, 0.0),
            ("beyond human", 20, 25, 5.0, 0.0),
            ("full strength", 26, 28, 20.0, 0.0),
        ),
        start=1,
    )
)
USUAL_LEVEL = 16  # plays well, answers at once, and never errs on purpose
