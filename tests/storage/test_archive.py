"""The archive: games in, and out by every question."""

import tarfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from game_strategies import games
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared_data import shared_data
from sqlalchemy import func, select

from outflank.board import Board, Symmetry, parse_square
from outflank.formats import GameRecord, read_file, read_transcript, record_of
from outflank.formats.record import played
from outflank.game import Game
from outflank.storage.archive.archive import (
    AlreadyImported,
    Archive,
    Found,
    NotInArchive,
    Query,
    open_archive,
)
from outflank.storage.archive.archive_tables import games as games_table
from outflank.storage.database import Database


def moves(text: str) -> bytes:
    return bytes(parse_square(text[at : at + 2]) for at in range(0, len(text), 2))


GAMES = [
    GameRecord(moves("f5d6c3d3c4"), None, "Ann", "Bo", "Paris Open", "1985", 12),
    GameRecord(
        moves("e6f4c3c4d3"), None, "Bo", "Ann", "Paris Open", "1986", -4
    ),  # the same, mirrored
    GameRecord(moves("f5f6e6f4e3"), None, "Cy", "Ann", "Meijin", "1990-05-01", 0),
    GameRecord(moves("f5d6c4"), None, "Ann%", "Dora", "", "", None),
]


@pytest.fixture
def archive(database: Database) -> Archive:
    made = Archive(database)
    made.import_games(GAMES, name="games.ggf", digest="1")
    return made


def found(archive: Archive, **conditions: object) -> Found:
    return archive.search(Query(**conditions))  # type: ignore[arg-type]


def test_games_are_found_by_player_tournament_year_and_opening(archive: Archive) -> None:
    assert found(archive).total == 4
    assert found(archive, player="ann").total == 4
    assert found(archive, black="ann").total == 2
    assert found(archive, player="ann", event="paris").total == 2
    assert found(archive, years=(1986, 1990)).total == 2
    assert found(archive, opening="tiger").total == 2
    [cow] = found(archive, opening="Cow").games
    assert (cow.black, cow.white, cow.year, cow.score) == ("Cy", "Ann", 1990, 0)
    assert found(archive, player="%").total == 1  # a percent sign is itself


def test_a_position_is_found_under_all_symmetries_with_what_was_played_next(
    archive: Archive,
) -> None:
    board = read_transcript("f5d6c3").board
    for symmetry in Symmetry:
        result = found(archive, board=board.transformed(symmetry))
        assert result.total == 2
        [move] = result.next_moves
        assert move.squares == (symmetry.square(parse_square("d3")),)
        # White moved: Black's +12 is a loss, Black's -4 a win.
        assert (move.games, move.won, move.drawn, move.lost, move.average) == (2, 1, 0, 1, -4.0)


def test_equal_moves_of_a_symmetric_position_are_counted_together(archive: Archive) -> None:
    [move] = found(archive, board=Board()).next_moves
    assert [parse_square(name) for name in ("d3", "c4", "f5", "e6")] == sorted(move.squares)
    assert (move.games, move.won + move.drawn + move.lost) == (4, 3)


def test_position_and_names_are_combined_and_ends_are_counted(archive: Archive) -> None:
    board = read_transcript("f5d6").board
    assert found(archive, board=board).total == 3
    result = found(archive, board=board, event="paris", black="bo")
    assert (result.total, result.games[0].black) == (1, "Bo")
    assert found(archive, board=read_transcript("f5d6c4").board).ended == 1
    assert found(archive, board=read_transcript("f5d6c5").board).total == 0


def test_a_game_comes_back_equal(archive: Archive) -> None:
    assert [archive.game(number) for number in range(1, 5)] == GAMES
    with pytest.raises(NotInArchive, match="no game 5"):
        archive.game(5)


def test_the_same_file_is_not_imported_twice_and_a_failure_leaves_nothing(archive: Archive) -> None:
    with pytest.raises(AlreadyImported, match=r"as games\.ggf"):
        archive.import_games(GAMES, name="again.ggf", digest="1")

    def broken() -> "list[GameRecord]":
        raise ValueError("damaged")

    with pytest.raises(ValueError, match="damaged"):
        archive.import_games((game for game in broken()), name="x", digest="2")
    assert (found(archive).total, len(archive.list_sources())) == (4, 1)


