"""What can be studied at all, for those who ask before they open the rest of this room."""

from outflank.game import Game


def cannot_review(game: Game) -> str | None:
    """Why a game cannot be reviewed, in a sentence; None where it can."""
    if not (game.history or game.future):
        return "There is no move to review yet."
    return None
