"""Boards and saves of other people's Othellos: any signs, any shape, and a sentence about doubt."""

import json
from typing import Any

import pytest
from game_strategies import games
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank import Board, Game, square_name
from outflank.board import Color
from outflank.formats import InvalidRecord, InvalidSave, read_anything

SIGNS: list[tuple[Any, Any, Any]] = [
    ("Dark", "Light", None),
    ("Black", "White", ""),
    ("BLACK", "white", "EMPTY"),
    ("B", "W", "."),
    ("X", "O", "-"),
    ("x", "o", " "),
    ("●", "○", "·"),
    (1, 2, 0),
    (1, -1, 0),
    (1, 2, None),
    (0, 1, None),
    (0, 1, -1),
    ("X", "0", "."),
]


def cells_of(board: Board, black: Any, white: Any, empty: Any) -> list[Any]:
    sign = {Color.BLACK: black, Color.WHITE: white, None: empty}
    return [sign[board[square]] for square in range(board.size**2)]


def rows_of(cells: list[Any], size: int) -> list[list[Any]]:
    return [cells[at : at + size] for at in range(0, len(cells), size)]


@pytest.mark.parametrize("signs", SIGNS, ids=str)
@settings(max_examples=20)
@given(game=games())
def test_a_board_in_anybody_s_signs_is_the_position(
    signs: tuple[Any, Any, Any], game: Game
) -> None:
    board = game.board
    half = board.size // 2
    middle = {board[row * board.size + half] for row in (half - 1, half)}
    if not board.black or not board.white or len(middle) == 1:
        return  # nothing tells −1, 0 and 1 apart where the middle has one colour
    cells = cells_of(board, *signs)
    turn = signs[0] if board.turn is Color.BLACK else signs[1]
    names = [square_name(square, board.size) for square in range(board.size**2)]
    pairs = [f"{square // board.size},{square % board.size}" for square in range(board.size**2)]
    for shape in (
        rows_of(cells, board.size),
        cells,
        dict(zip(names, cells, strict=True)),
        dict(zip(pairs, cells, strict=True)),
    ):
        pasted = read_anything(json.dumps({"board": shape, "turn": turn}))
        assert pasted.format == "JSON from another program"
        assert pasted.game.start == board


def test_numbers_are_said_to_be_taken_for_colours() -> None:
    rows = [[0] * 4, [0, 2, 1, 0], [0, 1, 2, 0], [0] * 4]
    assert read_anything(json.dumps({"grid": rows, "current_player": 1})).note == (
        "The numbers are read as 1 = Black, 2 = White, 0 = empty. The turn 1 is read as Black."
    )


@pytest.mark.parametrize(
    ("document", "note"),
    [
        ({"turn": "B"}, ""),
        ({"currentPlayer": "Light"}, ""),
        ({"black_to_move": False}, ""),
        ({"player": {"color": "black", "name": "Ann"}}, ""),
        (
            {},
            "The side to move is not given, so Black is assumed. "
            "An even number of discs was placed.",
        ),
        (
            {"turn": "Ann"},
            "'Ann' is not a side to move, so Black is assumed. An even number of discs was placed.",
        ),
    ],
)
def test_whose_turn_it_is_is_read_or_guessed_and_said(document: dict[str, Any], note: str) -> None:
    board = ["....", ".WB.", ".BW.", "...."]
    pasted = read_anything(json.dumps({"board": board, **document}))
    white = "currentPlayer" in document or "black_to_move" in document
    assert pasted.game.start.to_text() == f"-----OX--XO----- {'O' if white else 'X'}"
    assert pasted.note == note


def test_a_side_without_a_move_is_not_taken() -> None:
    pasted = read_anything(json.dumps([".WWB", "....", "....", "...."]))
    assert pasted.game.turn is Color.BLACK
    pasted = read_anything(json.dumps([".WWB", "...B", "....", "...."]))
    assert "Black is assumed. An even number" in pasted.note
    pasted = read_anything(json.dumps([".BBW", "...W", "....", "...."]))
    assert "White is assumed. Black has no legal move" in pasted.note


