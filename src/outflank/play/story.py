"""What happened in a game, in sentences."""

from collections.abc import Iterator

from outflank.board import counted
from outflank.play.instructions import AnnouncePass
from outflank.play.view import GameView, PlyView


def story(view: GameView, since: int) -> str:
    """What happened after the ply ``since``, and the result if the game is over.

    "You played f5 and flipped 1 disc. White played f6 and flipped 2 discs."
    """
    return " ".join(_sentences(view, since))


def _sentences(view: GameView, since: int) -> Iterator[str]:
    for ply in view.moves[since : view.ply]:
        passed = ply.square is None
        yield AnnouncePass(ply.color).sentence if passed else f"{_played(view, ply)}."
    if view.outcome is not None:
        yield f"{view.outcome.sentence}."


def _played(view: GameView, ply: PlyView) -> str:
    who = "You" if view.humans == [ply.color] else ply.color  # both sides may be people, or none
    return f"{who} played {ply.square} and flipped {counted(len(ply.flips), 'disc')}"
