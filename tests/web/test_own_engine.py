"""The visitor's own machine as a thinker: what it is given, and what it may answer."""

from random import Random
from typing import Any

from outflank.board import Board, square_name
from outflank.engine import LEVELS, Engine, Limit, Result
from outflank.engine.limit import DEEPEST
from outflank.game import Game
from outflank.web.page.page import STATIC

COMPUTER = {"black": "human", "white": "engine:16"}


def asked(ann: Any, **wanted: Any) -> Any:
    """A game in which a computer is to answer f5."""
    return ann.move(ann.new(**(COMPUTER | wanted)), "f5")


def test_the_engine_comes_in_files_that_are_kept_for_ever(ann: Any) -> None:
    engine = ann.get("/api/engine")
    parts = {
        "weights": b"OUTFLANK WEIGHTS",
        "light": b"OUTFLANK WEIGHTS",
        "book": b"OUTFLANK BOOK",
    }
    assert engine["light"]["size"] <= 1_500_000
    for part, begins in parts.items():
        response = ann.raw("GET", engine[part]["address"])
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert response.data.startswith(begins)
        assert len(response.data) == engine[part]["size"]
    module = ann.raw("GET", engine["module"])
    assert module.mimetype == "application/wasm"
    assert module.data == (STATIC / "engine" / "outflank.wasm").read_bytes()
    worker = ann.raw("GET", engine["worker"])
    assert worker.mimetype == "text/javascript"
    assert worker.headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert ann.raw("GET", "/engine/passwd").status_code == 404


def test_a_game_says_how_to_answer_and_takes_the_answer(ann: Any) -> None:
    game = asked(ann)
    recipe = game["recipe"]
    assert (recipe["depth"], recipe["exact_from"], recipe["book_depth"]) == (8, 15, 8)
    assert ann.get(f"/api/games/{game['id']}")["recipe"] == recipe, "the dice lie as they lay"
    ticket = game["thinking"]["ticket"]
    answered = ann.act(game, "answer", ticket=ticket, square="d6")
    assert [move["square"] for move in answered["moves"]] == ["f5", "d6"]
    assert answered["recipe"] is None
    again = ann.act(game, "answer", ticket=ticket, square="f4")
    assert again["moves"] == answered["moves"], "an answer that nobody awaits means nothing"


def test_an_answer_must_be_legal_and_for_a_computer_that_may_think_there(ann: Any) -> None:
    game = asked(ann)
    ticket = game["thinking"]["ticket"]
    refused = ann.act(game, "answer", 422, ticket=ticket, square="a1")
    assert refused["code"] == "illegal-move"
    assert "f4, d6, f6" in refused["error"]
    for white in ("greedy", "positional"):
        game = asked(ann, white=white)
        assert game["recipe"] is None
        ticket = game["thinking"]["ticket"]
        refused = ann.act(game, "answer", 409, ticket=ticket, square="d6")
        assert refused["error"] == "This computer thinks on the server. Request its reply instead."
    person = ann.new(black="human", white="human")
    assert ann.act(person, "answer", ticket=1, square="f5")["moves"] == []


def test_with_a_clock_a_recipe_has_its_share_and_the_thinking_is_charged(ann: Any) -> None:
    game = asked(ann, white="engine:20", clock="1+0")
    assert 0 < game["recipe"]["seconds"] < 10, "20 s are the level's, and a minute is for all moves"
    assert (game["recipe"]["timed"], game["recipe"]["depth"]) == (True, DEEPEST)
    untimed = asked(ann, white="engine:20")["recipe"]
    assert (untimed["timed"], untimed["depth"]) == (False, LEVELS[-1].depth)
    assert not asked(ann, white="gentle", clock="1+0")["recipe"]["timed"], "nor does the server's"
    left = game["clock"]["white"]
    ticket = game["thinking"]["ticket"]
    answered = ann.act(game, "answer", ticket=ticket, square="d6", seconds=86400)
    assert answered["clock"]["white"] > left - 60, "never more than has passed here"
    assert not answered["outcome"]
    again = ann.move(answered, "c3")
    passed = again["clock"]["white"]
    ticket = again["thinking"]["ticket"]
    free = ann.act(again, "answer", ticket=ticket, square="f4", seconds=0)
    assert free["clock"]["white"] >= passed, "the way there and back is not thinking"
    refused = ann.act(free, "answer", 400, ticket=ticket, square="f4", seconds=-1)
    assert refused["error"].startswith("seconds must be from 0 to 86400")


