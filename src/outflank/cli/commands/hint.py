"""``outflank hint``: what the engine would play."""

import argparse
from collections.abc import Sequence

from outflank.board import Board
from outflank.book import default_book
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import HELP, read_problems
from outflank.engine import CannotThink, Engine, Limit, Result
from outflank.game import Game


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("position", nargs="?", default="", metavar="POSITION", help=HELP)
    parser.add_argument("--lines", type=int, default=1, help="how many moves to show")
    parser.add_argument(
        "--time", type=float, metavar="SECONDS", help="think so long; default: 1, without --depth"
    )
    parser.add_argument("--depth", type=int, help="plies looked ahead")
    parser.add_argument(
        "--no-book", action="store_true", help="think, although the opening book knows the position"
    )
    add_engine_options(parser, memory=64)


def run(args: argparse.Namespace) -> int:
    """Print the best moves, best first: from the opening book, unless asked to think."""
    use_book = not (args.no_book or args.time or args.depth or args.weights)
    seconds = args.time if args.time or args.depth else 1.0
    problems = read_problems(args.position)
    try:
        limit = Limit(seconds=seconds, depth=args.depth)
        engine = engine_of(args)
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
