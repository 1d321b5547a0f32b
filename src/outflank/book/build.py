"""Building a book: look at a position, add those that its good moves lead to, and so on.

The book grows from the start position (and from positions people play often, if they are given)
in rounds. Each round looks at the positions that are nearest to the best lines: what both sides
lost on the way, and a little for every move, so that the book grows deep and wide at once. Then
the values are carried back, which may make other lines the best; a move that was seen quickly and
is now among the best is looked at again, to the full depth. What the lines of named openings lack
(``lines.py``) comes first in every round.

Which positions a round has follows from the rounds before it alone, and results are kept in the
order of the round: a build that was killed goes on to the same book as one that was not.
"""

import hashlib
import heapq
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import islice

from outflank.board import Board, Square
from outflank.book.evaluation import evaluate, look_deeper
from outflank.book.file import Making
from outflank.book.graph import (
    START,
    Entries,
    Entry,
    Key,
    best,
    by_plies,
    carried_back,
    following,
    key_of,
    plies,
    seen_quickly,
    unsure,
    with_worth,
)
from outflank.book.journal import Journal
from outflank.book.lines import ends_of_lines
from outflank.book.tasks import TASK, in_order
from outflank.engine import weights
from outflank.translation import _

SMALLEST_ROUND = 8  # positions
ROUND_SHARE = 20  # a round is a twentieth of the book so far: fewer rounds, hardly other positions

_MOVES = re.compile(r"(?:[a-h][1-8])*")

