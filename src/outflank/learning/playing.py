"""Whole games for training: from the start to the end, moves from whoever is asked."""

from __future__ import annotations

from collections.abc import Callable

from outflank import _native
from outflank.board import Board, Square
from outflank.game import Game
from outflank.learning.accuracy import EVERYWHERE


def play_out(choose: Callable[[Board], Square]) -> Game:
    """A game in which every move is what `choose` says."""
    game = Game()
    while not game.is_over:
        game.play(choose(game.board))
    return game


def best_move(engine: _native.SearchEngine, board: Board, limit: _native.SearchLimit) -> Square:
    sides = (board.mover_bits, board.opponent_bits)
    return engine.analyse(*sides, EVERYWHERE, limit, 1, _native.Stop())[0].move
