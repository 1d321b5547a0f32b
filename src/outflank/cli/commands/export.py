"""``outflank export``: a position as a picture, a game as a moving one, as text, or in a link."""

import argparse
import re
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.games import add_game_argument, read_game
from outflank.storage.files.export import EXPORTS, exported

SERVER = "http://127.0.0.1:8001/"  # of `outflank serve` as it is started without options


def configure(parser: argparse.ArgumentParser) -> None:
    endings = "\n".join(f"  .{ending:<5}{meaning}" for ending, meaning in EXPORTS.items())
    parser.epilog = (
        f"what is written, by the ending of OUT:\n{endings}\n\n"
        "examples:\n"
        "  outflank export f5d6c3d3c4 board.png\n"
        "  outflank export match.jsonl game.link --number 3 --server https://othello.example\n"
    )
    add_game_argument(parser)
    parser.add_argument("target", type=Path, metavar="OUT", help="the file to write")
    parser.add_argument("--ply", type=int, help="go to the position after N plies")
    parser.add_argument("--square", type=int, metavar="PIXELS", help="the width of a square")
    parser.add_argument(
        "--pace", type=float, default=0.8, metavar="SECONDS", help="how long a GIF shows a move"
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        default=SERVER,
        help=f"where a link opens; default: {SERVER}, your own `outflank serve`",
    )
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")


def run(args: argparse.Namespace) -> int:
    ending = args.target.suffix.lstrip(".").lower()
    if ending not in EXPORTS:
        raise UsageError(f"OUT ends in one of .{', .'.join(EXPORTS)}; got {args.target.name!r}")
    if not 0.02 <= args.pace <= 60:
        raise UsageError(f"--pace is from 0.02 to 60; got {args.pace}")
    if args.square is not None and args.square < 8:
        raise UsageError(f"--square: a square is 8 to 128 pixels wide; got {args.square}")
    if not re.fullmatch(r"https?://[^\s#?]+", args.server):
        raise UsageError(
            f"--server is the address of a server, such as {SERVER}; got {args.server!r}"
        )
    game = read_game(args)
    try:
        if args.ply is not None:
            game.go_to(args.ply)
        content = exported(game, ending, square=args.square, pace=args.pace, server=args.server)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if args.target.exists() and not args.force:
        raise UsageError(f"{args.target} exists already; name another file, or add --force")
    args.target.write_bytes(content)
    told = content.decode().strip() if ending == "link" else f"{len(content):,} bytes"
    print(f"{args.target}: {told}")
    return 0
