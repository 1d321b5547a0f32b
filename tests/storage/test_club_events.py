"""An event on both databases, looked after by two servers at once: each game once."""

import threading
from functools import partial

from sqlalchemy import text

from outflank.play.instructions import Instructions
from outflank.play.session import GameSession
from outflank.storage.database import Database
from outflank.web.api.errors import ApiError
from outflank.web.club.club_events import EventPlan
from outflank.web.club.hosting import HostService

PLAYERS = 3


def resign(who: str, session: GameSession, at: float) -> Instructions:
    return session.resign(who=who, at=at)


def test_two_servers_go_on_with_one_event(database: Database) -> None:
    other = Database(database.engine.url.render_as_string(hide_password=False))
    servers = [HostService.of(database), HostService.of(other)]
    events = servers[0].events
    event = events.make(EventPlan("Cup", "round-robin", size=4))
    for number in range(PLAYERS):
        events.enter(event, str(number) * 32, f"Player {number}")
    events.start(event)

    def look_after(host: HostService) -> None:
        while (seen := host.events.look(event)).state == "running":
            for (
                board
            ) in seen.boards:  # both let the same player give up, and both look what is next
                visitor = board.black.name.removeprefix("Player ") * 32
                try:
                    host.events.service.act(visitor, board.game, "resign", partial(resign, visitor))
                except ApiError as problem:
                    assert problem.code == "game-over"  # the other one was quicker
            host.events.tend()

    threads = [threading.Thread(target=look_after, args=[host]) for host in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    games = PLAYERS * (PLAYERS - 1)
    seen = events.look(event)
    assert (seen.state, seen.played, seen.games) == ("over", games, games)
    with database.snapshot() as connection:
        tables = connection.execute(text("SELECT count(*) FROM games WHERE kind = 'shared'"))
        assert tables.scalar_one() == games
    other.close()
