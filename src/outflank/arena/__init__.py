"""Measuring players: matches, tournaments, ratings and tuning."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.arena import ladder
    from outflank.arena.club_event import (
        EVENT_FORMATS,
        Upcoming,
        event_ranking,
        event_result,
        opening_game,
        played_at_table,
        upcoming,
    )
    from outflank.arena.entrants import (
        InvalidEntrant,
        as_they_are_now,
        changed_entrants,
        digest_of,
        is_player_file,
        make_entrants,
        unknown_entrants,
    )
    from outflank.arena.log import GameLog, log_text
    from outflank.arena.matches import Contest, Contestant, play_match, tournament
    from outflank.arena.openings import (
        BALANCED,
        RANDOM_OPENINGS,
        OpeningError,
        default_openings,
        load_openings,
        replay_opening,
    )
    from outflank.arena.playing.executors import (
        ClusterExecutor,
        ClusterMissing,
        LocalExecutor,
        StoppableExecutor,
    )
    from outflank.arena.playing.trial import CannotPlay, try_out
    from outflank.arena.records import (
        MARGIN,
        Assignment,
        Entrant,
        Fault,
        FaultKind,
        Limits,
        PlayedGame,
    )
    from outflank.arena.reports.live import LiveView, print_result
    from outflank.arena.reports.page import to_html
    from outflank.arena.reports.ranking import Ranking, fault_lines, finite, verdict
    from outflank.arena.reports.report import to_csv, to_json
    from outflank.arena.runs import (
        UNLIMITED_PAIRS,
        RunEnding,
        RunResult,
        RunSettings,
        Tournament,
        course,
        result_of_log,
    )
    from outflank.arena.statistics.elo import Estimate, Pentanomial
    from outflank.arena.statistics.sprt import Sprt
    from outflank.arena.tournament_formats import FORMATS
    from outflank.arena.tuning import Tuning, TuningProgress, TuningSettings

__all__ = [
    "BALANCED",
    "EVENT_FORMATS",
    "FORMATS",
    "MARGIN",
    "RANDOM_OPENINGS",
    "UNLIMITED_PAIRS",
    "Assignment",
    "CannotPlay",
    "ClusterExecutor",
    "ClusterMissing",
    "Contest",
    "Contestant",
    "Entrant",
    "Estimate",
    "Fault",
    "FaultKind",
    "GameLog",
    "InvalidEntrant",
    "Limits",
    "LiveView",
    "LocalExecutor",
    "OpeningError",
    "Pentanomial",
    "PlayedGame",
    "Ranking",
    "RunEnding",
    "RunResult",
    "RunSettings",
    "Sprt",
    "StoppableExecutor",
    "Tournament",
    "Tuning",
    "TuningProgress",
    "TuningSettings",
    "Upcoming",
    "as_they_are_now",
    "changed_entrants",
    "course",
    "default_openings",
    "digest_of",
    "event_ranking",
    "event_result",
    "fault_lines",
    "finite",
    "is_player_file",
    "ladder",
    "load_openings",
    "log_text",
    "make_entrants",
    "opening_game",
    "play_match",
    "played_at_table",
    "print_result",
    "replay_opening",
    "result_of_log",
    "to_csv",
    "to_html",
    "to_json",
    "tournament",
    "try_out",
    "unknown_entrants",
    "upcoming",
    "verdict",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "club_event": "EVENT_FORMATS Upcoming event_ranking event_result opening_game "
            "played_at_table upcoming",
            "statistics.elo": "Estimate Pentanomial",
            "entrants": "InvalidEntrant as_they_are_now changed_entrants digest_of "
            "is_player_file make_entrants unknown_entrants",
            "playing.executors": "ClusterExecutor ClusterMissing LocalExecutor StoppableExecutor",
            "ladder": "",
            "reports.live": "LiveView print_result",
            "log": "GameLog log_text",
            "matches": "Contest Contestant play_match tournament",
            "openings": "BALANCED OpeningError RANDOM_OPENINGS "
            "default_openings load_openings replay_opening",
            "reports.page": "to_html",
            "reports.ranking": "Ranking fault_lines finite verdict",
            "records": "Assignment Entrant Fault FaultKind Limits MARGIN PlayedGame",
            "reports.report": "to_csv to_json",
            "tournament_formats": "FORMATS",
            "statistics.sprt": "Sprt",
            "runs": "RunEnding RunResult RunSettings Tournament UNLIMITED_PAIRS course "
            "result_of_log",
            "playing.trial": "CannotPlay try_out",
            "tuning": "Tuning TuningProgress TuningSettings",
        },
    )
