"""The application without a server: the same answers, and plain Python in the place of the core."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import any_discs, boards
from recorded_events import events

from outflank import _native
from outflank.board import Board
from outflank.openings.names import openings
from outflank.web.offline import native
from outflank.web.offline.application import OfflineApplication

SCORES = st.lists(
    st.tuples(st.integers(0, 63), st.integers(-64, 64)), min_size=1, unique_by=lambda one: one[0]
)


@given(boards(st.just(8)) | any_discs(st.just(8)))
def test_the_rules_are_those_of_the_core(board: Board) -> None:
    position = board.mover_bits, board.opponent_bits
    assert native.legal_moves(*position) == _native.legal_moves(*position)
    for square in board.empties:
        assert native.flips(square, *position) == _native.flips(square, *position)
    assert native.canonical(*position) == _native.canonical(*position)


@given(SCORES, st.floats(0.5, 64), st.floats(0, 1, exclude_max=True), st.integers(-64, 64))
def test_moves_are_chosen_as_in_the_core(
    scores: list[tuple[int, int]], largest: float, roll: float, lead: int
) -> None:
    # The core may fuse a multiplication with an addition, which rounds once less.
    chances = dict(_native.mistake_chances(scores, largest))
    assert dict(native.mistake_chances(scores, largest)) == pytest.approx(chances)
    assert native.drawn_mistake(scores, largest, roll) in chances
    assert native.closest_move(scores, lead) == _native.closest_move(scores, lead)


@given(st.lists(st.tuples(st.integers(0, 3), st.none() | st.integers(0, 20), st.floats(0, 9))))
def test_a_search_settles_as_in_the_core(steps: list[tuple[int, int | None, float]]) -> None:
    one, other = native.Settling(8.0, 5), _native.Settling(8.0, 5)
    for step in steps:
        assert one(*step) == other(*step)


def random_games(count: int) -> bytes:
    dice, squares = Random(7), bytearray()
    for _ in range(count):
        board, made = Board(), bytearray()
        while board.legal_moves and len(made) < dice.randrange(5, 61):
            made.append(dice.choice(list(board.legal_moves)))
            board = board.play(made[-1]).after_forced_pass
        if dice.random() < 0.1:
            made[-1:] = b"\x00"
        squares += bytes(made[:60]).ljust(60, b"\xff")
    return bytes(squares)


def test_games_are_read_and_found_as_in_the_core() -> None:
    games = random_games(120)
    assert native.replay_games(games) == _native.replay_games(games)
    records = b"".join(
        b"12345678" + bytes(Random(3).randrange(100) for _ in range(60)) for _ in "ab"
    )
    assert native.read_wthor_games(records) == _native.read_wthor_games(records)
    tables: list[Any] = [native.GameTable(), _native.GameTable()]
    names: list[Any] = [native.OpeningTable(), _native.OpeningTable()]
    for table in tables:
        table.append(games, bytes(at % 128 for at in range(120)))
    for one in names:
        for number, opening in enumerate(openings().table):
            one.add(opening.board.mover_bits, opening.board.opponent_bits, number)
    assert names[0].find(games, 20) == names[1].find(games, 20)
    board = Board()
    for square in (37, 43, 18, 19, 26, 29):
        asked = board.mover_bits, board.opponent_bits, board.turn.value == "white"
        assert tables[0].find(*asked) == tables[1].find(*asked)
        board = board.play(square).after_forced_pass


def test_perft_counts_as_the_core_does() -> None:
    board = Board()
    assert native.perft(board.mover_bits, board.opponent_bits, 5) == 1396


@pytest.fixture
def offline(tmp_path: Path) -> OfflineApplication:
    return OfflineApplication(tmp_path / "offline")


def test_it_answers_as_the_server_does(ann: Any, offline: OfflineApplication) -> None:
    def server(method: str, path: str, body: Any) -> tuple[int, bytes]:
        found = ann.raw(method, path, **({} if body is None else {"json": body}))
        return found.status_code, found.get_data()

    def page(method: str, path: str, body: Any) -> tuple[int, bytes]:
        sent = b"" if body is None else json.dumps(body).encode()
        status, _headers, content = offline.handle(method, path, {}, sent)
        return status, content

    assert events(page, 12) == events(server, 12)


def test_a_game_that_began_before_python_keeps_its_id(offline: OfflineApplication) -> None:
    mine = "ab" * 16
    offline.begin(mine)
    offline.begin(mine)  # a repeated request
    status, _headers, content = offline.handle("GET", f"/api/games/{mine}", {}, b"")
    assert (status, json.loads(content)["id"]) == (200, mine)
    other = json.loads(offline.handle("POST", "/api/games", {}, b"{}")[2])
    assert other["id"] != mine


def test_a_search_without_an_engine_waits_for_it() -> None:
    engine = native.SearchEngine(1, 1, native.Techniques(), native.Weights(b""))
    with pytest.raises(native.EngineNotLoaded):
        engine.analyse(0, 0, 0, native.SearchLimit(), 1, native.Stop())
