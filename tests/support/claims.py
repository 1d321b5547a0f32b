"""Check the claims of reasons by replaying the lines, slowly.

It shares no code with the detectors: the rules are those of the oracle. A claim is a name and its
facts (squares, sides, numbers), so the sentences may be reworded freely; ``check`` also tests that
a sentence mentions nothing that is not among the facts.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from oracle import DIRECTIONS, Oracle, oracle_of

from outflank.board import Board, parse_square, square_name
from outflank.study.why.reason import MoveReason

SAID = r"[a-h][1-8]|Black|White|\b\d+\b"
CORNERS = {"a1", "h1", "a8", "h8"}
EDGES = {
    "a1–h1": [f"{c}1" for c in "abcdefgh"],
    "a8–h8": [f"{c}8" for c in "abcdefgh"],
    "a1–a8": [f"a{r}" for r in range(1, 9)],
    "h1–h8": [f"h{r}" for r in range(1, 9)],
}
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
    """Return the squares where a side could play if it were its turn."""
    own = position if position.mover == who.lower() else position.pass_turn()
    return {square_name(square) for square in own.legal_moves()}


def owner(position: Oracle, square: str) -> str | None:
    at = parse_square(square)
    return (position.rows[at // 8][at % 8] or "").title() or None


def stable(position: Oracle, who: str) -> set[str]:
    """Return discs that can never be flipped, grown from the border."""
    rows, color = position.rows, who.lower()
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
            if rows[y][x] == color and (y, x) not in found and held(y, x)
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


class Checker:
    """The two lines and the facts of a claim; one method for each claim."""

    def __init__(
        self,
        board: Board,
        made: tuple[int, ...],
        best: tuple[int, ...],
        facts: Mapping[str, str],
    ) -> None:
        self.start = oracle_of(board)
        self.made, self.best = turns(board, made), turns(board, best)
        self.mover, self.other = self.start.mover.title(), self.start.opponent.title()
        self.facts = facts
        assert facts["played"] == self.made[0].at
        assert facts["best"] == self.best[0].at
        assert (facts["mover"], facts["opponent"]) == (self.mover, self.other)
        self.played_square, self.best_square = self.made[0].at, self.best[0].at
        self.after, self.after_best = self.made[0].after, self.best[0].after

    def number(self, name: str) -> int:
        return int(self.facts[name])

    def answer(self) -> Turn:
        """Return the opponent's answer to the move played, which the facts must name."""
        turn = self.made[1]
        assert (turn.who, turn.at) == (self.other, self.facts["answer"])
        return turn

    def reply(self) -> Turn:
        assert self.best[1].who == self.other
        return self.best[1]

    def corner(self) -> str:
        corner = self.facts["corner"]
        assert corner in CORNERS
        assert owner(self.start, corner) is None
        return corner

    # --- Corners ---------------------------------------------------------------------------------

    def corner_missed(self) -> None:
        assert self.best_square in CORNERS & could(self.start, self.mover)
        assert self.played_square not in CORNERS

    def corner_missed_lost(self) -> None:
        self.corner_missed()
        assert self.best_square in could(self.after, self.other)

    def corner_missed_closed(self) -> None:
        self.corner_missed()
        assert self.best_square not in could(self.after, self.mover)

    def corner_missed_counted(self) -> None:
        self.corner_missed()
        assert self.best_square in could(self.after, self.mover)
        gained = stable(self.after_best, self.mover) - stable(self.start, self.mover)
        assert len(gained) == self.number("count")

    def corner_opened(self) -> None:
        corner = self.corner()
        assert corner in could(self.after, self.other)
        assert corner not in could(self.start, self.other)
        assert corner not in could(self.after_best, self.other)

    def corner_beside(self) -> None:
        self.corner_opened()
        assert touch(self.played_square, self.corner())

    def corner_left(self) -> None:
        corner = self.corner()
        assert corner in could(self.start, self.other) & could(self.after, self.other)
        assert corner not in could(self.after_best, self.other)

    def corner_attacked(self) -> None:
        corner, answer = self.corner(), self.answer()
        assert corner in could(answer.after, self.other)
        assert (self.made[3].who, self.made[3].at) == (self.other, corner)
        calm = [self.start, self.after, *(turn.after for turn in self.best[:3])]
        assert not any(corner in could(position, self.other) for position in calm)

    def attack(self) -> str:
        corner = self.corner()
        assert corner in could(self.after_best, self.mover)
        calm = [self.start, self.after, *(turn.after for turn in self.made[:3])]
        assert not any(corner in could(position, self.mover) for position in calm)
        return corner

    def attack_missed(self) -> None:
        corner = self.attack()
        for square in self.after_best.legal_moves():
            assert square_name(square) != corner
            assert corner in could(self.after_best.play(square), self.mover)

    def attack_gains(self) -> None:
        corner, reply = self.attack(), self.reply()
        assert reply.at == self.facts["answer"]
        assert corner in could(reply.after, self.mover)

    def x_square(self) -> None:
        assert X_SQUARES[self.played_square] == self.corner()

    def c_square(self) -> None:
        assert touch(self.played_square, self.corner())
        assert self.played_square not in X_SQUARES

    # --- Edges -----------------------------------------------------------------------------------

    def wedged(self, turn: Turn, who: str, others: list[Turn]) -> None:
        at = self.facts["wedge"]
        first, second = self.facts["first"], self.facts["second"]
        assert (turn.who, turn.at) == (who, at)
        assert any(
            at in edge[1:-1]
            and [first, second] == [edge[edge.index(at) - 1], edge[edge.index(at) + 1]]
            for edge in EDGES.values()
        )
        enemy = self.mover if who == self.other else self.other
        assert owner(turn.after, first) == owner(turn.after, second) == enemy
        for other in others:
            assert (
                other.who != who
                or other.at != at
                or {owner(other.after, each) for each in (first, second)} != {enemy}
            )

    def wedge(self) -> None:
        self.wedged(self.made[1], self.other, self.best[:5])

    def wedge_missed(self) -> None:
        self.wedged(self.best[0], self.mover, self.made[:5])

    def trap(self) -> None:
        self.trapped(self.made[1:4], self.other)
        assert self.facts["attack"] == self.made[1].at

    def trap_missed(self) -> None:
        self.trapped(self.best[:3], self.mover)

    def trapped(self, line: list[Turn], attacker: str) -> None:
        attack, first, wedge = (turn.at for turn in line)
        corner, edge = self.facts["corner"], EDGES[self.facts["edge"]]
        assert [turn.who == attacker for turn in line] == [True, False, True]
        assert (first, wedge) == (self.facts["first"], self.facts["wedge"])
        assert X_SQUARES[attack] == first
        assert {first, corner} == {edge[0], edge[-1]}
        assert wedge in edge
        assert touch(wedge, first)
        assert corner in could(line[2].after, attacker)

    def unbalanced(self) -> None:
        edge = EDGES[self.facts["edge"]]
        gap, inner = self.facts["gap"], edge[1:-1]
        assert gap in (inner[0], inner[-1])
        assert {owner(self.after, s) for s in inner if s != gap} == {self.mover}
        empty = {gap, edge[0], edge[-1], self.facts["attack"]}
        assert {owner(self.after, square) for square in empty} == {None}
        assert touch(X_SQUARES[self.facts["attack"]], gap)

    def edge(self) -> None:
        edge = set(EDGES[self.facts["edge"]])
        assert self.answer().at in edge
        self.stable_counts(self.answer().after, self.reply().after, self.other, "other", edge)

    def edge_missed(self) -> None:
        edge = set(EDGES[self.facts["edge"]])
        assert self.best_square in edge
        self.stable_counts(self.after_best, self.after, self.mover, "few", edge)

    def stable_counts(
        self, more: Oracle, less: Oracle, who: str, name: str, squares: set[str]
    ) -> None:
        counts = [len(stable(position, who) & squares) for position in (more, less)]
        assert counts == [self.number("many"), self.number(name)]
        assert counts[0] - max(counts[1], len(stable(self.start, who) & squares)) >= 2

    # --- Moves -----------------------------------------------------------------------------------

    def out_of_moves(self) -> None:
        after, spared = self.answer().after, self.reply().after
        assert after.mover.title() == spared.mover.title() == self.mover
        assert unsafe(after)
        assert not unsafe(spared)

    def out_missed(self) -> None:
        assert self.after_best.mover.title() == self.other
        assert unsafe(self.after_best)
        assert not unsafe(self.after)

    def safe(self) -> None:
        for turn, name in ((self.answer(), "count"), (self.reply(), "other")):
            position = turn.after
            assert position.mover.title() == self.mover
            safe = [m for m in could(position, self.mover) if not opens_corner(position, m)]
            assert len(safe) == self.number(name)
        assert self.number("count") < self.number("other")

    def passes(self) -> None:
        assert self.answer().passed
        assert not any(turn.passed for turn in self.best[:4])

    def pass_missed(self) -> None:
        assert self.best[0].passed
        assert not self.made[0].passed

    def swindle(self) -> None:
        self.passes()
        self.filled(self.made[1:3], self.other)
        assert self.facts["first"] == self.made[1].at

    def swindle_missed(self) -> None:
        self.pass_missed()
        self.filled(self.best[:2], self.mover)

    def filled(self, moves: list[Turn], who: str) -> None:
        first, second = moves
        assert first.who == second.who == who
        assert second.at == self.facts["second"]
        squares = {first.at, second.at}
        assert touch(*squares)
        around = {
            square_name(at)
            for at in range(64)
            if any(touch(square_name(at), square) for square in squares)
        }
        assert {at for at in around if owner(first.before, at) is None} == squares

    def mobility(self) -> None:
        self.two_counts(could(self.after, self.other), could(self.after_best, self.other), "few")

    def two_counts(self, more: set[str], less: set[str], name: str) -> None:
        assert len(more) == self.number("many")
        assert len(less) == self.number(name)
        assert len(more) > len(less)

    def few_moves(self) -> None:
        after, spared = self.answer().after, self.reply().after
        assert after.mover.title() == spared.mover.title() == self.mover
        self.two_counts(could(spared, self.mover), could(after, self.mover), "count")

    def opened(self, line: list[Turn]) -> set[str]:
        new = could(line[0].after, self.other) - could(self.start, self.other)
        return set() if line[0].passed else new

    def quiet(self) -> None:
        assert not self.opened(self.best)
        assert set(self.facts["squares"].split(", ")) == self.opened(self.made)

    def loud(self) -> None:
        self.two_counts(self.opened(self.made), self.opened(self.best), "few")

    def opens(self) -> None:
        answer = self.answer().at
        assert answer not in could(self.start, self.other) | could(self.after_best, self.other)

    def takes_away(self) -> None:
        answer = self.answer().at
        assert answer in could(self.start, self.other) & could(self.after, self.other)
        assert answer not in could(self.after_best, self.other)

    def key_square(self) -> None:
        assert self.answer().at == self.best_square

    def cannot_wait(self) -> None:
        assert owner(self.after, self.best_square) is None
        assert self.best_square not in could(self.after, self.mover)

    def closed_by_answer(self) -> None:
        assert self.best_square in could(self.after, self.mover)
        assert self.answer().at != self.best_square
        assert self.best_square not in could(self.answer().after, self.mover)

    def could_wait(self) -> None:
        played, best = self.played_square, self.best_square
        assert played in could(self.after_best, self.mover)
        assert best in could(self.start, self.other) & could(self.after, self.other)
        for position in (self.start, self.after_best):
            assert played not in could(position, self.other)

    def wall(self) -> None:
        self.two_counts(self.frontier(self.after), self.frontier(self.after_best), "other")
        assert len(could(self.after, self.other)) > len(could(self.after_best, self.other))

    def frontier(self, position: Oracle) -> set[str]:
        names = [square_name(at) for at in range(64)]
        empty = [name for name in names if owner(position, name) is None]
        return {
            name
            for name in names
            if owner(position, name) == self.mover and any(touch(name, each) for each in empty)
        }

    def greedy(self) -> None:
        self.two_counts(flipped(self.made[0]), flipped(self.best[0]), "few")

    # --- The end ---------------------------------------------------------------------------------

    def access(self) -> None:
        squares = set(self.facts["squares"].split(" "))
        after = self.answer().after
        assert squares <= could(after, self.other)
        region = grown(after, squares)
        assert squares == could(after, self.other) & region
        assert not could(after, self.mover) & region
        assert could(self.reply().after, self.mover) & region

    def parity(self) -> None:
        even = grown(self.start, {self.played_square})
        assert len(even) % 2 == 0
        assert len(grown(self.start, {self.best_square})) % 2 == 1
        assert self.answer().at in even

    def last_move(self) -> None:
        squares = set(self.facts["squares"].split(" "))
        assert grown(self.start, {min(squares)}) == squares
        for line, last in ((self.made, self.other), (self.best, self.mover)):
            filled = [turn for turn in line if turn.at in squares]
            assert {turn.at for turn in filled} == squares
            assert filled[-1].who == last

    def stable(self) -> None:
        every = {square_name(at) for at in range(64)}
        self.stable_counts(self.answer().after, self.reply().after, self.other, "other", every)

    def stable_missed(self) -> None:
        every = {square_name(at) for at in range(64)}
        self.stable_counts(self.after_best, self.after, self.mover, "few", every)

    def big_flip(self) -> None:
        assert self.reply().at == self.facts["other_answer"]
        self.two_counts(flipped(self.answer()), flipped(self.reply()), "few")

    def counted(self) -> None:
        for line, name in ((self.made, "made"), (self.best, "other")):
            end = line[-1].after
            assert not could(end, "Black") | could(end, "White")
            cells = [owner(end, square_name(at)) for at in range(64)]
            assert self.facts[name] == f"{cells.count('Black')}–{cells.count('White')}"

    def proven(self, best: int, played: int) -> None:
        """Compare with the exact scores of both moves, found by trying everything."""
        assert empties(self.start) <= 8, "too much to solve"
        assert solved(self.best[0]) == best
        assert solved(self.made[0]) == played

    def win_drawn(self) -> None:
        self.proven(self.number("won"), 0)

    def win_lost(self) -> None:
        self.proven(self.number("won"), -self.number("count"))

    def draw_lost(self) -> None:
        self.proven(0, -self.number("count"))


