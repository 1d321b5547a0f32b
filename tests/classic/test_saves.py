"""The saves of the course programs: what issue 31 says in its second section, one test each."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from outflank.board import Board, Color
from outflank.cli.main import main
from outflank.formats import load_game, read_anything
from outflank.game import Game
from outflank.storage.files.saves import Saves, saves_folder
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

Turn = Callable[[Game], object]


def counter(game: Game) -> int:
    """A turn counter that begins at 2 and is even when Dark moves; a pass is a turn."""
    return 2 + len(game.history)


def either(black: object, white: object) -> Turn:
    return lambda game: black if game.turn is Color.BLACK else white


# A shape of save: the field with the turn, its value, and the signs of both sides and of nothing.
SHAPES: list[tuple[str, Turn, tuple[object, object, object]]] = [
    ("player_turn", counter, ("Dark", "Light", None)),
    ("player_turns", counter, ("D", "L", "")),
    ("turn", either(0, 1), ("B", "W", ".")),
    ("current_player", either(1, 2), (1, 2, 0)),
    ("cur_player", either("Dark", "Light"), (1, -1, 0)),
    ("to_move", either("black", "white"), ("black", "white", "")),
    ("current_player", either("Player 1", "Player 2"), ("X", "O", " ")),
]


def saved(game: Game, field: str, turn: object, signs: tuple[object, object, object]) -> str:
    sign = {Color.BLACK: signs[0], Color.WHITE: signs[1], None: signs[2]}
    cells = [sign[game.board[square]] for square in range(game.size**2)]
    rows = [cells[at : at + game.size] for at in range(0, len(cells), game.size)]
    return json.dumps({"board": rows, field: turn})


def positions() -> Iterator[Game]:
    """Positions of random games: both sides to move, with and without passes, near the end."""
    random = Random(31)
    for _ in range(12):
        game = Game(size=random.choice((6, 8)))
        while not game.is_over:
            game.play(random.choice(list(game.board.legal_moves)))
            empties = len(game.board.empties)
            passes = sum(ply.is_pass for ply in game.history)
            if not game.is_over and (passes or empties < 6 or len(game.history) % 7 in (0, 1)):
                yield game


def passes_hide_the_turn(game: Game) -> bool:
    """Whether the number of discs names the wrong side, which has a move too."""
    played = game.size**2 - len(game.board.empties) - 4
    by_discs = Color.WHITE if played % 2 else Color.BLACK
    return by_discs is not game.turn and bool(game.board.opponent_moves)


@pytest.mark.parametrize(
    ("field", "turn", "signs"), SHAPES, ids=[str(number) for number in range(1, 8)]
)
def test_the_side_to_move_is_read(
    field: str, turn: Turn, signs: tuple[object, object, object]
) -> None:
    seen = set()
    for game in positions():
        value = turn(game)
        pasted = read_anything(saved(game, field, value, signs))
        if (field, value) == ("turn", 1) and passes_hide_the_turn(game):
            assert "can mean either side" in pasted.note
            continue
        assert pasted.game.start.turn is game.turn, (field, value, pasted.note)
        passed = any(ply.is_pass for ply in game.history)
        seen.add((game.turn, passed, len(game.board.empties) < 6))
        if isinstance(value, int) and not isinstance(signs[0], int):
            assert str(value) in pasted.note  # what was assumed is said
    assert {color for color, _, _ in seen} == set(Color)
    assert {passed for _, passed, _ in seen} == {late for _, _, late in seen} == {False, True}


def test_a_counter_that_begins_at_one_is_decided_by_the_discs() -> None:
    game = Game()
    for square in ("f5", "d6", "c3", "d3"):
        game.play(square)
        text = saved(game, "turn", 1 + len(game.history), ("B", "W", ""))
        assert read_anything(text).game.start.turn is game.turn


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        ("moves_left", 59, 12),
        ("move_counter", 1, 0),
        ("can_move", True, False),
        ("can_move", {"Dark": True, "Light": True}, {"Dark": False, "Light": True}),
    ],
)
def test_what_contradicts_the_board_is_reported(field: str, right: object, wrong: object) -> None:
    game = Game()
    game.play("f5")
    document = json.loads(saved(game, "turn", "Light", ("Dark", "Light", None)))
    assert read_anything(json.dumps(document | {field: right})).note == ""
    assert "says" in read_anything(json.dumps(document | {field: wrong})).note


def test_a_side_without_a_move_is_not_to_move() -> None:
    rows = [".BBW", "...W", "....", "...."]
    pasted = read_anything(json.dumps({"board": rows, "player_turn": 4}))
    assert pasted.game.start.turn is Color.WHITE
    assert "no legal move" in pasted.note


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def local(folder: Path) -> Iterator[FlaskClient]:
    app = create_app(Settings(folder=folder, thinkers=1, local_saves=True, white="greedy"))
    yield app.test_client()
    close_app(app)


def post(client: FlaskClient, path: str, name: str) -> Any:
    return client.post(path, data=name.encode()).get_json()


def test_save_writes_a_file_that_every_screen_has(local: FlaskClient, folder: Path) -> None:
    local.get("/move?x=4&y=3")
    answer = post(local, "/save", "Friday 13")
    assert answer["status"] == "success"
    file = folder / "saves" / "Friday 13.json"
    assert str(file) in answer["message"]
    assert load_game(file.read_text("utf-8")).info["white"] == "greedy"
    assert Saves().names() == ["Friday 13"]  # the terminal, the window and `play --load`
    (entry,) = (one for one in local.get("/api/games").get_json()["games"] if one["name"])
    assert (entry["name"], entry["place"], entry["moves"]) == ("Friday 13", "saved", 2)
    local.post("/restart")
    assert post(local, "/load", "Friday 13")["discs"] == answer["discs"]


def test_load_reads_a_foreign_save_that_was_put_there(local: FlaskClient, folder: Path) -> None:
    (folder / "saves").mkdir()
    game = Game()
    game.play("f5")
    text = saved(game, "player_turn", 3, ("Dark", "Light", None))
    (folder / "saves" / "from my course.json").write_text(text, "utf-8")
    answer = post(local, "/load", "from my course")
    assert (answer["status"], answer["player"]) == ("success", "Dark")
    assert len(answer["last"]) == 1  # White's, who was to move
    assert "3" in answer["message"]  # what was assumed
    assert Saves().load("from my course").start == game.board
    (folder / "saves" / "broken.json").write_text('{"board": 7}', "utf-8")
    assert post(local, "/load", "broken")["status"] == "fail"
    assert "from my course" in post(local, "/load", "nothing")["message"]


def test_a_name_stays_a_name(local: FlaskClient, folder: Path) -> None:
    for name in ("../../outside", "/etc/outside", "..", "a/b"):
        assert post(local, "/save", name)["status"] == "success"
        assert post(local, "/load", name)["status"] == "success"
    assert len(list((folder / "saves").iterdir())) == 4
    assert not list(folder.rglob("outside.json"))
    assert post(local, "/save", "\0")["status"] == "fail"


def test_a_disk_that_cannot_be_written_is_said(local: FlaskClient, folder: Path) -> None:
    (folder / "saves").write_text("a file where the folder should be")
    assert post(local, "/save", "x")["status"] == "fail"


def test_the_page_opens_renames_deletes_and_restores_a_file(
    local: FlaskClient, folder: Path
) -> None:
    post(local, "/save", "one")

    def entry() -> Any:
        return next(each for each in local.get("/api/games").get_json()["games"] if each["name"])

    path = f"/api/games/{entry()['id']}"
    assert local.post(f"{path}/open", json={}).get_json()["name"] == "one"
    assert local.get(f"{path}/save").get_json()["format"] == "outflank-game"
    local.patch(path, json={"name": "two"})
    assert Saves().names() == ["two"]
    saves = [each for each in local.get("/api/games").get_json()["games"] if each["name"] == "two"]
    path = f"/api/games/{saves[0]['id']}"
    local.delete(path)
    assert Saves().names() == []
    local.post(f"{path}/restore", json={})
    assert Saves().names() == ["two"]
    local.delete(path)
    local.delete(f"{path}?forever=true")
    assert local.post(f"{path}/restore", json={}).status_code == 404
    assert local.post("/api/games/save.!!/open", json={}).status_code == 422


def test_the_folder_can_be_chosen(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_SAVES", str(tmp_path / "elsewhere"))
    app = create_app(Settings(folder=folder, thinkers=1, local_saves=True))
    assert post(app.test_client(), "/save", "x")["status"] == "success"
    close_app(app)
    assert saves_folder() == tmp_path / "elsewhere"
    assert (tmp_path / "elsewhere" / "x.json").is_file()


def test_on_a_server_for_others_saves_are_per_visitor(folder: Path) -> None:
    app = create_app(Settings(folder=folder, thinkers=1))
    ann, bob = app.test_client(), app.test_client()
    answer = post(ann, "/save", "mine")
    assert (answer["status"], "database" in answer["message"]) == ("success", True)
    assert not (folder / "saves").exists()
    assert post(bob, "/load", "mine")["status"] == "fail"
    assert post(ann, "/load", "mine")["status"] == "success"
    close_app(app)


def test_play_load_takes_a_foreign_save_by_its_name(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(Board(6))
    game.play("e4")
    Saves().folder.mkdir(parents=True)
    text = saved(game, "player_turn", 3, ("Dark", "Light", None))
    (Saves().folder / "course.json").write_text(text, "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    main(["play", "--plain", "--load", "course", "--white", "human"])
    shown = capsys.readouterr()
    assert "White (O) to move" in shown.out
    assert "3" in shown.err  # what was assumed


def test_can_move_is_about_the_side_that_the_save_names() -> None:
    rows = [".BBW", "...W", "....", "...."]
    document = {"board": rows, "current_player": "Black", "can_move": False}
    pasted = read_anything(json.dumps(document))
    assert pasted.game.start.turn is Color.WHITE
    assert "says" not in pasted.note


def test_a_save_without_players_keeps_those_at_the_table(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Saves().folder.mkdir(parents=True)
    game = Game()
    game.play("f5")
    text = saved(game, "player_turn", 3, ("Dark", "Light", None))
    (Saves().folder / "course.json").write_text(text, "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("load course\nquit\n"))
    main(["play", "--plain", "--white", "first"])
    out = capsys.readouterr().out
    assert "3" in out.partition("Loaded")[2].partition("\n")[0]  # what was assumed
    assert "White played" in out  # and not a person
