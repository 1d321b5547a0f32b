"""Studying over HTTP: values, reviews, pictures, pasted games."""

import time
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from outflank.board import square_name
from outflank.formats import read_ggf_game, unpack_game
from outflank.game import Game
from outflank.study.practice_round import EMPTY, DeckStatus
from outflank.study.puzzles.puzzle import shipped_puzzles
from outflank.study.puzzles.themes import Theme
from outflank.study.review import cannot_review
from outflank.study.words import TASKS, turned
from outflank.workers.fair_queue import FairQueue
from outflank.workers.fair_slots import FairSlots
from study import facts, reviewed

HUMANS = {"black": "human", "white": "human"}
FAR = "f5f6e6f4e3d6g5h5"  # not in the book: who would play h5
WHOLE = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)


def test_every_legal_move_has_a_value_and_few_empties_make_it_exact(ann: Any) -> None:
    game = ann.new(**HUMANS, size=6)
    answer = ann.act(game, "values", effort="glance")
    assert answer["deeper"] == "look"
    assert {value["square"] for value in answer["values"]} == set(game["legal"])
    assert all(value["fate"] is None and not value["exact"] for value in answer["values"])
    assert not any(value["book"] for value in answer["values"])
    end = ann.new(**HUMANS, transcript=WHOLE[:-10])
    answer = ann.act(end, "values", effort="glance")
    assert answer["deeper"] is None
    values = answer["values"]
    assert all(value["exact"] for value in values)
    assert {value["fate"] for value in values} <= {"won", "drawn", "lost"}
    assert values[0]["best"]


def test_values_of_an_opening_come_from_the_book_and_say_so(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript="f5d6c3")
    values = ann.act(game, "values", effort="glance")["values"]
    assert {value["square"] for value in values} == set(game["legal"])
    assert all(value["book"] and not value["exact"] for value in values)
    assert min(value["depth"] for value in values) > 2


def test_a_review_goes_on_from_what_the_page_sends_back(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript=WHOLE)
    view = reviewed(ann, game)["view"]
    assert view["decided"]["sentence"] == turned(58, "a1", 10, -8)
    assert view["opening"] == "Tiger family"
    assert [move["number"] for move in view["moves"]] == list(range(1, 61))
    (move,) = [move for move in view["moves"] if move["ply"] == 54]
    assert facts(move["headline"]) == ["55", "a7", "??", "Black", "-24"]
    assert (move["listed"], move["judgement"]) == (True, "blunder")
    assert move["labels"]["a2"]["mark"] == "best"
    assert move["labels"]["a7"]["mark"] == "played"
    assert len(view["points"]) == 61
    assert view["points"][-1]["lost"] == view["lost"]


def test_variations_are_kept_with_the_game(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript="f5d6c3")
    here = ann.act(game, "variations", study={"ply": 1})
    assert (facts(here["headline"]), here["tree"]["way"]) == (["2", "d6", "White"], "f5")
    tried = ann.act(game, "variations", study=here["study"], play="f6")
    assert facts(tried["headline"]) == ["2", "f6", "White"]
    assert tried["position"]["last"] == "f6"
    note = {"name": "Diagonal", "comment": "quiet"}
    noted = ann.act(game, "variations", study=tried["study"], note=note)
    assert [line["name"] for line in noted["tree"]["lines"]] == ["", "Diagonal"]
    again = ann.act(game, "variations", place=5)
    assert (again["tree"]["name"], again["tree"]["comment"]) == ("Diagonal", "quiet")
    assert again["tree"]["can_delete"]
    gone = ann.act(game, "variations", study=again["study"], change="delete")
    assert len(gone["tree"]["lines"]) == 1


def test_a_review_is_stopped_and_one_of_another_game_is_refused(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript=WHOLE)
    answer = ann.act(game, "review", event="go on")
    stopped = ann.act(game, "review", event="stop", study=answer["study"])
    assert not stopped["view"]["running"]
    assert stopped["view"]["done"] == answer["view"]["done"]
    other = ann.new(**HUMANS, transcript="f5d6")
    told = ann.act(other, "review", status=422, event="go on", study=answer["study"])
    assert told["code"] == "another-game"
    nothing = ann.act(ann.new(**HUMANS), "review", status=422, event="go on")
    assert nothing["error"] == cannot_review(Game())


def test_only_a_persons_errors_are_practised_and_each_once(ann: Any) -> None:
    game = ann.new(black="greedy", white="human", transcript=WHOLE)
    answer = reviewed(ann, game)
    again = [
        ann.act(game, "review", event="practise", study=answer["study"])["view"]["note"]
        for _ in range(2)
    ]
    assert [len(facts(note)) for note in again] == [1, 0]  # how many, and none more
    asked = ann.post("/api/practice", {"event": "begin"})
    assert asked["view"]["asking"]
    assert asked["view"]["position"]["turn"] == "white"
    assert facts(asked["view"]["sentence"])[0] == "White"


