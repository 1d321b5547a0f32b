"""``outflank play``: a game in the terminal."""

import argparse
import sys

from outflank.board import SIZES, Board, Color, InvalidPosition
from outflank.cli.errors import UsageError
from outflank.formats import InvalidSave
from outflank.game import Game
from outflank.players import (
    InvalidPlayerFile,
    InvalidSetting,
    Player,
    UnknownOpponent,
    make_player,
)
from outflank.sitting import HUMAN
from outflank.storage.saves import InvalidSaveName, NoSuchSave, Saves
from outflank.terminal.plain import INTERRUPTED, PlainGame

FRIENDLY = "greedy"  # knows the rules and takes what it sees: a beginner can beat it


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    who = f"'{HUMAN}' or an opponent such as positional:corner=40 (see `outflank opponents`)"
    parser.add_argument("--black", metavar="WHO", help=f"{who}; default: {HUMAN}")
    parser.add_argument("--white", metavar="WHO", help=f"default: {FRIENDLY}")
    parser.add_argument(
        "--size", type=int, choices=SIZES, help="squares a side, even, 4 to 16; default: 8"
    )
    parser.add_argument(
        "--start", metavar="POSITION", help="start from a position: its squares and who moves"
    )
    parser.add_argument(
        "--load",
        metavar="NAME",
        nargs="?",
        const=INTERRUPTED,
        help="go on with a saved game; without a name, with the one that was interrupted",
    )
    parser.add_argument("--seed", type=int, help="make random players repeatable")
    parser.add_argument("--plain", action="store_true", help="plain lines, also through a pipe")


def run(args: argparse.Namespace) -> int:
    """Play."""
    saves = Saves()
    game = _loaded(args, saves) if args.load is not None else _game(args)
    seats = {
        color: (given or game.info.get(color.value) or default).strip()
        for color, given, default in (
            (Color.BLACK, args.black, HUMAN),
            (Color.WHITE, args.white, FRIENDLY),
        )
    }

    def player(color: Color, seat: str, size: int) -> Player:
        # Each side gets random numbers of its own, both made from the one seed.
        salt = 0 if color is Color.BLACK else 1
        return make_player(seat, seed=None if args.seed is None else args.seed + salt, size=size)

    for color, seat in seats.items():
        if seat != HUMAN:
            try:
                player(color, seat, game.size)  # a wrong name is told before the game, not in it
            except (UnknownOpponent, InvalidSetting, InvalidPlayerFile) as error:
                raise UsageError(str(error)) from None
    plain = PlainGame(
        game,
        seats,
        player,
        lines=sys.stdin,
        out=sys.stdout,
        saves=saves,
        echo=not sys.stdin.isatty(),
    )
    return plain.run()


def _loaded(args: argparse.Namespace, saves: Saves) -> Game:
    if args.start is not None or args.size is not None:
        raise UsageError("--load brings its own board; leave out --start and --size")
    try:
        return saves.load(args.load)
    except (InvalidSave, InvalidSaveName, NoSuchSave, OSError) as error:
        raise UsageError(f"--load: {error}") from None


def _game(args: argparse.Namespace) -> Game:
    if args.start is None:
        return Game(size=args.size or 8)
    try:
        board = Board.from_text(args.start)
    except InvalidPosition as error:
        raise UsageError(f"--start: {error}") from None
    if args.size not in (None, board.size):
        raise UsageError(f"--start is a {board.size}×{board.size} board, but --size {args.size}")
    return Game(board)