MOVES: list[list[Any]] = [
    ["f5", "d6", "c3", "d3"],
    ["F5", "D6", "C3", "D3"],
    [[4, 5], [5, 3], [2, 2], [2, 3]],
    [[5, 4], [3, 5], [2, 2], [3, 2]],
    [{"row": 5, "col": 6}, {"row": 6, "col": 4}, {"row": 3, "col": 3}, {"row": 3, "col": 4}],
    [{"x": 5, "y": 4}, {"x": 3, "y": 5}, {"x": 2, "y": 2}, {"x": 3, "y": 2}],
    [{"player": "B", "move": "f5"}, {"player": "W", "move": [5, 3]}, 18, None, 19],
]


@pytest.mark.parametrize("moves", MOVES, ids=str)
def test_where_the_moves_are_there_it_is_a_game(moves: list[Any]) -> None:
    game = Game()
    for move in ("f5", "d6", "c3", "d3"):
        game.play(move)
    board = rows_of(cells_of(game.board, "B", "W", ""), 8)
    pasted = read_anything(json.dumps({"board": board, "turn": "B", "history": moves}))
    assert pasted.game.transcript == "f5d6c3d3"


def test_moves_alone_are_a_game_and_moves_that_lead_elsewhere_leave_the_position() -> None:
    assert read_anything('{"moves": "f5d6c3"}').game.transcript == "f5d6c3"
    start = rows_of(cells_of(Board(), "B", "W", ""), 8)
    pasted = read_anything(json.dumps({"board": start, "turn": "B", "moves": ["d3", "c4"]}))
    assert (pasted.game.start, pasted.game.transcript) == (Board(), "")
    assert "do not lead to the board" in pasted.note


def test_a_sparse_mapping_is_counted_from_where_its_middle_says() -> None:
    for base in (0, 1):
        discs = {f"({3 + base}, {4 + base})": "B", f"({4 + base}, {3 + base})": "B"}
        discs |= {f"({3 + base}, {3 + base})": "W", f"({4 + base}, {4 + base})": "W"}
        pasted = read_anything(json.dumps({"board": discs, "turn": "B"}))
        assert pasted.game.start == Board()
        assert pasted.note == (
            "The board size is not given, so 8×8 is assumed. "
            f"Two numbers are read as row and column, counted from {base}."
        )


def test_what_python_prints_is_read_too() -> None:
    assert read_anything(
        "{'board': {(1, 1): 'Light', (1, 2): 'Dark', (2, 1): 'Dark', (2, 2): 'Light'}, "
        "'size': 4, 'turn': 'Dark', 'winner': None}"
    ).game.start == Board(4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"score": 12}', "board from another program.*'score'"),
        ("[1, 2, 3]", "board from another program"),
        ('{"board": [["", "Q", "", ""], [], [], []]}', "board from another program"),
        ('["...Q", "....", "....", "...."]', "d1 must be black .* not 'Q'"),
        ("[[1,2,-1,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]", "must be 2 or -1"),
        ('{"moves": ["a1"]}', "not a game on a 8×8 board: Black cannot play a1"),
    ],
)
def test_other_json_is_called_that_and_not_damaged(text: str, message: str) -> None:
    with pytest.raises(InvalidRecord, match=message) as refusal:
        read_anything(text)
    assert not isinstance(refusal.value, InvalidSave)
    assert "damaged" not in str(refusal.value)


def test_a_torn_save_of_ours_is_still_called_one() -> None:
    with pytest.raises(InvalidSave, match="Line 1, column"):
        read_anything('{"format": "outflank-game", "version": 1, "start"')


