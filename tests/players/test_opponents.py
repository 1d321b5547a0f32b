"""What each opponent plays, against slow code that says it again in other words."""

import itertools
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle, oracle_of
from random_positions import boards, sizes

from outflank.board import SIZES, Board, Color, parse_square, square_name
from outflank.players import NoLegalMove, ask, find_opponent, make_player, opponents
from outflank.players.regions import Region, corner_of, regions

NAMES = ["random", "first", "greedy", "lookahead:2", "positional", "priority"]
ROOT = Path(__file__).parents[2]
small_boards = boards(st.sampled_from([4, 6, 8]))


def first_best(moves: list[int], worth: list[float]) -> int:
    return moves[worth.index(max(worth))]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", SIZES)
def test_every_opponent_plays_a_few_moves_on_every_board_size(name: str, size: int) -> None:
    player = make_player(name, seed=1, size=size)
    board = Board(size)
    for _ in range(6):
        board = board.play(ask(player, board, name))
    assert len(board.empties) == size * size - 10


@pytest.mark.parametrize("name", NAMES)
def test_asking_where_there_is_no_move_is_an_error_of_the_caller(name: str) -> None:
    over = Board.from_rows(["X---", "----", "----", "----"])
    must_pass = Board.from_rows(["OX--", "----", "----", "----"])
    with pytest.raises(NoLegalMove, match="game is over"):
        make_player(name).choose(over)
    with pytest.raises(NoLegalMove, match=r"Black .* must pass"):
        make_player(name).choose(must_pass)


@given(small_boards.filter(lambda board: board.legal_moves))
def test_first_takes_the_first_square_in_reading_order(board: Board) -> None:
    assert make_player("first").choose(board) == min(board.legal_moves)


@given(small_boards.filter(lambda board: board.legal_moves))
def test_greedy_has_the_most_discs_after_its_move(board: Board) -> None:
    moves = list(board.legal_moves)
    worth = [float(board.play(move).count(board.turn)) for move in moves]
    assert make_player("greedy").choose(board) == first_best(moves, worth)


def flips_ahead(position: Oracle, depth: int, root: str) -> int:
    """The course's definition: own flips added, the opponent's subtracted and chosen least."""
    if depth == 0:
        return 0
    moves = position.legal_moves()
    if not moves:
        if not position.pass_turn().legal_moves():
            return 0
        return flips_ahead(position.pass_turn(), depth - 1, root)
    values = []
    for move in moves:
        flips = len(position.flips(move))
        rest = flips_ahead(position.play(move), depth - 1, root)
        values.append(flips + rest if position.mover == root else rest - flips)
    return max(values) if position.mover == root else min(values)


@given(boards(st.sampled_from([4, 6])).filter(lambda board: board.legal_moves), st.integers(1, 3))
def test_lookahead_is_minimax_over_flips(board: Board, depth: int) -> None:
    slow = oracle_of(board)
    moves = slow.legal_moves()
    worth = [
        float(len(slow.flips(move)) + flips_ahead(slow.play(move), depth - 1, slow.mover))
        for move in moves
    ]
    assert make_player(f"lookahead:{depth}").choose(board) == first_best(moves, worth)


def test_lookahead_searches_on_after_a_pass_and_adds_nothing_after_the_end() -> None:
    # After c1 White has no move at all; Black takes d2's disc next, which only depth 3 can see.
    rows = ["XO--", "O---", "----", "----"]
    board = Board.from_rows(rows)
    slow = oracle_of(board)
    assert [square_name(move, 4) for move in slow.legal_moves()] == ["c1", "a3"]
    after = slow.play(2)
    assert not after.legal_moves()
    assert flips_ahead(after, 2, "black") == 1
    assert flips_ahead(after, 1, "black") == 0
    assert square_name(make_player("lookahead:3").choose(board), 4) == "c1"


def text_of(name: str, numbers: Mapping[str, float]) -> str:
    return f"{name}:{','.join(f'{key}={value:g}' for key, value in numbers.items())}"


def mobility_after(position: Oracle, move: int) -> int:
    after = position.play(move)
    return len(after.pass_turn().legal_moves()) - len(after.legal_moves())


# Those of the course programs that these players come from, as docs/opponents.md says.
COURSE = {
    "positional": {"corner": 30.0, "edge": 4.0, "danger": 15.0, "mobility": 1.0},
    "priority": {"threshold": 0.8},
}


