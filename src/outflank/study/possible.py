"""What can be studied at all, for those who ask before they open the rest of this room."""

from outflank.engine import ENGINE_SIZES
from outflank.game import Game


def cannot_study(size: int) -> str | None:
    """Why positions of this size have no values and no review; None where they have."""
    if size in ENGINE_SIZES:
        return None
    sizes = ", ".join(f"{each}×{each}" for each in ENGINE_SIZES)
    return (
        f"The engine plays on boards of {sizes}; this one is {size}×{size}, "
        "so there are no values and reviews on it."
    )


def cannot_review(game: Game) -> str | None:
    """Why a game cannot be reviewed, in a sentence; None where it can."""
    if not (game.history or game.future):
        return cannot_study(game.size) or "There is no move to review yet."
    return cannot_study(game.size)
