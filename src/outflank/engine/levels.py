"""The strengths of the engine, from a beginner's to its full one."""

from dataclasses import dataclass, replace

from outflank.engine.limit import Limit
from outflank.translation import N_, _

BOOK_FROM = 14  # the lowest level that uses the opening book
LEARNED_SIZE = 8  # openings and patterns are for this board only
LARGE_DEPTH = 10  # on larger boards no level looks further ahead in its time …
LARGE_EXACT_FROM = 16  # … nor solves more squares


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of the engine: its limits, and the longest time of a move."""

    number: int
    name: str
    depth: int
    """Moves it looks ahead."""
    exact_from: int
    """Empties from which it plays perfectly."""
    seconds: float
    """The longest a move takes; most take far less."""
    mistake: float = 0.0
    """The most discs it loses on purpose in a move; 0: it always plays the best it sees."""
    size: int = LEARNED_SIZE

    def on(self, size: int) -> "Level":
        """The same level on a board of another size: on larger ones it sees less far.

        >>> LEVELS[18].does
        'looks 20 moves ahead, plays the last 25 squares perfectly, knows openings'
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
        """Its abilities, for users."""
        if self.mistake:
            return _(
                "looks {depth} moves ahead, loses up to {discs:g} discs per move on purpose",
                depth=self.depth,
                discs=self.mistake,
            )
        return (
            _("looks {depth} moves ahead, plays the last {last} squares perfectly, knows openings")
            if self.knows_openings
            else _("looks {depth} moves ahead, plays the last {last} squares perfectly")
        ).format(depth=self.depth, last=self.exact_from)

    @property
    def sentence(self) -> str:
        """Its name, its abilities and its longest time."""
        return _(
            "{name}: {abilities}, at most {seconds:g} s",
            name=self.title,
            abilities=self.does,
            seconds=self.seconds,
        )

    @property
    def title(self) -> str:
        """The name in the current language."""
        return _(self.name)


# Steps of 100 to 250 Elo, the last some more, as `outflank ladder` measures them: first the
# mistakes get smaller, then there are none and it sees further.
LEVELS: tuple[Level, ...] = tuple(
    Level(number, name, depth, exact_from, seconds, mistake)
    for number, (name, depth, exact_from, seconds, mistake) in enumerate(
        (
            (N_("first game"), 2, 4, 0.5, 34.0),
            (N_("newcomer"), 2, 4, 0.5, 26.0),
            (N_("beginner"), 2, 4, 0.5, 20.9),
            (N_("learner"), 2, 4, 0.5, 18.3),
            (N_("improver"), 2, 4, 0.5, 15.0),
            (N_("family player"), 2, 4, 0.5, 11.9),
            (N_("casual player"), 2, 4, 0.5, 9.7),
            (N_("regular"), 2, 4, 0.5, 6.5),
            (N_("keen player"), 3, 6, 0.5, 6.0),
            (N_("old hand"), 3, 6, 0.5, 5.0),
            (N_("club newcomer"), 3, 6, 0.5, 3.5),
            (N_("club player"), 3, 6, 0.5, 2.2),
            (N_("strong club player"), 3, 8, 0.5, 0.0),
            (N_("tournament player"), 4, 10, 1.0, 0.0),
            (N_("national player"), 6, 12, 1.0, 0.0),
            (N_("champion"), 8, 15, 1.0, 0.0),
            (N_("grandmaster"), 10, 20, 2.0, 0.0),
            (N_("world class"), 15, 21, 3.0, 0.0),
            (N_("beyond human"), 20, 25, 5.0, 0.0),
            (N_("full strength"), 26, 28, 20.0, 0.0),
        ),
        start=1,
    )
)
USUAL_LEVEL = 16  # plays well, answers fast, and makes no mistakes on purpose
