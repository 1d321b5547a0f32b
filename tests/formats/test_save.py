"""The JSON save: equal when it comes back, refused with a sentence when it is damaged."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import any_discs, games

from outflank.board import Board, Color
from outflank.formats import InvalidSave, load_game, read_transcript, save_game
from outflank.game import Game, TimeControl


@given(games(), st.data())
def test_a_game_comes_back_equal_wherever_it_stands(game: Game, data: st.DataObject) -> None:
    if not game.is_over and data.draw(st.booleans()):
        game.resign(data.draw(st.sampled_from(Color)))
        if data.draw(st.booleans()):
            game.undo()
    if data.draw(st.booleans()):
        game.go_to(data.draw(st.integers(0, game.ply)))
    game.info["event"] = data.draw(st.text())
    assert load_game(save_game(game)) == game


@given(any_discs())
def test_a_set_up_comes_back_equal(board: Board) -> None:
    assert load_game(save_game(Game(board))) == Game(board)


def test_clocks_times_and_a_loss_on_time_come_back() -> None:
    game = Game(clock=TimeControl(60, 1.5))
    game.play("f5", seconds=3.25)
    game.play("d6", seconds=100)
    loaded = load_game(save_game(game).encode())
    assert loaded == game
    assert loaded.remaining(Color.BLACK) == 58.25
    assert loaded.outcome == game.outcome


def damaged(**changes: Any) -> str:
    game = Game(clock=TimeControl(60))
    game.play("f5", seconds=1)
    game.play("d6", seconds=1)
    document = json.loads(save_game(game)) | changes
    return json.dumps({key: value for key, value in document.items() if value is not ...})


def without(key: str) -> str:
    document = json.loads(damaged())
    del document[key]
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "JSON. Line 1, column 1"),
        ('{"format":', "JSON. Line 1, column 11"),
        ("[]", r"the saved game must be a JSON object, not \[\]"),
        (b"\xff\xfe\xff", "in UTF-8, but byte"),
        ('{"a": NaN}', "number NaN"),
        ("9" * 5000, "must be JSON"),
        ("[" * 100_000, "nested too deeply"),
        (damaged(format="chess"), '"format" must be "outflank-game"'),
        (damaged(version=2), "of version 1 to 1, not version 2"),
        (damaged(version=0), "not version 0"),
        (damaged(seconds=[1, 99]), '"moves", entry 2: 99 seconds'),
        (damaged(version=True), '"version" must be a number'),
        (damaged(start="XO"), '"start": A position has one character per square'),
        (damaged(start=7), '"start" must be a position, not 7'),
        (damaged(moves="f5"), '"moves" must be a list of squares, not "f5"'),
        (damaged(moves=["f5", "a1"]), '"moves", entry 2: White cannot play a1'),
        (damaged(moves=["f5", "pass"]), '"moves", entry 2: White .* cannot pass'),
        (damaged(moves=["f5", 3]), '"moves", entry 2 must be a square or pass, not 3'),
        (damaged(seconds=[1]), '"seconds" must have 2 numbers, one per move, not 1'),
        (damaged(seconds=[1, "x"]), '"seconds", entry 2 must be a number from 0'),
        (damaged(seconds=[1, 1e400]), "number Infinity"),
        (damaged(seconds=[1, -1]), '"seconds", entry 2 must be a number from 0'),
        (damaged(seconds=[1, 10**300]), '"seconds", entry 2 must be a number from 0'),
        (damaged(clock={"seconds": 0, "increment": 0}), '"clock": A clock needs more than 0'),
        (damaged(clock=[]), r'"clock" must be a JSON object, not \[\]'),
        (damaged(clock={"seconds": 9}), '"increment" is missing in "clock"'),
        (damaged(ply=3), '"ply": this game has plies 0 to 2; got 3'),
        (damaged(ply=1.5), '"ply" must be a number, not 1.5'),
        (damaged(ending={"loser": "red", "reason": "time"}), '"ending" must have a "loser"'),
        (damaged(ending={"loser": "black", "reason": "no moves"}), '"ending" is only allowed'),
        (damaged(info={"black": 1}), '"info", "black" must be text, not 1'),
        (without("start"), '"start" is missing'),
        (without("ply"), '"ply" is missing'),
    ],
)
def test_a_damaged_save_is_refused_with_the_place(text: str | bytes, sentence: str) -> None:
    with pytest.raises(InvalidSave, match=sentence):
        load_game(text)


def test_moves_and_passes_that_do_not_fit_the_rules_are_refused() -> None:
    game = read_transcript("a2a3b4c1a4", Board(4))
    document = json.loads(save_game(game))
    assert document["moves"][-1] == "pass"
    wrong = document | {"moves": [*document["moves"][:-1], "d3"]}
    with pytest.raises(InvalidSave, match="entry 6 must be pass"):
        load_game(json.dumps(wrong))
    short = document | {"moves": document["moves"][:-1]}
    with pytest.raises(InvalidSave, match="must end with the forced pass"):
        load_game(json.dumps(short))
    between = document | {"ply": 5}
    with pytest.raises(InvalidSave, match='"ply" must be 6 after a forced pass'):
        load_game(json.dumps(between))


def test_moves_after_the_end_are_refused() -> None:
    document = json.loads(save_game(read_transcript("f5d6c5f4e3f6g5e6e7")))
    document["moves"].append("a1")
    with pytest.raises(InvalidSave, match="game is over before"):
        load_game(json.dumps(document))


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(list(json.loads(damaged()))), json_values))
def test_any_document_is_a_game_or_a_sentence(changes: dict[str, Any]) -> None:
    try:
        load_game(damaged(**changes))
    except InvalidSave as error:
        assert str(error)


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(InvalidSave):
        load_game(data)
