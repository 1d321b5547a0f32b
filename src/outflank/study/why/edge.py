"""What happens on the edges: wedges, Stoner traps, unbalanced edges, edges that are lost."""

from collections.abc import Iterator

from outflank.board import Board, Color, Square
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import edges, stable_discs, x_square_corner

TRAP = 8  # moves within which a Stoner trap wins the other corner
EDGE = 4  # stable discs more on one edge that are worth a sentence


def wedge(pair: Comparison) -> Iterator[MoveReason]:
    """A side plays between two discs of the other on an edge, which it cannot turn along it."""
    sides = pair.either("wedge", "wedge missed", pair.opponent)
    for name, line, other, color in sides:
        elsewhere = {square for square, *_ in _wedges(other, color)}
        for square, at, (first, second) in _wedges(line, color):
            if square in elsewhere:
                continue
            sentence = pair.say(
                name if at else "wedge missed now",
                at,
                at=pair.square(square),
                first=pair.square(first),
                second=pair.square(second),
            )
            yield pair.reason(ReasonKind.WEDGE, line, at, sentence, (square, first, second))
            break


def _wedges(line: Line, color: Color) -> Iterator[tuple[Square, int, tuple[Square, Square]]]:
    for at, step in enumerate(line.steps):
        if step.color is not color:
            continue
        for squares in edges(step.before.size).values():
            if step.square not in squares[1:-1]:
                continue
            place = squares.index(step.square)
            beside = squares[place - 1], squares[place + 1]
            if all(step.after[each] is color.opponent for each in beside):
                yield step.square, at, beside


def stoner_trap(pair: Comparison) -> Iterator[MoveReason]:
    """An X-square gives up a corner to win the one at the other end of the same edge."""
    sides = pair.either("Stoner trap", "Stoner trap missed", pair.opponent)
    for name, line, other, attacker in sides:
        kept = [s.square for s in other.steps if s.color is attacker]
        for attack, first, corner, at, edge in _traps(line, attacker):
            if corner in kept or first in [
                s.square for s in other.steps if s.color is attacker.opponent
            ]:
                continue
            sentence = pair.say(
                name,
                at,
                attack=pair.square(attack),
                first=pair.square(first),
                corner=pair.square(corner),
                edge=_named(pair, edge),
            )
            yield pair.reason(ReasonKind.STONER_TRAP, line, at, sentence, (attack, first, corner))
            return


def _traps(line: Line, attacker: Color) -> Iterator[tuple[Square, Square, Square, int, str]]:
    when = {step.square: at for at, step in enumerate(line.steps)}
    for begin, step in enumerate(line.steps):
        size = step.before.size
        corner = x_square_corner(step.square, size)
        if step.color is not attacker or corner is None or step.before[corner] is not None:
            continue
        answer = when.get(corner)
        if answer is None or line.steps[answer].color is attacker:
            continue
        for name, squares in edges(size).items():
            if corner not in (squares[0], squares[-1]):
                continue
            far = squares[-1] if corner == squares[0] else squares[0]
            won = when.get(far)
            if won is None or not begin < answer < won <= begin + TRAP:
                continue
            held = sum(step.before[square] is attacker.opponent for square in squares)
            if line.steps[won].color is attacker and held >= size // 2:
                yield step.square, corner, far, won, name


def unbalanced_edge(pair: Comparison) -> Iterator[MoveReason]:
    """The move leaves five of an edge's six squares with one C-square empty, and it is attacked."""
    before = _unbalanced(pair.board, pair.mover)
    after = _unbalanced(pair.played.steps[0].after, pair.mover)
    best = _unbalanced(pair.best.steps[0].after, pair.mover)
    for edge, (gap, attack) in after.items():
        if edge in before or edge in best:
            continue
        for at, step in enumerate(pair.played.steps):
            if step.color is pair.opponent and step.square == attack:
                sentence = pair.say(
                    "unbalanced edge",
                    at,
                    edge=_named(pair, edge),
                    gap=pair.square(gap),
                    attack=pair.square(attack),
                )
                squares = (gap, attack)
                yield pair.reason(ReasonKind.UNBALANCED_EDGE, pair.played, at, sentence, squares)


def _named(pair: Comparison, edge: str) -> str:
    """An edge by its corners, such as ``a1–h1``: adjectives are hard to translate in a sentence."""
    squares = edges(pair.board.size)[edge]
    return f"{pair.square(squares[0])}–{pair.square(squares[-1])}"


def _unbalanced(board: Board, color: Color) -> dict[str, tuple[Square, Square]]:
    """Unbalanced edges of a side: the empty C-square and the X-square beside it."""
    size = board.size
    found = {}
    for name, squares in edges(size).items():
        inner = squares[1:-1]
        if board[squares[0]] is not None or board[squares[-1]] is not None:
            continue
        gap = next((end for end in (inner[0], inner[-1]) if board[end] is None), None)
        if gap is None or sum(board[square] is color for square in inner) != len(inner) - 1:
            continue
        inward = {"upper": size, "lower": -size, "left": 1, "right": -1}[name]
        found[name] = gap, gap + inward
    return found


def edge_lost(pair: Comparison) -> Iterator[MoveReason]:
    """More discs of an edge are the opponent's for good than would be after the best move."""
    for at in range(1, pair.together):
        made, other = pair.played.steps[at].after, pair.best.steps[at].after
        won = {
            (which, color): stable_discs(board, color)
            for which, board in (("made", made), ("other", other))
            for color in (pair.mover, pair.opponent)
        }
        if len(won["made", pair.opponent]) - len(won["other", pair.opponent]) < EDGE:
            continue
        for edge, squares in edges(pair.board.size).items():
            count = {key: sum(square in found for square in squares) for key, found in won.items()}
            worse = count["made", pair.opponent] - count["made", pair.mover]
            better = count["other", pair.opponent] - count["other", pair.mover]
            more = count["made", pair.opponent] - count["other", pair.opponent]
            if worse - better < EDGE or more < EDGE:
                continue
            sentence = pair.say(
                "edge",
                at,
                many=count["made", pair.opponent],
                few=count["made", pair.mover],
                other=count["other", pair.opponent],
                own=count["other", pair.mover],
                edge=_named(pair, edge),
            )
            yield pair.reason(ReasonKind.EDGE, pair.played, at, sentence, squares)
            return
