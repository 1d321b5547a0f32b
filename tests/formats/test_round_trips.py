"""Whatever is written comes back equal, for games that hypothesis makes up."""

import io
from pathlib import Path

import pytest
from game_strategies import boards, games, games_from_anywhere, studied_games
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from outflank.board import Board, Color
from outflank.formats import (
    GameFile,
    GameRecord,
    ObfPosition,
    load_game,
    pack_game,
    read_anything,
    read_file,
    read_ggf_game,
    read_obf,
    record_of,
    save_game,
    unpack_game,
    write_ggf,
    write_obf,
)
from outflank.formats.lines import read_line, write_line
from outflank.formats.native import ILLEGAL, OVER, packed, replay_games
from outflank.formats.record import played
from outflank.formats.sgf import read_sgf, write_sgf
from outflank.game import Game, Reason

names = st.text(st.characters(codec="latin-1", categories=["L", "N", "Zs"]), max_size=19).map(
    str.strip
)
numbers = st.none() | st.floats(-64, 64).map(lambda value: round(value, 2))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """A game with all that GGF can say about it."""
    record = record_of(draw(games() | games_from_anywhere()))
    record.black, record.white, record.event = draw(names), draw(names), draw(names)
    record.date = draw(st.sampled_from(["", "1987", "2004.09.18_05:54:38.MDT"]))
    if record.score is None:
        record.score = draw(st.none() | st.integers(-64, 64))
        record.reason = draw(st.sampled_from([None, Reason.TIME, Reason.RESIGNATION]))
        record.reason = record.reason if record.score else None
    record.theoretical = draw(st.none() | st.integers(-64, 64))
    count = len(record.moves)
    for field in ("seconds", "evals"):
        values = draw(st.lists(numbers, min_size=count, max_size=count))
        known = any(value is not None for value in values)
        setattr(record, field, [abs(v) if v and field == "seconds" else v for v in values])
        if not known:
            setattr(record, field, None)
    record.extra = draw(st.dictionaries(st.sampled_from(["RB", "RW", "TI"]), names, max_size=3))
    record.extra = {key: value for key, value in record.extra.items() if value}
    return record


@given(records())
@settings(max_examples=80, deadline=None)
def test_a_record_comes_back_from_ggf(record: GameRecord) -> None:
    assert read_ggf_game(write_ggf(record)) == record


@given(studied_games())
@settings(max_examples=80, deadline=None)
def test_a_game_comes_back_from_sgf_and_json_with_its_variations(game: Game) -> None:
    game.info = {"black": "A]nn", "white": "B\\", "event": "Cup", "PC": "Oslo"}
    [record] = read_sgf(io.StringIO(write_sgf(record_of(game))))
    assert record.game() == game
    assert load_game(save_game(game)) == game


@given(games() | games_from_anywhere())
@settings(max_examples=80, deadline=None)
def test_a_game_comes_back_from_a_line(game: Game) -> None:
    record = record_of(game)
    again = read_line(write_line(record))
    assert (again.moves, again.start, again.score) == (record.moves, record.start, record.score)


@given(games() | games_from_anywhere(), st.data())
@settings(max_examples=80, deadline=None)
def test_a_game_comes_back_from_a_link_at_any_ply(game: Game, data: st.DataObject) -> None:
    game.go_to(data.draw(st.integers(0, game.ply)))
    again = unpack_game(f"https://othello.example/play?x=1#game={pack_game(game)}&y=2")
    assert (again.board, again.ply, again.start) == (game.board, game.ply, game.start)
    assert [ply.name for ply in again.future] == [ply.name for ply in game.future]


@given(boards(), st.data())
@settings(max_examples=80, deadline=None)
def test_a_position_comes_back_from_obf_best_moves_first(board: Board, data: st.DataObject) -> None:
    limit = board.size**2
    values = {move: data.draw(st.integers(-limit, limit)) for move in board.legal_moves}
    position = ObfPosition(board, values, max(values.values(), default=data.draw(numbers_or_none)))
    [again] = read_obf(io.StringIO("% a comment\n\n" + write_obf(position) + "\n"))
    assert again == position
    assert list(again.values.values()) == sorted(values.values(), reverse=True)


numbers_or_none = st.none() | st.integers(-16, 16)


