"""Train the weights of the `learned` player by self-play with policy gradients.

Each step plays a batch of games in which both sides sample moves from the same policy. Optionally
some games are against sparring partners, which play moves the policy itself never would. Moves of a
side that did well become more likely, the others less (REINFORCE, Williams 1992); Adam makes the
update. A chunk of games depends only on the weights and its seed, so results do not depend on the
number of workers, on this machine or on a cluster.
"""

import json
import math
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from outflank.arena import default_openings, load_openings
from outflank.arena.openings import replay_opening
from outflank.arena.statistics.elo import Pentanomial
from outflank.board import Board, Color
from outflank.players import Player, learned, make_player
from outflank.players.move_features import FEATURES, features_of

CHUNK = 8  # games per task
SPARRING_EVERY = 4  # one in this many games is against a sparring partner, if there are any
SPARRING_WORTH = 0.3  # baseline reward of such a game; subtracting it only reduces variance
ADAM_MEAN, ADAM_SQUARE = 0.9, 0.99  # decay rates of gradients and squared gradients


class Reward(Enum):
    DISCS = "discs"  # the disc difference, as a share of the board
    RESULT = "result"  # 1 for a win, −1 for a loss


@dataclass(frozen=True)
class LearningSettings:
    """The settings of a training run; equal settings give equal weights."""

    size: int = 8
    steps: int = 300
    games: int = 64  # per step
    rate: float = 0.03  # Adam's step size, in units of weight
    reward: Reward = Reward.DISCS
    sparring: tuple[str, ...] = ()  # sparring partners, which explore other moves
    seed: int = 1
    every: int = 20  # steps between measurements
    measured_against: str = "positional"
    measured_pairs: int = 50


@dataclass
class State:
    """The state of a training run; everything needed to resume it."""

    weights: np.ndarray = field(default_factory=lambda: np.zeros((len(learned.PHASES), FEATURES)))
    mean: np.ndarray = field(default_factory=lambda: np.zeros((len(learned.PHASES), FEATURES)))
    square: np.ndarray = field(default_factory=lambda: np.zeros((len(learned.PHASES), FEATURES)))
    step: int = 0
    curve: list[tuple[int, float, float, float]] = field(default_factory=list)
    """Number of games, then the score against the yardstick with its error bar."""

    def climb(self, gradient: np.ndarray, rate: float) -> None:
        """Make one ascent step with Adam (Kingma and Ba 2014)."""
        self.step += 1
        self.mean = ADAM_MEAN * self.mean + (1 - ADAM_MEAN) * gradient
        self.square = ADAM_SQUARE * self.square + (1 - ADAM_SQUARE) * gradient**2
        mean = self.mean / (1 - ADAM_MEAN**self.step)
        square = self.square / (1 - ADAM_SQUARE**self.step)
        self.weights = self.weights + rate * mean / (np.sqrt(square) + 1e-8)


def play_chunk(weights: np.ndarray, settings: LearningSettings, seed: str) -> np.ndarray:
    """Play some games of self-play and return the sum of their policy gradients."""
    dice = random.Random(seed)
    gradient = np.zeros_like(weights)
    for number in range(CHUNK):
        pulls = {Color.BLACK: np.zeros_like(weights), Color.WHITE: np.zeros_like(weights)}
        board = Board(settings.size)
        partner, partner_plays = None, None
        if settings.sparring and number % SPARRING_EVERY == 0:
            name, partner_plays = dice.choice(settings.sparring), dice.choice(list(Color))
            partner = make_player(name, seed=dice.randrange(2**32), size=settings.size)
        while not board.is_over:
            if board.must_pass:
                board = board.pass_turn()
                continue
            moves = list(board.legal_moves)
            if len(moves) == 1:
                board = board.play(moves[0])
                continue
            if partner is not None and board.turn is partner_plays:
                board = board.play(partner.choose(board))
                continue
            features = np.array([features_of(board, move) for move in moves])
            shares = np.array(learned.phase_shares(board))
            likely = _softmax(features @ (shares @ weights))
            chosen = _draw(likely, dice)
            # The gradient of log(probability): the move's features minus their expected value.
            pulls[board.turn] += np.outer(shares, features[chosen] - likely @ features)
            board = board.play(moves[chosen])
        worth = _reward(board, settings.reward)  # of the side to move at the end
        if partner_plays is None:
            gradient += worth * (pulls[board.turn] - pulls[board.turn.opponent])
        else:
            own = worth if board.turn is not partner_plays else -worth
            gradient += (own - SPARRING_WORTH) * pulls[partner_plays.opponent]
    return gradient


