"""The browser screen: a Flask application that plays Othello on a desktop of 2001.

``create_app()`` makes it for any WSGI server; ``outflank serve`` runs it with the one we chose.
"""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.web.app import create_app
    from outflank.web.club_events import EventPlan
    from outflank.web.event_views import EventView
    from outflank.web.hosting import Hosting
    from outflank.web.log import LogOptions
    from outflank.web.problems import Problem
    from outflank.web.secret import InvalidSecretKey
    from outflank.web.server import serve
    from outflank.web.settings import InvalidSettings, Settings

__all__ = [
    "EventPlan",
    "EventView",
    "Hosting",
    "InvalidSecretKey",
    "InvalidSettings",
    "LogOptions",
    "Problem",
    "Settings",
    "create_app",
    "serve",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "app": "create_app",
            "club_events": "EventPlan",
            "event_views": "EventView",
            "hosting": "Hosting",
            "log": "LogOptions",
            "problems": "Problem",
            "secret": "InvalidSecretKey",
            "server": "serve",
            "settings": "InvalidSettings Settings",
        },
    )
