"""``outflank book``: the opening book, looked at, checked and built."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from outflank.board import Board, square_name
from outflank.book import BOOK_FILE, Book
from outflank.book.balanced import LEVEL, PLIES, balanced_document
from outflank.book.build import BuildPlan
from outflank.book.deepen import checked_to
from outflank.book.file import FILE_VERSION
from outflank.book.graph import key_of, plies
from outflank.book.lines import whole_lines
from outflank.cli.books import build, deepen
from outflank.cli.parser import Parser, add_action
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import HELP, read_positions
from outflank.engine import weights
from outflank.openings import name_of, openings

LINE_MOVES = 8  # of a line that is shown
LINES_TO = BuildPlan().lines_to


def configure(parser: Parser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank book show f5d6c3          what the moves after these are worth\n"
        "  outflank book info                 how large the book is and how it was made\n"
        "  outflank book build my.book --positions 2000 --depth 10\n\n"
        "`outflank book ACTION --help` tells the options of one action; docs/book.md tells how\n"
        "the book that comes with Outflank was made."
    )
    actions = parser.add_actions("what to do with the book")
    show = add_action(actions, _show, "show the moves of a position and their values")
    show.add_argument("position", nargs="?", default="", metavar="POSITION", help=HELP)
    info = add_action(actions, _info, "tell how large the book is and how it was made")
    check = add_action(actions, _check, "check every position and value of the book")
    level = add_action(
        actions,
        _openings,
        "print the balanced openings that follow from it, as the arena reads them",
    )
    level.add_argument("--plies", type=int, default=PLIES, help="moves of an opening")
    level.add_argument(
        "--level", type=int, default=LEVEL, metavar="DISCS", help="how far from even it may be"
    )
    for action in (show, info, check, level):
        action.add_argument(
            "--file",
            type=Path,
            default=BOOK_FILE,
            help="which book; default: the one that comes with Outflank",
        )
    build.configure(
        actions.add_parser("build", do=build.run, help="build a book, or go on building it")
    )
    deepen.configure(
        actions.add_parser(
            "deepen", do=deepen.run, help="look again, deeper, at whatever a book would play"
        )
    )


def run(args: argparse.Namespace) -> int:
    code: int = args.do(args)
    return code


def _show(args: argparse.Namespace) -> int:
    book = Book.load(args.file)
    missing = 0
    for puzzle in read_positions(args.position):
        name = name_of(puzzle.board)
        print(f"{puzzle.name}{f' ({name})' if name else ''}, {puzzle.board.turn} to move")
        if puzzle.board not in book:
            print("  not in the book")
            missing += 1
            continue
        print("  move  value  depth  positions  line")
        for line in _rows(book, puzzle.board):
            print(line)
    return 1 if missing else 0


def _rows(book: Book, board: Board) -> Iterator[str]:
    for move in book.moves(board):
        count = book.count_after(board, move.move)
        line = " ".join(map(square_name, book.line(board, move.move)[:LINE_MOVES]))
        leads_to = name_of(board.play(move.move))
        yield (
            f"  {square_name(move.move)}    {move.value:+5d}  {move.depth:5d}  {count or '–':>9}  "
            f"{line}{f'  ({leads_to})' if leads_to else ''}"
        )


def _info(args: argparse.Namespace) -> int:
    book = Book.load(args.file)
    making = book.making
    whose = "those" if making.weights == weights.checksum() else "not those"
    counts = Counter(map(plies, book.entries))
    print(args.file)
    print(f"  positions  {len(book):,}, up to {book.longest()} moves from the start")
    print(
        f"  depth      {making.depth} moves beyond the book; "
        f"{making.quick_depth} for moves that looked bad"
    )
    named = [key_of(opening.board)[0] for opening in openings().table]
    whole = whole_lines(book.entries, named, LINES_TO)
    print(f"  checked    {checked_to(book.entries)} moves ahead or more, whatever it plays")
    print(f"  lines      of {whole} of {len(named)} named openings, to move {LINES_TO}")
    print(f"  variety    {book.variety():.1f} lines against itself, as if all were equally likely")
    print(f"  size       {args.file.stat().st_size / 1000:,.0f} kB, format {FILE_VERSION}")
    print(f"  weights    {making.weights}, {whose} of this version's engine")
    print("  by moves   " + " ".join(f"{ply}:{counts[ply]}" for ply in sorted(counts)))
    return 0


def _check(args: argparse.Namespace) -> int:
    book = Book.load(args.file)
    problems = list(book.problems())
    for problem in problems:
        print(problem)
    count = f"{len(problems)} problem{'s' * (len(problems) != 1)}" if problems else "no problems"
    print(f"{args.file}: {len(book):,} positions, {count}")
    return 1 if problems else 0


def _openings(args: argparse.Namespace) -> int:
    if args.plies < 1 or args.level < 0:
        raise UsageError(
            "expected --plies of 1 or more and --level of 0 or more, got "
            f"{args.plies} and {args.level}"
        )
    document = balanced_document(Book.load(args.file), plies=args.plies, level=args.level)
    sys.stdout.write(document)
    return 0
