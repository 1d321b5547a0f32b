"""Playing over the API: what a click means is the sitting's; here, that it is told and kept."""

from collections.abc import Callable
from typing import Any

import pytest
from api import transcript

from outflank.workers.fair_queue import Busy

HUMANS = {"black": "human", "white": "human"}
# Black plays c1 or c4; White has no move then, and Black plays the other.
PASS_START = "XO-- ---- ---- XO-- X"


def test_a_new_game_is_you_against_a_friendly_computer(ann: Any) -> None:
    game = ann.new()
    assert game["seats"]["black"]["human"]
    assert game["seats"]["white"]["player"] == "greedy"
    assert game["turn"] == "black"
    assert game["legal"] == {"d3": ["d4"], "c4": ["d4"], "f5": ["e5"], "e6": ["e5"]}


def test_a_move_is_made_and_the_computer_is_awaited(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    assert game["last"] == {"square": "f5", "color": "black"}
    assert game["moves"][0]["flips"] == ["e5"]
    assert game["legal"] == {}
    assert game["thinking"] == {"ticket": 1, "color": "white"}


def test_the_reply_is_made_once_however_often_it_is_asked_for(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    replied = ann.act(game, "reply", ticket=1)
    assert (replied["ply"], replied["thinking"]) == (2, None)
    assert ann.act(game, "reply", ticket=1)["ply"] == 2
    assert ann.act(game, "reply")["ply"] == 2


@pytest.mark.parametrize("opponent", ["random", "first", "greedy", "positional", "priority"])
def test_who_need_not_think_answers_with_the_move(ann: Any, opponent: str) -> None:
    game = ann.new(white=opponent, clock="5+3")
    told = {"request": "request-1", "ply": 0, "answer": True}
    answered = ann.move(game, "f5", **told)
    before = answered["reply"]
    awaited = ann.move(ann.new(white=opponent, clock="5+3"), "f5", ply=0)
    assert awaited["reply"] is None
    assert before == {
        "ply": awaited["ply"],
        "ticket": awaited["thinking"]["ticket"],
        "status": awaited["status"],
        "opening": awaited["opening"],
        "notices": awaited["notices"],
    }
    assert (answered["version"], answered["ply"], answered["thinking"]) == (3, 2, None)
    assert answered["moves"][0] == awaited["moves"][0]
    assert answered["clock"]["running"] == "black"
    again = ann.move(game, "f5", **told)
    assert (again["version"], transcript(again)) == (3, transcript(answered))


def test_who_has_to_think_is_awaited_whatever_is_wanted(ann: Any) -> None:
    game = ann.move(ann.new(white="engine:1"), "f5", answer=True)
    assert (game["reply"], game["thinking"]) == (None, {"ticket": 1, "color": "white"})


def test_an_answer_after_which_one_must_pass_comes_with_the_next_question(ann: Any) -> None:
    game = ann.new(white="first", start="--O- XXO- -XOX --O- X")
    answered = ann.move(game, "b1", answer=True)
    assert [notice["kind"] for notice in answered["notices"]] == ["pass"]
    assert answered["thinking"] == {"ticket": 2, "color": "white"}


def test_the_same_request_moves_once(ann: Any) -> None:
    game = ann.new(**HUMANS)
    first = ann.move(game, "f5", request="request-1", ply=0)
    again = ann.move(game, "f5", request="request-1", ply=0)
    assert first["version"] == again["version"] == 2
    assert transcript(again) == "f5"


def test_a_move_meant_for_another_position_is_refused_with_the_game(ann: Any) -> None:
    game = ann.new(**HUMANS)
    ann.move(game, "f5", ply=0)
    for expectation in ({"ply": 0}, {"version": 1}):
        refused = ann.move(game, "d6", 409, **expectation)
        assert refused["code"] == "moved-on"
        assert transcript(refused["game"]) == "f5"


def test_an_illegal_move_says_why_and_what_would_be_legal(ann: Any) -> None:
    refused = ann.move(ann.new(), "a1", 422)
    assert refused["code"] == "illegal-move"
    assert refused["error"] == (
        "Black cannot play a1: it flips no discs. Legal moves: d3, c4, f5, e6."
    )
    assert refused["game"]["ply"] == 0


def test_a_square_beside_the_board_is_refused(ann: Any) -> None:
    assert ann.move(ann.new(size=4), "p16", 422)["code"] == "illegal-move"


def test_out_of_turn_is_refused(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    assert ann.move(game, "d6", 409)["code"] == "not-your-turn"


def test_taking_back_against_the_computer_takes_both_moves(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    ann.act(game, "reply")
    back = ann.act(game, "undo")
    assert (back["ply"], back["turn"]) == (0, "black")
    assert (back["can"]["undo"], back["can"]["redo"]) == (False, True)
    assert ann.act(game, "redo")["ply"] == 2
    ann.act(game, "undo")
    assert "undo" in ann.act(game, "undo", 409)["error"]


def test_a_pass_is_told_and_happens_by_itself(ann: Any) -> None:
    game = ann.new(start=PASS_START, **HUMANS)
    told = ann.move(game, next(iter(game["legal"])))
    assert [notice["kind"] for notice in told["notices"]] == ["pass"]
    assert told["turn"] == "black"
    assert [move["square"] for move in told["moves"]][1] is None


def test_a_finished_game_tells_the_result_and_refuses_more(ann: Any) -> None:
    game = ann.new(size=4, **HUMANS)
    ended = ann.act(game, "resign")
    assert ended["outcome"]["winner"] == "white"
    assert ended["notices"][0]["kind"] == "finished"
    refused = ann.move(game, "b1", 409)
    assert refused["code"] == "game-over"
    assert "already over" in refused["error"]


def test_a_whole_game_against_each_opponent_ends(ann: Any) -> None:
    for opponent in (one["name"] for one in ann.get("/api/opponents")["opponents"]):
        sizes = next(
            one["sizes"]
            for one in ann.get("/api/opponents")["opponents"]
            if one["name"] == opponent
        )
        game = ann.new(size=min(sizes), black="human", white=opponent)
        while game["outcome"] is None:
            game = (
                ann.act(game, "reply") if game["thinking"] else ann.move(game, min(game["legal"]))
            )
        assert game["outcome"]["black"] + game["outcome"]["white"] == min(sizes) ** 2


def test_two_computers_play_by_themselves_and_can_be_stopped(ann: Any) -> None:
    game = ann.new(size=4, black="first", white="greedy")
    assert game["thinking"]["ticket"] == 1
    game = ann.act(game, "reply")
    stopped = ann.act(game, "stop")
    assert (stopped["paused"], stopped["thinking"]) == (True, None)
    assert ann.act(game, "reply")["ply"] == stopped["ply"]
    game = ann.act(game, "resume")
    while game["thinking"]:
        game = ann.act(game, "reply")
    assert game["outcome"] is not None


def test_looking_back_waits_and_playing_on_goes_on_from_there(ann: Any) -> None:
    game = ann.new(transcript="f5d6c3d3", **HUMANS)
    assert transcript(ann.act(game, "goto", ply=1)) == "f5"
    on = ann.move(game, "f6")
    assert transcript(on) == "f5f6"
    assert len(on["moves"]) == 2
    assert ann.act(game, "goto", 409, ply=9)["error"].startswith("This game has positions 0 to 2")


def test_seats_are_swapped_and_changed_in_the_middle_of_a_game(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    swapped = ann.act(game, "swap")
    assert swapped["seats"]["white"]["human"]
    assert swapped["thinking"] is None
    changed = ann.act(game, "seats", color="black", seat="positional:corner=40")
    assert changed["seats"]["black"]["title"] == "Positional (corner=40)"


@pytest.mark.parametrize(
    "seat",
    [
        "gtp:touch evil",
        "nboard:ls",
        " gtp:ls",
        "nobody",
        "./evil.py",
        "../evil.py:Player",
        "greedy:evil.py",
        "/etc/passwd",
        "greedy:speed=3",
    ],
)
def test_a_seat_is_a_person_or_of_the_catalogue_and_never_a_file_or_program(
    ann: Any, seat: str
) -> None:
    assert ann.post("/api/games", {"white": seat}, 422)["code"] == "unknown-opponent"


def test_a_visitor_cannot_spend_the_memory_or_the_cores_of_the_server(ann: Any) -> None:
    for setting in (
        "memory=65536",
        "threads=64",
        "level=3,threads=2",
        "depth=40",
        "seconds=99",
        "weights=x",
    ):
        refused = ann.post("/api/games", {"white": f"engine:{setting}"}, 422)
        assert "Only the host" in refused["error"]
    assert ann.new(white="engine:level=3")["seats"]["white"]["title"] == "Engine (level=3)"
    engine = next(one for one in ann.get("/api/opponents")["opponents"] if one["name"] == "engine")
    assert [parameter["name"] for parameter in engine["parameters"]] == ["level", "book", "opening"]


def test_the_list_of_opponents_says_how_strong_they_are(ann: Any) -> None:
    listed = {one["name"]: one for one in ann.get("/api/opponents")["opponents"]}
    assert listed["greedy"]["strength"].startswith("Rated ")
    assert listed["greedy"]["levels"] == []
    assert [text.partition(" (")[0] for text in listed["engine"]["levels"]] == [
        f"Level {number}" for number in range(1, 21)
    ]
    seat = ann.new(white="engine:level=3")["seats"]["white"]
    assert listed["engine"]["levels"][2] in seat["description"]
    elsewhere = ann.new(white="engine:level=3", size=6)["seats"]["white"]
    said, _, there = elsewhere["description"].partition(" Not measured on ")
    assert said == listed["engine"]["sentence"]
    assert there.startswith("6×6: looks 2 moves ahead")


def test_the_legal_moves_are_told_whoever_is_to_move(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    legal = ann.get(f"/api/games/{game['id']}/legal")
    assert legal == {"turn": "white", "moves": {"f4": ["e4"], "d6": ["d5"], "f6": ["e5"]}}


def test_a_player_that_fails_is_told_and_the_game_waits(
    ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.move(ann.new(white="engine:1"), "f5")

    def fail(*arguments: Any, **more: Any) -> None:
        from outflank.play.thinkers.processes import CannotAnswer

        raise CannotAnswer("It raised ZeroDivisionError: division by zero")

    monkeypatch.setattr("outflank.play.thinkers.processes.ProcessThinkers.choose", fail)
    told = ann.act(game, "reply")
    assert told["notices"] == [
        {
            "kind": "failure",
            "color": "white",
            "sentence": "Engine (1) cannot move. It raised ZeroDivisionError: division by zero.",
        }
    ]
    assert (told["paused"], told["ply"]) == (True, 1)


def test_a_busy_server_says_when_to_try_again(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ann.move(ann.new(white="engine:1"), "f5")

    def busy(*arguments: Any, **more: Any) -> None:
        raise Busy("Later.", retry_after=2)

    monkeypatch.setattr("outflank.play.thinkers.processes.ProcessThinkers.choose", busy)
    response = ann.raw("POST", f"/api/games/{game['id']}/reply", json={})
    assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert response.get_json()["code"] == "busy"


def test_a_late_answer_to_a_position_that_is_gone_does_nothing(
    ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.move(ann.new(white="engine:1"), "f5")

    def meanwhile(*arguments: Any, **more: Any) -> int:
        ann.act(game, "undo")
        return 20

    monkeypatch.setattr("outflank.play.thinkers.processes.ProcessThinkers.choose", meanwhile)
    assert ann.act(game, "reply")["ply"] == 0


def test_two_visitors_are_kept_apart(new_visitor: Callable[[], Any]) -> None:
    ann, bob = new_visitor(), new_visitor()
    game = ann.new()
    for method, path in (
        ("GET", ""),
        ("DELETE", ""),
        ("POST", "/moves"),
        ("POST", "/undo"),
        ("POST", "/reply"),
        ("GET", "/hint"),
        ("GET", "/save"),
        ("POST", "/open"),
    ):
        body = {"square": "f5"} if path == "/moves" else {}
        response = bob.raw(method, f"/api/games/{game['id']}{path}", json=body)
        assert (response.status_code, response.get_json()["code"]) == (404, "no-such-game")
    assert ann.get(f"/api/games/{game['id']}")["ply"] == 0


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"size": 7}, "size must be an even number from 4 to 16, not 7."),
        ({"size": "8"}, "size must be an even number from 4 to 16, not '8'."),
        ({"colour": "red"}, "field 'colour' is unknown. Known fields: size, black"),
        ({"start": "XO"}, "one character per square"),
        ({"size": 6, "start": "----" * 16 + " X"}, "8×8, but size is 6"),
        ({"transcript": "f5f5"}, "after f5"),
    ],
)
def test_a_request_that_is_wrong_says_where(ann: Any, body: dict[str, Any], sentence: str) -> None:
    response = ann.raw("POST", "/api/games", json=body)
    assert response.status_code in (400, 422)
    assert sentence.lower() in response.get_json()["error"].lower()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            {},
            "The field 'square' is missing. Known fields: version, request, square, ply, "
            "answer, thought.",
        ),
        ({"square": 5}, "square must be a square such as f5, not 5."),
        ({"square": "f55"}, "square must be a square such as f5, not 'f55'."),
        (
            {"square": "f5", "ply": -1},
            "ply must be a number of moves and passes, 0",
        ),
        ({"square": "f5", "sqare": 1}, "The field 'sqare' is unknown."),
        ([], "The body must be a JSON object, not []"),
        ({"square": "f5", "ply": 10**30}, "ply must be a number of moves and passes, 0"),
    ],
)
def test_a_wrong_field_is_named_with_what_it_must_be(ann: Any, body: Any, sentence: str) -> None:
    game = ann.new()
    response = ann.raw("POST", f"/api/games/{game['id']}/moves", json=body)
    assert response.status_code == 400
    assert response.get_json()["error"].startswith(sentence)
