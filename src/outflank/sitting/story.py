"""What happened at a table, told in sentences."""

from collections.abc import Iterator

from outflank.sitting.messages import AnnouncePass
from outflank.sitting.view import PlyView, View


def story(view: View, since: int) -> str:
    """Everything that happened after so many moves and passes, and the result if it is over.

    "You played f5, turning 1. White played f6. Black has no move and passes; White moves again."
    """
    return " ".join(_sentences(view, since))


def _sentences(view: View, since: int) -> Iterator[str]:
    for ply in view.moves[since : view.ply]:
        passed = ply.square is None
        yield AnnouncePass(ply.color).sentence if passed else f"{_played(view, ply)}."
    if view.outcome is not None:
        yield f"{view.outcome.sentence}."


def _played(view: View, ply: PlyView) -> str:
    if view.humans != [ply.color]:  # nobody is "you", or everybody
        return f"{ply.color} played {ply.square}"
    return f"You played {ply.square}, turning {len(ply.flips)}"
