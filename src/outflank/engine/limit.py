"""Search limits."""

from dataclasses import dataclass

from outflank.engine.errors import CannotThink
from outflank.translation import _

DEEPEST = 60  # plies; no game is longer


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search stops, whichever comes first. Without limits it runs until solved.

    ``seconds`` and ``nodes`` (searched positions) limit the work, ``depth`` the moves looked ahead.
    ``exact_from=20`` searches to the end of the game, beyond ``depth``, from 20 empty squares on.

    >>> Limit(seconds=0.5, depth=12)
    Limit(seconds=0.5, depth=12, nodes=None, exact_from=None)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    exact_from: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise CannotThink(_("seconds must be above 0, not {number}.", number=self.seconds))
        if self.depth is not None and not 1 <= self.depth <= DEEPEST:
            raise CannotThink(
                _("depth must be from 1 to {most}, not {number}.", most=DEEPEST, number=self.depth)
            )
        if self.nodes is not None and not 1 <= self.nodes < 2**63:
            raise CannotThink(_("nodes must be 1 or more, not {number}.", number=self.nodes))
        if self.exact_from is not None and not 0 <= self.exact_from <= DEEPEST:
            raise CannotThink(
                _(
                    "exact_from must be from 0 to {most}, not {number}.",
                    most=DEEPEST,
                    number=self.exact_from,
                )
            )
