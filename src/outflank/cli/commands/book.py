"""``outflank book``: the opening book, looked at, checked and built."""

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType

from outflank.board import Board, square_name
from outflank.book import (
    BOOK_FILE,
    FILE_VERSION,
    Book,
    BuildPlan,
    InvalidBook,
    Journal,
    Key,
    balanced_document,
    build_book,
    journal_header,
    often_played,
    plies,
    save_book,
)
from outflank.cli.parser import Parser
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.game_lines import HELP as GAMES
from outflank.cli.shared.game_lines import no_games, read_game_lines
from outflank.cli.shared.positions import HELP, read_positions
from outflank.cli.shared.workers import add_worker_options, executor_for, workers_of
from outflank.engine import weights
from outflank.openings import name_of

DEFAULTS = BuildPlan()
POSITIONS, OFTEN = 15_000, 200  # of the book that comes with Outflank
STOPPED = 130  # what a shell expects after Ctrl-C
LINE_MOVES = 8  # of a line that is shown
TASKS_A_WORKER = 3  # one to work at and two waiting, so that nobody waits for the next


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.epilog = (
        "examples:\n"
        "  outflank book show f5d6c3          what the moves after these are worth\n"
        "  outflank book info                 how large the book is and how it was made\n"
        "  outflank book build my.book --positions 2000 --depth 10\n\n"
        "`outflank book ACTION --help` tells the options of one action; docs/book.md tells how\n"
        "the book that comes with Outflank was made."
    )
    actions = parser.add_actions("what to do with the book")
    show = actions.add_parser("show", help="show the moves of a position and their values")
    show.add_argument("position", nargs="?", default="", metavar="POSITION", help=HELP)
    _add_file(show)
    info = actions.add_parser("info", help="tell how large the book is and how it was made")
    _add_file(info)
    check = actions.add_parser("check", help="check every position and value of the book")
    _add_file(check)
    level = actions.add_parser(
        "openings", help="print the balanced openings that follow from it, as the arena reads them"
    )
    _add_file(level)
    make = actions.add_parser(
        "build",
        help="build a book, or go on building it",
        epilog="Killed or stopped at any moment, the same command goes on where it was; a larger\n"
        "--positions makes a finished book larger.",
    )
    make.add_argument("file", type=Path, help="the book; FILE.journal is kept too")
    make.add_argument("--positions", type=int, default=POSITIONS, help="how many the book has")
    make.add_argument(
        "--depth",
        type=int,
        default=DEFAULTS.depth,
        help="moves looked ahead at good moves",
    )
    make.add_argument(
        "--quick-depth",
        type=int,
        help="moves looked ahead at all moves, to see which are good; "
        f"default: {DEFAULTS.quick_depth}, or --depth if that is less",
    )
    make.add_argument(
        "--near",
        type=int,
        default=DEFAULTS.near,
        metavar="DISCS",
        help="how much worse than the best a good move may look",
    )
    make.add_argument(
        "--per-move",
        type=float,
        default=DEFAULTS.per_move,
        metavar="DISCS",
        help="what a move counts against a position, beside the discs lost: more makes the book "
        "wider, less deeper",
    )
    make.add_argument(
        "--last-ply",
        type=int,
        default=DEFAULTS.last_ply,
        help="moves after which the book ends",
    )
    make.add_argument(
        "--from",
        dest="games",
        type=Path,
        help=f"begin with what is played: {GAMES}",
    )
    make.add_argument(
        "--source",
        metavar="LETTER",
        help="only games whose line ends in a word with this first letter; default: all",
    )
    make.add_argument(
        "--often",
        type=int,
        default=OFTEN,
        help="games a position must occur in to be begun with",
    )
    make.add_argument("--minutes", type=float, help="stop after so long")
    add_worker_options(make)


def run(args: argparse.Namespace) -> int:
    """Do the action."""
    actions = {
        "show": _show,
        "info": _info,
        "check": _check,
        "openings": _openings,
        "build": _build,
    }
    try:
        return actions[args.action](args)
    except InvalidBook as error:
        raise UsageError(str(error)) from None


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file",
        type=Path,
        default=BOOK_FILE,
        help="which book; default: the one that comes with Outflank",
    )


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
    sys.stdout.write(balanced_document(Book.load(args.file)))
    return 0


