"""The last regions and discs: access, parity, forced passes, stable discs, counting."""

from collections.abc import Iterator
from typing import Any

from outflank.board import SquareSet
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import moves_of, region_of, regions, stable_discs

ENDGAME = 24  # most empties for region themes
PARITY = 16  # most empties for parity
SMALL = 8  # most squares of a region
SWINDLE = 4  # most squares of a swindle region
STABLE = 4  # least difference of stable discs
MANY = 16  # stable discs of a side, from which more of them say little
FLIPS = 4  # least difference of flipped discs
LAST = 10  # most empties for counting flips


def forced_pass(pair: Comparison) -> Iterator[MoveReason]:
    """A side must pass after one of the moves, but not after the other."""
    answer = pair.answer()
    kind = ReasonKind.FORCED_PASS
    if pair.best.steps[0].passed and not pair.played.steps[0].passed:
        second = pair.best.steps[1:2]
        if second and _is_swindle(pair.best, 0):
            then = second[0].square
            yield pair.reason(
                ReasonKind.SWINDLE,
                "swindle missed",
                pair.best,
                1,
                (then,),
                second=pair.square(then),
            )
        else:
            yield pair.reason(kind, "forced pass missed", pair.best, 0, pair.best.squares[:1])
    if answer is None or not answer.passed or any(step.passed for step in pair.best.steps[:4]):
        return
    if len(pair.played.steps) > 2 and _is_swindle(pair.played, 1):
        squares = pair.played.squares[1:3]
        first, second_name = map(pair.square, squares)
        yield pair.reason(
            ReasonKind.SWINDLE,
            "swindle",
            pair.played,
            2,
            squares,
            first=first,
            second=second_name,
        )
    else:
        yield pair.reason(kind, "forced pass", pair.played, 1, (answer.square,))


def _is_swindle(line: Line, at: int) -> bool:
    """Return True if the move ``at`` and the next one fill a small region."""
    first, second = line.steps[at : at + 2]
    region = region_of(first.before, first.square)
    return second.square in region and len(region) == 2


def parity(pair: Comparison) -> Iterator[MoveReason]:
    """The move played starts an even region; the best move is in an odd one."""
    if len(pair.board.empties) > PARITY or pair.tell_best is False:
        return
    even, odd = (region_of(pair.board, line.steps[0].square) for line in (pair.played, pair.best))
    answer = pair.answer()
    if len(even) % 2 or not len(odd) % 2 or len(even) > SMALL or answer is None:
        return
    if answer.square in even:
        yield pair.reason(ReasonKind.PARITY, "parity", pair.played, 1, tuple(even))


def last_move(pair: Comparison) -> Iterator[MoveReason]:
    """The other side gets the last move in a region, when both lines fill it."""
    for region in regions(pair.board):
        if len(region) < 2:
            continue
        made, other = (_last_move(line, region) for line in (pair.played, pair.best))
        if made is None or other is None:
            continue
        if pair.played.steps[made].color is pair.mover or (
            pair.best.steps[other].color is pair.opponent
        ):
            continue
        yield pair.reason(
            ReasonKind.PARITY, "last move", pair.played, made, tuple(region), squares=region
        )


def _last_move(line: Line, region: SquareSet) -> int | None:
    """Return the index of the move that fills a region, if any."""
    made = [at for at, step in enumerate(line.steps) if step.square in region]
    return made[-1] if len(made) == len(region) else None


def access(pair: Comparison) -> Iterator[MoveReason]:
    """After the answer, the mover cannot play in a region where the opponent can."""
    answer, reply = pair.answer(), pair.best.answer()
    if answer is None or reply is None or len(pair.board.empties) > ENDGAME:
        return
    for region in regions(answer.after):
        own, theirs = (
            moves_of(answer.after, color) & region for color in (pair.mover, pair.opponent)
        )
        spared = moves_of(reply.after, pair.mover) & region
        if 2 <= len(region) <= SMALL and not own and theirs and spared:
            yield pair.reason(
                ReasonKind.ACCESS, "access", pair.played, 1, tuple(theirs), squares=theirs
            )


def stable(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent's answer makes discs stable, or the best move would have."""
    answer, reply = pair.answer(), pair.best.answer()
    if answer is not None and reply is not None:
        many, other, known = (
            stable_discs(board, pair.opponent) for board in (answer.after, reply.after, pair.board)
        )
        if len(known) < MANY and len(many) - max(len(other), len(known)) >= STABLE:
            yield pair.reason(
                ReasonKind.STABLE,
                "stable",
                pair.played,
                1,
                (answer.square,),
                many=len(many),
                other=len(other),
            )
    many, few, known = (
        stable_discs(board, pair.mover)
        for board in (pair.after_best, pair.after_played, pair.board)
    )
    if len(known) < MANY and len(many) - max(len(few), len(known)) >= STABLE:
        best = pair.best.squares[:1]
        yield pair.reason(
            ReasonKind.STABLE, "stable missed", pair.best, 0, best, many=len(many), few=len(few)
        )


def big_flip(pair: Comparison) -> Iterator[MoveReason]:
    """Near the end, the opponent's answer flips many more discs than after the best move."""
    answer, reply = pair.answer(), pair.best.answer()
    if answer is None or reply is None or len(pair.board.empties) > LAST:
        return
    if answer.flips - reply.flips >= FLIPS:
        facts: dict[str, Any] = {"many": answer.flips, "few": reply.flips}
        other = pair.square(reply.square)
        yield pair.reason(
            ReasonKind.LAST_DISCS,
            "big flip",
            pair.played,
            1,
            (answer.square,),
            other_answer=other,
            **facts,
        )


def count(pair: Comparison) -> Iterator[MoveReason]:
    if pair.certain and pair.tell_best:
        made, other = (
            f"{len(board.black)}–{len(board.white)}"
            for board in (line.steps[-1].after for line in (pair.played, pair.best))
        )
        first = pair.played.squares[:1]
        at = len(pair.played.steps) - 1
        yield pair.reason(
            ReasonKind.LAST_DISCS, "count", pair.played, at, first, made=made, other=other
        )


def proven_end(pair: Comparison, best: int, played: int) -> Iterator[MoveReason]:
    """The move played gave away a proven win or draw."""
    if best < 0 or played >= best or (best > 0 and played > 0):
        return
    if best == 0:
        claim = "proven draw lost"
    else:
        claim = "proven win drawn" if played == 0 else "proven win lost"
    yield pair.reason(
        ReasonKind.PROVEN_END, claim, pair.played, 0, pair.best.squares[:1], abs(played), won=best
    )
