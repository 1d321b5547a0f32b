"""Accessors for the current application's services; no module has global state."""

from flask import current_app

from outflank.play.opponents.hosted import HostedSeats
from outflank.storage.games.games import Games
from outflank.web.club.challenges import ChallengeService
from outflank.web.club.club_events import EventService
from outflank.web.club.club_service import ClubService
from outflank.web.club.hosting import HostService
from outflank.web.games.computer_replies import ComputerReplies
from outflank.web.games.game_service import game_service

REPLIES = "outflank.replies"
CLUB = "outflank.club"
CHALLENGES = "outflank.challenges"
HOSTING = "outflank.hosting"
PASSWORDS = "outflank.passwords"


def computer_replies() -> ComputerReplies:
    found = current_app.extensions[REPLIES]
    assert isinstance(found, ComputerReplies)
    return found


def games() -> Games:
    return game_service().games


def seats() -> HostedSeats:
    return game_service().seats


def club() -> ClubService:
    found = current_app.extensions[CLUB]
    assert isinstance(found, ClubService)
    return found


def challenging() -> ChallengeService:
    found = current_app.extensions[CHALLENGES]
    assert isinstance(found, ChallengeService)
    return found


def hosting() -> HostService:
    found = current_app.extensions[HOSTING]
    assert isinstance(found, HostService)
    return found


def club_events() -> EventService:
    return hosting().events
