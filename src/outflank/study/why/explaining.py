"""Which reason is told: of all that hold, the one in which most of the loss shows."""

from collections.abc import Callable, Iterator

from outflank.board import Board
from outflank.study.why.corner import corner_given, corner_missed
from outflank.study.why.edge import edge_lost, stoner_trap, unbalanced_edge, wedge
from outflank.study.why.ending import access, forced_pass, parity
from outflank.study.why.lines import HORIZON, Comparison, Line
from outflank.study.why.mobility import (
    fewer_moves,
    fewer_safe_moves,
    freedom,
    louder,
    more_moves,
    now_or_never,
    opens,
    out_of_moves,
    quiet,
    reserve,
    tempo,
    wall,
)
from outflank.study.why.order import (
    could_wait,
    exchange,
    last_discs,
    open_to_both,
    prepares,
    square_lost,
)
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.stable import stable

Detector = Callable[[Comparison], Iterator[MoveReason]]

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
    now_or_never,
    reserve,
    opens,
    louder,
    wall,
    tempo,
    could_wait,
    open_to_both,
    exchange,
    square_lost,
    prepares,
    last_discs,
    fewer_moves,
    freedom,
    more_moves,
)
"""All there are; where two are worth the same, the earlier one is told."""

GENERAL = {
    ReasonKind.COULD_WAIT,
    ReasonKind.EXCHANGE,
    ReasonKind.FREEDOM,
    ReasonKind.LAST_DISCS,
    ReasonKind.MOBILITY,
    ReasonKind.NOW_OR_NEVER,
    ReasonKind.OPENS,
    ReasonKind.PREPARES,
    ReasonKind.RESERVE,
    ReasonKind.SQUARE_LOST,
    ReasonKind.STABLE,
    ReasonKind.TEMPO,
    ReasonKind.WALL,
}
"""What can be said of many positions; told where nothing more particular accounts for the loss."""
TELLING = {ReasonKind.COULD_WAIT, ReasonKind.EXCHANGE, ReasonKind.NOW_OR_NEVER, ReasonKind.TEMPO}
"""What names the square of the best move."""
NEAR = {
    ReasonKind.COULD_WAIT: 4,
    ReasonKind.MOBILITY: 4,
    ReasonKind.TEMPO: 4,
    ReasonKind.SAFE_MOVES: 8,
}
"""What says little unless it shows within so many moves."""
SHARE = 1 / 4  # of the loss that has to show where a reason says
FAR = 12  # moves ahead that a line is believed which was not followed to the end
SHOWN = 6  # moves of a line that is shown instead of a reason


def explain(
    board: Board, played: Line, best: Line, loss: int, *, tell_best: bool = True
) -> tuple[MoveReason, ...]:
    """Why the first move of ``played`` is worse than that of ``best``: what holds, best first.

    What does not account for a good part of the loss is left out; where nothing is left, the lines
    are shown. Without ``tell_best`` no sentence tells which move is the best; reasons that would
    are left out then.
    """
    pair = Comparison(board, played, best, tell_best)
    found = [
        reason
        for detector in DETECTORS
        for reason in detector(pair)
        if pair.certain or reason.shows_at <= FAR
    ]
    if not tell_best:
        made = played.steps[0].square
        found = [r for r in found if r.replay[0] == made and r.kind not in TELLING]
    if pair.weighed:
        share = max(1, loss * SHARE)
        shown = [r for r in found if r.worth >= share]
        found = (
            [r for r in shown if not _is_thin(r)]
            or [r for r in found if _is_particular(r) and pair.behind(r.shows_at) >= share]
            or shown
        )
    found.sort(key=lambda r: (_is_thin(r), not _is_particular(r), r.shows_at > FAR, -r.worth))
    return tuple(found) or (_line(pair),)


def _is_particular(reason: MoveReason) -> bool:
    return reason.kind not in GENERAL


def _is_thin(reason: MoveReason) -> bool:
    """Whether it is better than the bare lines, and nothing more."""
    return reason.kind is ReasonKind.SQUARE_LOST or reason.shows_at > NEAR.get(reason.kind, HORIZON)


def _line(pair: Comparison) -> MoveReason:
    played, best = (
        " ".join(pair.square(square) for square in line.squares[1 : SHOWN + 1])
        for line in (pair.played, pair.best)
    )
    sentence = pair.say("line", played_line=played, best_line=best)
    squares = pair.played.squares[1:2]
    return MoveReason(ReasonKind.LINE, sentence, squares, pair.played.squares[: SHOWN + 1])
