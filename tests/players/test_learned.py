"""The player that answers with probabilities."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import SIZES, Board, Color, Symmetry, parse_square
from outflank.players import NoLegalMove, ProbabilisticPlayer, make_player
from outflank.players.learned import (
    PHASES,
    InvalidPolicyWeights,
    LearnedPlayer,
    phase_shares,
    read_weights,
    shipped_weights,
    weights_from_json,
    weights_to_json,
)
from outflank.players.move_features import NAMES, features_of


def _walk(size: int, choices: list[int]) -> Board:
    board = Board(size)
    for choice in choices:
        if board.must_pass:
            board = board.pass_turn()
        if board.is_over:
            break
        moves = list(board.legal_moves)
        board = board.play(moves[choice % len(moves)])
    return board.pass_turn() if board.must_pass else board


@given(
    size=st.sampled_from(list(SIZES)),
    choices=st.lists(st.integers(0, 30), max_size=40),
    temperature=st.sampled_from([0.0, 0.2, 1.0, 5.0]),
)
def test_probabilities_of_the_legal_moves_add_up_to_one_on_every_size(
    size: int, choices: list[int], temperature: float
) -> None:
    board = _walk(size, choices)
    if board.is_over:
        return
    likely = LearnedPlayer(temperature=temperature).distribution(board)
    assert list(likely) == list(board.legal_moves)
    assert sum(likely.values()) == pytest.approx(1)
    assert min(likely.values()) >= 0


@given(choices=st.lists(st.integers(0, 30), max_size=50), size=st.sampled_from([4, 6, 8, 10]))
def test_features_do_not_change_when_the_board_is_turned_or_mirrored(
    choices: list[int], size: int
) -> None:
    board = _walk(size, choices)
    for symmetry in Symmetry:
        turned = board.transformed(symmetry)
        one = sorted(features_of(board, move) for move in board.legal_moves)
        assert one == sorted(features_of(turned, move) for move in turned.legal_moves)


def _features(board: Board, move: str) -> dict[str, float]:
    numbers = features_of(board, parse_square(move, board.size))
    return dict(zip(NAMES, numbers, strict=True))


def test_features_say_what_a_person_sees() -> None:
    board = Board.from_rows(
        [
            "-OX-----",
            "--------",
            "--------",
            "---OX---",
            "---XO---",
            "--------",
            "--------",
            "--------",
        ]
    )
    corner = _features(board, "a1")
    assert (corner["corner"], corner["discs flipped"], corner["edge discs made safe"]) == (
        1,
        1 / 8,
        3 / 8,
    )
    assert corner["corners given"] == 0
    quiet = _features(board, "f5")
    assert (quiet["inside"], quiet["corners kept in reach"], quiet["corner"]) == (1, 1, 0)


def test_the_danger_next_to_an_empty_corner_is_a_feature() -> None:
    board = Board.from_discs(black=["d4"], white=["c3"], turn=Color.BLACK)
    x_square = _features(board, "b2")
    assert (x_square["X square"], x_square["X square, corner empty"]) == (1, 1)
    # The black disc on d4, turned c3 and new b2: White has lost all its discs.
    assert (x_square["wins the game"], x_square["opponent must pass"]) == (1, 0)


def test_a_forced_pass_of_the_opponent_is_a_feature() -> None:
    stuck = Board.from_text("-OX---OX" + "-" * 56 + " X")
    assert _features(stuck, "a1")["opponent must pass"] == 1
    free = Board.from_text("-OX--OX-" + "-" * 56 + " X")  # White may answer h1
    assert _features(free, "a1")["opponent must pass"] == 0


def test_the_danger_of_losing_all_discs_is_a_feature() -> None:
    board = Board.from_text("-OXO----" + "-" * 56 + " X")
    doomed = _features(board, "e1")  # White answers f1 and turns them all
    assert doomed["may be wiped out"] == 1
    assert doomed["few discs left"] == pytest.approx(0.7)
    safe = _features(board, "a1")
    assert (safe["may be wiped out"], safe["opponent must pass"]) == (0, 1)
    assert _features(Board(), "f5")["may be wiped out"] == 0


def test_phases_blend_from_opening_to_end() -> None:
    assert phase_shares(Board()) == pytest.approx([1 - 4 / 32, 4 / 32, 0])
    for size in (4, 8, 16):
        assert sum(phase_shares(Board(size))) == pytest.approx(1)


def test_temperature_goes_from_certain_to_anything() -> None:
    board = Board().play("f5")
    cold, warm, hot = (LearnedPlayer(temperature=t).distribution(board) for t in (0.0, 1.0, 20.0))
    best = max(warm, key=lambda move: warm[move])
    assert cold[best] == 1
    assert cold[best] > warm[best] > hot[best]
    assert max(hot.values()) - min(hot.values()) < 0.2

    def entropy(likely: dict[int, float]) -> float:
        return -sum(p * math.log(p) for p in likely.values() if p)

    assert entropy(cold) == 0 < entropy(warm) < entropy(hot)


def test_moves_are_drawn_as_often_as_they_are_likely() -> None:
    player = LearnedPlayer(temperature=3, seed=4)
    likely = player.distribution(Board().play("f5"))
    drawn = [player.choose(Board().play("f5")) for _ in range(3000)]
    for move, probability in likely.items():
        assert drawn.count(move) / 3000 == pytest.approx(probability, abs=0.04)


def test_the_catalogue_makes_it_with_a_seed_and_a_temperature() -> None:
    one, two = (make_player("learned:temperature=5", seed=3, size=6) for _ in range(2))
    board = Board(6)
    assert isinstance(one, ProbabilisticPlayer)
    assert [one.choose(board) for _ in range(20)] == [two.choose(board) for _ in range(20)]


def test_it_refuses_to_move_where_it_cannot() -> None:
    with pytest.raises(NoLegalMove):
        LearnedPlayer().distribution(Board.from_text("X" * 16 + " X"))


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text(json.dumps(weights_to_json(shipped_weights(), "again")))
    assert read_weights(path) == shipped_weights()
    assert len(shipped_weights()) == len(PHASES)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "is not a weights file"),
        ({"format": "outflank-learned", "weights": {"corner": [1, 2, 3]}}, "corner"),
        (
            {"format": "outflank-learned", "weights": {n: [1, 2] for n in NAMES}},
            "3 numbers for 'corner'",
        ),
        (
            {"format": "outflank-learned", "weights": {n: [1, 2, float("nan")] for n in NAMES}},
            "3 numbers for 'corner'",
        ),
    ],
)
def test_wrong_weights_are_refused(document: object, sentence: str) -> None:
    with pytest.raises(InvalidPolicyWeights, match=sentence):
        weights_from_json(document, "it")
    with pytest.raises(InvalidPolicyWeights, match="cannot be read"):
        read_weights(Path("nowhere.json"))
