"""LEARNING from games: the engine's evaluation, the weights of `learned`, and how well it went."""

from outflank.learning import curves, imitation
from outflank.learning.accuracy import ExactScores, choose_pairs, measure
from outflank.learning.policy import LearningSettings, Reward, State, learn, load_state, save_state
from outflank.learning.positions import GamePositions, InvalidGames, read_games
from outflank.learning.probes import Reach, TooFewPositions, tell_probes
from outflank.learning.recipe import Round, TrainingRecipe
from outflank.learning.rounds import train
from outflank.learning.selfplay import self_play

__all__ = [
    "ExactScores",
    "GamePositions",
    "InvalidGames",
    "LearningSettings",
    "Reach",
    "Reward",
    "Round",
    "State",
    "TooFewPositions",
    "TrainingRecipe",
    "choose_pairs",
    "curves",
    "imitation",
    "learn",
    "load_state",
    "measure",
    "read_games",
    "save_state",
    "self_play",
    "tell_probes",
    "train",
]
