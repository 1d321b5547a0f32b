"""Moves made at once go onto the disk together, and each player is told when it is there."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from outflank.board import Color
from outflank.game import Game
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.commits import Execute, operational_error
from outflank.storage.database import Database, file_url
from outflank.storage.games.games import _ADVANCE, Games, Step, StoredGame

SEATS = {Color.BLACK: Seat(), Color.WHITE: Seat("greedy")}
VISITORS = [f"{number:032x}" for number in range(10)]


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)


def play(kept: StoredGame) -> Step:
    kept.session.game.play("f5")
    return Step(kept.session)


def all_at_once(
    games: Games, kinds: Mapping[int, str] | None = None
) -> tuple[list[str], list[BaseException]]:
    """Everybody starts a game and moves while another writer is at work."""
    begun = [games.create(visitor, GameSession(Game(), SEATS)).id for visitor in VISITORS]
    failed: list[BaseException] = []
    together = games.database.commits or games.database.pipeline
    assert together is not None

    def move(visitor: str, game: str, kind: str) -> None:
        try:
            games.change(visitor, game, kind, {}, play)
        except DBAPIError as error:
            failed.append(error)

    threads = [
        threading.Thread(target=move, args=(*pair, (kinds or {}).get(at, "moves")))
        for at, pair in enumerate(zip(VISITORS, begun, strict=True))
    ]
    with together._turn:
        for thread in threads:
            thread.start()
        while len(together._queue) < len(VISITORS):
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    return begun, failed


def test_those_who_wait_are_written_by_one_commit(games: Games) -> None:
    begun, failed = all_at_once(games)
    assert not failed
    assert games.database.commit_count == 1
    for visitor, game in zip(VISITORS, begun, strict=True):
        assert games.get(visitor, game).session.game.transcript == "f5"
        assert [kind for _, kind, _ in games.events(visitor, game)] == ["created", "moves"]


def test_a_commit_that_fails_fails_for_all_and_the_next_works(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = _ADVANCE.replace("UPDATE games", "UPDATE nowhere")
    monkeypatch.setattr("outflank.storage.games.games._ADVANCE", broken)
    begun, failed = all_at_once(games)
    assert len(failed) == len(VISITORS)
    monkeypatch.undo()
    for visitor, game in zip(VISITORS, begun, strict=True):
        assert games.get(visitor, game).version == 1
        assert games.change(visitor, game, "moves", {}, play)[1]


@pytest.mark.parametrize(("free", "said"), [(0, "disk is full"), (1 << 30, "disk I/O error")])
def test_a_full_disk_is_called_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, said: str
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 9, free))
    database = Database(file_url(tmp_path / "games.sqlite3"))
    assert said in str(operational_error(database.engine, error))
    database.close()


def test_one_that_cannot_be_written_does_not_keep_others_from_it(postgres_url: str) -> None:
    database = Database(postgres_url)
    database.migrate()
    games = Games(database)
    begun, failed = all_at_once(games, {3: "a kind of event that is too long"})
    assert len(failed) == 1
    plies = [games.get(VISITORS[at], game).session.game.ply for at, game in enumerate(begun)]
    assert plies == [1, 1, 1, 0, 1, 1, 1, 1, 1, 1]
    database.close()


def test_what_another_server_changed_is_seen(games: Games) -> None:
    other = Games(games.database)
    game = games.create(VISITORS[0], GameSession(Game(), SEATS)).id
    games.change(VISITORS[0], game, "moves", {}, play)

    def undo(kept: StoredGame) -> Step:
        kept.session.game.undo()
        return Step(kept.session)

    other.change(VISITORS[0], game, "undo", {}, undo)
    assert games.get(VISITORS[0], game).session.game.ply == 0
    games.get(VISITORS[0], game).session.game.play("d3")  # only a copy
    assert games.get(VISITORS[0], game).session.game.ply == 0


def test_whatever_ends_a_commit_nobody_takes_their_write_for_done(tmp_path: Path) -> None:
    database = Database(file_url(tmp_path / "games.sqlite3"))
    database.migrate()
    commits, problems = database.commits, list[Exception]()
    assert commits is not None

    def write(value: int | None) -> None:
        def insert(execute: Execute) -> tuple[int]:
            if value is None:
                raise ValueError("a mistake of ours")
            execute("INSERT INTO visitors (id, created, seen) VALUES (?, 0, 0)", (str(value),))
            return (value,)

        try:
            database.write_together(insert)
        except ValueError as error:
            problems.append(error)

    threads = [threading.Thread(target=write, args=[value]) for value in (1, None, 2)]
    with commits._turn:
        for thread in threads:
            thread.start()
        while len(commits._queue) < len(threads):
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert len(problems) == 3
    assert database.fetch("SELECT count(*) FROM visitors")[0] == 0
    database.close()
