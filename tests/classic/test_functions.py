"""A strategy is a function, too: what issue 31 says in its first section, one test each."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outflank.arena import play_match
from outflank.arena.playing.guard import Guard
from outflank.arena.records import Assignment, Entrant, FaultKind
from outflank.board import Board, Color, InvalidPosition, InvalidSquare, SquareSet
from outflank.board.board import PlainBoard
from outflank.cli.main import main
from outflank.game import Game
from outflank.play.thinkers.processes import ProcessThinkers
from outflank.players import (
    InvalidPlayerFile,
    PlayerFailed,
    ask,
    find_opponent,
    make_player,
    sandboxed,
)
from outflank.players.player import FunctionPlayer
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings
from outflank.workers.sandbox import Sandbox, SandboxUnavailable

ROOT = Path(__file__).parents[2]
FUNCTION = '''
def choose(board):
    """Plays the first legal move."""
    return divmod(board.legal_moves[0], board.size)
'''
SEVERAL = """
class Bot:
    def __init__(self, place=0): self.place = place
    def choose(self, board): return board.legal_moves[self.place]

def choose(board): return board.legal_moves.names[0]
def ai_move(board): return board.legal_moves[-1]
def two_sides(rows, player): return 0, 0
last = Bot(-1)
number = 3
"""
NEEDS_ARGUMENTS = """
class Bot:
    def __init__(self, place): self.place = place
    def choose(self, board): return board.legal_moves[self.place]
