"""The learning environments keep the promises of the libraries they are for."""

import random
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from outflank.board import Board, Color, IllegalMove
from outflank.rl import OthelloAEC, OthelloEnv, VectorOthello, othello_v0

MUST_PASS = Board.from_rows(["XO------", *["--------"] * 7], Color.WHITE)


def test_pettingzoo_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that planes are not of RGB, and the like
        api_test(OthelloAEC(), num_cycles=200)
    seed_test(lambda: OthelloAEC(size=4), num_cycles=20)


@pytest.mark.parametrize("size", [4, 8, 16])
def test_pettingzoo_finds_nothing_wrong_with_the_game_as_it_names_it(size: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as above
        api_test(othello_v0.env(size=size), num_cycles=100)
    seed_test(lambda: othello_v0.env(size=4), num_cycles=20)
    env = othello_v0.env(size=4)
    env.reset()
    env.step(0)  # an illegal move
    assert env.terminations == {"black": True, "white": True}
    assert env.rewards["black"] == -1


def test_the_id_is_known_by_the_name_of_the_module() -> None:
    code = (
        "import gymnasium\n"
        "env = gymnasium.make('outflank.rl:outflank/Othello-v0', opponent='greedy', size=6)\n"
        "name, mode = 'outflank/Othello-v0', 'vector_entry_point'\n"
        "many = gymnasium.make_vec(name, 5, vectorization_mode=mode)\n"
        "print(env.reset(seed=1)[0]['observation'].shape, many.reset(seed=1)[0].shape)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "(2, 6, 6) (5, 3, 8, 8)\n"


def test_gymnasium_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(gymnasium.make("outflank/Othello-v0", opponent="greedy").unwrapped)


@pytest.mark.parametrize("size", [4, 8, 10])
def test_the_agents_play_a_game_by_the_rules(size: int) -> None:
    env, board, dice = OthelloAEC(size, render_mode="ansi"), Board(size), random.Random(size)
    env.reset()
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        assert seen is not None
        if over:
            ahead = board.count(Color.BLACK) - board.count(Color.WHITE)
            assert reward == np.sign(ahead if agent == "black" else -ahead)
            env.step(None)
            continue
        assert board.turn.value == agent
        assert np.flatnonzero(seen["action_mask"]).tolist() == list(board.legal_moves)
        own = board.black if agent == "black" else board.white
        assert np.flatnonzero(seen["observation"][0]).tolist() == list(own)
        move = dice.choice(list(board.legal_moves))
        board = board.play(move)
        board = board.pass_turn() if board.must_pass else board
        env.step(move)
        assert env.render() == str(board)
    assert board.is_over


def test_an_agent_is_refused_an_illegal_move() -> None:
    env = OthelloAEC()
    env.reset()
    with pytest.raises(IllegalMove, match="a1"):
        env.step(0)


def test_a_game_begins_where_one_says() -> None:
    env = OthelloAEC()
    env.reset(options={"start": Board().play("f5")})
    assert env.agent_selection == "white"
    with pytest.raises(ValueError, match=r"a 8×8 Board; got Board.from_text"):
        env.reset(options={"start": Board(6)})


@pytest.mark.parametrize("color", list(Color))
def test_a_learner_plays_against_an_opponent(color: Color) -> None:
    env, dice = OthelloEnv("greedy", color=color), random.Random(1)
    seen, _ = env.reset(seed=3)
    over, reward, info = False, 0.0, dict[str, int]()
    while not over:
        assert reward == 0
        assert env.board.turn is color
        move = dice.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, over, _, info = env.step(move)
    assert reward == np.sign(info["score"])
    assert not seen["action_mask"].any()


def test_an_illegal_move_loses_and_says_why() -> None:
    env = OthelloEnv("random")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over) == (-1, True)
    assert "cannot play a1" in info["illegal"]


def test_a_seed_decides_the_opponents_dice_and_who_begins() -> None:
    env = OthelloEnv("random")
    games = []
    for seed in (1, 1, 2, 3, 4, 5):
        env.reset(seed=seed)
        for _ in range(4):
            env.step(next(iter(env.board.legal_moves)))
        games.append((env.color, env.board))
    assert games[0] == games[1]
    assert {color for color, _ in games} == set(Color)


def test_an_opponent_may_be_an_object() -> None:
    class First:
        def choose(self, board: Board) -> int:
            return next(iter(board.legal_moves))

    env = OthelloEnv(First(), color=Color.WHITE)
    env.reset()
    assert env.board == Board().play("d3")


@pytest.mark.parametrize(("size", "games"), [(4, 300), (8, 300), (10, 30)])
def test_many_games_are_played_in_step(size: int, games: int) -> None:
    env = VectorOthello(games, size)
    seen, info = env.reset(seed=4)
    boards = [Board(size)] * games
    ended = 0
    for _ in range(size * size + 6):
        assert info["turn"].tolist() == [board.turn is Color.WHITE for board in boards]
        assert seen[:, 2].reshape(games, size * size).tolist() == info["action_mask"].tolist()
        actions = env.random_actions()
        seen, rewards, over, cut, info = env.step(actions)
        assert not cut.any()
        for i, action in enumerate(actions.tolist()):
            turn, board = boards[i].turn, boards[i].play(action)
            board = board.pass_turn() if board.must_pass else board
            assert over[i] == board.is_over
            if board.is_over:
                ended += 1
                score = board.score if board.turn is turn else -board.score
                assert rewards[i] == np.sign(score)
                board = Board(size)
            else:
                assert rewards[i] == 0
            boards[i] = board
        assert list(env.positions) == boards
        assert ("final" in info) == over.any()
    assert ended >= games
    assert env.observation_space.contains(seen)


def test_many_games_with_one_seed_are_the_same() -> None:
    def played(seed: int) -> list[int]:
        env = VectorOthello(50)
        env.reset(seed=seed)
        for _ in range(20):
            env.advance(env.random_actions())
        return env.positions.mover_bits.tolist()  # type: ignore[no-any-return]

    assert played(1) == played(1) != played(2)


def test_many_games_do_not_begin_where_nobody_can_move() -> None:
    with pytest.raises(ValueError, match="must have a legal move"):
        VectorOthello(2, start=MUST_PASS)
