"""``outflank archive``: other people's games in a database, searched in many ways."""

import argparse
import hashlib
import sys
from contextlib import closing
from pathlib import Path

from outflank.board import Board, counted, square_name
from outflank.cli.commands.convert import watched
from outflank.cli.parser import Parser, add_action
from outflank.cli.shared.errors import UsageError
from outflank.formats import READ_FORMATS, read_anything, read_file, write_ggf
from outflank.formats.files import format_of
from outflank.storage.archive.archive import (
    AlreadyImported,
    Archive,
    Found,
    FoundGame,
    Query,
    open_archive,
)
from outflank.study.explorer import NextMove


def configure(parser: Parser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank archive import wthor/                        every file of games in a folder\n"
        "  outflank archive search --player tamenori --year 1990-1999\n"
        "  outflank archive search --position f5d6c3d3c4         what was played next\n"
        "  outflank archive show 38206                           a game, as GGF"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="where the archive is; default: a file in your data directory",
    )
    actions = parser.add_actions("what to do with the archive")
    add = add_action(actions, _import, "put the games of files or folders into the archive")
    add.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file or a folder")
    search = add_action(actions, _search, "find games")
    search.add_argument("--player", default="", metavar="NAME", help="one of the players")
    search.add_argument("--black", default="", metavar="NAME", help="who had Black")
    search.add_argument("--white", default="", metavar="NAME", help="who had White")
    search.add_argument("--event", default="", metavar="NAME", help="the tournament")
    search.add_argument("--opening", default="", metavar="NAME", help="the opening's name")
    search.add_argument("--year", metavar="YEAR", help="a year, or years such as 1990-1999")
    search.add_argument(
        "--position", metavar="TEXT", help="a position, or the moves that lead to it, turned anyhow"
    )
    search.add_argument("--limit", type=int, default=20, help="games shown")
    show = add_action(actions, _show, "show a game")
    show.add_argument("number", type=int, help="as `archive search` shows it")
    add_action(actions, _list, "list the files in the archive")
    remove = add_action(actions, _remove, "take the games of a file out again")
    remove.add_argument("number", type=int, help="as `archive list` shows it")


def run(args: argparse.Namespace) -> int:
    with closing(open_archive(args.database)) as archive:
        code: int = args.do(archive, args)
        return code


def _import(archive: Archive, args: argparse.Namespace) -> int:
    files = [file for path in args.files for file in _files(path)]
    for file in files:
        format_of(file)  # refused before the work begins
    total = 0
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        try:
            done = archive.import_games(
                watched(read_file(file), f"games of {file.name}"), name=file.name, digest=digest
            )
        except AlreadyImported as error:
            print(f"{file.name}: {error}", file=sys.stderr)
            continue
        total += done.games
        left = f" ({done.left_out} with another start left out)" if done.left_out else ""
        print(f"{file.name}: {counted(done.games, 'game')}{left}")
    print(f"{counted(total, 'game')} imported")
    return 0


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    games = {f".{ending}" for ending in READ_FORMATS} - {".obf"}  # those are positions
    found = sorted(file for file in path.iterdir() if file.suffix.lower() in games)
    if not found:
        raise UsageError(
            f"{path} has no files of games; their endings are {', '.join(READ_FORMATS)}"
        )
    return found


def _search(archive: Archive, args: argparse.Namespace) -> int:
    board = _position(args.position) if args.position else None
    query = Query(
        player=args.player,
        black=args.black,
        white=args.white,
        event=args.event,
        opening=args.opening,
        years=_years(args.year) if args.year else None,
        board=board,
    )
    found = archive.search(query, limit=max(0, args.limit))
    print(counted(found.total, "game"))
    if board is not None:
        _print_next(found, board)
    for game in found.games:
        print(_line(game))
    if found.games and found.total > len(found.games):
        print(
            f"{counted(len(found.games), 'game')} shown, the latest first; "
            f"{found.total - len(found.games):,} more with --limit {found.total}"
        )
    return 0


def _position(text: str) -> Board:
    board = read_anything(text).game.board
    if board.size != 8:
        raise UsageError(f"the archive has games on 8×8; the position is {board.size}×{board.size}")
    return board


def _years(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    try:
        years = int(first), int(last or first)
    except ValueError:
        raise UsageError(f"--year is a year or a range such as 1990-1999; got {text!r}") from None
    if years[0] > years[1]:
        raise UsageError(f"--year begins with the earlier year, such as 1990-1999; got {text!r}")
    return years


def _print_next(found: Found, board: Board) -> None:
    if found.next_moves:
        print(f"\n{board.turn} played   games     won   drawn    lost   average")
    for move in found.next_moves:
        print(_next_line(move))
    if found.ended:
        print(f"{counted(found.ended, 'game')} ended here")
    print()


def _next_line(move: NextMove) -> str:
    names = "/".join(square_name(square) for square in move.squares)
    average = "–" if move.average is None else f"{move.average:+.2f}"
    scored = move.won + move.drawn + move.lost  # the others have no result
    parts = (move.won, move.drawn, move.lost)
    shares = [f"{100 * part / scored:.1f} %" if scored else "–" for part in parts]
    cells = "".join(f"{share:>8}" for share in shares)
    return f"{names:<12}{move.games:>8,}{cells}{average:>9}"


def _line(game: FoundGame) -> str:
    year = game.year or "    "
    score = "     " if game.score is None else f"{(64 + game.score) // 2}–{(64 - game.score) // 2}"
    event = f", {game.event}" if game.event else ""
    opening = f" · {game.opening}" if game.opening else ""
    return f"{game.id:>7}  {year}  {game.black} – {game.white}  {score}{event}{opening}"


def _show(archive: Archive, args: argparse.Namespace) -> int:
    record = archive.game(args.number)
    print(write_ggf(record))
    print(record.transcript)
    return 0


def _list(archive: Archive, args: argparse.Namespace) -> int:
    for number, name, games in archive.list_sources():
        print(f"{number:>4}  {name}  {counted(games, 'game')}")
    return 0


def _remove(archive: Archive, args: argparse.Namespace) -> int:
    archive.remove(args.number)
    return 0
