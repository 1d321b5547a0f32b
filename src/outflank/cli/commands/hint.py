"""``outflank hint``: what the engine would play."""

import argparse
from collections.abc import Sequence

from outflank.board import Board
from outflank.book import default_book
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import HELP, read_problems
from outflank.engine import CannotThink, Engine, Limit, Result
from outflank.game import Game


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("position", nargs="?", default="", metavar="POSITION", help=HELP)
    parser.add_argument("--lines", type=int, default=1, help="how many moves to show; default: 1")
    parser.add_argument("--seconds", type=float, help="think so long; default: 1, without --depth")
    parser.add_argument("--depth", type=int, help="look so many moves ahead")
    parser.add_argument(
        "--no-book", action="store_true", help="think, although the opening book knows the position"
    )
    parser.add_argument("--threads", type=int, default=1, help="processor cores; default: 1")
    parser.add_argument("--hash-mb", type=int, default=64, help="megabytes of table; default: 64")


def run(args: argparse.Namespace) -> int:
    """Print the best moves, best first: from the opening book, unless asked to think."""
    use_book = not (args.no_book or args.seconds or args.depth)
    seconds = args.seconds if args.seconds or args.depth else 1.0
    problems = read_problems(args.position)
    try:
        limit = Limit(seconds=seconds, depth=args.depth)
        engine = Engine(threads=args.threads, hash_mb=args.hash_mb)
        for problem in problems:
            if len(problems) > 1:
                over = Game(problem.board).outcome
                print(f"{problem.name}: {over}" if over else f"{problem.name}:", flush=True)
                if over:
                    continue
            known = default_book().results(problem.board)[: args.lines] if use_book else ()
            for result in known or _think(engine, problem.board, limit, args.lines):
                print(result)
    except CannotThink as error:
        raise UsageError(str(error)) from None
    return 0


def _think(engine: Engine, board: Board, limit: Limit, lines: int) -> Sequence[Result]:
    """The best moves; Ctrl-C shows those found by then."""
    latest: Sequence[Result] = ()

    def keep(results: Sequence[Result]) -> bool:
        nonlocal latest
        latest = results
        return True

    try:
        return engine.analyse(board, limit, lines=lines, progress=keep)
    except KeyboardInterrupt:
        for result in latest:
            print(result)
        raise
