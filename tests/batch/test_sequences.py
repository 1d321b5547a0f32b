"""Games as rows of squares: their boards are those of the rules, in both numberings."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from outflank.batch import Sequences
from outflank.board import Color
from outflank.game import Game


def moves_of(games: Sequences, row: int) -> list[int]:
    return [int(square) for square in games.moves[row] if square >= 0]


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_random_games_are_whole_and_their_labels_are_those_of_the_rules(size: int) -> None:
    games = Sequences.random(20, seed=3, size=size)
    boards, mine, legal = games.boards(), games.mine_and_theirs(), games.legal_moves()
    for row in range(len(games)):
        game = Game(size=size)
        for ply, square in enumerate(moves_of(games, row)):
            game.play(square)
            board = game.board
            cells = np.zeros(size * size, np.int8)
            cells[list(board.black)], cells[list(board.white)] = 1, -1
            assert (boards[row, ply] == cells).all()
            sign = 1 if board.turn is Color.BLACK else -1
            assert (mine[row, ply] == sign * cells).all()
            assert np.flatnonzero(legal[row, ply]).tolist() == list(board.legal_moves)
        assert game.is_over
        assert games.lengths[row] == len(moves_of(games, row))


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    games = Sequences.random(50, seed=5)
    assert (Sequences.random(20, seed=5, first=30).moves == games.moves[30:]).all()
    assert (Sequences.random(50, seed=6).moves != games.moves).any()


def test_every_first_move_is_about_equally_likely() -> None:
    first = np.bincount(Sequences.random(4000, seed=1).moves[:, 0], minlength=64)
    assert np.flatnonzero(first).tolist() == [19, 26, 37, 44]
    assert first.max() < 1150


def test_tokens_leave_out_the_middle() -> None:
    games = Sequences.of([[37, 43], [19]])
    assert games.tokens()[:, :3].tolist() == [[34, 40, 0], [20, 0, 0]]
    assert games.tokens("columns")[:, :3].tolist() == [[41, 28, 0], [27, 0, 0]]
    assert games.squares("columns")[0, :3].tolist() == [44, 29, -1]


def test_repetitions_are_removed_in_order() -> None:
    games = Sequences.of([[37, 43], [19], [37, 43], [26]])
    assert games.distinct().moves[:, 0].tolist() == [37, 19, 26]


def test_files_of_othello_gpt_are_read(tmp_path: Path) -> None:
    games = Sequences.random(30, seed=2)
    lists = [[int(s) for s in row if s >= 0] for row in games.squares("columns")]
    (tmp_path / "gen10e5.pickle").write_bytes(pickle.dumps(lists))
    assert (Sequences.read_othello_gpt(tmp_path / "gen10e5.pickle").moves == games.moves).all()
    whole = games[games.lengths == 60]  # as in the arrays that are published
    np.save(tmp_path / "board_seqs_string_small.npy", whole.squares("columns"))
    np.save(tmp_path / "board_seqs_int_small.npy", whole.tokens("columns"))
    for path in tmp_path.glob("*.npy"):
        assert (Sequences.read_othello_gpt(path).moves == whole.moves).all()


@pytest.mark.parametrize(
    "content", [[[0, 1]], [["f5"]], [[99]], {"a": 1}, [3], [[37] * 70], [Path("x")], [[19, 19]]]
)
def test_another_pickle_is_refused(content: object, tmp_path: Path) -> None:
    (tmp_path / "games.pickle").write_bytes(pickle.dumps(content))
    with pytest.raises(ValueError, match=r"games\.pickle"):
        Sequences.read_othello_gpt(tmp_path / "games.pickle")


def test_an_illegal_move_and_an_unknown_order_are_refused() -> None:
    with pytest.raises(ValueError, match="not a legal move"):
        Sequences.of([[37, 37]])
    with pytest.raises(ValueError, match="'diagonals'"):
        Sequences.of([[37]]).squares("diagonals")  # type: ignore[arg-type]
