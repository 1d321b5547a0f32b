"""LEARNING from games: the engine's evaluation, the weights of `learned`, and how well it went."""

from outflank.learning.positions import GamePositions, InvalidGames, read_games
from outflank.learning.recipe import Recipe, Round
from outflank.learning.rounds import train

__all__ = ["GamePositions", "InvalidGames", "Recipe", "Round", "read_games", "train"]
