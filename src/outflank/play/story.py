"""What happened in a game, in sentences."""

from collections.abc import Iterator

from outflank.play.instructions import AnnouncePass
from outflank.play.view import GameView, PlyView


def story(view: GameView, since: int) -> str:
    """What happened after the ply ``since``, and the result if the game is over.

    "You played f5, turning 1. White played f6. Black has no move and passes; White moves again."
    """
    return " ".join(_sentences(view, since))


def _sentences(view: GameView, since: int) -> Iterator[str]:
    for ply in view.moves[since : view.ply]:
        passed = ply.square is None
        yield AnnouncePass(ply.color).sentence if passed else f"{_played(view, ply)}."
    if view.outcome is not None:
        yield f"{view.outcome.sentence}."


def _played(view: GameView, ply: PlyView) -> str:
    if view.humans != [ply.color]:  # no side is "you", or both are
        return f"{ply.color} played {ply.square}"
    return f"You played {ply.square}, turning {len(ply.flips)}"
