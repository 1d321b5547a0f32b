"""The names of openings, found by position in any orientation."""

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
