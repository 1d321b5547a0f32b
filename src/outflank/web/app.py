"""The application factory."""

import atexit

from flask import Flask

from outflank.play.opponents.hosted import HostedSeats
from outflank.play.opponents.invited import InvalidInvitation, invite_all
from outflank.play.opponents.seating import InvalidSeat
from outflank.play.thinkers.processes import ProcessThinkers, ThinkerPool
from outflank.players import sandboxed
from outflank.storage.club.members import Club
from outflank.storage.club.passwords import NoArgon2, Passwords
from outflank.storage.database import Database
from outflank.storage.files.data_dir import own_folder
from outflank.storage.files.saves import Saves, saves_folder
from outflank.storage.games.games import Games
from outflank.web.api import (
    archive_api,
    classic,
    editor_api,
    errors,
    games_api,
    lessons_api,
    openings_api,
    play_api,
    practice_api,
    recovery_api,
    shared_api,
    sign_in_api,
    strengths_api,
    study_api,
    variations_api,
)
from outflank.web.club import challenges_api, club_api, club_events_api, host_api, programs_api
from outflank.web.club.challenges import ChallengeService
from outflank.web.club.club_events import EventService
from outflank.web.club.club_service import ClubService
from outflank.web.club.hosting import HostService
from outflank.web.context import CHALLENGES, CLUB, HOSTING, PASSWORDS, REPLIES
from outflank.web.games import paste_sandbox
from outflank.web.games.computer_replies import ComputerReplies
from outflank.web.games.game_service import GAMES, GameService
from outflank.web.games.named_saves import LOCAL_SAVES, LocalSaves
from outflank.web.http import (
    rate_limits,
    request_log,
    security,
    upkeep,
    visitors,
)
from outflank.web.http.secret_key import secret_key
from outflank.web.page import engine_api, offline_files, page
from outflank.web.settings import SETTINGS, InvalidSettings, Settings
from outflank.workers.sandbox import Sandbox, SandboxUnavailable


def create_app(settings: Settings | None = None, thinkers: ThinkerPool | None = None) -> Flask:
    """Create Outflank as a WSGI application.

    Cached games are checked against the database, so several applications can share one. Computers
    think in processes of this application, unless other ``thinkers`` are given.
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
        SESSION_COOKIE_PATH=f"{settings.prefix}/",
    )
    app.extensions[SETTINGS] = settings
    app.extensions[GAMES] = GameService(
        Games(database, limits=settings.limits),
        Club(database),
        seats,
        thinkers=thinkers,
        chat=settings.chat,
        check_budget=lambda: rate_limits.spend(rate_limits.GAMES),
    )
    folder = saves_folder(settings.folder)
    app.extensions[LOCAL_SAVES] = LocalSaves(Saves(folder)) if settings.local_saves else None
    if settings.one_game:
        app.extensions[GAMES].begin_for_all()
    app.extensions[REPLIES] = ComputerReplies(app.extensions[GAMES], thinkers)
    app.extensions[PASSWORDS] = passwords
    app.extensions[CLUB] = ClubService(app.extensions[GAMES], house=settings.house)
    app.extensions[CHALLENGES] = ChallengeService(app.extensions[CLUB])
    app.extensions[HOSTING] = HostService(app.extensions[CLUB], EventService(app.extensions[CLUB]))
    for part in (
        request_log,
        security,
        visitors,
        errors,
        page,
        paste_sandbox,
        study_api,
        archive_api,
        upkeep,
        rate_limits,
    ):
        part.init_app(app)
    add_routes(app)
    return app


def _seats(settings: Settings) -> tuple[HostedSeats, Sandbox | None]:
    """Return the available players, and the sandbox for all thinkers with the files they need."""
    try:
        with sandboxed(settings.isolate):
            invited = invite_all(settings.invited())
            seats = HostedSeats(invited, settings.black, settings.white)
            return seats, Sandbox(tuple(seats.files())) if settings.isolate else None
    except (InvalidInvitation, InvalidSeat, SandboxUnavailable) as error:
        raise InvalidSettings(str(error)) from None


def reload_opponents(app: Flask) -> None:
    """Reload the configured opponents and their files; on an error nothing changes."""
    service: GameService = app.extensions[GAMES]
    settings: Settings = app.extensions[SETTINGS]
    try:
        seats, sandbox = _seats(settings)
    except InvalidSettings as error:
        request_log.logger.error("Opponents were not reloaded: %s", error)
        return
    service.seats = seats
    app.extensions[REPLIES].thinkers.renew(sandbox)
    invited = ", ".join(seats.invited_names) or "nobody"
    request_log.logger.info("Opponents were reloaded: %s", invited)


def add_routes(app: Flask) -> None:
    """Add all routes to an application that ``create_app`` has set up."""
    for part in (
        page,
        engine_api,
        offline_files,
        games_api,
        play_api,
        study_api,
        editor_api,
        variations_api,
        practice_api,
        openings_api,
        strengths_api,
        lessons_api,
        archive_api,
        shared_api,
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
    app.extensions[REPLIES].thinkers.close()
    paste_sandbox.reading_room(app).readers.close()
    upkeep.close(app)
    app.extensions[GAMES].games.database.close()
    archive_api.close(app)
