"""``outflank book``: show, check and build the opening book."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from outflank.board import Board, listed, square_name
from outflank.book import BOOK_FILE, Book
from outflank.book.balanced import LEVEL, PLIES, balanced_document
from outflank.book.build import BuildPlan
from outflank.book.deepen import checked_to
from outflank.book.file import FILE_VERSION
from outflank.book.graph import key_of, plies
from outflank.book.lines import whole_lines
from outflank.book.proven import PROVEN, SOURCE, proven_draw
from outflank.cli.books import build, deepen
from outflank.cli.parser import Parser, add_action, examples
from outflank.cli.plain_text import padded
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import HELP, read_positions
from outflank.engine import weights
from outflank.openings import name_of, openings
from outflank.translation import _, ngettext

LINE_MOVES = 8  # moves shown of a line
LINES_TO = BuildPlan().lines_to


def configure(parser: Parser) -> None:
    rows = {
        "outflank book show f5d6c3": _("show the scores of the next moves"),
        "outflank book info": _("show the size of the book and how it was built"),
        "outflank book build my.book --positions 2000 --depth 10": "",
    }
    about = _(
        "`{command}` shows the options of an action. docs/book.md describes how the book of "
        "Outflank was built.",
        command="outflank book ACTION --help",
    )
    parser.epilog = f"{examples(rows)}\n\n{about}"
    actions = parser.add_actions(_("the action"))
    show = add_action(actions, _show, _("show the moves of a position and their scores"))
    show.add_argument("position", nargs="?", default="", metavar="POSITION", help=_(HELP))
    info = add_action(actions, _info, _("show the size of the book and how it was built"))
    check = add_action(actions, _check, _("check every position and score of the book"))
    level = add_action(
        actions, _openings, _("print balanced openings from the book, in the arena's format")
    )
    level.add_argument("--plies", type=int, default=PLIES, help=_("the moves of an opening"))
    level.add_argument(
        "--level", type=int, default=LEVEL, metavar="DISCS", help=_("the maximum advantage")
    )
    for action in (show, info, check, level):
        action.add_argument(
            "--file",
            type=Path,
            default=BOOK_FILE,
            help=_("the book; default: the book of Outflank"),
        )
    build.configure(
        actions.add_parser("build", do=build.run, help=_("build a book, or continue to build it"))
    )
    deepen.configure(
        actions.add_parser(
            "deepen",
            do=deepen.run,
            help=_("search the moves that a book plays again, to a greater depth"),
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
        source = f"{puzzle.name} ({name})" if name else puzzle.name
        print(_("{position}, {color} to move", position=source, color=puzzle.board.turn))
        if puzzle.board not in book:
            print("  " + _("not in the book"))
            missing += 1
            continue
        heads = (_("score"), 7), (_("depth"), 7), (_("positions"), 11)
        cells = "".join(f"{text:>{width}}" for text, width in heads)
        print("  " + padded(_("move"), 4) + cells + "  " + _("line"))
        for line in _rows(book, puzzle.board):
            print(line)
        if args.file == BOOK_FILE and (held := proven_draw(puzzle.board)):
            names = listed([square_name(square) for square in held])
            print("  " + _(PROVEN, moves=names, source=SOURCE))
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
    counts = Counter(map(plies, book.entries))
    named = [key_of(opening.board)[0] for opening in openings().table]
    lines = [
        _("Positions: {count:,}, up to move {last}", count=len(book), last=book.longest()),
        _(
            "Search depth: {depth} beyond the book, {quick} for moves that looked bad",
            depth=making.depth,
            quick=making.quick_depth,
        ),
        _(
            "Search depth of the moves that the book plays: {depth} or more",
            depth=checked_to(book.entries),
        ),
        _(
            "Complete lines: {count} of {total} named openings, up to move {last}",
            count=whole_lines(book.entries, named, LINES_TO),
            total=len(named),
            last=LINES_TO,
        ),
        _("Variety: {count:.1f} equally likely lines against itself", count=book.variety()),
        _(
            "Size: {size:,.0f} kB, format {version}",
            size=args.file.stat().st_size / 1000,
            version=FILE_VERSION,
        ),
        _("Weights: {checksum}, the same as in this engine", checksum=making.weights)
        if making.weights == weights.checksum()
        else _("Weights: {checksum}, different from this engine", checksum=making.weights),
        _(
            "Positions by move: {counts}",
            counts=" ".join(f"{ply}:{counts[ply]}" for ply in sorted(counts)),
        ),
    ]
    print("\n  ".join([str(args.file), *lines]))
    return 0


def _check(args: argparse.Namespace) -> int:
    book = Book.load(args.file)
    problems = list(book.problems())
    for problem in problems:
        print(problem)
    found = _("{file}: {count:,} positions", file=args.file, count=len(book))
    print(found + ", " + ngettext("{count} problem", "{count} problems", len(problems)))
    return 1 if problems else 0


def _openings(args: argparse.Namespace) -> int:
    if args.plies < 1 or args.level < 0:
        raise UsageError(
            _(
                "--plies must be 1 or more and --level 0 or more, not {plies} and {level}.",
                plies=args.plies,
                level=args.level,
            )
        )
    document = balanced_document(Book.load(args.file), plies=args.plies, level=args.level)
    sys.stdout.write(document)
    return 0
