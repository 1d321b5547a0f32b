"""The API's answers, read the way a client would."""

from typing import Any


def transcript(game: dict[str, Any]) -> str:
    """The moves up to the position that a game shows."""
    return "".join(move["square"] or "" for move in game["moves"][: game["ply"]])