@given(games((8,)))
@settings(max_examples=80, deadline=None)
def test_a_pasted_game_is_recognised_in_every_format(game: Game) -> None:
    record = record_of(game)
    moves = record.transcript
    pairs = [moves[at : at + 4] for at in range(0, len(moves), 4)]
    listed = " ".join(f"{n}. {pair[:2]} {pair[2:].upper()}" for n, pair in enumerate(pairs, 1))
    texts: dict[str, str] = {"GGF": write_ggf(record), "JSON": save_game(game)}
    if moves:
        texts["move list"] = listed
        texts["transcript"] = " ".join(moves[at : at + 2] for at in range(0, len(moves), 2))
        texts["link"] = pack_game(game)
        texts["SGF"] = write_sgf(record)
        texts["position and moves"] = f"{Board().to_text()} {moves}"
    for name, text in texts.items():
        pasted = read_anything(text)
        assert (pasted.format, pasted.game.transcript) == (name, moves)
    position = read_anything(game.board.to_text())
    assert (position.format, position.game.start) == ("position", game.board)
    diagram = read_anything(game.board.diagram())
    assert (diagram.format, diagram.game.start) == ("diagram", game.board)


@given(st.lists(games((8,)), max_size=4))
@settings(max_examples=40, deadline=None)
def test_native_replay_agrees_with_the_rules_in_python(some: list[Game]) -> None:
    results = replay_games(b"".join(packed(record_of(game).moves) for game in some))
    for at, game in enumerate(some):
        moves = record_of(game).moves
        board = played(None, moves)
        score = int.from_bytes(results[3 * at + 2 : 3 * at + 3], signed=True)
        assert results[3 * at] == len(moves)
        assert (results[3 * at + 1] == OVER) == board.is_over
        assert score == (board.score if board.turn is Color.BLACK else -board.score)


@given(games((8,), 50), st.integers(0, 255))
@settings(max_examples=100, deadline=None)
def test_native_replay_stops_where_a_move_is_illegal(game: Game, square: int) -> None:
    moves = record_of(game).moves[:59]
    board = played(None, moves)
    legal = square < 64 and bool(board.flips(square))
    results = replay_games(packed(moves + bytes([square])))
    if square == 255 or legal:
        assert results[1] != ILLEGAL
    else:
        assert (results[0], results[1]) == (len(moves), ILLEGAL)


@pytest.mark.parametrize("ending", ["wtb", "ggf", "txt", "json"])
@given(some=st.lists(records(), min_size=1, max_size=4))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_files_keep_moves_and_names(ending: str, some: list[GameRecord], tmp_path: Path) -> None:
    if ending == "wtb":
        some = [_for_wthor(record) for record in some if record.start is None]
    path = tmp_path / f"games.{ending}"
    with GameFile(path) as file:
        file.write_all(some)
    again = list(read_file(path))
    assert [(game.moves, game.start) for game in again] == [(g.moves, g.start) for g in some]
    if ending != "txt":
        assert [_names(game) for game in again] == [_names(game) for game in some]


def _names(game: GameRecord) -> tuple[str, str, str]:
    return game.black, game.white, game.event


def _for_wthor(record: GameRecord) -> GameRecord:
    even = None if record.theoretical is None else record.theoretical // 2 * 2
    return GameRecord(
        record.moves,
        black=record.black or "?",
        white=record.white or "?",
        event=record.event or "?",
        date="1987",
        score=(record.score or 0) // 2 * 2,
        theoretical=even,
    )


@given(st.lists(games((8,)).filter(lambda game: game.ply > 0), min_size=1, max_size=4), st.data())
@settings(max_examples=25, deadline=None)
def test_pasted_lines_are_a_game_each_or_one_game_broken_into_lines(
    some: list[Game], data: st.DataObject
) -> None:
    lines = "\n".join(write_line(record_of(game)) + "  # a comment" for game in some)
    assert [game.transcript for game in read_anything(lines).games] == [
        game.transcript for game in some
    ]
    whole = some[0].transcript
    at = 2 * data.draw(st.integers(1, len(whole) // 2))
    assume(whole[at : at + 2] not in ("d3", "c4", "f5", "e6"))  # that may be a game by itself
    assert read_anything(f"{whole[:at]}\n{whole[at:]}").game.transcript == whole
