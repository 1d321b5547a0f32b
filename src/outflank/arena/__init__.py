"""Measure players with matches, tournaments, ratings and tuning."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.arena.club_event import (
        event_ranking,
        event_result,
        opening_game,
        played_at_table,
        upcoming,
    )
    from outflank.arena.entrants import InvalidEntrant
    from outflank.arena.log import GameLog, log_text
    from outflank.arena.matches import Contest, Contestant, play_match, tournament
    from outflank.arena.openings import BALANCED, OpeningError, default_openings, load_openings
    from outflank.arena.pairings import FORMATS
    from outflank.arena.playing.trial import CannotPlay
    from outflank.arena.records import Assignment, Entrant, Fault, FaultKind, Limits, PlayedGame
    from outflank.arena.reports.ranking import Ranking, finite
    from outflank.arena.runs import RunEnding, RunSettings, course
    from outflank.arena.statistics.elo import Estimate
    from outflank.arena.statistics.sprt import Sprt

__all__ = [
    "BALANCED",
    "FORMATS",
    "Assignment",
    "CannotPlay",
    "Contest",
    "Contestant",
    "Entrant",
    "Estimate",
    "Fault",
    "FaultKind",
    "GameLog",
    "InvalidEntrant",
    "Limits",
    "OpeningError",
    "PlayedGame",
    "Ranking",
    "RunEnding",
    "RunSettings",
    "Sprt",
    "course",
    "default_openings",
    "event_ranking",
    "event_result",
    "finite",
    "load_openings",
    "log_text",
    "opening_game",
    "play_match",
    "played_at_table",
    "tournament",
    "upcoming",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)
