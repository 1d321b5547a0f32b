"""The browser screen: a Flask application that plays Othello on a desktop of 2001.

``create_app()`` makes it for any WSGI server; ``outflank serve`` runs it with the one we chose.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from outflank.web.settings import Settings


def create_app(settings: "Settings | None" = None) -> "Flask":
    """Outflank as a WSGI application; see ``outflank.web.app``."""
    # Imported here, because the thinking processes live in this package and need none of it.
    from outflank.web import app

    return app.create_app(settings)
