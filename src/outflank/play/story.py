"""A summary of recent moves in sentences."""

from collections.abc import Iterator

from outflank.board import sentence
from outflank.play.instructions import AnnouncePass
from outflank.play.view import GameView, PlyView
from outflank.translation import ngettext


def story(view: GameView, since: int) -> str:
    """Describe the moves after the ply ``since``, and the result if the game is over.

    "You played f5 and flipped 1 disc. White played f6 and flipped 2 discs."
    """
    return " ".join(_sentences(view, since))


def _sentences(view: GameView, since: int) -> Iterator[str]:
    for ply in view.moves[since : view.ply]:
        passed = ply.square is None
        yield AnnouncePass(ply.color).sentence if passed else _played(view, ply)
    if view.outcome is not None:
        yield sentence(view.outcome.sentence)


def _played(view: GameView, ply: PlyView) -> str:
    flips = len(ply.flips)
    if view.humans == [ply.color]:  # otherwise both sides are people, or both are computers
        return ngettext(
            "You played {square} and flipped {count} disc.",
            "You played {square} and flipped {count} discs.",
            flips,
            square=ply.square,
        )
    return ngettext(
        "{color} played {square} and flipped {count} disc.",
        "{color} played {square} and flipped {count} discs.",
        flips,
        color=ply.color,
        square=ply.square,
    )
