"""Which reason is told: of all that hold, the one in which most of the loss shows."""

from collections.abc import Callable, Iterator

from outflank.board import Board, square_name
from outflank.study.why.corner import corner_given, corner_missed
from outflank.study.why.edge import edge_lost, stoner_trap, unbalanced_edge, wedge
from outflank.study.why.ending import access, forced_pass, parity
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.mobility import (
    fewer_safe_moves,
    freedom,
    more_moves,
    opens,
    out_of_moves,
    quiet,
    tempo,
    wall,
)
from outflank.study.why.reason import Kind, Reason
from outflank.study.why.stable import stable
from outflank.study.words import say

Detector = Callable[[Comparison], Iterator[Reason]]

DETECTORS: tuple[Detector, ...] = (
    stoner_trap,
    corner_missed,
    corner_given,
    out_of_moves,
    forced_pass,
    wedge,
    unbalanced_edge,
    parity,
    access,
    edge_lost,
    stable,
    fewer_safe_moves,
    quiet,
    opens,
    wall,
    more_moves,
    tempo,
    freedom,
)
"""All there are; where two are worth the same, the earlier one is told."""

GENERAL = {Kind.MOBILITY, Kind.OPENS, Kind.STABLE, Kind.TEMPO, Kind.WALL}
"""What can be said of many positions; told where nothing more particular accounts for the loss."""
SHARE = 1 / 4  # of the loss that has to show where a reason says
FAR = 12  # moves ahead that a line is believed which was not followed to the end
SHOWN = 6  # moves of a line that is shown instead of a reason


def explain(
    board: Board, played: Line, best: Line, loss: int, *, best_name: str | None = None
) -> tuple[Reason, ...]:
    """Why the first move of ``played`` is worse than that of ``best``: what holds, best first.

    What does not account for a good part of the loss is left out; where nothing is left, the lines
    are shown. A ``best_name`` such as "the best move" keeps the
    sentences from telling which one that is; reasons that would are left out then.
    """
    name = best_name or square_name(best.steps[0].square, board.size)
    pair = Comparison(board, played, best, name)
    found = [
        reason
        for detector in DETECTORS
        for reason in detector(pair)
        if pair.certain or len(reason.replay) <= FAR + 1
    ]
    if best_name is not None:
        made = played.steps[0].square
        found = [r for r in found if r.replay[0] == made and r.kind is not Kind.TEMPO]
    if pair.weighed:
        found = [reason for reason in found if reason.worth >= max(1, loss * SHARE)]
    found.sort(key=lambda reason: (reason.kind in GENERAL, -reason.worth))
    return tuple(found) or (_line(pair, untold=best_name is not None),)


def _line(pair: Comparison, *, untold: bool) -> Reason:
    played, best = (
        " ".join(pair.square(square) for square in line.squares[1 : SHOWN + 1])
        for line in (pair.played, pair.best)
    )
    sentence = say(
        "line untold" if untold else "line", **pair.words, played_line=played, best_line=best
    )
    squares = pair.played.squares[1:2]
    return Reason(Kind.LINE, sentence, squares, pair.played.squares[: SHOWN + 1])
