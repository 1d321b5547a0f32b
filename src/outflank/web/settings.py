"""The settings of a server.

Every setting is declared once, with its default, description, range and command-line option.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from outflank.play.opponents.catalogue import FRIENDLY
from outflank.play.seat import HUMAN
from outflank.storage.database import file_url
from outflank.storage.files.data_dir import data_folder
from outflank.storage.limits import StorageLimits
from outflank.translation import _

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SETTINGS = "outflank.settings"  # key of an application's settings
COOKIE_DAYS = 400  # lifetime of a cookie in browsers; without it a visitor's games are unreachable


class InvalidSettings(ValueError):
    """Settings with which a server cannot start; the message says which and why."""


def setting(
    default: Any,
    about: str,
    option: str = "",
    metavar: str | None = None,
    *,
    least: float = -inf,
    most: float = inf,
) -> Any:
    """Declare a setting; a callable ``default`` computes the default value."""
    metadata = {"about": about, "option": option, "metavar": metavar, "least": least, "most": most}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def check_ranges(settings: "DataclassInstance") -> None:
    """Raise ``InvalidSettings`` if a number is out of range."""
    for one in fields(settings):
        value, least, most = (
            getattr(settings, one.name),
            one.metadata["least"],
            one.metadata["most"],
        )
        if (least, most) == (-inf, inf) or value is None or least <= value <= most:
            continue
        values = {"name": one.metadata["option"] or one.name, "value": f"{value:g}"}
        values |= {"least": f"{least:g}", "most": f"{most:g}"}
        if most == inf:
            raise InvalidSettings(_("{name} must be {least} or more, not {value}", **values))
        raise InvalidSettings(_("{name} must be {least} to {most}, not {value}", **values))


def _from_environment(name: str) -> Callable[[], str]:
    return lambda: os.environ.get(name, "")


def opponents_named() -> tuple[str, ...]:
    """Return the opponents in ``OUTFLANK_OPPONENTS``, one per line."""
    lines = os.environ.get("OUTFLANK_OPPONENTS", "").splitlines()
    return tuple(line.strip() for line in lines if line.strip())


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings. The defaults are safe."""

    folder: Path = setting(
        data_folder, "folder for the secret key, and for the games unless a database is given"
    )
    database: str = setting(
        "",
        "database of the games: sqlite:////path or postgresql://user:password@host/name; default: "
        "a file in your data directory",
        "--database",
        "URL",
    )
    secret_key: str = setting(
        _from_environment("OUTFLANK_SECRET_KEY"),
        "key that signs the visitors' cookies; if empty, one is generated and stored in the folder",
    )
    black: str = setting(
        HUMAN,
        "who plays Black in a visitor's first game: human, an opponent such as lookahead:5 (see "
        "`outflank opponents`), or a name that --opponent defines",
        "--black",
        "WHO",
    )
    white: str = setting(FRIENDLY, "who plays White in a visitor's first game", "--white", "WHO")
    opponents: tuple[str, ...] = setting(
        opponents_named,
        'offer another program, or a player file, under this name, such as "grhino=gtp:gtp-rhino '
        '--level=3" (repeatable; also: OUTFLANK_OPPONENTS, one per line)',
        "--opponent",
        "NAME=PLAYER",
    )
    opponents_file: Path | None = setting(
        None,
        "file with more opponents, one per line; SIGHUP reloads it and all player files",
        "--opponents-file",
    )
    isolate: bool = setting(
        False,
        "run opponents in a sandbox without network and with their own files only (needs "
        "bubblewrap); default: they can do what you can",
        "--isolate",
    )
    thinkers: int = setting(
        lambda: max(1, min(4, os.cpu_count() or 1)),
        "number of computer players that think at the same time: one per processor, at most 4",
        "--thinkers",
        least=1,
    )
    thinking_seconds: float = setting(
        30.0,
        "time limit of a computer player for a move",
        "--time",
        "SECONDS",
        least=1e-3,
        most=600,
    )
    patience_seconds: float = setting(
        3.0, "time that a request waits for a free thinker", least=1e-3, most=600
    )
    waiting: int = setting(
        64, "number of requests that can wait for a free engine process", least=0
    )
    chat: bool = setting(
        False,
        "let two opponents send each other messages; each can hide them, and nobody else sees them",
        "--chat",
    )
    house: bool = setting(
        False,
        "a computer opponent plays with a player who has searched for an opponent for 20 seconds",
        "--house",
    )
    sign_in: bool = setting(
        False,
        "let club members set a password to sign in from other browsers (needs outflank[sign-in])",
        "--sign-in",
    )
    one_game: bool = setting(
        False,
        "one game for all visitors, without cookies, for example for a classroom or a script; "
        "only on this computer",
        "--one-game",
    )
    insist: bool = setting(False, "allow --one-game for other computers too", "--insist")
    most_games: int = setting(
        StorageLimits().games,
        "maximum number of games per visitor",
        "--most-games",
        least=1,
    )
    quota: float = setting(
        0.0,
        "start no new games when the database has reached this size; default: no limit",
        "--quota",
        "MB",
        least=0,
    )
    forget_after: float = setting(
        float(COOKIE_DAYS),
        "delete visitors and their games after this time without a visit (0: never); default: 400, "
        "as long as browsers keep the cookie",
        "--forget-after",
        "DAYS",
        least=0,
    )
    budgets: float | None = setting(
        None,
        "factor for the rate limits per visitor and per address (0: no limits); default: 1, or 0 "
        "if only this computer can connect",
        "--budget",
        "TIMES",
        least=0,
        most=1000,
    )
    largest_request: int = setting(256 * 1024, "bytes; a saved game has about 500", least=1024)
    connections: int = setting(
        5000,
        "maximum number of open connections; beyond it, idle ones are closed",
        "--connections",
        least=10,
    )
    connections_each: int = setting(
        200,
        "maximum number of open connections per address, except for proxies",
        "--connections-each",
        least=1,
    )
    workers: int = setting(
        1,
        "server processes on the same port, for PostgreSQL; they share the thinkers",
        "--workers",
        least=1,
    )
    hosts: tuple[str, ...] = setting(
        (), "host names that the server accepts, to prevent DNS rebinding; if empty, any"
    )
    proxies: tuple[str, ...] = setting(
        (), "trust X-Forwarded-For from this proxy address (repeatable)", "--proxy", "ADDRESS"
    )
    prefix: str = setting(
        "", "path of the game on its site, such as /othello; default: /", "--prefix", "PATH"
    )
    allow_origins: tuple[str, ...] = setting(
        (),
        "let pages of this origin, such as http://localhost:3000, use the API and the classic "
        "routes with cookies (repeatable)",
        "--allow-origin",
        "ORIGIN",
    )
    secure_cookies: bool = setting(
        False, "send cookies over https only, for a server behind an https proxy", "--https"
    )
    local_saves: bool = setting(
        False,
        "store named saves as files of this computer's user; only if no other computer can connect",
    )
    site: Path | None = setting(
        None,
        "folder that `make site` built: visitors can install the page, which then goes on without "
        "the server",
        "--site",
        "FOLDER",
    )
    bundled: bool = setting(
        True, "development: serve the page's files unbundled and uncached", "--unbundled"
    )

    def __post_init__(self) -> None:
        check_ranges(self)
        if not re.fullmatch(r"(/[\w.~-]+)*", self.prefix, re.ASCII):
            why = _("--prefix needs a path, such as /othello, not {path}", path=repr(self.prefix))
            raise InvalidSettings(why)
        for origin in self.allow_origins:
            parts = urlsplit(origin)
            if (
                parts.scheme not in ("http", "https")
                or origin != f"{parts.scheme}://{parts.netloc}"
            ):
                raise InvalidSettings(
                    _(
                        "--allow-origin needs a scheme, a host and a port, such as "
                        "http://localhost:3000, not {origin}",
                        origin=repr(origin),
                    )
                )

    @property
    def limits(self) -> StorageLimits:
        return StorageLimits(games=self.most_games, total_mb=self.quota)

    @property
    def budget_times(self) -> float:
        """The factor of the rate limits; 0: no limits."""
        return 1.0 if self.budgets is None else self.budgets

    def invited(self) -> tuple[str, ...]:
        """All opponents besides the built-in ones, with the current contents of the file."""
        if self.opponents_file is None:
            return self.opponents
        try:
            lines = self.opponents_file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidSettings(
                _(
                    "The file of opponents {path} cannot be read: {error}",
                    path=self.opponents_file,
                    error=error,
                )
            ) from None
        named = (line.strip() for line in lines)
        return (*self.opponents, *(line for line in named if line and not line.startswith("#")))

    @property
    def database_url(self) -> str:
        return self.database or file_url(self.folder / "games.sqlite3")
