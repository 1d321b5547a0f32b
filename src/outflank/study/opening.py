"""The name of the opening a game went through."""

from outflank.board import Board
from outflank.game import Game
from outflank.openings import name_of_game


def opening_name(game: Game) -> str:
    """The opening up to where the game stands; empty where it has no name.

    >>> game = Game()
    >>> for move in ("f5", "d6", "c3", "d3", "c4"):
    ...     game.play(move)
    >>> opening_name(game)
    'Tiger'
    """
    return name_of_game(bytes(game.way or ())) if game.start == Board() else ""
