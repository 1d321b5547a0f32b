"""The last regions: who gets in, who moves last, who must pass."""

from collections.abc import Iterator

from outflank.board import Color, SquareSet
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import moves_of, region_of, regions

ENDGAME = 32  # empties from which regions count
SMALL = 9  # squares of a region that is spoken of
LARGEST = 4  # squares of a region for a swindle


def forced_pass(pair: Comparison) -> Iterator[MoveReason]:
    """A side must pass in the one line and not in the other."""
    sides = pair.either("forced pass", "forced pass missed", pair.mover)
    for name, line, other, color in sides:
        at = _first_pass(line, color)
        if at is None or _first_pass(other, color) is not None:
            continue
        first, second = line.steps[at], line.steps[at + 1]
        after = pair.played.steps[0].after
        if line is pair.best and at == 0:
            if pair.played.steps[0].passed or after.turn is not pair.opponent:
                continue
            sentence = pair.say(name, than=len(after.legal_moves))
            squares: tuple[int, ...] = tuple(after.legal_moves)
            yield pair.reason(ReasonKind.FORCED_PASS, line, at, sentence, squares)
            continue
        region = region_of(first.before, first.square)
        squares = (first.square, second.square)
        if second.square in region and len(region) <= LARGEST:
            name = "swindle" if line is pair.played else "swindle missed"
            one, two = pair.square(first.square), pair.square(second.square)
            sentence = pair.say(name, at, first=one, second=two)
            yield pair.reason(ReasonKind.SWINDLE, line, at + 1, sentence, squares)
        else:
            name = name if line is pair.played else "forced pass missed later"
            yield pair.reason(ReasonKind.FORCED_PASS, line, at, pair.say(name, at), squares)


def _first_pass(line: Line, color: Color) -> int | None:
    """The move after which a side must pass, if the other then moves again."""
    for at, step in enumerate(line.steps[:-1]):
        if step.passed and step.color is color.opponent:
            return at
    return None


def parity(pair: Comparison) -> Iterator[MoveReason]:
    """Somebody else gets the last move in a region, in lines that both fill it."""
    if len(pair.board.empties) > ENDGAME:
        return
    for region in regions(pair.board):
        if not 2 <= len(region) <= SMALL:
            continue
        made, other = (_last_move(line, region) for line in (pair.played, pair.best))
        if made is None or other is None:
            continue
        if pair.played.steps[made].color is pair.mover or (
            pair.best.steps[other].color is pair.opponent
        ):
            continue
        sentence = pair.say("parity", region=region)
        yield pair.reason(ReasonKind.PARITY, pair.played, made, sentence, tuple(region))


def _last_move(line: Line, region: SquareSet) -> int | None:
    """The move that fills a region, if one does."""
    made = [at for at, step in enumerate(line.steps) if step.square in region]
    return made[-1] if len(made) == len(region) else None


def access(pair: Comparison) -> Iterator[MoveReason]:
    """The mover cannot get into a region any more where the opponent can, and plays there."""
    for at in range(1, pair.together):
        made, other = pair.played.steps[at].after, pair.best.steps[at].after
        if len(made.empties) > ENDGAME:
            continue
        for region in regions(made):
            if not 2 <= len(region) <= SMALL:
                continue
            own, theirs = (
                moves_of(made, pair.mover) & region,
                moves_of(made, pair.opponent) & region,
            )
            spared = moves_of(other, pair.mover) & region
            later = pair.played.steps[at + 1 :]
            there = [step.color for step in later if step.square in region]
            if own or not theirs or not spared or not there or there[0] is pair.mover:
                continue
            if pair.mover in there[:2]:
                continue  # it got in after all
            sentence = pair.say("access", at, region=region)
            yield pair.reason(ReasonKind.ACCESS, pair.played, at, sentence, tuple(region))
            return
