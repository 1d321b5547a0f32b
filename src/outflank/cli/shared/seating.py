"""Options for local games: players, board and clock."""

import argparse
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from outflank.board import SIZES, Board, Color, InvalidPosition
from outflank.cli.parser import examples
from outflank.cli.shared.errors import UsageError
from outflank.formats import InvalidRecord
from outflank.game import Game, TimeControl, parse_time_control
from outflank.play.new_game import GameSetup
from outflank.play.opponents.catalogue import FRIENDLY
from outflank.play.opponents.seating import (
    InvalidSeat,
    PlayerMaker,
    check_seat,
    player_maker,
    seats_of,
)
from outflank.play.seat import HUMAN
from outflank.players import UnknownOpponent, meet
from outflank.storage.files.saves import InvalidSaveName, NoSuchSave, Saves
from outflank.translation import _

if TYPE_CHECKING:
    from outflank.play.local_table import LocalTable
    from outflank.study.hints import Hint
    from outflank.workers.background import Post


@dataclass(frozen=True, slots=True)
class Seating:
    """A game that is ready to start; all options are valid."""

    setup: GameSetup
    make_player: PlayerMaker
    saves: Saves

    def open_table(self, post: "Post") -> "LocalTable":
        return self._table(post, background=True, autosaves=True)

    def plain_table(self, post: "Post", *, piped: bool) -> "LocalTable":
        """Return a table for plain lines, which waits for computers."""
        return self._table(post, background=False, autosaves=not piped)

    def _table(self, post: "Post", *, background: bool, autosaves: bool) -> "LocalTable":
        from outflank.play.local_table import LocalTable

        def advise(board: Board) -> "Hint":
            from outflank.study.hints import advise  # lazy: only hints need the engine

            return advise(board)

        return LocalTable(
            self.setup,
            post=post,
            make_player=self.make_player,
            adviser=advise,
            saves=self.saves,
            background=background,
            autosaves=autosaves,
        )


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        {
            f"{parser.prog} --white priority": _("play an opponent that likes corners and edges"),
            f"{parser.prog} --white lookahead:5": _("play an opponent that looks 5 moves ahead"),
            f"{parser.prog} --load theirs.json": _("continue a game of another program"),
        }
    )
    parser.add_argument(
        "--black",
        metavar="WHO",
        help=_(
            "{human}, or an opponent such as positional:corner=40 (see `outflank opponents`); "
            "default: {default}",
            human=HUMAN,
            default=HUMAN,
        ),
    )
    parser.add_argument(
        "--white",
        metavar="WHO",
        help=_("{human}, or an opponent; default: {default}", human=HUMAN, default=FRIENDLY),
    )
    parser.add_argument(
        "--size",
        type=int,
        choices=SIZES,
        metavar="N",
        help=_("board size, an even number from 4 to 16; default: 8"),
    )
    parser.add_argument(
        "--start",
        metavar="START",
        help=_(
            "balanced for a random balanced opening, a file with one opening per line, or a "
            "position: its squares from a1, then X or O to move"
        ),
    )
    parser.add_argument(
        "--load",
        metavar="NAME",
        nargs="?",
        const="",
        help=_(
            "continue a saved game, or a game in a file of any program; without NAME, the"
            " interrupted game"
        ),
    )
    parser.add_argument("--seed", type=int, help=_("make random players repeatable"))
    parser.add_argument(
        "--clock",
        metavar="TIME",
        help=_("minutes per side and extra seconds per move, such as 5+3 or 1:30+0"),
    )


def seating(args: argparse.Namespace) -> Seating:
    """Return the game, players and saves of the options, or raise ``UsageError``."""
    saves = Saves()
    make = player_maker(args.seed)
    game = _loaded(args, saves) if args.load is not None else _game(args)
    seats = {Color.BLACK: HUMAN, Color.WHITE: FRIENDLY}
    if args.load is not None:
        seats, notes = seats_of(game, make, seats)
        for note in notes:
            print(note)
    for color, given in ((Color.BLACK, args.black), (Color.WHITE, args.white)):
        if given is None:
            continue
        seats[color] = HUMAN if given.strip().casefold() == HUMAN else given.strip()
        try:
            check_seat(color, seats[color], game.size, make)
            if seats[color].startswith(("gtp:", "nboard:")):
                meet(seats[color])  # start it once, so that a silent program is refused now
        except (InvalidSeat, UnknownOpponent) as error:
            raise UsageError(f"--{color.value}: {error}") from None
    return Seating(GameSetup(game, seats), make, saves)


def _loaded(args: argparse.Namespace, saves: Saves) -> Game:
    if args.start is not None or args.size is not None or args.clock is not None:
        raise UsageError(
            _("A loaded game has its own board and clock. Leave out --start, --size and --clock.")
        )
    from outflank.cli.shared.games import game_of_file, with_note_said  # lazy import

    try:
        if args.load and args.load.strip() not in saves.names() and Path(args.load).is_file():
            return game_of_file(Path(args.load))
        return with_note_said(saves.load(args.load or saves.last_kept()))
    except (InvalidRecord, InvalidSaveName, NoSuchSave, OSError) as error:
        raise UsageError(f"--load: {error}") from None


def _game(args: argparse.Namespace) -> Game:
    clock = _clock(args)
    if args.start is None:
        return Game(size=args.size or 8, clock=clock)
    from outflank.openings.balanced import BALANCED, InvalidStart, chosen_start  # lazy import

    listed = args.start == BALANCED or Path(args.start[:1000]).is_file()
    try:
        board = (
            chosen_start(args.start, args.size or 8, Random(args.seed))
            if listed
            else Board.from_text(args.start)
        )
    except (InvalidPosition, InvalidStart) as error:
        raise UsageError(f"--start: {error}") from None
    if args.size not in (None, board.size):
        raise UsageError(
            _(
                "--start has a {size}×{size} board, but --size is {other}. Leave out --size.",
                size=board.size,
                other=args.size,
            )
        )
    return Game(board, clock=clock)


def _clock(args: argparse.Namespace) -> TimeControl | None:
    if args.clock is None:
        return None
    try:
        return parse_time_control(args.clock)
    except ValueError as error:
        raise UsageError(f"--clock: {error}") from None
