"""The names of openings, recognised by position and however the board is turned."""

from outflank.openings.names import (
    Opening,
    Openings,
    local_name,
    name_of,
    name_of_game,
    names_like,
    names_of_games,
    opening_of,
    openings,
)

__all__ = [
    "Opening",
    "Openings",
    "local_name",
    "name_of",
    "name_of_game",
    "names_like",
    "names_of_games",
    "opening_of",
    "openings",
]
