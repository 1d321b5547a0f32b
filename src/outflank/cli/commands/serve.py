"""``outflank serve``: the game in the browser."""

import argparse
from dataclasses import replace
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.storage import InvalidDatabase
from outflank.web import InvalidSecretKey, InvalidSettings, LogOptions, Settings, is_local, serve

DEFAULT_PORT = 8001


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    usual = Settings()
    parser.epilog = (
        "New Game (F2) lists all opponents with a line each: lookahead, positional, priority, …\n\n"
        "examples:\n"
        "  outflank serve --white priority               a first game against corners first\n"
        "  outflank serve --opponent course=./mybot.py   your own strategy, for every visitor\n"
        "  outflank serve --one-game --log-moves         one game for everybody, told move by move"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; default: 127.0.0.1, this computer only (0.0.0.0: everybody)",
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="where it listens")
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="where games are kept: sqlite:////path or postgresql://user:password@host/name; "
        "default: a file in your data directory",
    )
    parser.add_argument(
        "--black",
        metavar="WHO",
        default=usual.black,
        help="who plays Black in a visitor's first game, and where nothing else is said: "
        f"'{usual.black}', an opponent such as lookahead:5 (see `outflank opponents`), or one "
        "that --opponent names",
    )
    parser.add_argument("--white", metavar="WHO", default=usual.white, help="the same for White")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--thinkers",
        type=int,
        default=usual.thinkers,
        help="computer players that think at once",
    )
    parser.add_argument(
        "--time",
        type=float,
        default=usual.thinking_seconds,
        metavar="SECONDS",
        help="longest thought about a move",
    )
    parser.add_argument(
        "--quota",
        type=float,
        default=usual.limits.total_mb,
        metavar="MB",
        help="begin no new games when the database has this size; default: no limit but the disk",
    )
    parser.add_argument(
        "--budget",
        type=float,
        metavar="TIMES",
        help="how much a visitor and an address may ask for in a while, as a multiple of the usual "
        "(0: without end); default: 1, or 0 for this computer only",
    )
    parser.add_argument(
        "--chat",
        action="store_true",
        help="let two players write to each other in words of their own, besides the phrases; "
        "each can hide it, and nobody else sees it",
    )
    parser.add_argument(
        "--sign-in",
        action="store_true",
        help="let members of the club have a password and sign in from other browsers "
        "(needs outflank[sign-in]); nobody has to",
    )
    parser.add_argument(
        "--most-games",
        type=int,
        default=usual.limits.games,
        help="games that one visitor may keep",
    )
    parser.add_argument(
        "--forget-after",
        type=float,
        default=usual.forget_after,
        metavar="DAYS",
        help="forget visitors, with their games, who did not come back for so long (0: never); "
        "default: 400, when browsers have forgotten them too",
    )
    parser.add_argument(
        "--opponent",
        action="append",
        default=[],
        metavar="NAME=PLAYER",
        help="let visitors play another program under this name, as in "
        '"grhino=gtp:gtp-rhino --level=3", or a player file; may be given again '
        "(also: OUTFLANK_OPPONENTS, one a line)",
    )
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="let opponents have no network and no files but their own, by bubblewrap; default: "
        "they may do what you may",
    )
    parser.add_argument(
        "--opponents-file",
        type=Path,
        metavar="FILE",
        help="more of them, one a line; SIGHUP lets the server read it, and player files, again",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=usual.workers,
        help="server processes on the same port, for PostgreSQL; they share the thinkers",
    )
    parser.add_argument(
        "--log-file",
        type=Path,
        metavar="FILE",
        help="write the log to a file too, added at its end",
    )
    parser.add_argument(
        "--log-size",
        type=float,
        default=0.0,
        metavar="MB",
        help="begin the log file anew at this size, keeping the last five; default: it grows",
    )
    parser.add_argument(
        "--log-format",
        choices=("lines", "json"),
        default="lines",
        help="how the log is written, as lines for people or as a JSON object a line",
    )
    parser.add_argument("--log-moves", action="store_true", help="have every move in the log")
    parser.add_argument("--quiet", action="store_true", help="show only problems on the console")
    parser.add_argument(
        "--one-game",
        action="store_true",
        help="one game for everybody who asks, as a classroom or a script without cookies wants "
        "it; for this computer only",
    )
    parser.add_argument(
        "--insist", action="store_true", help="let --one-game be reached from other computers"
    )
    parser.add_argument(
        "--https",
        action="store_true",
        help="behind an https proxy: send the cookie over https only",
    )
    parser.add_argument(
        "--unbundled",
        action="store_true",
        help="for who changes the page: hand out its files one by one, as they are now",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address of a proxy before this server, as in 127.0.0.1: who asks is then whom its "
        "X-Forwarded-For names; may be given again",
    )
    parser.add_argument(
        "--connections",
        type=int,
        default=usual.connections,
        help="connections at once; beyond them, those on which nothing is asked are closed",
    )
    parser.add_argument(
        "--connections-each",
        type=int,
        default=usual.connections_each,
        metavar="CONNECTIONS",
        help="connections at once from one address that is not a proxy's",
    )


def run(args: argparse.Namespace) -> int:
    """Serve."""
    try:
        usual = Settings()
        settings = replace(
            usual,
            opponents=(*usual.opponents, *args.opponent),
            opponents_file=args.opponents_file,
            workers=args.workers,
            database=args.database,
            black=args.black,
            white=args.white,
            thinkers=args.thinkers,
            thinking_seconds=args.time,
            limits=replace(usual.limits, games=args.most_games, total_mb=args.quota),
            forget_after=args.forget_after,
            budgets=_budget(args),
            chat=args.chat,
            sign_in=args.sign_in,
            secure_cookies=args.https,
            proxies=tuple(args.proxy),
            connections=args.connections,
            connections_each=args.connections_each,
            isolate=args.isolate,
            one_game=args.one_game,
            insist=args.insist,
            bundled=not args.unbundled,
        )
        if args.log_size < 0 or (args.log_size and args.log_file is None):
            raise UsageError("--log-size is a number of megabytes above 0 and needs --log-file")
        options = LogOptions(
            args.log_file, args.log_size, args.log_moves, args.quiet, args.log_format == "json"
        )
        serve(settings, args.host, args.port, open_browser=not args.no_open, options=options)
    except (InvalidSettings, InvalidDatabase, InvalidSecretKey) as error:
        raise UsageError(str(error)) from None
    return 0


def _budget(args: argparse.Namespace) -> float:
    """People on their own computer share it with nobody."""
    if args.budget is None:
        return 0.0 if is_local(args.host) and not args.proxy else 1.0
    return float(args.budget)