def hint_corner(k: Checker) -> None:
    assert k.best_square in CORNERS


def hint_pass(k: Checker) -> None:
    assert k.best[0].passed


def hint_attack(k: Checker) -> None:
    corner = k.corner()
    assert corner not in could(k.start, k.mover)
    assert k.after_best.mover.title() == k.other
    for square in k.after_best.legal_moves():
        assert corner in could(k.after_best.play(square), k.mover)


def hint_wedge(k: Checker) -> None:
    assert {owner(k.after_best, k.facts[name]) for name in ("first", "second")} == {k.other}
    assert any(
        k.best_square in edge[1:-1]
        and [k.facts["first"], k.facts["second"]]
        == [edge[edge.index(k.best_square) - 1], edge[edge.index(k.best_square) + 1]]
        for edge in EDGES.values()
    )


def hint_no_safe_move(k: Checker) -> None:
    assert k.after_best.mover.title() == k.other
    assert unsafe(k.after_best)


def hint_quiet(k: Checker) -> None:
    assert not k.opened(k.best)
    assert not k.best[0].passed


def hint_few_moves(k: Checker) -> None:
    assert len(could(k.after_best, k.other)) == k.number("count") <= 5


def hint_key_square(k: Checker) -> None:
    assert k.best_square in could(k.start, k.other)