def test_practice_is_asked_tried_given_up_and_ends(ann: Any) -> None:
    nothing = ann.post("/api/practice", {"event": "begin"})["view"]
    assert nothing["sentence"] == EMPTY
    game = ann.new(**HUMANS, transcript=WHOLE)
    ann.act(game, "review", event="practise", study=reviewed(ann, game)["study"])
    answer = ann.post("/api/practice", {"event": "begin"})
    total = answer["view"]["total"]
    played = facts(answer["view"]["sentence"])[1]
    wrong = {"event": "choose", "square": played, "round": answer["round"]}
    answer = ann.post("/api/practice", wrong)
    assert facts(answer["view"]["sentence"])[0] == played
    assert answer["view"]["asking"]
    for number in range(1, total + 1):
        assert answer["view"]["number"] == number
        answer = ann.post("/api/practice", {"event": "give up", "round": answer["round"]})
        marks = {label["mark"] for label in answer["view"]["position"]["labels"].values()}
        assert "best" in marks
        answer = ann.post("/api/practice", {"event": "go on", "round": answer["round"]})
    assert answer["view"]["sentence"].endswith(DeckStatus(1, 0.0, 0.0).sentence)


def test_puzzles_are_asked_one_after_another(ann: Any) -> None:
    asked = {"event": "begin", "source": "puzzles"}
    answer = ann.post("/api/practice", asked)
    assert answer["view"]["headline"].endswith(tuple(TASKS.values()))
    assert facts(answer["view"]["sentence"])[1] == "1000"
    first = answer["round"]["keys"]
    answer = ann.post("/api/practice", {**asked, "event": "give up", "round": answer["round"]})
    assert answer["view"]["solved"]
    answer = ann.post("/api/practice", {**asked, "event": "go on", "round": answer["round"]})
    assert answer["view"]["asking"]
    assert answer["round"]["keys"] != first
    ann.post("/api/practice", {**asked, "event": "go on", "round": {"keys": ["daily 1"]}}, 404)


def test_a_solved_puzzle_is_explained_and_comes_with_its_line(ann: Any) -> None:
    asked = {"event": "begin", "source": "puzzles", "theme": "wedge"}
    answer = ann.post("/api/practice", asked)
    number = answer["round"]["keys"][0].removeprefix("puzzle ")
    puzzle = next(p for p in shipped_puzzles() if str(p.number) == number)
    assert Theme.WEDGE in puzzle.themes
    step = {**asked, "event": "choose", "square": square_name(puzzle.answer)}
    view = ann.post("/api/practice", {**step, "round": answer["round"]})["view"]
    assert view["solved"]
    assert any(lesson.startswith(Theme.WEDGE.title) for lesson in view["lessons"])
    assert [p["last"] for p in view["along"][1:]] == [square_name(s) for s in puzzle.best_line]


def test_a_run_counts_and_a_missed_puzzle_comes_to_practice(ann: Any) -> None:
    asked = {"event": "begin", "source": "run"}
    answer = ann.post("/api/practice", asked)
    assert answer["view"]["until"] > time.time() + 100
    answer = ann.post("/api/practice", {**asked, "event": "give up", "round": answer["round"]})
    assert (answer["view"]["number"], answer["view"]["found"]) == (2, 0)
    over = {**answer["round"], "until": 1.0}
    view = ann.post("/api/practice", {**asked, "event": "go on", "round": over})["view"]
    assert (view["asking"], view["solved"]) == (False, False)
    assert facts(ann.post("/api/practice", {"event": "begin"})["view"]["sentence"])[-1] == "10"


def test_themes_are_listed_and_an_unknown_one_is_refused(ann: Any) -> None:
    themes = ann.get("/api/puzzles/themes")["themes"]
    assert [theme["key"] for theme in themes] == [theme.key for theme in Theme]
    assert min(theme["puzzles"] for theme in themes) >= 60
    body = {"event": "begin", "source": "puzzles", "theme": "riddles"}
    assert ann.post("/api/practice", body, 422)["code"] == "no-such-theme"


def test_the_puzzle_of_the_day_is_asked_once(ann: Any) -> None:
    asked = {"event": "begin", "source": "daily"}
    answer = ann.post("/api/practice", asked)
    assert answer["view"]["headline"].startswith("The puzzle of the day, ")
    ann.post("/api/practice", {**asked, "event": "give up", "round": answer["round"]})
    view = ann.post("/api/practice", asked)["view"]
    assert not view["asking"]
    assert facts(view["sentence"])  # how long until the next one


