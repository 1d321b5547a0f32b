"""The log: one line per request and one per event.

It never contains cookies, keys or bodies. Text from clients cannot break lines or control a
terminal.
"""

import json
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Literal, TextIO

from flask import Flask, Response, g, request

from outflank.storage.files.permissions import private_file
from outflank.translation import _
from outflank.web.games import game_log
from outflank.web.http.visitors import mark
from outflank.web.settings import InvalidSettings, check_ranges, setting

LOG_FILES_KEPT = 5

logger = logging.getLogger("outflank.web")


@dataclass(frozen=True, slots=True)
class LogOptions:
    file: Path | None = setting(None, "also append the log to this file", "--log-file")
    megabytes: float = setting(
        0.0,
        "start a new log file at this size and keep the last five; default: no limit",
        "--log-size",
        "MB",
        least=0,
    )
    format: Literal["lines", "json"] = setting(
        "lines", "format of the log: lines for people, or one JSON object per line", "--log-format"
    )
    moves: bool = setting(False, "log every move", "--log-moves")
    quiet: bool = setting(
        False, "show only problems on the console; the log file has everything", "--quiet"
    )

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.megabytes and self.file is None:
            raise InvalidSettings(_("--log-size needs --log-file"))


class LineFormatter(logging.Formatter):
    """One line per record, without control characters; further lines are indented."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        head = f"{self.formatTime(record)} {record.name} {escaped(record.getMessage())}"
        more = str(getattr(record, "details", ""))
        if record.exc_info:
            more += self.formatException(record.exc_info)
        return "\n".join([head, *(f"    {escaped(line)}" for line in more.splitlines())])


class JsonFormatter(LineFormatter):
    """One JSON object per record, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        details = str(getattr(record, "details", ""))
        if record.exc_info:
            details += self.formatException(record.exc_info)
        return json.dumps(told | ({"details": details} if details else {}))


def escaped(text: str) -> str:
    r"""A text in which every control character is spelt out.

    >>> escaped("f5\x1b[2J\n")
    'f5\\x1b[2J\\n'
    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


class _PrivateLog(RotatingFileHandler):
    """Log files that only their owner can read."""

    def _open(self) -> TextIO:  # type: ignore[override]
        private_file(Path(self.baseFilename))
        return super()._open()


def configure(options: LogOptions) -> None:
    """Log to the console and, if one is given, to a file."""
    console = logging.StreamHandler()
    if options.quiet:  # a filter: Flask adds a handler of its own if the level keeps messages out
        console.addFilter(lambda record: record.levelno >= logging.WARNING)
    handlers: list[logging.Handler] = [console]
    if options.file is not None:
        try:
            handlers.append(
                _PrivateLog(
                    options.file,
                    maxBytes=int(options.megabytes * 1_000_000),
                    backupCount=LOG_FILES_KEPT,
                    encoding="utf-8",
                )
            )
        except OSError as error:
            raise InvalidSettings(
                _(
                    "The log file {path} cannot be written: {error}",
                    path=options.file,
                    error=error.strerror,
                )
            ) from None
    for handler in handlers:
        handler.setFormatter(JsonFormatter() if options.format == "json" else LineFormatter())
    logging.basicConfig(level=logging.INFO, handlers=handlers, force=True)
    logging.getLogger("alembic").setLevel(
        logging.WARNING
    )  # migrations are not of interest to players
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # nor are invalid requests
    game_log.logger.setLevel(logging.DEBUG if options.moves else logging.INFO)


def init_app(app: Flask) -> None:
    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        if request.endpoint != "page.asset":
            took = (time.perf_counter() - g.get("began", time.perf_counter())) * 1000
            logger.info(
                "%s %s %s %d %.0f ms",
                mark(g.get("visitor")),
                request.method,
                request.path,
                response.status_code,
                took,
            )
        return response