def hint_few_discs(k: Checker) -> None:
    assert len(flipped(k.best[0])) == 1


def touch(one: str, other: str) -> bool:
    """Return True if two different squares are neighbors."""
    apart = max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1])))
    return apart == 1


def flipped(turn: Turn) -> set[str]:
    """Return the discs that a move flips."""
    names = {square_name(at) for at in range(64)} - {turn.at}
    return {name for name in names if owner(turn.before, name) != owner(turn.after, name)}


def grown(position: Oracle, squares: set[str]) -> set[str]:
    """Return the connected empty squares that contain these."""
    empty = {
        name for name in (square_name(at) for at in range(64)) if owner(position, name) is None
    }
    while more := {n for n in empty - squares if any(touch(n, each) for each in squares)}:
        squares = squares | more
    return squares


def empties(position: Oracle) -> int:
    return sum(owner(position, square_name(at)) is None for at in range(64))


def solved(turn: Turn) -> int:
    """Return the score after a move with perfect play, for the side that made it."""

    def best(position: Oracle) -> int:
        moves = position.legal_moves()
        if moves:
            return max(-best(position.play(move)) for move in moves)
        if position.pass_turn().legal_moves():
            return -best(position.pass_turn())
        cells = [owner(position, square_name(at)) for at in range(64)]
        own, theirs = (cells.count(each.title()) for each in (position.mover, position.opponent))
        empty = 64 - own - theirs
        return own - theirs + (empty if own > theirs else -empty if own < theirs else 0)

    score = best(turn.after)
    return score if turn.after.mover.title() == turn.who else -score


