"""Learning the weights: by playing against itself, and from the games of others."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outflank.board import Board
from outflank.formats import InvalidTranscript
from outflank.learning.imitation import imitate, questions, read_games
from outflank.learning.policy import (
    LearningSettings,
    Reward,
    State,
    learn,
    load_state,
    measure,
    play_chunk,
    save_state,
)
from outflank.players import make_player
from outflank.players.learned import PHASES, LearnedPlayer
from outflank.players.move_features import FEATURES, NAMES

SMALL = LearningSettings(size=4, steps=6, games=16, every=3, measured_pairs=4, rate=0.1)


def _run(settings: LearningSettings, state: State, workers: int = 1) -> State:
    with ThreadPoolExecutor(workers) as pool:
        return list(learn(settings, state, pool))[-1]


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    one, three = (_run(SMALL, State(), workers) for workers in (1, 3))
    assert np.array_equal(one.weights, three.weights)
    assert one.curve == three.curve
    assert [games for games, *_ in one.curve] == [48, 96]
    other = _run(replace(SMALL, seed=2), State())
    assert not np.array_equal(one.weights, other.weights)


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    whole = _run(SMALL, State())
    path = tmp_path / "w.json"
    half = _run(replace(SMALL, steps=3), State())
    save_state(path, SMALL, half)
    settings, state = load_state(path)
    assert settings == SMALL
    resumed = _run(settings, state)
    assert np.array_equal(resumed.weights, whole.weights)
    assert resumed.curve == whole.curve


@pytest.mark.parametrize("reward", list(Reward))
def test_the_gradient_points_to_more_reward(reward: Reward) -> None:
    """A long step along the gradient on 4×4 must beat the weights it came from."""
    settings = LearningSettings(size=4, reward=reward)
    start = np.zeros((len(PHASES), FEATURES))
    gradient = sum(
        (play_chunk(start, settings, f"g{i}") for i in range(60)), start=np.zeros_like(start)
    )
    better = 3 * gradient / np.abs(gradient).max()
    won = 0.0
    for seed in range(200):
        new = LearnedPlayer(temperature=1, seed=seed, weights=better.tolist())
        old = LearnedPlayer(temperature=1, seed=seed + 999, weights=start.tolist())
        board, players = Board(4), [new, old] if seed % 2 else [old, new]
        first = board.turn
        while not board.is_over:
            if board.must_pass:
                board = board.pass_turn()
                continue
            board = board.play(players[0 if board.turn is first else 1].choose(board))
        black = board.score if board.turn is first else -board.score
        won += np.sign(black) * (1 if seed % 2 else -1)
    assert won > 40  # of 200; a fair coin stays within 28 in 19 of 20 runs


def test_sparring_partners_are_met_in_some_games() -> None:
    weights = np.zeros((len(PHASES), FEATURES))
    alone, meeting = (
        play_chunk(weights, replace(SMALL, sparring=sparring), "x")
        for sparring in ((), ("greedy", "first"))
    )
    assert not np.array_equal(alone, meeting)
    again = play_chunk(weights, replace(SMALL, sparring=("greedy", "first")), "x")
    assert np.array_equal(meeting, again)


def test_measuring_adds_a_point_with_its_error_bar() -> None:
    state = State(step=2)
    state.weights[:, NAMES.index("corner")] = 5
    measure(replace(SMALL, size=6, measured_against="random", measured_pairs=20), state)
    games, score, low, high = state.curve[0]
    assert games == 32
    assert low < score < high


GAMES = ["f5d6c3d3c4 +12 W\n", "# a comment\n", "\n", "f5f6e6f4\n"]


def test_games_become_questions_with_one_answer_each() -> None:
    asked = questions(read_games(GAMES))
    assert asked.count == 9
    assert (asked.answer >= asked.first).all()
    assert (np.append(asked.first[1:], len(asked.features)) > asked.answer).all()
    assert asked.features.shape[1] == FEATURES


def test_a_wrong_game_is_refused() -> None:
    with pytest.raises(InvalidTranscript, match="a1"):
        list(read_games(["f5a1"]))


def test_imitation_learns_to_play_like_its_model() -> None:
    """A player that always takes the most discs is guessed nearly always after fitting."""
    model = make_player("greedy")
    games = []
    for seed in range(12):
        other = make_player("random", seed=seed)
        board, positions = Board(6), []
        while not board.is_over:
            if board.must_pass:
                board = board.pass_turn()
                continue
            move = model.choose(board)
            positions.append((board, move))
            # The game goes on at random, so that the positions differ.
            board = board.play(other.choose(board))
        games.append(positions)
    fits = list(imitate(questions(games), steps=150))
    first, last = fits[0], fits[-1]
    assert last[1] > first[1] + 0.3
    assert last[2] > 0.75  # among equals the model takes the first square, which no feature says
    assert last[0][1, NAMES.index("discs flipped")] > 0
