"""The application: settings in, a WSGI application out."""

import atexit

from flask import Flask

from outflank.sitting import (
    HostedSeats,
    InvalidInvitation,
    InvalidSeat,
    invite_all,
    sandboxed,
)
from outflank.storage import Club, Database, Games, Meetings, NoArgon2, Passwords, own_folder
from outflank.table import ProcessThinkers, ThinkingRoom
from outflank.web import (
    archive_api,
    budgets,
    challenges_api,
    classic,
    club_api,
    club_events_api,
    editor_api,
    engine_api,
    games_api,
    host_api,
    lessons_api,
    local_api,
    log,
    meetings_api,
    page,
    play_api,
    practice_api,
    problems,
    programs,
    programs_api,
    reading,
    recovery_api,
    security,
    sign_in_api,
    study_api,
    upkeep,
    variations_api,
    visitors,
)
from outflank.web.challenges import Challenging
from outflank.web.club import ClubRoom
from outflank.web.club_events import EventRoom
from outflank.web.context import CHALLENGES, CLUB, HOSTING, MEETINGS, PASSWORDS, SETTINGS, TABLES
from outflank.web.hosting import Hosting
from outflank.web.meetings import MeetingRoom
from outflank.web.secret import secret_key
from outflank.web.settings import InvalidSettings, Settings
from outflank.web.tables import Tables
from outflank.workers import Sandbox, SandboxUnavailable


def create_app(settings: Settings | None = None, thinkers: ThinkingRoom | None = None) -> Flask:
    """Outflank as a WSGI application.

    What it remembers of a game it compares with the database, so any number of them may share one.
    Computers think in processes of its own, unless there are other ``thinkers``.
    """
    settings = settings or Settings()
    seats, sandbox = _seats(settings)
    own_folder(settings.folder)
    database = Database(settings.database_url)
    try:
        passwords = Passwords(database) if settings.sign_in else None
    except NoArgon2 as error:
        raise InvalidSettings(str(error)) from None
    database.migrate()
    thinkers = thinkers or ProcessThinkers(
        settings.thinkers,
        seconds=settings.thinking_seconds,
        patience=settings.patience_seconds,
        waiting=settings.waiting,
        sandbox=sandbox,
    )
    atexit.register(thinkers.close)

    app = Flask("outflank.web", static_folder=None)
    app.config.update(
        SECRET_KEY=secret_key(settings.folder, settings.secret_key),
        MAX_CONTENT_LENGTH=settings.largest_request,
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        TRUSTED_HOSTS=list(settings.hosts) or None,
    )
    app.extensions[SETTINGS] = settings
    app.extensions[TABLES] = Tables(
        Games(database, limits=settings.limits),
        thinkers,
        seats,
        begins=lambda: budgets.spend(budgets.GAMES),
    )
    app.extensions[MEETINGS] = MeetingRoom(
        Meetings(database, limits=settings.limits), Club(database), chat=settings.chat
    )
    app.extensions[PASSWORDS] = passwords
    app.extensions[CLUB] = ClubRoom(app.extensions[MEETINGS])
    app.extensions[CHALLENGES] = Challenging(app.extensions[CLUB])
    app.extensions[HOSTING] = Hosting(app.extensions[CLUB], EventRoom(app.extensions[CLUB]))
    for part in (
        log,
        security,
        visitors,
        problems,
        page,
        reading,
        study_api,
        archive_api,
        upkeep,
        budgets,
        programs,
    ):
        part.init_app(app)
    add_routes(app)
    return app


def _seats(settings: Settings) -> tuple[HostedSeats, Sandbox | None]:
    """Who may sit here, and the sandbox for all thinkers, with the files they need."""
    try:
        with sandboxed(settings.isolate):
            invited = invite_all(settings.invited())
            seats = HostedSeats(invited, settings.black, settings.white)
            return seats, Sandbox(tuple(seats.files())) if settings.isolate else None
    except (InvalidInvitation, InvalidSeat, SandboxUnavailable) as error:
        raise InvalidSettings(str(error)) from None


def reload_opponents(app: Flask) -> None:
    """Read anew whom the owner invites, and their files; where that fails all stays as it was."""
    tables: Tables = app.extensions[TABLES]
    settings: Settings = app.extensions[SETTINGS]
    try:
        seats, sandbox = _seats(settings)
    except InvalidSettings as error:
        log.logger.error("Opponents stay as they were: %s", error)
        return
    tables.seats = seats
    tables.thinkers.renew(sandbox)
    invited = ", ".join(tables.seats.invited_names) or "nobody"
    log.logger.info("Opponents were read anew; invited: %s", invited)


def add_routes(app: Flask) -> None:
    """Let an application answer; what it answers from, ``create_app`` gives it."""
    for part in (
        page,
        engine_api,
        games_api,
        play_api,
        study_api,
        editor_api,
        variations_api,
        practice_api,
        lessons_api,
        archive_api,
        local_api,
        meetings_api,
        club_api,
        sign_in_api,
        challenges_api,
        programs_api,
        club_events_api,
        host_api,
        recovery_api,
        classic,
    ):
        app.register_blueprint(part.bp)


def close_app(app: Flask) -> None:
    """Let go of the thinkers and the database, as at the end of a server or a test."""
    tables = app.extensions[TABLES]
    tables.thinkers.close()
    reading.reading_room(app).readers.close()
    upkeep.close(app)
    tables.games.database.close()
    archive_api.close(app)