def test_what_is_imported_or_removed_later_counts_in_a_search_by_position(archive: Archive) -> None:
    board = read_transcript("f5d6").board
    assert found(archive, board=board).total == 3
    archive.import_games(GAMES[:1], name="more", digest="2")
    assert found(archive, board=board).total == 4
    assert found(archive, board=board, player="ann").total == 4
    archive.remove(1)
    assert found(archive, board=board).total == 1
    assert [game.id for game in found(archive, board=board).games] == [5]
    with pytest.raises(NotInArchive):
        archive.remove(1)


def test_games_without_a_year_come_last(archive: Archive) -> None:
    assert [game.year for game in found(archive).games] == [1990, 1986, 1985, None]


def test_several_may_import_at_once(database: Database) -> None:
    problems: list[BaseException] = []

    def add(digest: str) -> None:
        try:
            Archive(database).import_games(GAMES, name=digest, digest=digest)
        except BaseException as problem:
            problems.append(problem)
            raise

    threads = [threading.Thread(target=add, args=(str(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    archive = Archive(database)
    assert found(archive).total == 4 * len(GAMES)
    assert found(archive, board=Board()).total == 4 * len(GAMES)


def test_a_search_sees_the_archive_as_it_was_when_it_began(archive: Archive) -> None:
    with archive.database.snapshot() as connection:
        before = connection.execute(select(func.count()).select_from(games_table)).scalar()
        archive.import_games(GAMES, name="more", digest="2")
        after = connection.execute(select(func.count()).select_from(games_table)).scalar()
    assert before == after == len(GAMES)
    assert found(archive).total == 2 * len(GAMES)


def test_a_name_with_a_zero_byte_is_kept_without_it(archive: Archive) -> None:
    odd = replace(GAMES[0], black="A\0n", event="\0", date="1985\0")
    archive.import_games([odd], name="odd", digest="2")
    kept = archive.game(5)
    assert (kept.black, kept.event, kept.date) == ("An", "", "1985")


def test_games_with_another_start_are_left_out(archive: Archive) -> None:
    other = GameRecord(b"", start=Board(6))
    done = archive.import_games([other, GAMES[0]], name="x", digest="2")
    assert (done.games, done.left_out) == (1, 1)


@given(st.lists(games((8,)), min_size=1, max_size=6), st.data())
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_search_by_position_agrees_with_walking_through_the_games(
    database: Database, some: list[Game], data: st.DataObject
) -> None:
    archive = Archive(database)
    for number, _, _ in archive.list_sources():
        archive.remove(number)  # of the example before
    records = [record_of(game) for game in some]
    archive.import_games(records, name="x", digest="x")
    game = data.draw(st.sampled_from(some))
    game.go_to(data.draw(st.integers(0, game.ply)))
    symmetry = data.draw(st.sampled_from(Symmetry))
    board = game.board
    result = found(archive, board=board.transformed(symmetry))
    expected = [
        record
        for record in records
        if any(
            played(None, record.moves[:count]).canonical() == board.canonical()
            for count in range(len(record.moves) + 1)
        )
    ]
    assert result.total == len(expected)
    assert sum(move.games for move in result.next_moves) + result.ended == len(expected)
    assert all(
        square in board.transformed(symmetry).legal_moves
        for move in result.next_moves
        for square in move.squares
    )


@pytest.mark.data
def test_a_year_of_the_wthor_archive_is_imported_and_searched(tmp_path: Path) -> None:
    with tarfile.open(shared_data("games/wthor-1977-2025.tar.xz")) as files:
        for member in ("WTH_1985.wtb", "WTH.JOU", "WTH.TRN"):
            content = files.extractfile(f"wthor/{member}")
            assert content is not None
            (tmp_path / member).write_bytes(content.read())
    records = list(read_file(tmp_path / "WTH_1985.wtb"))
    archive = open_archive(f"sqlite:///{tmp_path / 'archive.sqlite3'}")
    assert archive.import_games(records, name="x", digest="x").games == len(records) == 954
    result = found(archive, board=read_transcript("f5d6").board)
    perpendicular = [
        record
        for record in records
        if played(None, record.moves[:2]).canonical() == _canonical("f5d6")
    ]
    assert result.total == len(perpendicular)
    scores = [record.score or 0 for record in perpendicular if len(record.moves) > 2]
    assert sum(move.won for move in result.next_moves) == sum(score > 0 for score in scores)
    assert archive.game(17) == records[16]
    archive.close()


def _canonical(transcript: str) -> Board:
    return read_transcript(transcript).board.canonical()