def test_practice_with_cards_of_somebody_else_or_a_wrong_state_is_refused(ann: Any) -> None:
    ann.post("/api/practice", {"event": "go on", "round": {"keys": ["X"]}}, 404)
    ann.post("/api/practice", {"event": "go on", "round": {"at": 5}}, 422)
    ann.post("/api/practice", {"event": "choose", "square": "p16"}, 422)


def test_the_opening_and_the_link_of_a_game(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript="f5d6c3d3c4")
    about = ann.get(f"/api/games/{game['id']}/about")
    assert about["opening"] == "Tiger"
    assert unpack_game(about["link"]).transcript == "f5d6c3d3c4"


@pytest.mark.parametrize(
    ("name", "kind", "begin"),
    [
        ("picture.png", "image/png", b"\x89PNG"),
        ("picture.svg", "image/svg+xml", b"<svg"),
        ("film.gif", "image/gif", b"GIF89a"),
        ("game.ggf", "text/plain", b"(;GM[Othello]"),
    ],
)
def test_a_game_is_downloaded_in_many_forms(ann: Any, name: str, kind: str, begin: bytes) -> None:
    game = ann.new(**HUMANS, transcript="f5d6c3")
    response = ann.raw("GET", f"/api/games/{game['id']}/{name}")
    assert response.status_code == 200
    assert response.mimetype == kind
    assert response.data.startswith(begin)
    assert "attachment" in response.headers["Content-Disposition"]
    if name == "game.ggf":
        assert read_ggf_game(response.text).transcript == "f5d6c3"


def test_a_record_tells_who_played_and_when(ann: Any) -> None:
    game = ann.new(black="human", white="greedy")
    response = ann.raw("GET", f"/api/games/{game['id']}/game.ggf")
    record = read_ggf_game(response.text)
    assert (record.black, record.white) == ("Human", "Greta")
    assert datetime.now(UTC).date() - date.fromisoformat(record.date) <= timedelta(days=1)


def test_another_visitors_game_cannot_be_studied(ann: Any, bob: Any) -> None:
    game = ann.new(**HUMANS)
    assert bob.raw("GET", f"/api/games/{game['id']}/picture.png").status_code == 404


@pytest.mark.parametrize(
    ("text", "name", "transcript"),
    [
        ("1. F5 d6 2. C3", "move list", "f5d6c3"),
        ("(;GM[Othello]PB[Ann]PW[Bo]B[F5];)", "GGF", "f5"),
        ("https://othello.example/#game=4.lr@2", "link", "f5d6"),
    ],
)
def test_whatever_is_pasted_is_recognised(ann: Any, text: str, name: str, transcript: str) -> None:
    answer = ann.post("/api/read", {"text": text})
    assert (answer["format"], answer["games"][0]["transcript"]) == (name, transcript)


def test_a_board_of_another_program_is_pasted_with_a_note(ann: Any) -> None:
    text = '{"board": [[0,0,0,0],[0,2,1,0],[0,1,1,1],[0,0,0,0]], "turn": 2}'
    answer = ann.post("/api/read", {"text": text})
    assert answer["format"] == "JSON from another program"
    assert answer["games"][0]["start"] == "-----OX--XXX---- O"
    assert answer["games"][0]["note"].startswith("The numbers are read as 1 = Black, 2 = White")


def test_what_cannot_be_read_is_told_with_its_place(ann: Any) -> None:
    answer = ann.post("/api/read", {"text": "f5a1"}, 422)
    assert answer["error"].startswith(
        "Line 1, at character 3 ('a1') after f5: White cannot play a1"
    )


def test_the_opening_is_named_during_play(ann: Any) -> None:
    game = ann.new(**HUMANS)
    assert game["opening"] is None
    assert ann.move(game, "e6")["opening"] == "First move"
    assert ann.new(**HUMANS, transcript="d3c5f6f5e6")["opening"] == "Tiger"
    assert ann.new(**HUMANS, size=6)["opening"] is None


def test_a_queue_that_is_too_long_is_told_to_come_back(app: Flask, ann: Any) -> None:
    game = ann.new(**HUMANS, size=6)
    slots = FairSlots(FairQueue(1, waiting=0), patience=1, sentence="Later.")
    app.extensions["outflank.study"] = slots
    with slots.acquire():
        told = ann.act(game, "values", status=503, effort="glance")
    assert told == {"error": "Later.", "code": "busy"}
    assert len(ann.act(game, "values", effort="glance")["values"]) == 4


