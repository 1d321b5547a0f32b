"""What routes reach for: this application's games and tables. No module keeps any of it."""

from flask import current_app

from outflank.sitting import HostedSeats
from outflank.storage import Games
from outflank.web.challenges import Challenging
from outflank.web.club import ClubRoom
from outflank.web.club_events import EventRoom
from outflank.web.hosting import Hosting
from outflank.web.meetings import MeetingRoom
from outflank.web.tables import Tables

SETTINGS = "outflank.settings"
TABLES = "outflank.tables"
MEETINGS = "outflank.meetings"
CLUB = "outflank.club"
CHALLENGES = "outflank.challenges"
HOSTING = "outflank.hosting"
PASSWORDS = "outflank.passwords"


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


def challenging() -> Challenging:
    """The challenges of the club."""
    found = current_app.extensions[CHALLENGES]
    assert isinstance(found, Challenging)
    return found


def hosting() -> Hosting:
    """What the host of the club does."""
    found = current_app.extensions[HOSTING]
    assert isinstance(found, Hosting)
    return found


def club_events() -> EventRoom:
    """The events of the club."""
    return hosting().events