PRINTED = {
    "blanks and coordinates": """
        a b c d e f
      1 . . . . . . 1
      2 . . . . . . 2
      3 . . O X . . 3
      4 . . X X X . 4
      5 . . . . . . 5
      6 . . . . . . 6
        a b c d e f
      White to move""",
    "rows upside down": """
      6 . . . . . .
      5 . . . . . .
      4 . . O X . .
      3 . . X X X .
      2 . . . . . .
      1 . . . . . .
      turn: O""",
    "bars and rules": """
          0   1   2   3   4   5
        +---+---+---+---+---+---+
      0 |   |   |   |   |   |   |
        +---+---+---+---+---+---+
      1 |   |   |   |   |   |   |
        +---+---+---+---+---+---+
      2 |   |   | W | B |   |   |
        +---+---+---+---+---+---+
      3 |   |   | B | B | B |   |
        +---+---+---+---+---+---+
      4 |   |   |   |   |   |   |
        +---+---+---+---+---+---+
      5 |   |   |   |   |   |   |
        +---+---+---+---+---+---+
      Black: 4  White: 1
      Light's turn""",
    "a frame of dashes": """
      ------
      ------
      ------
      --ox--
      --xxx-
      ------
      ------
      ------
      o""",
    "Unicode": """
      ┌──────┐
      │······│
      │······│
      │··○●··│
      │··●●●·│
      │······│
      │······│
      └──────┘
      Next player: ○""",
    "emoji": """
      🟩🟩🟩🟩🟩🟩
      🟩🟩🟩🟩🟩🟩
      🟩🟩⚪️⚫️🟩🟩
      🟩🟩⚫️⚫️⚫️🟩
      🟩🟩🟩🟩🟩🟩
      🟩🟩🟩🟩🟩🟩
      white to play""",
    "numbers": """
      0 0 0 0 0 0
      0 0 0 0 0 0
      0 0 2 1 0 0
      0 0 1 1 1 0
      0 0 0 0 0 0
      0 0 0 0 0 0""",
    "blank squares below their columns": """
        A B C D E F
      1
      2
      3     O X
      4     X X X
      5
      6
      Player O, your move: """,
    "words": """
      none none none none none none
      none none none none none none
      none none Light Dark none none
      none none Dark Dark Dark none
      none none none none none none
      none none none none none none
      It is Light's turn, and Dark has 4 discs.""",
}
THE_POSITION = Board(6).play("e4")


@pytest.mark.parametrize("name", PRINTED)
def test_boards_are_read_as_people_print_them(name: str) -> None:
    pasted = read_anything(PRINTED[name])
    assert pasted.format == "diagram"
    assert pasted.game.start == THE_POSITION


def test_a_printed_board_says_what_was_taken_for_what() -> None:
    assert read_anything(PRINTED["numbers"]).note == (
        "The numbers are read as 1 = Black, 2 = White, 0 = empty. The side to move is not given, "
        "so White is assumed. An odd number of discs was placed."
    )
    assert read_anything(PRINTED["Unicode"]).note == ""


@given(game=games(), marked=st.booleans(), empty=st.sampled_from(".-_·"))
def test_every_position_comes_back_however_it_is_printed(
    game: Game, marked: bool, empty: str
) -> None:
    board = game.board
    rows = rows_of(cells_of(board, "●", "○", empty), board.size)
    lines = [" ".join(row) for row in rows]
    if marked:
        lines = [f"{number:>2} {line}" for number, line in enumerate(lines, start=1)]
    pasted = read_anything("\n".join([*lines, f"{board.turn} to move"]))
    assert (pasted.format, pasted.game.start, pasted.note) == ("diagram", board, "")


@pytest.mark.parametrize(
    "unit",
    ["| ", "- ", "X\n", "1 . . . .\n", " a b c d\n", "[", '{"board": ', "(1, ", "●", "0 "],
)
def test_the_work_grows_with_the_text_alone(unit: str) -> None:
    """Twice the text is at most about twice the executed lines, so nobody can stop a server."""
    short, long = (lines_executed(unit * number) for number in (2000, 4000))
    assert long < 2.5 * short + 2000


def lines_executed(text: str) -> int:
    import sys

    from outflank.formats.anything import read_anything
    from outflank.formats.diagram import read_printed_board

    executed = 0

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal executed
        executed += event == "line"
        return count

    sys.settrace(count)
    try:
        read_printed_board(text)
        read_anything(text)
    except InvalidRecord:
        pass
    finally:
        sys.settrace(None)
    return executed
