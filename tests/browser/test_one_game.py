"""`outflank serve --one-game`: pages and scripts see one game, whoever moves in it."""

import json
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import pytest

Curl = Callable[..., Any]


@pytest.fixture(scope="module")
def address(new_server: Callable[..., str]) -> str:
    return new_server(one_game=True, white="human", local_saves=True)


@pytest.fixture
def curl(address: str) -> Curl:
    def curl(path: str, body: str | None = None) -> Any:
        data = None if body is None else body.encode()
        with urlopen(Request(address + path, data), timeout=60) as response:
            return json.load(response)

    curl("/restart", "")
    return curl


def test_pages_and_scripts_see_each_move(new_desktop: Any, address: str, curl: Curl) -> None:
    first, second = (new_desktop(url=address).open() for _ in range(2))
    assert curl("/move?x=6&y=5")["status"] == "success"
    for page in (first, second):
        page.wait_for_label("f5", "f5, black")
    first.play("f4")
    second.wait_for_label("f4", "f4, white")
    assert curl("/move?x=5&y=3")["last"] == ["e3"]
    for page in (first, second):
        page.wait_for_label("e3", "e3, black")
    second.page.keyboard.press("Control+z")
    first.wait_for_label("e3", "e3, empty")


def test_restart_and_load_move_all_to_the_new_game(
    new_desktop: Any, address: str, curl: Curl
) -> None:
    first, second = (new_desktop(url=address).open() for _ in range(2))
    curl("/move?x=6&y=5")
    curl("/save", "one")
    curl("/restart", "")
    for page in (first, second):
        page.my_turn(4)
    curl("/load", "one")
    for page in (first, second):
        page.my_turn(5)
    second.menu("Game", "Restart")
    second.answer("New game", "Yes")
    first.my_turn(4)
    first.play("d3")
    second.wait_for_label("d3", "d3, black")
    assert curl("/move?x=3&y=3")["status"] == "success"  # c3, in the page's game
    for page in (first, second):
        page.wait_for_label("c3", "c3, white")


def test_a_page_that_was_offline_catches_up(new_desktop: Any, address: str, curl: Curl) -> None:
    page = new_desktop(url=address).open()
    page.page.context.set_offline(True)
    curl("/restart", "")
    curl("/move?x=6&y=5")
    page.page.context.set_offline(False)
    page.wait_for_label("f5", "f5, black")


def test_an_older_game_that_is_played_on_is_everyone_s(
    new_desktop: Any, address: str, curl: Curl
) -> None:
    first, second = (new_desktop(url=address).open() for _ in range(2))
    old = curl("/api/games/current")["id"]
    curl("/restart", "")
    body = Request(
        f"{address}/api/games/{old}/moves",
        json.dumps({"square": "c4"}).encode(),
        {"Content-Type": "application/json"},
    )
    urlopen(body, timeout=60).close()
    for page in (first, second):
        page.wait_for_label("c4", "c4, black")