@pytest.mark.parametrize(
    "numbers",
    [{"corner": 40, "edge": 3, "danger": 9, "mobility": 2}, COURSE["positional"]],
    ids=["some", "course"],
)
@given(board=small_boards.filter(lambda board: board.legal_moves))
def test_positional_adds_flips_place_and_mobility(board: Board, numbers: dict[str, float]) -> None:
    slow = oracle_of(board)
    last = board.size - 1
    worth = []
    for move in slow.legal_moves():
        row, column = divmod(move, board.size)
        value = len(slow.flips(move)) + numbers["mobility"] * mobility_after(slow, move)
        corners = list(itertools.product((0, last), (0, last)))
        near = [c for c in corners if max(abs(c[0] - row), abs(c[1] - column)) == 1]
        if (row, column) in corners:
            value += numbers["corner"]
        elif near:
            value -= numbers["danger"] if slow.rows[near[0][0]][near[0][1]] is None else 0
        elif row in (0, last) or column in (0, last):
            value += numbers["edge"]
        worth.append(value)
    player = make_player(text_of("positional", numbers))
    assert player.choose(board) == first_best(slow.legal_moves(), worth)


@pytest.mark.parametrize("threshold", [0.5, COURSE["priority"]["threshold"]])
@given(board=small_boards.filter(lambda board: board.legal_moves))
def test_priority_takes_the_best_kind_then_mobility_then_flips(
    board: Board, threshold: float
) -> None:
    slow = oracle_of(board)
    kinds = regions(board.size)
    best = min(kinds[move] for move in slow.legal_moves())
    moves = [move for move in slow.legal_moves() if kinds[move] == best]
    filled = sum(cell is not None for row in slow.rows for cell in row) / board.size**2
    if filled > threshold:
        worth = [float(len(slow.flips(move))) for move in moves]
    else:
        worth = [float(mobility_after(slow, move)) for move in moves]
    assert make_player(f"priority:{threshold}").choose(board) == first_best(moves, worth)


@pytest.mark.parametrize("name", COURSE)
def test_the_numbers_of_the_course_programs_are_told(name: str) -> None:
    text = text_of(name, COURSE[name])
    opponent, settings = find_opponent(text)
    assert (opponent.name, settings) == (name, COURSE[name])
    assert set(settings) == {parameter.name for parameter in opponent.parameters}
    assert f"| `{text}` |" in (ROOT / "docs" / "opponents.md").read_text("utf-8")


def test_regions_of_an_8x8_board_are_those_of_the_books() -> None:
    picture = "\n".join(
        "".join("CEIRN"[kind] for kind in regions(8)[row * 8 : row * 8 + 8]) for row in range(8)
    )
    assert picture == (
        "CNEEEENC\nNNRRRRNN\nERIIIIRE\nERIIIIRE\nERIIIIRE\nERIIIIRE\nNNRRRRNN\nCNEEEENC"
    )


@given(sizes)
def test_every_neighbour_of_a_corner_knows_its_corner(size: int) -> None:
    near = {square for square, kind in enumerate(regions(size)) if kind is Region.NEAR_CORNER}
    assert set(corner_of(size)) == near
    assert len(near) == 12
    for square, corner in corner_of(size).items():
        assert regions(size)[corner] is Region.CORNER
        (y, x), (row, column) = divmod(square, size), divmod(corner, size)
        assert max(abs(y - row), abs(x - column)) == 1


def test_random_is_repeatable_by_seed_and_says_how_likely_its_moves_are() -> None:
    def game(seed: int) -> list[int]:
        player, board, moves = make_player("random", seed=seed), Board(), []
        for _ in range(20):
            moves.append(player.choose(board))
            board = board.play(moves[-1])
        return moves

    assert game(1) == game(1)
    assert game(1) != game(2)
    distribution = make_player("random").distribution(Board())  # type: ignore[attr-defined]
    assert distribution == dict.fromkeys(Board().legal_moves, 0.25)


def test_random_plays_every_legal_move_sooner_or_later() -> None:
    player = make_player("random", seed=0)
    assert {player.choose(Board()) for _ in range(200)} == set(Board().legal_moves)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random"])
def test_ties_go_to_the_first_square_in_reading_order(name: str) -> None:
    assert square_name(make_player(name).choose(Board())) == "d3"


def test_the_catalogue_says_a_sentence_about_everybody() -> None:
    for name, opponent in opponents().items():
        assert opponent.name == name
        assert opponent.sentence.endswith("."), name
        for parameter in opponent.parameters:
            assert parameter.low <= parameter.default <= parameter.high, name
            assert parameter.meaning, name


def test_declared_defaults_are_the_ones_that_are_played() -> None:
    for name, opponent in opponents().items():
        spelled = ",".join(f"{p.name}={p.default}" for p in opponent.parameters)
        if not spelled or 8 not in opponent.sizes:
            continue
        plain_one, set_one = make_player(name, seed=1), make_player(f"{name}:{spelled}", seed=1)
        board = Board()
        for _ in range(8):
            move = plain_one.choose(board)
            assert set_one.choose(board) == move, name
            board = board.play(move)


def test_black_and_white_are_treated_alike() -> None:
    board = Board().play("f5")
    mirrored = Board.from_discs(black=board.white, white=board.black, turn=Color.BLACK)
    for name in NAMES[1:]:
        assert make_player(name).choose(board) == make_player(name).choose(mirrored), name
    assert parse_square("f5") not in board.legal_moves
