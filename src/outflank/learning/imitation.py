"""Train the weights of the `learned` player to imitate the moves in other players' games.

Each position with a choice is a sample and the move played is its label; gradient ascent maximizes
the likelihood of the labels (multinomial logistic regression).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from outflank.board import Board
from outflank.formats import InvalidTranscript, read_transcript
from outflank.game import Game
from outflank.learning.policy import State
from outflank.players import learned
from outflank.players.move_features import FEATURES, features_of
from outflank.translation import _


@dataclass(frozen=True)
class Questions:
    """All positions with a choice, with one row of features per legal move."""

    features: np.ndarray  # moves × features
    shares: np.ndarray  # moves × phases
    first: np.ndarray  # first row of each position
    answer: np.ndarray  # row of the move played

    @property
    def count(self) -> int:
        return len(self.first)


def read_games(lines: Iterable[str], size: int = 8) -> Iterator[list[tuple[Board, int]]]:
    """Yield the positions and moves of each game: one transcript per line, other text ignored."""
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            game = read_transcript(words[0], Board(size))
        except InvalidTranscript as error:
            raise InvalidTranscript(
                _("Line {number}: {error}", number=number, error=error)
            ) from None
        yield positions_of(game)


def positions_of(game: Game) -> list[tuple[Board, int]]:
    positions, board = [], game.start
    for ply in game.history:
        if ply.square is not None:
            positions.append((board, ply.square))
        board = ply.board
    return positions


def questions(games: Iterable[list[tuple[Board, int]]]) -> Questions:
    features: list[list[float]] = []
    shares: list[list[float]] = []
    first, answer = [], []
    for game in games:
        for board, made in game:
            moves = list(board.legal_moves)
            if len(moves) < 2:
                continue
            first.append(len(features))
            answer.append(len(features) + moves.index(made))
            phase = learned.phase_shares(board)
            for move in moves:
                features.append(features_of(board, move))
                shares.append(phase)
    return Questions(
        np.array(features, dtype=np.float32).reshape(-1, FEATURES),
        np.array(shares, dtype=np.float32).reshape(-1, len(learned.PHASES)),
        np.array(first),
        np.array(answer),
    )


def imitate(
    asked: Questions, *, steps: int = 200, rate: float = 0.1, start: np.ndarray | None = None
) -> Iterator[tuple[np.ndarray, float, float]]:
    """Fit the weights; yields them with the mean log-likelihood and the accuracy."""
    state = State() if start is None else State(start.copy())
    made = np.zeros(len(asked.features), dtype=np.float32)
    made[asked.answer] = 1
    lengths = np.diff([*asked.first, len(asked.features)])
    for _step in range(steps):
        worth = np.einsum("mf,pf,mp->m", asked.features, state.weights, asked.shares, optimize=True)
        top = np.maximum.reduceat(worth, asked.first)
        powers = np.exp(worth - np.repeat(top, lengths))
        likely = powers / np.repeat(np.add.reduceat(powers, asked.first), lengths)
        gradient = asked.shares.T @ ((made - likely)[:, None] * asked.features) / asked.count
        state.climb(gradient, rate)
        guessed = float(np.mean(worth[asked.answer] >= top))
        yield state.weights, float(np.mean(np.log(likely[asked.answer] + 1e-12))), guessed
