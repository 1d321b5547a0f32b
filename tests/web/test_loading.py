"""A request loads its game once: replaying the moves is the costliest part of most requests."""

from typing import Any

import pytest
from api import transcript

from outflank.formats import save

HUMANS = {"black": "human", "white": "human"}


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents loaded so far."""
    loaded: list[str] = []

    def counted(text: str) -> Any:
        loaded.append(text)
        return save.load_game(text)

    monkeypatch.setattr("outflank.storage.games.games.load_game", counted)
    return loaded


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is known from an earlier request, as after a start of the server."""
    monkeypatch.setattr("outflank.storage.games.games.RecentGames.keep", lambda *_: None)


@pytest.mark.usefixtures("unknown")
@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("moves", {"square": "c4"}),
        ("moves", {"square": "c4", "request": "request-1", "ply": 4}),
        ("undo", {}),
        ("goto", {"ply": 2}),
        ("resign", {}),
        ("swap", {}),
        ("seats", {"color": "white", "seat": "greedy"}),
        ("open", {}),
        ("save", {"name": "kept"}),
    ],
)
def test_whatever_is_done_to_a_game(
    ann: Any, loads: list[str], action: str, body: dict[str, Any]
) -> None:
    game = ann.new(transcript="f5d6c3d3", **HUMANS)
    assert loads == []
    ann.act(game, action, 201 if action == "save" else 200, **body)
    assert len(loads) == 1


@pytest.mark.usefixtures("unknown")
@pytest.mark.parametrize("path", ["", "/legal", "/about", "/hint", "/picture.svg", "/save"])
def test_whatever_is_asked_about_a_game(ann: Any, loads: list[str], path: str) -> None:
    game = ann.new(transcript="f5d6c3d3", **HUMANS)
    ann.get(f"/api/games/{game['id']}{path}")
    assert len(loads) == 1


@pytest.mark.usefixtures("unknown")
def test_the_current_game(ann: Any, loads: list[str]) -> None:
    ann.new()
    ann.get("/api/games/current")
    assert len(loads) == 1


@pytest.mark.usefixtures("unknown")
def test_a_refused_move(ann: Any, loads: list[str]) -> None:
    game = ann.new()
    ann.move(game, "a1", 422)
    assert len(loads) == 1


def test_a_reply_to_a_move_just_made_loads_nothing(ann: Any, loads: list[str]) -> None:
    game = ann.move(ann.new(), "f5")
    loads.clear()
    assert ann.act(game, "reply")["ply"] == 2
    ann.act(game, "reply", ticket=1)  # nobody is asked any more
    assert loads == []


def test_a_branch_of_a_finished_game(ann: Any, loads: list[str]) -> None:
    game = ann.act(ann.new(transcript="f5d6c3d3", **HUMANS), "resign")
    ann.act(game, "goto", ply=1)
    loads.clear()
    on = ann.move(game, "f6", request="request-1")
    assert (transcript(on), on["notices"][0]["kind"]) == ("f5f6", "branch")
    assert on["id"] != game["id"]
    assert loads == []  # it is known since the last request
    assert ann.move(game, "f6", request="request-1")["id"] == on["id"]


def test_a_game_in_a_link_is_not_loaded_at_all(ann: Any, loads: list[str]) -> None:
    link = {"id": "~4.lr@2"}
    assert transcript(ann.act(link, "goto", ply=1)) == "f5"
    assert transcript(ann.move(link, "c3")) == "f5d6c3"
    assert loads == []


def test_a_save_is_not_played_on_even_from_its_middle(ann: Any) -> None:
    game = ann.act(ann.new(transcript="f5d6c3d3", **HUMANS), "resign")
    ann.act(game, "goto", ply=1)
    saved = ann.act(game, "save", 201, name="kept")
    refused = ann.move(saved, "f6", 409)
    assert "saved game" in refused["error"]
