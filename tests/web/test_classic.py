"""The classic routes: what pages and scripts of the course projects rely on."""

from typing import Any

import pytest

KEYS = {"status", "message", "board", "player"}


def names(answer: dict[str, Any]) -> list[tuple[int, int, str]]:
    return [
        (x, y, disc)
        for y, row in enumerate(answer["board"], 1)
        for x, disc in enumerate(row, 1)
        if disc is not None
    ]


def test_a_move_plays_black_and_answers_for_white(ann: Any) -> None:
    answer = ann.get("/move?x=4&y=3")
    assert set(answer) == KEYS
    assert (answer["status"], answer["player"]) == ("success", "Dark")
    assert (4, 3, "Dark") in names(answer) or (4, 3, "Light") in names(answer)
    assert len(names(answer)) == 6
    assert {disc for *_, disc in names(answer)} == {"Dark", "Light"}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "x is missing; a move is /move?x=4&y=3."),
        ("x=4", "y is missing; a move is /move?x=4&y=3."),
        ("x=four&y=3", "x must be a whole number from 1 to 8; got 'four'."),
        ("x=0&y=3", "x must be a whole number from 1 to 8; got '0'."),
        ("x=4&y=9", "y must be a whole number from 1 to 8; got '9'."),
        ("x=4&y=-3", "y must be a whole number from 1 to 8; got '-3'."),
        ("x=²&y=3", "x must be a whole number from 1 to 8; got '²'."),
        ("x=1&y=1", "Black cannot play a1: it would turn no white disc; "),
    ],
)
def test_a_move_that_cannot_be_is_failed_with_a_sentence(
    ann: Any, query: str, sentence: str
) -> None:
    answer = ann.get(f"/move?{query}")
    assert answer["status"] == "fail"
    assert answer["message"].startswith(sentence)
    assert len(names(answer)) == 4


def test_saving_and_loading_by_a_plain_name(ann: Any) -> None:
    before = ann.get("/move?x=4&y=3")["board"]
    saved = ann.raw("POST", "/save", data="my game", content_type="text/plain").get_json()
    assert saved["status"] == "success"
    ann.raw("POST", "/restart")
    loaded = ann.raw("POST", "/load", data="my game", content_type="text/plain").get_json()
    assert (loaded["status"], loaded["board"]) == ("success", before)
    assert ann.get("/move?x=1&y=1")["board"] == before


@pytest.mark.parametrize("name", ["", "   ", "unknown", "../../etc/passwd", "x" * 100, "a\nb"])
def test_a_name_that_is_not_saved_cannot_be_loaded(ann: Any, name: str) -> None:
    answer = ann.raw("POST", "/load", data=name, content_type="text/plain").get_json()
    assert answer["status"] == "fail"
    assert answer["message"].endswith(".")


@pytest.mark.parametrize("name", ["", " \t ", "x" * 61, "a\0b"])
def test_a_name_nobody_can_have_is_not_saved(ann: Any, name: str) -> None:
    answer = ann.raw("POST", "/save", data=name, content_type="text/plain").get_json()
    assert answer["status"] == "fail"
    assert answer["message"].startswith("A name is 1 to 60 printable characters")


def test_a_name_like_a_path_is_only_a_name(ann: Any) -> None:
    saved = ann.raw("POST", "/save", data="../../etc/x", content_type="text/plain").get_json()
    assert saved["status"] == "success"
    loaded = ann.raw("POST", "/load", data="../../etc/x", content_type="text/plain").get_json()
    assert loaded["status"] == "success"


def test_another_visitor_does_not_have_the_save(ann: Any, bob: Any) -> None:
    ann.raw("POST", "/save", data="mine", content_type="text/plain")
    answer = bob.raw("POST", "/load", data="mine", content_type="text/plain").get_json()
    assert answer["message"] == "Nothing is saved as 'mine'; saved: nothing yet."


def test_restarting_begins_anew_with_the_same_board(ann: Any) -> None:
    ann.new(size=6)
    ann.get("/move?x=3&y=2")
    answer = ann.raw("POST", "/restart").get_json()
    assert answer["status"] == "success"
    assert len(answer["board"]) == 6
    assert len(names(answer)) == 4


@pytest.mark.parametrize("number", ["000399", "00019999999", "0", "9", "-1", "1.5", "٣"])
def test_a_coordinate_that_is_none_gets_a_sentence(ann: Any, number: str) -> None:
    answer = ann.get(f"/move?x={number}&y=3")
    assert answer["status"] == "fail"
    assert "x must be a whole number from 1 to 8" in answer["message"]


def test_a_finished_game_says_so_and_stays(ann: Any) -> None:
    game = ann.new(size=4)
    ann.act(game, "resign")
    answer = ann.get("/move?x=1&y=1")
    assert answer["status"] == "success"
    assert "already over" in answer["message"]
    assert answer["finished"] == "White wins 16–0 (Black resigned)"
    ann.raw("POST", "/save", data="over", content_type="text/plain")
    loaded = ann.raw("POST", "/load", data="over", content_type="text/plain").get_json()
    assert loaded["finished"] == answer["finished"]


def test_a_game_is_played_to_its_end(ann: Any) -> None:
    ann.new(size=4, black="human", white="greedy")
    for _ in range(16):
        legal = ann.get(f"/api/games/{ann.get('/api/games/current')['id']}/legal")["moves"]
        square = min(legal)
        answer = ann.get(f"/move?x={'abcd'.index(square[0]) + 1}&y={square[1]}")
        assert answer["status"] == "success"
        if "finished" in answer:
            break
    assert "finished" in answer
