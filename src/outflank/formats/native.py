"""Validate games in batches in the native core; ``record.played`` is the specification."""

from outflank import _native

MOST_MOVES = 60
NO_MOVE = 0xFF
UNKNOWN_SCORE = 127

UNFINISHED, OVER, ILLEGAL = range(3)

OpeningTable = _native.OpeningTable
GameTable = _native.GameTable
# Three bytes per game: legal moves made, unfinished/over/illegal, and Black's score (signed).
replay_games = _native.replay_games
# The squares of WTHOR records (60 bytes per game) and their replay.
read_wthor_games = _native.read_wthor_games


def packed(moves: bytes) -> bytes:
    """Pad a game's squares to the 60 bytes that the native core expects."""
    return moves.ljust(MOST_MOVES, b"\xff")
