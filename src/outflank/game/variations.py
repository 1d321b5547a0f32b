"""Variations of a game: a tree of moves with names and comments.

A node of the tree is identified by its path: the squares from the start of the game, without forced
passes. The played move is always the first branch.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from outflank.board import Board, Square

Way: TypeAlias = tuple[Square, ...]

MOST = 500
"""The maximum number of moves in the variations of a game."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A variation, or a note on a node of the tree."""

    way: Way
    name: str = ""
    comment: str = ""


class Tree:
    """The played moves and the variations of a game. It is immutable.

    >>> tree = Tree((37, 43), [Variation((37, 45), "diagonal")])
    >>> tree.children((37,))
    ((37, 43), (37, 45))
    >>> tree.without((37, 45)).variations
    ()
    """

    def __init__(self, played: Way, variations: Iterable[Variation]) -> None:
        self.played = played
        self._children: dict[Way, list[Way]] = {(): []}
        self._notes: dict[Way, Variation] = {}
        self._enter(played)
        for variation in variations:
            self._enter(variation.way)
            if variation.name or variation.comment:
                self._notes[variation.way] = variation

    def _enter(self, way: Way) -> None:
        missing = []
        while way not in self._children:
            missing.append(way)
            way = way[:-1]
        for each in reversed(missing):
            self._children[each[:-1]].append(each)
            self._children[each] = []

    def __contains__(self, way: Way) -> bool:
        return way in self._children

    @property
    def tried(self) -> int:
        """The number of moves that were not played."""
        return len(self._children) - len(self.played) - 1

    def children(self, way: Way) -> tuple[Way, ...]:
        """Return the continuations of a node, the main line first."""
        return tuple(self._children.get(way, ()))

    def note(self, way: Way) -> Variation:
        """Return the name and comment of a node."""
        return self._notes.get(way) or Variation(way)

    def is_played(self, way: Way) -> bool:
        """Return True if the node is part of the game itself."""
        return self.played[: len(way)] == way

    def fork(self, way: Way) -> Way:
        """Return the first move of the variation that contains a node; () for the game itself."""
        while way and self._on(way[:-1]) == way:
            way = way[:-1]
        return way

    def line(self, way: Way) -> tuple[Way, ...]:
        """Return a node and the main line from it."""
        line = [way]
        while (on := self._on(line[-1])) is not None:
            line.append(on)
        return tuple(line)

    def lines(self) -> Iterator[tuple[int, tuple[Way, ...]]]:
        """Yield all lines with their nesting depth, each after its parent; the game comes first."""
        waiting: list[tuple[int, Way]] = [(0, ())]
        while waiting:
            depth, begin = waiting.pop()
            line = self.line(begin)
            yield depth, line
            others = [on for place in line for on in self._children[place] if on not in line]
            waiting += [(depth + 1, other) for other in reversed(others)]

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The stored form of the tree: the end of every variation, and all notes."""
        kept = []
        waiting: list[Way] = [()]
        while waiting:
            way = waiting.pop()
            on = self._children[way]
            if way in self._notes or not (on or self.is_played(way)):
                kept.append(self.note(way))
            waiting += reversed(on)
        return tuple(kept)

    def with_way(self, way: Way) -> "Tree":
        """Return a tree with this variation added."""
        return Tree(self.played, (*self.variations, Variation(way)))

    def noted(self, way: Way, *, name: str | None = None, comment: str | None = None) -> "Tree":
        """Return a tree with a new name or comment at a node."""
        old = self.note(way)
        note = replace(
            old,
            name=old.name if name is None else name,
            comment=old.comment if comment is None else comment,
        )
        known = [note if each.way == way else each for each in self.variations]
        return Tree(self.played, known if note in known else [*known, note])

    def promoted(self, way: Way) -> "Tree | None":
        """Return a tree in which the variation of a node comes first; None if it already does.

        The moves of the game itself stay first.
        """
        fork = self.fork(way)
        if not fork:
            return None
        before = [on for on in self.children(fork[:-1]) if not self.is_played(on)]
        if before[0] == fork:
            return None
        at = len(fork)
        first = [each for each in self.variations if each.way[:at] == fork]
        rest = [each for each in self.variations if each.way[:at] != fork]
        place = next(n for n, each in enumerate(rest) if each.way[:at] == before[0])
        return Tree(self.played, [*rest[:place], *first, *rest[place:]])

    def without(self, way: Way) -> "Tree":
        """Return a tree without a node and its descendants."""
        kept = [each for each in self.variations if each.way[: len(way)] != way]
        parent = way[:-1]
        return Tree(self.played, kept if self.is_played(parent) else [*kept, Variation(parent)])

    def _on(self, way: Way) -> Way | None:
        """Return the main continuation of a node: the played move, if there is one."""
        for on in self.children(way)[:1]:
            if self.is_played(on) == self.is_played(way):
                return on
        return None


def position(start: Board, way: Way) -> Board:
    """Return the position at a node, including forced passes; raises ``IllegalMove``."""
    board = start.pass_turn() if start.must_pass else start
    for square in way:
        board = board.play(square)
        if board.must_pass:
            board = board.pass_turn()
    return board
