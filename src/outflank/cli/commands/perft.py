"""``outflank perft``: the classic check of the rules, and a speed test."""

import argparse
import time

from outflank.board import SIZES, Board
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import HELP, read_positions
from outflank.engine import perft


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("depth", type=int, help="plies; a pass is a ply")
    parser.add_argument("position", nargs="?", metavar="POSITION", help=HELP)
    parser.add_argument(
        "--size",
        type=int,
        default=8,
        choices=SIZES,
        metavar="N",
        help="squares a side of the start position",
    )


def run(args: argparse.Namespace) -> int:
    board = Board(args.size) if args.position is None else read_positions(args.position)[0].board
    if args.depth < 1:
        raise UsageError(f"depth must be 1 or more; got {args.depth}")
    for depth in range(1, args.depth + 1):
        before = time.process_time()
        leaves = perft(board, depth)
        seconds = time.process_time() - before
        rate = f"{leaves / seconds / 1e6:.0f} million/s" if seconds > 0.01 else ""
        print(f"{depth:3}  {leaves:>18,}  {seconds:7.2f} s  {rate}".rstrip(), flush=True)
    return 0
