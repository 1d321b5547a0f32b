"""``outflank solve``: perfect play."""

import argparse
import sys
import time
from collections.abc import Sequence

from outflank.board import counted, square_name
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.positions import HELP, GivenPosition, read_positions
from outflank.engine import Engine, Result
from outflank.game import Game

SOON = 30  # empties above which nobody waits for the end


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("positions", nargs="+", metavar="POSITION", help=HELP)
    parser.add_argument("--all", action="store_true", help="solve every legal move")
    add_engine_options(parser, memory=256)
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")


def run(args: argparse.Namespace) -> int:
    """Solve each position; the exit code is 1 where a score differs from the one in the file."""
    puzzles = [puzzle for given in args.positions for puzzle in read_positions(given)]
    engine = engine_of(args)
    wrong = 0
    nodes = 0
    seconds = cpu = 0.0
    for puzzle in puzzles:
        over = Game(puzzle.board).outcome if len(puzzles) > 1 else None
        if over is not None:
            print(f"{puzzle.name}  {over}; there is nothing to solve", flush=True)
            continue
        engine.clear()
        if len(puzzle.board.empties) > SOON:
            print(
                f"{puzzle.name}: {len(puzzle.board.empties)} empties will not be solved soon; "
                "up to 26 or so take minutes. `outflank hint` says what it sees in a given "
                "time. Ctrl-C stops.",
                file=sys.stderr,
                flush=True,
            )
        before = time.process_time()
        results = _solve(engine, puzzle, args)
        cpu += time.process_time() - before
        nodes += results[0].nodes
        seconds += results[0].seconds
        wrong += not _report(puzzle, results)
    if len(puzzles) > 1:
        print(
            f"{len(puzzles)} positions, {wrong} wrong, {nodes:,} nodes, {seconds:.2f} s, "
            f"{cpu:.2f} CPU s, {nodes / max(cpu, 1e-9) / 1e6:.1f} million nodes/s"
        )
    return 1 if wrong else 0


def _solve(engine: Engine, puzzle: GivenPosition, args: argparse.Namespace) -> tuple[Result, ...]:
    show = sys.stderr.isatty() and not args.quiet

    def progress(results: Sequence[Result]) -> bool:
        if show:
            print(f"\r\x1b[K{puzzle.name}: {results[0]}"[:100], end="", file=sys.stderr, flush=True)
        return True

    results = (
        engine.solve_all(puzzle.board, progress=progress)
        if args.all
        else (engine.solve(puzzle.board, progress=progress),)
    )
    if show:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return results


def _report(puzzle: GivenPosition, results: tuple[Result, ...]) -> bool:
    """Print what was found; returns whether it agrees with what the file says."""
    best = results[0]
    size = puzzle.board.size
    right = puzzle.best_score in (None, best.score)
    for result in results:
        right = right and puzzle.scores.get(result.move, result.score) == result.score
    verdict = ""
    if puzzle.scores:
        verdict = "  right" if right else f"  WRONG, the file says {puzzle.best_score:+d}"
    empties = counted(len(puzzle.board.empties), "empty")
    print(
        f"{puzzle.name}  {empties}  {square_name(best.move, size)} {best.score:+d}"
        f"{verdict}  {best.nodes:,} nodes  {best.seconds:.2f} s  {best.line_text}",
        flush=True,
    )
    for result in results[1:]:
        print(f"    {square_name(result.move, size)} {result.score:+d}  {result.line_text}")
    return right
