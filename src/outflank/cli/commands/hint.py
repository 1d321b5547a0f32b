"""``outflank hint``: the move of the engine or another player."""

import argparse
from contextlib import nullcontext

from outflank.board import square_name
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.errors import UsageError, at_least
from outflank.cli.shared.positions import HELP, read_positions
from outflank.engine import Limit
from outflank.engine.native import refuse_without_move
from outflank.game import Game
from outflank.players import PlayerFailed, ProbabilisticPlayer, ask, make_player
from outflank.study.values import ValueSearch
from outflank.study.why.good import merit
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", nargs="?", default="", metavar="POSITION", help=_(HELP))
    parser.add_argument("--lines", type=int, default=1, help=_("the number of moves to show"))
    parser.add_argument(
        "--time",
        type=float,
        metavar="SECONDS",
        help=_("thinking time; default: 1, without --depth"),
    )
    parser.add_argument("--depth", type=int, help=_("search depth in plies"))
    parser.add_argument("--no-book", action="store_true", help=_("do not use the opening book"))
    parser.add_argument(
        "--player",
        metavar="WHO",
        help=_("show the move of this opponent instead, such as greedy or ./mybot.py"),
    )
    parser.add_argument(
        "--probabilities",
        action="store_true",
        help=_("show how likely the player is to play each move; without --player, for learned"),
    )
    add_engine_options(parser, memory=64)


def run(args: argparse.Namespace) -> int:
    if args.player or args.probabilities:
        return _show_player(args)
    at_least(args, lines=1, depth=1)
    use_book = not (args.no_book or args.time is not None or args.depth or args.weights)
    seconds = 1.0 if args.time is None and args.depth is None else args.time
    puzzles = read_positions(args.position)
    limit = Limit(seconds=seconds, depth=args.depth)
    engine = engine_of(args)
    for puzzle in puzzles:
        if len(puzzles) > 1:
            over = Game(puzzle.board).outcome
            print(f"{puzzle.name}: {over}" if over else f"{puzzle.name}:", flush=True)
            if over:
                continue
        refuse_without_move(puzzle.board)
        looking = ValueSearch(
            puzzle.board,
            limit,
            lines=args.lines,
            book=use_book,
            acquire=lambda: nullcontext(engine),
        )
        try:
            looking.wait()
        finally:  # Ctrl-C shows the moves found so far
            for result in looking.results:
                print(result)
            if looking.results and (why := merit(puzzle.board, looking.results[0].move)):
                print(why.sentence)
    return 0


def _show_player(args: argparse.Namespace) -> int:
    puzzles = read_positions(args.position)
    name = args.player or "learned"
    if args.probabilities and name.partition(":")[0] == "learned" and "temperature" not in name:
        # At the default of 0, all moves but one have probability 0.
        name += f"{',' if ':' in name else ':'}temperature=1"
    player = make_player(name)
    if args.probabilities and not isinstance(player, ProbabilisticPlayer):
        raise UsageError(
            _(
                "{player} gives no probabilities. Choose a player with a method "
                "distribution(board), such as learned or random.",
                player=name,
            )
        )
    for puzzle in puzzles:
        if len(puzzles) > 1:
            print(f"{puzzle.name}:")
        refuse_without_move(puzzle.board)
        size = puzzle.board.size
        if isinstance(player, ProbabilisticPlayer) and args.probabilities:
            likely = player.distribution(puzzle.board)
            for square in sorted(likely, key=likely.__getitem__, reverse=True):
                print(f"{square_name(square, size)} {likely[square]:7.2%}")
        else:
            try:
                print(square_name(ask(player, puzzle.board), size))
            except PlayerFailed as error:
                raise UsageError(str(error)) from None
    return 0
