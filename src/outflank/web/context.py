"""What routes reach for: this application's games and tables. No module keeps any of it."""

from flask import current_app

from outflank.sitting import HostedSeats
from outflank.storage import Games
from outflank.web.club import ClubRoom
from outflank.web.meetings import MeetingRoom
from outflank.web.tables import Tables

SETTINGS = "outflank.settings"
TABLES = "outflank.tables"
MEETINGS = "outflank.meetings"
CLUB = "outflank.club"


def tables() -> Tables:
    """The tables of the application that handles this request."""
    found = current_app.extensions[TABLES]
    assert isinstance(found, Tables)
    return found


def games() -> Games:
    """The stored games."""
    return tables().games


def seats() -> HostedSeats:
    """Who may sit at this application's tables."""
    return tables().seats


def meetings() -> MeetingRoom:
    """The shared tables."""
    found = current_app.extensions[MEETINGS]
    assert isinstance(found, MeetingRoom)
    return found


def club() -> ClubRoom:
    """The club."""
    found = current_app.extensions[CLUB]
    assert isinstance(found, ClubRoom)
    return found