CLAIMS: dict[str, Callable[[Checker], None]] = {
    "corner missed, lost": Checker.corner_missed_lost,
    "corner missed, closed": Checker.corner_missed_closed,
    "corner missed": Checker.corner_missed_counted,
    "corner beside": Checker.corner_beside,
    "corner opened": Checker.corner_opened,
    "corner left": Checker.corner_left,
    "corner attacked": Checker.corner_attacked,
    "attack missed": Checker.attack_missed,
    "attack missed, with gain": Checker.attack_gains,
    "X-square": Checker.x_square,
    "C-square": Checker.c_square,
    "Stoner trap": Checker.trap,
    "Stoner trap missed": Checker.trap_missed,
    "wedge": Checker.wedge,
    "wedge missed": Checker.wedge_missed,
    "unbalanced edge": Checker.unbalanced,
    "edge": Checker.edge,
    "edge missed": Checker.edge_missed,
    "out of moves": Checker.out_of_moves,
    "out of moves missed": Checker.out_missed,
    "safe moves": Checker.safe,
    "forced pass": Checker.passes,
    "forced pass missed": Checker.pass_missed,
    "swindle": Checker.swindle,
    "swindle missed": Checker.swindle_missed,
    "mobility": Checker.mobility,
    "few moves": Checker.few_moves,
    "quiet": Checker.quiet,
    "loud": Checker.loud,
    "opens": Checker.opens,
    "takes away": Checker.takes_away,
    "key square": Checker.key_square,
    "cannot wait": Checker.cannot_wait,
    "cannot wait, answered": Checker.closed_by_answer,
    "could wait": Checker.could_wait,
    "wall": Checker.wall,
    "greedy": Checker.greedy,
    "access": Checker.access,
    "parity": Checker.parity,
    "last move": Checker.last_move,
    "stable": Checker.stable,
    "stable missed": Checker.stable_missed,
    "big flip": Checker.big_flip,
    "count": Checker.counted,
    "proven win drawn": Checker.win_drawn,
    "proven win lost": Checker.win_lost,
    "proven draw lost": Checker.draw_lost,
    "hint: corner": hint_corner,
    "hint: pass": hint_pass,
    "hint: attack": hint_attack,
    "hint: wedge": hint_wedge,
    "hint: no safe move": hint_no_safe_move,
    "hint: quiet": hint_quiet,
    "hint: few moves": hint_few_moves,
    "hint: key square": hint_key_square,
    "hint: few discs": hint_few_discs,
}


def check(board: Board, made: tuple[int, ...], best: tuple[int, ...], reason: MoveReason) -> None:
    """Fail unless a claim about two lines is true, and its sentence adds nothing to its facts."""
    CLAIMS[reason.claim](Checker(board, made, best, reason.facts))
    known = set(re.findall(SAID, " ".join(reason.facts.values())))
    said = set(re.findall(SAID, reason.sentence))
    assert said <= known, f"{reason.sentence!r} says {said - known}, which was not checked"
