"""What happened at a table, told in sentences."""

from collections.abc import Iterator

from outflank.sitting.view import PlyView, View


def story(view: View, since: int) -> str:
    """Everything that happened after so many moves and passes, and the result if it is over.

    "You played f5, turning 1. White played f6. Black has no move and passes; White played g7."
    """
    return " ".join(_sentences(view, since))


def _sentences(view: View, since: int) -> Iterator[str]:
    passed = ""
    for ply in view.moves[since : view.ply]:
        if ply.square is None:
            passed = f"{ply.color} has no move and passes"
            continue
        yield f"{passed}; {_played(view, ply)}." if passed else f"{_played(view, ply)}."
        passed = ""
    if passed:
        yield f"{passed}."
    if view.outcome is not None:
        yield f"{view.outcome.sentence}."


def _played(view: View, ply: PlyView) -> str:
    seats = {"black": view.seats.black, "white": view.seats.white}
    alone = seats[ply.color.value].human and not seats[ply.color.opponent.value].human
    if not alone:
        return f"{ply.color} played {ply.square}"
    return f"You played {ply.square}, turning {len(ply.flips)}"
