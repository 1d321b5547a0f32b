"""Games in links are looked at without an entry; finished games stay when somebody plays on."""

from typing import Any

import pytest
from api import transcript

LINK = "~4.lrS@2"  # f5 d6 c3, standing after d6
WHOLE = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)


def nothing_kept(visitor: Any) -> bool:
    """Whether the visitor has no game at all, not even one without a move."""
    return (
        visitor.get("/api/games") == {"games": []}
        and visitor.get("/api/games/current", 204) is None
    )


def test_a_link_is_shown_at_its_ply_and_nothing_is_kept(ann: Any) -> None:
    game = ann.get(f"/api/games/{LINK}")
    assert (game["kind"], game["id"], game["ply"], len(game["moves"])) == ("link", LINK, 2, 3)
    assert game["can"] == {
        "move": True,
        "undo": True,
        "redo": True,
        "resign": True,
        "study": True,
        "why_not": None,
    }
    assert game["legal"]["c3"] == ["d4"]
    assert nothing_kept(ann)


def test_a_link_is_walked_through_and_studied_without_an_entry(ann: Any) -> None:
    assert ann.act({"id": LINK}, "undo")["id"] == "~4.lrS@1"
    assert ann.act({"id": LINK}, "redo")["id"] == "~4.lrS@3"
    assert ann.act({"id": LINK}, "goto", ply=0)["board"].count("X") == 2
    assert ann.act({"id": LINK}, "goto", 409, ply=9)["code"] == "refused"
    assert ann.act({"id": LINK}, "values", effort="glance")["values"]
    assert ann.act({"id": LINK}, "review", event="go on")["view"]["moves"]
    assert ann.get(f"/api/games/{LINK}/about")["link"] == LINK[1:]
    assert ann.get(f"/api/games/{LINK}/hint")["square"]
    assert ann.get(f"/api/games/{LINK}/legal")["turn"] == "black"
    for name in ("picture.png", "picture.svg", "film.gif", "game.ggf", "save"):
        assert ann.raw("GET", f"/api/games/{LINK}/{name}").status_code == 200
    assert nothing_kept(ann)


def test_a_move_makes_the_game_once_however_often_it_is_sent(ann: Any) -> None:
    made = ann.move({"id": LINK}, "c4", version=1, ply=2, request="a-request-id")
    again = ann.move({"id": LINK}, "c4", version=1, ply=2, request="a-request-id")
    assert (made["kind"], transcript(made)) == ("game", "f5d6c4")
    assert [notice["kind"] for notice in made["notices"]] == ["branch"]
    assert again["id"] == made["id"]
    assert [game["id"] for game in ann.get("/api/games")["games"]] == [made["id"]]


def test_an_illegal_move_in_a_link_makes_no_game(ann: Any) -> None:
    assert ann.move({"id": LINK}, "a1", 422)["code"] == "illegal-move"
    assert nothing_kept(ann)


def test_a_computer_can_be_asked_to_play_on(ann: Any) -> None:
    made = ann.act({"id": LINK}, "seats", color="black", seat="first")
    assert made["kind"] == "game"
    assert ann.act(made, "reply")["ply"] == 3


def test_a_link_is_saved_under_a_name_without_becoming_the_current_game(ann: Any) -> None:
    saved = ann.post(f"/api/games/{LINK}/save", {"name": "theirs"}, 201)
    assert (saved["place"], saved["moves"]) == ("saved", 3)
    assert ann.get("/api/games/current", 204) is None


@pytest.mark.parametrize("link", ["~4", "~4.l!", "~4.AA", "~4.lr@9", "~9.l", "~"])
def test_a_bad_link_is_a_sentence(ann: Any, link: str) -> None:
    refused = ann.get(f"/api/games/{link}", 404)
    assert refused["code"] == "broken-link"
    assert refused["error"].startswith("This game link is broken")


@pytest.mark.parametrize("what", ["open", "restore"])
def test_a_link_is_not_on_the_shelf(ann: Any, what: str) -> None:
    ann.post(f"/api/games/{LINK}/{what}", None, 404)


# --- Finished games ------------------------------------------------------------------------------


def finished(visitor: Any, **seats: str) -> Any:
    game = visitor.new(transcript=WHOLE, **{"black": "human", "white": "human", **seats})
    assert game["outcome"] is not None
    return game


def test_playing_on_in_a_finished_game_goes_on_in_a_copy(ann: Any) -> None:
    old = finished(ann)
    back = ann.act(old, "goto", ply=2)
    made = ann.move(back, "c4", version=back["version"])
    assert made["id"] != old["id"]
    assert transcript(made) == "f5d6c4"
    (notice,) = made["notices"]
    assert notice["kind"] == "branch"
    assert "finished game stays in My Games" in notice["sentence"]
    kept = ann.get(f"/api/games/{old['id']}")
    assert "".join(move["square"] or "" for move in kept["moves"]) == WHOLE
    assert {game["place"] for game in ann.get("/api/games")["games"]} == {"running", "finished"}
    assert ann.move(made, "d3")["id"] == made["id"]  # the copy is a game like any other


def test_a_computer_that_plays_on_in_a_finished_game_does_so_in_one_copy(ann: Any) -> None:
    old = finished(ann, black="first", white="human")
    back = ann.act(old, "goto", ply=2)
    assert back["paused"]
    made = ann.act(back, "resume")
    assert made["id"] != old["id"]
    assert ann.act(made, "reply")["id"] == made["id"]
    assert len(ann.get("/api/games")["games"]) == 2
    assert len(ann.get(f"/api/games/{old['id']}")["moves"]) == len(old["moves"])


def test_looking_back_and_a_refused_move_copy_nothing(ann: Any) -> None:
    old = finished(ann)
    for action in ("undo", "undo", "redo"):
        assert ann.act(old, action)["id"] == old["id"]
    assert ann.move(old, "f5", 422)["code"] == "illegal-move"
    assert len(ann.get("/api/games")["games"]) == 1
