"""The page's engine, in Node: the same answers as the native one, to the last disc and node."""

import json
import shutil
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import outflank
from outflank.board import Board, Color, square_name
from outflank.book import default_book
from outflank.engine import Engine, Limit, Recipe, Result, weights
from outflank.players import RecipePlayer, make_player
from outflank.study.values import values_of
from outflank.study.views import value_view

ROOT = Path(__file__).parents[2]
PACKAGE = Path(outflank.__file__).parent
STATIC = PACKAGE / "web" / "static"
MODULE = STATIC / "engine" / "outflank.wasm"
NODE = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
MEMORY = 8  # megabytes


def answers(questions: list[dict[str, Any]], module: Path = MODULE) -> list[dict[str, Any]]:
    if NODE is None:
        pytest.skip("there is no Node here: make lint installs it")
    script = Path(__file__).with_name("think.mjs")
    thinking = STATIC / "js" / "thinking" / "module.js"
    book = PACKAGE / "book" / "openings.book"
    files = [script, thinking, module, weights.DEFAULT_FILE, book]
    done = subprocess.run(
        [NODE, *map(str, files), str(MEMORY)],
        input="\n".join(json.dumps(question) for question in questions),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def position(board: Board) -> dict[str, Any]:
    return {
        "size": board.size,
        "board": board.to_text().split(" ")[0],
        "turn": board.turn.value,
    }


def random_boards(count: int, size: int, seed: int) -> list[Board]:
    """Positions in which somebody is to move, of games that went anyhow."""
    dice = Random(seed)
    found: list[Board] = []
    while len(found) < count:
        board = Board(size)
        for _ in range(dice.randrange(size * size - 8)):
            if not board.legal_moves:
                break
            board = board.play(dice.choice(list(board.legal_moves)))
            board = board.pass_turn() if board.must_pass else board
        if board.legal_moves:
            found.append(board)
    return found


def test_by_depth_it_finds_the_same_with_as_many_nodes() -> None:
    boards = random_boards(220, 8, 1) + random_boards(60, 6, 2) + random_boards(20, 4, 3)
    limit = Limit(depth=5, exact_from=10)
    engine = Engine(memory=MEMORY)
    asked = {"ask": "analyse", "limit": {"depth": 5, "exact_from": 10}}
    lines = [1 + number % 3 for number in range(len(boards))]
    told = answers(
        [
            asked | {"position": position(board), "lines": wanted}
            for board, wanted in zip(boards, lines, strict=True)
        ]
    )
    for board, wanted, answer in zip(boards, lines, told, strict=True):
        expected = [
            {
                "square": square_name(one.move, board.size),
                "score": one.score,
                "exact": one.exact,
                "depth": one.depth,
                "confidence": one.confidence,
                "line": [square_name(square, board.size) for square in one.line],
                "nodes": one.nodes,
                "book": False,
            }
            for one in engine.analyze(board, limit, lines=wanted)
        ]
        assert answer["results"] == expected, board.to_text()
        assert answer["reports"][-1] == expected[0]["depth"]


def test_what_results_mean_is_what_the_study_says() -> None:
    """Fates, judgements and order of random results, estimates and exact, near zero and far."""
    dice = Random(9)
    asked: list[list[Result]] = []
    for _ in range(400):
        exact, spread = dice.random() < 0.5, dice.choice((2, 5, 20, 64))
        scores = [dice.randint(-spread, spread) for _ in range(dice.randint(1, 12))]
        asked.append(
            [
                Result(square, score, exact, 60 if exact else 8, 100, (square,), 1, 0.0)
                for square, score in zip(dice.sample(range(64), len(scores)), scores, strict=True)
            ]
        )
    told = answers(
        [
            {
                "ask": "values_of",
                "results": [
                    {
                        "square": square_name(one.move),
                        "score": one.score,
                        "exact": one.exact,
                        "depth": one.depth,
                        "book": False,
                        "line": [square_name(square) for square in one.line],
                    }
                    for one in results
                ],
            }
            for results in asked
        ]
    )
    for results, answer in zip(asked, told, strict=True):
        values = values_of(results)
        most = max(one.score for one in results)
        views = [value_view(value, 8, most) for value in values.values()]
        assert answer["values"] == json.loads(msgspec.json.encode(views))


OPPONENTS = [
    *(f"engine:level={level},nodes=2000,memory=4" for level in range(1, 21)),
    "gentle",
    "gentle:loss=20,depth=3",
    "close",
    "close:lead=-6,depth=3",
]


def test_opponents_play_the_same_moves_with_the_same_dice() -> None:
    """Every level, by nodes or depth: where a second ends a move, machines differ."""
    asked, expected = [], []
    boards = random_boards(240, 8, 4) + random_boards(48, 6, 5)
    for number, board in enumerate(boards):
        text = OPPONENTS[number % len(OPPONENTS)]
        player = make_player(text, seed=number)
        assert isinstance(player, RecipePlayer)
        recipe = player.recipe(timed=False)
        assert recipe is not None
        untimed = replace(recipe, seconds=None, roll=Random(number).random())
        asked.append({"ask": "choose", "position": position(board), "recipe": asdict(untimed)})
        expected.append((text, board.to_text(), square_name(player.choose(board), board.size)))
    told = answers(asked)
    found = [
        (text, board, answer["square"])
        for (text, board, _), answer in zip(expected, told, strict=True)
    ]
    assert found == expected


def test_the_book_says_the_same_however_a_position_is_turned() -> None:
    book = default_book()
    dice = Random(6)
    boards = [Board.from_bits(*key) for key in dice.sample(sorted(book.entries), 150)]
    boards += random_boards(10, 8, 7)
    asked: list[dict[str, Any]] = []
    for number, board in enumerate(boards):
        player = make_player(f"engine:{14 + number % 7},memory=4", seed=number)
        assert isinstance(player, RecipePlayer)
        own = player.recipe(timed=False)
        assert own is not None
        recipe = replace(own, seconds=None, depth=1, exact_from=0, roll=Random(number).random())
        asked += [
            {"ask": "look_up", "position": position(board)},
            {"ask": "choose", "position": position(board), "recipe": asdict(recipe)},
        ]
    told = answers(asked)
    chosen = 0
    for number, board in enumerate(boards):
        known = [
            (square_name(one.move), one.score, one.depth, [square_name(s) for s in one.line])
            for one in book.results(board)
        ]
        found = [
            (one["square"], one["score"], one["depth"], one["line"])
            for one in told[2 * number]["results"]
        ]
        assert found == known
        level = 14 + number % 7
        depth = asked[2 * number + 1]["recipe"]["book_depth"]
        move = book.choose(board, Random(number), depth=depth)
        if move is not None:
            chosen += 1
            assert told[2 * number + 1]["square"] == square_name(move.move), level
    assert chosen > 50


def test_an_only_move_needs_no_thought_and_with_a_clock_an_easy_one_less() -> None:
    """Neither question has an end otherwise; of no time at all every step takes too much."""
    endless = Recipe(depth=60, exact_from=60, seconds=None, nodes=None)
    only_a1 = Board.from_text("-XO" + "-" * 61 + " O")
    asked = [
        {"ask": "choose", "position": position(board), "recipe": asdict(recipe)}
        for board, recipe in ((only_a1, endless), (Board(), replace(endless, timed=True)))
    ]
    forced, easy = (answer["square"] for answer in answers(asked))
    assert forced == "a1"
    assert easy in ("d3", "c4", "f5", "e6")


def test_its_fast_code_agrees_with_the_plain_one() -> None:
    (told,) = answers([{"ask": "self_check", "seed": 8}])
    assert told.get("compared", 0) > 100_000, told


def test_what_it_cannot_do_it_says_in_a_sentence() -> None:
    over = {"size": 8, "board": "X" * 64, "turn": Color.BLACK.value}
    question = {"ask": "analyse", "position": over, "limit": {"depth": 3}, "lines": 1}
    assert answers([question]) == [
        {"problem": "the side to move has no legal move here; pass the turn, or the game is over"}
    ]


@pytest.mark.slow
def test_the_committed_module_is_what_the_sources_make(tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="make wasm installs it")
    built = tmp_path / "outflank.wasm"
    command = "import sys; sys.path.insert(0, 'tools'); from pathlib import Path; import build_wasm"
    subprocess.run(
        [sys.executable, "-c", f"{command}; build_wasm.build(Path({str(built)!r}))"],
        cwd=ROOT,
        check=True,
    )
    assert built.read_bytes() == MODULE.read_bytes(), "native/ has changed: run make wasm"
