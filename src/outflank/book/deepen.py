"""Deepen a finished book: search every move that leads out of it again, to a greater depth.

Searches err by a disc or two, and the apparently best of many moves is often an overestimated one.
So every move that the book plays and that leads out of it is searched again, and the values are
propagated back. The book then plays other moves, which are searched as well, and positions missing
from changed lines of named openings are added. This repeats until nothing is left to search.

The work depends only on the book, so an interrupted run resumes to the same result.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from outflank.board import Square
from outflank.book.book import Book
from outflank.book.build import BuildPlan, Report, digest_of
from outflank.book.evaluation import evaluate, look_deeper
from outflank.book.file import pack
from outflank.book.graph import (
    Entries,
    Entry,
    Key,
    best_moves,
    by_plies,
    carried_back,
    following,
    squares_of,
    unsure,
    with_worth,
)
from outflank.book.journal import Journal
from outflank.book.lines import ends_of_lines
from outflank.book.tasks import in_order
from outflank.engine import weights

DEEPER = 4  # default number of moves by which the depth increases
USUAL = BuildPlan()


@dataclass(frozen=True, slots=True)
class Corrections:
    """The changes made by deepening a book."""

    moves: int  # number of moves out of the book that were searched again
    by_discs: tuple[int, ...]
    """The nonzero changes of their values in discs, positive if better for the side that moves."""
    positions: int  # number of positions of the original book, …
    other_best: int  # … and number of those with other best moves
    added: int  # positions added to complete lines of named openings


def second_header(book: Book, depth: int, openings: Sequence[Key], to: int) -> dict[str, object]:
    """Return the data that must be unchanged for the work to resume."""
    return {
        "second_look": depth,
        "lines_to": to,
        "weights": weights.checksum(),
        "book": hashlib.sha256(pack(book.making, book.entries)).hexdigest()[:16],
        "openings": digest_of(openings),
    }


def look_again(
    book: Book,
    depth: int,
    journal: Journal,
    executor: Executor,
    *,
    openings: Sequence[Key] = (),
    lines_to: int = USUAL.lines_to,
    ahead: int = 4,
    report: Report = lambda done, wanted: None,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[Key, Entry] | None:
    """Return the book deepened to this depth, or None if stopped before the end.

    ``openings`` are the positions on the way to named openings, whose lines must be complete up to
    the ply ``lines_to``. Results are stored in the journal immediately. A partial result is not a
    better book: after a move is devalued, unverified moves become the best.
    """
    first_look = book.making.depth, book.making.quick_depth, USUAL.near
    entries = dict(book.entries)
    done: set[tuple[Key, Square]] = set()
    while True:
        known = carried_back(entries)
        moves = [move for move in _to_look_at(known, book, depth) if move not in done]
        lacking = ends_of_lines(known, openings, lines_to)
        if not moves and not lacking:
            return known
        new_moves = [move for move in moves if move not in journal.deeper]
        new_positions = [key for key in lacking if key not in journal.entries]
        there = len(journal.deeper) + len(journal.entries)
        wanted = there + len(new_moves) + len(new_positions)
        for keys, found in in_order(
            executor, evaluate, new_positions, first_look, ahead=ahead, stopped=stopped
        ):
            journal.append(keys, found)
            report(len(journal.deeper) + len(journal.entries), wanted)
        for part, worths in in_order(
            executor, look_deeper, new_moves, (depth,), ahead=ahead, stopped=stopped
        ):
            journal.append_deeper(part, worths)
            report(len(journal.deeper) + len(journal.entries), wanted)
        if stopped():
            return None
        entries |= {key: journal.entries[key] for key in lacking}
        for key, square in moves:
            entries[key] = with_worth(key, entries[key], square, journal.deeper[key, square])
        done.update(moves)


def unchecked(book: Entries, depth: int) -> Iterator[tuple[Key, Square]]:
    """Yield the moves played out of the book that were searched less deeply than this.

    Of moves that are mirror images of each other only the first is returned.
    """
    for key in by_plies(book):
        least = min(depth, 64 - (key[0] | key[1]).bit_count())
        seen: set[Key] = set()
        for at in best_moves(book[key]):
            after = following(key)[at]
            if after is None or after.key in book or after.key in seen:
                continue
            seen.add(after.key)
            if book[key][at].depth < least:
                yield key, squares_of(key)[at]


def checked_to(book: Entries) -> int:
    """Return the minimum search depth of the moves that the book plays out of itself."""
    return min(
        book[key][at].depth
        for key in book
        for at in best_moves(book[key])
        if (after := following(key)[at]) is not None and after.key not in book
    )


def corrections(book: Book, again: Entries, journal: Journal) -> Corrections:
    """Compare a book with its deepened version in a journal."""
    looked_at = [move for move in journal.deeper if move[0] in book.entries]
    changes = (
        journal.deeper[key, square].value - book.entries[key][squares_of(key).index(square)].value
        for key, square in looked_at
    )
    return Corrections(
        moves=len(looked_at),
        by_discs=tuple(change for change in changes if change),
        positions=len(book),
        other_best=sum(
            best_moves(entry) != best_moves(again[key]) for key, entry in book.entries.items()
        ),
        added=len(again) - len(book),
    )


def _to_look_at(known: Entries, book: Book, depth: int) -> list[tuple[Key, Square]]:
    """Return unchecked moves, and those rejected only by a quick first search."""
    quick = unsure(known, book.making.depth, book.making.quick_depth)
    return list(dict.fromkeys([*unchecked(known, depth), *quick]))