def _build(args: argparse.Namespace) -> int:
    plan = _plan(args)
    if not args.file.parent.is_dir():
        raise UsageError(f"{args.file} cannot be written: there is no folder {args.file.parent}")
    seeds = _often_played(args)
    path = args.file.with_name(args.file.name + ".journal")
    progress = _Progress()
    with (
        Journal(path, journal_header(plan, seeds)) as journal,
        executor_for(args, finish=True) as executor,
        _Stop(args.minutes) as stop,
    ):
        book = build_book(
            plan,
            journal,
            args.positions,
            executor,
            seeds=seeds,
            ahead=TASKS_A_WORKER * (64 if args.cluster else workers_of(args)),
            report=progress,
            stopped=stop,
        )
    progress.end()
    if book:
        save_book(plan.making, book, args.file)
        size = args.file.stat().st_size / 1000
        print(f"{args.file}: {len(book):,} positions, {size:,.0f} kB")
    if stop.asked and len(book) < args.positions:
        print("Stopped; the same command goes on.")
        return STOPPED if stop.interrupted else 0
    return 0


def _plan(args: argparse.Namespace) -> BuildPlan:
    workers_of(args)
    for name in ("positions", "often"):
        if getattr(args, name) < 1:
            raise UsageError(f"expected --{name} of 1 or more, got {getattr(args, name)}")
    if args.minutes is not None and not args.minutes > 0:
        raise UsageError(f"expected --minutes above 0, got {args.minutes:g}")
    quick = args.quick_depth
    try:
        return BuildPlan(
            depth=args.depth,
            quick_depth=min(DEFAULTS.quick_depth, args.depth) if quick is None else quick,
            near=args.near,
            per_move=args.per_move,
            last_ply=args.last_ply,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


def _often_played(args: argparse.Namespace) -> list[Key]:
    if args.games is None:
        if args.source is not None:
            raise UsageError("--source chooses among the games of --from; give them too")
        return []
    games = read_game_lines(args.games)
    if args.source:
        games = _of_source(games, args.source)
    if not games:
        raise UsageError(
            f"{args.games} has no game whose line ends in a word that begins with {args.source!r}"
        )
    try:
        seeds = often_played(games, times=args.often, last_ply=args.last_ply)
    except ValueError as error:
        raise no_games(args.games, error) from None
    print(f"{len(seeds):,} positions occur in {args.often} of {len(games):,} games or more")
    return seeds


def _of_source(games: Iterable[str], source: str) -> list[str]:
    """The games with such a word after their moves."""
    words = ((line, line.split()[1:]) for line in games)
    return [line for line, after in words if after and after[-1].startswith(source)]


class _Stop:
    """Says when to stop: after some minutes, or when somebody asks by Ctrl-C or a signal."""

    def __init__(self, minutes: float | None) -> None:
        self._end = None if minutes is None else time.monotonic() + 60 * minutes
        self.interrupted = False

    def __call__(self) -> bool:
        return self.asked

    @property
    def asked(self) -> bool:
        """Whether to stop."""
        return self.interrupted or (self._end is not None and time.monotonic() >= self._end)

    def __enter__(self) -> "_Stop":
        self._before = {s: signal.signal(s, self._ask) for s in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        print("\nFinishing the positions being looked at; Ctrl-C again stops at once.", flush=True)


class _Progress:
    """Tells how far a build is: in one line that changes, or a line now and then in a file."""

    def __init__(self) -> None:
        self._live = sys.stdout.isatty()
        self._every = 1.0 if self._live else 30.0  # seconds
        self._begun: tuple[float, int] | None = None
        self._told = 0.0

    def __call__(self, done: int, wanted: int) -> None:
        now = time.monotonic()
        if self._begun is None:
            self._begun = now, done
        if now - self._told < self._every and done < wanted:
            return
        self._told = now
        seconds, new = now - self._begun[0], done - self._begun[1]
        text = f"{done:,} of {wanted:,} positions"
        if new > 0 and seconds > 0:
            left = (wanted - done) * seconds / new / 60
            text += f", {new / seconds:.1f} a second, {left:.0f} min left"
        print(f"\r{text:<70}" if self._live else text, end="" if self._live else "\n", flush=True)

    def end(self) -> None:
        """Leave the changing line."""
        if self._live and self._begun is not None:
            print()
