"""``outflank perft``: the standard correctness and speed test of the rules."""

import argparse
import time

from outflank.board import SIZES, Board
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions import HELP, read_positions
from outflank.engine import perft
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("depth", type=int, help=_("the maximum length in plies; a pass is a ply"))
    parser.add_argument("position", nargs="?", metavar="POSITION", help=_(HELP))
    parser.add_argument(
        "--size",
        type=int,
        default=8,
        choices=SIZES,
        metavar="N",
        help=_("board size of the starting position"),
    )


def run(args: argparse.Namespace) -> int:
    board = Board(args.size) if args.position is None else read_positions(args.position)[0].board
    if args.depth < 1:
        raise UsageError(_("DEPTH must be 1 or more, not {number}.", number=args.depth))
    for depth in range(1, args.depth + 1):
        before = time.process_time()
        leaves = perft(board, depth)
        seconds = time.process_time() - before
        speed = _("{speed:.0f} million/s", speed=leaves / max(seconds, 1e-9) / 1e6)
        rate = speed if seconds > 0.01 else ""
        print(f"{depth:3}  {leaves:>18,}  {seconds:7.2f} s  {rate}".rstrip(), flush=True)
    return 0
