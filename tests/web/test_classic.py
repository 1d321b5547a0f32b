"""The classic routes: what pages and scripts of the course projects rely on."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from outflank.web.app import close_app, create_app
from outflank.web.http.server import serve
from outflank.web.settings import InvalidSettings, Settings

KEYS = {"status", "message", "board", "player"} | {
    "discs",
    "moves",
    "squares_left",
    "last",
    "flipped",
    "over",
}
RUN: dict[str, Any] = {"text": True, "capture_output": True, "check": True, "timeout": 120}


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
        ("", "x is missing."),
        ("x=4", "y is missing."),
        ("x=four&y=3", "x must be a whole number from 1 to 8, not 'four'."),
        ("x=0&y=3", "x must be a whole number from 1 to 8, not '0'."),
        ("x=4&y=9", "y must be a whole number from 1 to 8, not '9'."),
        ("x=4&y=-3", "y must be a whole number from 1 to 8, not '-3'."),
        ("x=²&y=3", "x must be a whole number from 1 to 8, not '²'."),
        ("x=1&y=1", "Black cannot play a1: "),
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
    assert "1 to 60 printable" in answer["message"] or "name is missing" in answer["message"]


def test_a_name_like_a_path_is_only_a_name(ann: Any) -> None:
    saved = ann.raw("POST", "/save", data="../../etc/x", content_type="text/plain").get_json()
    assert saved["status"] == "success"
    loaded = ann.raw("POST", "/load", data="../../etc/x", content_type="text/plain").get_json()
    assert loaded["status"] == "success"


def test_another_visitor_does_not_have_the_save(ann: Any, bob: Any) -> None:
    ann.raw("POST", "/save", data="mine", content_type="text/plain")
    answer = bob.raw("POST", "/load", data="mine", content_type="text/plain").get_json()
    assert answer["message"] == "There is no save named 'mine'."


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
    assert answer["finished"] == (
        "Black resigned. White wins (scored 16–0; on the board Black 2, White 2)"
    )
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


def test_a_move_tells_everything_that_happened(ann: Any) -> None:
    ann.new(black="human", white="first")
    answer = ann.get("/move?x=6&y=5")
    assert (
        answer["message"] == "You played f5 and flipped 1 disc. White played f4 and flipped 1 disc."
    )
    assert answer["last"] == ["f5", "f4"]
    assert (answer["discs"], answer["squares_left"]) == ({"Dark": 3, "Light": 3}, 58)
    assert {"x": 5, "y": 3} in answer["moves"]
    assert answer["over"] is False


def test_a_pass_and_the_result_are_told(ann: Any) -> None:
    ann.new(start="XO-- ---- ---- XO-- X", black="human", white="first")
    assert ann.get("/move?x=3&y=1")["message"] == (
        "You played c1 and flipped 1 disc. White has no legal move and passes. Black moves again."
    )
    answer = ann.get("/move?x=3&y=4")
    assert answer["message"] == (
        "You played c4 and flipped 1 disc. "
        "Black wins 6–0 (scored 16–0: the winner gets the 10 empty squares)."
    )
    assert answer["over"] is True
    assert answer["message"].endswith(f"{answer['finished']}.")


@pytest.mark.parametrize("route", ["/save", "/load"])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (b"\xff\xfe", "The name must be UTF-8 text."),
        (b"", "The name is missing."),
        (b" \n", "The name is missing."),
    ],
)
def test_a_name_that_is_none_is_refused(ann: Any, route: str, name: bytes, sentence: str) -> None:
    answer = ann.raw("POST", route, data=name, content_type="text/plain").get_json()
    assert answer["status"] == "fail"
    assert answer["message"].startswith(sentence)


def test_one_game_is_everybody_s(settings: Settings) -> None:
    app = create_app(replace(settings, one_game=True))
    try:
        app.test_client(use_cookies=False).get("/move?x=6&y=5")
        second = app.test_client(use_cookies=False).post("/save", data="ours").get_json()
        assert sum(second["discs"].values()) == 6
        assert app.test_client().post("/load", data="ours").get_json()["status"] == "success"
    finally:
        close_app(app)


def test_a_first_game_is_against_whom_the_owner_says(settings: Settings, visit: Any) -> None:
    app = create_app(replace(settings, white="priority", opponents=("mine=greedy",)))
    try:
        classic, page = visit(app), visit(app)
        classic.get("/move?x=6&y=5")
        assert classic.get("/api/games/current")["seats"]["white"]["player"] == "priority"
        assert page.new()["seats"]["white"]["player"] == "priority"
        assert page.new(white="mine")["seats"]["white"]["player"] == "mine"
    finally:
        close_app(app)


def test_a_first_game_against_nobody_here_is_refused(settings: Settings) -> None:
    with pytest.raises(
        InvalidSettings, match=r"The White player of a visitor's first game .*--opponent NAME"
    ):
        create_app(replace(settings, white="./mine.py"))


def test_one_game_is_for_this_computer_unless_insisted_on() -> None:
    with pytest.raises(InvalidSettings, match="Add --insist"):
        serve(Settings(one_game=True), "0.0.0.0", 0)


def test_the_guide_s_session_and_script_run(app: Any, tmp_path: Path) -> None:
    """What docs/api.md shows, against a server that listens."""
    guide = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    classic = guide.partition("## The classic routes")[2]
    session = classic.partition("```sh\n")[2].partition("```")[0]
    script = tmp_path / "play.py"
    script.write_text(classic.partition("```python\n")[2].partition("```")[0])
    with make_server("127.0.0.1", 0, app, threaded=True) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{server.server_port}"
        shell = session.replace("localhost:8001", address)
        done = subprocess.run(["sh", "-e"], input=shell, **RUN, cwd=tmp_path)
        answers = list(documents(done.stdout))
        played = subprocess.run([sys.executable, script, f"http://{address}"], **RUN)
        server.shutdown()
    assert played.stdout.startswith("You played ")
    assert "wins" in played.stdout or "Draw" in played.stdout
    assert [answer["status"] for answer in answers] == ["success"] * 4
    assert answers[3]["board"] == answers[0]["board"]


def documents(text: str) -> Iterator[Any]:
    """JSON documents one after the other."""
    while text := text.strip():
        document, end = json.JSONDecoder().raw_decode(text)
        yield document
        text = text[end:]
