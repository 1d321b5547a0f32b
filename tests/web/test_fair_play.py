"""Ratings cannot be made without playing, and rated positions are not analyzed while played."""

from itertools import pairwise
from typing import Any

import pytest
from api import TWENTY, play_rated
from flask import Flask

from outflank.board import Board, Symmetry
from outflank.web.context import CLUB
from outflank.web.games.game_service import GAMES

Answer = dict[str, Any]


@pytest.fixture
def club(app: Flask) -> Any:
    return app.extensions[CLUB].club


@pytest.fixture(autouse=True)
def members(ann: Any, bob: Any) -> list[str]:
    """The ids of Ann and Bob."""
    return [
        who.post("/api/club/you", {"name": name})["who"]["id"]
        for who, name in ((ann, "Ann"), (bob, "Bob"))
    ]


def test_twelve_games_given_up_without_a_move_rate_nobody(ann: Any, bob: Any, club: Any) -> None:
    for _ in range(12):
        game = play_rated(ann, bob, "")
        assert bob.act(game, "resign")["shared"]["called_off"]
    assert ann.get("/api/club")["results"] == []
    assert club.recount() == 0


@pytest.mark.parametrize(("moves", "counts"), [(19, False), (20, True)])
def test_a_rated_game_counts_from_twenty_moves_on(
    ann: Any, bob: Any, club: Any, moves: int, counts: bool
) -> None:
    game = play_rated(ann, bob, TWENTY[: 2 * moves])
    bob.act(game, "resign")
    assert len(club.rated_games(0.0)) == club.recount() == int(counts)


def test_nor_does_one_lost_on_time_or_by_absence(
    ann: Any, bob: Any, club: Any, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = app.extensions[GAMES]
    game, other = play_rated(ann, bob, "f5d6"), play_rated(ann, bob, "f5d6")
    now = service.time.now()
    service.present(
        other["id"], next(iter(service.games.get("", other["id"]).session.seats)), False
    )
    monkeypatch.setattr(service.time, "now", lambda: now + 301)
    assert bob.act(game, "time")["shared"]["called_off"]
    assert bob.act(other, "claim")["shared"]["called_off"]
    assert club.recount() == 0


def test_the_same_two_players_gain_less_and_less_in_a_day(
    ann: Any, bob: Any, club: Any, members: list[str]
) -> None:
    for _ in range(5):
        bob.act(play_rated(ann, bob), "resign")
    curve = [value for _pace, _at, value in club.curve_of(members[0], 9)]
    gains = [after - before for before, after in zip([1500.0, *curve], curve, strict=False)]
    assert all(later < 0.7 * earlier for earlier, later in pairwise(gains))
    assert curve[-1] < 1500 + 2 * gains[0]
    before = club.ratings_of(members)
    club.recount()
    assert club.ratings_of(members) == before


def test_the_host_sees_such_a_series_and_takes_its_ratings_back(
    ann: Any, bob: Any, club: Any, members: list[str]
) -> None:
    headers = {"Authorization": f"Bearer {club.make_key()}"}
    for _ in range(3):
        bob.act(play_rated(ann, bob), "resign")

    def look() -> Any:
        return ann.raw("GET", "/api/club/host", headers=headers).get_json()

    assert look()["suspicious"] == []
    bob.act(play_rated(ann, bob), "resign")
    [series] = look()["suspicious"]
    assert (series["names"], series["games"], series["points"]) == (["Ann", "Bob"], 4, 4.0)
    pair = {"winner": series["winner"], "loser": series["loser"]}
    after = ann.raw("POST", "/api/club/host/unrate", json=pair, headers=headers).get_json()
    assert after["suspicious"] == []
    assert club.ratings_of(members) == {}
    assert len(ann.get("/api/club")["results"]) == 4  # they were played all the same
    assert ann.raw("POST", "/api/club/host/unrate", json=pair).status_code == 401


def test_a_rated_game_is_not_studied_early(ann: Any) -> None:
    wanted = {"name": "Ann", "rated": True, "early_study": True}
    assert ann.post("/api/games/shared", wanted, 422)["code"] == "not-rated"


def test_a_position_of_a_rated_game_is_not_analyzed_by_who_plays_it(
    ann: Any, bob: Any, new_visitor: Any
) -> None:
    rated = play_rated(ann, bob, TWENTY[:16])
    board = Board()
    for at in range(0, 16, 2):
        board = board.play(TWENTY[at : at + 2])
    for one in (
        board,
        board.transformed(next(s for s in Symmetry if board.transformed(s) != board)),
    ):
        start = one.to_text()

        def refused(who: Any, start: str = start) -> list[str]:
            game = who.post("/api/games", {"white": "human", "start": start}, None)
            edited = who.post("/api/editor", {"start": start, "values": True}, None)
            return [answer.get("code", "") for answer in (game, edited)]

        assert refused(ann) == refused(bob) == ["rated-now"] * 2
        assert refused(new_visitor()) == [""] * 2
    # An own game that comes to the position by moves: nothing there helps.
    game = ann.new(black="human", white="human")
    for at in range(0, 16, 2):
        game = ann.move(game, TWENTY[at : at + 2])
    assert not game["can"]["study"]
    path = f"/api/games/{game['id']}"
    assert ann.post(f"{path}/values", {"effort": "glance"}, 409)["code"] == "rated-now"
    assert ann.get(f"{path}/hint", 409)["code"] == "rated-now"
    assert ann.get(f"{path}/probabilities", 409)["code"] == "rated-now"
    assert ann.post(f"{path}/review", {"event": "go on"}, 409)["code"] == "rated-now"
    bob.act(rated, "resign")
    assert ann.get(path)["can"]["study"]
    assert ann.post(f"{path}/values", {"effort": "glance"})["values"]
