"""What a server can be told, checked before it starts."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from outflank.sitting import FRIENDLY, HUMAN
from outflank.storage import Limits, data_folder, file_url

COOKIE_DAYS = 400  # as long as browsers keep a cookie; without it nobody reaches a visitor's games


class InvalidSettings(ValueError):
    """Settings a server cannot start with; the sentence says which and why."""


def opponents_named() -> tuple[str, ...]:
    """The opponents of ``OUTFLANK_OPPONENTS``, one a line."""
    lines = os.environ.get("OUTFLANK_OPPONENTS", "").splitlines()
    return tuple(line.strip() for line in lines if line.strip())


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings; all have a default that is safe."""

    folder: Path = field(default_factory=data_folder)
    """Keeps the secret key and, unless ``database`` says otherwise, the games."""
    database: str = ""
    """URL of the database; empty: a SQLite file in the folder."""
    secret_key: str = field(default_factory=lambda: os.environ.get("OUTFLANK_SECRET_KEY", ""))
    """Signs the visitors' cookies; empty: made once and kept in the folder."""
    local_saves: bool = False
    """Whether to show the saves of this computer's user. Only for servers on this machine alone."""
    hosts: tuple[str, ...] = ()
    """The names this server answers to; empty: any. Guards a local one from other sites' pages."""
    thinkers: int = field(default_factory=lambda: max(1, min(4, os.cpu_count() or 1)))
    """How many computer players think at once, each in a process of its own."""
    thinking_seconds: float = 30.0
    """How long one may think about a move."""
    patience_seconds: float = 3.0
    """How long a request waits for a free thinker before it is told that the server is busy."""
    waiting: int = 64
    """How many requests may wait so."""
    largest_request: int = 256 * 1024
    """Bytes; a saved game has some 500."""
    limits: Limits = field(default_factory=Limits)
    """How much is kept: of a visitor, of a game, of everything."""
    budgets: float = 1.0
    """How many times the usual a visitor and an address may ask for in a while; 0: without end."""
    forget_after: float = COOKIE_DAYS
    """Days after which visitors who did not come back are forgotten; 0: never."""
    connections: int = 5000
    """How many connections there may be at once: of a tab, one to ask and perhaps a stream."""
    connections_each: int = 200
    """How many of them from one address."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies before this server, which are believed whom they speak for."""
    opponents: tuple[str, ...] = field(default_factory=opponents_named)
    """What visitors may play against besides the catalogue: ``NAME=gtp:COMMAND`` and the like."""
    opponents_file: Path | None = None
    """A file with more of them, one a line, read again when the server is told to (SIGHUP)."""
    workers: int = 1
    """How many processes answer."""
    black: str = HUMAN
    """Who sits at Black in a game of which nothing else is said: a visitor's first one."""
    white: str = FRIENDLY
    """The same for White."""
    isolate: bool = False
    """Whether what thinks has no network, and no files but its own."""
    one_game: bool = False
    """Whether everybody who asks plays the same game, as in a classroom."""
    insist: bool = False
    """Whether that is meant for other computers too."""
    secure_cookies: bool = False
    """Whether the cookie only travels over https. For servers behind an https proxy."""

    chat: bool = False
    """Whether players may write to each other in words of their own, besides the phrases."""
    sign_in: bool = False
    """Whether members of the club may have a password, to sign in from other browsers."""
    bundled: bool = True
    """Whether the page's files are put together; without, a change to one is seen at once."""

    def __post_init__(self) -> None:
        for name, low in (
            ("thinkers", 1),
            ("waiting", 0),
            ("largest_request", 1024),
            ("connections", 10),
            ("connections_each", 1),
            ("workers", 1),
        ):
            if getattr(self, name) < low:
                raise InvalidSettings(f"{name} must be {low} or more; got {getattr(self, name)}")
        for name, days in (("games", 1), ("events", 200), ("info", 0)):
            if getattr(self.limits, name) < days:
                raise InvalidSettings(
                    f"at least {days} {name} must be allowed; got {getattr(self.limits, name)}"
                )
        if not 0 <= self.budgets <= 1000:
            raise InvalidSettings(f"a budget is 0 to 1000 times the usual; got {self.budgets:g}")
        if not (self.limits.total_mb >= 0 and self.forget_after >= 0):
            raise InvalidSettings(
                "a quota is a number of megabytes, and visitors are forgotten after a number of "
                "days; 0 is for no limit and for never"
            )
        for name in ("thinking_seconds", "patience_seconds"):
            if not 0 < getattr(self, name) <= 600:
                raise InvalidSettings(
                    f"{name} must be above 0 and at most 600; got {getattr(self, name)}"
                )

    def invited(self) -> tuple[str, ...]:
        """All invitations, those of the file as it is now."""
        if self.opponents_file is None:
            return self.opponents
        try:
            lines = self.opponents_file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidSettings(
                f"the file of opponents {self.opponents_file} cannot be read: {error}"
            ) from None
        named = (line.strip() for line in lines)
        return (*self.opponents, *(line for line in named if line and not line.startswith("#")))

    @property
    def database_url(self) -> str:
        """The URL of the database in use."""
        return self.database or file_url(self.folder / "games.sqlite3")
