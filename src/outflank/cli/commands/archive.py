"""``outflank archive``: a searchable database of games."""

import argparse
import hashlib
import sys
from contextlib import closing
from pathlib import Path

from outflank.board import Board, square_name
from outflank.cli.commands.convert import watched
from outflank.cli.parser import Parser, add_action, examples
from outflank.cli.plain_text import padded
from outflank.cli.shared.errors import UsageError, at_least
from outflank.cli.shared.games import refuse_missing_file
from outflank.formats import READ_FORMATS, read_anything, read_file, write_ggf
from outflank.formats.files import format_of
from outflank.storage.archive.archive import (
    ARCHIVE_FILE,
    AlreadyImported,
    Archive,
    Found,
    FoundGame,
    Query,
    open_archive,
)
from outflank.storage.archive.explorer_sources import HOW
from outflank.storage.files.data_dir import data_folder
from outflank.study.explorer import NextMove
from outflank.translation import _, ngettext


def configure(parser: Parser) -> None:
    parser.epilog = examples(
        {
            "outflank archive import wthor/": _("import all games of a folder"),
            "outflank archive search --player tamenori --year 1990-1999": "",
            "outflank archive search --position f5d6c3d3c4": _("find games and their next moves"),
            "outflank archive show 38206": _("show a game as GGF"),
        }
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help=_("the database of the archive; default: a file in your data folder"),
    )
    actions = parser.add_actions(_("the action"))
    add = add_action(actions, _import, _("import the games of files or folders"))
    add.add_argument("files", nargs="+", type=Path, metavar="FILE", help=_("a file or a folder"))
    search = add_action(actions, _search, _("find games"))
    search.add_argument("--player", default="", metavar="NAME", help=_("one of the players"))
    search.add_argument("--black", default="", metavar="NAME", help=_("the Black player"))
    search.add_argument("--white", default="", metavar="NAME", help=_("the White player"))
    search.add_argument("--event", default="", metavar="NAME", help=_("the tournament"))
    search.add_argument("--opening", default="", metavar="NAME", help=_("the opening's name"))
    search.add_argument("--year", metavar="YEAR", help=_("a year, or years such as 1990-1999"))
    search.add_argument(
        "--position",
        metavar="TEXT",
        help=_("a position or the moves that lead to it, in any rotation or reflection"),
    )
    search.add_argument("--limit", type=int, default=20, help=_("maximum number of games to show"))
    show = add_action(actions, _show, _("show a game"))
    show.add_argument("number", type=int, help=_("its number from `outflank archive search`"))
    add_action(actions, _list, _("list the imported files"))
    remove = add_action(actions, _remove, _("remove the games of a file"))
    remove.add_argument("number", type=int, help=_("its number from `outflank archive list`"))


def run(args: argparse.Namespace) -> int:
    if args.do is _import:
        _check_files(args)
    elif args.database is None and not (data_folder() / ARCHIVE_FILE).exists():
        raise UsageError(_(HOW))
    if args.do is _search:
        at_least(args, limit=0)
        args.board = _position(args.position) if args.position else None
    with closing(open_archive(args.database)) as archive:
        code: int = args.do(archive, args)
        return code


def _check_files(args: argparse.Namespace) -> None:
    """Refuse missing and unknown files before an archive is created."""
    args.files = [file for path in args.files for file in _files(path)]
    for file in args.files:
        refuse_missing_file(str(file))
        format_of(file)
    next(read_file(args.files[0]), None)


def _import(archive: Archive, args: argparse.Namespace) -> int:
    total = 0
    for file in args.files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        try:
            done = archive.import_games(
                watched(read_file(file), _games),
                name=file.name,
                digest=digest,
            )
        except AlreadyImported as error:
            print(f"{file.name}: {error}", file=sys.stderr)
            continue
        total += done.games
        left = _("without {count} from other starting positions", count=done.left_out)
        print(f"{file.name}: {_games(done.games)}" + (f" ({left})" if done.left_out else ""))
    print(ngettext("{count:,} game imported", "{count:,} games imported", total))
    return 0


def _games(count: int) -> str:
    return ngettext("{count:,} game", "{count:,} games", count)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    games = {f".{ending}" for ending in READ_FORMATS} - {".obf"}  # .obf files hold positions
    found = sorted(file for file in path.iterdir() if file.suffix.lower() in games)
    if not found:
        raise UsageError(
            _(
                "The folder {path} has no files with games. Their names end in {endings}.",
                path=path,
                endings=", ".join(f".{one}" for one in READ_FORMATS),
            )
        )
    return found


def _search(archive: Archive, args: argparse.Namespace) -> int:
    board = args.board
    query = Query(
        player=args.player,
        black=args.black,
        white=args.white,
        event=args.event,
        opening=args.opening,
        years=_years(args.year) if args.year else None,
        board=board,
    )
    found = archive.search(query, limit=args.limit)
    print(_games(found.total))
    if board is not None:
        _print_next(found, board)
    for game in found.games:
        print(_line(game))
    if found.games and found.total > len(found.games):
        print(
            _(
                "These are the latest {shown:,}. --limit {total} shows all {total:,}.",
                shown=len(found.games),
                total=found.total,
            )
        )
    return 0


def _position(text: str) -> Board:
    board = read_anything(text).game.board
    if board.size != 8:
        raise UsageError(
            _(
                "The archive has only games on 8×8 boards. This board is {size}×{size}.",
                size=board.size,
            )
        )
    return board


def _years(text: str) -> tuple[int, int]:
    first, _dash, last = text.partition("-")
    message = _("--year must be a year, or years such as 1990-1999, not {text}.", text=repr(text))
    try:
        years = int(first), int(last or first)
    except ValueError:
        raise UsageError(message) from None
    if years[0] > years[1]:
        raise UsageError(message)
    return years


def _print_next(found: Found, board: Board) -> None:
    if found.next_moves:
        heads = _("games"), _("won"), _("drawn"), _("lost"), _("average")
        print("\n{}{:>8}{:>8}{:>8}{:>8}{:>9}".format(padded(str(board.turn), 12), *heads))
    for move in found.next_moves:
        print(_next_line(move))
    if found.ended:
        print(ngettext("{count:,} game ended here", "{count:,} games ended here", found.ended))
    print()


def _next_line(move: NextMove) -> str:
    names = "/".join(square_name(square) for square in move.squares)
    average = "–" if move.average is None else f"{move.average:+.2f}"
    scored = move.won + move.drawn + move.lost  # without games that have no result
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
        print(f"{number:>4}  {name}  {_games(games)}")
    return 0


def _remove(archive: Archive, args: argparse.Namespace) -> int:
    archive.remove(args.number)
    return 0
