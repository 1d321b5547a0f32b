"""``outflank trial``: which of two evaluations plays better."""

import argparse
import os
from concurrent.futures import Executor
from pathlib import Path

from outflank.arena.openings import BALANCED, load_openings
from outflank.arena.sprt import Sprt
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import executor_for, tell
from outflank.engine import weights
from outflank.learning.trial import MODEST, Thinking, Verdict, trial

SPRT = "elo0=0,elo1=10"
NODES = 20_000
USUAL = Thinking(nodes=NODES)
GAMES = 800  # from each of the balanced openings both ways
SHIPPED, NOT_LEARNED = "shipped", "modest"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "An evaluation is a weights file, 'shipped' (the engine's own) or 'modest' (the one that\n"
        "was not learned). Both play with the same search and the same limit, every opening twice\n"
        "with colours swapped, until the test is decided. The same command again goes on with the\n"
        "log.\n\n"
        "examples:\n"
        "  outflank trial work/training/evaluation.weights\n"
        "  outflank trial shipped modest --time 0.05 --games 100"
    )
    parser.add_argument("new", help="the evaluation on trial")
    parser.add_argument("old", nargs="?", default=SHIPPED, help="what it has to beat")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--time", type=float, metavar="SECONDS", help="for a move")
    limit.add_argument("--nodes", type=int, metavar="N", help=f"for a move; default: {NODES}")
    limit.add_argument("--depth", type=int, help="plies, for a move")
    parser.add_argument("--sprt", default=SPRT, metavar="TEST", help="when it is decided")
    parser.add_argument("--games", type=int, default=GAMES, help="at most")
    parser.add_argument("--seed", type=int, default=1, help="of the openings' order")
    parser.add_argument("--log", type=Path, default=Path("trial.txt"), help="where pairs are kept")
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes",
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, tcp://host:8786")


def run(args: argparse.Namespace) -> int:
    """Play until it is decided; the last line is the verdict."""
    if args.games < 2 or args.games % 2:
        raise UsageError(f"--games must be even and at least 2; got {args.games}")
    if args.workers < 1:
        raise UsageError(f"expected at least 1 worker, got {args.workers}")
    nodes = args.nodes or (None if args.time or args.depth else NODES)
    try:
        with executor_for(args) as executor:
            verdict = hold_trial(
                _evaluation(args.new),
                _evaluation(args.old),
                file=args.log,
                executor=executor,
                workers=args.workers,
                thinking=Thinking(args.time, nodes, args.depth or 60),
                test=args.sprt,
                games=args.games,
                seed=args.seed,
            )
    except (ValueError, OSError) as error:
        raise UsageError(str(error)) from error
    print(verdict.sentence)
    return 0


def hold_trial(
    new: bytes,
    old: bytes,
    *,
    file: Path,
    executor: Executor,
    workers: int,
    thinking: Thinking = USUAL,
    test: str = SPRT,
    games: int = GAMES,
    seed: int = 1,
) -> Verdict:
    """A trial from the balanced openings, told on the screen."""
    openings = load_openings(BALANCED, 8, seed, games // 2)[: games // 2]
    return trial(
        new,
        old,
        openings,
        thinking,
        Sprt.parse(test),
        executor=executor,
        workers=workers,
        file=file,
        report=tell,
    )


def _evaluation(name: str) -> bytes:
    """The bytes of a weights file, checked."""
    if name == NOT_LEARNED:
        return MODEST
    path = weights.DEFAULT_FILE if name == SHIPPED else Path(name)
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"expected a weights file, 'shipped' or 'modest', got {name!r}: {error.strerror}"
        ) from None
    weights.unpack(packed)
    return packed
