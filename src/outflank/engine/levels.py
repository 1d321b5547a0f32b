"""The strength levels of the engine."""

from dataclasses import dataclass, replace

from outflank.engine.limit import Limit
from outflank.translation import N_, _

BOOK_FROM = 14  # the lowest level that uses the opening book
LEARNED_SIZE = 8  # the only size with an opening book and patterns
LARGE_DEPTH = 10  # maximum depth on larger boards …
LARGE_EXACT_FROM = 16  # … and maximum empties to solve there


@dataclass(frozen=True, slots=True)
class Level:
    """A strength level of the engine: its limits and its maximum time per move."""

    number: int
    name: str
    depth: int
    """Search depth."""
    exact_from: int
    """Number of empties from which it plays perfectly."""
    seconds: float
    """Maximum time per move; most take far less."""
    mistake: float = 0.0
    """Maximum discs lost on purpose per move; 0: it always plays the best move found."""
    size: int = LEARNED_SIZE

    def on(self, size: int) -> "Level":
        """Return the level for another board size; on larger boards its depth is limited.

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
        """True if it uses the opening book."""
        return self.number >= BOOK_FROM and self.size == LEARNED_SIZE

    @property
    def does(self) -> str:
        """A description of its abilities, for users."""
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
        """Its name, its abilities and its maximum time per move."""
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


# Steps of 100 to 250 Elo, slightly more at the top, as measured by `outflank ladder`: first the
# mistakes get smaller, then the search gets deeper.
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
USUAL_LEVEL = 16  # strong, fast, and without deliberate mistakes