def learn(
    settings: LearningSettings,
    state: State,
    executor: Executor,
    *,
    saved: Callable[[State], None] = lambda state: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Iterator[State]:
    """Run the steps, yielding after each; `saved` is called after measurements and at the end."""
    chunks = math.ceil(settings.games / CHUNK)
    while state.step < settings.steps and not stopping():
        futures = [
            executor.submit(
                play_chunk, state.weights, settings, f"{settings.seed}/{state.step}/{chunk}"
            )
            for chunk in range(chunks)
        ]
        gradient = sum(
            (future.result() for future in futures), start=np.zeros_like(state.weights)
        ) / (chunks * CHUNK)
        state.climb(gradient, settings.rate)
        if state.step % settings.every == 0 or state.step == settings.steps:
            measure(settings, state)
            saved(state)
        yield state
    saved(state)


def measure(settings: LearningSettings, state: State) -> None:
    """Add a point to the learning curve: the score against the yardstick."""
    openings = load_openings(
        default_openings(settings.size), settings.size, settings.seed, settings.measured_pairs
    )
    points = []
    for opening in openings[: settings.measured_pairs]:
        pupil = learned.LearnedPlayer(weights=state.weights.tolist())
        other = make_player(settings.measured_against, seed=1, size=settings.size)
        points.append(
            _points(replay_opening(opening, settings.size), pupil, other)
            + 1
            - _points(replay_opening(opening, settings.size), other, pupil)
        )
    score = Pentanomial.of_pairs(points).score_interval()
    state.curve.append((state.step * settings.games, score.value, score.low, score.high))


def save_state(path: Path, settings: LearningSettings, state: State) -> None:
    """Write the state atomically."""
    document = {
        **learned.weights_to_json(state.weights.tolist(), f"policy gradient, {state.step} steps"),
        "settings": {**asdict(settings), "reward": settings.reward.value},
        "step": state.step,
        "exact": state.weights.tolist(),  # the readable weights are rounded
        "mean": state.mean.tolist(),
        "square": state.square.tolist(),
        "curve": state.curve,
    }
    draft = path.with_name(path.name + ".new")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def load_state(path: Path) -> tuple[LearningSettings, State]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    learned.weights_from_json(document, str(path))  # reports the errors of a foreign file
    settings = dict(document["settings"])
    settings["reward"] = Reward(settings["reward"])
    settings["sparring"] = tuple(settings["sparring"])
    return LearningSettings(**settings), State(
        np.array(document["exact"]),
        np.array(document["mean"]),
        np.array(document["square"]),
        document["step"],
        [tuple(point) for point in document["curve"]],
    )


def _reward(board: Board, reward: Reward) -> float:
    if reward is Reward.RESULT:
        return float(np.sign(board.score))
    return board.score / board.size**2


def _softmax(worth: np.ndarray) -> np.ndarray:
    powers = np.exp(worth - worth.max())
    likely: np.ndarray = powers / powers.sum()
    return likely


def _draw(likely: np.ndarray, dice: random.Random) -> int:
    drawn = int(np.searchsorted(np.cumsum(likely), dice.random()))
    return min(drawn, len(likely) - 1)  # the sum may be slightly below one because of rounding


def _points(board: Board, black: Player, white: Player) -> float:
    """Play a game in this process and return Black's points."""
    while not board.is_over:
        board = board.after_forced_pass
        player = black if board.turn is Color.BLACK else white
        board = board.play(player.choose(board))
    score = board.score if board.turn is Color.BLACK else -board.score
    return 1.0 if score > 0 else 0.5 if score == 0 else 0.0
