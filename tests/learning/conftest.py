"""A few random games, written as a file of games."""

from pathlib import Path
from random import Random

import pytest

from outflank import Game
from outflank.learning.positions import GamePositions, read_games


def random_game(random: Random) -> str:
    game = Game()
    while not game.is_over:
        game.play(random.choice(list(game.board.legal_moves)))
    assert game.outcome is not None
    return f"{game.transcript} {game.outcome.black - game.outcome.white:+}"


@pytest.fixture(scope="session")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    random = Random(11)
    path = tmp_path_factory.mktemp("games") / "games.txt"
    path.write_text("\n".join(random_game(random) for _ in range(16)) + "\n")
    return path


@pytest.fixture(scope="session")
def games(games_file: Path) -> GamePositions:
    return read_games(games_file)