def test_gentle_opponents_and_small_boards_have_recipes(ann: Any) -> None:
    gentle = ann.new(black="gentle:loss=4", white="human", size=6)["recipe"]
    assert (gentle["mistake"], gentle["depth"], gentle["exact_from"]) == (4.0, 4, 8)
    close = ann.new(black="close:lead=-2", white="human")["recipe"]
    assert (close["lead"], close["mistake"], close["book_depth"]) == (-2, 0.0, None)
    assert 0 <= close["roll"] < 1


def test_what_the_worker_knows_of_values_is_what_the_server_does() -> None:
    """Efforts are numbers on both sides; what results mean is compared in tests/engine."""
    from outflank.study.values import EFFORTS
    from outflank.web.api.study_api import SECONDS

    worker = (STATIC / "js" / "thinking" / "worker.js").read_text("utf-8")
    efforts = list(EFFORTS.values())
    assert f"const EFFORTS = {[effort.depth for effort in efforts]};" in worker
    assert {effort.exact_from for effort in efforts} == {16}
    assert "const EXACT_FROM = 16;" in worker
    assert f"const SECONDS = {SECONDS:g};" in worker


def test_a_review_asks_who_looks_at_positions_itself(ann: Any) -> None:
    """The same review as the server makes, from answers to its questions; nonsense is refused."""
    dice, whole = Random(3), Game(size=6)
    for _ in range(26):
        whole.play(dice.choice(list(whole.board.legal_moves)))
    start = whole.history[17].board  # from here on all is exact, and so the same
    transcript = "".join(made.name for made in whole.history[18:] if made.square is not None)
    people = {"black": "human", "white": "human"}
    game = ann.new(**people, start=start.to_text(), transcript=transcript)
    engine = Engine(memory=8)
    answer = ann.act(game, "review", event="go on", answers=[])
    judged: list[Any] = []
    rounds = 0
    while answer["view"]["running"]:
        rounds += 1
        for question in answer["questions"]:
            board = Board.from_text(question["position"])
            limit = Limit(depth=question["depth"], exact_from=question["exact_from"])
            results = engine.analyze(board, limit, lines=question["lines"])
            judged.append(question | {"found": [found(one) for one in results]})
        done = {move["ply"] for move in answer["view"]["moves"]}
        judged = [one for one in judged if one["ply"] not in done]
        asked = {"event": "go on", "study": answer["study"], "answers": judged}
        answer = ann.act(game, "review", **asked)
    assert answer["view"]["complete"]
    assert rounds < 12
    there = ann.act(game, "review", event="go on")
    while there["view"]["running"]:
        there = ann.act(game, "review", event="go on", study=there["study"])
    assert answer["view"]["summary"] == there["view"]["summary"]
    assert answer["view"]["lost"] == there["view"]["lost"]
    assert any(move["judgement"] != "fine" for move in there["view"]["moves"])
    first = ann.act(game, "review", event="go on", answers=[])["questions"][0]
    nonsense = {"square": "a1", "score": 3, "exact": False, "line": ["a1", "a1"]}
    wrong = [first | {"found": [nonsense]}]
    refused = ann.act(game, "review", 422, event="go on", answers=wrong)
    assert refused["code"] == "cannot-review"


def found(one: Result) -> dict[str, Any]:
    """A result of the engine as the page sends it."""
    line = [square_name(square, one.size) for square in one.line]
    square = square_name(one.move, one.size)
    return {"square": square, "score": one.score, "exact": one.exact, "line": line}
