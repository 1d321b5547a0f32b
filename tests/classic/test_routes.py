"""The classic routes: what issue 31 says in its fourth section, one test each."""

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from outflank.web.app import close_app, create_app
from outflank.web.settings import InvalidSettings, Settings

Serve = Callable[..., FlaskClient]
FAILING = "def choose(board):\n    raise ZeroDivisionError('my strategy divides by zero')\n"
FAILS_ONCE = """
from pathlib import Path

def choose(board):
    seen = Path(__file__).with_suffix(".seen")
    if not seen.exists():
        seen.touch()
        raise ZeroDivisionError
    return board.legal_moves[-1]
"""


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    apps = []

    def serve(**settings: Any) -> FlaskClient:
        app = create_app(Settings(folder=tmp_path, thinkers=1, **settings))
        apps.append(app)
        return app.test_client()

    yield serve
    for app in apps:
        close_app(app)


def against(file: Path, source: str) -> dict[str, Any]:
    file.write_text(source, "utf-8")
    return {"opponents": (f"mine={file}",), "white": "mine"}


def move(client: FlaskClient, where: str) -> Any:
    return client.get(f"/move{where}").get_json()


def test_a_strategy_that_raises_leaves_no_script_stuck(
    serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = serve(**against(tmp_path / "bot.py", FAILING))
    answer = move(client, "?x=4&y=3")
    assert (answer["status"], answer["player"], len(answer["last"])) == ("success", "Dark", 2)
    assert answer["last"][1] in answer["message"]  # what was played for it
    assert "my strategy divides by zero" in answer["message"]
    traces = [str(getattr(record, "details", "")) for record in caplog.records]
    assert any('bot.py", line 2' in trace for trace in traces)
    square = answer["moves"][0]
    again = move(client, f"?x={square['x']}&y={square['y']}")
    assert (again["status"], len(again["last"])) == ("success", 2)


def test_a_strategy_that_raises_once_is_asked_again(serve: Serve, tmp_path: Path) -> None:
    client = serve(**against(tmp_path / "bot.py", FAILS_ONCE))
    answer = move(client, "?x=4&y=3")
    assert answer["last"] == ["d3", "c5"]
    assert answer["message"].count(".") == 2  # two moves, and nothing else happened


def test_a_move_without_coordinates_continues(serve: Serve) -> None:
    client = serve(black="greedy", white="human")
    answer = move(client, "")
    assert (answer["status"], answer["player"], len(answer["last"])) == ("success", "Light", 1)
    answer = move(client, "")
    assert answer["status"] == "fail"  # a person is to move


def test_a_game_that_was_paused_in_the_page_goes_on(serve: Serve) -> None:
    client = serve(black="random", white="human")
    game = client.post("/api/games/current", json={}).get_json()
    client.post(f"/api/games/{game['id']}/stop", json={})
    assert move(client, "")["player"] == "Light"


@pytest.mark.parametrize(
    ("seats", "where", "flipped"),
    [
        ({"white": "first"}, ["?x=6&y=5"], [1, 1]),
        ({"white": "human"}, ["?x=6&y=5", "?x=6&y=4"], [1]),
        ({"black": "first", "white": "human"}, ["", "?x=5&y=3"], [1, 1]),
    ],
    ids=["black", "two people", "white"],
)
def test_the_number_of_flipped_discs_is_said(
    serve: Serve, seats: dict[str, str], where: list[str], flipped: list[int]
) -> None:
    client = serve(**seats)
    answers = [move(client, each) for each in where]
    assert [answer["status"] for answer in answers] == ["success"] * len(where)
    assert answers[-1]["flipped"] == flipped
    for count in flipped:
        assert f"flipped {count} disc" in answers[-1]["message"]


def test_a_refused_move_is_logged_with_its_reason(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    client = serve()
    caplog.set_level(logging.INFO, "outflank.events")
    for where in ("?x=1&y=1", "?x=99&y=1"):
        message = move(client, where)["message"]
        events = [one for one in caplog.records if one.name == "outflank.events"]
        assert message in events[-1].getMessage()


ORIGIN = "http://localhost:3000"


def from_page(origin: str) -> dict[str, str]:
    return {"Origin": origin, "Sec-Fetch-Site": "cross-site"}


def test_pages_of_an_allowed_origin_use_the_routes(serve: Serve) -> None:
    client = serve(allow_origins=(ORIGIN, "http://localhost:5173"))
    for method, path in (("get", "/move?x=4&y=3"), ("post", "/restart"), ("post", "/save")):
        answer = getattr(client, method)(path, headers=from_page(ORIGIN), data="x")
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
        assert answer.headers["Access-Control-Allow-Credentials"] == "true"
        assert "Origin" in answer.headers["Vary"]
    preflight = client.options(
        "/api/games", headers={**from_page(ORIGIN), "Access-Control-Request-Method": "POST"}
    )
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    assert preflight.headers["Access-Control-Allow-Headers"] == "Content-Type"


@pytest.mark.parametrize(
    "origin", ["http://localhost:3001", "https://localhost:3000", "null", "http://localhost:3000."]
)
def test_other_origins_are_refused_as_before(serve: Serve, origin: str) -> None:
    client = serve(allow_origins=(ORIGIN,))
    answer = client.get("/move?x=4&y=3", headers=from_page(origin))
    assert answer.status_code == 403
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("origin", ["*", "localhost:3000", "http://localhost:3000/", "null", ""])
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(InvalidSettings, match="--allow-origin"):
        Settings(allow_origins=(origin,))


def test_over_https_the_cookie_reaches_allowed_sites(serve: Serve) -> None:
    cookie = serve(allow_origins=(ORIGIN,), secure_cookies=True).get("/move").headers["Set-Cookie"]
    assert "SameSite=None" in cookie
    assert "Secure" in cookie
    assert "SameSite=Lax" in serve(allow_origins=(ORIGIN,)).get("/move").headers["Set-Cookie"]


def test_restart_starts_from_the_first_position_also_after_a_load(
    serve: Serve, tmp_path: Path
) -> None:
    client = serve(local_saves=True)
    (tmp_path / "saves").mkdir()
    rows = [["."] * 6, ["."] * 6, list("..WB.."), list("..BBB."), ["."] * 6, ["."] * 6]
    (tmp_path / "saves" / "six.json").write_text(json.dumps({"grid": rows, "turn": "B"}), "utf-8")
    assert client.post("/load", data="six.json").get_json()["discs"] == {"Dark": 4, "Light": 1}
    answer = client.post("/restart").get_json()
    assert (len(answer["board"]), answer["discs"]) == (6, {"Dark": 2, "Light": 2})


def test_a_computer_that_is_to_move_first_has_moved(serve: Serve) -> None:
    client = serve(black="greedy", white="human")
    answer = client.post("/restart").get_json()
    assert (answer["player"], len(answer["last"])) == ("Light", 1)
    client.post("/save", data="mine")
    loaded = client.post("/load", data="mine").get_json()
    assert (loaded["player"], loaded["moves"]) == ("Light", answer["moves"])


def test_a_move_is_played_after_the_computer_s_where_that_one_waits(serve: Serve) -> None:
    client = serve(black="first", white="human")
    client.post("/api/games", json={})
    answer = move(client, "?x=3&y=3")
    assert (answer["status"], answer["last"][:2]) == ("success", ["d3", "c3"])


def test_move_takes_post_as_well(serve: Serve) -> None:
    client = serve(white="human")
    assert client.post("/move", data={"x": "4", "y": "3"}).get_json()["last"] == ["d3"]


def test_one_game_begins_with_the_players_of_the_command_line(serve: Serve, tmp_path: Path) -> None:
    assert move(serve(one_game=True, white="greedy"), "?x=4&y=3")["status"] == "success"
    (tmp_path / "bot.py").write_text("def choose(board):\n    return board.legal_moves[-1]\n")
    client = serve(one_game=True, opponents=(f"Mine={tmp_path}/bot.py",), white="Mine")
    assert move(client, "?x=4&y=3")["last"] == ["d3", "c5"]
    assert move(serve(one_game=True, white="greedy"), "?x=4&y=3")["status"] == "success"


def test_a_restart_without_the_former_opponent_has_the_usual_one(
    serve: Serve, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text("def choose(board):\n    return board.legal_moves[-1]\n")
    first = serve(opponents=(f"Gone={tmp_path}/bot.py",), white="Gone")
    move(first, "?x=4&y=3")
    cookie = first.get_cookie("outflank")
    second = serve(white="greedy")
    assert cookie is not None
    second.set_cookie("outflank", cookie.value)
    assert second.post("/restart").get_json()["status"] == "success"
    assert move(second, "?x=4&y=3")["status"] == "success"
