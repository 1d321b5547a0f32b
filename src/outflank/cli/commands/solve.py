"""``outflank solve``: solve endgames."""

import argparse
import sys
import time
from collections.abc import Sequence

from outflank.board import square_name
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.positions import HELP, GivenPosition, read_positions
from outflank.engine import Engine, Result
from outflank.game import Game
from outflank.translation import _, ngettext

SOON = 30  # most empties that can be solved in reasonable time


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("positions", nargs="+", metavar="POSITION", help=_(HELP))
    parser.add_argument("--all", action="store_true", help=_("solve every legal move"))
    add_engine_options(parser, memory=256)
    parser.add_argument("--quiet", action="store_true", help=_("show no progress"))


def run(args: argparse.Namespace) -> int:
    """Solve each position; exit with 1 if a score differs from the one in the file."""
    puzzles = [puzzle for given in args.positions for puzzle in read_positions(given)]
    engine = engine_of(args)
    wrong = 0
    nodes = 0
    seconds = cpu = 0.0
    for puzzle in puzzles:
        over = Game(puzzle.board).outcome if len(puzzles) > 1 else None
        if over is not None:
            print(f"{puzzle.name}  {over}", flush=True)
            continue
        engine.clear()
        if len(puzzle.board.empties) > SOON:
            print(
                _(
                    "{name}: {empties} empty squares take very long to solve; up to about 26 take "
                    "minutes. `outflank hint` searches for a given time. Ctrl-C stops.",
                    name=puzzle.name,
                    empties=len(puzzle.board.empties),
                ),
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
            _(
                "{positions} positions, {wrong} wrong, {nodes:,} nodes, {seconds:.2f} s, "
                "{cpu:.2f} CPU s, {speed:.1f} million nodes/s",
                positions=len(puzzles),
                wrong=wrong,
                nodes=nodes,
                seconds=seconds,
                cpu=cpu,
                speed=nodes / max(cpu, 1e-9) / 1e6,
            )
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
    """Print the results; return True if they match the scores in the file."""
    best = results[0]
    size = puzzle.board.size
    right = puzzle.best_score in (None, best.score)
    for result in results:
        right = right and puzzle.scores.get(result.move, result.score) == result.score
    verdict = ""
    if puzzle.scores:
        verdict = (
            _("right") if right else _("WRONG: the solution is {score:+d}", score=puzzle.best_score)
        )
    empties = ngettext("{count} empty", "{count} empties", len(puzzle.board.empties))
    move = f"{square_name(best.move, size)} {best.score:+d}"
    nodes = ngettext("{count:,} node", "{count:,} nodes", best.nodes)
    parts = (puzzle.name, empties, move, verdict, nodes, f"{best.seconds:.2f} s", best.line_text)
    print("  ".join(filter(None, parts)), flush=True)
    for result in results[1:]:
        print(f"    {square_name(result.move, size)} {result.score:+d}  {result.line_text}")
    return right
