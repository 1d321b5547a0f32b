"""Choose the reason to show: what a strong player would say first.

The sentences are in ``sentences.py``.
"""

from collections.abc import Callable, Iterator

from outflank.board import Board
from outflank.study.why import ending
from outflank.study.why.corner import (
    attack_missed,
    beside_corner,
    corner_attacked,
    corner_given,
    corner_missed,
)
from outflank.study.why.edge import edge_lost, stoner_trap, unbalanced_edge, wedge
from outflank.study.why.lines import HORIZON, Comparison, Line
from outflank.study.why.mobility import (
    cannot_wait,
    could_wait,
    fewer_moves,
    fewer_safe_moves,
    greedy,
    key_square,
    more_moves,
    opens,
    out_of_moves,
    quiet,
    wall,
)
from outflank.study.why.reason import MoveReason, ReasonKind

Detector = Callable[[Comparison], Iterator[MoveReason]]

DETECTORS: tuple[Detector, ...] = (
    corner_missed,
    corner_given,
    stoner_trap,
    corner_attacked,
    attack_missed,
    wedge,
    unbalanced_edge,
    edge_lost,
    ending.forced_pass,
    out_of_moves,
    ending.last_move,
    ending.stable,
    beside_corner,
    ending.big_flip,
    fewer_safe_moves,
    more_moves,
    fewer_moves,
    greedy,
    ending.access,
    ending.parity,
    quiet,
    key_square,
    wall,
    opens,
    cannot_wait,
    could_wait,
    ending.count,
)
"""All detectors, in the order in which a strong player would mention them."""

LEAST = (3, 2)  # differences that count; the smaller one only where nothing else explains the loss
TELLING = {ReasonKind.COULD_WAIT, ReasonKind.NOW_OR_NEVER, ReasonKind.TEMPO}
"""Kinds that reveal the best move."""


def explain(
    board: Board, played: Line, best: Line, loss: int, *, tell_best: bool = True
) -> tuple[MoveReason, ...]:
    """Return why the first move of ``played`` is worse than that of ``best``, best reason first.

    The result may be empty. Without ``tell_best`` no reason reveals the best move.
    """
    made, other = (Line(line.steps[: HORIZON + 1]) for line in (played, best))
    for least in LEAST:
        pair = Comparison(board, made, other, tell_best, least)
        found = [reason for detector in DETECTORS for reason in detector(pair)]
        if not tell_best:
            found = [reason for reason in found if not _tells(reason, pair)]
        if found:
            return tuple(found)
    return ()


def _tells(reason: MoveReason, pair: Comparison) -> bool:
    """Return True if a reason reveals the best move."""
    return (
        reason.replay[0] != pair.played.steps[0].square
        or reason.kind in TELLING
        or reason.claim == "takes away"
    )


def proven_end(
    board: Board, played: Line, best: Line, best_score: int, score: int
) -> tuple[MoveReason, ...]:
    """Return that a proven win or draw was given away, if so."""
    return tuple(ending.proven_end(Comparison(board, played, best), best_score, score))
