"""Moves made at once go onto the disk together, and each player is told when it is there."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from outflank.board import Color
from outflank.game import Game
from outflank.storage.commits import Commits
from outflank.storage.database import Database, file_url
from outflank.storage.games import Games, Kept, Standing

SEATS = {Color.BLACK: "human", Color.WHITE: "greedy"}
VISITORS = [f"{number:032x}" for number in range(10)]


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    database = Database(file_url(tmp_path / "games.sqlite3"))
    database.migrate()
    yield Games(database)
    database.close()


def play(kept: Kept) -> Standing:
    kept.standing.game.play("f5")
    return kept.standing


def all_at_once(games: Games) -> tuple[list[str], list[BaseException], Commits]:
    """Everybody starts a game and moves while another writer is at work."""
    begun = [games.create(visitor, Standing(Game(), SEATS)).id for visitor in VISITORS]
    failed: list[BaseException] = []
    commits = games.database.commits
    assert commits is not None

    def move(visitor: str, game: str) -> None:
        try:
            games.change(visitor, game, "moves", {}, play)
        except OperationalError as error:
            failed.append(error)

    threads = [
        threading.Thread(target=move, args=pair) for pair in zip(VISITORS, begun, strict=True)
    ]
    with commits._turn:
        for thread in threads:
            thread.start()
        while len(commits._queue) < len(VISITORS):
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    return begun, failed, commits


def test_those_who_wait_are_written_by_one_commit(games: Games) -> None:
    begun, failed, commits = all_at_once(games)
    assert not failed
    assert commits.commits == 1
    for visitor, game in zip(VISITORS, begun, strict=True):
        assert games.get(visitor, game).standing.game.transcript == "f5"
        assert [kind for _, kind, _ in games.events(visitor, game)] == ["created", "moves"]


def test_a_commit_that_fails_fails_for_all_and_the_next_works(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.storage.games._EVENT", "INSERT INTO nowhere")
    begun, failed, _ = all_at_once(games)
    assert len(failed) == len(VISITORS)
    monkeypatch.undo()
    for visitor, game in zip(VISITORS, begun, strict=True):
        assert games.get(visitor, game).version == 1
        assert games.change(visitor, game, "moves", {}, play)[1]


def test_what_another_server_changed_is_seen(games: Games) -> None:
    other = Games(games.database)
    game = games.create(VISITORS[0], Standing(Game(), SEATS)).id
    games.change(VISITORS[0], game, "moves", {}, play)

    def undo(kept: Kept) -> Standing:
        kept.standing.game.undo()
        return kept.standing

    other.change(VISITORS[0], game, "undo", {}, undo)
    assert games.get(VISITORS[0], game).standing.game.ply == 0
    games.get(VISITORS[0], game).standing.game.play("d3")  # only a copy
    assert games.get(VISITORS[0], game).standing.game.ply == 0
