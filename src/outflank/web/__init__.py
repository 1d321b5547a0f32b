"""The browser screen: a Flask application that plays Othello on a desktop of 2001.

``create_app()`` makes it for any WSGI server; ``outflank serve`` runs it with the one we chose.
"""

from outflank.web.app import create_app
from outflank.web.settings import InvalidSettings, Settings

__all__ = ["InvalidSettings", "Settings", "create_app"]
