"""Reads the sentences of reasons and checks every claim in them by replaying the lines, slowly.

It shares no code with the detectors: the rules are the oracle's, a list of lists, and what a
sentence says is taken from its words alone.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from oracle import DIRECTIONS, Oracle, oracle_of

from outflank.board import Board, parse_square, square_name

NEXT = "on the next move"
CORNERS = {"a1", "h1", "a8", "h8"}
EDGES = {
    "a1–h1": [f"{c}1" for c in "abcdefgh"],
    "a8–h8": [f"{c}8" for c in "abcdefgh"],
    "a1–a8": [f"a{r}" for r in range(1, 9)],
    "h1–h8": [f"h{r}" for r in range(1, 9)],
}
ROWS = [[f"{c}{r}" for c in "abcdefgh"] for r in range(1, 9)]
X_SQUARES = {"b2": "a1", "g2": "h1", "b7": "a8", "g7": "h8"}


@dataclass
class Turn:
    """A move of a line, as the checker replays it."""

    who: str
    at: str
    before: Oracle
    after: Oracle
    passed: bool


def turns(board: Board, line: tuple[int, ...]) -> list[Turn]:
    position = oracle_of(board)
    found = []
    for square in line:
        assert square in position.legal_moves(), f"{square_name(square)} is not legal in the line"
        after = position.play(square)
        passed = not after.legal_moves() and bool(after.pass_turn().legal_moves())
        after = after.pass_turn() if passed else after
        found.append(Turn(position.mover.title(), square_name(square), position, after, passed))
        position = after
    return found


def could(position: Oracle, who: str) -> set[str]:
    """Where a side can play, were it its turn."""
    own = position if position.mover == who.lower() else position.pass_turn()
    return {square_name(square) for square in own.legal_moves()}


def owner(position: Oracle, square: str) -> str | None:
    at = parse_square(square)
    return (position.rows[at // 8][at % 8] or "").title() or None


def stable(position: Oracle, who: str) -> set[str]:
    """Discs that no line of discs can be turned through, grown from the rim."""
    rows, colour = position.rows, who.lower()
    found: set[tuple[int, int]] = set()

    def ray(row: int, column: int, down: int, right: int) -> list[tuple[int, int]]:
        cells = []
        row, column = row + down, column + right
        while row in range(8) and column in range(8):
            cells.append((row, column))
            row, column = row + down, column + right
        return cells

    def held(row: int, column: int) -> bool:
        for down, right in DIRECTIONS[:4]:
            one, two = ray(row, column, down, right), ray(row, column, -down, -right)
            full = all(rows[y][x] is not None for y, x in one + two)
            if not (full or not one or not two or one[0] in found or two[0] in found):
                return False
        return True

    while True:
        new = {
            (y, x)
            for y in range(8)
            for x in range(8)
            if rows[y][x] == colour and (y, x) not in found and held(y, x)
        }
        if not new:
            return {square_name(y * 8 + x) for y, x in found}
        found |= new


def opens_corner(position: Oracle, move: str) -> bool:
    opponent = position.opponent
    had = could(position, opponent) & CORNERS
    return bool((could(position.play(parse_square(move)), opponent) & CORNERS) - had)


def unsafe(position: Oracle) -> bool:
    moves = could(position, position.mover)
    return bool(moves) and all(opens_corner(position, move) for move in moves)


def later(text: str) -> int:
    number = re.match(r"\d+", text)
    return 1 if number is None else int(number[0])


class Checker:
    """The two lines, and what can be claimed of them."""

    def __init__(self, board: Board, made: tuple[int, ...], best: tuple[int, ...]) -> None:
        self.start = oracle_of(board)
        self.made, self.best = turns(board, made), turns(board, best)
        self.mover, self.other = self.start.mover.title(), self.start.opponent.title()

    def line(self, name: str) -> list[Turn]:
        return {self.best[0].at: self.best, self.made[0].at: self.made}[name]

    def against(self, line: list[Turn]) -> list[Turn]:
        return self.best if line is self.made else self.made

    def plays(self, line: list[Turn], who: str, square: str) -> bool:
        return any(turn.who == who and turn.at == square for turn in line)

    def takes(self, line: list[Turn], who: str, square: str, when: str) -> None:
        turn = line[later(when)]
        assert (turn.who, turn.at) == (who, square)

    # --- one method a sentence -------------------------------------------------------------------

    def corner_at_once(self, who: str, corner: str, best: str) -> None:
        self.takes(self.made, who, corner, NEXT)
        assert corner in CORNERS
        assert corner not in could(self.start, who)
        assert corner not in could(self.line(best)[0].after, who)

    def corner_opened(
        self, who: str, corner: str, when: str, whose: str, opener: str, best: str
    ) -> None:
        self.takes(self.made, who, corner, when)
        assert self.plays(self.made, whose, opener)
        at = next(i for i, turn in enumerate(self.made) if turn.at == opener)
        assert corner in CORNERS
        assert at < later(when)
        assert corner not in could(self.made[at].before, who)
        assert all(corner in could(turn.after, who) for turn in self.made[at : later(when)])
        assert not self.plays(self.line(best), who, corner)

    def corner_left(self, who: str, corner: str, when: str, best: str) -> None:
        self.takes(self.made, who, corner, when)
        assert corner in CORNERS & could(self.start, who)
        assert not self.plays(self.line(best), who, corner)

    def corner_swaps(self, when: str, who: str, corner: str, best: str, mover: str) -> None:
        self.takes(self.made, who, corner, when)
        assert corner in CORNERS
        assert who != mover
        assert self.plays(self.line(best), mover, corner)

    def corner_now(self, best: str, played: str, who: str) -> None:
        assert who == self.mover
        assert best == self.best[0].at
        assert best in CORNERS
        assert not self.plays(self.line(played), self.mover, best)

    def corner_missed(self, when: str, best: str, who: str, corner: str, played: str) -> None:
        self.takes(self.line(best), who, corner, when)
        assert who == self.mover
        assert corner in CORNERS
        assert not self.plays(self.line(played), who, corner)

    def trap(
        self, attacker: str, edge: str, attack: str, taker: str, first: str, corner: str, when: str
    ) -> None:
        line = self.made if attacker == self.other else self.best
        self.takes(line, attacker, corner, when)
        assert {first, corner} == {EDGES[edge][0], EDGES[edge][-1]}
        assert X_SQUARES[attack] == first
        assert attacker != taker
        order = [turn.at for turn in line]
        assert order.index(attack) < order.index(first) < order.index(corner)
        assert self.plays(line, attacker, attack)
        assert self.plays(line, taker, first)
        assert not self.plays(self.against(line), attacker, corner)

    def trap_missed(
        self,
        best: str,
        attack: str,
        edge: str,
        taker: str,
        first: str,
        who: str,
        corner: str,
        when: str,
    ) -> None:
        assert best == self.best[0].at
        assert who == self.mover
        self.trap(who, edge, attack, taker, first, corner, when)

    def wedge(self, when: str, who: str, at: str, first: str, second: str, best: str) -> None:
        line = self.against(self.line(best))
        turn = line[later(when)]
        assert (turn.who, turn.at) == (who, at)
        assert any(
            at in edge[1:-1]
            and {first, second} == {edge[edge.index(at) - 1], edge[edge.index(at) + 1]}
            for edge in EDGES.values()
        )
        enemy = self.mover if who == self.other else self.other
        assert owner(turn.after, first) == owner(turn.after, second) == enemy
        assert not any(
            each.who == who
            and each.at == at
            and owner(each.after, first) == owner(each.after, second) == enemy
            for each in self.line(best)
        )

    def wedge_missed(
        self, when: str, best: str, who: str, at: str, first: str, second: str, played: str
    ) -> None:
        assert best == self.best[0].at
        assert who == self.mover
        self.wedge(when, who, at, first, second, played)

    def wedge_now(self, best: str, who: str, first: str, second: str, played: str) -> None:
        assert (best, who) == (self.best[0].at, self.mover)
        self.wedge("0", who, best, first, second, played)

    def unbalanced(
        self, played: str, edge: str, gap: str, who: str, when: str, attack: str
    ) -> None:
        self.takes(self.line(played), who, attack, when)
        after = self.made[0].after
        inner = EDGES[edge][1:-1]
        assert gap in (inner[0], inner[-1])
        assert all((owner(after, s) is None) == (s == gap) for s in inner)
        assert {owner(after, s) for s in inner if s != gap} == {self.mover}
        corner = X_SQUARES[attack]
        assert EDGES[edge].index(corner) in (0, 7)
        assert abs(EDGES[edge].index(corner) - EDGES[edge].index(gap)) == 1

    def counts(self, when: str, best: str, numbers: list[str], squares: set[str] | None) -> None:
        found = []
        for line in (self.made, self.line(best)):
            for who in (self.other, self.mover):
                safe = stable(line[later(when)].after, who)
                found.append(len(safe if squares is None else safe & squares))
        assert found == [int(number) for number in numbers]

    def edge(
        self,
        played: str,
        who: str,
        edge: str,
        many: str,
        when: str,
        mover: str,
        few: str,
        best: str,
        other: str,
        own: str,
    ) -> None:
        assert played == self.made[0].at
        assert (who, mover) == (self.other, self.mover)
        self.counts(when, best, [many, few, other, own], set(EDGES[edge]))

    def stable(
        self,
        who: str,
        when: str,
        whose: str,
        many: str,
        mover: str,
        few: str,
        best: str,
        other: str,
        own: str,
    ) -> None:
        assert (who, whose, mover) == (self.other, self.other, self.mover)
        self.counts(when, best, [many, few, other, own], None)

    def out_of_moves(self, who: str, when: str, which: str, best: str, whose: str) -> None:
        assert whose == who
        position = self.made[later(when)].after
        assert position.mover.title() == who == self.mover
        assert unsafe(position)
        assert set(which.split(", ")) == could(position, who)
        spared = [turn.after for turn in self.line(best)[: later(when) + 1]]
        assert not any(unsafe(p) for p in spared if p.mover.title() == who)

    def out_missed(
        self, best: str, who: str, when: str, which: str, played: str, whose: str
    ) -> None:
        assert whose == who
        position = self.line(best)[later(when)].after
        assert position.mover.title() == who == self.other
        assert unsafe(position)
        assert set(which.split(", ")) == could(position, who)
        spared = [turn.after for turn in self.line(played)[: later(when) + 1]]
        assert not any(unsafe(p) for p in spared if p.mover.title() == who)

    def safe(self, who: str, when: str, few: str, best: str, many: str) -> None:
        for line, number in ((self.made, few), (self.line(best), many)):
            position = line[later(when)].after
            assert position.mover.title() == who
            safe = [m for m in could(position, who) if not opens_corner(position, m)]
            assert len(safe) == int(number)

    def moves_now(self, played: str, who: str, many: str, best: str, few: str) -> None:
        assert len(could(self.line(played)[0].after, who)) == int(many)
        assert len(could(self.line(best)[0].after, who)) == int(few)

    def moves_then(self, who: str, when: str, many: str, best: str, few: str) -> None:
        assert len(could(self.made[later(when)].after, who)) == int(many)
        assert len(could(self.line(best)[later(when)].after, who)) == int(few)

    def own_moves(self, who: str, when: str, few: str, best: str, many: str) -> None:
        assert who == self.mover
        self.moves_then(who, when, few, best, many)
        assert int(few) < int(many)

    def to_itself(
        self,
        who: str,
        when: str,
        whose: str,
        many: str,
        mover: str,
        few: str,
        best: str,
        other: str,
        own: str,
    ) -> None:
        assert (who, whose, mover) == (self.other, self.other, self.mover)
        found = []
        for line in (self.made, self.line(best)):
            after = line[later(when)].after
            theirs, ours = could(after, who), could(after, mover)
            found += [len(theirs - ours), len(ours - theirs)]
        assert found == [int(number) for number in (many, few, other, own)]

    def closed(self, best: str, played: str, who: str, turns_: str) -> None:
        assert (best, played, who) == (self.best[0].at, self.made[0].at, self.mover)
        assert best in could(self.start, who)
        assert best not in could(self.made[0].after, who)
        self.shut(best, who, turns_)

    def closed_by(self, best: str, answerer: str, answer: str, who: str, turns_: str) -> None:
        assert (best, who) == (self.best[0].at, self.mover)
        self.takes(self.made, answerer, answer, NEXT)
        assert best in could(self.made[0].after, who)
        self.shut(best, who, turns_)

    def shut(self, square: str, who: str, turns_: str) -> None:
        own = [turn.after for turn in self.made[1:] if turn.after.mover.title() == who]
        count = int(turns_)
        assert len(own) >= count
        assert not any(square in could(position, who) for position in own[:count])

    def choices(self, who: str, made: str, turns_: str, best: str, other: str) -> None:
        for line, number in ((self.made, made), (self.line(best), other)):
            own = [turn.after for turn in line if turn.after.mover.title() == who][: int(turns_)]
            assert sum(len(could(position, who)) for position in own) == int(number)

    def quiet(self, played: str, squares: str, who: str, answer: str | None, best: str) -> None:
        before = could(self.start, who)
        assert could(self.line(best)[0].after, who) <= before or self.line(best)[0].passed
        new = could(self.line(played)[0].after, who) - before
        assert set(squares.split(", ")) == new
        if answer:
            self.takes(self.made, who, answer, NEXT)
            assert answer in new

    def opens(self, played: str, answer: str, who: str, best: str) -> None:
        self.takes(self.line(played), who, answer, NEXT)
        assert answer not in could(self.start, who)
        assert answer not in could(self.line(best)[0].after, who)

    def closes(self, played: str, who: str, answer: str, best: str, whose: str) -> None:
        assert whose == who
        self.takes(self.line(played), who, answer, NEXT)
        assert answer in could(self.start, who)
        assert answer not in could(self.line(best)[0].after, who)

    def wall(
        self,
        played: str,
        many: str,
        who: str,
        opponent: str,
        moves: str,
        best: str,
        few: str,
        fewer: str,
    ) -> None:
        for line, number in ((self.line(played), many), (self.line(best), few)):
            rows = line[0].after.rows
            outside = [
                (y, x)
                for y in range(8)
                for x in range(8)
                if rows[y][x] == who.lower()
                and any(
                    y + d in range(8) and x + r in range(8) and rows[y + d][x + r] is None
                    for d, r in DIRECTIONS
                )
            ]
            assert len(outside) == int(number)
        counts = [len(could(line[0].after, opponent)) for line in (self.made, self.best)]
        assert counts == [int(moves), int(fewer)]
        assert (who, opponent) == (self.mover, self.other)

    def tempo(self, square: str, played: str, who: str, when: str) -> None:
        self.takes(self.line(played), who, square, when)
        assert square == self.best[0].at

    def access(self, when: str, who: str, region: str, best: str, mover: str) -> None:
        squares = set(region.split())
        after = self.made[later(when)].after
        assert all(owner(after, square) is None for square in squares)
        assert could(after, who) & squares
        assert not could(after, mover) & squares
        assert could(self.line(best)[later(when)].after, mover) & squares

    def parity(self, who: str, region: str, best: str, mover: str) -> None:
        squares = set(region.split())
        for line, last in ((self.made, who), (self.line(best), mover)):
            filled = [turn for turn in line if turn.at in squares]
            assert {turn.at for turn in filled} == squares
            assert filled[-1].who == last

    def passes(self, who: str, when: str, twice: str, best: str) -> None:
        assert {who, twice} == {"Black", "White"}
        line = self.against(self.line(best))
        turn = line[later(when)]
        assert turn.passed
        assert turn.who != who
        assert not any(each.passed and each.who != who for each in self.line(best)[:-1])

    def pass_now(self, best: str, who: str, twice: str, played: str, whose: str, many: str) -> None:
        assert (who, whose, twice) == (self.other, self.other, self.mover)
        assert self.line(best)[0].passed
        assert len(could(self.line(played)[0].after, who)) == int(many)

    def pass_missed(self, best: str, who: str, when: str, twice: str, played: str) -> None:
        assert best == self.best[0].at
        self.passes(who, when, twice, played)

    def swindle(self, when: str, who: str, first: str, second: str, passer: str, best: str) -> None:
        line = self.against(self.line(best))
        order = [turn.at for turn in line]
        assert order.index(second) == order.index(first) + 1
        assert line[order.index(second)].who == line[order.index(first)].who == who
        self.passes(passer, when, who, best)

    def swindle_missed(
        self, when: str, best: str, who: str, first: str, second: str, passer: str, played: str
    ) -> None:
        assert best == self.best[0].at
        self.swindle(when, who, first, second, passer, played)

    def waits(
        self,
        made: str,
        who: str,
        best: str,
        mover: str,
        when: str,
        played: str,
        whose: str,
        lost: str,
    ) -> None:
        self.both(best, mover, made, when, played, whose, lost)
        assert not any(made in could(turn.after, who) for turn in self.best[: later(when)])

    def both(
        self, best: str, who: str, made: str, when: str, played: str, whose: str, lost: str
    ) -> None:
        assert whose == who
        self.takes(self.line(best), who, made, when)
        assert who == self.mover
        assert (made, lost) == (played, best) == (self.made[0].at, self.best[0].at)
        assert not self.plays(self.made, who, best)

    def open_to_both(self, played: str, who: str, best: str) -> None:
        assert (best, played, who) == (self.best[0].at, self.made[0].at, self.mover)
        assert best in could(self.start, self.mover) & could(self.start, self.other)
        for position in (self.start, self.best[0].after):
            assert played in could(position, self.mover)
            assert played not in could(position, self.other)

    def exchange(self, mover: str, best: str, played: str, answer: str, who: str) -> None:
        assert (mover, who) == (self.mover, self.other)
        assert (played, best) == (self.made[0].at, self.best[0].at)
        self.takes(self.made, who, answer, NEXT)
        self.takes(self.made, self.mover, best, "2 moves later")

    def square_lost(self, when: str, who: str, at: str, best: str, mover: str, then: str) -> None:
        self.takes(self.made, who, at, when)
        self.takes(self.line(best), mover, at, then)
        assert who != mover

    def prepares(self, best: str, at: str, who: str, when: str, played: str, whose: str) -> None:
        assert whose == who
        self.takes(self.line(best), who, at, when)
        assert who == self.mover
        assert at not in could(self.start, who)
        assert all(at in could(turn.after, who) for turn in self.best[: later(when)])
        made = self.line(played)[: later(when) + 1]
        assert not any(at == turn.at or at in could(turn.after, who) for turn in made)

    def in_the_end(self, who: str, squares: str, best: str, mover: str, same: str) -> None:
        assert same == squares
        named = set(squares.split(", "))
        ends = [line[-1].after for line in (self.made, self.line(best))]
        assert not any(could(end, each) for end in ends for each in (who, mover))
        for end, whose in zip(ends, (who, mover), strict=True):
            assert {owner(end, square) for square in named} == {whose}
        changed = {s for edge in ROWS for s in edge if owner(ends[0], s) != owner(ends[1], s)}
        assert changed == named

    def louder(self, played: str, many: str, who: str, squares: str, best: str, few: str) -> None:
        before = could(self.start, who)
        for name, text in ((played, squares), (best, few)):
            new = could(self.line(name)[0].after, who) - before
            assert new == set(re.findall(r"[a-h][1-8]", text))
        assert int(many) == len(re.findall(r"[a-h][1-8]", squares))

    def shown(self, played: str, first: str, best: str, second: str) -> None:
        for name, moves in ((played, first), (best, second)):
            assert [turn.at for turn in self.line(name)][
                1 : len(moves.split()) + 1
            ] == moves.split()


S, C, N = "([a-h][1-8])", "(Black|White)", r"(\d+)"
A = r"(One move|\d+ moves) after"
L = r"([Oo]n the next move|[Oo]ne move later|\d+ moves later)"
E = "([ah][18]–[ah][18])"
R = r"((?:[a-h][1-8] ?)+)"
Q = r"((?:[a-h][1-8](?:, )?)+)"
COLOR = "(?:Black|White)"
NOT = rf" This does not happen after {S}\."
NUMBER = rf" After {S}: {N}\."
NUMBERS = rf" After {S}: {N} and {N}\."
PATTERNS: list[tuple[str, Callable[..., None]]] = [
    (rf"{S} lets {C} take the corner {S}\.{NOT}", lambda k, p, *a: k.corner_at_once(*a)),
    (
        rf"{L}, {C} takes the corner {S}, which {C} opens with {S}\.{NOT}",
        lambda k, when, who, corner, *a: k.corner_opened(who, corner, when, *a),
    ),
    (
        rf"{A} {S}, {C} takes the corner {S}, having opened the way with {S}\.{NOT}",
        lambda k, when, played, who, corner, opener, best: k.corner_opened(
            who, corner, when, who, opener, best
        ),
    ),
    (rf"{C} can already take the corner {S}, and does so {L}\.{NOT}", Checker.corner_left),
    (rf"{L}, {C} takes the corner {S}\. After {S}, {C} takes this corner\.", Checker.corner_swaps),
    (
        rf"{S} takes a corner, where no disc can be flipped\. After {S}, {C} does not get this "
        r"corner\.",
        Checker.corner_now,
    ),
    (rf"{A} {S}, {C} takes the corner {S}\.{NOT}", Checker.corner_missed),
    (
        rf"{C} attacks the edge {E} with {S}\. {C} takes {S}, but {COLOR} gets the other "
        rf"corner, {S}, {L}\.",
        Checker.trap,
    ),
    (
        rf"{S} prepares {S}, an attack on the edge {E}\. {C} takes {S}, but {C} gets the other "
        rf"corner, {S}, {L}\.",
        Checker.trap_missed,
    ),
    (rf"{L}, {C} wedges in at {S} between {S} and {S}\.{NOT}", Checker.wedge),
    (rf"{A} {S}, {C} wedges in at {S} between {S} and {S}\.{NOT}", Checker.wedge_missed),
    (rf"With {S}, {C} wedges in between {S} and {S}\.{NOT}", Checker.wedge_now),
    (
        rf"{S} leaves the edge {E} unbalanced with {S} empty\. {C} attacks it {L} at {S}\.",
        Checker.unbalanced,
    ),
    (
        rf"{S} gives {C} the edge {E}: {N} stable discs {L}, {C} {N}\." + NUMBERS,
        Checker.edge,
    ),
    (
        rf"{C} gains stable discs\. Stable discs {L}: {C} {N}, {C} {N}\.{NUMBERS}",
        Checker.stable,
    ),
    (
        rf"{C} runs out of safe moves {L}: every move opens a corner \({Q}\)\. After {S}, {C} has "
        r"a safe move all that time\.",
        Checker.out_of_moves,
    ),
    (
        rf"{C} has run out of safe moves: every move opens a corner \({Q}\)\. After {S}, {C} has a "
        r"safe move\.",
        lambda k, who, *a: k.out_of_moves(who, "0", *a),
    ),
    (
        rf"After {S}, {C} runs out of safe moves {L}: every move opens a corner \({Q}\)\. "
        rf"After {S}, {C} has a safe move all that time\.",
        Checker.out_missed,
    ),
    (
        rf"{S} leaves {C} without a safe move: every move opens a corner \({Q}\)\. "
        rf"After {S}, {C} has a safe move\.",
        lambda k, best, who, *a: k.out_missed(best, who, "0", *a),
    ),
    (
        rf"{C} runs short of safe moves, which open no corner\. Left {L}: {N}\.{NUMBER}",
        Checker.safe,
    ),
    (rf"{S} leaves {C} {N} moves\.{NUMBER}", Checker.moves_now),
    (rf"{C} gains mobility\. {L}, it has {N} moves\.{NUMBER}", Checker.moves_then),
    (rf"{C} loses mobility\. Moves left {L}: {N}\.{NUMBER}", Checker.own_moves),
    (
        rf"{C} gains moves in reserve\. Squares where only one side can play, {L}: {C} {N}, "
        rf"{C} {N}\.{NUMBERS}",
        Checker.to_itself,
    ),
    (rf"{S} cannot wait: {S} closes it to {C} for the next {N} turns\.", Checker.closed),
    (
        rf"{S} cannot wait: {C} answers {S}, and closes it to {C} for the next {N} turns\.",
        Checker.closed_by,
    ),
    (
        rf"{C} has (?:less|more) choice: {N} moves in all in its next {N} turns\.{NUMBER}",
        Checker.choices,
    ),
    (
        rf"{S} opens {Q} to {C}(?:, who plays {S} on the next move)?\. "
        rf"{S} is quiet and opens no new square\.",
        Checker.quiet,
    ),
    (
        rf"{S} opens {S} to {C}, who plays there on the next move\. {S} does not open it\.",
        Checker.opens,
    ),
    (
        rf"After {S}, {C} plays {S} on the next move\. {S} takes this square away from {C}\.",
        Checker.closes,
    ),
    (
        rf"{S} builds a wall: {N} discs of {C} touch empty squares, and {C} has {N} moves\."
        + NUMBERS,
        Checker.wall,
    ),
    (
        rf"{S} is open to both sides: {S} leaves it to {C}, who plays there {L}\.",
        Checker.tempo,
    ),
    (
        rf"{S} can wait: {C} cannot play there\. After {S}, {C} plays it {L}\. "
        rf"After {S}, {C} does not get {S}\.",
        Checker.waits,
    ),
    (
        rf"{A} {S}, {C} also plays {S}\. After {S}, {C} does not get {S}\.",
        lambda k, when, best, who, made, *a: k.both(best, who, made, when, *a),
    ),
    (
        rf"{S} can wait: only {C} can play there\. {S} is open to both sides\.",
        Checker.open_to_both,
    ),
    (
        rf"{C} still plays {S} two moves later: {S} and the answer {S} before it only help {C}\.",
        Checker.exchange,
    ),
    (rf"{L}, {C} gets {S}\. After {S}, {C} plays there {L}\.", Checker.square_lost),
    (
        rf"{S} prepares {S}, where {C} plays {L}\. After {S}, {C} cannot play there in time\.",
        Checker.prepares,
    ),
    (rf"At the end, {C} has {Q}\. After {S}, {C} has {Q}\.", Checker.in_the_end),
    (rf"{S} opens {N} new squares to {C}: {Q}\. {S} opens only {Q}\.", Checker.louder),
    (
        rf"{L}, only {C} can play in the region {R}\. After {S}, {C} can play there too\.",
        Checker.access,
    ),
    (
        rf"{C} gets the last move in the region {R}\. After {S}, {C} gets the last move there\.",
        Checker.parity,
    ),
    (
        rf"{C} must pass (after the next move|\d+ moves later), so {C} moves twice\.{NOT}",
        Checker.passes,
    ),
    (
        rf"{S} leaves {C} without a move, so {C} moves twice\. After {S}, {C} has {N} moves?\.",
        Checker.pass_now,
    ),
    (
        rf"After {S}, {C} must pass (after the next move|\d+ moves later), so {C} moves "
        rf"twice\.{NOT}",
        Checker.pass_missed,
    ),
    (
        rf"{L}, {C} plays {S} and {S} in a row, because {C} must "
        rf"pass\.{NOT}",
        Checker.swindle,
    ),
    (
        rf"{A} {S}, {C} plays {S} and {S} in a row, because {C} must pass\.{NOT}",
        Checker.swindle_missed,
    ),
    (rf"After {S}: {R}\. After {S}: {R}\.", Checker.shown),
]


def check(board: Board, made: tuple[int, ...], best: tuple[int, ...], sentence: str) -> None:
    """Fail unless everything that a sentence says of two lines is so."""
    for pattern, claim in PATTERNS:
        found = re.fullmatch(pattern, sentence)
        if found:
            claim(Checker(board, made, best), *found.groups())
            return
    raise AssertionError(f"nobody knows how to check: {sentence}")
