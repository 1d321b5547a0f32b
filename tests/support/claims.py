"""Reads the sentences of reasons and checks every claim in them by replaying the lines, slowly.

It shares no code with the detectors: the rules are the oracle's, a list of lists, and what a
sentence says is taken from its words alone.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from oracle import DIRECTIONS, Oracle, oracle_of

from outflank.board import Board, parse_square, square_name

WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBERS = {"right away": 0, "at once": 1, "one move later": 1}
NUMBERS |= {f"{word} moves later": number for number, word in enumerate(WORDS, start=2)}
CORNERS = {"a1", "h1", "a8", "h8"}
EDGES = {
    "upper": [f"{c}1" for c in "abcdefgh"],
    "lower": [f"{c}8" for c in "abcdefgh"],
    "left": [f"a{r}" for r in range(1, 9)],
    "right": [f"h{r}" for r in range(1, 9)],
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
    if text in NUMBERS:
        return NUMBERS[text]
    return int(text.removesuffix(" moves later"))


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
        self.takes(self.made, who, corner, "at once")
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

    def corner_swaps(self, who: str, corner: str, when: str, best: str, mover: str) -> None:
        self.takes(self.made, who, corner, when)
        assert corner in CORNERS
        assert who != mover
        assert self.plays(self.line(best), mover, corner)

    def corner_now(self, best: str, played: str) -> None:
        assert best == self.best[0].at
        assert best in CORNERS
        assert not self.plays(self.line(played), self.mover, best)

    def corner_missed(self, best: str, who: str, corner: str, when: str, played: str) -> None:
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

    def wedge(
        self, who: str, at: str, when: str, first: str, second: str, edge: str, best: str
    ) -> None:
        line = self.against(self.line(best))
        turn = line[later(when)]
        assert (turn.who, turn.at) == (who, at)
        place = EDGES[edge].index(at)
        assert {first, second} == {EDGES[edge][place - 1], EDGES[edge][place + 1]}
        enemy = self.mover if who == self.other else self.other
        assert owner(turn.after, first) == owner(turn.after, second) == enemy
        assert not any(
            each.who == who
            and each.at == at
            and owner(each.after, first) == owner(each.after, second) == enemy
            for each in self.line(best)
        )

    def wedge_missed(
        self,
        best: str,
        who: str,
        at: str,
        when: str,
        first: str,
        second: str,
        edge: str,
        played: str,
    ) -> None:
        assert best == self.best[0].at
        assert who == self.mover
        self.wedge(who, at, when, first, second, edge, played)

    def wedge_now(
        self, best: str, who: str, first: str, second: str, edge: str, played: str
    ) -> None:
        assert (best, who) == (self.best[0].at, self.mover)
        self.wedge(who, best, "right away", first, second, edge, played)

    def unbalanced(
        self, played: str, edge: str, gap: str, who: str, attack: str, when: str
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
        when: str,
        who: str,
        many: str,
        edge: str,
        mover: str,
        few: str,
        best: str,
        other: str,
        own: str,
    ) -> None:
        assert (who, mover) == (self.other, self.mover)
        self.counts(when, best, [many, few, other, own], set(EDGES[edge]))

    def stable(
        self, when: str, who: str, many: str, mover: str, few: str, best: str, other: str, own: str
    ) -> None:
        assert (who, mover) == (self.other, self.mover)
        self.counts(when, best, [many, few, other, own], None)

    def out_of_moves(self, when: str, who: str, which: str, best: str) -> None:
        position = self.made[later(when)].after
        assert position.mover.title() == who == self.mover
        assert unsafe(position)
        moves = could(position, who)
        if which.startswith("all "):
            assert which.split()[1] == str(len(moves))
        else:
            assert set(re.findall(r"[a-h][1-8]", which)) == moves
        spared = [turn.after for turn in self.line(best)[: later(when) + 1]]
        assert not any(unsafe(p) for p in spared if p.mover.title() == who)

    def out_missed(self, best: str, who: str, when: str, played: str) -> None:
        position = self.line(best)[later(when)].after
        assert position.mover.title() == who == self.other
        assert unsafe(position)
        spared = [turn.after for turn in self.line(played)[: later(when) + 1]]
        assert not any(unsafe(p) for p in spared if p.mover.title() == who)

    def safe(self, when: str, who: str, few: str, best: str, many: str) -> None:
        for line, number in ((self.made, few), (self.line(best), many)):
            position = line[later(when)].after
            assert position.mover.title() == who
            safe = [m for m in could(position, who) if not opens_corner(position, m)]
            assert len(safe) == int(number)

    def moves_now(self, played: str, who: str, many: str, best: str, few: str) -> None:
        assert len(could(self.line(played)[0].after, who)) == int(many)
        assert len(could(self.line(best)[0].after, who)) == int(few)

    def moves_then(self, when: str, who: str, many: str, best: str, few: str) -> None:
        assert len(could(self.made[later(when)].after, who)) == int(many)
        assert len(could(self.line(best)[later(when)].after, who)) == int(few)

    def own_moves(self, when: str, who: str, few: str, best: str, many: str) -> None:
        assert who == self.mover
        self.moves_then(when, who, few, best, many)
        assert int(few) < int(many)

    def to_itself(
        self,
        when: str,
        who: str,
        many: str,
        mover: str,
        owner_: str,
        few: str,
        best: str,
        other: str,
        own: str,
    ) -> None:
        assert (who, mover, owner_) == (self.other, self.mover, self.mover)
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
        self.takes(self.made, answerer, answer, "at once")
        assert best in could(self.made[0].after, who)
        self.shut(best, who, turns_)

    def shut(self, square: str, who: str, turns_: str) -> None:
        own = [turn.after for turn in self.made[1:] if turn.after.mover.title() == who]
        count = WORDS.index(turns_) + 2
        assert len(own) >= count
        assert not any(square in could(position, who) for position in own[:count])

    def choices(self, turns_: str, who: str, made: str, best: str, other: str) -> None:
        for line, number in ((self.made, made), (self.line(best), other)):
            own = [turn.after for turn in line if turn.after.mover.title() == who][: int(turns_)]
            assert sum(len(could(position, who)) for position in own) == int(number)

    def quiet(self, best: str, who: str, played: str, squares: str, answer: str | None) -> None:
        before = could(self.start, who)
        assert could(self.line(best)[0].after, who) <= before or self.line(best)[0].passed
        new = could(self.line(played)[0].after, who) - before
        named = set(re.findall(r"[a-h][1-8]", squares))
        assert named == new if named else int(squares.split()[0]) == len(new)
        if answer:
            self.takes(self.made, who, answer, "at once")
            assert answer in new

    def opens(self, played: str, answer: str, who: str, best: str) -> None:
        self.takes(self.line(played), who, answer, "at once")
        assert answer not in could(self.start, who)
        assert answer not in could(self.line(best)[0].after, who)

    def closes(self, best: str, answer: str, who: str, played: str) -> None:
        self.takes(self.line(played), who, answer, "at once")
        assert answer in could(self.start, who)
        assert answer not in could(self.line(best)[0].after, who)

    def wall(self, played: str, many: str, who: str, few: str, best: str, more: str) -> None:
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
        counts = [len(could(line[0].after, self.other)) for line in (self.made, self.best)]
        assert counts[0] - counts[1] == int(more)

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

    def passes(self, who: str, when: str, best: str) -> None:
        line = self.against(self.line(best))
        turn = line[later(when)]
        assert turn.passed
        assert turn.who != who
        assert not any(each.passed and each.who != who for each in self.line(best)[:-1])

    def pass_now(self, best: str, who: str, played: str, many: str) -> None:
        assert self.line(best)[0].passed
        assert len(could(self.line(played)[0].after, who)) == int(many)

    def pass_missed(self, best: str, who: str, when: str, played: str) -> None:
        assert best == self.best[0].at
        self.passes(who, when, played)

    def swindle(self, who: str, first: str, second: str, when: str, passer: str, best: str) -> None:
        line = self.against(self.line(best))
        order = [turn.at for turn in line]
        assert order.index(second) == order.index(first) + 1
        assert line[order.index(second)].who == line[order.index(first)].who == who
        self.passes(passer, when, best)

    def swindle_missed(
        self, best: str, who: str, first: str, second: str, when: str, passer: str, played: str
    ) -> None:
        assert best == self.best[0].at
        self.swindle(who, first, second, when, passer, played)

    def waits(
        self, made: str, who: str, best: str, mover: str, when: str, played: str, lost: str
    ) -> None:
        self.both(best, mover, made, when, played, lost)
        assert not any(made in could(turn.after, who) for turn in self.best[: later(when)])

    def both(self, best: str, who: str, made: str, when: str, played: str, lost: str) -> None:
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

    def exchange(self, best: str, played: str, answer: str, who: str) -> None:
        assert who == self.other
        assert (played, best) == (self.made[0].at, self.best[0].at)
        self.takes(self.made, who, answer, "at once")
        self.takes(self.made, self.mover, best, "two moves later")

    def square_lost(self, who: str, at: str, when: str, best: str, mover: str, then: str) -> None:
        self.takes(self.made, who, at, when)
        self.takes(self.line(best), mover, at, then)
        assert who != mover

    def prepares(self, best: str, at: str, who: str, when: str, played: str) -> None:
        self.takes(self.line(best), who, at, when)
        assert who == self.mover
        assert at not in could(self.start, who)
        assert all(at in could(turn.after, who) for turn in self.best[: later(when)])
        made = self.line(played)[: later(when) + 1]
        assert not any(at == turn.at or at in could(turn.after, who) for turn in made)

    def in_the_end(self, squares: str, who: str, best: str, mover: str) -> None:
        named = set(re.findall(r"[a-h][1-8]", squares))
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
L = r"(right away|at once|one move later|\w+ moves later)"
E = "(upper|lower|left|right)"
R = r"((?:[a-h][1-8] ?)+)"
PATTERNS: list[tuple[str, Callable[..., None]]] = [
    (f"{S} lets {C} take the corner {S}; {S} does not", lambda k, p, *a: k.corner_at_once(*a)),
    (
        f"{C} takes the corner {S} {L}, which {C} opens with {S}; after {S} it does not",
        Checker.corner_opened,
    ),
    (
        f"{C} takes the corner {S} {L}, having opened the way with {S}; after {S} it does not",
        lambda k, who, corner, when, opener, best: k.corner_opened(
            who, corner, when, who, opener, best
        ),
    ),
    (f"{C} can take the corner {S} and does so {L}; after {S} it does not", Checker.corner_left),
    (f"{C} takes the corner {S} {L}; after {S} {C} takes it", Checker.corner_swaps),
    (
        f"{S} takes a corner, which nobody can turn again; {S} leaves it",
        Checker.corner_now,
    ),
    (f"after {S} {C} takes the corner {S} {L}; after {S} it does not", Checker.corner_missed),
    (
        f"{C} attacks the {E} edge with {S}: {C} takes {S}, but (?:Black|White) gets the other "
        f"corner {S} {L}",
        Checker.trap,
    ),
    (
        f"{S} prepares {S}, an attack on the {E} edge: {C} takes {S}, but {C} gets the other "
        f"corner {S} {L}",
        Checker.trap_missed,
    ),
    (
        f"{C} wedges in at {S} {L}, between {S} and {S} on the {E} edge; after {S} it does not",
        Checker.wedge,
    ),
    (
        f"after {S} {C} wedges in at {S} {L}, between {S} and {S} on the {E} edge; "
        f"after {S} it does not",
        Checker.wedge_missed,
    ),
    (
        f"with {S} {C} wedges in between {S} and {S} on the {E} edge; {S} leaves that alone",
        Checker.wedge_now,
    ),
    (
        f"{S} leaves the {E} edge unbalanced with {S} empty, and {C} attacks it at {S} {L}",
        Checker.unbalanced,
    ),
    (
        f"{L} {C} has {N} discs of the {E} edge for good, and {C} {N}; after {S} it is {N} and {N}",
        Checker.edge,
    ),
    (
        f"{L} {C} has {N} discs? that nobody can turn any more, and {C} {N}; "
        f"after {S} it is {N} and {N}",
        Checker.stable,
    ),
    (
        f"{L} {C} runs out of safe moves: (.*) a corner; after {S} it has one all that time",
        Checker.out_of_moves,
    ),
    (
        f"after {S} {C} runs out of safe moves {L} and must open a corner; "
        f"after {S} it has one all that time",
        Checker.out_missed,
    ),
    (
        f"{L} {C} has {N} moves? that gives? no corner away; after {S} it has {N}",
        Checker.safe,
    ),
    (f"{S} leaves {C} {N} moves; after {S} there (?:is|are) only {N}", Checker.moves_now),
    (f"{L} {C} has {N} moves; after {S} it has only {N}", Checker.moves_then),
    (f"{L} {C} has only {N} moves?; after {S} it has {N}", Checker.own_moves),
    (
        f"{L} {C} has {N} squares? to itself, where {C} cannot play, and {C} {N}; "
        f"after {S} it is {N} and {N}",
        Checker.to_itself,
    ),
    (
        f"{S} does not wait: {S} closes it to {C}, who cannot play there for its next "
        r"(\w+) turns",
        Checker.closed,
    ),
    (
        f"{S} does not wait: {C} answers {S}, and {C} cannot play there for its next "
        r"(\w+) turns",
        Checker.closed_by,
    ),
    (
        f"in its next {N} turns {C} can choose among {N} moves in all; "
        f"after {S} among (?:only )?{N}",
        Checker.choices,
    ),
    (
        f"{S} is quiet and opens no new square to {C}; {S} opens (.*?)"
        f"(?:, and (?:Black|White) plays {S} at once)?",
        Checker.quiet,
    ),
    (f"{S} opens {S} to {C}, who plays there at once; {S} does not", Checker.opens),
    (
        f"{S} takes the square {S} away from {C}; after {S} (?:Black|White) plays there at once",
        Checker.closes,
    ),
    (
        f"{S} builds a wall: {N} discs of {C} stand beside empty squares, {N} after {S}, and "
        f"(?:Black|White) has {N} moves? more",
        Checker.wall,
    ),
    (
        f"{S} is a square for both sides: {S} leaves it to {C}, who plays there {L}",
        Checker.tempo,
    ),
    (
        f"{S} can wait: {C} cannot play there, and after {S} {C} plays it {L}; "
        f"after {S} it does not get {S}",
        Checker.waits,
    ),
    (f"after {S} {C} plays {S} too, {L}; after {S} it does not get {S}", Checker.both),
    (
        f"{S} could have waited: it is open to {C} alone, {S} to both sides",
        Checker.open_to_both,
    ),
    (
        f"{S} follows all the same, two moves later: {S} and the answer {S} before it only "
        f"help {C}",
        Checker.exchange,
    ),
    (f"{C} gets {S} {L}; after {S} {C} plays there {L}", Checker.square_lost),
    (
        f"{S} prepares {S}, where {C} plays {L}; after {S} it cannot play there by then",
        Checker.prepares,
    ),
    (
        f"in the end (.*) (?:is|are) {C}'s; after {S} (?:it is|they are) {C}'s",
        Checker.in_the_end,
    ),
    (f"{S} opens {N} new squares to {C}: (.*); {S} opens only (.*)", Checker.louder),
    (
        f"{L} only {C} can play in the region {R}; after {S} {C} can play there too",
        Checker.access,
    ),
    (f"{C} gets the last move in the region {R}; after {S} {C} gets it", Checker.parity),
    (
        f"{C} has to pass {L}, so (?:Black|White) moves twice; after {S} it need not",
        Checker.passes,
    ),
    (
        f"{S} leaves {C} without a move, so (?:Black|White) moves twice; after {S} it has {N} "
        "moves?",
        Checker.pass_now,
    ),
    (
        f"after {S} {C} has to pass {L}, so (?:Black|White) moves twice; after {S} it need not",
        Checker.pass_missed,
    ),
    (
        f"{C} plays {S} and {S} in a row {L}, because {C} has no move and must pass; "
        f"after {S} it need not",
        Checker.swindle,
    ),
    (
        f"after {S} {C} plays {S} and {S} in a row {L}, because {C} has no move and must pass; "
        f"after {S} it need not",
        Checker.swindle_missed,
    ),
    (f"{S} goes on {R}; {S} goes on {R}", Checker.shown),
]


def check(board: Board, made: tuple[int, ...], best: tuple[int, ...], sentence: str) -> None:
    """Fail unless everything that a sentence says of two lines is so."""
    for pattern, claim in PATTERNS:
        found = re.fullmatch(pattern, sentence)
        if found:
            claim(Checker(board, made, best), *found.groups())
            return
    raise AssertionError(f"nobody knows how to check: {sentence}")
