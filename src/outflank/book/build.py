"""Build a book by repeatedly adding the positions after good moves.

The book grows from the start position, and optionally from frequently played positions, in rounds.
Each round evaluates the positions closest to the best lines, measured by the discs lost on the way
plus a small cost per move, so that the book grows in depth and width. Then values are propagated
back, which may change the best lines; a best move with only a quick search is searched again to
the full depth. Positions missing from the lines of named openings (``lines.py``) come first.

Each round depends only on earlier rounds, and results are stored in round order, so a resumed build
produces the same book as an uninterrupted one.
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
ROUND_SHARE = 20  # a round adds 1/20 of the book: fewer rounds with almost the same positions

_MOVES = re.compile(r"(?:[a-h][1-8])*")

Report = Callable[[int, int], None]  # arguments: finished positions, total positions


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """The parameters of a book; the defaults are those of the included book."""

    depth: int = 14  # search depth for good moves
    quick_depth: int = 6  # search depth for all moves, to find the good ones
    near: int = 5  # maximum discs below the best, at the quick depth, of a good move
    per_move: float = 1.5  # cost in discs of every move from the start
    last_ply: int = 30  # maximum moves from the start to a position
    lines_to: int = 20
    """Best play after named openings is followed to this ply."""

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
        """The build parameters that are stored in the book's file."""
        return Making(self.depth, self.quick_depth, weights.checksum())


def journal_header(
    plan: BuildPlan, seeds: Sequence[Key], openings: Sequence[Key] = ()
) -> dict[str, object]:
    """Return the data that must be unchanged for a build to resume."""
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
    """Evaluate positions until there are ``positions``, none are left, or ``stopped()`` is true.

    Returns the settled book so far. ``openings`` are the positions on the way to named openings,
    ``seeds`` are frequently played positions. ``ahead`` is the number of queued or running tasks;
    it affects only the speed.
    """
    while len(journal.entries) < positions and not stopped():
        done = len(journal.entries) - journal.round_begun
        left = _round(plan, journal, seeds, openings, executor)[done:]
        if not left:
            if len(journal.entries) == journal.round_begun:
                break  # the last round found no positions
            journal.begin_round()
            continue
        missing = positions - len(journal.entries)
        _look_at(plan, left[:missing], journal, positions, executor, ahead, report, stopped)
    return settled(plan, journal.entries, journal, executor)


def settled(
    plan: BuildPlan, searched: Entries, journal: Journal, executor: Executor
) -> dict[Key, Entry]:
    """Propagate values back until no best move relies on a quick search alone.

    A deep search may change the best move, so this repeats. The results are kept in the journal;
    the set of searched moves depends only on ``searched``.
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
    """Evaluate positions and store the results in their order."""
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
    """Return the positions of the current round, starting with those missing from named lines."""
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
    """Return the positions just outside the book, nearest to the best lines first."""
    cost: dict[Key, float] = {START: 0.0}
    outside: dict[Key, float] = {}
    for key in by_plies(book):
        if key not in cost or plies(key) >= plan.last_ply:
            continue  # reached only by seeds, or its successors would be too far
        top = best(book[key]).value
        for worth, after in zip(book[key], following(key), strict=True):
            if after is None or seen_quickly(key, worth, plan.depth, plan.quick_depth):
                continue
            costs = cost if after.key in book else outside
            here = cost[key] + plan.per_move + top - worth.value
            costs[after.key] = min(here, costs.get(after.key, here))
    return heapq.nsmallest(count, outside, key=lambda key: (outside[key], key))


def often_played(games: Iterable[str], *, times: int, last_ply: int) -> list[Key]:
    """Return the positions that occur in at least ``times`` games, most frequent first.

    ``games`` are lines that start with a transcript from the usual start, such as ``f5d6c3… +12``.
    Openings that are ten times rarer are not followed, which loses little.
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
