"""``outflank serve``: play in the browser."""

import argparse

from outflank.cli.first_game import PORT
from outflank.cli.parser import examples
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.setting_options import add_options, from_options
from outflank.translation import _
from outflank.web.http.request_log import LogOptions
from outflank.web.http.secret_key import InvalidSecretKey
from outflank.web.http.server import serve
from outflank.web.settings import InvalidSettings, Settings


def configure(parser: argparse.ArgumentParser) -> None:
    rows = {
        "outflank serve --white priority": _("play your first game against priority"),
        "outflank serve --opponent course=./mybot.py": _("offer your own player to all visitors"),
        "outflank serve --one-game --log-moves": _("one game for all, with every move in the log"),
    }
    about = _("New Game (F2) in the browser lists all opponents.")
    parser.epilog = f"{about}\n\n{examples(rows)}"
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help=_("address to listen on: 127.0.0.1 for this computer only, 0.0.0.0 for all computers"),
    )
    parser.add_argument("--port", type=int, default=PORT, help=_("port to listen on"))
    parser.add_argument("--no-open", action="store_true", help=_("do not open a browser"))
    add_options(parser, Settings)
    add_options(parser, LogOptions)


def run(args: argparse.Namespace) -> int:
    try:
        settings, options = from_options(Settings, args), from_options(LogOptions, args)
        serve(settings, args.host, args.port, open_browser=not args.no_open, options=options)
    except (InvalidSettings, InvalidSecretKey) as error:
        raise UsageError(str(error)) from None
    return 0
