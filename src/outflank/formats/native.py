"""Games checked by the thousand in the native core; ``record.played`` is the specification."""

from outflank import _native

MOST_MOVES = 60
NO_MOVE = 0xFF
UNKNOWN_SCORE = 127

UNFINISHED, OVER, ILLEGAL = range(3)

OpeningTable = _native.OpeningTable
GameTable = _native.GameTable
# Three bytes a game: legal moves made, unfinished/over/illegal, and Black's score (signed).
replay_games = _native.replay_games
# The squares of WTHOR records (60 bytes a game) and their replay.
read_wthor_games = _native.read_wthor_games


def packed(moves: bytes) -> bytes:
    """A game's squares as the native core takes them: 60 bytes."""
    return moves.ljust(MOST_MOVES, b"\xff")
