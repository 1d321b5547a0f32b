"""The log: who did what and how it ended, a line a request. Never a cookie, a key or a body."""

import hashlib
import logging
import time

from flask import Flask, Response, g, request

logger = logging.getLogger("outflank.web")


def init_app(app: Flask) -> None:
    """Log every answer."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        if request.endpoint != "page.asset":
            took = (time.perf_counter() - g.get("began", time.perf_counter())) * 1000
            logger.info(
                "%s %s %s %d %.0f ms",
                _who(),
                request.method,
                request.path,
                response.status_code,
                took,
            )
        return response


def _who() -> str:
    """A visitor's short mark: the same for all requests of one, and useless for playing as them."""
    visitor = g.get("visitor")
    return "-" if visitor is None else hashlib.sha256(visitor.encode()).hexdigest()[:8]
