"""Visitors who never come back are forgotten with all that is theirs, and nobody else."""

import stat
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from outflank.board import Color, parse_square
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.database import Database, file_url
from outflank.storage.files.permissions import private_folder
from outflank.storage.files.saves import Saves
from outflank.storage.games.games import Games, Step
from outflank.storage.models import EVERYBODY, Base
from outflank.storage.study.practice_cards import PracticeCards
from outflank.storage.upkeep import (
    DAY,
    Forgotten,
    problems,
    shrink,
    sizes,
    sweep,
    would_forget,
)
from outflank.study.practice import Card

ANN, BOB, CEM = "a" * 32, "b" * 32, "c" * 32
SEATS = {Color.BLACK: Seat(), Color.WHITE: Seat("greedy")}


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000 * DAY

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(database: Database, clock: Clock) -> Games:
    return Games(database, clock)


def start(games: Games, visitor: str) -> str:
    return games.create(visitor, GameSession(Game(), SEATS)).id


def move(games: Games, visitor: str, game: str) -> None:
    def played(kept: object) -> Step:
        standing = games.get(visitor, game).session
        standing.game.play(next(iter(standing.game.board.legal_moves)))
        return Step(standing)

    games.change(visitor, game, "move", {}, played)


def card(source: str) -> Card:
    board = read_transcript("f5d6c3").board
    return Card(board, parse_square("f4"), (parse_square("d3"),), 6, False, "", source)


def test_only_who_neither_came_nor_played_is_forgotten(games: Games, clock: Clock) -> None:
    database = games.database
    first = start(games, ANN)
    start(games, ANN)
    second = start(games, BOB)
    start(games, CEM)
    start(games, EVERYBODY)
    for visitor in (ANN, BOB, ""):
        PracticeCards(database, visitor).add([card("mine")])
    clock.now += 30 * DAY
    move(games, BOB, second)
    games.note_visit(CEM)
    before = clock.now - 20 * DAY
    expected = Forgotten(visitors=1, games=2, cards=1)
    assert would_forget(database, before) == expected
    told: list[Forgotten] = []
    assert sweep(database, before, told.append) == expected
    assert told == [expected]
    assert would_forget(database, before) == Forgotten()
    assert games.current(ANN) is None
    assert games.current(BOB) == second
    assert games.current(CEM) is not None
    assert games.current(EVERYBODY) is not None
    assert [PracticeCards(database, who).count() for who in (ANN, BOB, "")] == [0, 1, 1]
    with database.reading() as session:
        events = session.execute(
            text("SELECT count(*) FROM events WHERE game = :game"), {"game": first}
        )
        assert events.scalar() == 0


def test_a_sweep_that_is_no_longer_wanted_stops_between_visitors(
    games: Games, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.storage.upkeep.VISITORS_AT_ONCE", 1)
    for visitor in (ANN, BOB, CEM):
        start(games, visitor)
    clock.now += DAY
    wanted = iter([True, True, False])
    done = sweep(games.database, clock.now, wanted=lambda: next(wanted))
    assert done == Forgotten(visitors=2, games=2)
    assert games.current(CEM) is not None


def test_who_is_forgotten_may_begin_anew(games: Games, clock: Clock) -> None:
    start(games, ANN)
    clock.now += DAY
    sweep(games.database, clock.now)
    assert games.current(ANN) is None
    games.note_visit(ANN)
    start(games, ANN)
    assert games.current(ANN) is not None


def test_every_table_has_a_size(games: Games) -> None:
    start(games, ANN)
    found = {table.name: table for table in sizes(games.database)}
    assert set(found) == set(Base.metadata.tables)
    assert (found["games"].rows, found["events"].rows) == (1, 1)
    assert all(table.bytes for table in found.values())


def test_shrinking_keeps_everything(games: Games) -> None:
    game = start(games, ANN)
    shrink(games.database)
    assert games.current(ANN) == game


def test_a_sound_database_has_no_problems(games: Games) -> None:
    move(games, ANN, start(games, ANN))
    games.save(ANN, start(games, ANN), "saved")
    seen: list[int] = []
    assert list(problems(games.database, seen.append)) == []
    assert seen == [1, 2, 3]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE games SET document = '{}'", "cannot be read"),
        ("UPDATE games SET board = 'other'", "its row has other"),
        ("UPDATE games SET version = 5", "1 of 5 events"),
    ],
)
def test_damage_is_told(games: Games, damage: str, told: str) -> None:
    game = start(games, ANN)
    with games.database.writing() as session:
        session.execute(text(damage))
    (sentence,) = problems(games.database, lambda number: None)
    assert sentence.startswith(f"Game {game} ")
    assert told in sentence


def test_rows_that_belong_to_nobody_are_told(tmp_path: Path) -> None:
    database = Database(file_url(tmp_path / "games.sqlite3"))
    database.migrate()
    start(Games(database), ANN)
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("DELETE FROM visitors")
    told = list(problems(database, lambda number: None))
    database.close()
    assert told == ["games has 1 rows whose row in visitors is missing."]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_databases_and_folders_are_their_owners_alone(tmp_path: Path) -> None:
    private_folder(tmp_path / "new" / "data")
    assert mode(tmp_path / "new") == mode(tmp_path / "new" / "data") == 0o700
    file = tmp_path / "games.sqlite3"
    database = Database(file_url(file))
    database.migrate()
    with database.reading() as session:
        session.execute(select(func.count()))
        beside = [file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))]
        assert [mode(path) for path in beside] == [0o600] * 3
    database.close()


def test_what_others_could_read_is_taken_from_them(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.touch(0o644)
    saves = tmp_path / "saves"
    saves.mkdir(0o755)
    database = Database(file_url(file))
    database.migrate()
    database.close()
    Saves(saves).save("mine", Game())
    assert (mode(file), mode(saves), mode(saves / "mine.json")) == (0o600, 0o700, 0o600)


def test_a_folder_that_somebody_shares_stays_shared(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o755)
    private_folder(tmp_path / "shared")
    assert mode(tmp_path / "shared") == 0o755
