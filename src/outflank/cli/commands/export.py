"""``outflank export``: a position or game as a picture, an animation, text or a link."""

import argparse
import re
from pathlib import Path

from outflank.cli.parser import examples
from outflank.cli.shared.arena_run import refuse_unwritable
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.games import add_game_argument, read_game
from outflank.storage.files.export import EXPORTS, exported
from outflank.translation import _, ngettext

SERVER = "http://127.0.0.1:8001/"  # the default address of `outflank serve`


def configure(parser: argparse.ArgumentParser) -> None:
    endings = "\n".join(f"  .{ending:<5}{_(meaning)}" for ending, meaning in EXPORTS.items())
    rows = examples(
        {
            "outflank export f5d6c3d3c4 board.png": "",
            "outflank export match.jsonl game.link --number 3 --server https://othello.example": "",
        }
    )
    parser.epilog = _("The extension of OUT selects the format:") + f"\n{endings}\n\n{rows}"
    add_game_argument(parser)
    parser.add_argument("target", type=Path, metavar="OUT", help=_("the file to write"))
    parser.add_argument("--ply", type=int, help=_("export the position after N plies"))
    parser.add_argument(
        "--square", type=int, metavar="PIXELS", help=_("width of a square in pixels")
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=0.8,
        metavar="SECONDS",
        help=_("how long an animation shows each move"),
    )
    parser.add_argument(
        "--server", metavar="URL", default=SERVER, help=_("the server that a link opens")
    )
    parser.add_argument("--force", action="store_true", help=_("replace OUT if it exists"))


def run(args: argparse.Namespace) -> int:
    ending = args.target.suffix.lstrip(".").lower()
    if ending not in EXPORTS:
        raise UsageError(
            _(
                "The name of OUT must end in one of {endings}: {name}",
                endings=", ".join(f".{one}" for one in EXPORTS),
                name=args.target.name,
            )
        )
    if not 0.02 <= args.pace <= 60:
        raise UsageError(_("--pace must be from 0.02 to 60, not {number}.", number=args.pace))
    if args.square is not None and args.square < 8:
        raise UsageError(_("--square must be from 8 to 128, not {number}.", number=args.square))
    if not re.fullmatch(r"https?://[^\s#?]+", args.server):
        raise UsageError(
            _(
                "--server must be the address of a server, such as {example}, not {text}.",
                example=SERVER,
                text=repr(args.server),
            )
        )
    refuse_unwritable(args.target)
    game = read_game(args)
    try:
        if args.ply is not None:
            game.go_to(args.ply)
        content = exported(game, ending, square=args.square, pace=args.pace, server=args.server)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if args.target.exists() and not args.force:
        raise UsageError(
            _("{file} exists already. Name another file, or add --force.", file=args.target)
        )
    args.target.write_bytes(content)
    size = ngettext("{count:,} byte", "{count:,} bytes", len(content))
    print(f"{args.target}: {content.decode().strip() if ending == 'link' else size}")
    return 0
