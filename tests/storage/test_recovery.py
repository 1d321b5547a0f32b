"""Taking games along: the right code brings them, once; nothing else does."""

import pytest

from outflank.board import Color
from outflank.game import Game
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.database import Database
from outflank.storage.games.games import Games, NoSuchGame
from outflank.storage.games.recovery_codes import (
    LENGTH,
    SIGNS,
    NoSuchCode,
    NothingToTake,
    Recovery,
)
from outflank.storage.models import RecoveryRow

ANN, BOB, CEM = "a" * 32, "b" * 32, "c" * 32
SEATS = {Color.BLACK: Seat(), Color.WHITE: Seat("greedy")}


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)


@pytest.fixture
def recovery(database: Database) -> Recovery:
    return Recovery(database)


def start(games: Games, visitor: str, save: str = "") -> str:
    game = games.create(visitor, GameSession(Game(), SEATS)).id
    if save:
        games.save(visitor, game, save)
    return game


def test_the_games_of_both_are_together(games: Games, recovery: Recovery) -> None:
    here = start(games, ANN, "lunch")
    there = start(games, BOB, "lunch")
    start(games, CEM, "lunch")
    assert recovery.use(recovery.make(ANN), BOB) == ANN
    assert games.get(ANN, there).id == there
    assert games.current(ANN) == here
    names = sorted(entry.name for entry in games.shelf(ANN) if entry.name)
    assert names == ["lunch", "lunch (2)"]
    assert games.shelf(BOB) == []
    assert len(games.shelf(CEM)) == 1
    with pytest.raises(NoSuchGame):
        games.get(BOB, there)


def test_a_code_works_once_and_a_newer_one_replaces_it(games: Games, recovery: Recovery) -> None:
    start(games, ANN)
    old, new = recovery.make(ANN), recovery.make(ANN)
    with pytest.raises(NoSuchCode, match="already used or replaced"):
        recovery.use(old, BOB)
    assert recovery.use(new, BOB) == ANN
    with pytest.raises(NoSuchCode):
        recovery.use(new, CEM)
    assert recovery.use(recovery.make(ANN), ANN) == ANN  # to oneself nothing happens


def test_it_is_long_and_only_its_digest_is_kept(games: Games, recovery: Recovery) -> None:
    start(games, ANN)
    code = recovery.make(ANN)
    plain = code.replace("-", "")
    assert len(plain) == LENGTH
    assert set(plain) <= set(SIGNS)
    assert len(SIGNS) ** LENGTH == 2**100
    with games.database.reading() as session:
        (row,) = session.query(RecoveryRow)
        assert plain not in str(vars(row))
        assert code not in str(vars(row))
    assert recovery.make(ANN) != code


def test_it_may_be_written_as_people_write(games: Games, recovery: Recovery) -> None:
    start(games, ANN)
    code = recovery.make(ANN)
    written = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert recovery.use(written, BOB) == ANN


def test_who_has_nothing_gets_no_code(recovery: Recovery) -> None:
    with pytest.raises(NothingToTake, match="no games"):
        recovery.make(ANN)


def test_a_name_as_long_as_names_are_gets_its_number(games: Games, recovery: Recovery) -> None:
    start(games, ANN, "x" * 60)
    start(games, BOB, "x" * 60)
    recovery.use(recovery.make(ANN), BOB)
    names = sorted(str(entry.name) for entry in games.shelf(ANN) if entry.name)
    assert names == ["x" * 56 + " (2)", "x" * 60]
