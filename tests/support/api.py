"""The API's answers, read the way a client would."""

from typing import Any


def transcript(game: dict[str, Any]) -> str:
    """The moves up to the position that a game shows."""
    return "".join(move["square"] or "" for move in game["moves"][: game["ply"]])


TWENTY = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5"  # moves after which a rated game counts


def play_moves(black: Any, white: Any, game: str, moves: str = TWENTY) -> dict[str, Any]:
    """Play moves in a shared game, without passes."""
    for ply in range(len(moves) // 2):
        mover = (black, white)[ply % 2]
        mover.post(f"/api/games/{game}/moves", {"square": moves[2 * ply :][:2]})
    found: dict[str, Any] = black.get(f"/api/games/{game}")
    return found


def play_rated(black: Any, white: Any, moves: str = TWENTY, **wanted: Any) -> dict[str, Any]:
    """A rated game of two members after some moves."""
    table = {"color": "black", "rated": True, "clock": "5+0", **wanted}
    game: str = black.post("/api/club/tables", table, 201)["id"]
    white.post(f"/api/club/tables/{game}/seat")
    return play_moves(black, white, game, moves)