"""


@pytest.fixture
def file(open_tmp_path: Path) -> Callable[[str], str]:
    def write(source: str) -> str:
        path = open_tmp_path / "mybot.py"
        path.write_text(source, encoding="utf-8")
        return str(path)

    return write


# --- What a file may have ------------------------------------------------------------------------


def test_a_file_may_have_a_function(file: Callable[[str], str]) -> None:
    path = file(FUNCTION)
    assert ask(make_player(path), Board()) == 19
    opponent, settings = find_opponent(path)
    assert (opponent.name, opponent.sentence) == ("mybot:choose", "Plays the first legal move.")
    assert settings == {}


@pytest.mark.parametrize(
    ("name", "square"), [("choose", 19), ("ai_move", 44), ("Bot", 19), ("last", 44)]
)
def test_a_function_a_class_or_an_instance_is_chosen_by_name(
    file: Callable[[str], str], name: str, square: int
) -> None:
    assert ask(make_player(f"{file(SEVERAL)}:{name}"), Board()) == square


def test_a_file_may_have_only_an_instance(file: Callable[[str], str]) -> None:
    assert ask(make_player(file(NEEDS_ARGUMENTS + "bot = Bot(1)\n")), Board()) == 26


def test_an_instance_that_a_class_uses_is_no_second_candidate(file: Callable[[str], str]) -> None:
    source = (
        "from outflank import Engine\nengine = Engine()\n"
        "class Bot:\n    def choose(self, board): return board.legal_moves[0]\nbot = Bot()\n"
    )
    assert find_opponent(file(source))[0].name == "mybot:Bot"


def test_an_imported_function_counts(file: Callable[[str], str], tmp_path: Path) -> None:
    (tmp_path / "beside_mybot.py").write_text(FUNCTION)
    assert ask(make_player(file("from beside_mybot import choose\n")), Board()) == 19


@pytest.mark.parametrize(
    ("source", "suffix", "sentence"),
    [
        (SEVERAL, "", r"several players.* \S+mybot.py:Bot, \S+:choose"),
        (
            NEEDS_ARGUMENTS + "a = Bot(1)\nb = Bot(2)\n",
            "",
            r"several players.* \S+mybot.py:a, \S+:b",
        ),
        ("def ai_move(board): pass\n", "", r"no function choose.* \S+mybot.py:ai_move"),
        (
            "from flask import request\n"  # which raises whatever one asks of it
            "def load(path): pass\n"
            "def ai_move(rows, player): pass\n",
            "",
            r"ai_move\(rows, player\) .* more arguments than the board",
        ),
        ("x = 1\n", "", r"Add a function: def choose\(board\)"),
        (SEVERAL, ":lost", "no function or class lost.*:Bot, .*:choose, .*:ai_move"),
        (SEVERAL, ":number", "number in .* has no method choose"),
        (SEVERAL, ":two_sides", r"two_sides\(rows, player\) .* more arguments than the board"),
    ],
)
def test_several_candidates_or_none_are_listed(
    file: Callable[[str], str], source: str, suffix: str, sentence: str
) -> None:
    with pytest.raises(InvalidPlayerFile, match=sentence):
        make_player(file(source) + suffix)


# --- Where it plays ------------------------------------------------------------------------------


def test_match_and_tournament_take_functions(
    file: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = file(SEVERAL)
    log = ["--log", str(tmp_path / "log.jsonl")]
    assert main(["match", f"{path}:ai_move", f"{path}:choose", "--games", "2", *log]) == 0
    log = ["--log", str(tmp_path / "log2.jsonl")]
    players = [f"{path}:ai_move", f"{path}:last", "greedy"]
    assert main(["tournament", *players, "--games", "2", *log]) == 0


def test_play_takes_a_function(
    file: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("f5\nquit\n"))
    main(["play", "--plain", "--white", file(FUNCTION)])
    assert "f4" in capsys.readouterr().out


def test_a_guarded_process_plays_a_function_and_refuses_its_wrong_answer(
    file: Callable[[str], str],
) -> None:
    path = file(FUNCTION + "def wrong(board): return (9, 9)\n")
    guard = Guard()
    try:
        game = Assignment(0, 0, 0, Entrant("it", path), Entrant("first", "first"), "", 8, 1)
        assert guard.play(game).fault is None
        wrong = Entrant("it", f"{path}:wrong")
        record = guard.play(Assignment(0, 0, 0, wrong, Entrant("first", "first"), "", 8, 1))
        assert record.fault is not None
        assert record.fault.kind is FaultKind.ILLEGAL
        assert re.search(r"\(9, 9\).* d3 c4 f5 e6.* \('d3'\)", record.fault.message)
    finally:
        guard.close()


def test_the_process_that_serve_and_join_ask_plays_a_function(file: Callable[[str], str]) -> None:
    thinkers = ProcessThinkers(1, seconds=60, patience=60, waiting=1)
    try:
        assert thinkers.choose(file(FUNCTION), Board(), "topic") == 19
    finally:
        thinkers.close()


def test_serve_offers_a_function_as_an_opponent(file: Callable[[str], str], tmp_path: Path) -> None:
    course = f"course={file(SEVERAL)}:ai_move"
    app = create_app(Settings(folder=tmp_path, secret_key="k" * 32, opponents=(course,)))
    try:
        listed = app.test_client().get("/api/opponents").get_json()["opponents"]
        assert listed[-1]["name"] == "course"
    finally:
        close_app(app)


def test_a_sandbox_loads_a_function(file: Callable[[str], str]) -> None:
    try:
        Sandbox().check()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    path = file(SEVERAL)
    with sandboxed():
        assert find_opponent(f"{path}:ai_move")[0].name == "mybot:ai_move"
        with pytest.raises(InvalidPlayerFile, match="several players"):
            find_opponent(path)


def test_the_library_takes_a_function() -> None:
    def mine(board: Board) -> tuple[int, int]:
        return divmod(board.legal_moves[0], board.size)

    contest = play_match(mine, "random", games=4)
    assert contest.ranking.names[0] in ("mine", "random")
    assert len(contest.games) == 4


# --- What it may answer --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    ["d3", "D3", 19, (2, 3), [2, 3], np.int64(19), np.array([2, 3]), Board().legal_moves[0]],
    ids=repr,
)
def test_an_answer_may_be_a_name_an_index_or_a_pair(
    file: Callable[[str], str], answer: object
) -> None:
    player = make_player(file("answer = None\ndef choose(board): return answer\n"))
    player.strategy.__globals__["answer"] = answer  # type: ignore[attr-defined]
    assert ask(player, Board()) == 19


@pytest.mark.parametrize("answer", ["None", "(19,)", "(8, 3)", "'z9'", "99", "(0, 0)", "{2, 3}"])
def test_a_wrong_answer_is_refused_with_the_forms(file: Callable[[str], str], answer: str) -> None:
    forms = re.escape("a name ('d3'), an index (19) or a pair of row and column from 0 ((2, 3))")
    with pytest.raises(PlayerFailed, match=f"^choose .*{forms}"):
        ask(make_player(file(f"def choose(board): return {answer}\n")), Board())


# --- Two-dimensional lists -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("black", "white", "empty"),
    [
        ("B", "W", None),
        ("b", "w", ""),
        ("Dark", "Light", "."),
        ("DARK", "light", " "),
        ("black", "White", None),
        ("X", "O", "-"),
        (1, 2, 0),
        (1, -1, 0),
        (1.0, -1.0, 0.0),
        ("1", "2", "0"),
        (Color.BLACK, Color.WHITE, None),
    ],
)
@pytest.mark.parametrize("size", [4, 8, 10])
def test_rows_of_all_usual_values_are_read(
    black: object, white: object, empty: object, size: int
) -> None:
    board = Board(size)
    board = board.play(board.legal_moves[0])
    rows = board.to_rows(black, white, empty)
    assert Board.from_rows(rows, board.turn) == board
    assert Board.from_rows(tuple(map(tuple, rows)), board.turn) == board
    assert Board.from_rows(np.array(rows), board.turn) == board
    assert Board.from_rows(np.array(rows, dtype=object), board.turn) == board


def test_strings_are_rows() -> None:
    rows = ["....", ".WB.", ".BW.", "...."]
    assert Board.from_rows(rows) == Board.from_rows("\n".join(rows)) == Board(4)
    assert Board.from_rows(["    ", " wb ", " bw ", "    "]) == Board(4)
    assert Board.from_rows(["- - - -", "- O X -", "- X O -", "0 0 0 0"]) == Board(4)
    assert Board.from_rows(["0000", "0210", "0120", "0000"]) == Board(4)


def test_reading_rows_does_not_import_numpy() -> None:
    sources = (ROOT / "src" / "outflank" / "board").glob("*.py")
    assert not any("import numpy" in source.read_text(encoding="utf-8") for source in sources)


def test_a_board_gives_rows_back() -> None:
    assert Board(4).to_rows()[1] == [None, "W", "B", None]
    assert Board(4).to_rows(black=1, white=2, empty=0)[1] == [0, 2, 1, 0]
    rows = Board(4).to_rows()
    rows[0][0] = "B"  # a list of one's own
    assert rows[1][0] is None
    assert Board(4).to_rows()[0][0] is None


def _rows(row: int, column: int, cell: object, empty: object = 0) -> list[list[object]]:
    rows = [[empty] * 4 for _ in range(4)]
    rows[row][column] = cell
    return rows


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (_rows(2, 3, "?"), r"None.* Got '\?' in d3 \(rows\[2\]\[3\]\)"),
        (_rows(0, 1, 3), r"\"Light\", 2 or −1 .* Got 3 in b1 "),
        (_rows(0, 1, True), "Got True in b1 "),
        (_rows(0, 1, 0.5), "Got 0.5 in b1 "),
        (_rows(0, 1, [1]), r"Got \[1\] in b1 "),
        ([[1, 2, -1, 0]] * 4, r"2 in b1 .* −1 in c1 "),
        ([[0, 1, None, None]] * 4, "0 in a1 .* None in c1 "),
        ([0, 0, 0, 0], r"rows\[0\]\) .* 4 .* 0\."),
        ([[0] * 4] * 3 + [[0] * 5], r"Row 4 .* 5 in \[0, 0, 0, 0, 0\]"),
        ([[0] * 3] * 3, "from 4 to 16. Got 3"),
        (7, " 7"),
    ],
)
def test_wrong_rows_say_what_was_expected_what_came_and_where(rows: Any, sentence: str) -> None:
    with pytest.raises(InvalidPosition, match=sentence):
        Board.from_rows(rows)


# --- Squares as pairs ----------------------------------------------------------------------------

BOARDS = [
    Board(),
    Board(6),
    PlainBoard(Board().mover_bits, Board().opponent_bits, Color.BLACK, 8),
]


@pytest.mark.parametrize("board", BOARDS, ids=["8×8", "6×6", "plain"])
def test_a_pair_is_row_and_column(board: Board) -> None:
    for square in range(board.size * board.size):
        pair = divmod(square, board.size)
        assert board.square(pair) == square
        assert board[pair] is board[square]
        assert board.flips(pair) == board.flips(square)
        assert (pair in board.legal_moves) == (square in board.legal_moves)
        if square in board.legal_moves:
            assert board.play(pair) == board.play(square)
    assert SquareSet.of([(2, 3), "c4"]) == SquareSet.of([19, 26])


@pytest.mark.parametrize("board", BOARDS, ids=["8×8", "6×6", "plain"])
@pytest.mark.parametrize(
    "wrong", [(19,), (2, 3, 4), (), ("d", 3), (2.5, 3), None, {2, 3}], ids=repr
)
def test_other_tuples_are_refused_with_a_sentence(board: Board, wrong: Any) -> None:
    for method in (board.play, board.flips, board.__getitem__):
        with pytest.raises(InvalidSquare, match="a pair of row and column from 0"):
            method(wrong)
    if isinstance(wrong, tuple):
        with pytest.raises(InvalidSquare, match="a pair of row and column from 0"):
            _ = wrong in board.legal_moves


def test_a_pair_off_the_board_is_refused_and_in_no_set() -> None:
    for pair in [(8, 3), (-1, 0), (0, 8)]:
        with pytest.raises(InvalidSquare, match=f"numbered 0 to 7 on 8×8; got row {pair[0]}, "):
            Board().play(pair)
        assert pair not in Board().legal_moves


@pytest.mark.parametrize("board", BOARDS, ids=["8×8", "6×6", "plain"])
def test_iteration_gives_squares_with_their_content(board: Board) -> None:
    assert list(board) == [(square, board[square]) for square in range(board.size**2)]
    with pytest.raises(TypeError, match=r"use 'move in board\.legal_moves'"):
        _ = "d3" in board


# --- The recipe ----------------------------------------------------------------------------------


def test_the_recipe_of_the_readme_runs_as_printed(tmp_path: Path) -> None:
    section = (ROOT / "README.md").read_text("utf-8").split("## Coming from your own Othello?")[1]
    recipe = section.split("```python\n")[1].split("```")[0]
    assert len([line for line in recipe.splitlines() if line.strip()]) <= 6
    tour = (ROOT / "docs" / "library.md").read_text("utf-8")
    strategy = tour.split(">>> def flips(rows")[1].split("\n\n```")[0]
    lines = [re.sub(r"^(>>>|\.\.\.) ", "", line) for line in strategy.splitlines()[1:]]
    source = "\n".join(["def flips(rows" + strategy.splitlines()[0], *lines, ""])
    assert "outflank" not in source
    (tmp_path / "my_ai.py").write_text(source)
    (tmp_path / "mybot.py").write_text(recipe)
    player, greedy, game = make_player(str(tmp_path / "mybot.py")), make_player("greedy"), Game()
    while not game.is_over:
        answer = ask(player, game.board)
        assert len(game.board.flips(answer)) == len(game.board.flips(greedy.choose(game.board)))
        game.play(answer)


def test_a_pair_with_the_column_first_is_recognized() -> None:
    board = Board().play("f5").play("d6").play("c3")
    pairs = {divmod(move, 8) for move in board.legal_moves}
    row, column = next((row, column) for row, column in pairs if (column, row) not in pairs)
    with pytest.raises(PlayerFailed, match="row and column swapped"):
        ask(FunctionPlayer(lambda board: (column, row)), board, "mine")
