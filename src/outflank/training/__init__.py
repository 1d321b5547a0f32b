"""LEARNING: from written games to the weights of the engine's evaluation, in rounds."""

from outflank.training.positions import GamePositions, InvalidGames, read_games
from outflank.training.recipe import Recipe, Round
from outflank.training.rounds import train

__all__ = ["GamePositions", "InvalidGames", "Recipe", "Round", "read_games", "train"]