Report = Callable[[int, int], None]  # told how many positions are done, of how many


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """How a book is made; without settings, as the one that comes with Outflank was."""

    depth: int = 14  # moves the engine looks ahead at good moves
    quick_depth: int = 6  # moves it looks ahead at all moves, to see which are good
    near: int = 5  # discs within the best, at the quick depth, that make a move good
    per_move: float = 1.5  # discs that every move from the start counts against a position
    last_ply: int = 30  # the book has no position after more moves than this
    lines_to: int = 20
    """The best moves of both sides after a named opening are followed to this ply."""

    def __post_init__(self) -> None:
        for name, low, high in (
            ("depth", 1, 40),
            ("quick_depth", 1, 40),
            ("near", 0, 64),
            ("per_move", 0, 64),
            ("last_ply", 0, 50),
            ("lines_to", 0, 50),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(
                    _(
                        "{name} must be from {low} to {high}, not {value}.",
                        name=name.replace("_", " "),
                        low=low,
                        high=high,
                        value=value,
                    )
                )
        if self.quick_depth > self.depth:
            raise ValueError(
                _(
                    "quick depth must be at most the depth, {depth}, not {value}.",
                    depth=self.depth,
                    value=self.quick_depth,
                )
            )

    @property
    def making(self) -> Making:
        """What the book's file says of it."""
        return Making(self.depth, self.quick_depth, weights.checksum())


def journal_header(
    plan: BuildPlan, seeds: Sequence[Key], openings: Sequence[Key] = ()
) -> dict[str, object]:
    """What must be the same for a build to go on."""
    return {
        **asdict(plan),
        "weights": weights.checksum(),
        "played": len(seeds),
        "games": digest_of(seeds),
        "openings": digest_of(openings),
    }


def digest_of(keys: Sequence[Key]) -> str:
    return hashlib.sha256(repr(list(keys)).encode()).hexdigest()[:16]


def build_book(
    plan: BuildPlan,
    journal: Journal,
    positions: int,
    executor: Executor,
    *,
    seeds: Sequence[Key] = (),
    openings: Sequence[Key] = (),
    ahead: int = 4,
    report: Report = lambda done, wanted: None,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[Key, Entry]:
    """Look at positions until there are so many, there are no more, or ``stopped`` says so.

    Returns the book so far, settled. ``openings`` are the positions on the way to those that have
    names, ``seeds`` those that people play. ``ahead`` is how many tasks wait or run at once; it
    changes the speed and nothing else.
    """
    while len(journal.entries) < positions and not stopped():
        done = len(journal.entries) - journal.round_begun
        left = _round(plan, journal, seeds, openings, executor)[done:]
        if not left:
            if len(journal.entries) == journal.round_begun:
                break  # the last round found nothing to look at
            journal.begin_round()
            continue
        missing = positions - len(journal.entries)
        _look_at(plan, left[:missing], journal, positions, executor, ahead, report, stopped)
    return settled(plan, journal.entries, journal, executor)


def settled(
    plan: BuildPlan, searched: Entries, journal: Journal, executor: Executor
) -> dict[Key, Entry]:
    """The entries with values carried back and no move among the best that was seen only quickly.

    A deep look may make another move the best, so it goes on until nothing is unsure. What was
    looked at is kept in the journal; which moves are depends on ``searched`` alone.
    """
    entries = dict(searched)
    done: set[tuple[Key, Square]] = set()
    while True:
        book = carried_back(entries)
        moves = [move for move in unsure(book, plan.depth, plan.quick_depth) if move not in done]
        if not moves:
            return book
        done.update(moves)
        new = [move for move in moves if move not in journal.deeper]
        parts = [new[at : at + TASK] for at in range(0, len(new), TASK)]
        tasks = [executor.submit(look_deeper, part, plan.depth) for part in parts]
        for part, task in zip(parts, tasks, strict=True):
            journal.append_deeper(part, task.result())
        for key, square in moves:
            entries[key] = with_worth(key, entries[key], square, journal.deeper[key, square])


def _look_at(
    plan: BuildPlan,
    keys: Sequence[Key],
    journal: Journal,
    positions: int,
    executor: Executor,
    ahead: int,
    report: Report,
    stopped: Callable[[], bool],
) -> None:
    """Have positions looked at; results are kept in the order of the positions."""
    settings = plan.depth, plan.quick_depth, plan.near
    found = in_order(executor, evaluate, keys, settings, ahead=ahead, stopped=stopped)
    for part, entries in found:
        journal.append(part, entries)
        report(len(journal.entries), positions)


def _round(
    plan: BuildPlan,
    journal: Journal,
    seeds: Sequence[Key],
    openings: Sequence[Key],
    executor: Executor,
) -> list[Key]:
    """The positions of the round that was begun last: those that named lines lack come first."""
    begun = journal.round_begun
    if begun == 0:
        first = (key for key in (*openings, *seeds) if plies(key) <= plan.last_ply)
        return list(dict.fromkeys([START, *first]))
    before = dict(islice(journal.entries.items(), begun))
    book = settled(plan, before, journal, executor)
    ends = ends_of_lines(book, openings, min(plan.lines_to, plan.last_ply))
    size = max(SMALLEST_ROUND, begun // ROUND_SHARE, len(ends))
    return list(dict.fromkeys([*ends, *nearest(plan, book, size)]))[:size]


def nearest(plan: BuildPlan, book: Entries, count: int) -> list[Key]:
    """The positions just outside the book that are nearest to the best lines, the nearest first."""
    cost: dict[Key, float] = {START: 0.0}
    outside: dict[Key, float] = {}
    for key in by_plies(book):
        if key not in cost or plies(key) >= plan.last_ply:
            continue  # only people have played to it, or what follows would be too far
        top = best(book[key]).value
        for worth, after in zip(book[key], following(key), strict=True):
            if after is None or seen_quickly(key, worth, plan.depth, plan.quick_depth):
                continue
            costs = cost if after.key in book else outside
            here = cost[key] + plan.per_move + top - worth.value
            costs[after.key] = min(here, costs.get(after.key, here))
    return heapq.nsmallest(count, outside, key=lambda key: (outside[key], key))


def often_played(games: Iterable[str], *, times: int, last_ply: int) -> list[Key]:
    """The positions that occur in so many games, the most frequent first.

    ``games`` are lines that begin with a transcript from the usual start, such as ``f5d6c3… +12``.
    Beginnings that occur less than a tenth as often are not followed: what is lost is little.
    """
    going_on = [line.split(" ", 1)[0].strip().lower() for line in games]
    for number, moves in enumerate(going_on, start=1):
        if not _MOVES.fullmatch(moves):
            raise ValueError(
                _("Game {number} begins with {text}.", number=number, text=repr(moves[:40]))
            )
    boards = {"": Board()}
    total: dict[Key, int] = {START: len(going_on)}
    for end in range(2, 2 * last_ply + 1, 2):
        counts = Counter(moves[:end] for moves in going_on if len(moves) >= end)
        before, boards = boards, {}
        for line, count in counts.items():
            if count * 10 < times:
                continue
            board = before[line[:-2]].play(line[-2:])
            if board.is_over:
                continue
            boards[line] = board.after_forced_pass
            key = key_of(boards[line])[0]
            total[key] = total.get(key, 0) + count
        going_on = [moves for moves in going_on if moves[:end] in boards]
    often = [key for key in total if total[key] >= times]
    return sorted(often, key=lambda key: (-total[key], plies(key), key))
