"""A second look at a finished book: whatever it would play is searched again, deeper.

A search errs by a disc or two, and of many moves the one that seems best is rather one that was
taken for too good. So every move that the book plays and that leads out of it is searched again,
and the values are carried back. Then it plays other moves, which are searched as well, and the
lines of named openings may go another way, whose positions are added; and so on until there is
nothing left to look at.

What is looked at follows from the book alone: a second look that was killed goes on to the same
book as one that was not.
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

DEEPER = 4  # moves that a second look sees farther than the first, if nobody says how many
USUAL = BuildPlan()


@dataclass(frozen=True, slots=True)
class Corrections:
    """What a second look has changed."""

    moves: int  # how many moves that lead out of the book were looked at again
    by_discs: tuple[int, ...]
    """By how many discs those changed that did, more being better for the side that moves."""
    positions: int  # how many positions the book had, …
    other_best: int  # … and of how many it plays other moves now
    added: int  # positions that the lines of named openings lacked


def second_header(book: Book, depth: int, openings: Sequence[Key], to: int) -> dict[str, object]:
    """What must be the same for a second look to go on."""
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
    """The book with what a second look to this depth finds; None where it was stopped before.

    ``openings`` are the positions on the way to those whose lines are to be in the book to the ply
    ``lines_to``. What is found is kept in the journal at once. Half of it makes no better book: a
    move that has fallen leaves others the best that nobody has looked at yet.
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
    """The moves out of the book that it plays and that were seen less deeply than this.

    Of moves that are mirror images of each other only the first is named.
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
    """How many moves ahead whatever the book plays was seen, where that leads out of it."""
    return min(
        book[key][at].depth
        for key in book
        for at in best_moves(book[key])
        if (after := following(key)[at]) is not None and after.key not in book
    )


def corrections(book: Book, again: Entries, journal: Journal) -> Corrections:
    """What the second look kept in a journal has made of a book."""
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
    """Unchecked moves, and those that only a quick look at the first time says are too bad."""
    quick = unsure(known, book.making.depth, book.making.quick_depth)
    return list(dict.fromkeys([*unchecked(known, depth), *quick]))