def test_a_finished_game_stays_finished_while_one_looks_back(ann: Any) -> None:
    game = ann.act(ann.new(**HUMANS, transcript="f5d6c3"), "resign")
    ann.act(game, "goto", ply=1)
    (entry,) = [each for each in ann.get("/api/games")["games"] if each["id"] == game["id"]]
    assert entry["place"] == "finished"
    assert entry["result"] == game["outcome"]["sentence"]


def test_a_hint_has_its_value_and_its_line(ann: Any) -> None:
    game = ann.new(black="human", white="human", transcript=FAR)
    hint = ann.get(f"/api/games/{game['id']}/hint")
    assert facts(hint["sentence"])[0] == hint["square"]
    assert hint["value"]["square"] == hint["square"]
    assert hint["value"]["line"][0] == hint["square"]
    assert (hint["value"]["exact"], hint["value"]["book"]) == (False, False)
    assert hint["value"]["depth"] == 14


def test_a_hint_in_the_opening_is_the_books(ann: Any) -> None:
    game = ann.new(black="human", white="human", transcript="f5d6")
    assert ann.get(f"/api/games/{game['id']}/hint")["value"]["book"]


def test_a_hint_near_the_end_is_exact(ann: Any) -> None:
    game = ann.new(black="human", white="human", transcript=WHOLE[:-12])
    value = ann.get(f"/api/games/{game['id']}/hint")["value"]
    best = [one for one in ann.act(game, "values")["values"] if one["best"]]
    assert (value["exact"], value["score"]) == (True, best[0]["score"])


@pytest.mark.parametrize("size", [4, 10, 16])
def test_a_game_of_any_size_is_studied(ann: Any, size: int) -> None:
    game = ann.new(size=size, black="human", white="human")
    assert game["can"]["study"] is True
    values = ann.act(game, "values", effort="glance")["values"]
    assert {value["square"] for value in values} == set(game["legal"])
    assert all(value["exact"] is (size == 4) for value in values)


def test_a_position_is_set_up_pasted_valued_and_played_from(ann: Any) -> None:
    def edit(**step: Any) -> Any:
        return ann.post("/api/editor", step)

    answer = edit(start=f"{'-' * 64} X", put="c3")
    assert answer["view"]["problem"] == "White has no disc, so the game is over here."
    answer = edit(editor=answer["editor"], paste="f5d6c3")
    assert answer["view"]["note"] == ""
    answer = edit(editor=answer["editor"], change="rotate", values=True)
    assert answer["view"]["position"]["turn"] == "white"
    assert len(answer["view"]["values"]) == 4
    assert not edit(editor=answer["editor"], brush="white", put="a1")["view"]["values"]
    game = ann.new(black="human", white="human", start=answer["view"]["text"])
    assert set(game["legal"]) == {value["square"] for value in answer["view"]["values"]}
    wrong = edit(editor=answer["editor"], paste="no game at all")
    assert "Expected a square such as f5" in wrong["view"]["note"]
    assert wrong["view"]["text"] == answer["view"]["text"]


@pytest.mark.parametrize("step", [{"start": "XO"}, {"put": "k12"}])
def test_a_position_that_is_none_is_refused(ann: Any, step: Any) -> None:
    ann.post("/api/editor", step, status=422)


def test_an_ending_is_played_out_to_an_honest_end(ann: Any) -> None:
    answer = ann.post("/api/endings", {"event": "begin", "ending": "lost"})
    for _ in range(20):
        if not answer["view"]["asking"]:
            break
        square = next(iter(answer["view"]["position"]["legal"]))
        answer = ann.post(
            "/api/endings", {"event": "choose", "square": square, "round": answer["round"]}
        )
    assert answer["view"]["solved"]
    assert answer["view"]["sentence"].startswith(("Swindled!", "You "))
    wrong = {**answer["round"], "number": 99999}
    ann.post("/api/endings", {"event": "go on", "round": wrong}, status=422)


def test_a_returning_visitor_is_told_what_is_waiting(ann: Any) -> None:
    assert ann.get("/api/today") == {
        "puzzle": True,
        "days": 0,
        "due": 0,
        "running": 0,
        "challenges": 0,
        "your_turn": 0,
    }
    game = ann.post("/api/games", {"white": "human"}, 201)
    ann.post(f"/api/games/{game['id']}/moves", {"square": "f5"})
    asked = ann.post("/api/practice", {"event": "begin", "source": "daily"})
    for square in asked["view"]["position"]["legal"]:
        step = {"event": "choose", "source": "daily", "square": square, "round": asked["round"]}
        asked = ann.post("/api/practice", step)
        if asked["view"]["solved"]:
            break
    waiting = ann.get("/api/today")
    assert (waiting["puzzle"], waiting["running"]) == (False, 1)
    assert waiting["due"] in (0, 1)  # one that was missed comes back
